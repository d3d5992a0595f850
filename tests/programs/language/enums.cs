[Flags]
enum Access : byte { None = 0, Read = 1, Write = 2, Execute = 4, All = 7 }
enum Color { Red, Green = 5, Blue }
enum Big : ulong { Max = ulong.MaxValue, Min = 0 }
enum Negative : sbyte { Low = -128, MinusOne = -1, Zero }

static class Program
{
    static string Name<T>(T value) where T : struct, Enum => value.ToString() + "/" + Enum.GetName(value);

    static void Main()
    {
        Console.WriteLine(Access.Read | Access.Execute);
        Console.WriteLine((Access)8);
        Console.WriteLine(Access.All & ~Access.Write);
        Console.WriteLine((Access.All).HasFlag(Access.Write));
        Console.WriteLine((int)Color.Blue + " " + (Color)5 + " " + (Color)99);
        Console.WriteLine(Big.Max + " " + (ulong)Big.Max);
        Console.WriteLine(Negative.Low.ToString("D") + Negative.MinusOne.ToString("X"));
        Console.WriteLine(string.Join(",", Enum.GetNames<Color>()));
        Console.WriteLine(string.Join(",", Enum.GetValues<Access>()));
        Console.WriteLine(Enum.Parse<Color>("Green") + " " + Enum.TryParse("blue", true, out Color c) + c);
        Console.WriteLine(Enum.IsDefined(Color.Red) + " " + Enum.IsDefined(typeof(Color), 3));
        Console.WriteLine(Name(Color.Blue));
        object boxed = Color.Green;
        Console.WriteLine(boxed.Equals(Color.Green) + " " + boxed.Equals(5) + " " + boxed.GetHashCode() + " " + (int)boxed);
        Console.WriteLine(Enum.GetUnderlyingType(typeof(Negative)));
        Console.WriteLine(Color.Red.CompareTo(Color.Blue));
        Console.WriteLine($"{Color.Green:D} {Color.Green:X} {Access.Read | Access.Write:F}");
        Color x = Color.Red;
        x++;
        Console.WriteLine(x);
        x += 4;
        Console.WriteLine(x - Color.Red);
        try
        {
            Enum.Parse<Color>("Purple");
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
    }
}

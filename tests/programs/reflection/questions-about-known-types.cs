// What compiled code answers itself about types that it knows: GetType, the type below an enum, names of enums.
using System.Runtime.CompilerServices;

static class Program
{
    enum I1 : sbyte { None, Low = -1, High = 100 }
    enum U1 : byte { None, Low = 1, High = 200 }
    enum I2 : short { None, Low = -1, High = 1000 }
    enum U2 : ushort { None, Low = 1, High = 60000 }
    enum I4 { None, Low = -1, High = 1000000 }
    enum U4 : uint { None, Low = 1, High = 4000000000 }
    enum I8 : long { None, Low = -1, High = 1L << 40 }
    enum U8 : ulong { None, Low = 1, High = 1UL << 63 }
    [Flags] enum Bits { None, A = 1, B = 2, C = 4 }
    enum Empty { }
    static class Holder<T> { public enum Inner : byte { X, Y } }
    sealed class Class { public override string ToString() => "class " + GetType().Name; }
    struct Struct { public override string ToString() => "struct " + GetType().Name; }

    static int Question<T>() where T : struct, Enum
    {
        Type below = typeof(T).GetEnumUnderlyingType();
        if (below == typeof(sbyte)) return 1;
        if (below == typeof(byte)) return 2;
        if (below == typeof(short)) return 3;
        if (below == typeof(ushort)) return 4;
        if (below == typeof(int)) return 5;
        if (below == typeof(uint)) return 6;
        if (below == typeof(long)) return 7;
        return below == typeof(ulong) ? 8 : 9;
    }

    static long Ask<T>(T value, string name) where T : struct, Enum
    {
        long sum = Question<T>();
        sum += value.ToString().Length * 3 + value.GetHashCode() % 17;
        sum += Enum.TryParse(name, out T parsed) && parsed.Equals(value) ? 100 : 1;
        sum += Enum.IsDefined(value) ? 1000 : 0;
        sum += value.GetType() == typeof(T) ? 10000 : 0;
        sum += value.GetTypeCode() == Type.GetTypeCode(typeof(T)) ? 7 : 0;
        sum += ((object)value).GetType().IsEnum ? 3 : 0;
        return sum + value.CompareTo(default(T)) * 5;
    }

    static long Types()
    {
        long sum = new Class().ToString().Length + new Struct().ToString().Length;
        object text = "x";
        sum += text.GetType() == typeof(string) ? 1 : 2;
        sum += new int[2].GetType() == typeof(int[]) ? 10 : 20;
        sum += new List<string>().GetType().GetGenericArguments()[0] == typeof(string) ? 100 : 200;
        sum += 5.GetType().Name.Length;
        int? number = 3;
        sum += number.GetType() == typeof(int) ? 1000 : 2000;
        var made = new Class();
        GC.KeepAlive(made);
        sum += made.GetType().Name.Length;
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Type TypeOf(object? o) => o!.GetType();

    static string Failure(Action action)
    {
        try
        {
            action();
            return "fine";
        }
        catch (Exception problem)
        {
            return problem.GetType().Name;
        }
    }

    static void Main()
    {
        for (int turn = 0; turn < 3; turn++)
        {
            long sum = 0;
            for (int i = 0; i < 20_000; i++)
            {
                sum += Ask(i % 2 == 0 ? I1.Low : I1.High, i % 3 == 0 ? "Low" : "High") + Ask(U1.High, "High") + Ask((I2)i, "77") + Ask(U2.Low, "low");
                sum += Ask(I4.High, "High") + Ask(U4.High, "4000000000") + Ask((I8)(-i), "-5") + Ask(U8.High, " High ");
                sum += Ask(Bits.A | (Bits)(i % 8), "A, B") + Ask((Empty)i, "") + Ask(Holder<string>.Inner.Y, "Y") + Types();
            }
            Console.WriteLine(sum);
        }
        Console.WriteLine(Question<I1>() + " " + Question<U1>() + " " + Question<I2>() + " " + Question<U2>() + " " + Question<I4>() + " " + Question<U4>() + " " + Question<I8>() + " " + Question<U8>() + " " + Question<Holder<int>.Inner>());
        Console.WriteLine(TypeOf(new Class()) + " " + TypeOf(I8.Low) + " " + TypeOf(new Holder<int>.Inner[1]));
        Console.WriteLine(Failure(() => TypeOf(null)) + " " + Failure(() => typeof(string).GetEnumUnderlyingType()) + " " + Failure(() => typeof(Enum).GetEnumUnderlyingType()) + " " + Failure(() => ((Class)null!).GetType()));
        Console.WriteLine(typeof(Holder<>.Inner).GetEnumUnderlyingType());
    }
}

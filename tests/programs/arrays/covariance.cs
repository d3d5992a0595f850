class Animal
{
}

class Cat : Animal
{
}

static class Program
{
    static void Store(object?[] a, object? x)
    {
        try
        {
            a[0] = x;
            Console.WriteLine("stored " + (x ?? "null"));
        }
        catch (ArrayTypeMismatchException e)
        {
            Console.WriteLine(e.Message);
        }
    }

    static void Main()
    {
        Store(new object[1], 5);
        Store(new string[1], "s");
        Store(new string[1], 5);
        Store(new string[1], null);
        Store(new Animal[1], new Cat());
        Store(new Cat[1], new Animal());
        Store(new IComparable[1], "s");
        Store(new IComparable[1], new object());
        Store(new int[1][], new int[2]);
        Store(new int[1][], new long[2]);
        Store(new object[1][], new string[2]);
        Store(new IEnumerable<object>[1], new List<string>());
        Store(new IEnumerable<object>[1], new List<int>());
        Store(new Array[1], new int[0, 0]);
        object o = new int[] { -1 };
        uint[] u = (uint[])o;
        Console.WriteLine(u[0]);
        Console.WriteLine(u.GetType());
        DayOfWeek[] days = (DayOfWeek[])(object)new int[] { 3 };
        Console.WriteLine(days[0]);
        IList<Animal> list = new Cat[] { new(), new() };
        Console.WriteLine(list.Count + " " + list.Contains(list[1]) + " " + list.IndexOf(list[1]));
        try
        {
            list.Add(new Cat());
        }
        catch (NotSupportedException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            object bad = new int[1];
            Console.WriteLine(((string[])bad).Length);
        }
        catch (InvalidCastException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            object[] strings = new string[1];
            Span<object> span = strings;
        }
        catch (ArrayTypeMismatchException e)
        {
            Console.WriteLine(e.Message);
        }
        Animal[] source = { new Cat(), new Animal() };
        Cat[] target = new Cat[2];
        try
        {
            Array.Copy(source, target, 2);
        }
        catch (InvalidCastException e)
        {
            Console.WriteLine(e.Message);
        }
        Console.WriteLine(target[0] != null);
    }
}

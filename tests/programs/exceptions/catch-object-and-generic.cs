static class Program
{
    class Box<T> : Exception
    {
        public T Value;
        public Box(T v) => Value = v;
    }

    static string Catch<E>(Action a) where E : Exception
    {
        try
        {
            a();
            return "nothing";
        }
        catch (E e)
        {
            return $"caught {typeof(E).Name} {e.GetType().Name}";
        }
        catch (Exception e)
        {
            return $"other {e.GetType().Name}";
        }
    }

    static string Generic<T>(T value, Action a)
    {
        try
        {
            a();
        }
        catch (Box<T> b)
        {
            return "box of " + typeof(T).Name + b.Value;
        }
        catch
        {
            return "not a box of " + typeof(T).Name;
        }
        return "none";
    }

    static void Main()
    {
        Console.WriteLine(Catch<ArgumentException>(() => throw new ArgumentNullException()));
        Console.WriteLine(Catch<ArgumentNullException>(() => throw new ArgumentException()));
        Console.WriteLine(Catch<Exception>(() => throw new Box<int>(5)));
        Console.WriteLine(Catch<Box<int>>(() => throw new Box<int>(5)));
        Console.WriteLine(Catch<Box<string>>(() => throw new Box<int>(5)));
        Console.WriteLine(Generic(1, () => throw new Box<int>(9)));
        Console.WriteLine(Generic("", () => throw new Box<string>("nine")));
        Console.WriteLine(Generic("", () => throw new Box<object>("nine")));
        Console.WriteLine(Generic(1L, () => { }));
    }
}

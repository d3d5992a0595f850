static class Program
{
    static string What<T>(object? o) => o is T t ? $"{typeof(T).Name}({t})" : "not " + typeof(T).Name;
    static T? As<T>(object? o) where T : class => o as T;
    static bool IsInt<T>() => typeof(T) == typeof(int);
    static string Branch<T>(T x)
    {
        if (typeof(T) == typeof(int))
            return "int " + ((int)(object)x! + 1);
        if (typeof(T) == typeof(string))
            return "string " + ((string)(object)x!).Length;
        if (typeof(T).IsValueType)
            return "value";
        return x == null ? "null" : "other";
    }
    static object Box<T>(T x) => x!;
    static T Unbox<T>(object o) => (T)o;

    static void Main()
    {
        Console.WriteLine(What<int>(5) + What<long>(5) + What<string>("s") + What<object>(null) + What<int?>(7) + What<IComparable>(3) + What<Array>(new int[1]));
        Console.WriteLine(As<string>("x") + (As<string>(5) ?? "null") + As<IEnumerable<int>>(new[] { 4 })!.First());
        Console.WriteLine($"{IsInt<int>()} {IsInt<uint>()}");
        Console.WriteLine(Branch(41) + Branch("four") + Branch(2.5) + Branch<object>(null!) + Branch(new object()));
        Console.WriteLine(Box<int?>(null) == null);
        Console.WriteLine(Unbox<int>(5) + Unbox<int?>(6) + Unbox<string>("u"));
        try
        {
            Unbox<long>(5);
        }
        catch (InvalidCastException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            Unbox<List<string>>(new List<int>());
        }
        catch (InvalidCastException e)
        {
            Console.WriteLine(e.Message.Split(" from ")[0].Split(';')[0].Length > 0);
        }
        Console.WriteLine(typeof(List<>).MakeGenericType(typeof(int)) == typeof(List<int>));
        object o = new List<string>();
        Console.WriteLine($"{o is IList<string>} {o is IList<object>} {o is IReadOnlyList<object>} {o is System.Collections.IList}");
        Console.WriteLine(default(int?) is int);
    }
}

static class Program
{
    static int calls;
    static int A()
    {
        calls++;
        Console.Write("A");
        return 1;
    }
    static int B()
    {
        calls++;
        Console.Write("B");
        return 2;
    }
    static int Throws() => throw new InvalidOperationException("in the middle");

    static void Main()
    {
        Func<int> d = A;
        d += B;
        d += A;
        Console.WriteLine(d() + " " + d.GetInvocationList().Length);
        d -= A;
        Console.WriteLine(d() + " " + d.GetInvocationList().Length);
        Func<int>? e = d - d;
        Console.WriteLine(e == null);
        Func<int> f = A + (Func<int>)B + A + B + A;
        f -= (Func<int>)B + A;
        Console.WriteLine(f());
        Console.WriteLine((Func<int>)A == (Func<int>)A);
        Console.WriteLine(((Func<int>)A + B).Equals((Func<int>)A + B));
        Console.WriteLine(((Func<int>)A + B).GetHashCode() == ((Func<int>)A + B).GetHashCode());
        Func<int> g = A;
        g += Throws;
        g += B;
        calls = 0;
        try
        {
            g();
        }
        catch (InvalidOperationException x)
        {
            Console.WriteLine(x.Message + calls);
        }
        Action<List<int>> many = null!;
        for (int i = 0; i < 50; i++)
        {
            int n = i;
            many += list => list.Add(n);
        }
        var result = new List<int>();
        many(result);
        Console.WriteLine(result.Sum() + " " + result[49]);
        foreach (Func<int> single in f.GetInvocationList())
            Console.Write(single.Method.Name);
        Console.WriteLine();
        foreach (Func<int> each in Delegate.EnumerateInvocationList(f))
            each();
        Console.WriteLine();
        Action? none = null;
        none?.Invoke();
        Action nothing = () => { };
        nothing += none;
        Console.WriteLine(nothing.HasSingleTarget);
    }
}

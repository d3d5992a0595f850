static class Program
{
    interface ITag
    {
        static abstract int N { get; }
    }

    struct Zero : ITag
    {
        public static int N => 0;
    }

    struct Next<T> : ITag where T : ITag
    {
        public static int N => T.N + 1;
    }

    class Cell<T>
    {
        static int made;
        public static int Make() => ++made;
        public override string ToString() => typeof(T).Name;
    }

    static int Walk<T>(int depth) where T : ITag => depth == 0 ? T.N : Walk<Next<T>>(depth - 1) + Cell<T>.Make();

    static int Both<A, B>() => Cell<A>.Make() * 100 + Cell<B>.Make() * 10 + Cell<(A, B)>.Make();

    static int Cross<A>() => Both<A, int>() + Both<A, string>() + Both<A, double>() + Both<A, object>() + Both<A, byte[]>();

    static void Main()
    {
        Console.WriteLine(Walk<Zero>(40));
        Console.WriteLine(Walk<Zero>(20));
        Console.WriteLine(Cross<int>() + Cross<string>() + Cross<List<int>>() + Cross<List<string>>() + Cross<DateTime>());
        Console.WriteLine(Cross<int>() + Cross<KeyValuePair<string, List<(int, Guid)>>>());
        Console.WriteLine(string.Concat(new object[] { new Cell<int>(), new Cell<string>(), new Cell<Cell<Cell<byte>>>() }));
    }
}

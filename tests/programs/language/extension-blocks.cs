static class Extensions
{
    extension<T>(IEnumerable<T> source)
    {
        public bool IsEmpty => !source.Any();
        public IEnumerable<T> EveryOther()
        {
            bool take = true;
            foreach (T x in source)
            {
                if (take)
                    yield return x;
                take = !take;
            }
        }
    }

    extension(int)
    {
        public static int Answer => 42;
    }

    public static TResult Pipe<T, TResult>(this T value, Func<T, TResult> f) => f(value);
}

static class Program
{
    static void Main()
    {
        int[] a = { 1, 2, 3, 4, 5 };
        Console.WriteLine(a.IsEmpty);
        Console.WriteLine(string.Join(",", a.EveryOther()));
        Console.WriteLine(int.Answer);
        Console.WriteLine("abc".Pipe(s => s.Length).Pipe(n => n * 1.5));
    }
}

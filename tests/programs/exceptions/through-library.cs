static class Program
{
    class Evil : IComparable<Evil>
    {
        public int CompareTo(Evil? other) => throw new NotSupportedException("no order");
    }

    static IEnumerable<int> Generate()
    {
        try
        {
            yield return 1;
            throw new InvalidOperationException("in iterator");
        }
        finally
        {
            Console.WriteLine("iterator finally");
        }
    }

    static void Main()
    {
        try
        {
            new List<Evil> { new(), new(), new() }.Sort();
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message + e.InnerException!.Message);
        }
        try
        {
            foreach (int i in Generate().Select(x => x * 2).Where(x => x > 0))
                Console.WriteLine(i);
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            Enumerable.Range(0, 5).Select(i => 10 / (i - 3)).ToList();
        }
        catch (DivideByZeroException e)
        {
            Console.WriteLine(e.Message);
        }
        var lazy = new Lazy<int>(() => throw new FormatException("lazy"));
        for (int i = 0; i < 2; i++)
        {
            try
            {
                Console.WriteLine(lazy.Value);
            }
            catch (FormatException e)
            {
                Console.WriteLine(e.Message);
            }
        }
        try
        {
            Parallel.For(0, 4, i =>
            {
                if (i == 2)
                    throw new Exception("parallel");
            });
        }
        catch (AggregateException e)
        {
            Console.WriteLine(e.InnerException!.Message);
        }
        try
        {
            Task.Run(() => throw new Exception("task")).Wait();
        }
        catch (AggregateException e)
        {
            Console.WriteLine(e.InnerException!.Message);
        }
    }
}

static class Program
{
    class Counter
    {
        public int Value;
    }

    static void Maybe(int i, Counter c)
    {
        c.Value++;
        if (i % 3 == 0)
            throw new ArgumentException("three");
        if (i % 5 == 0)
            throw new InvalidOperationException("five");
    }

    static void Main()
    {
        var c = new Counter();
        int a = 0, b = 0, finallies = 0;
        for (int i = 1; i <= 3000; i++)
        {
            try
            {
                try
                {
                    Maybe(i, c);
                }
                catch (ArgumentException)
                {
                    a++;
                    if (i % 15 == 0)
                        throw;
                }
                finally
                {
                    finallies++;
                }
            }
            catch (Exception e) when (e.Message.Length > 0)
            {
                b++;
            }
        }
        Console.WriteLine($"{a} {b} {finallies} {c.Value}");
        int nulls = 0;
        string? s = null;
        for (int i = 0; i < 500; i++)
        {
            try
            {
                nulls += s!.Length;
            }
            catch (NullReferenceException)
            {
                nulls++;
            }
        }
        Console.WriteLine(nulls);
        int overflow = 0;
        for (int i = 0; i < 300; i++)
        {
            try
            {
                checked
                {
                    overflow = int.MaxValue - 100 + i;
                }
            }
            catch (OverflowException)
            {
                overflow = -1;
            }
        }
        Console.WriteLine(overflow);
        var threads = Enumerable.Range(0, 3).Select(t => new Thread(() =>
        {
            for (int i = 0; i < 300; i++)
            {
                try
                {
                    Maybe(i, new Counter());
                }
                catch (Exception)
                {
                    Interlocked.Increment(ref c.Value);
                }
            }
        })).ToList();
        threads.ForEach(t => t.Start());
        threads.ForEach(t => t.Join());
        Console.WriteLine(c.Value);
    }
}

static class Program
{
    static void Main()
    {
        var arrays = new List<byte[]>();
        for (int i = 0; i < 20; i++)
        {
            var a = new byte[100_000 + i * 1000];
            a[0] = (byte)i;
            a[^1] = (byte)(i + 1);
            arrays.Add(a);
        }
        for (int round = 0; round < 5; round++)
        {
            for (int i = 0; i < 20; i++)
                new int[50_000].AsSpan().Fill(-1);
            GC.Collect();
        }
        Console.WriteLine(arrays.Sum(a => a[0] + a[^1]));
        Console.WriteLine(arrays.Skip(1).All(a => a.Skip(1).Take(a.Length - 2).All(b => b == 0)));
        var references = new object[30_000];
        for (int i = 0; i < references.Length; i++)
            references[i] = i.ToString();
        GC.Collect();
        Console.WriteLine(references.Sum(r => ((string)r).Length));
        string big = new('x', 200_000);
        Console.WriteLine((big + "y").Length);
        long[] huge = new long[4_000_000];
        huge[^1] = 5;
        Console.WriteLine(huge.Sum());
        Console.WriteLine(GC.GetGeneration(new object()) <= 2);
        try
        {
            var impossible = new byte[int.MaxValue];
            GC.KeepAlive(impossible);
            Console.WriteLine("no");
        }
        catch (OutOfMemoryException e)
        {
            Console.WriteLine(e.Message);
        }
    }
}

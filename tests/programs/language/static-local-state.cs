static class Program
{
    static readonly int[] table = { 1, 1, 2, 3, 5, 8 };
    const long Constant = 1L << 40;
    static readonly DateTime start = new(2020, 2, 29);
    static double accumulator = 0.5;
    static Dictionary<string, int>? cache;

    static int Lookup(string key)
    {
        cache ??= new();
        if (!cache.TryGetValue(key, out int value))
        {
            Console.WriteLine("computing " + key);
            value = cache[key] = key.Length * table[key.Length % table.Length];
        }
        return value;
    }

    static void Main()
    {
        Console.WriteLine(Lookup("abc") + Lookup("abc") + Lookup("hello"));
        accumulator *= 4;
        Console.WriteLine(accumulator + Constant);
        Console.WriteLine(start.AddYears(1).ToString("yyyy-MM-dd"));
    }
}

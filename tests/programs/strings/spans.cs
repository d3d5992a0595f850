static class Program
{
    static int ParseSum(ReadOnlySpan<char> text)
    {
        int sum = 0;
        foreach (Range r in text.Split(','))
            sum += int.Parse(text[r].Trim());
        return sum;
    }

    static void Reverse<T>(Span<T> s)
    {
        for (int i = 0, j = s.Length - 1; i < j; i++, j--)
            (s[i], s[j]) = (s[j], s[i]);
    }

    static void Main()
    {
        Console.WriteLine(ParseSum("1, 22,333 ,4"));
        int[] a = { 1, 2, 3, 4, 5 };
        Reverse<int>(a);
        Reverse(a.AsSpan(1, 3));
        Console.WriteLine(string.Join(",", a));
        Span<int> s = a;
        Console.WriteLine($"{s.Length} {s[..2].ToArray().Sum()} {s.IndexOf(3)} {s.Contains(9)} {s.SequenceEqual(new[] { 5, 2, 3, 4, 1 })} {s.IndexOfAny(1, 4)} {s.LastIndexOf(1)}");
        s.Slice(1, 2).Clear();
        s[3..].Fill(9);
        Console.WriteLine(string.Join(",", a));
        "hello".AsSpan().CopyTo(new char[5]);
        Span<char> buffer = stackalloc char[20];
        12345.TryFormat(buffer, out int written);
        Console.WriteLine(buffer[..written].ToString() + written);
        Console.WriteLine(1.5.TryFormat(buffer, out written, "F3") + buffer[..written].ToString());
        ReadOnlySpan<char> text = "The quick brown fox";
        Console.WriteLine(text.IndexOf("quick") + " " + text.LastIndexOf('o') + " " + text[4..9].ToString() + text.StartsWith("The") + text.Count('o'));
        Console.WriteLine(MemoryExtensions.Equals("ABC", "abc", StringComparison.OrdinalIgnoreCase));
        Memory<byte> memory = new byte[10];
        memory.Span[3] = 7;
        Console.WriteLine(memory.Slice(2, 3).ToArray()[1] + " " + memory);
        Span<byte> bytes = System.Runtime.InteropServices.MemoryMarshal.AsBytes(new[] { 0x04030201 }.AsSpan());
        Console.WriteLine(string.Join(",", bytes.ToArray()));
        Console.WriteLine(System.Runtime.InteropServices.MemoryMarshal.Cast<byte, short>(bytes)[1]);
        s.Sort();
        Console.WriteLine(string.Join(",", a) + s.BinarySearch(9));
        try
        {
            s[..10].Clear();
        }
        catch (ArgumentOutOfRangeException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            a.AsSpan().CopyTo(new int[2]);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
        var values = System.Buffers.SearchValues.Create("aeiou");
        Console.WriteLine(text.IndexOfAny(values) + " " + text.IndexOfAnyExcept("The "));
        int[] rented = System.Buffers.ArrayPool<int>.Shared.Rent(100);
        Console.WriteLine(rented.Length >= 100);
        System.Buffers.ArrayPool<int>.Shared.Return(rented);
    }
}

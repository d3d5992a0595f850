static class Program
{
    static uint[] table = Enumerable.Range(0, 256).Select(n =>
    {
        uint c = (uint)n;
        for (int k = 0; k < 8; k++)
            c = (c & 1) != 0 ? 0xedb88320 ^ (c >> 1) : c >> 1;
        return c;
    }).ToArray();

    static uint Crc(ReadOnlySpan<byte> data)
    {
        uint c = uint.MaxValue;
        foreach (byte b in data)
            c = table[(byte)(c ^ b)] ^ (c >> 8);
        return ~c;
    }

    static ulong Fnv(string s)
    {
        ulong h = 14695981039346656037;
        foreach (char c in s)
            h = (h ^ c) * 1099511628211;
        return h;
    }

    static uint Xorshift(ref uint state)
    {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return state;
    }

    static void Main()
    {
        byte[] data = new byte[1000];
        for (int i = 0; i < data.Length; i++)
            data[i] = (byte)(i * i);
        Console.WriteLine(Crc(data).ToString("x8"));
        Console.WriteLine(Crc("123456789"u8).ToString("x8"));
        Console.WriteLine(Fnv("hello").ToString("x16"));
        uint state = 2463534242;
        uint sum = 0;
        for (int i = 0; i < 100000; i++)
            sum += Xorshift(ref state) >> 7;
        Console.WriteLine(sum);
    }
}

static class Program
{
    static void Main()
    {
        byte[] bytes = new byte[5];
        sbyte[] sbytes = { -1, 2 };
        short[] shorts = { -30000, 30000 };
        ushort[] ushorts = { 65535 };
        uint[] uints = { 4000000000 };
        long[] longs = { long.MinValue };
        float[] floats = { 1.5f, 2.5f };
        double[] doubles = { 1e100 };
        char[] chars = { 'a', 'b' };
        bool[] bools = { true, false };
        string?[] strings = { "x", null };
        decimal[] decimals = { 1.1m };
        (int, string)[] tuples = { (1, "a") };
        bytes[3] = 200;
        bytes[3] += 100;
        sbytes[0]--;
        shorts[1]++;
        ushorts[0]++;
        uints[0] *= 2;
        longs[0]--;
        floats[1] /= 2;
        doubles[0] *= doubles[0];
        chars[0]++;
        bools[1] |= bools[0];
        strings[1] += "y";
        decimals[0] += 1;
        tuples[0].Item1 = 5;
        Console.WriteLine($"{bytes[3]} {sbytes[0]} {shorts[1]} {ushorts[0]} {uints[0]} {longs[0]} {floats[1]} {doubles[0]} {chars[0]} {bools[1]} {strings[1]} {decimals[0]} {tuples[0]}");
        int[] empty = Array.Empty<int>();
        Console.WriteLine($"{empty.Length} {bytes.Rank} {bytes.GetLength(0)} {bytes.LongLength} {bytes.GetUpperBound(0)}");
        int i = 0;
        int[] a = { 10, 20, 30 };
        a[i++] = a[i] + i;
        Console.WriteLine(string.Join(",", a));
        long index = 2;
        Console.WriteLine(a[index] + a[(byte)1] + a[(uint)0]);
        Console.WriteLine(a is [_, 20, ..]);
        object o = a;
        Console.WriteLine($"{o is int[]} {o is uint[]} {o is Array} {o is object[]} {o.GetType()} {new string[0][].GetType()} {new int[0, 0, 0].GetType()}");
    }
}

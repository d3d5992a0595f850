// rows: N7a-066 N7a-068 N7a-069 N7a-070 N7a-071 N7a-072 N7a-073 N7a-074
// Indices whose bounds can be proved, and their neighbours that are out of range: what was stored before the exception must be there.
using System.Runtime.CompilerServices;

static class Program
{
    const string Text = "hello";
    static ReadOnlySpan<byte> Table => [10, 20, 30, 40];
    static ReadOnlySpan<byte> Pairs => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int First(int[] array) => array[0];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Get(int[] array, int i) => array[i];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int GetSpan(ReadOnlySpan<int> span, int i) => span[i];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static char GetChar(string text, int i) => text[i];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static ushort[]? Convert(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length != 16)
            return null;
        var result = new ushort[8];
        for (int i = 0; i < result.Length; i++)
            result[i] = (ushort)(bytes[i * 2] * 256 + bytes[i * 2 + 1]);
        return result;
    }

    // As above, but one pair too many.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void ConvertTooMany(ReadOnlySpan<byte> bytes, ushort[] result)
    {
        if (bytes.Length != 16)
            return;
        for (int i = 0; i <= 8; i++)
            result[i] = (ushort)(bytes[i * 2] * 256 + bytes[i * 2 + 1]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static char Known(int i) => (uint)i < Text.Length ? Text[i] : '-';

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int KnownTable(int i) => (uint)i < Table.Length ? Table[i] : -1;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Unchecked(int i) => Table[i & 3] + Text[i >>> 30];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsInSet(char c) => c < 128 && ("\0\0\0\u03FF\uFFFE\u87FF\uFFFE\u07FF"[c >> 4] & (1 << (c & 0xF))) != 0;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Shifted(int[] eight, int i) => i < 128 ? eight[i >> 4] : -1;

    static string Try<T>(Func<T> action)
    {
        try
        {
            return action() is { } result ? result.ToString()! : "null";
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    static string Changed<T>(T[] array, Action<T[]> change) => Try(() => { change(array); return "done"; }) + " " + string.Join(',', array);

    static void Main()
    {
        int[] numbers = [.. Enumerable.Range(0, 10)], eight = [.. Enumerable.Range(100, 8)];
        // Rounds, so that all of it becomes hot; only the last is printed.
        for (int round = 0; round < 2_000; round++)
        {
            string[] lines =
            [
                $"{First(numbers)} {Get(numbers, 9)} {GetSpan(numbers, 0)} {GetChar(Text, 4)}",
                $"{string.Join(',', Convert([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255, 255])!)} {Convert([1]) is null}",
                $"{Known(-1)}{Known(0)}{Known(4)}{Known(5)} {KnownTable(3)} {KnownTable(4)} {KnownTable(int.MinValue)} {Unchecked(-1)} {Unchecked(6)}",
                string.Concat(Enumerable.Range(0, 140).Where(i => IsInSet((char)i)).Select(i => (char)i)),
                $"{Shifted(eight, 127)} {Shifted(eight, 128)} {Shifted(eight, 0)}",
            ];
            if (round == 1_999)
                Console.WriteLine(string.Join('\n', lines));
        }
        Console.WriteLine($"{Try(() => First([]))} {Try(() => First(null!))}");
        foreach (int i in (int[])[-1, 10, int.MinValue, int.MaxValue])
            Console.WriteLine($"{i}: {Try(() => Get(numbers, i))} {Try(() => GetSpan(numbers, i))} {Try(() => GetChar(Text, i))} {Try(() => Shifted(eight, i))}");
        Console.WriteLine(Changed(new ushort[8], result => ConvertTooMany(Pairs, result)));
        Console.WriteLine(Changed(new ushort[9], result => ConvertTooMany(Pairs, result)));
    }
}

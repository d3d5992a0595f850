// rows: N7b-108 N7b-120 N7b-121 N7b-142 N7b-143
// References whose object moves, pinned objects that stay, and the checks of a span's indexer.
using System.Runtime.CompilerServices;

sealed class Holder
{
    public (int X, (short Y, string Z) Deep) Nested;
}

static class Program
{
    static void Main()
    {
        Moved();
        Pinned();
        Indexers();
        Boundaries();
    }

    /// References into young objects: their only owner is the reference, and the object is promoted beneath it.
    static void Moved()
    {
        long sum = 0;
        for (int i = 0; i < 200; i++)
        {
            ref short deep = ref Inside(i);
            ref byte last = ref MakeBytes(i)[^1];
            Span<string> words = new[] { "a" + i, "b" + i }.AsSpan(1);
            if (i % 20 == 0)
                GC.Collect(i % 40 == 0 ? 0 : 2, GCCollectionMode.Forced, true, true);
            else
                Churn();
            sum += deep + last + words[0].Length;
            deep = -1;
        }
        Console.WriteLine(sum);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static ref short Inside(int value) => ref new Holder { Nested = (0, ((short)value, "")) }.Nested.Deep.Y;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Span<byte> MakeBytes(int value)
    {
        byte[] bytes = new byte[100 + value];
        bytes.AsSpan().Fill((byte)value);
        return bytes.AsSpan(10);
    }

    static unsafe void Pinned()
    {
        int same = 0;
        for (int i = 0; i < 50; i++)
        {
            byte[] bytes = new byte[64];
            fixed (byte* address = bytes)
            {
                Churn();
                if (i % 10 == 0)
                    GC.Collect(0, GCCollectionMode.Forced, true, true);
                address[i] = 7;
                fixed (byte* again = &bytes[0])
                    same += again == address && bytes[i] == 7 ? 1 : 0;
            }
        }
        fixed (char* empty = "")
        fixed (int* none = Array.Empty<int>())
        fixed (int* part = new int[] { 1, 2, 3 }.AsSpan(1))
            Console.WriteLine($"{same} {*empty == 0} {none == null} {*part}");
    }

    static void Indexers()
    {
        Span<int> numbers = [10, 20, 30];
        numbers[1] += 5;
        numbers[^1]++;
        int sum = 0;
        for (int i = 0; i < numbers.Length; i++)
            sum += numbers[i];
        Console.Write(sum);
        foreach (int index in (int[])[-1, 3, int.MinValue, int.MaxValue])
        {
            try
            {
                sum += numbers[index];
            }
            catch (IndexOutOfRangeException)
            {
                Console.Write(" out");
            }
        }
        try
        {
            for (int i = 0; i <= numbers.Length; i++)
                sum += numbers[i];
        }
        catch (IndexOutOfRangeException)
        {
            Console.WriteLine(" " + sum);
        }
    }

    static void Boundaries()
    {
        const string text = " ab_c, d";
        for (int i = -1; i <= text.Length + 1; i++)
            Console.Write(IsBoundary(text, i) ? '1' : '0');
        Console.WriteLine(IsBoundary("", 0) ? '1' : '0');
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsBoundary(ReadOnlySpan<char> text, int index)
    {
        int before = index - 1;
        return ((uint)before < (uint)text.Length && (char.IsLetterOrDigit(text[before]) || text[before] == '_'))
            != ((uint)index < (uint)text.Length && (char.IsLetterOrDigit(text[index]) || text[index] == '_'));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Churn()
    {
        object? kept = null;
        for (int i = 0; i < 300; i++)
            kept = new object?[] { i % 50 == 0 ? null : kept, new byte[200] };
        GC.KeepAlive(kept);
    }
}

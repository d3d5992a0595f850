// What the optimising tier does by itself, in loops that run long enough to be promoted: elements of arrays of several dimensions, blocks on
// the stack, methods of boxed structs, static readonly values, recursion, strings of all lengths, vectors of two widths.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

interface ICounter
{
    int Next();
    string Name => "counter";
}

struct Up(int start) : ICounter
{
    int value = start;
    public int Next() => ++value;
    public override string ToString() => $"up to {value}";
    public override int GetHashCode() => value * 31;
}

sealed class Down(int start) : ICounter
{
    int value = start;
    public int Next() => --value;
}

[StructLayout(LayoutKind.Sequential, Size = 32)]
struct Block
{
}

static class Program
{
    static readonly int limit = int.Parse("12");
    static readonly string word = new('w', 3);
    static readonly int[] numbers = [3, 1, 4, 1, 5, 9, 2, 6];
    static readonly ICounter shared = new Down(1000);
    static readonly double half = 0.5;
    static readonly ulong big = ulong.MaxValue - 1;
    static readonly sbyte small = -5;

    static long Hot(Func<int, long> work, int rounds = 20_000)
    {
        long sum = 0;
        for (int i = 0; i < rounds; i++)
            sum = unchecked(sum * 31 + work(i));
        return sum;
    }

    static long Cells(int seed)
    {
        var grid = new int[3, 4];
        var cube = new (long, byte)[2, 3, 2];
        var names = new string[2, 2];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 4; j++)
                grid[i, j] = seed + i * 10 + j;
        cube[1, 2, 1] = (seed, 7);
        names[1, 0] = word;
        ref int cell = ref grid[2, 3];
        cell *= 2;
        return grid[1, 2] + cell + cube[1, 2, 1].Item1 + cube[0, 0, 0].Item2 + names[1, 0].Length + (names[0, 1] == null ? 1 : 0);
    }

    static long Outside(int seed)
    {
        var shifted = (int[,])Array.CreateInstance(typeof(int), [3, 3], [5, -1]);
        long found = 0;
        for (int i = 3; i < 10; i++)
        {
            try
            {
                shifted[i, -1 + seed % 4] = i;
                found += shifted[i, -1 + seed % 4];
            }
            catch (IndexOutOfRangeException)
            {
                found -= 100;
            }
        }
        int[,]? none = null;
        try
        {
            found += none![0, seed];
        }
        catch (NullReferenceException)
        {
            found++;
        }
        object[,] covariant = new string[1, 1];
        try
        {
            covariant[0, 0] = seed;
        }
        catch (ArrayTypeMismatchException)
        {
            found++;
        }
        return found;
    }

    static int Scratch(int seed)
    {
        Span<byte> bytes = stackalloc byte[40];
        int dirty = 0;
        foreach (byte b in bytes)
            dirty += b;
        bytes.Fill((byte)seed);
        return dirty * 1000 + bytes[seed % 40];
    }

    static long Stack(int seed)
    {
        long sum = 0;
        for (int i = 0; i < 3; i++)
            sum += Scratch(seed + i);
        try
        {
            Span<int> few = stackalloc int[4];
            few[seed & 3] = seed;
            sum += few[(seed + 1) & 3] + few[seed % 5];
        }
        catch (IndexOutOfRangeException)
        {
            sum -= 7;
        }
        return sum;
    }

    static long Boxes(int seed)
    {
        ICounter counter = new Up(seed);
        object fresh = new Up(seed);
        long sum = counter.Next() + counter.Next() * 10 + counter.Name.Length;
        sum += ((ICounter)new Up(seed)).Next() + new Up(seed).ToString().Length + fresh.GetHashCode() + ((object)seed).GetHashCode();
        ICounter either = (seed & 7) == 0 ? shared : counter;
        sum += either.Next() - (either == shared ? either.Next() : 0);
        sum += ((IComparable<int>)seed).CompareTo(limit) + (((IEquatable<int>)seed).Equals(limit) ? 5 : 0);
        IEnumerable<int> items = (seed & 1) == 0 ? numbers : new List<int>(numbers);
        foreach (int item in items)
            sum += item;
        return sum;
    }

    static long Settled(int seed) => limit + word.Length + numbers[seed & 7] + (long)(half * seed) + (seed < limit ? 1 : 2) + (long)(big % 1000) + small;

    static int Ackermann(int m, int n) => m == 0 ? n + 1 : n == 0 ? Ackermann(m - 1, 1) : Ackermann(m - 1, Ackermann(m, n - 1));

    static long Strings(int seed)
    {
        string text = new string((char)('a' + seed % 26), seed % 1200);
        return text.Length + string.Concat(text, word).Length + (text.Length == 0 && ReferenceEquals(text, string.Empty) ? 100 : 0) + (text + "x")[^1];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Block Copy(ref Block from) => from;

    static long Vectors(int seed)
    {
        Vector256<short> wide = Vector256.Create((short)seed) + Vector256<short>.One;
        Vector128<byte> narrow = Vector128.Narrow(wide.GetLower(), wide.GetUpper().AsInt16() << 1).AsByte();
        (Vector256<ushort> low, Vector256<ushort> high) = Vector256.Widen(Vector256.Create((byte)seed));
        uint mask = Vector256.GreaterThan(wide, Vector256.Create((short)77)).AsByte().ExtractMostSignificantBits();
        bool any = Vector256.EqualsAny(low, Vector256.Create((ushort)9));
        Vector256<byte> block = Vector256.Shuffle(narrow.ToVector256(), Vector256.Create((byte)(seed & 15)));
        Block from = Unsafe.BitCast<Vector256<byte>, Block>(block);
        Vector256<byte> back = Unsafe.BitCast<Block, Vector256<byte>>(Copy(ref from));
        return mask + (any ? 3 : 0) + Vector256.Sum(high) + Vector128.Sum(narrow.AsInt16()) + Vector256.Sum(back.AsUInt32()) + Vector256.Max(wide, -wide)[3];
    }

    static void Main()
    {
        Console.WriteLine(Hot(Cells));
        Console.WriteLine(Hot(Outside, 500));
        Console.WriteLine(Hot(Stack));
        Console.WriteLine(Hot(Boxes));
        Console.WriteLine(Hot(Settled));
        Console.WriteLine(Hot(i => Ackermann(2, i & 3)));
        Console.WriteLine(Hot(Strings, 5000));
        Console.WriteLine(Hot(Vectors));
    }
}

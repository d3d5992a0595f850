// Bools and small numbers that calls with several returns give, asked at once: the optimising tier puts the calls in and lets
// the answers meet instead of numbers. A bool may be any byte.
using System.Runtime.CompilerServices;

static class Program
{
    static readonly byte[] table = [0, 1, 2, 3, 4, 5, 6, 7, 128, 255];
    static int calls;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Slow(int value)
    {
        calls++;
        return value % 3 == 0;
    }

    // Not 0 or 1.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Odd(int value)
    {
        byte odd = (byte)(value & 0xfe);
        return Unsafe.BitCast<byte, bool>(odd);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Throws(int value) => value % 11 == 0 ? throw new InvalidOperationException("eleven") : value > 5;

    static bool Has(int value) => value < table.Length ? (table[value] & 6) != 0 : Slow(value);

    static bool HasOdd(int value) => value < 6 ? value == 2 : Odd(value);

    static bool ByCase(int value) => value switch { 0 or 3 or 9 => true, 1 => Slow(value), 4 or 5 => false, 6 => Odd(value), 7 => value > calls, _ => value > 12 };

    static byte Part(int value) => value < 8 ? (byte)(value > 3 ? 1 : 0) : (byte)(value * 17);

    static int Whole(int value) => value < 4 ? (value == 1 ? 1 : 0) : Slow(value) ? value << 8 : 0;

    static bool Nested(int value) => Has(value) ? HasOdd(value + 1) : ByCase(value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Round(int value)
    {
        long sum = 0;
        if (Has(value))
            sum++;
        else if (value == 8)
            sum += 100;
        sum = sum * 3 + (HasOdd(value) ? 5 : 7);
        sum = sum * 3 + (!ByCase(value) ? 1 : 2);
        if (Part(value) != 0)
            sum += 11;
        if ((Part(value) & 1) == 0)
            sum += 13;
        if ((byte)Whole(value) != 0)
            sum += 17;
        if (Whole(value) == 0)
            sum += 19;
        if (Has(value) && !HasOdd(value) || Nested(value))
            sum = sum * 5 + 1;
        while (ByCase(value) && value < 20)
        {
            value += 7;
            sum = sum * 3 + value;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Guarded(int value)
    {
        try
        {
            bool answer = value < 3 ? value == 1 : Throws(value);
            return answer ? 1 : 2;
        }
        catch (InvalidOperationException)
        {
            return 3;
        }
        finally
        {
            calls += 2;
        }
    }

    static void Main()
    {
        long hash = 17;
        for (int round = 0; round < 4000; round++)
        {
            hash = hash * 31 + Round(round % 37);
            hash = hash * 31 + Guarded(round % 29);
        }
        for (int value = 0; value < 16; value++)
            Console.WriteLine($"{value}: {Round(value)} {Guarded(value)}");
        Console.WriteLine($"{hash} {calls}");
    }
}

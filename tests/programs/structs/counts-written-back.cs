// Fields that are read, used as an index or in arithmetic, and written back, in a loop or from call to call: positions, counts, totals.
using System.Runtime.CompilerServices;

var counter = new Counter();
for (int round = 0; round < 2000; round++)
{
    counter.Fill(7);
    counter.Mix(round);
    if (round % 500 == 0)
        Console.WriteLine(counter.Describe());
}

class Counter
{
    readonly long[] slots = new long[64];
    int place = -3;
    long total = long.MinValue + 5;
    uint turns = uint.MaxValue - 9;
    short low = 32000;
    byte least = 250;
    double real = 0.5;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Fill(int times)
    {
        for (int i = 0; i < times; i++)
        {
            slots[place & 63] += place;
            Unsafe.Add(ref slots[32], place % 32) ^= i;
            place++;
            total += place * (long)turns;
            turns += (uint)total & 3;
        }
        if (place > 100)
            place = -100;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public long Mix(int round)
    {
        low += (short)round;
        least -= 3;
        real = real * 1.0001 + place;
        long before = total;
        total = total * 3 ^ place;
        place = (int)(before % 50) - place / 2;
        place = place % 90;
        return total - before + ++turns + (total += low) + (place -= least & 1);
    }

    public string Describe() => $"{place} {total} {turns} {low} {least} {real:R} {slots[1]} {slots[63]} {Mix(place)}";
}

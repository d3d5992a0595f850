// Pointers and byrefs that go on from where they have read, in steps that are not always the same; and those that come to null so.
using System.Runtime.CompilerServices;

static unsafe class Program
{
    static long turns;

    static void Try(string what, Func<long> f)
    {
        turns = 0;
        try { Console.WriteLine($"{what}: {f()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name} after {turns}"); }
    }

    static long Steps(byte* from, byte* to)
    {
        long sum = 0;
        for (byte* at = from; at < to; at += (*at & 1) == 0 ? 2 : 1) { turns++; sum += *at; }
        return sum;
    }

    static long Inner(ushort* from, ushort* to)
    {
        long sum = 0;
        for (ushort* at = from; at < to; at++)
        {
            turns++;
            if (*at < 128) sum += *at;
            else if (to - at >= 2) { sum += *(int*)at; at++; }
        }
        return sum;
    }

    // Whatever the step is: also one that leads to null, around or back.
    static long To(byte* at, nint step, int count)
    {
        long sum = 0;
        for (; count > 0; count--) { sum += *at; turns++; at += step; }
        return sum;
    }

    static long ToUnsigned(byte* at, uint step, uint other, int count)
    {
        long sum = 0;
        for (; count > 0; count--) { sum += *at; turns++; at += count % 2 == 0 ? step : other; }
        return sum;
    }

    // Nothing is read before the pointer goes on.
    static long Behind(byte* at, int count, bool isRead)
    {
        long sum = 0;
        for (; count > 0; count--)
        {
            if (isRead) sum += *at;
            turns++;
            at += 16;
        }
        return sum + *at;
    }

    static long Written(int* at, int count)
    {
        for (; count > 0; count--) { *at = count; turns++; at += (count & 1) + 1; }
        return *at;
    }

    static long Sum(int* from, int* to)
    {
        long sum = 0;
        while (from < to) sum += *from++;
        return sum;
    }

    static long Both(int* middle, int count)
    {
        long sum = 0;
        int* up = middle, down = middle;
        for (; count > 0; count--) { sum = sum * 3 + *up++ - *down--; turns++; }
        return sum + (up - down);
    }

    static void Add(int* to, short* from, int* end)
    {
        while (to < end) *to++ += *from++;
    }

    // Looks for it, and stops there.
    static long Find(byte* at, byte* end, byte value)
    {
        byte* start = at;
        for (; at < end; at++) { if (*at == value) break; }
        return at - start;
    }

    // One loop goes on where another stopped, or where nothing was read.
    static long OneAfterAnother(byte* at, byte* other, int count, bool isRead)
    {
        long sum = 0;
        byte* next = other;
        if (isRead)
        {
            sum = at[2];
            for (next = at + 4; count >= 12; count -= 12) { sum = sum * 3 + *(long*)next; turns++; next += 8; }
        }
        for (; count > 0; count--) { sum += *next; turns++; next++; }
        return sum;
    }

    static long References(ref byte start, nint step, int count)
    {
        ref byte at = ref start;
        long sum = 0;
        for (; count > 0; count--) { sum += at; turns++; at = ref Unsafe.AddByteOffset(ref at, step); }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] static T* Null<T>() where T : unmanaged => null;

    static void All()
    {
        var bytes = new byte[1000];
        for (int i = 0; i < bytes.Length; i++) bytes[i] = (byte)(i * 7 + i / 9);
        var numbers = new int[100];
        fixed (byte* start = bytes)
        fixed (int* first = numbers)
        {
            byte* from = start, end = start + bytes.Length;
            int* ints = first;
            Try("steps", () => Steps(from, end));
            Try("steps from null", () => Steps(Null<byte>(), end));
            Try("inner", () => Inner((ushort*)from, (ushort*)end));
            Try("inner from null", () => Inner(Null<ushort>(), (ushort*)end));
            Try("on", () => To(from, 3, 300));
            Try("back", () => To(end - 1, -3, 300));
            Try("to null", () => To(from, -(nint)from, 2));
            Try("from null", () => To(Null<byte>(), 1, 2));
            Try("unsigned", () => ToUnsigned(from, 1, 2, 300));
            Try("unsigned from null", () => ToUnsigned(Null<byte>(), 1, 2, 300));
            Try("behind", () => Behind(from, 10, true));
            Try("behind without reading", () => Behind(from, 10, false));
            Try("around to null", () => Behind((byte*)(nint)(-160), 10, false));
            Try("written", () => Written(ints, 60) + numbers.Sum());
            Try("written from null", () => Written(Null<int>(), 60));
            Try("sum", () => Sum(ints, ints + 100) + Sum((int*)(from + 1), (int*)(from + 401)) + Sum(ints + 3, ints + 4) + Sum(ints, ints - 1));
            Try("sum from null", () => Sum(Null<int>(), ints));
            Try("sum of nothing at null", () => Sum(Null<int>(), Null<int>()));
            Try("sum to the end of all addresses", () => Sum((int*)(nint)(-64), (int*)(nint)(-65)));
            Try("both ways", () => Both(ints + 50, 50));
            Try("both ways from null", () => Both(Null<int>(), 50));
            Try("add", () => { Add(ints, (short*)from, ints + 100); Add(ints + 1, (short*)ints, ints + 90); return numbers.Sum(number => (long)number); });
            Try("add from null", () => { Add(ints, Null<short>(), ints + 100); return 0; });
            Try("add to null", () => { Add(Null<int>(), (short*)from, ints); return 0; });
            Try("find", () => Find(from, end, 77) * 1000 + Find(from, from, 1) + Find(from + 1, end, 0));
            Try("find from null", () => Find(Null<byte>(), end, 5));
            Try("one after another", () => OneAfterAnother(from, from, 200, true) + OneAfterAnother(from, Null<byte>(), 7, true) + OneAfterAnother(from, from + 9, 77, false));
            Try("one after another from null", () => OneAfterAnother(Null<byte>(), from, 30, true));
            Try("one alone from null", () => OneAfterAnother(from, Null<byte>(), 30, false));
            Try("references", () => References(ref bytes[0], 3, 300));
            Try("references to null", () => { fixed (byte* at = bytes) return References(ref *at, -(nint)at, 2); });
            Try("references from null", () => References(ref Unsafe.NullRef<byte>(), 3, 2));
        }
    }

    static void Main()
    {
        for (int i = 0; i < 50; i++) All();
    }
}

// stackalloc of sizes that vary, in methods with handlers: what was allocated is there in catch and finally blocks and behind them, and
// exceptions that are caught in a loop use up no stack.
using System.Runtime.CompilerServices;

sealed class Expected(int number) : Exception("expected " + number)
{
    public readonly int Number = number;
}

static unsafe class Program
{
    static int thrown;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Throw(int number) => throw new Expected(number + thrown++);

    // The last arguments lie on the stack.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Many(int a, int b, int c, int d, int e, int f, long g, long h, long i, int often)
    {
        if (often % 3 == 0)
            Throw(often);
        return a + b + c + d + e + f + g + h + i + often;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Clobber(int depth)
    {
        int* here = stackalloc int[16];
        for (int i = 0; i < 16; i++)
            here[i] = -depth;
        return depth == 0 ? here[15] : Clobber(depth - 1) + here[7];
    }

    static void Fill(Span<int> values, int first)
    {
        for (int i = 0; i < values.Length; i++)
            values[i] = first + i;
    }

    static long Sum(ReadOnlySpan<int> values)
    {
        long sum = 0;
        foreach (int value in values)
            sum += value;
        return sum;
    }

    static long Caught(int count)
    {
        Span<int> values = stackalloc int[count];
        Fill(values, count);
        try
        {
            Throw(count);
        }
        catch (Expected e)
        {
            Clobber(5);
            return Sum(values) + e.Message.Length;
        }
        return -1;
    }

    static long Cleaned(int count, ref long inFinally)
    {
        Span<long> values = stackalloc long[count];
        for (int i = 0; i < count; i++)
            values[i] = i * 3L;
        try
        {
            if (count % 2 == 0)
                Throw(count);
            values[^1] = 7;
        }
        finally
        {
            Clobber(3);
            foreach (long value in values)
                inFinally += value;
        }
        return values[0] + values[^1];
    }

    static void Use(int** blocks, int* block, int turn)
    {
        blocks[turn] = block;
        *block = turn;
        block[turn % 17] = turn;
        Many(turn, 1, 2, 3, 4, 5, 6, 7, 8, turn);
    }

    static long SumOf(int** blocks, int turns)
    {
        long sum = 0;
        for (int turn = 0; turn < turns; turn++)
            sum += *blocks[turn] + blocks[turn][turn % 17];
        return sum;
    }

    // Blocks of all turns are there at the end.
    static long InALoop(int turns)
    {
        int** blocks = stackalloc int*[turns];
        int caught = 0;
        for (int turn = 0; turn < turns; turn++)
        {
            try
            {
                int* block = stackalloc int[turn % 17 + 1];
                Use(blocks, block, turn);
            }
            catch (Expected e) when (e.Number >= 0)
            {
                caught++;
            }
            finally
            {
                *blocks[turn] += Clobber(1) + 1;
            }
        }
        return caught + SumOf(blocks, turns);
    }

    // The same without a filter.
    static long InALoopWithoutFilter(int turns)
    {
        int** blocks = stackalloc int*[turns];
        int caught = 0;
        for (int turn = 0; turn < turns; turn++)
        {
            try
            {
                int* block = stackalloc int[turn % 17 + 1];
                Use(blocks, block, turn);
            }
            catch (Expected)
            {
                caught++;
            }
            finally
            {
                *blocks[turn] += Clobber(1) + 1;
            }
        }
        return caught + SumOf(blocks, turns);
    }

    // Each exception finds arguments on the stack. If they stayed there, the stack would end.
    static long Often(int count, int times)
    {
        byte* block = stackalloc byte[count];
        long sum = 0;
        for (int i = 0; i < times; i++)
        {
            try
            {
                sum += Many(1, 2, 3, 4, 5, 6, 7, 8, 9, i);
            }
            catch (Expected)
            {
                block[i % count]++;
            }
        }
        for (int i = 0; i < count; i++)
            sum = sum * 3 + block[i];
        return sum;
    }

    static long Nested(int count)
    {
        int* outer = stackalloc int[count];
        outer[count - 1] = count;
        try
        {
            try
            {
                int* inner = stackalloc int[count * 2];
                inner[count * 2 - 1] = 1000;
                outer[0] = inner[count * 2 - 1];
                Throw(1);
            }
            finally
            {
                *outer += 5;
                try
                {
                    Throw(2);
                }
                catch (Expected)
                {
                    *outer += 50;
                }
            }
        }
        catch (Expected)
        {
            try
            {
                Throw(3);
            }
            catch (Expected)
            {
                Clobber(4);
                *outer += 500;
            }
        }
        return outer[0] + outer[count - 1];
    }

    static int Guarded(int value)
    {
        try
        {
            return value % 4 == 0 ? Throw(value) : value;
        }
        catch (Expected)
        {
            return -value;
        }
    }

    // A method with handlers may be put into one with stackalloc.
    static long CallsGuarded(int count)
    {
        int* values = stackalloc int[count];
        for (int i = 0; i < count; i++)
            values[i] = Guarded(i);
        long sum = 0;
        for (int i = 0; i < count; i++)
            sum = sum * 5 + values[i];
        return sum;
    }

    // More than a part of a frame may be, but of a known size.
    static long Large()
    {
        byte* block = stackalloc byte[5000];
        block[4999] = 3;
        try
        {
            Throw(4);
        }
        catch (Expected)
        {
            Clobber(10);
            return block[4999] + block[0];
        }
        return 0;
    }

    static long Nothing(int count)
    {
        int* block = stackalloc int[count];
        try
        {
            return *block + Throw(6);
        }
        catch (NullReferenceException)
        {
            return 1;
        }
        catch (Expected)
        {
            return 2;
        }
    }

    static void Main()
    {
        long inFinally = 0;
        for (int round = 0; round < 60; round++)
        {
            thrown = 0;
            long cleaned = 0;
            for (int count = 1; count < 6; count++)
            {
                try
                {
                    cleaned += Cleaned(count * 11, ref inFinally);
                }
                catch (Expected)
                {
                    cleaned += 100;
                }
            }
            string line = $"{Caught(round + 3)} {cleaned} {inFinally} {InALoop(round + 20)} {InALoopWithoutFilter(round + 20)} {Nested(round + 1)} {CallsGuarded(round + 8)} {Large()} {Nothing(0)}";
            if (round % 10 == 9)
                Console.WriteLine(line);
        }
        long often = 0;
        var thread = new Thread(() => often = Often(77, 20_000), 256 * 1024);
        thread.Start();
        thread.Join();
        Console.WriteLine(often);
    }
}

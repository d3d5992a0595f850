// include: row.part
// include: ../told.part
// include: bench.part
// Threads in part 2 of the .NET 7 inventory.
using System.Buffers;
using System.Diagnostics;
using BenchmarkDotNet.Attributes;

namespace N7b.Threading;

public class YieldingWork
{
    const int Rounds = 10_000; // a tenth of what the text measures, for the time

    [Benchmark(OperationsPerInvoke = Rounds), Row("B7b-09", "N7b-037")]
    public async Task<int> MultipleSerial()
    {
        int sum = 0;
        var rented = new byte[8][];
        for (int round = 0; round < Rounds; round++)
        {
            for (int i = 0; i < rented.Length; i++)
            {
                rented[i] = ArrayPool<byte>.Shared.Rent(4096);
                rented[i].AsSpan().Clear();
                rented[i][i] = (byte)i;
            }
            await Task.Yield();
            for (int i = rented.Length - 1; i >= 0; i--)
            {
                foreach (byte value in rented[i])
                    sum += value;
                ArrayPool<byte>.Shared.Return(rented[i]);
            }
        }
        return sum;
    }
}

public class AsyncLocals
{
    readonly AsyncLocal<int> first = new(), second = new(), third = new(), fourth = new();

    [Benchmark(OperationsPerInvoke = 4000), Row("B7b-10", "N7b-039")]
    public int Update()
    {
        first.Value = second.Value = third.Value = fourth.Value = 0;
        for (int i = 0; i < 1000; i++)
        {
            first.Value++;
            second.Value++;
            third.Value++;
            fourth.Value++;
        }
        return first.Value + second.Value + third.Value + fourth.Value;
    }
}

public class ReaderLocks
{
    /// One round of the text's program, which goes on for ten seconds and counts the stalls of 10 ms; here they are in the time.
    [Benchmark, Row("B7b-11", "N7b-040")]
    public int EnterByHundredTasks()
    {
        using var gate = new ReaderWriterLockSlim();
        int entered = 0;
        var tasks = new Task[100];
        for (int i = 0; i < tasks.Length; i++)
        {
            tasks[i] = Task.Run(() =>
            {
                long start = Stopwatch.GetTimestamp();
                gate.EnterReadLock();
                gate.ExitReadLock();
                if (Stopwatch.GetElapsedTime(start) >= TimeSpan.Zero)
                    Interlocked.Increment(ref entered);
            });
        }
        Task.WaitAll(tasks);
        return entered;
    }
}

// rows: N7c-086 N7c-087 N7c-088 N7c-089 N7c-091 N7c-093
// One body of code for several uses: chosen by a flag, by constrained calls on structs, by static abstract members, also in the library's searches.
using System.Runtime.CompilerServices;

var text = new MemoryStream("the same bytes"u8.ToArray());
Console.WriteLine($"flag {ByFlag(text, useAsync: false).IsCompleted} {ByFlag(text, false).Result} {await ByFlag(text, true)}");
Console.WriteLine($"struct {await ByInterface(text, new SyncReader())} {await ByInterface(text, new AsyncReader())} boxes {BoxesOf(text)}");
ValueTask<int> synchronous = ByStatic<SyncReader>(text);
Console.WriteLine($"static {synchronous.IsCompleted} {synchronous.Result} {await ByStatic<AsyncReader>(text)} {await ByStatic<Named<string>>(text)} {await ByStatic<Named<int>>(text)} {await Nested<SyncReader>.Run(text)}");

// What an asynchronous method has as parameters is in its state machine, so two longs fewer make that smaller.
long with = Suspended(task => WithParameters(task, 1, 2)), without = Suspended(WithoutParameters);
Console.WriteLine($"two parameters take {with - without} bytes");

// Negated and plain searches share their code by a type argument.
foreach (int length in (int[])[0, 1, 7, 8, 15, 16, 17, 31, 33, 64, 100])
{
    string s = string.Concat(Enumerable.Range(0, length).Select(i => i % 13 == 5 ? ';' : i % 17 == 3 ? '_' : 'a'));
    Console.Write($"{s.AsSpan().LastIndexOfAny(';', '_')},{s.AsSpan().IndexOfAny(';', '_')},{s.AsSpan().LastIndexOfAnyExcept('a', ';')},{s.AsSpan().IndexOfAnyExcept('a', '_', 'b')},{s.AsSpan().IndexOfAnyExcept('a')},{System.Text.Encoding.ASCII.GetBytes(s).AsSpan().LastIndexOfAny((byte)';', (byte)'_', (byte)'#')} ");
}
Console.WriteLine();

static async Task<long> WithParameters(Task task, long first, long second) { await task; return first + second; }
static async Task<long> WithoutParameters(Task task) { await task; return 3; }

static long Suspended(Func<Task, Task<long>> method)
{
    long bytes = 0;
    for (int i = 0; i < 3; i++) // the first rounds compile
    {
        var source = new TaskCompletionSource();
        long before = GC.GetAllocatedBytesForCurrentThread();
        Task<long> task = method(source.Task);
        bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        source.SetResult();
        bytes += task.Result - 3;
    }
    return bytes;
}

static async ValueTask<int> ByFlag(Stream stream, bool useAsync)
{
    stream.Position = 0;
    if (useAsync)
        await Task.Yield();
    var buffer = new byte[5];
    return useAsync ? await stream.ReadAsync(buffer) + 100 : stream.Read(buffer, 0, 5);
}

static async ValueTask<int> ByInterface<TReader>(Stream stream, TReader reader) where TReader : IReader => await reader.ReadAsync(stream);
static async ValueTask<int> ByStatic<TReader>(Stream stream) where TReader : IStaticReader => await TReader.ReadStaticAsync(stream) + TReader.Bonus;

[MethodImpl(MethodImplOptions.NoInlining)]
static long BoxesOf(Stream stream)
{
    static int Call<TReader>(Stream stream, TReader reader) where TReader : IReader => reader.ReadAsync(stream).Result;
    Call(stream, new Counting());
    long before = GC.GetAllocatedBytesForCurrentThread();
    int total = 0;
    for (int i = 0; i < 100; i++)
        total += Call(stream, new Counting());
    return GC.GetAllocatedBytesForCurrentThread() - before + (total == 700 ? 0 : 1);
}

interface IReader { ValueTask<int> ReadAsync(Stream stream); }
interface IStaticReader
{
    static abstract ValueTask<int> ReadStaticAsync(Stream stream);
    static virtual int Bonus => 1000;
}

struct SyncReader : IReader, IStaticReader
{
    public readonly ValueTask<int> ReadAsync(Stream stream) => ReadStaticAsync(stream);
    public static ValueTask<int> ReadStaticAsync(Stream stream) { stream.Position = 0; return new(stream.Read(new byte[6], 0, 6)); }
}

struct AsyncReader : IReader, IStaticReader
{
    public readonly ValueTask<int> ReadAsync(Stream stream) => ReadStaticAsync(stream);
    public static async ValueTask<int> ReadStaticAsync(Stream stream) { await Task.Yield(); stream.Position = 0; return await stream.ReadAsync(new byte[7]); }
    public static int Bonus => 2000;
}

struct Counting : IReader
{
    public readonly ValueTask<int> ReadAsync(Stream stream) => new(7);
}

class Named<T> : IStaticReader
{
    public static async ValueTask<int> ReadStaticAsync(Stream stream) { await Task.Yield(); return typeof(T).Name.Length; }
}

static class Nested<T> where T : IStaticReader
{
    public static async Task<int> Run(Stream stream)
    {
        await Task.Yield();
        Func<Stream, ValueTask<int>> read = T.ReadStaticAsync;
        return await read(stream) + T.Bonus;
    }
}

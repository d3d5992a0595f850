// include: row.part
// include: ../told.part
// include: bench.part
// Native memory and event sources of the .NET 6 inventory, part 2.
using System.Diagnostics.Tracing;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;

namespace N6b.Interop;

public class NativeMemories
{
    [Benchmark(Baseline = true)]
    [Row("B6b-49", "N6b-157", "N6b-173")]
    [Row("B6b-50", "N6b-173")]
    public unsafe bool AllocHGlobal()
    {
        nint block = Marshal.AllocHGlobal(100);
        ((byte*)block)[99] = 1;
        Marshal.FreeHGlobal(block);
        return block != 0;
    }

    [Benchmark]
    [Row("B6b-50", "N6b-174")]
    public unsafe bool Alloc()
    {
        void* block = NativeMemory.Alloc(100);
        ((byte*)block)[99] = 1;
        NativeMemory.Free(block);
        return block != null;
    }
}

[Row("B6b-51", "N6b-175")]
public class NullTerminated
{
    nint text;

    [GlobalSetup]
    public void Setup() => text = Marshal.StringToCoTaskMemUTF8("This is a string of eighty-odd characters, long enough for the vectors to be of use.");

    [GlobalCleanup] public void Cleanup() => Marshal.FreeCoTaskMem(text);

    [Benchmark(Baseline = true)]
    public unsafe int Old()
    {
        byte* start = (byte*)text;
        int length = 0;
        while (start[length] != 0)
            length++;
        return new ReadOnlySpan<byte>(start, length).Length;
    }

    [Benchmark]
    public unsafe int New() => MemoryMarshal.CreateReadOnlySpanFromNullTerminated((byte*)text).Length;
}

[Row("B6b-52", "N6b-180")]
public class Logging
{
    sealed class Source : EventSource
    {
        [Event(1)] public void Begun() => WriteEvent(1);

        [Event(2)] public void Counted(string name, int first, int second) => WriteEvent(2, name, first, second);
    }

    sealed class Listener : EventListener
    {
        public int Received;
        protected override void OnEventWritten(EventWrittenEventArgs eventData) => Received += eventData.EventId + (eventData.Payload?.Count ?? 0);
    }

    readonly Source source = new();
    readonly Listener listener = new();

    [GlobalSetup] public void Setup() => listener.EnableEvents(source, EventLevel.LogAlways);

    [GlobalCleanup]
    public void Cleanup()
    {
        listener.Dispose();
        source.Dispose();
    }

    [Benchmark]
    public int Log()
    {
        int before = listener.Received;
        source.Begun();
        source.Counted("text", 1, 2);
        return listener.Received - before;
    }
}

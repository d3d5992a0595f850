// include: row.part
// include: ../told.part
// include: bench.part
// options: generators
// Calls of native code in part 2 of the .NET 7 inventory; CreatePipe's part is taken by posix_memalign and pipe of the C library.
using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;

namespace N7b.Interop;

public sealed class AlignedMemory : SafeHandle
{
    public AlignedMemory() : base(0, true)
    {
    }

    public override bool IsInvalid => handle == 0;

    protected override unsafe bool ReleaseHandle()
    {
        NativeMemory.AlignedFree((void*)handle);
        return true;
    }
}

public partial class NativeCalls
{
    [DllImport("libc", EntryPoint = "posix_memalign", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    static extern bool AllocateAtRunTime(out AlignedMemory memory, nint alignment, nint size);

    [LibraryImport("libc", EntryPoint = "posix_memalign", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool AllocateGenerated(out AlignedMemory memory, nint alignment, nint size);

    [DllImport("libc", EntryPoint = "pipe", SetLastError = true)]
    static extern int PipeAtRunTime([Out] int[] ends);

    [LibraryImport("libc", EntryPoint = "pipe", SetLastError = true)]
    private static partial int PipeGenerated(Span<int> ends);

    [DllImport("libc", EntryPoint = "close")]
    static extern int Close(int end);

    /// posix_memalign returns zero, which is false here, when it succeeded.
    [Benchmark, Row("B7b-07", "N7b-012", "N7b-013", "N7b-014")]
    public bool OutHandleDllImport()
    {
        bool failed = AllocateAtRunTime(out AlignedMemory memory, 64, 256);
        using (memory)
            return !failed && memory.DangerousGetHandle() % 64 == 0;
    }

    [Benchmark, Row("B7b-07", "N7b-016")]
    public bool OutHandleLibraryImport()
    {
        bool failed = AllocateGenerated(out AlignedMemory memory, 64, 256);
        using (memory)
            return !failed && memory.DangerousGetHandle() % 64 == 0;
    }

    [Benchmark, Row("B7b-07", "N7b-012", "N7b-015")]
    public int PipeDllImport()
    {
        int[] ends = new int[2];
        return PipeAtRunTime(ends) + Close(ends[0]) + Close(ends[1]);
    }

    [Benchmark, Row("B7b-07", "N7b-016", "N7b-025")]
    public int PipeLibraryImport()
    {
        Span<int> ends = stackalloc int[2];
        return PipeGenerated(ends) + Close(ends[0]) + Close(ends[1]);
    }
}

public class Handles
{
    readonly byte[] buffer = new byte[1024];

    [Benchmark, Row("B7b-08", "N7b-032")]
    public int PinUnpin()
    {
        GCHandle.Alloc(buffer, GCHandleType.Pinned).Free();
        return buffer.Length;
    }
}

using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

sealed class Memory : SafeHandleZeroOrMinusOneIsInvalid
{
    public static int Released;
    public Memory() : base(true) { }
    protected override bool ReleaseHandle()
    {
        Interlocked.Increment(ref Released);
        Program.free(handle);
        return true;
    }
}

sealed class Descriptor : CriticalHandleMinusOneIsInvalid
{
    public Descriptor(int fd) => SetHandle(fd);
    protected override bool ReleaseHandle()
    {
        Console.WriteLine("closing descriptor");
        return true;
    }
}

static class Program
{
    [DllImport("libc")] static extern Memory malloc(nuint size);
    [DllImport("libc")] static extern nint memset(Memory memory, int value, nuint size);
    [DllImport("libc", EntryPoint = "memcmp")] static extern int Compare(Memory a, Memory b, nuint size);
    [DllImport("libc")] public static extern void free(nint memory);
    [DllImport("libc", SetLastError = true)] static extern SafeFileHandle open(string path, int flags);
    [DllImport("libc", SetLastError = true)] static extern nint read(SafeFileHandle file, byte[] buffer, nint count);
    [DllImport("libc", EntryPoint = "posix_memalign")] static extern int Allocate(out Memory memory, nuint alignment, nuint size);
    [DllImport("libc", EntryPoint = "labs")] static extern long Value(Descriptor descriptor);
    [DllImport("libc", EntryPoint = "labs")] static extern long Value(HandleRef handle);

    static void Use()
    {
        using Memory a = malloc(100), b = malloc(100);
        Console.WriteLine(a.IsInvalid + " " + memset(a, 7, 100).Equals(a.DangerousGetHandle()));
        memset(b, 7, 100);
        Console.WriteLine(Compare(a, b, 100));
    }

    static void Abandon()
    {
        for (int i = 0; i < 10; i++)
            malloc(16);
    }

    static void Main()
    {
        Use();
        Console.WriteLine(Memory.Released);
        Abandon();
        for (int i = 0; i < 5 && Memory.Released < 10; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Console.WriteLine(Memory.Released >= 10);
        using (SafeFileHandle file = open("/proc/self/cmdline", 0))
        {
            byte[] buffer = new byte[16];
            Console.WriteLine(file.IsInvalid + " " + (read(file, buffer, 16) > 0) + " " + (buffer[0] != 0));
        }
        using (SafeFileHandle missing = open("/nothing/here", 0))
            Console.WriteLine(missing.IsInvalid + " " + Marshal.GetLastPInvokeError());
        Console.WriteLine(Allocate(out Memory aligned, 64, 128) + " " + aligned.DangerousGetHandle() % 64);
        aligned.Dispose();
        try
        {
            memset(aligned, 1, 1);
        }
        catch (ObjectDisposedException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        try
        {
            memset(null!, 1, 1);
        }
        catch (ArgumentNullException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        var descriptor = new Descriptor(-5);
        Console.WriteLine(Value(descriptor) + " " + Value(new HandleRef(descriptor, -6)));
        descriptor.Dispose();
        bool added = false;
        Memory counted = malloc(8);
        counted.DangerousAddRef(ref added);
        counted.Dispose();
        Console.WriteLine(added + " " + counted.IsClosed + " " + counted.IsInvalid);
        counted.DangerousRelease();
        Console.WriteLine(counted.IsClosed);
    }
}

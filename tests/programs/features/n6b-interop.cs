// rows: N6b-157 N6b-158 N6b-159 N6b-160 N6b-161 N6b-162 N6b-163 N6b-165 N6b-166 N6b-170 N6b-172 N6b-173 N6b-174 N6b-175
// options: generators
// Calls of native code: plain and with a stub, made by the engine and by the generator; handles, errors, pinned references, functions both ways.
using Microsoft.Win32.SafeHandles;
using System.IO.Compression;
using System.IO.MemoryMappedFiles;
using System.Net;
using System.Net.NetworkInformation;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

sealed class Handle() : SafeHandleZeroOrMinusOneIsInvalid(true)
{
    protected override bool ReleaseHandle() => Native.close_handle(handle) == 1;
}

static unsafe partial class Native
{
    const string Library = "n6b-interop";
    [DllImport(Library)] public static extern int plain_add(int a, long b, double c);
    [DllImport(Library, EntryPoint = "same")] public static extern bool Truth(int value);
    [DllImport(Library, EntryPoint = "same_byte")] [return: MarshalAs(UnmanagedType.U1)] public static extern bool ByteTruth(byte value);
    [DllImport(Library, EntryPoint = "same")] public static extern int Number(bool value);
    [DllImport(Library, SetLastError = true)] public static extern int fail_with(int error);
    [DllImport(Library, EntryPoint = "fail_with")] public static extern int FailQuietly(int error);
    [DllImport(Library)] public static extern int close_handle(nint handle);
    [DllImport(Library)] public static extern Handle open_handle();
    [DllImport(Library)] public static extern int count_handles();
    [DllImport(Library)] public static extern int use_handle(Handle handle, delegate* unmanaged<int, int> during);
    [DllImport(Library)] public static extern int fill_later(ref int value, int count, delegate* unmanaged<int, int> before);
    [DllImport(Library)] public static extern int nested(delegate* unmanaged<int, int> function, int depth);
    [DllImport(Library)] public static extern void keep(delegate* unmanaged<int, int> function);
    [DllImport(Library)] public static extern int call_kept(int value);

    [LibraryImport(Library, EntryPoint = "same")] [return: MarshalAs(UnmanagedType.Bool)] public static partial bool GeneratedTruth(int value);
    [LibraryImport(Library, EntryPoint = "fail_with", SetLastError = true)] public static partial int GeneratedFail(int error);
    [LibraryImport(Library, EntryPoint = "open_handle")] public static partial Handle GeneratedOpen();
    [LibraryImport(Library, EntryPoint = "use_handle")] public static partial int GeneratedUse(Handle handle, delegate* unmanaged<int, int> during);
    [LibraryImport(Library, EntryPoint = "fill_later")] public static partial int GeneratedFill(ref int value, int count, delegate* unmanaged<int, int> before);
    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8, EntryPoint = "strlen")] public static partial nuint Length(string text);
}

static unsafe class Program
{
    static void Try(string what, Func<object?> action)
    {
        try { Console.WriteLine($"{what}: {action() ?? "null"}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}"); }
    }

    static void Main()
    {
        Values();
        Errors();
        Handles();
        References();
        Functions();
        Memory();
        Library();
    }

    static void Values()
    {
        Console.WriteLine($"{Native.plain_add(1, -5, 7.9)} {Native.Number(true)} {Native.Number(false)}");
        foreach (int value in new[] { 0, 1, 2, 256, -1, int.MinValue })
            Console.Write($"{Native.Truth(value)} {Native.GeneratedTruth(value)}; ");
        Console.WriteLine($"{Native.ByteTruth(0)} {Native.ByteTruth(2)}");
        Try("generated text", () => $"{Native.Length("äöü")} {Native.Length("")}");
    }

    static void Errors()
    {
        foreach (int error in new[] { 2, 0, 13 })
        {
            Console.Write($"{Native.fail_with(error)} {Marshal.GetLastPInvokeError()} {Marshal.GetLastWin32Error()}; ");
            Console.WriteLine($"{Native.GeneratedFail(error)} {Marshal.GetLastPInvokeError()}");
        }
        Native.FailQuietly(5);
        Console.WriteLine($"not asked for: {Marshal.GetLastPInvokeError()}");
        Marshal.SetLastPInvokeError(77);
        Marshal.SetLastSystemError(9);
        Console.WriteLine($"{Marshal.GetLastPInvokeError()} {Marshal.GetLastSystemError()}");
        int other = -1;
        var thread = new Thread(() => { Native.fail_with(3); other = Marshal.GetLastPInvokeError(); });
        thread.Start();
        thread.Join();
        Console.WriteLine($"another thread's {other} {Marshal.GetPInvokeErrorMessage(2)}");
    }

    static Handle? used;

    [UnmanagedCallersOnly]
    static int DisposeIt(int open)
    {
        used!.Dispose();
        GC.Collect();
        return Native.count_handles() * 10; // still open: the call holds it
    }

    static void Handles()
    {
        for (int way = 0; way < 2; way++)
        {
            used = way == 0 ? Native.open_handle() : Native.GeneratedOpen();
            Console.Write($"open {Native.count_handles()} {used.IsInvalid}; ");
            int result = way == 0 ? Native.use_handle(used, &DisposeIt) : Native.GeneratedUse(used, &DisposeIt);
            Console.WriteLine($"during the call {result}, after it {Native.count_handles()} {used.IsClosed}");
        }
        Try("closed", () => Native.use_handle(used!, &DisposeIt));
        Try("closed, generated", () => Native.GeneratedUse(used!, &DisposeIt));
        Try("null", () => Native.use_handle(null!, &DisposeIt));
        Try("null, generated", () => Native.GeneratedUse(null!, &DisposeIt));
    }

    [UnmanagedCallersOnly]
    static int Collect(int count)
    {
        for (int i = 0; i < 100; i++)
            _ = new byte[1000];
        GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);
        return count;
    }

    static void References()
    {
        for (int way = 0; way < 2; way++)
        {
            var garbage = new object[100];
            for (int i = 0; i < 100; i++)
                garbage[i] = new byte[100];
            int[] array = [9, 9, 9, 9, 9, 9];
            Array.Clear(garbage);
            int result = way == 0 ? Native.fill_later(ref array[1], 4, &Collect) : Native.GeneratedFill(ref array[1], 4, &Collect);
            Console.WriteLine($"{result} {string.Join(",", array)}");
        }
    }

    [UnmanagedCallersOnly]
    static int Deeper(int depth)
    {
        if (depth % 5 == 0)
            GC.Collect();
        string text = new('x', depth);
        int below = Native.nested(&Deeper, depth - 1);
        return below + text.Length;
    }

    static int Managed(int value) => value * 2;

    static readonly delegate*<int, int> field = &Managed;

    static void Functions()
    {
        Console.WriteLine($"{Native.nested(&Deeper, 20)} {field(21)} {((delegate*<int, int>)(nint)field)(4)}");
        delegate* unmanaged<int, int> address = &Deeper;
        Console.WriteLine($"{address(3)} {address == (delegate* unmanaged<int, int>)&Deeper}");
        Native.keep(&Collect);
        int sum = 0;
        var thread = new Thread(() => sum += Native.call_kept(5));
        thread.Start();
        thread.Join();
        Console.WriteLine($"{sum} {Native.call_kept(6)}");
        delegate* unmanaged<int, int> native = (delegate* unmanaged<int, int>)NativeLibrary.GetExport(NativeLibrary.Load("n6b-interop", typeof(Program).Assembly, null), "same");
        Console.WriteLine(native(-12));
        Try("null function", () => { delegate*<int, int> none = null; return none == null; });
    }

    static void Memory()
    {
        byte* block = (byte*)NativeMemory.AllocZeroed(10, 4);
        int sum = 0;
        for (int i = 0; i < 40; i++)
            sum += block[i];
        block[39] = 7;
        block = (byte*)NativeMemory.Realloc(block, 4000);
        byte* aligned = (byte*)NativeMemory.AlignedAlloc(100, 256);
        NativeMemory.Fill(aligned, 100, 3);
        NativeMemory.Copy(block + 30, aligned, 10);
        aligned = (byte*)NativeMemory.AlignedRealloc(aligned, 5000, 256);
        Console.WriteLine($"{sum} {block[39]} {(nuint)aligned % 256} {aligned[9]} {aligned[99]}");
        NativeMemory.Clear(aligned, 100);
        Console.WriteLine($"{aligned[9]} {aligned[99]}");
        NativeMemory.AlignedFree(aligned);
        NativeMemory.Free(block);
        NativeMemory.Free(null);
        Try("too much", () => (nint)NativeMemory.Alloc(nuint.MaxValue, 2));
        Try("bad alignment", () => (nint)NativeMemory.AlignedAlloc(8, 3));
        nint global = Marshal.AllocHGlobal(8);
        global = Marshal.ReAllocHGlobal(global, 100);
        Marshal.WriteInt64(global, 92, 0x0102030405060708);
        Console.WriteLine($"{Marshal.ReadByte(global, 99)} {Marshal.ReadInt16(global, 98)}");
        Marshal.FreeHGlobal(global);
        nint task = Marshal.AllocCoTaskMem(0);
        Marshal.FreeCoTaskMem(task);
        Marshal.FreeHGlobal(0);
        Try("all of it", () => Marshal.AllocHGlobal(nint.MaxValue));
        for (int length = 0; length < 200; length += 33)
        {
            nint utf8 = Marshal.StringToCoTaskMemUTF8(new string('é', length)), utf16 = Marshal.StringToCoTaskMemUni(new string('é', length));
            for (int offset = 0; offset <= length; offset += 7) // unaligned too
                sum += MemoryMarshal.CreateReadOnlySpanFromNullTerminated((byte*)utf8 + offset).Length + MemoryMarshal.CreateReadOnlySpanFromNullTerminated((char*)utf16 + offset).Length;
            Marshal.FreeCoTaskMem(utf8);
            Marshal.FreeCoTaskMem(utf16);
        }
        Console.WriteLine($"{sum} {MemoryMarshal.CreateReadOnlySpanFromNullTerminated((byte*)null).Length} {MemoryMarshal.CreateReadOnlySpanFromNullTerminated((char*)null).IsEmpty}");
    }

    [DllImport("libc")] static extern long time(long* none);

    /// What the library calls itself in these ways.
    static void Library()
    {
        DateTime now = DateTime.UtcNow;
        long seconds = time(null);
        Console.WriteLine($"{Math.Abs((now - DateTime.UnixEpoch).TotalSeconds - seconds) < 5} {now.Kind} {DateTime.UtcNow >= now} {DateTimeOffset.UtcNow.Offset}");
        NetworkInterface? loopback = NetworkInterface.GetAllNetworkInterfaces().FirstOrDefault(card => card.NetworkInterfaceType == NetworkInterfaceType.Loopback);
        Console.WriteLine($"{loopback?.Name} {loopback?.OperationalStatus is OperationalStatus.Up or OperationalStatus.Unknown} {loopback?.GetIPProperties().UnicastAddresses.Any(address => address.Address.Equals(IPAddress.Loopback))} {NetworkInterface.LoopbackInterfaceIndex}");
        using (MemoryMappedFile mapped = MemoryMappedFile.CreateNew(null, 10_000))
        using (MemoryMappedViewAccessor view = mapped.CreateViewAccessor(4096, 100))
        {
            view.Write(8, 0x1122334455667788);
            using MemoryMappedViewStream stream = mapped.CreateViewStream();
            stream.Position = 4096 + 8;
            Console.WriteLine($"{stream.ReadByte():x} {view.ReadInt32(12):x} {view.Capacity}");
        }
        Span<byte> packed = stackalloc byte[200], unpacked = stackalloc byte[1000];
        byte[] text = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat("0123456789", 100)));
        Console.WriteLine($"{BrotliEncoder.TryCompress(text, packed, out int written)} {BrotliDecoder.TryDecompress(packed[..written], unpacked, out int read)} {read} {unpacked.SequenceEqual(text)} {BrotliDecoder.TryDecompress(packed[..5], unpacked, out read)} {BrotliEncoder.GetMaxCompressedLength(1000)}");
    }
}

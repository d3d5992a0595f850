// Reads, writes and calls at wild addresses, signals from outside, Debugger.Break: how the process ends, or that it goes on.
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
unsafe class Program
{
    class C { public int A, B; public object? O; public virtual void V() { } }
    static object keep = new();
    [MethodImpl(MethodImplOptions.NoInlining)] static void Method() { Console.WriteLine("method"); }
    static nint Wild(string kind)
    {
        switch (kind)
        {
            case "low": return 5000; case "mid": return unchecked((nint)0x123456789); case "high": return unchecked((nint)0x7000_0000_0000); case "kernel": return unchecked((nint)(long)0xffff_8000_0000_0000); case "noncanonical": return unchecked((nint)0x1234_5678_9abc_def0);
            case "minus": return -8; case "zero": return 0; case "small": return 100;
            case "code": return (nint)(delegate*<void>)&Method; case "library": return NativeLibrary.GetExport(NativeLibrary.Load("libc.so.6"), "getpid");
            case "string": return (nint)Unsafe.AsPointer(ref MemoryMarshal.GetReference("literal".AsSpan()));
            case "type": return typeof(C).TypeHandle.Value; case "readonly": fixed (byte* p = "abc"u8) return (nint)p; case "object": return *(nint*)Unsafe.AsPointer(ref keep);
            case "unmapped": { nint p = (nint)mmap(0, 65536, 3, 0x22, -1, 0); munmap(p, 65536); return p; } case "none": return (nint)mmap(0, 65536, 0, 0x22, -1, 0); case "mapped": return (nint)mmap(0, 65536, 3, 0x22, -1, 0); case "readmap": return (nint)mmap(0, 65536, 1, 0x22, -1, 0);
            default: throw new ArgumentException(kind);
        }
    }
    [DllImport("libc")] static extern void* mmap(nint a, nint n, int prot, int flags, int fd, nint off); [DllImport("libc")] static extern int munmap(nint a, nint n); [DllImport("libc")] static extern nint strlen(nint p); [DllImport("libc")] static extern nint memset(nint p, int c, nint n); [DllImport("libc")] static extern void abort(); [DllImport("libc")] static extern int kill(int pid, int sig); [DllImport("libc")] static extern int getpid(); [DllImport("libc")] static extern int raise(int sig); [DllImport("libc")] static extern void exit(int c); [DllImport("libc")] static extern void _exit(int c);
    static int sink;
    static void Main(string[] args)
    {
        if (args.Length == 0) { RunAll(); return; }
        Console.WriteLine("start");
        try { Act(args[0], args.Length > 1 ? Wild(args[1]) : 0); Console.WriteLine("survived"); }
        catch (Exception e) { Console.WriteLine("caught " + e.GetType().Name + " " + e.Message.Split('\n')[0]); }
        finally { Console.WriteLine("finally"); }
    }
    // Each in a process of its own.
    static void RunAll()
    {
        string[] cases = ["read mid", "write mid", "write kernel", "write noncanonical", "write none", "write readonly", "write code", "writeref mid", "call mid", "call noncanonical", "unmanaged mid", "memset mid", "marshalwrite mid", "marshalread noncanonical", "thread mid", "finalizer mid", "interlocked zero", "tryread kernel", "tryread minus", "tryread noncanonical", "tryread small", "tryread mid", "raise mid 6", "raise mid 4", "raise mid 11", "abort", "break"];
        Parallel.ForEach(cases.Index().ToArray(), new ParallelOptions { MaxDegreeOfParallelism = 2 }, c =>
        {
            var start = new ProcessStartInfo(Environment.ProcessPath!, [typeof(Program).Assembly.Location, .. c.Item.Split(' ')]) { RedirectStandardOutput = true, RedirectStandardError = true };
            using Process process = Process.Start(start)!;
            Task<string> error = process.StandardError.ReadToEndAsync();
            string output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            cases[c.Index] = $"{c.Item}: {process.ExitCode} {output.ReplaceLineEndings("/")} {string.Join("/", error.Result.Split('\n').Take(2))}";
        });
        foreach (string line in cases) Console.WriteLine(line);
    }
    // In the try region of the method that reads.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static string TryRead(byte* p, int count)
    {
        int sum = 0;
        try { for (int i = 0; i < count; i++) sum += p[i]; }
        catch (NullReferenceException) { return "null"; }
        return $"read {sum}";
    }
    static void Act(string what, nint p)
    {
        switch (what)
        {
            case "tryread": Console.WriteLine(TryRead((byte*)p, 3)); break;
            case "read": sink = *(int*)p; break; case "write": *(int*)p = 1; break; case "readbyte": sink = *(byte*)p; break; case "writeref": Unsafe.AsRef<object?>((void*)p) = "x"; break; case "copyto": { Guid g = Guid.Empty; *(Guid*)p = g; break; } case "copyfrom": { Guid g = *(Guid*)p; sink = g.GetHashCode(); break; }
            case "call": ((delegate*<void>)p)(); break; case "unmanaged": ((delegate* unmanaged<void>)p)(); break; case "tail": Tail(p); break;
            case "memcpy": { byte b = 0; Unsafe.CopyBlock((void*)p, &b, 1); break; } case "memmove": Buffer.MemoryCopy((void*)p, (void*)(p + 1), 4096, 4096); break; case "memset": Unsafe.InitBlock((void*)p, 0, 500); break; case "clear": new Span<byte>((void*)p, 1000).Clear(); break; case "fill": new Span<byte>((void*)p, 1000).Fill(5); break;
            case "marshalread": sink = Marshal.ReadInt32(p); break; case "marshalwrite": Marshal.WriteInt32(p, 5); break; case "ptrtostring": Console.WriteLine(Marshal.PtrToStringUTF8(p)!.Length >= 0); break; case "copyarray": Marshal.Copy(p, new byte[10], 0, 10); break; case "free": Marshal.FreeHGlobal(p); break; case "strlen": strlen(p); break; case "memsetc": memset(p, 0, 10); break;
            case "interlocked": Interlocked.Increment(ref *(int*)p); break; case "volatile": Volatile.Write(ref *(int*)p, 1); break; case "exchange": Interlocked.Exchange(ref Unsafe.AsRef<object?>((void*)p), "x"); break;
            case "object": { object o = Unsafe.As<nint, object>(ref p); Console.WriteLine(o.ToString()!.Length > 0); break; } case "objectfield": { C o = (C)Unsafe.As<nint, object>(ref p); o.B = 5; break; } case "virtual": { C o = Unsafe.As<nint, C>(ref p); o.V(); break; } case "gettype": { object o = Unsafe.As<nint, object>(ref p); Console.WriteLine(o.GetType() is null); break; } case "cast": { object o = Unsafe.As<nint, object>(ref p); Console.WriteLine(o is string); break; } case "lock": { object o = Unsafe.As<nint, object>(ref p); lock (o) { } break; }
            case "delegate": { Action a = Marshal.GetDelegateForFunctionPointer<Action>(p); a(); break; } case "handle": { GCHandle h = GCHandle.FromIntPtr(p); Console.WriteLine(h.Target is null); break; } case "typehandle": Console.WriteLine(Type.GetTypeFromHandle(RuntimeTypeHandle.FromIntPtr(p)) is null); break; case "methodhandle": Console.WriteLine(System.Reflection.MethodBase.GetMethodFromHandle(RuntimeMethodHandle.FromIntPtr(p)) is null); break;
            case "abort": abort(); break; case "kill": kill(getpid(), int.Parse(Environment.GetCommandLineArgs()[3])); Thread.Sleep(300); break; case "raise": raise(int.Parse(Environment.GetCommandLineArgs()[3])); Thread.Sleep(50); break; case "exit": exit(3); break; case "_exit": _exit(4); break;
            case "break": System.Diagnostics.Debugger.Break(); Console.WriteLine("broke " + System.Diagnostics.Debugger.IsAttached); System.Diagnostics.Debugger.Log(1, "c", "m"); Console.WriteLine(System.Diagnostics.Debugger.Launch() + " " + System.Diagnostics.Debugger.IsLogging()); break;
            case "thread": { Thread t = new(() => *(int*)p = 1); t.Start(); t.Join(); break; } case "stack": { byte* b = stackalloc byte[16]; b -= (nint)2000000000; *b = 1; break; } case "environmentexit": Environment.Exit(7); break; case "failfast": Environment.FailFast("fail"); break; case "failfastex": Environment.FailFast("fail", new InvalidOperationException("inner")); break; case "divide": sink = 5 / (int)p; break;
            case "finalizer": Finalized(p); GC.Collect(); GC.WaitForPendingFinalizers(); break; case "pool": ThreadPool.QueueUserWorkItem(_ => *(int*)p = 1); Thread.Sleep(1000); break; case "cctor": Init.P = p; Bad.X = 1; break;
            default: throw new ArgumentException(what);
        }
    }
    class F { public nint P; ~F() { *(int*)P = 1; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Finalized(nint p) { for (int i = 0; i < 20; i++) new F { P = p }; }
    static class Init { public static nint P; } static class Bad { static Bad() { *(int*)Init.P = 1; } public static int X; }
    static void Tail(nint p) => ((delegate*<void>)p)();
}

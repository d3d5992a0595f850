// What CoreLib asks of the engine and few programs do: tokens and raw metadata, environment blocks, contention, debuggers, events,
// barriers of the whole process, the processor's own words, limits of the collector.
using System.Collections;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Reflection;
using System.Reflection.Metadata;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

interface IFound; interface IFound<T> : IFound;
class Found : IFound<int>, IDisposable { public void Dispose() { } public int Field = 5; public static string Text => "a literal of the program"; }

[EventSource(Name = "Celer-Test")]
sealed class Source : EventSource
{
    [Event(1, Message = "{0} {1}")] public void Said(string text, int number) => WriteEvent(1, text, number);
    [Event(2, Opcode = EventOpcode.Start)] public void WorkStart(int id) => WriteEvent(2, id);
    [Event(3, Opcode = EventOpcode.Stop)] public void WorkStop(int id) => WriteEvent(3, id);
}
sealed class Listener : EventListener
{
    public readonly List<string> Lines = [];
    protected override void OnEventSourceCreated(EventSource source) { if (source.Name == "Celer-Test") EnableEvents(source, EventLevel.Verbose); }
    protected override void OnEventWritten(EventWrittenEventArgs e) =>
        Lines.Add($"{e.EventId} {e.EventName} {string.Join(",", e.PayloadNames!)} {string.Join(",", e.Payload!)} {e.Opcode} {e.Level} {e.ActivityId == Guid.Empty}");
}

static unsafe class Program
{
    static string Try(Func<object?> action)
    {
        try { return action()?.ToString() ?? "null"; }
        catch (Exception e) { return e.GetType().Name + ": " + e.Message.Split('\n')[0]; }
    }

    static void Tokens()
    {
        Module module = typeof(Found).Module;
        MethodInfo method = typeof(Found).GetMethod("Dispose")!;
        FieldInfo field = typeof(Found).GetField("Field")!;
        Console.WriteLine(ReferenceEquals(module.ResolveType(typeof(Found).MetadataToken), typeof(Found)));
        Console.WriteLine(module.ResolveMethod(method.MetadataToken)! == method);
        Console.WriteLine(module.ResolveField(field.MetadataToken)! == field);
        Console.WriteLine(module.ResolveMember(field.MetadataToken) == field);
        Console.WriteLine(module.ResolveMember(typeof(Found).MetadataToken) == typeof(Found));
        bool found = false;
        int end = 0x70000001;
        for (int token = 0x70000001; !found && token < 0x70010000; token = ++end)
            try { found = module.ResolveString(token) == "a literal of the program"; } catch (ArgumentException) { }
        Console.WriteLine("literal found: " + found);
        Console.WriteLine(module.ResolveSignature(0x11000001).Length > 1);
        // A TypeRef, a MemberRef, a TypeSpec, a MethodSpec.
        foreach (int table in new[] { 0x01, 0x0a, 0x1b, 0x2b })
            Console.WriteLine(module.ResolveMember(table << 24 | 1, [typeof(int)], [typeof(int)])!.MemberType is MemberTypes.TypeInfo or MemberTypes.Method or MemberTypes.Constructor or MemberTypes.Field);
        foreach (int token in new[] { 0, 1, -1, 0x02ffffff, 0x06ffffff, 0x04ffffff, 0x0affffff, 0x0a000000, 0x11ffffff, 0x70ffffff, 0x20000001, 0x08000001, 0x7f000001 })
            Console.WriteLine($"{token:x8}: {Try(() => module.ResolveType(token)).Split(':')[0]} {Try(() => module.ResolveMethod(token)).Split(':')[0]} "
                + $"{Try(() => module.ResolveField(token)).Split(':')[0]} {Try(() => module.ResolveMember(token)).Split(':')[0]} "
                + $"{Try(() => module.ResolveString(token)).Split(':')[0]} {Try(() => module.ResolveSignature(token)).Split(':')[0]}");
        foreach (int token in new[] { 0x0affffff, 0x0a000000, 0x06ffffff })
            Console.WriteLine(Try(() => module.ResolveMethod(token)));
        Console.WriteLine(Try(() => module.ResolveType(method.MetadataToken)).Split(':')[0] + Try(() => module.ResolveMethod(typeof(Found).MetadataToken)).Split(':')[0]);
        bool has = typeof(Found).Assembly.TryGetRawMetadata(out byte* blob, out int length);
        Console.WriteLine($"{has} {*(uint*)blob:x} {length > 1000}");
        module.GetPEKind(out PortableExecutableKinds kinds, out ImageFileMachine machine);
        Console.WriteLine($"{kinds} {machine} {module.MDStreamVersion:x} {module.ScopeName} {module.IsResource()} {module.GetTypes().Contains(typeof(Found))}");
        Console.WriteLine(string.Join(",", typeof(Found).FindInterfaces((type, criteria) => type.Name.StartsWith((string)criteria!), "IFound").Select(t => t.ToString()).Order(StringComparer.Ordinal)));
        Console.WriteLine(string.Join(",", module.FindTypes(Module.FilterTypeNameIgnoreCase, "f*").Select(t => t.Name).Order(StringComparer.Ordinal)));
        Console.WriteLine(typeof(Found).FindMembers(MemberTypes.All, BindingFlags.Public | BindingFlags.Instance, Type.FilterName, "F*").Length);
    }

    static void EnvironmentBlocks()
    {
        string[] names = ["CELER_TEST_A", "celer_test_a", "CELER_TEST_Ü", "CELER_TEST_EMPTY"];
        string?[] values = ["1", "two words = three", "größe 😀", ""];
        for (int i = 0; i < names.Length; i++)
            Environment.SetEnvironmentVariable(names[i], values[i]);
        IDictionary all = Environment.GetEnvironmentVariables();
        foreach (string name in names)
            Console.WriteLine($"{name} [{Environment.GetEnvironmentVariable(name)}] [{all[name]}] {all.Contains(name)}");
        Environment.SetEnvironmentVariable(names[0], null);
        Console.WriteLine(Environment.GetEnvironmentVariable(names[0]) == null && !Environment.GetEnvironmentVariables().Contains(names[0]));
        Console.WriteLine(Try(() => { Environment.SetEnvironmentVariable("", "x"); return "set"; }));
        Console.WriteLine(Try(() => { Environment.SetEnvironmentVariable("a=b", "x"); return "set"; }));
        Console.WriteLine(Try(() => { Environment.SetEnvironmentVariable("\0", "x"); return "set"; }));
        Console.WriteLine(Environment.ExpandEnvironmentVariables("<%celer_test_a%> %NO_SUCH_ONE%"));
        using Process child = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", "printf '%s' \"$celer_test_a\""]) { RedirectStandardOutput = true })!;
        Console.WriteLine(child.StandardOutput.ReadToEnd());
        child.WaitForExit();
    }

    static void Threading()
    {
        long before = Monitor.LockContentionCount;
        object gate = new();
        var entered = new ManualResetEventSlim();
        Thread waiting;
        lock (gate)
        {
            waiting = new Thread(() => { entered.Set(); lock (gate) { } });
            waiting.Start();
            entered.Wait();
            while ((waiting.ThreadState & System.Threading.ThreadState.WaitSleepJoin) == 0)
                Thread.Yield();
        }
        waiting.Join();
        Console.WriteLine(Monitor.LockContentionCount > before);
        var thread = new Thread(() => { }) { Priority = ThreadPriority.AboveNormal };
        Console.WriteLine(thread.Priority + " " + thread.ThreadState);
        thread.Start();
        thread.Join();
        Console.WriteLine(Try(() => thread.Priority) + " " + thread.ThreadState);
        Console.WriteLine(Try(() => thread.Priority = (ThreadPriority)9));
        Thread.SpinWait(-1);
        Thread.SpinWait(1000);
        Interlocked.MemoryBarrierProcessWide();
        Thread.MemoryBarrier();
        using var first = new AutoResetEvent(true);
        using var second = new AutoResetEvent(false);
        Console.WriteLine(WaitHandle.SignalAndWait(second, first, 0, false) + " " + second.WaitOne(0) + " " + WaitHandle.SignalAndWait(second, first, 0, false));
        Console.WriteLine(Try(() => WaitHandle.SignalAndWait(first, new Mutex(true), -5, false)));
        Console.WriteLine(Try(() => { new Semaphore(1, 1).Release(); return ""; }));
        Console.WriteLine(Try(() => { new Mutex(false).ReleaseMutex(); return ""; }));
        Console.WriteLine(Thread.GetCurrentProcessorId() >= -1);
    }

    static void Debuggers()
    {
        Console.WriteLine($"{Debugger.IsAttached} {Debugger.IsLogging()} [{Debugger.DefaultCategory}]");
        Debugger.Log(0, "category", "a message\n");
        Debugger.NotifyOfCrossThreadDependency();
        Debugger.BreakForUserUnhandledException(new Exception("unseen"));
        var frame = new StackFrame(0, false);
        Console.WriteLine($"{frame.GetMethod()!.Name} {frame.GetILOffset() != StackFrame.OFFSET_UNKNOWN} {frame.GetNativeOffset() > 0} {frame.GetFileLineNumber()}");
        Console.WriteLine(new StackFrame(1000).GetMethod() == null);
        Console.WriteLine(new StackTrace(new Exception()).FrameCount);
    }

    static void Events()
    {
        using var listener = new Listener();
        using var source = new Source();
        source.Said("text", 7);
        source.WorkStart(1);
        Guid inside = EventSource.CurrentThreadActivityId;
        source.WorkStop(1);
        EventSource.SetCurrentThreadActivityId(new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), out Guid previous);
        Console.WriteLine(EventSource.CurrentThreadActivityId + " " + (previous == inside));
        source.Write("Dynamic", new { A = 1, B = "b" });
        foreach (string line in listener.Lines)
            Console.WriteLine(line);
    }

    static void Memory()
    {
        var numbers = new long[8] { 1, 2, 3, 4, 5, 6, 7, 8 };
        fixed (long* start = numbers)
        {
            Buffer.MemoryCopy(start, start + 2, 48, 40);
            Console.WriteLine(string.Join(",", numbers));
            Buffer.MemoryCopy(start + 1, start, 64, 56);
            Console.WriteLine(string.Join(",", numbers));
            long* same = start;
            Console.WriteLine(Try(() => { Buffer.MemoryCopy(same, same + 1, 8, 16); return ""; }));
        }
        nint memory = RuntimeHelpers.AllocateTypeAssociatedMemory(typeof(Found), 32);
        bool zero = true;
        for (int i = 0; i < 32; i++)
            zero &= ((byte*)memory)[i] == 0;
        Console.WriteLine(zero + " " + Try(() => RuntimeHelpers.AllocateTypeAssociatedMemory(typeof(Found), -1)).Split(':')[0]);
        Console.WriteLine(Try(() => { GC.AddMemoryPressure(0); return ""; }) + Try(() => { GC.RemoveMemoryPressure(-1); return ""; }));
        GC.AddMemoryPressure(1 << 20);
        GC.RemoveMemoryPressure(1 << 20);
        GC.RefreshMemoryLimit();
        Console.WriteLine(Try(() => GC.WaitForFullGCApproach(0)));
        Console.WriteLine(Try(() => GC.WaitForFullGCComplete(-2)));
        Console.WriteLine(string.IsInterned(new string('q', 30) + 1) == null && ReferenceEquals(string.Intern(new string('z', 3) + 9), string.IsInterned("zzz9")));
        byte[] uninitialized = GC.AllocateUninitializedArray<byte>(5000), pinned = GC.AllocateArray<byte>(10, pinned: true);
        Console.WriteLine(uninitialized.Length + " " + GC.GetGeneration(pinned) + " " + (GC.GetTotalMemory(false) > 0) + (GC.GetTotalAllocatedBytes(true) > 5000));
        if (X86Base.IsSupported)
        {
            (int highest, int b, int c, int d) = X86Base.CpuId(0, 0);
            Span<int> vendor = [b, d, c];
            bool letters = true;
            foreach (byte letter in MemoryMarshal.AsBytes(vendor))
                letters &= letter is >= 32 and < 127;
            Console.WriteLine($"{highest >= 1} {letters} {(X86Base.CpuId(1, 0).Edx >> 26 & 1) == 1}");
        }
    }

    static void Results()
    {
        foreach (int result in new[] { 0, 1, unchecked((int)0x80004001), unchecked((int)0x80070005), unchecked((int)0x8007000e), unchecked((int)0x80131509), unchecked((int)0x80070002), unchecked((int)0x8badf00d) })
        {
            Exception? e = Marshal.GetExceptionForHR(result);
            Console.WriteLine($"{result:x8} {e?.GetType().Name} {e?.HResult:x8} {e?.Message}");
        }
        Console.WriteLine(Try(() => { Marshal.ThrowExceptionForHR(unchecked((int)0x80131500)); return ""; }));
        Console.WriteLine(Marshal.GetHRForException(new FormatException()).ToString("x8"));
        Console.WriteLine(Marshal.OffsetOf<(int, byte, long)>("Item3") + " " + Try(() => Marshal.OffsetOf<Guid>("_none")));
        Console.WriteLine(Try(() => { Marshal.Prelink(typeof(Program).GetMethod("Results", BindingFlags.NonPublic | BindingFlags.Static)!); return "prelinked"; }));
        Console.WriteLine(Try(() => { RuntimeHelpers.PrepareMethod(typeof(List<>).GetMethod("Clear")!.MethodHandle, [typeof(int).TypeHandle]); return "prepared"; }));
        Console.WriteLine(Try(() => { RuntimeHelpers.PrepareMethod(typeof(List<>).GetMethod("Clear")!.MethodHandle); return "prepared"; }).Split(':')[0]);
    }

    static void Main()
    {
        Tokens();
        EnvironmentBlocks();
        Threading();
        Debuggers();
        Events();
        Memory();
        Results();
    }
}

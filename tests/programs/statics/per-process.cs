// What belongs to one process and not to the types and the code: tests/arena.py lets a second process start with those of
// the first one. Every process must print the same.
using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;

static class Trace
{
    static readonly List<string> lines = new();
    public static void Add(string line) => lines.Add(line);
    public static int Count => lines.Count;
    public static void Show()
    {
        foreach (string line in lines) Console.WriteLine("  " + line);
        lines.Clear();
    }
}

static class Module
{
    public static int Runs;
    [ModuleInitializer]
    [SuppressMessage("Usage", "CA2255")]
    internal static void Initialize() { Runs++; Trace.Add("module initialiser"); }
}

class Precise
{
    public static int Value;
    public static readonly int Final;
    public static readonly object Object = new();
    static Precise() { Value = 41; Final = Environment.ProcessId; Trace.Add("class constructor of Precise"); }
    public static int Touch() => ++Value;
}

class Lazy
{
    public static readonly int[] Table = Enumerable.Range(1, 5).ToArray();
    public static readonly string Joined = string.Join("-", Table);
    public static int Plain = 7;
}

class NoConstructor
{
    public static int Count;
    public static string? Text;
    public static DateTime Time;
    [ThreadStatic] public static int PerThread;
    [ThreadStatic] public static object? ObjectPerThread;
}

class Of<T>
{
    public static int Count;
    public static readonly string Name = typeof(T).Name + Interlocked.Increment(ref Made.Number);
}
static class Made { public static int Number; }

class Failing
{
    public static int Value;
    static Failing() { Trace.Add("class constructor of Failing"); throw new InvalidOperationException("no luck"); }
}

static class Native
{
    [DllImport("libc", EntryPoint = "getpid")] public static extern int ProcessId();
    [DllImport("libc", EntryPoint = "strlen", CharSet = CharSet.Ansi)] public static extern nint Length(string text);
    [DllImport("libc", EntryPoint = "no_such_function_anywhere")] public static extern int Missing();
    [DllImport("no_such_library_anywhere")] public static extern int Nowhere();
    [DllImport("libc", EntryPoint = "qsort")] public static extern void Sort(int[] values, nint count, nint size, Compare compare);
    public delegate int Compare(in int a, in int b);
    [UnmanagedCallersOnly] public static int Twice(int value) => 2 * value;
}

static class Events
{
    public static event Action<string>? Happened;
    public static readonly Func<int, int> Square = x => x * x;
    public static Delegate? Kept;
    public static int Listeners => Happened?.GetInvocationList().Length ?? 0;
    public static void Raise(string what) => Happened?.Invoke(what);
}

interface IShape { int Area(); }
struct Rectangle : IShape { public int A, B; public int Area() => A * B; }
class Square : IShape { public int A; public virtual int Area() => A * A; }

class PerProcess
{
    static readonly byte[] data = { 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4 };
    static ReadOnlySpan<int> Numbers => new[] { 10, 20, 30, 40, 50 };
    const string Literal = "a literal that lives in frozen memory";

    static void Section(string name, Action body)
    {
        Console.WriteLine(name);
        try { body(); }
        catch (Exception error) { Console.WriteLine($"  {error.GetType()}: {error.Message}"); }
        Trace.Show();
    }

    static void Statics()
    {
        Console.WriteLine($"  {NoConstructor.Count} {NoConstructor.Text ?? "null"} {NoConstructor.Time.Ticks}");
        NoConstructor.Count = 5;
        NoConstructor.Text = "kept";
        NoConstructor.Time = new DateTime(2026, 11, 23);
        Console.WriteLine($"  {NoConstructor.Count} {NoConstructor.Text} {NoConstructor.Time.Ticks}");
        for (int i = 0; i < 3; i++) Console.WriteLine($"  {Precise.Touch()} {Precise.Final == Environment.ProcessId} {Precise.Object != null}");
        Console.WriteLine($"  {Lazy.Plain++} {Lazy.Joined} {Lazy.Table.Sum()}");
        Console.WriteLine($"  {Of<int>.Count++} {Of<string>.Count++} {Of<int>.Count} {Of<int>.Name} {Of<string>.Name} {Of<List<int>>.Name}");
        Console.WriteLine($"  module initialiser: {Module.Runs}");
    }

    static void Threads()
    {
        void Show() => Console.WriteLine($"  {NoConstructor.PerThread} {NoConstructor.ObjectPerThread ?? "null"}");
        Show();
        NoConstructor.PerThread = 11;
        NoConstructor.ObjectPerThread = "of the first thread";
        var thread = new Thread(() => { Show(); NoConstructor.PerThread = 12; Show(); });
        thread.Start();
        thread.Join();
        Show();
    }

    static void Data()
    {
        Console.WriteLine($"  {data.Sum(b => b)} {Numbers[2]} {Numbers.Length}");
        data[0]++;
        Console.WriteLine($"  {data[0]}");
    }

    static void Strings()
    {
        string late = new string("interned before its literal was met".ToCharArray());
        string made = string.Concat("interned ", "on ", "the ", "heap ", Literal.Length.ToString());
        string interned = string.Intern(made);  // another object where code has met the literal before
        Console.WriteLine($"  {interned == made} {ReferenceEquals(string.IsInterned(made), interned)}");
        Console.WriteLine($"  {ReferenceEquals(string.Intern(late), "interned before its literal was met")}");
        Console.WriteLine($"  {ReferenceEquals(Literal, string.Intern(new string(Literal.ToCharArray())))}");
        Console.WriteLine($"  {ReferenceEquals(interned, HeapLiteral())} {HeapLiteral().Length}");
        Console.WriteLine($"  {RuntimeHelpers.GetHashCode(Literal) == RuntimeHelpers.GetHashCode(Literal)}");
        lock (Literal) Console.WriteLine($"  locked: {Monitor.IsEntered(Literal)}");
        Console.WriteLine($"  locked: {Monitor.IsEntered(Literal)}");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string HeapLiteral() => "interned on the heap 37";

    static void Types()
    {
        Type type = typeof(Dictionary<string, List<int>>);
        Console.WriteLine($"  {Monitor.IsEntered(type)} {Monitor.IsEntered(typeof(int))}");
        Monitor.Enter(typeof(int));  // never left: the next process must find it free
        lock (type) Console.WriteLine($"  {Monitor.IsEntered(type)} {Monitor.IsEntered(typeof(int))}");
        Console.WriteLine($"  {type.GetHashCode() == typeof(Dictionary<string, List<int>>).GetHashCode()} {type.Name} {type.GetMethods().Length > 10}");
        Console.WriteLine($"  {typeof(PerProcess).Assembly.GetName().Name} {typeof(PerProcess).Module.Name}");
        var contender = new Thread(() => Console.WriteLine($"  {Monitor.TryEnter(typeof(int))}"));
        contender.Start();
        contender.Join();
    }

    static void Calls()
    {
        Console.WriteLine($"  {Native.ProcessId() == Environment.ProcessId} {Native.Length("eight c.")}");
        for (int i = 0; i < 2; i++)
        {
            foreach (Action call in new Action[] { () => Native.Missing(), () => Native.Nowhere() })
            {
                try { call(); }
                catch (Exception error) { Console.WriteLine($"  {error.GetType().Name}"); }
            }
        }
        int[] values = { 5, 3, 9, 1 };
        Native.Sort(values, values.Length, sizeof(int), (in int a, in int b) => a.CompareTo(b));
        Console.WriteLine("  " + string.Join(" ", values));
        unsafe
        {
            delegate* unmanaged<int, int> twice = &Native.Twice;
            Console.WriteLine($"  {twice(21)} {twice == (delegate* unmanaged<int, int>)&Native.Twice}");
        }
    }

    static void Failures()
    {
        for (int i = 0; i < 2; i++)
        {
            try { Console.WriteLine(Failing.Value); }
            catch (TypeInitializationException error) { Console.WriteLine($"  {error.TypeName}: {error.InnerException!.Message}"); }
        }
        Trace.Show();
        for (int i = 0; i < 2; i++)
        {
            try { Overlap(); }
            catch (TypeLoadException error) { Console.WriteLine($"  {error.TypeName}: {error.Message}"); }
        }
    }

    [StructLayout(LayoutKind.Explicit)]
    struct Overlapping
    {
        [FieldOffset(0)] public object Reference;
        [FieldOffset(0)] public int Number;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Overlap()
    {
        var value = new Overlapping { Number = 3 };
        Console.WriteLine(value.Number);
    }

    static void Delegates()
    {
        Console.WriteLine($"  {Events.Listeners} {Events.Kept == null} {Events.Square(7)}");
        Events.Happened += what => Console.WriteLine($"  first: {what}");
        Events.Happened += what => Console.WriteLine($"  second: {what}");
        Events.Raise("raised");
        Events.Kept = Events.Square;
        Console.WriteLine($"  {Events.Listeners} {ReferenceEquals(Events.Kept, Events.Square)}");
        IShape[] shapes = { new Rectangle { A = 3, B = 4 }, new Square { A = 5 } };
        Console.WriteLine("  " + string.Join(" ", shapes.Select(shape => shape.Area())));
        var rectangle = new Rectangle { A = 1, B = 2 };
        object boxed = rectangle;
        Console.WriteLine($"  {new Func<int>(((IShape)boxed).Area) == new Func<int>(((Rectangle)boxed).Area)} {new Func<int>(((IShape)boxed).Area) == new Func<int>(((IShape)boxed).Area)}");
    }

    static void Reflected()
    {
        MethodInfo method = typeof(Precise).GetMethod(nameof(Precise.Touch))!;
        Console.WriteLine($"  {method.Invoke(null, null)} {typeof(Precise).GetField("Value")!.GetValue(null)}");
        var handle = GCHandle.Alloc(Literal, GCHandleType.Weak);
        GC.Collect();
        Console.WriteLine($"  {ReferenceEquals(handle.Target, Literal)}");
        handle.Free();
        var table = new ConditionalWeakTable<object, string> { { typeof(Square), "attached" } };
        Console.WriteLine($"  {table.TryGetValue(typeof(Square), out string? attached)} {attached}");
    }

    static int Main()
    {
        Section("statics", Statics);
        Section("thread statics", Threads);
        Section("data", Data);
        Section("strings", Strings);
        Section("types", Types);
        Section("native calls", Calls);
        Section("failures", Failures);
        Section("delegates", Delegates);
        Section("reflection", Reflected);
        return Trace.Count;
    }
}

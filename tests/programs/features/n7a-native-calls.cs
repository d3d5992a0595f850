// options: generators
// rows: N7a-019 N7a-040
// Calls of native functions: through stubs made for the signature, without a transition, through addresses, back into the program; beside collections.
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

static partial class Program
{
    [DllImport("libc", EntryPoint = "abs")]
    static extern int Absolute(int value);

    [DllImport("libc", EntryPoint = "labs"), SuppressGCTransition]
    static extern nint AbsoluteQuickly(nint value);

    [DllImport("libc", EntryPoint = "strlen", CharSet = CharSet.Ansi)]
    static extern nint Length(string text);

    [LibraryImport("libc", EntryPoint = "strlen", StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint LengthGenerated(string text);

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial int Open(string path, int flags);

    [DllImport("libc", EntryPoint = "qsort")]
    static extern unsafe void Sort(int* items, nuint count, nuint size, delegate* unmanaged<int*, int*, int> compare);

    [DllImport("libc", EntryPoint = "qsort")]
    static extern unsafe void SortByDelegate(int* items, nuint count, nuint size, Comparer compare);

    [DllImport("no-such-library-anywhere")]
    static extern int Missing();

    [DllImport("libc")]
    static extern int no_such_function_anywhere();

    unsafe delegate int Comparer(int* a, int* b);

    [UnmanagedCallersOnly]
    static unsafe int Compare(int* a, int* b) => a->CompareTo(*b);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Loop(int turns)
    {
        long sum = 0;
        for (int i = 0; i < turns; i++)
            sum += Absolute(-i) + AbsoluteQuickly(i - turns);
        return sum;
    }

    static unsafe void Sorts()
    {
        int[] items = [5, 3, 9, -1, 7, 0];
        fixed (int* start = items)
            Sort(start, (nuint)items.Length, sizeof(int), &Compare);
        Console.WriteLine(string.Join(',', items));
        int calls = 0;
        Comparer descending = (a, b) =>
        {
            if (calls++ == 2)
                GC.Collect();
            return b->CompareTo(*a);
        };
        fixed (int* start = items)
            SortByDelegate(start, (nuint)items.Length, sizeof(int), descending);
        Console.WriteLine($"{string.Join(',', items)} {calls > 2}");
        nint address = Marshal.GetFunctionPointerForDelegate(descending);
        Console.WriteLine($"{address != 0} {address == Marshal.GetFunctionPointerForDelegate(descending)}");
        Console.WriteLine($"{ReferenceEquals(Marshal.GetDelegateForFunctionPointer<Comparer>(address), descending)}");
        int x = 1, y = 2;
        Console.WriteLine(((delegate* unmanaged<int*, int*, int>)address)(&x, &y) + " " + ((delegate* unmanaged<int*, int*, int>)&Compare)(&x, &y));
        GC.KeepAlive(descending);
    }

    static string Try(Func<object> action)
    {
        try
        {
            return $"{action()}";
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    static void Main()
    {
        // A loop of calls without a transition must let another thread collect.
        bool stop = false;
        var collector = new Thread(() =>
        {
            while (!Volatile.Read(ref stop))
            {
                GC.Collect(0);
                Thread.Sleep(1);
            }
        });
        collector.Start();
        Console.WriteLine(Loop(3_000_000));
        Volatile.Write(ref stop, true);
        collector.Join();
        Console.WriteLine($"{Length("hello")} {Length("")} {LengthGenerated("h\u00e9llo")} {LengthGenerated("")} {Open("/no/such/file", 0)}");
        Console.WriteLine($"{Marshal.GetLastPInvokeError()}");
        Sorts();
        Console.WriteLine($"{Try(() => Missing())} {Try(() => no_such_function_anywhere())}");
        NativeLibrary.SetDllImportResolver(Assembly.GetExecutingAssembly(), (name, _, _) =>
        {
            Console.WriteLine("resolve " + name);
            return name == "redirected" ? NativeLibrary.Load("libc.so.6") : 0;
        });
        Console.WriteLine(Redirected(-7));
        nint library = NativeLibrary.Load("libc.so.6");
        unsafe
        {
            Console.WriteLine(((delegate* unmanaged<int, int>)NativeLibrary.GetExport(library, "abs"))(-12) + " " + NativeLibrary.TryGetExport(library, "no such", out _));
        }
    }

    [DllImport("redirected", EntryPoint = "abs")]
    static extern int Redirected(int value);
}

// rows: N5-174 N5-175 N5-176 N5-209
// Calls of native functions: without the change of the thread's mode, with arguments that need no conversion, and by exact names.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

static unsafe class Program
{
    [StructLayout(LayoutKind.Sequential)]
    struct Point
    {
        public int X;
        public double Y;
    }

    [StructLayout(LayoutKind.Sequential)]
    struct WithText
    {
        public int Number;
        [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 20)] public string Text;
        public bool Flag;
    }

    const string Library = "n5-interop";

    [DllImport(Library, EntryPoint = "add")] static extern int Add(int a, int b);
    [DllImport(Library, EntryPoint = "add"), SuppressGCTransition] static extern int AddQuickly(int a, int b);
    [DllImport(Library, EntryPoint = "sum")] static extern long Sum(int* numbers, int count);
    [DllImport(Library, EntryPoint = "sum"), SuppressGCTransition] static extern long SumQuickly(ref int numbers, int count);
    [DllImport(Library, EntryPoint = "scale")] static extern double Scale(Point point, double by);
    [DllImport(Library, EntryPoint = "move_by")] static extern void MoveBy(ref Point point, int by);
    [DllImport(Library, EntryPoint = "exact_name")] static extern int ExactName();
    [DllImport(Library, EntryPoint = "exact_name", CharSet = CharSet.Unicode)] static extern int UnicodeName();
    [DllImport(Library, EntryPoint = "exact_name", ExactSpelling = true, CharSet = CharSet.Unicode)] static extern int SpelledName();
    [DllImport(Library, EntryPoint = "only_ansi", CharSet = CharSet.Ansi)] static extern int OnlyAnsi();

    static void Main()
    {
        int plain = 0, quick = 0;
        for (int i = 0; i < 20_000; i++)
        {
            plain = Add(plain, i);
            quick = AddQuickly(quick, i);
        }
        Console.WriteLine($"added: {plain} {quick}");

        // Calls that do not change the mode must not keep a collection from happening for good.
        bool stop = false;
        long rounds = 0;
        var thread = new Thread(() =>
        {
            while (!Volatile.Read(ref stop))
            {
                rounds += AddQuickly(1, 0);
            }
        });
        thread.Start();
        for (int i = 0; i < 5; i++)
            GC.Collect();
        Volatile.Write(ref stop, true);
        thread.Join();
        Console.WriteLine($"collected: {rounds >= 0}");

        int[] numbers = [.. Enumerable.Range(1, 1000)];
        fixed (int* p = numbers)
            Console.WriteLine($"summed: {Sum(p, numbers.Length)} {SumQuickly(ref numbers[0], numbers.Length)} {SumQuickly(ref MemoryMarshal.GetReference(numbers.AsSpan(10)), 10)}");
        var point = new Point { X = 3, Y = 0.5 };
        MoveBy(ref point, 4);
        Console.WriteLine($"points: {Scale(point, 2)} {point.X}");
        delegate* unmanaged[SuppressGCTransition]<int, int, int> pointer = (delegate* unmanaged[SuppressGCTransition]<int, int, int>)NativeLibrary.GetExport(NativeLibrary.Load(Library, typeof(Program).Assembly, null), "add");
        Console.WriteLine($"by pointer: {pointer(40, 2)}");

        Console.WriteLine($"names: {ExactName()} {UnicodeName()} {SpelledName()}");
        Try("a name that has only a variant", () => OnlyAnsi());
        Console.WriteLine($"sizes: {sizeof(Point)} {Marshal.SizeOf<Point>()} {Unsafe.SizeOf<WithText>() >= 16} {Marshal.SizeOf<WithText>()} {sizeof(char)} {Marshal.SizeOf<int>()} {sizeof(decimal)} {sizeof(Guid)} {Marshal.OffsetOf<Point>("Y")}");
        Try("size of a class", () => Marshal.SizeOf(typeof(List<int>)));
    }

    static void Try(string name, Func<int> action)
    {
        try
        {
            Console.WriteLine($"{name}: {action()}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{name}: {e.GetType().Name}");
        }
    }
}

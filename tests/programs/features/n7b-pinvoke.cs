// options: generators
// rows: N7b-010 N7b-011 N7b-012 N7b-013 N7b-014 N7b-015 N7b-016 N7b-017 N7b-018 N7b-019
// rows: N7b-024 N7b-025 N7b-026 N7b-031
// The same native functions by DllImport, whose marshalling is made at run time, by LibraryImport, whose is generated, and by hand.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.InteropServices.Marshalling;

sealed class Handle : SafeHandle
{
    public Handle() : base(-1, true)
    {
    }

    public override bool IsInvalid => handle == -1;

    protected override bool ReleaseHandle()
    {
        Console.WriteLine("released " + handle);
        return Program.close_handle(handle) != 0;
    }
}

struct Pair
{
    public int Number;
    public double Part;
}

/// A string that goes to native code as what its number reads.
[CustomMarshaller(typeof(string), MarshalMode.ManagedToUnmanagedIn, typeof(NumberMarshaller))]
static class NumberMarshaller
{
    public static int ConvertToUnmanaged(string text) => int.Parse(text);
}

[UnmanagedFunctionPointer(CallingConvention.Cdecl)]
delegate int Function(int value);

static unsafe partial class Program
{
    const string Library = "n7b-pinvoke";

    [DllImport(Library, EntryPoint = "create_pipe", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    static extern bool CreatePipeAtRunTime(out Handle reader, out Handle writer, int size);

    [LibraryImport(Library, EntryPoint = "create_pipe", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool CreatePipeGenerated(out Handle reader, out Handle writer, int size);

    [DllImport(Library)] public static extern int close_handle(nint handle);
    [DllImport(Library)] static extern int negate_byte([MarshalAs(UnmanagedType.U1)] bool value);
    [DllImport(Library)] static extern int negate_int(bool value);
    [LibraryImport(Library, EntryPoint = "negate_int")] private static partial int NegateInt([MarshalAs(UnmanagedType.Bool)] bool value);
    [LibraryImport(Library, EntryPoint = "negate_int")] private static partial int NegateText([MarshalUsing(typeof(NumberMarshaller))] string number);
    [LibraryImport(Library)] [return: MarshalAs(UnmanagedType.U1)] private static partial bool bytes_true();
    [DllImport(Library)] static extern int sum(int[]? numbers, int count);
    [LibraryImport(Library, EntryPoint = "sum")] private static partial int SumSpan(ReadOnlySpan<int> numbers, int count);
    [LibraryImport(Library, EntryPoint = "double_all")] private static partial void DoubleAll(Span<int> numbers, int count);
    [DllImport(Library)] static extern double pair_sum(ref Pair pair);
    [LibraryImport(Library, EntryPoint = "pair_sum")] private static partial double PairSum(in Pair pair);
    [DllImport(Library)] static extern int length_of([MarshalAs(UnmanagedType.LPUTF8Str)] string? text);
    [LibraryImport(Library, EntryPoint = "length_of", StringMarshalling = StringMarshalling.Utf8)] private static partial int LengthUtf8(string? text);
    [LibraryImport(Library, EntryPoint = "length_of_wide", StringMarshalling = StringMarshalling.Utf16)] private static partial int LengthUtf16(string? text);
    [LibraryImport(Library, EntryPoint = "length_of")] private static partial int LengthAnsi([MarshalUsing(typeof(AnsiStringMarshaller))] string? text);
    [LibraryImport(Library, EntryPoint = "call_back")] private static partial int CallBack(Function function, int value);
    [DllImport(Library)] static extern nint own_function();
    [DllImport(Library)] static extern long blittable(sbyte a, short b, long c, float d, double e, void* f, byte g);

    static void Main()
    {
        Pipes();
        Values();
        SpansAndTexts();
        Delegates();
    }

    static void Pipes()
    {
        for (int size = 4; size <= 5; size++)
        {
            bool made = CreatePipeAtRunTime(out Handle reader, out Handle writer, size);
            Describe("DllImport", made, Marshal.GetLastPInvokeError(), reader, writer);
            made = CreatePipeGenerated(out reader, out writer, size);
            Describe("LibraryImport", made, Marshal.GetLastPInvokeError(), reader, writer);
            made = CreatePipeByHand(out reader, out writer, size);
            Describe("by hand", made, Marshal.GetLastPInvokeError(), reader, writer);
        }
    }

    static void Describe(string how, bool made, int error, Handle reader, Handle writer)
    {
        Console.WriteLine($"{how}: {made}, error {error}, {reader?.DangerousGetHandle().ToString() ?? "null"} {writer?.DangerousGetHandle().ToString() ?? "null"} {reader?.IsInvalid}");
        reader?.Dispose();
        writer?.Dispose();
    }

    /// In the shape that the generator gives a body: no cleared locals, the handles allocated before the call and initialised after it.
    [SkipLocalsInit]
    static bool CreatePipeByHand(out Handle reader, out Handle writer, int size)
    {
        Unsafe.SkipInit(out reader);
        Unsafe.SkipInit(out writer);
        nint nativeReader = -1, nativeWriter = -1;
        bool returned = false, result;
        var newReader = new Handle();
        var newWriter = new Handle();
        int error;
        try
        {
            Marshal.SetLastSystemError(0);
            int native = Native(&nativeReader, &nativeWriter, size);
            error = Marshal.GetLastSystemError();
            returned = true;
            result = native != 0;
        }
        finally
        {
            if (returned)
            {
                Marshal.InitHandle(newReader, nativeReader);
                Marshal.InitHandle(newWriter, nativeWriter);
            }
        }
        reader = newReader;
        writer = newWriter;
        Marshal.SetLastPInvokeError(error);
        return result;

        [DllImport(Library, EntryPoint = "create_pipe", ExactSpelling = true)]
        static extern int Native(nint* reader, nint* writer, int size);
    }

    static void Values()
    {
        Console.WriteLine($"{negate_byte(true)} {negate_byte(false)} {negate_int(true)} {negate_int(false)} {NegateInt(true)} {NegateInt(false)} {bytes_true()}");
        Console.WriteLine($"{NegateText("0")} {NegateText("17")}");
        int local = 0;
        Console.WriteLine($"{blittable(-1, -2, 1L << 40, 2.75f, -3.5, &local, 255)} {blittable(sbyte.MinValue, short.MinValue, long.MaxValue, 0, 0, null, 0)}");
        var pair = new Pair { Number = 3, Part = 0.25 };
        Console.WriteLine($"{pair_sum(ref pair)} {PairSum(pair)}");
        Marshal.SetLastPInvokeError(1234);
        int set = Marshal.GetLastPInvokeError();
        Marshal.SetLastSystemError(33);
        Console.WriteLine($"{set} {Marshal.GetLastSystemError()} {Marshal.GetLastPInvokeError()}");
        int other = -1;
        var thread = new Thread(() => other = Marshal.GetLastPInvokeError());
        thread.Start();
        thread.Join();
        Console.WriteLine($"another thread: {other}, this one: {Marshal.GetLastPInvokeError()}");
    }

    static void SpansAndTexts()
    {
        int[] numbers = [1, 2, 3, 4];
        Console.WriteLine($"{sum(numbers, 4)} {sum(null, 0)} {SumSpan(numbers.AsSpan(1), 3)} {SumSpan([], 0)} {SumSpan(default, 0)}");
        DoubleAll(numbers.AsSpan(1, 2), 2);
        Span<int> onStack = [5, 6];
        DoubleAll(onStack, 2);
        Console.WriteLine($"{string.Join(" ", numbers)} {onStack[0]} {onStack[1]}");
        foreach (string? text in (string?[])[null, "", "abc", "Grüße €", new string('x', 5000)])
            Console.WriteLine($"{length_of(text)} {LengthUtf8(text)} {LengthUtf16(text)} {LengthAnsi(text)}");
        byte* native = Utf8StringMarshaller.ConvertToUnmanaged("né");
        Console.WriteLine($"{native[1]:X2} {native[3]} {Utf8StringMarshaller.ConvertToManaged(native)}");
        Utf8StringMarshaller.Free(native);
    }

    static void Delegates()
    {
        int offset = 10;
        Function add = value => value + offset;
        Console.WriteLine(CallBack(add, 5));
        var function = Marshal.GetDelegateForFunctionPointer<Function>(own_function());
        Console.WriteLine($"{function(0)} {function(7)}");
        nint pointer = Marshal.GetFunctionPointerForDelegate(add);
        var back = Marshal.GetDelegateForFunctionPointer<Function>(pointer);
        Console.WriteLine($"{ReferenceEquals(back, add)} {back(1)} {((delegate* unmanaged[Cdecl]<int, int>)pointer)(2)}");
        Console.WriteLine(Marshal.GetFunctionPointerForDelegate(add) == pointer);
        GC.KeepAlive(add);
    }
}

// rows: N5-024 N5-026 N5-027 N5-028 N5-029 N5-208 N5-226
// Locals that start as zero, and those that a method asks not to have cleared: the flag in the method's header, and that references
// are null all the same.
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

static unsafe class Program
{
    struct Mixed
    {
        public object? Reference;
        public long Number;
        public string? Text;
    }

    static void Main()
    {
        for (int i = 0; i < 3; i++)
        {
            Dirty(40);
            Cleared();
            Dirty(40);
            ReferencesOnly();
        }
        Console.WriteLine($"stackalloc of 64 bytes: {ClearedBlock()}");
        Console.WriteLine($"many references: {Many(null)} {Many("x")}");

        foreach (string name in (string[])[nameof(Cleared), nameof(ReferencesOnly), nameof(ClearedBlock), nameof(Uncleared)])
        {
            MethodBody body = typeof(Program).GetMethod(name, BindingFlags.Static | BindingFlags.NonPublic)!.GetMethodBody()!;
            Console.WriteLine($"{name}: init {body.InitLocals}");
        }

        // The core library is compiled without the flag, wherever a method has locals.
        var library = typeof(string).GetMethods(BindingFlags.Instance | BindingFlags.Public).Select(method => method.GetMethodBody())
            .Where(body => body is { LocalVariables.Count: > 0 }).ToList();
        Console.WriteLine($"string's methods with locals: {library.Count > 20}, with the flag: {library.Count(body => body!.InitLocals)}");

        Uncleared();
        Console.WriteLine($"skipped: {Skipped(5)}");
        Console.WriteLine($"loop of stackalloc: {StackLoop()}");
        Console.WriteLine($"duplicate: {Duplicate()}");
    }

    /// Leaves something other than zero where the next method's frame will be.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Dirty(int count)
    {
        Span<long> block = stackalloc long[count];
        block.Fill(-1);
        Touch(block);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Touch(Span<long> block) => block[0] = block[^1];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Cleared()
    {
        Guid g;
        decimal d;
        Console.WriteLine($"{*&g} {*&d}");
    }

    [MethodImpl(MethodImplOptions.NoInlining), SkipLocalsInit]
    static void ReferencesOnly()
    {
        Unsafe.SkipInit(out Mixed mixed);
        Console.WriteLine($"{mixed.Reference is null} {mixed.Text is null}");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool ClearedBlock()
    {
        Span<byte> block = stackalloc byte[64];
        return !block.ContainsAnyExcept((byte)0);
    }

    [MethodImpl(MethodImplOptions.NoInlining), SkipLocalsInit]
    static void Uncleared()
    {
        Span<byte> block = stackalloc byte[64];
        block.Fill(1);
        int sum = 0;
        foreach (byte b in block)
            sum += b;
        Console.WriteLine($"uncleared and filled: {sum}");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Skipped(long value)
    {
        Unsafe.SkipInit(out Union union);
        union.Low = (int)value;
        union.High = 1;
        return union.All;
    }

    [StructLayout(LayoutKind.Explicit)]
    struct Union
    {
        [FieldOffset(0)] public long All;
        [FieldOffset(0)] public int Low;
        [FieldOffset(4)] public int High;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Many(string? text)
    {
        string? a = text, b, c = null, d;
        object? e, f = text is null ? new int[3] : null;
        if (text is null)
        {
            b = "b";
            d = null;
            e = c;
        }
        else
        {
            b = null;
            d = text;
            e = f;
        }
        GC.Collect();
        return $"{a ?? "-"}{b ?? "-"}{c ?? "-"}{d ?? "-"}{e ?? "-"}{f ?? "-"}";
    }

    /// Each round has its own block until the method returns.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static string StackLoop()
    {
        int** blocks = stackalloc int*[8];
        for (int i = 0; i < 8; i++)
        {
#pragma warning disable CA2014
            int* block = stackalloc int[4];
#pragma warning restore CA2014
            block[0] = i;
            blocks[i] = block;
        }
        int sum = 0, different = 0;
        for (int i = 0; i < 8; i++)
        {
            sum += *blocks[i];
            different += i > 0 && blocks[i] != blocks[i - 1] ? 1 : 0;
        }
        return $"{sum} {different}";
    }

    /// Assigned before the prolog's zero is ever read, in each round of the loop anew.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Duplicate()
    {
        string result = "";
        for (int i = 0; i < 3; i++)
        {
            Mixed mixed = default;
            if (i == 1)
                mixed.Number = 7;
            mixed.Text ??= "none";
            result += $"{mixed.Number}{mixed.Text}{mixed.Reference is null} ";
        }
        return result.TrimEnd();
    }
}

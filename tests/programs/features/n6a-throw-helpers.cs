// rows: N6a-071 N6a-072 N6a-073 N6a-074 N6a-087 N6a-090 N6a-104
// Checks of arguments that throw in a helper, inline, or by touching what is null.
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

class Chain
{
    public Chain? Next;
    public int Value;
    public int Doubled => Value * 2;
    public virtual int Virtual() => 1;
    public int NotVirtual() => 5;
}

struct Far
{
    public Page A, B, C, D;
    public int Last;
}

[InlineArray(4096)]
struct Page
{
    long first;
}

class FarFields
{
    public Far Content;
}

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int InlineCheck(string? input)
    {
        if (input is null)
            throw new ArgumentNullException(nameof(input), "inline check of " + nameof(input));
        return input.Length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int HelperCheck(string? input)
    {
        ThrowIfNull(input, "a literal of this path only");
        return input.Length;
    }

    static void ThrowIfNull([NotNull] object? value, string name)
    {
        if (value is null)
            Throw(name);
    }

    [DoesNotReturn]
    static void Throw(string name) => throw new ArgumentNullException(name);

    // A helper that claims to return something.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Element(int[] values, int index) => (uint)index < (uint)values.Length ? values[index] : ThrowValue<int>(index);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Text(string[] values, int index) => (uint)index < (uint)values.Length ? values[index] : ThrowValue<string>(index);

    static T ThrowValue<T>(int index) => throw new ArgumentOutOfRangeException(nameof(index), index, typeof(T).Name);

    // Throws on some paths only, so it has to come back on the others.
    static void ThrowMaybe(int value)
    {
        if (value > 3)
            throw new InvalidOperationException($"too many: {value}");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Counted(int value)
    {
        ThrowMaybe(value);
        return value + 1;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Library(object? customer, int[]? orders)
    {
        ArgumentNullException.ThrowIfNull(customer);
        ArgumentNullException.ThrowIfNull(orders?[0].ToString());
        ArgumentOutOfRangeException.ThrowIfNegative(orders[0] - 5);
        return orders[0];
    }

    // Touched twice: the first touch throws, the second needs no check.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Twice(Chain? chain, ref int done)
    {
        int value = chain!.Value;
        done++;
        return value + chain.Doubled + chain.NotVirtual();
    }

    static string Try(Func<object?> action)
    {
        try
        {
            return $"{action()}";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name} {(e as ArgumentException)?.ParamName} {e.Message}";
        }
    }

    static void Main()
    {
        int sum = 0;
        for (int i = 0; i < 100_000; i++)
            sum += InlineCheck("hello") + HelperCheck("hello") + Element([1, 2, 3], i % 3) + Text(["a", "bc"], i % 2).Length + Counted(i & 3);
        Console.WriteLine(sum);
        Console.WriteLine(Try(() => InlineCheck(null)));
        Console.WriteLine(Try(() => HelperCheck(null)));
        Console.WriteLine(Try(() => Element([1, 2, 3], 3)));
        Console.WriteLine(Try(() => Element([1, 2, 3], -1)));
        Console.WriteLine(Try(() => Text(["a"], int.MinValue)));
        Console.WriteLine(Try(() => Counted(4)));
        // Literals that paths of exceptions were first to use are the same objects as elsewhere.
        string name = "";
        try
        {
            HelperCheck(null);
        }
        catch (ArgumentNullException e)
        {
            name = e.ParamName!;
        }
        Console.WriteLine($"{ReferenceEquals(name, "a literal of this path only")} {ReferenceEquals(string.IsInterned(new string(name)), name)}");

        Console.WriteLine(Try(() => Library(new object(), [7])));
        Console.WriteLine(Try(() => Library(null, [7])));
        Console.WriteLine(Try(() => Library("", null)));
        Console.WriteLine(Try(() => Library("", [4])));
        Console.WriteLine(Try(() => Library("", [])));
        string? missing = null;
        Console.WriteLine(Try(() => { ArgumentNullException.ThrowIfNull(missing?.Trim().Length); return "returned"; }));
        Console.WriteLine(Try(() => { ArgumentNullException.ThrowIfNull(missing, "given"); return "returned"; }));
        Console.WriteLine(Try(() => { ArgumentException.ThrowIfNullOrEmpty(" ".Trim()); return "returned"; }));
        Console.WriteLine(Try(() => { ArgumentException.ThrowIfNullOrWhiteSpace(" \t"); return "returned"; }));
        unsafe
        {
            Console.WriteLine(Try(() => { ArgumentNullException.ThrowIfNull((void*)null); return "returned"; }));
        }

        int done = 0;
        Console.WriteLine(Twice(new Chain { Value = 3 }, ref done));
        Console.WriteLine($"{Try(() => Twice(null, ref done))} {done}");
        Chain? none = null;
        string? text = null;
        FarFields? far = null;
        int[]? array = null;
        Action? action = null;
        Console.WriteLine(Try(() => new Chain().Next!.Value));
        Console.WriteLine(Try(() => none!.Virtual()));
        Console.WriteLine(Try(() => none!.NotVirtual()));
        Console.WriteLine(Try(() => none!.Value = 1));
        Console.WriteLine(Try(() => text!.Length));
        Console.WriteLine(Try(() => far!.Content.Last));
        Console.WriteLine(Try(() => far!.Content.D[4095] = 1));
        Console.WriteLine(Try(() => array!.Length));
        Console.WriteLine(Try(() => array![5] = 1));
        Console.WriteLine(Try(() => { action!(); return 0; }));
        Console.WriteLine(Try(() => { lock (none!) return 0; }));
        Console.WriteLine(Try(() => (int)(object)none!));
    }
}

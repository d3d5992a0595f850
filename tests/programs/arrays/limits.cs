// The limits of arrays of every kind, and what is said about them.
static class Program
{
    static void Try(string what, Func<object?> f)
    {
        try { object? o = f(); Console.WriteLine($"{what}: {(o is Array a ? $"{a.GetType()} {a.Length}/{a.LongLength} {string.Join(",", Enumerable.Range(0, a.Rank).Select(d => a.GetLowerBound(d) + ".." + a.GetUpperBound(d)))}" : o)}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message}"); }
    }

    static int Value(int x) => x;

    static void Main()
    {
        int max = Value(int.MaxValue), limit = 0x7FFFFFC7, minus = Value(-1), zero = Value(0), many = Value(100_000);
        Try("vector", () => new byte[max]);
        Try("vector of words", () => new long[max]);
        Try("negative", () => new byte[minus]);
        Try("negative long", () => new byte[(long)minus]);
        Try("beyond Int32", () => new byte[(long)max + 1]);
        Try("far beyond Int32", () => new byte[long.MaxValue]);
        Try("matrix", () => new byte[many, many]);
        Try("matrix negative", () => new byte[zero, minus]);
        Try("nothing times too much", () => new int[zero, max, 1000]);
        Try("nothing times most", () => new int[zero, limit, 1000]);
        Try("too much times nothing", () => new int[many, many, zero]);
        Try("overflow before negative", () => new int[many, many, minus]);
        Try("matrix limit", () => new byte[max, zero]);
        Try("CreateInstance", () => Array.CreateInstance(typeof(byte), max));
        Try("CreateInstance negative", () => Array.CreateInstance(typeof(byte), minus));
        Try("CreateInstance long", () => Array.CreateInstance(typeof(byte), (long)max + 1));
        Try("CreateInstance dimensions", () => Array.CreateInstance(typeof(int), 0, max, 1000));
        Try("CreateInstance product", () => Array.CreateInstance(typeof(int), many, many));
        Try("CreateInstance bounds", () => Array.CreateInstance(typeof(int), [3], [max]));
        Try("CreateInstance bounds end", () => Array.CreateInstance(typeof(int), [1], [max]));
        Try("CreateInstance bounds none", () => Array.CreateInstance(typeof(int), [0], [max]));
        Try("CreateInstance bounds low", () => Array.CreateInstance(typeof(int), [2, 3], [int.MinValue, -5]));
        Try("CreateInstance mismatch", () => Array.CreateInstance(typeof(int), [2, 3], [1]));
        Try("CreateInstance rank", () => Array.CreateInstance(typeof(int), new int[33]));
        Try("CreateInstance none", () => Array.CreateInstance(typeof(int), Array.Empty<int>()));
        Try("CreateInstance void", () => Array.CreateInstance(typeof(void), 1));
        Try("CreateInstance open", () => Array.CreateInstance(typeof(List<>), 1));
        Try("CreateInstance span", () => Array.CreateInstance(typeof(Span<int>), 1));
        Try("CreateInstance byref", () => Array.CreateInstance(typeof(int).MakeByRefType(), 1));
        Try("FromArrayType", () => Array.CreateInstanceFromArrayType(typeof(int[,]), [2, 3], [1, 1]));
        Try("FromArrayType vector", () => Array.CreateInstanceFromArrayType(typeof(int[]), 5));
        Try("FromArrayType rank", () => Array.CreateInstanceFromArrayType(typeof(int[]), [5, 6]));
        Try("FromArrayType bounds", () => Array.CreateInstanceFromArrayType(typeof(int[]), [5], [1]));
        Try("constructor", () => typeof(int[,]).GetConstructors().Length);
        Try("constructor bounds", () => typeof(int[,]).GetConstructor([typeof(int), typeof(int), typeof(int), typeof(int)])!.Invoke([5, 2, -3, 4]));
        Try("constructor negative", () => typeof(int[,]).GetConstructor([typeof(int), typeof(int)])!.Invoke([1, -1]));
        Try("constructor jagged", () => ((int[][][])typeof(int[][][]).GetConstructor([typeof(int), typeof(int)])!.Invoke([2, 3]))[1].Length);
        Try("GC.AllocateUninitializedArray", () => GC.AllocateUninitializedArray<byte>(max));
        Try("GC.AllocateArray", () => GC.AllocateArray<long>(max, pinned: true));
        Try("GC.AllocateArray negative", () => GC.AllocateArray<long>(minus));
        Try("Resize", () => { byte[]? b = null; Array.Resize(ref b, max); return b; });
        Try("List", () => new List<byte>(max));
        Try("List negative", () => new List<byte>(minus));
        Try("String", () => new string('x', max));
        Try("String negative", () => new string('x', minus));
        Try("Enum values", () => new DayOfWeek[max]);
        Try("references", () => new string[max]);
    }
}

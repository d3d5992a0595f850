// rows: N7a-067 N7a-078
// Where the parts of arrays, strings, spans and delegates lie, as compiled code and CoreLib rely on it: offsets from the reference, in bytes.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

/// Any object, seen as one whose first field is at offset 8.
sealed class Raw
{
    public byte First;
}

sealed class Fields
{
    public int Number = 7;
    public string Text = "text";
}

static class Program
{
    static ref byte At(object value, int offset) => ref Unsafe.Add(ref Unsafe.As<Raw>(value).First, offset - 8);

    static T Read<T>(object value, int offset) => Unsafe.ReadUnaligned<T>(ref At(value, offset));

    static nint OffsetOf<T>(object value, ref T part) => Unsafe.ByteOffset(ref At(value, 0), ref Unsafe.As<T, byte>(ref part));

    static int Add(int a, int b) => a + b;

    static unsafe void Main()
    {
        int[] numbers = [1, 2, 3];
        Console.WriteLine($"int[]: length {Read<int>(numbers, 8)}, elements at {OffsetOf(numbers, ref numbers[0])}, then {OffsetOf(numbers, ref numbers[2])}");
        Console.WriteLine($"its method table {Read<nint>(numbers, 0) == typeof(int[]).TypeHandle.Value}, of an object");
        Console.WriteLine($"{Read<nint>(new object(), 0) == typeof(object).TypeHandle.Value}");
        byte[] none = [];
        string[] texts = ["a", "b"];
        decimal[] wide = new decimal[2];
        Console.WriteLine($"empty {Read<int>(none, 8)} {OffsetOf(none, ref MemoryMarshal.GetArrayDataReference(none))}, references");
        Console.WriteLine($"{OffsetOf(texts, ref texts[1])}, decimals {OffsetOf(wide, ref wide[1])}");
        Console.WriteLine($"second reference {ReferenceEquals(Unsafe.As<byte, string>(ref At(texts, 24)), texts[1])}");

        const string Text = "hello";
        Console.WriteLine($"string: length {Read<int>(Text, 8)}, characters at {OffsetOf(Text, ref MemoryMarshal.GetReference(Text.AsSpan()))}, the");
        Console.WriteLine($"last {Read<char>(Text, 20)}, then {(int)Read<char>(Text, 22)}");

        Span<int> span = numbers.AsSpan(1);
        nint* words = (nint*)Unsafe.AsPointer(ref Unsafe.As<Span<int>, nint>(ref span));
        Console.WriteLine($"span: {sizeof(Span<int>)} bytes, length {*(int*)(words + 1)}, first {**(int**)words}");

        var fields = new Fields();
        Func<int> closed = fields.GetHashCode;
        Func<int, int, int> fixedOne = Add;
        Console.WriteLine($"delegate: target {ReferenceEquals(Unsafe.As<byte, object>(ref At(closed, 8)), fields)}, code");
        Console.WriteLine($"{Read<nint>(closed, 24) != 0} {Read<nint>(fixedOne, 24) != 0}");
        Console.WriteLine($"fields: {OffsetOf(fields, ref fields.Text)} {OffsetOf(fields, ref fields.Number)}, boxed {Read<int>(5, 8)} {Read<double>(2.5, 8)}");

        var square = new int[2, 3];
        square[1, 2] = 42;
        Console.WriteLine($"int[,]: {Read<int>(square, 8)} elements, lengths {Read<int>(square, 16)} {Read<int>(square, 20)}, lower bounds");
        Console.WriteLine($"{Read<int>(square, 24)} {Read<int>(square, 28)}, elements at {OffsetOf(square, ref square[0, 0])}, the last");
        Console.WriteLine($"{OffsetOf(square, ref square[1, 2])} {Read<int>(square, 52)}");
        var shifted = (long[,,])Array.CreateInstance(typeof(long), [1, 2, 3], [-1, 5, 7]);
        Console.WriteLine($"long[,,]: lengths {Read<int>(shifted, 16)} {Read<int>(shifted, 20)} {Read<int>(shifted, 24)}, lower bounds");
        Console.WriteLine($"{Read<int>(shifted, 28)} {Read<int>(shifted, 32)} {Read<int>(shifted, 36)}, elements at");
        Console.WriteLine($"{OffsetOf(shifted, ref shifted[-1, 5, 7])}");
        Array vector = Array.CreateInstance(typeof(int), [2], [3]);
        Console.WriteLine($"int[*]: {Read<int>(vector, 8)} elements, length {Read<int>(vector, 16)}, lower bound {Read<int>(vector, 20)}, elements");
        Console.WriteLine($"at {OffsetOf(vector, ref MemoryMarshal.GetArrayDataReference(vector))}");
    }
}

// rows: N7a-075 N7a-076 N7a-077
// Elements and bounds of arrays of several dimensions: constant and computed dimensions, lower bounds other than zero, every way to be out of range.
using System.Runtime.CompilerServices;

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int SumKnown(int[,] square, int size)
    {
        int sum = 0;
        for (int i = 0; i < size; i++)
        {
            for (int j = 0; j < size; j++)
                sum = sum * 3 + square[i, j];
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int SumBounds(int[,] square)
    {
        int sum = 0;
        for (int i = square.GetLowerBound(0); i <= square.GetUpperBound(0); i++)
        {
            for (int j = square.GetLowerBound(1); j <= square.GetUpperBound(1); j++)
                sum = sum * 3 + square[i, j];
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Get(int[,] array, int i, int j) => array[i, j];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Set(string?[,,] array, int i, int j, int k, string? value) => array[i, j, k] = value;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static ref double Address(double[,] array, int i, int j) => ref array[i, j];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Upper(int[,] array) => array.GetUpperBound(1);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int UpperOf(Array array, int dimension) => array.GetUpperBound(dimension);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int LowerOf(Array array, int dimension) => array.GetLowerBound(dimension);

    static string Try<T>(Func<T> action)
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

    static int[,] Square(int size)
    {
        var square = new int[size, size];
        int count = 0;
        for (int i = 0; i < size; i++)
        {
            for (int j = 0; j < size; j++)
                square[i, j] = count++;
        }
        return square;
    }

    static void Main()
    {
        int[,] square = Square(20);
        int known = 0, bounds = 0;
        for (int round = 0; round < 1_000; round++)
            (known, bounds) = (SumKnown(square, 20), SumBounds(square));
        Console.WriteLine($"{known} {bounds} {known == bounds}");
        Console.WriteLine($"{Try(() => SumKnown(square, 21))} {Try(() => SumKnown(null!, 1))} {SumKnown(null!, 0)} {Try(() => SumBounds(null!))}");
        Console.WriteLine($"{SumBounds(new int[0, 5])} {SumBounds(new int[5, 0])}");

        var shifted = (int[,])Array.CreateInstance(typeof(int), [3, 4], [-1, 10]);
        for (int i = -1; i <= 1; i++)
        {
            for (int j = 10; j <= 13; j++)
                shifted[i, j] = i * 100 + j;
        }
        Console.WriteLine($"{SumBounds(shifted)} {Get(shifted, -1, 10)} {Get(shifted, 1, 13)} {Upper(shifted)} {shifted.Length} {shifted.Rank}");
        foreach ((int i, int j) in ((int, int)[])[(-2, 10), (2, 10), (0, 9), (0, 14), (0, 0), (int.MinValue, 10), (int.MaxValue, 13), (0, int.MinValue)])
            Console.Write(Try(() => Get(shifted, i, j)) + " ");
        Console.WriteLine();
        foreach ((int i, int j) in ((int, int)[])[(0, 20), (20, 0), (-1, 0), (0, -1), (19, 19)])
            Console.Write(Try(() => Get(square, i, j)) + " ");
        Console.WriteLine();

        foreach (Array array in (Array[])[square, shifted, new string[2, 3, 4], new byte[7], Array.CreateInstance(typeof(short), [2], [5])])
        {
            for (int dimension = -1; dimension <= array.Rank; dimension++)
                Console.Write($"{Try(() => LowerOf(array, dimension))}..{Try(() => UpperOf(array, dimension))} ");
            Console.WriteLine(array.GetType());
        }
        Console.WriteLine($"{Try(() => UpperOf(null!, 0))} {Try(() => Upper(null!))}");

        var texts = new string?[2, 3, 4];
        Set(texts, 1, 2, 3, "last");
        Set(texts, 0, 0, 0, "first");
        Console.WriteLine(string.Join(',', texts.Cast<string?>().Select(text => text ?? "-")));
        Console.WriteLine(Try(() => { Set(texts, 1, 3, 0, "no"); return 0; }) + " " + Try(() => { Set((string[,,])(object)texts, 2, 0, 0, null); return 0; }));
        object[,] covariant = new string[1, 1];
        Console.WriteLine(Try(() => covariant[0, 0] = new object()) + " " + Try(() => covariant[0, 0] = "text"));
        var numbers = new double[2, 2];
        Address(numbers, 1, 0) = 2.5;
        Address(numbers, 1, 0) *= 2;
        Console.WriteLine(string.Join(',', numbers.Cast<double>()) + " " + Try(() => Address(numbers, 0, 2)));
        object[,] objects = new string[1, 1];
        Console.WriteLine(Try(() => { ref object element = ref objects[0, 0]; return element; }));
    }
}

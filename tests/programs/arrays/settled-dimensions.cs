// Arrays of several dimensions in static readonly fields, whose bounds code may know: in range and outside, at every edge, with
// lower bounds that are not zero, empty ones, and one that comes under the name of a parameter.
using System.Runtime.CompilerServices;

static class Program
{
    static readonly double[,] matrix = new double[3, 5];
    static readonly int[,,] cube = new int[2, 3, 4];
    static readonly int[,] empty = new int[0, 4];
    static readonly long[,] shifted = (long[,])Array.CreateInstance(typeof(long), [3, 2], [-1, 10]);
    static readonly string?[,] names = { { "a", "b" }, { "c", null } };
    static readonly Array line = Array.CreateInstance(typeof(int), [3], [5]);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Sum(int rows, int columns)
    {
        double sum = 0;
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                sum += matrix[i, j];
        return sum;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Shifted(int i, int j) => shifted[i, j] += i * 100 + j;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Cube(int i, int j, int k) => cube[i, j, k]++ + empty.Length;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Empty(int i, int j) => empty[i, j];
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Name(int i, int j) => names[i, j]!.Length;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static ref double Place(int i, int j) => ref matrix[i, j];
    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Both(double[,] other, int i, int j) => matrix[i, j] + other[i, j];
    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Bounds() =>
        $"{matrix.GetLength(0)} {matrix.GetLength(1)} {shifted.GetLowerBound(0)} {shifted.GetUpperBound(0)} {shifted.GetLowerBound(1)} {shifted.GetUpperBound(1)} {cube.Length} {empty.Length} {line.GetLowerBound(0)} {line.Length}";

    static string Outcome<T>(Func<T> of)
    {
        try
        {
            return $"{of()}";
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    static void Main()
    {
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 5; j++)
                matrix[i, j] = i * 10 + j;
        double sum = 0;
        for (int turn = 0; turn < 300; turn++)
        {
            sum += Sum(3, 5) + Both(matrix, turn % 3, turn % 5) + Name(0, turn % 2);
            Cube(turn % 2, turn % 3, turn % 4);
            Shifted(turn % 3 - 1, turn % 2 + 10);
            Place(1, 1) += 0.5;
        }
        Console.WriteLine($"{sum} {Bounds()}");
        foreach (int i in new[] { int.MinValue, -2, -1, 0, 1, 2, 3, int.MaxValue })
        {
            foreach (int j in new[] { -1, 0, 2, 4, 5, 9, 10, 11, 12 })
            {
                Console.WriteLine($"{i} {j}: {Outcome(() => Place(i, j))} {Outcome(() => Shifted(i, j))} {Outcome(() => Cube(i, j, 3))} {Outcome(() => Cube(1, i, j))} {Outcome(() => Empty(i, j))} {Outcome(() => Name(i, j))} {Outcome(() => Both(new double[9, 9], i, j))}");
            }
        }
        Console.WriteLine($"{Outcome(() => Sum(4, 5))} {Outcome(() => Sum(3, 6))} {Outcome(() => Sum(0, 99))} {Outcome(() => Both(null!, 0, 0))}");
    }
}

// A method that is hot in one phase with a loop of it that is hardly ever run, which the next phase makes hot: its better
// code, made by what was counted first, is made again.
using System.Runtime.CompilerServices;

static class Program
{
    sealed class Table(int size)
    {
        readonly int[] cells = new int[size];
        public int Length => cells.Length;
        public int Get(int index) => cells[index % cells.Length];
        public int Step(int index, int by)
        {
            int place = index % cells.Length;
            cells[place] = cells[place] * 31 + by;
            return cells[place] >> 3;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Work(Table table, int first, int second)
    {
        long sum = table.Length;
        for (int i = 0; i < first; i++)
            sum += table.Get(i);
        for (int i = 0; i < second; i++)
        {
            sum ^= table.Step(i, second);
            if (i % 1000 == 999 && sum == long.MinValue) throw new InvalidOperationException();
        }
        return sum;
    }

    static void Main()
    {
        var table = new Table(64);
        long sum = 0;
        for (int i = 0; i < 20_000; i++)
            sum += Work(table, 200, i % 100 == 0 ? 1 : 0);
        Console.WriteLine(sum);
        for (int i = 0; i < 40_000; i++)
            sum += Work(table, 1, 1000);
        Console.WriteLine(sum);
        try { Work(table, 1_000, -1); Work(null!, 1, 1); }
        catch (NullReferenceException) { Console.WriteLine("null"); }
    }
}

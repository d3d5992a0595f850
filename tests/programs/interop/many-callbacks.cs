using System.Runtime.InteropServices;

// Many short-lived delegates go to native code: their entry points are used again, and always call the right one.
static unsafe class Program
{
    delegate int Comparison(int* a, int* b);
    delegate bool Predicate(string text);

    [DllImport("libc")] static extern void qsort(int[] array, nuint count, nuint size, Comparison compare);

    static void Sort(int i)
    {
        int calls = 0;
        int[] values = { i, 3, -i, 8 };
        int sign = i % 2 == 0 ? 1 : -1;
        qsort(values, 4, 4, (a, b) => { calls++; return sign * (*a).CompareTo(*b); });
        if (calls < 3 || (sign > 0 ? values[0] > values[3] : values[0] < values[3]))
            Console.WriteLine($"wrong order at {i}");
    }

    static void Main()
    {
        var kept = new List<Predicate>();
        var pointers = new List<nint>();
        for (int i = 0; i < 300; i++)
        {
            int number = i;
            kept.Add(text => text.Length == number);
            pointers.Add(Marshal.GetFunctionPointerForDelegate(kept[i]));
        }
        for (int i = 0; i < 30_000; i++)
        {
            Sort(i);
            if (i % 1000 == 0)
                GC.Collect();
        }
        nint text = Marshal.StringToCoTaskMemUTF8(new string('x', 77));
        int matches = 0;
        for (int i = 0; i < 300; i++)
            if (((delegate* unmanaged<nint, int>)pointers[i])(text) != 0)
                matches += i;
        Console.WriteLine(matches);
        Console.WriteLine(pointers.Distinct().Count());
        GC.KeepAlive(kept);
    }
}

// Stack overflow by frames larger than the guard area.
// stderr: 1 lines
using System.Runtime.CompilerServices;
static unsafe class Program
{
    [InlineArray(20000)] struct Big { long first; }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Deep(int n)
    {
        Big big = default;
        big[n % 20000] = n;
        return Deep(n + 1) + big[3];
    }

    static void Main() => Console.WriteLine(Deep(0));
}

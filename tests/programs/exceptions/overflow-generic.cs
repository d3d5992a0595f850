// Generic recursion that never ends: types nest deeper with every call.
// stderr: 1 lines
using System.Runtime.CompilerServices;
static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Deep<T>(int n) => n == 120 ? typeof(T).ToString().Length : Deep<List<T>>(n + 1);
    static void Main()
    {
        try { Console.WriteLine(Deep<int>(0)); }
        catch (TypeLoadException e) { Console.WriteLine(e.GetType().Name); }
    }
}

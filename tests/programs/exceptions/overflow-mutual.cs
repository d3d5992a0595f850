// Stack overflow through several methods, on the main thread.
// stderr: 1 lines
static class Program
{
    static int A(int n) => n < 0 ? 0 : B(n + 1) + 1;
    static int B(int n) { try { return C(n) + 1; } finally { if (n < 0) Console.WriteLine(); } }
    static int C(int n) => new Func<int, int>(A)(n);
    static void Main() => Console.WriteLine(A(0));
}

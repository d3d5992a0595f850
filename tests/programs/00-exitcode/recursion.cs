static class Program
{
    static int Fibonacci(int n) => n < 2 ? n : Fibonacci(n - 1) + Fibonacci(n - 2);
    static int Main() => Fibonacci(11);
}

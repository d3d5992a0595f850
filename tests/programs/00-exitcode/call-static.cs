static class Program
{
    static int Add(int a, int b) => a + b;
    static int Many(int a, int b, int c, int d, int e, int f, int g, int h, int i) => a + 2 * b + 3 * c - d + e - f + g * h - i;

    static int Main() => Add(Many(1, 2, 3, 4, 5, 6, 7, 8, 9), 11);
}

static class Program
{
    static int Main()
    {
        int a = 5, b = 7;
        a = a * b + 3;
        b = a - b;
        return a + b;
    }
}

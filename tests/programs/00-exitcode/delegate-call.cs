static class Program
{
    delegate int Operation(int x);
    static int Twice(int x) => x * 2;

    static int Main()
    {
        int offset = 7;
        Operation a = Twice;
        Operation b = x => x + offset;
        return a(20) + b(10);
    }
}

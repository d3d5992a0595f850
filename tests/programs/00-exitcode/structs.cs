struct Point
{
    public int X, Y;
    public Point(int x, int y)
    {
        X = x;
        Y = y;
    }
    public readonly Point Plus(Point other) => new(X + other.X, Y + other.Y);
}

struct Big
{
    public long A, B, C, D;
}

static class Program
{
    static Big Make(long n) => new() { A = n, B = n * 2, C = n * 3, D = n * 4 };
    static long Sum(Big b) => b.A + b.B + b.C + b.D;

    static int Main()
    {
        Point p = new Point(1, 2).Plus(new Point(10, 20));
        return p.X + p.Y + (int)Sum(Make(7));
    }
}

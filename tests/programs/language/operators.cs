readonly struct Vector(double x, double y)
{
    public double X { get; } = x;
    public double Y { get; } = y;
    public static Vector operator +(Vector a, Vector b) => new(a.X + b.X, a.Y + b.Y);
    public static Vector operator -(Vector a) => new(-a.X, -a.Y);
    public static Vector operator *(Vector a, double k) => new(a.X * k, a.Y * k);
    public static double operator *(Vector a, Vector b) => a.X * b.X + a.Y * b.Y;
    public static bool operator ==(Vector a, Vector b) => a.X == b.X && a.Y == b.Y;
    public static bool operator !=(Vector a, Vector b) => !(a == b);
    public static bool operator true(Vector a) => a.X != 0 || a.Y != 0;
    public static bool operator false(Vector a) => a.X == 0 && a.Y == 0;
    public static implicit operator Vector(double d) => new(d, d);
    public static explicit operator int(Vector a) => (int)(a.X + a.Y);
    public static Vector operator ++(Vector a) => new(a.X + 1, a.Y + 1);
    public override bool Equals(object? o) => o is Vector v && v == this;
    public override int GetHashCode() => X.GetHashCode() ^ Y.GetHashCode();
    public override string ToString() => $"<{X}, {Y}>";
    public double this[int i] => i == 0 ? X : Y;
}

class Matrix
{
    readonly int[,] cells = new int[3, 3];
    public int this[int r, int c]
    {
        get => cells[r, c];
        set => cells[r, c] = value;
    }
    public string this[string name] => name + cells[0, 0];
    public static Matrix operator checked +(Matrix a, int b) => throw new OverflowException();
    public static Matrix operator +(Matrix a, int b)
    {
        a[0, 0] += b;
        return a;
    }
}

static class Program
{
    static void Main()
    {
        var a = new Vector(1, 2);
        Vector b = 3;
        Console.WriteLine(a + b * 2);
        Console.WriteLine(-a);
        Console.WriteLine(a * b);
        Console.WriteLine(a == b);
        Console.WriteLine((int)(a + b));
        a++;
        Console.WriteLine(a + " " + a[1]);
        if (a)
            Console.WriteLine("true");
        Console.WriteLine(new Vector(0, 0) ? "t" : "f");
        var m = new Matrix();
        m[1, 2] += 7;
        m[1, 2]++;
        Console.WriteLine(m[1, 2] + (m + 5)["x"]);
        try
        {
            m = checked(m + 1);
        }
        catch (OverflowException)
        {
            Console.WriteLine("checked operator");
        }
    }
}

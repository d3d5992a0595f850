// include: ../told.part
// include: ../warm.part
class Particle
{
    public double X, Y, Vx = 1, Vy = 0.5;
    public int Bounces;
    public static long Steps;
}

struct Vector
{
    public int A, B, C;
}

static class Program
{
    static Vector total;

    static void Advance(Particle p)
    {
        p.X += p.Vx * 0.01;
        p.Y += p.Vy * 0.01;
        if (p.X > 1 || p.X < 0)
        {
            p.Vx = -p.Vx;
            p.Bounces++;
        }
        if (p.Y > 1 || p.Y < 0)
        {
            p.Vy = -p.Vy;
            p.Bounces++;
        }
        Particle.Steps++;
        total.B += total.A;
        total.C ^= total.B;
        total.A++;
    }

    static long Kernel()
    {
        var p = new Particle();
        for (int i = 0; i < 500_000; i++)
            Advance(p);
        return p.Bounces;
    }

    static void Main() => Warm.Run(("fields", Kernel));
}

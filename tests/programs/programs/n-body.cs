static class Program
{
    class Body(double x, double y, double z, double vx, double vy, double vz, double mass)
    {
        public double X = x, Y = y, Z = z, Vx = vx, Vy = vy, Vz = vz, Mass = mass;
    }

    static double Energy(Body[] bodies)
    {
        double e = 0;
        for (int i = 0; i < bodies.Length; i++)
        {
            Body a = bodies[i];
            e += 0.5 * a.Mass * (a.Vx * a.Vx + a.Vy * a.Vy + a.Vz * a.Vz);
            for (int j = i + 1; j < bodies.Length; j++)
            {
                Body b = bodies[j];
                double dx = a.X - b.X, dy = a.Y - b.Y, dz = a.Z - b.Z;
                e -= a.Mass * b.Mass / Math.Sqrt(dx * dx + dy * dy + dz * dz);
            }
        }
        return e;
    }

    static void Advance(Body[] bodies, double dt)
    {
        for (int i = 0; i < bodies.Length; i++)
        {
            for (int j = i + 1; j < bodies.Length; j++)
            {
                Body a = bodies[i], b = bodies[j];
                double dx = a.X - b.X, dy = a.Y - b.Y, dz = a.Z - b.Z;
                double d2 = dx * dx + dy * dy + dz * dz;
                double mag = dt / (d2 * Math.Sqrt(d2));
                a.Vx -= dx * b.Mass * mag;
                a.Vy -= dy * b.Mass * mag;
                a.Vz -= dz * b.Mass * mag;
                b.Vx += dx * a.Mass * mag;
                b.Vy += dy * a.Mass * mag;
                b.Vz += dz * a.Mass * mag;
            }
        }
        foreach (Body b in bodies)
        {
            b.X += dt * b.Vx;
            b.Y += dt * b.Vy;
            b.Z += dt * b.Vz;
        }
    }

    static void Main()
    {
        Body[] bodies =
        {
            new(0, 0, 0, 0, 0, 0, 40), new(5, 1, 0.1, 0.5, 2.5, 0.01, 0.04), new(-8, 4, 0.3, -1, 1.5, 0.02, 0.01),
            new(12, -15, -0.2, 1, 0.8, 0, 0.002), new(15, -25, 0.2, 0.9, 0.5, -0.03, 0.002),
        };
        Console.WriteLine(Energy(bodies).ToString("F9"));
        for (int i = 0; i < 20000; i++)
            Advance(bodies, 0.001);
        Console.WriteLine(Energy(bodies).ToString("F9"));
        Console.WriteLine(bodies[1].X.ToString("R"));
    }
}

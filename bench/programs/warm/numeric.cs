// include: ../told.part
// include: ../warm.part
static class Program
{
    const int Size = 96;
    static readonly double[][] jaggedA = Jagged(1), jaggedB = Jagged(2);
    static readonly double[,] rectangularA = Rectangular(1), rectangularB = Rectangular(2);

    static double[][] Jagged(int seed)
    {
        var matrix = new double[Size][];
        for (int i = 0; i < Size; i++)
        {
            matrix[i] = new double[Size];
            for (int k = 0; k < Size; k++)
                matrix[i][k] = (i * seed + k) % 17;
        }
        return matrix;
    }

    static double[,] Rectangular(int seed)
    {
        var matrix = new double[Size, Size];
        for (int i = 0; i < Size; i++)
            for (int k = 0; k < Size; k++)
                matrix[i, k] = (i * seed + k) % 17;
        return matrix;
    }

    static long JaggedProduct()
    {
        var result = new double[Size][];
        for (int i = 0; i < Size; i++)
        {
            var row = result[i] = new double[Size];
            for (int j = 0; j < Size; j++)
            {
                double sum = 0;
                for (int k = 0; k < Size; k++)
                    sum += jaggedA[i][k] * jaggedB[k][j];
                row[j] = sum;
            }
        }
        return (long)result[5][7];
    }

    static long RectangularProduct()
    {
        var result = new double[Size, Size];
        for (int i = 0; i < Size; i++)
        {
            for (int j = 0; j < Size; j++)
            {
                double sum = 0;
                for (int k = 0; k < Size; k++)
                    sum += rectangularA[i, k] * rectangularB[k, j];
                result[i, j] = sum;
            }
        }
        return (long)result[5, 7];
    }

    static double A(int i, int j) => 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1);

    static void MultiplyAv(double[] v, double[] to)
    {
        for (int i = 0; i < to.Length; i++)
        {
            double sum = 0;
            for (int j = 0; j < v.Length; j++)
                sum += A(i, j) * v[j];
            to[i] = sum;
        }
    }

    static long SpectralNorm()
    {
        var u = new double[200];
        var v = new double[200];
        Array.Fill(u, 1);
        for (int i = 0; i < 5; i++)
        {
            MultiplyAv(u, v);
            MultiplyAv(v, u);
        }
        return (long)(u[3] * 1e9);
    }

    class Body
    {
        public double X, Y, Z, Vx, Vy, Vz, Mass;
    }

    static long NBody()
    {
        var bodies = new Body[5];
        for (int i = 0; i < bodies.Length; i++)
            bodies[i] = new Body { X = i, Y = i * 0.5 - 1, Z = 2 - i, Vx = 0.1 * i, Vy = 0.2, Vz = -0.1 * i, Mass = 1 + i };
        for (int step = 0; step < 5000; step++)
        {
            for (int i = 0; i < bodies.Length; i++)
            {
                Body a = bodies[i];
                for (int j = i + 1; j < bodies.Length; j++)
                {
                    Body b = bodies[j];
                    double dx = a.X - b.X, dy = a.Y - b.Y, dz = a.Z - b.Z;
                    double distance = dx * dx + dy * dy + dz * dz;
                    double size = 0.001 / (distance * Math.Sqrt(distance));
                    a.Vx -= dx * b.Mass * size;
                    a.Vy -= dy * b.Mass * size;
                    a.Vz -= dz * b.Mass * size;
                    b.Vx += dx * a.Mass * size;
                    b.Vy += dy * a.Mass * size;
                    b.Vz += dz * a.Mass * size;
                }
            }
            foreach (Body body in bodies)
            {
                body.X += 0.001 * body.Vx;
                body.Y += 0.001 * body.Vy;
                body.Z += 0.001 * body.Vz;
            }
        }
        return (long)(bodies[0].X * 1e6);
    }

    static long Mandelbrot()
    {
        int inside = 0;
        for (int py = 0; py < 100; py++)
        {
            for (int px = 0; px < 100; px++)
            {
                double cx = px * 0.03 - 2, cy = py * 0.02 - 1, x = 0, y = 0;
                int n = 0;
                while (n < 100 && x * x + y * y < 4)
                {
                    (x, y) = (x * x - y * y + cx, 2 * x * y + cy);
                    n++;
                }
                inside += n;
            }
        }
        return inside;
    }

    static long Fannkuch()
    {
        const int n = 8;
        int[] p = new int[n], q = new int[n], s = new int[n];
        int sign = 1, maxFlips = 0, sum = 0;
        for (int i = 0; i < n; i++)
            p[i] = q[i] = s[i] = i;
        while (true)
        {
            int q0 = p[0];
            if (q0 != 0)
            {
                for (int i = 1; i < n; i++)
                    q[i] = p[i];
                int flips = 1;
                while (true)
                {
                    int qq = q[q0];
                    if (qq == 0)
                    {
                        sum += sign * flips;
                        maxFlips = Math.Max(maxFlips, flips);
                        break;
                    }
                    q[q0] = q0;
                    if (q0 >= 3)
                    {
                        int i = 1, j = q0 - 1;
                        do
                        {
                            (q[i], q[j]) = (q[j], q[i]);
                            i++;
                            j--;
                        }
                        while (i < j);
                    }
                    q0 = qq;
                    flips++;
                }
            }
            if (sign == 1)
            {
                (p[0], p[1]) = (p[1], p[0]);
                sign = -1;
            }
            else
            {
                (p[1], p[2]) = (p[2], p[1]);
                sign = 1;
                for (int i = 2; i < n; i++)
                {
                    int sx = s[i];
                    if (sx != 0)
                    {
                        s[i] = sx - 1;
                        break;
                    }
                    if (i == n - 1)
                        return sum * 100 + maxFlips;
                    s[i] = i;
                    int t = p[0];
                    for (int j = 0; j <= i; j++)
                        p[j] = p[j + 1];
                    p[i + 1] = t;
                }
            }
        }
    }

    static void Main() => Warm.Run(
        ("matrix-jagged", JaggedProduct),
        ("matrix-rectangular", RectangularProduct),
        ("spectral-norm", SpectralNorm),
        ("n-body", NBody),
        ("mandelbrot", Mandelbrot),
        ("fannkuch", Fannkuch));
}

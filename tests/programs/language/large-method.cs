static class Program
{
    static long Run(int n)
    {
        long a0 = n, a1 = n + 1, a2 = n + 2, a3 = n + 3, a4 = n + 4, a5 = n + 5, a6 = n + 6, a7 = n + 7, a8 = n + 8, a9 = n + 9;
        double d0 = n, d1 = n * 0.5, d2 = n * 0.25, d3 = n * 0.125;
        string s = "";
        for (int i = 0; i < 50; i++)
        {
            switch (i % 12)
            {
                case 0: a0 += a1; d0 += d1; break;
                case 1: a1 ^= a2 << 3; break;
                case 2: a2 -= a3; d1 = d2 * d3; break;
                case 3: a3 *= 3; break;
                case 4: a4 += a5 & a6; break;
                case 5: a5 = a6 | a7; d2 -= 1; break;
                case 6: a6 = ~a6; break;
                case 7: (a7, a8) = (a8, a7); break;
                case 8: a8 = a9 % 1000 + a0; break;
                case 9: a9 += (long)(d0 + d1 + d2 + d3); break;
                case 10: s += (char)('a' + i % 26); break;
                default: d3 += i; s += a0 % 10; break;
            }
            if ((a0 ^ a9) % 5 == 0)
                a4++;
            else if (a1 > a2)
                a3--;
            try
            {
                if (i == 33)
                    throw new InvalidOperationException(s);
            }
            catch (InvalidOperationException e)
            {
                a0 += e.Message.Length;
            }
        }
        Console.WriteLine(s);
        Console.WriteLine($"{a0} {a1} {a2} {a3} {a4} {a5} {a6} {a7} {a8} {a9} {d0} {d1} {d2} {d3}");
        return a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9;
    }

    static void Main()
    {
        Console.WriteLine(Run(1));
        Console.WriteLine(Run(1000));
        Console.WriteLine(Run(-77777));
    }
}

static class Program
{
    static string Work(int n, string s, double d, (int A, string B) t)
    {
        int a = n, b = n * 2;
        string u = s + "u";
        double e = d;
        object? o = null;
        try
        {
            a += 10;
            u += "1";
            try
            {
                b += 100;
                e *= 2;
                t.A += a;
                if (n % 2 == 0)
                    throw new ArgumentException(u);
                o = t;
                if (n % 3 == 0)
                    o!.GetType().GetMethod("missing")!.Invoke(null, null);
            }
            catch (ArgumentException x) when (x.Message.Length > 2 && (b += 1000) > 0)
            {
                a++;
                t.B += x.Message;
            }
            finally
            {
                e += 0.5;
                n++;
            }
            u += "2";
        }
        catch (NullReferenceException)
        {
            u += "null";
        }
        return $"{n} {s} {d} {t} {a} {b} {u} {e} {o}";
    }

    static void Main()
    {
        for (int i = 0; i < 7; i++)
            Console.WriteLine(Work(i, "s" + i, i / 4.0, (i, "t")));
    }
}

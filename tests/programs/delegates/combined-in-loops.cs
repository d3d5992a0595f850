// Combined delegates, called often enough at one place that better code walks their list itself.
using System.Runtime.CompilerServices;

static class Program
{
    struct Small { public int A, B; }
    struct Large { public long A, B, C, D, E; }
    delegate int Adder(int x, ref long sum);
    delegate Small SmallMaker(int x);
    delegate Large LargeMaker(Large old, int x);
    delegate void Many(int a, long b, double c, string d, float e, int f, int g, long h, Small i, object j);

    static long total;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long CallAdders(Adder adder, int rounds)
    {
        long sum = 0;
        long results = 0;
        for (int i = 0; i < rounds; i++)
            results += adder(i, ref sum);
        return results * 31 + sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long CallSmall(SmallMaker maker, int rounds)
    {
        long sum = 0;
        for (int i = 0; i < rounds; i++)
        {
            Small small = maker(i);
            sum += small.A * 3L + small.B;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long CallLarge(LargeMaker maker, int rounds)
    {
        Large large = default;
        for (int i = 0; i < rounds; i++)
            large = maker(large, i);
        return large.A ^ large.B ^ large.C ^ large.D ^ large.E;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string CallText(Func<int, string> maker, int rounds)
    {
        string last = "";
        for (int i = 0; i < rounds; i++)
            last = maker(i);
        return last;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void CallMany(Many many, int rounds)
    {
        for (int i = 0; i < rounds; i++)
            many(i, i * 2L, i * 0.5, "d", i * 0.25f, i + 1, i + 2, i + 3, new Small { A = i, B = -i }, many);
    }

    // What is thrown keeps the rest of the list from being called.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int CallThrowing(Action<int> action, int rounds)
    {
        int caught = 0;
        for (int i = 0; i < rounds; i++)
        {
            try
            {
                action(i);
            }
            catch (InvalidOperationException problem) when (problem.Message.Length == 4)
            {
                caught++;
                if (i == rounds - 1)
                    Console.WriteLine(Own(problem.StackTrace!));
            }
        }
        return caught;
    }

    static string Own(string trace) => string.Join(" | ", trace.Split('\n').Where(line => line.Contains("Program")).Select(line => line.Trim().Split('(')[0]));

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Plus(int x, ref long sum) { sum += x; return x; }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Times(int x, ref long sum) { sum = sum * 3 + 1; return x * 2; }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Throws(int x) { if (x % 3 == 0) throw new InvalidOperationException("four"); }

    static void Many1(int a, long b, double c, string d, float e, int f, int g, long h, Small i, object j) => total += a + b + (long)c + d.Length + (long)e + f + g + h + i.A * 2 + i.B + (j is Many ? 1 : 0);
    static void Many2(int a, long b, double c, string d, float e, int f, int g, long h, Small i, object j) => total ^= a + b + (long)(c * 8) + f * g + h + i.B;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int CallOnce(Func<int, int>? function, int x) => function!(x);

    static void Main()
    {
        const int rounds = 300_000;
        object closure = new int[1];
        Adder adders = Plus;
        adders += Times;
        adders += (int x, ref long sum) => { sum -= x / 2; return ((int[])closure)[0] + x; };
        Adder one = Plus;
        for (int i = 0; i < 4; i++)
            Console.WriteLine(CallAdders(i % 2 == 0 ? adders : one, rounds));
        SmallMaker small = x => new Small { A = x, B = 1 };
        small += x => new Small { A = -x, B = x };
        Console.WriteLine(CallSmall(small, rounds));
        LargeMaker large = (old, x) => old with { A = x, B = old.A + 1 };
        large += (old, x) => old with { C = old.C + x, D = old.B, E = 5 };
        large += (old, x) => { old.A += x; old.B ^= old.C; old.C++; return old; };
        Console.WriteLine(CallLarge(large, rounds));
        Func<int, string> text = x => "a" + x;
        text += x => { if (x % 100_000 == 0) GC.Collect(); return "b" + x; };
        Console.WriteLine(CallText(text, rounds));
        Many many = Many1;
        many += Many2;
        many += Many1;
        CallMany(many, rounds);
        Console.WriteLine(total);
        int called = 0, after = 0;
        Action<int> action = x => called++;
        action += Throws;
        action += x => after++;
        Console.WriteLine(CallThrowing(action, 3001) + " " + called + " " + after);
        Func<int, int>? function = x => x + 1;
        function += x => x * 10;
        long sum = 0;
        for (int i = 0; i < rounds; i++)
            sum += CallOnce(function, i);
        function -= function.GetInvocationList()[1] as Func<int, int>;
        for (int i = 0; i < rounds; i++)
            sum += CallOnce(function, i);
        Console.WriteLine(sum);
        try
        {
            CallOnce(null, 1);
        }
        catch (NullReferenceException)
        {
            Console.WriteLine("null");
        }
    }
}

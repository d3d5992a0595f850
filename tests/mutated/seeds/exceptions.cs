// Handlers of every kind, iterators, using, lambdas and closures.
class Odd(string message, int code) : Exception(message) { public int Code => code; }
class Resource(string name) : IDisposable { public void Dispose() => Console.WriteLine("dispose " + name); }
static class Program
{
    static IEnumerable<int> Count(int to) { try { for (int i = 0; i < to; i++) yield return i; } finally { Console.WriteLine("end"); } }
    static int Divide(int a, int b)
    {
        try { return a / b; }
        catch (DivideByZeroException) when (a == 1) { return -1; }
        catch (ArithmeticException problem) { Console.WriteLine(problem.GetType().Name); return -2; }
        finally { Console.WriteLine("divided"); }
    }
    static string Guard(Action action)
    {
        try { action(); return "fine"; }
        catch (Odd odd) when (odd.Code > 5) { return "odd " + odd.Code; }
        catch (Odd) { return "small"; }
        catch (Exception any) { return any.GetType().Name; }
    }
    static int Main()
    {
        int total = 0;
        foreach (int value in Count(4)) total += value;
        Console.WriteLine(total + Divide(7, 2) + Divide(1, 0) + Divide(2, 0));
        using (new Resource("a")) using (new Resource("b")) Console.WriteLine("inside");
        Console.WriteLine(Guard(() => throw new Odd("x", 9)) + Guard(() => throw new Odd("y", 1)) + Guard(() => ((object)"s").GetHashCode().CompareTo(1)));
        Console.WriteLine(Guard(() => Console.WriteLine((string)(object)new int[1])) + Guard(() => { int[] none = null; none[0] = 1; }) + Guard(() => new List<byte[]>()[4].ToString()));
        try { try { throw new Odd("inner", 1); } finally { Console.WriteLine("finally"); } }
        catch (Odd odd) { try { throw; } catch (Exception again) { Console.WriteLine(ReferenceEquals(odd, again)); } }
        switch (total) { case 0: case 1: case 2: case 3: total = -1; break; case 5: total = 5; break; case 6: total = 60; break; case 7: total = 4; break; }
        return checked((int)Math.Sqrt(total * 10));
    }
}

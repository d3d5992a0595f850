// Small methods with handlers, called where they can be put into their callers: which handler takes what, in which order
// finally handlers run, and what traces say.
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text;

static class Program
{
    static readonly StringBuilder log = new();

    static int Divide(int a, int b)
    {
        try { return a / b; }
        catch (DivideByZeroException) { return -1; }
    }

    static int WithFinally(int n)
    {
        try { return n > 2 ? throw new ArgumentException("n" + n) : n; }
        finally { log.Append('f').Append(n); }
    }

    static int TwoFinallies(int n)
    {
        try
        {
            try { return WithFinally(n); }
            finally { log.Append('a'); }
        }
        finally { log.Append('b'); }
    }

    static int Rethrown(int n)
    {
        try { return TwoFinallies(n); }
        catch (ArgumentException e) when (e == null) { return 0; }
        catch (ArgumentException) { log.Append('r'); throw; }
    }

    static int Replaced(int n)
    {
        try { return WithFinally(n); }
        catch (ArgumentException e) { throw new InvalidOperationException(e.Message, e); }
        finally { log.Append('p'); }
    }

    // The handlers of callees run inside of those of the method.
    static int HandlersInHandlers(int n)
    {
        int result = 0;
        try
        {
            result += Divide(n, n - 1);
            result += WithFinally(n);
        }
        catch (ArgumentException)
        {
            result += Divide(1, n - 3) * 100;
            try { result += Replaced(n); }
            catch (InvalidOperationException e) { result += e.InnerException!.Message.Length * 1000; }
        }
        finally
        {
            result += Divide(7, n - 2) * 10000;
            try { Rethrown(n); }
            catch (ArgumentException e) { log.Append(e.Message); }
        }
        return result;
    }

    static string Null(string? text)
    {
        try { return text!.Trim(); }
        catch (NullReferenceException) { return "null"; }
    }

    static int Element(int[] values, int index)
    {
        try { return values[index]; }
        catch (IndexOutOfRangeException) { return -index; }
        catch (NullReferenceException) { return -1000; }
    }

    static long Checked(long a, long b)
    {
        try { return checked(a * b); }
        catch (OverflowException) { return long.MinValue; }
    }

    static T Unboxed<T>(object box) where T : struct
    {
        try { return (T)box; }
        catch (InvalidCastException) { return default; }
    }

    struct Scope(int n) : IDisposable
    {
        public readonly void Dispose() => log.Append('d').Append(n);
    }

    static int Using(int n)
    {
        using var scope = new Scope(n);
        return n == 2 ? throw new FormatException() : n;
    }

    static int Retried(int n)
    {
        for (int attempt = 0; ; attempt++)
        {
            try
            {
                if (attempt < n) throw new TimeoutException();
                return attempt;
            }
            catch (TimeoutException) when (attempt >= 0) { log.Append('t'); }
            finally { log.Append(attempt); }
        }
    }

    static void Locked(object gate, Action inside)
    {
        lock (gate) { inside(); }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Frames(Exception e) => string.Join(" ", new StackTrace(e).GetFrames().Select(frame => frame.GetMethod()!.Name));

    static int Outer(int n) => Middle(n) + 1;
    static int Middle(int n) { try { return Inner(n); } finally { log.Append('m'); } }
    static int Inner(int n) { try { return n == 0 ? throw new KeyNotFoundException() : n; } finally { log.Append('i'); } }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Round(int n)
    {
        log.Clear();
        log.Append(Divide(12, n)).Append(' ').Append(HandlersInHandlers(n)).Append(' ');
        log.Append(Null(n == 1 ? null : " x ")).Append(Element(n == 3 ? null! : new int[3], n)).Append(' ');
        log.Append(Checked(long.MaxValue / 2, n)).Append(' ').Append(Unboxed<int>(n % 2 == 0 ? n : (long)n)).Append(' ');
        try { log.Append(Using(n)); }
        catch (FormatException) { log.Append("format"); }
        log.Append(Retried(n));
        try { Locked(log, () => { if (n > 3) throw new NotSupportedException(); log.Append('l'); }); }
        catch (NotSupportedException) { log.Append(Monitor.IsEntered(log)); }
        return log.ToString();
    }

    static void Main()
    {
        var seen = new HashSet<string>();
        for (int i = 0; i < 3000; i++)
        {
            string round = Round(i % 5);
            if (seen.Add(round))
                Console.WriteLine(round);
        }
        string? trace = null;
        for (int i = 0; i < 2000; i++)
        {
            log.Clear();
            try { Outer(0); }
            catch (KeyNotFoundException e) { trace = Frames(e) + " " + log; }
        }
        Console.WriteLine(trace);
    }
}

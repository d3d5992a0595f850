using System.Diagnostics;
using System.Reflection;
using System.Runtime.CompilerServices;

// Filters run while the frames of what threw are still there, and read and write the variables of their method.
class Program
{
    struct Wide { public long A, B, C; public string Name; }

    class Failure(int code) : Exception("failure " + code) { public int Code = code; }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Throw(int code) => throw new Failure(code);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Call(Action action) { action(); return 1; }

    readonly int wanted;
    Program(int wanted) => this.wanted = wanted;

    // Arguments, `this`, variables that change before the throw, in the filter and in the handler.
    int Variables(int argument, long other, double real, string text)
    {
        int steps = 0;
        Wide wide = default;
        try
        {
            steps = 1;
            wide = new Wide { A = argument, B = other, Name = text };
            Throw(argument);
            steps = 100;
        }
        catch (Failure e) when (e.Code == wanted && ++steps > 0 && (wide.C = wide.A + wide.B) > 0 && real > 1 && wide.Name.Length > 2)
        {
            return steps * 1000 + (int)wide.C;
        }
        catch (Failure e) when (e.Code + steps++ > 0)
        {
            return -steps - (int)wide.C;
        }
        return steps;
    }

    // What the processor finds, and what is checked.
    static string Hardware(int[]? array, int index, int divisor)
    {
        string place = "start";
        try
        {
            place = "array";
            int value = array![index];
            place = "division";
            value /= divisor;
            place = "end";
            return place + value;
        }
        catch (Exception e) when (place != "start")
        {
            return place + " " + e.GetType().Name;
        }
    }

    static int Swallowed(int code)
    {
        int before = 0;
        try
        {
            Throw(code);
        }
        catch (Failure) when (Fails(ref before))
        {
            return -1;
        }
        catch (Failure e)
        {
            return e.Code + before;
        }
        return 0;

        static bool Fails(ref int before)
        {
            try { before++; Throw(7); }
            finally { before += 10; }
            return true;
        }
    }

    // Of this program: CoreCLR dispatches exceptions in managed code, whose frames are there while a filter runs.
    static IEnumerable<string> Names(StackTrace trace) =>
        trace.GetFrames().Select(frame => frame.GetMethod()!).Where(method => method.DeclaringType == typeof(Program)).Select(method => method.Name);

    static bool Show(List<string> log, Exception e)
    {
        log.Add("filter under " + string.Join(" ", Names(new StackTrace())));
        log.Add("thrown in " + string.Join(" ", Names(new StackTrace(e))));
        log.Add(MethodBase.GetCurrentMethod()!.Name);
        return false;
    }

    static void Order(List<string> log)
    {
        try
        {
            try
            {
                try { Throw(1); }
                catch (Failure e) when (Show(log, e)) { log.Add("never"); }
                finally { log.Add("inner finally"); }
            }
            catch (Failure e) when (e.Code == 1 && Note(log, "outer filter"))
            {
                log.Add("outer handler");
                throw;
            }
            finally { log.Add("outer finally"); }
        }
        catch (Exception e) { log.Add("caught " + e.Message); }

        static bool Note(List<string> log, string text) { log.Add(text); return true; }
    }

    static string Of<T>(T value) where T : class
    {
        T? kept = null;
        try
        {
            kept = value;
            Call(() => Throw(2));
            kept = null;
        }
        catch (Failure) when (kept is T && typeof(T) != typeof(Program))
        {
            return typeof(T).Name + " " + kept;
        }
        catch (Failure) when (kept is T)
        {
            return "second";
        }
        return "none";
    }

    static int Deep(int depth)
    {
        int mine = depth;
        try
        {
            Throw(depth);
        }
        catch (Failure) when (depth > 0 && Deep(depth - 1) >= 0 && mine == depth)
        {
            return mine + 1;
        }
        catch (Failure)
        {
            return 0;
        }
        return -1;
    }

    // A loop that is entered once, so that its frame is replaced while it runs.
    static long Loop(int rounds)
    {
        long sum = 0, filtered = 0;
        int last = 0;
        ref int alias = ref last;
        for (int i = 0; i < rounds; i++)
        {
            try
            {
                sum += i;
                alias = i;
                if (i % 5000 == 4999) Throw(i);
            }
            catch (Failure e) when (last == e.Code && e.Code % 10000 != 9999)
            {
                filtered += last;
                sum -= 1;
            }
            catch (Failure e)
            {
                last = -1;
                sum += alias;
            }
        }
        return sum * 3 + filtered;
    }

    static object Collected()
    {
        object kept = new string('x', 10);
        try
        {
            kept = new int[] { 1, 2, 3 };
            Throw(3);
        }
        catch (Failure) when (Collect() && ((int[])kept)[2] == 3)
        {
            return kept;
        }
        return "none";

        static bool Collect()
        {
            GC.Collect();
            for (int i = 0; i < 1000; i++) _ = new object[10];
            GC.Collect();
            return true;
        }
    }

    static async Task<string> Later(int code)
    {
        int stage = 0;
        try
        {
            await Task.Yield();
            stage = 1;
            await Task.Run(() => Throw(code));
        }
        catch (Failure e) when (e.Code == 4 && stage == 1)
        {
            await Task.Yield();
            return "filtered";
        }
        catch (Failure) { return "caught"; }
        return "none";
    }

    static void Main()
    {
        for (int round = 0; round < 3; round++)
        {
            Console.WriteLine(new Program(5).Variables(5, 6, 7, "text"));
            Console.WriteLine(new Program(5).Variables(4, 6, 7, "text"));
            Console.WriteLine(Hardware(null, 0, 1) + ", " + Hardware([1], 1, 1) + ", " + Hardware([1], 0, 0) + ", " + Hardware([6], 0, 2));
            Console.WriteLine(Swallowed(1000));
            var log = new List<string>();
            Order(log);
            log.ForEach(Console.WriteLine);
            Console.WriteLine(Of("text") + ", " + Of(new Program(1)) + ", " + Of(new List<int>()));
            Console.WriteLine(Deep(20));
            Console.WriteLine(((int[])Collected()).Length);
            Console.WriteLine(Later(4).Result + " " + Later(3).Result);
        }
        long sum = 0;
        for (int i = 0; i < 30000; i++)
            sum += Hardware([6], 0, 2).Length + (i % 100 == 0 ? new Program(5).Variables(5, i, 7, "text") : 0);
        Console.WriteLine(sum);
        Console.WriteLine(Loop(400_000));
    }
}

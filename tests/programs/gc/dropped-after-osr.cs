using System.Runtime.CompilerServices;

// What a loop has replaced is collected while its method runs on, also where the loop went on in better code before:
// neither the frame of the code that it left nor that code's registers keep the first objects. Only those are asked for:
// of later ones, words of calls that have ended may lie in what the frame of Look has not written yet, and roots are found
// conservatively.
class Thing;

static class Program
{
    const int Turns = 3_000, ReplacedEach = 1_000, Locals = 8;
    static readonly List<WeakReference> made = [];
    static long sink;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static object Make()
    {
        var thing = new Thing();
        made.Add(new WeakReference(thing));
        return thing;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Use(object thing) => thing is Thing ? 1 : 2;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Look()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        Console.WriteLine($"{made.Count} made, of the first {Locals} {made.Take(Locals).Count(weak => weak.IsAlive)} live");
    }

    // More than there are registers.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Replace()
    {
        object a = Make(), b = Make(), c = Make(), d = Make(), e = Make(), f = Make(), g = Make(), h = Make();
        for (int i = 1; i <= Turns; i++)
        {
            sink += Use(a) + Use(b) + Use(c) + Use(d) + Use(e) + Use(f) + Use(g) + Use(h);
            if (i % ReplacedEach != 0)
                continue;
            a = Make();
            b = Make();
            c = Make();
            d = Make();
            e = Make();
            f = Make();
            g = Make();
            h = Make();
            Look();
        }
        sink += Use(a) + Use(b) + Use(c) + Use(d) + Use(e) + Use(f) + Use(g) + Use(h);
    }

    static void Main()
    {
        Replace();
    }
}

using System.Diagnostics;
using System.Runtime.CompilerServices;

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Deep(int n)
    {
        if (n == 0)
            throw new InvalidOperationException("deep");
        Deep(n - 1);
    }

    class Generic<T>
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public void Method<U>(T t, U u, ref int r, int[] a, List<string> l) => Deep(1);

        public class Nested
        {
            [MethodImpl(MethodImplOptions.NoInlining)]
            public static void Static(out string s, params object[] rest)
            {
                int x = 0;
                s = "";
                new Generic<int>().Method<string>(1, "u", ref x, new int[0], null!);
            }
        }
    }

    struct Value
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public override string ToString()
        {
            Generic<string>.Nested.Static(out _);
            return "";
        }
    }

    class Thing
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public Thing(int n) => new Value().ToString();
        public int Property
        {
            [MethodImpl(MethodImplOptions.NoInlining)]
            get
            {
                new Thing(1);
                return 0;
            }
        }
        public int this[string s]
        {
            [MethodImpl(MethodImplOptions.NoInlining)]
            get => Property;
        }
    }

    static void Main()
    {
        try
        {
            Func<int> lambda = () => new Thing2()["x"];
            lambda();
        }
        catch (Exception e)
        {
            Console.WriteLine(e.StackTrace);
            Console.WriteLine(e.TargetSite);
            Console.WriteLine(e.Source);
            var trace = new StackTrace(e);
            foreach (StackFrame f in trace.GetFrames())
                Console.WriteLine($"{f.GetMethod()!.DeclaringType!.Name}.{f.GetMethod()!.Name}");
        }
        Console.WriteLine(new StackTrace().FrameCount > 0);
        Here();
    }

    class Thing2 : Thing
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public Thing2() : base(2)
        {
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Here()
    {
        Console.WriteLine(new StackTrace().GetFrame(0)!.GetMethod()!.Name);
        Console.WriteLine(new StackFrame(1).GetMethod()!.Name);
        Console.WriteLine(Environment.StackTrace.Split('\n').Last().Trim());
    }
}

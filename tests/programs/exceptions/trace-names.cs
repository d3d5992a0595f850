// options: debug
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text;

// names of methods in stack traces: every kind of method and parameter
namespace Ns.Inner
{
    public class Outer<T>
    {
        public class Nest<U>
        {
            public void M<V>(T t, U u, V v, List<V[]> l) => P.Boom();
            public static Nest<U> operator +(Nest<U> a, int b)
            {
                P.Boom();
                return a;
            }

            public int this[int i, string s]
            {
                get
                {
                    P.Boom();
                    return 1;
                }

                set => P.Boom();
            }

            public event Action E
            {
                add => P.Boom();
                remove
                {
                }
            }

            public static explicit operator int (Nest<U> n)
            {
                P.Boom();
                return 1;
            }
        }

        public struct St
        {
            public void InS(ref int a, out string b, in Guid g, params object[] r)
            {
                b = "";
                P.Boom();
            }
        }
    }
}

public interface IEx
{
    void Ex(int i);
    void Dflt() => P.Boom();
    static virtual void SV<T>() => P.Boom();
}

public class Impl : IEx
{
    void IEx.Ex(int i) => P.Boom();
    public Impl()
    {
    }

    public Impl(int x) : this()
    {
        P.Boom();
    }

    ~Impl()
    {
    }
}

public class InitF
{
    int x = P.BoomI();
}

public class StaticInit
{
    public static int X = P.BoomI();
    static StaticInit()
    {
    }
}

public record Rec(int A)
{
    public override string ToString()
    {
        P.Boom();
        return "";
    }
}

public class P
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Boom() => throw new InvalidOperationException("boom");
    public static int BoomI()
    {
        Boom();
        return 1;
    }

    static void Show(Action a)
    {
        try
        {
            a();
            Console.WriteLine("no exception");
        }
        catch (Exception e)
        {
            while (e.InnerException != null)
                e = e.InnerException;
            foreach (var l in e.StackTrace!.Split('\n'))
                if (!l.Contains("P.Show") && !l.Contains("at System."))
                    Console.WriteLine(l.TrimEnd().Replace("\\", "/"));
            Console.WriteLine("--");
        }
    }

    static unsafe void Ptr(int* p, void** q, delegate*<int, string> f, nint n, nuint m) => Boom();
    static void Arrays(int[] a, string[, ] b, List<int>[][] c, int? [] d, (int, string) t, dynamic y, Span<char> s) => Boom();
    static ref int RefRet(ref readonly int x)
    {
        Boom();
        throw null!;
    }

    static T GenM<T, U>(T t, Func<U, T> f, Dictionary<T, List<U>>.KeyCollection? k)
        where T : notnull
    {
        Boom();
        return t;
    }

    static void Opt(int a = 5, CancellationToken ct = default) => Boom();
    static IEnumerable<int> Iter(int n)
    {
        yield return n;
        Boom();
    }

    static async Task As<T>(T x)
    {
        await Task.Yield();
        Boom();
    }

    static async Task Sync()
    {
        Boom();
        await Task.Yield();
    }

    static async IAsyncEnumerable<int> AIter()
    {
        await Task.Yield();
        yield return 1;
        Boom();
    }

    static async ValueTask<int> Vt(int n)
    {
        if (n == 0)
            Boom();
        await Task.Yield();
        return await Vt(n - 1);
    }

    static void Deep(int n)
    {
        if (n == 0)
            Boom();
        else
            Deep(n - 1);
    }

    static void Main()
    {
        Show(() => new Ns.Inner.Outer<int>.Nest<string>().M(1, "", 2.5, null!));
        Show(() => _ = new Ns.Inner.Outer<int>.Nest<string>() + 1);
        Show(() => _ = new Ns.Inner.Outer<string>.Nest<object>()[1, ""]);
        Show(() => new Ns.Inner.Outer<string>.Nest<object>()[1, ""] = 3);
        Show(() => new Ns.Inner.Outer<string>.Nest<object>().E += null);
        Show(() => _ = (int)new Ns.Inner.Outer<string>.Nest<object>());
        Show(() =>
        {
            int a = 0;
            Guid g = default;
            default(Ns.Inner.Outer<long>.St).InS(ref a, out _, in g, 1, 2);
        });
        Show(() => ((IEx)new Impl()).Ex(1));
        Show(() => ((IEx)new Impl()).Dflt());
        Show(() => SV<Impl>());
        Show(() => new Impl(1));
        Show(() => new InitF());
        Show(() => _ = StaticInit.X);
        Show(() => new Rec(1).ToString());
        Show(() => $"{new Rec(2)}".ToString());
        Show(() =>
        {
            unsafe
            {
                Ptr(null, null, null, 0, 0);
            }
        });
        Show(() => Arrays(null!, null!, null!, null!, default, 1, default));
        Show(() =>
        {
            int i = 0;
            RefRet(in i);
        });
        Show(() => GenM<string, int>("", null!, null));
        Show(() => Opt());
        Show(() => Iter(1).ToList());
        Show(() =>
        {
            foreach (var i in Iter(1))
            {
            }
        });
        Show(() => As(1).Wait());
        Show(() => As("s").GetAwaiter().GetResult());
        Show(() => Sync().Wait());
        Show(() =>
        {
            async Task F()
            {
                await foreach (var x in AIter())
                {
                }
            }

            F().Wait();
        });
        Show(() => Vt(2).AsTask().Wait());
        Show(() => Deep(3));
        Show(() =>
        {
            void Loc<T>(T t)
            {
                Action l = () => Boom();
                l();
            }

            Loc(1);
        });
        Show(() =>
        {
            static int SLoc(int x) => BoomI();
            SLoc(1);
        });
        Show(() =>
        {
            Func<int, int> f = x =>
            {
                Func<int> g = () => BoomI() + x;
                return g();
            };
            f(1);
        });
        Show(() =>
        {
            Action a = Boom;
            a += Boom;
            a();
        });
        Show(() => new[] { 1, 2 }.Select(x => BoomI()).ToArray());
        Show(() =>
        {
            try
            {
                Boom();
            }
            catch
            {
                throw;
            }
        });
        Show(() =>
        {
            try
            {
                Boom();
            }
            catch (Exception e)
            {
                throw e;
            }
        });
        Show(() =>
        {
            try
            {
                Boom();
            }
            finally
            {
                GC.KeepAlive(1);
            }
        });
        Show(() =>
        {
            var t = new Thread(() => Show(() => Boom()));
            t.Start();
            t.Join();
        });
        Show(() => typeof(P).GetMethod("Boom")!.Invoke(null, null));
        Show(() =>
        {
            object o = "s";
            int i = (int)o;
        });
        Show(() =>
        {
            int[] a = new int[1];
            a[5] = 1;
        });
        Show(() =>
        {
            string? s = null;
            _ = s!.Length;
        });
        Show(() =>
        {
            int z = 0;
            z = 1 / z;
        });
        Show(() =>
        {
            checked
            {
                int m = int.MaxValue;
                m++;
            }
        });
        var st = new StackTrace(true);
        var f0 = st.GetFrame(0)!;
        Console.WriteLine(f0.GetMethod() + " " + f0.GetFileLineNumber() + " " + Path.GetFileName(f0.GetFileName()) + " " + f0.GetFileColumnNumber() + st.FrameCount);
        Console.WriteLine(new StackFrame(0).GetMethod()!.Name + Caller());
        Console.WriteLine(EnhancedStackTrace().Trim());
        var ex = new Exception("never");
        Console.WriteLine(ex.StackTrace == null);
        Console.WriteLine(new StackTrace(ex).FrameCount);
        try
        {
            Deep(2);
        }
        catch (Exception e)
        {
            var s2 = new StackTrace(e, true);
            Console.WriteLine(string.Join("|", s2.GetFrames().Select(f => f.GetMethod()!.Name + f.GetFileLineNumber())));
            Console.WriteLine(s2.ToString().Split('\n').Length + " " + e.TargetSite + " " + e.Source);
        }
    }

    static void SV<T>()
        where T : IEx => T.SV<int>();
    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Caller() => new StackTrace().GetFrame(1)!.GetMethod()!.Name;
    static string EnhancedStackTrace() => Environment.StackTrace.Split('\n')[1];
}

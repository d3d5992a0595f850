using System.Runtime.CompilerServices;

// beforefieldinit-free types have precise semantics
class Log
{
    public static void W(string s) => Console.WriteLine(s);
    public static int V(string s, int v)
    {
        Console.WriteLine(s);
        return v;
    }
}

class Bad
{
    static Bad()
    {
        Log.W("Bad..cctor");
        throw new InvalidOperationException("bad init");
    }

    public static int X = 3;
    public int I;
    public static void M()
    {
    }

    public void Inst()
    {
        Log.W("inst");
    }

    public const int C = 4;
}

class BadSub : Bad
{
    static BadSub()
    {
        Log.W("BadSub..cctor");
    }

    public static int Y = 5;
}

class CycA
{
    public static int A = Log.V("CycA", CycB.B + 1);
    static CycA()
    {
        Log.W("CycA done " + A);
    }
}

class CycB
{
    public static int B = Log.V("CycB", CycA.A + 10);
    static CycB()
    {
        Log.W("CycB done " + B);
    }
}

class CycT1
{
    public static int A;
    static CycT1()
    {
        Log.W("T1 in");
        A = CycT2.A + 1;
        Log.W("T1 out " + A);
    }
}

class CycT2
{
    public static int A;
    static CycT2()
    {
        Log.W("T2 in");
        A = CycT1.A + 1;
        Log.W("T2 out " + A);
        throw new Exception("T2 fails");
    }
}

class G<T>
{
    public static int N;
    static G()
    {
        Log.W("G<" + typeof(T).Name + ">");
        N = typeof(T).Name.Length;
        if (typeof(T) == typeof(double))
            throw new ArgumentException("double");
    }

    public static void Touch()
    {
    }

    public static U Gen<U>(U u) => u;
}

class NestedBad
{
    static NestedBad()
    {
        Log.W("NestedBad in");
        Bad2.Touch();
        Log.W("unreached");
    }

    public static void Touch()
    {
    }
}

class Bad2
{
    static readonly int x = Fail();
    static int Fail()
    {
        throw new FormatException("in Fail");
    }

    static Bad2()
    {
    }

    public static void Touch()
    {
    }
}

class TIE
{
    static TIE()
    {
        throw new TypeInitializationException("Fake.Type", new Exception("inner"));
    }

    public static int X;
}

struct SBad
{
    public static int X;
    public int Y;
    static SBad()
    {
        Log.W("SBad");
        throw new Exception("sbad");
    }

    public SBad(int y)
    {
        Y = y;
    }

    public int Get() => Y;
    public override string ToString() => "SBad!";
}

interface IBad
{
    static int X = Log.V("IBad", 1);
    static IBad()
    {
        Log.W("IBad..cctor");
        throw new Exception("ibad");
    }

    string D() => "D";
    static string S() => "S";
}

class ImplBad : IBad
{
}

class Base
{
    static Base()
    {
        Log.W("Base..cctor");
    }

    public static int BS = 1;
    public virtual void V()
    {
    }
}

class Mid : Base
{
    static Mid()
    {
        Log.W("Mid..cctor");
    }

    public static int MS = 2;
}

class Leaf : Mid
{
    static Leaf()
    {
        Log.W("Leaf..cctor");
    }

    public static int LS = 3;
    public Leaf()
    {
        Log.W("Leaf ctor");
    }
}

class ThreadCyc1
{
    public static int V;
    static ThreadCyc1()
    {
        Thread.Sleep(30);
        V = ThreadCyc2.V + 1;
    }
}

class ThreadCyc2
{
    public static int V;
    static ThreadCyc2()
    {
        Thread.Sleep(30);
        V = ThreadCyc1.V + 1;
    }
}

class Catching
{
    public static string R = "";
    static Catching()
    {
        try
        {
            Bad.M();
        }
        catch (TypeInitializationException e)
        {
            R = "caught " + e.TypeName;
        }
    }
}

class SelfInst
{
    public static readonly SelfInst I = new SelfInst();
    public static int Count = 5;
    public int Seen;
    SelfInst()
    {
        Seen = Count;
        Count++;
    }

    static SelfInst()
    {
        Log.W("SelfInst " + Count);
    }
}

class FinallyInit
{
    static FinallyInit()
    {
        try
        {
            throw new Exception("a");
        }
        finally
        {
            Log.W("finally in cctor");
        }
    }

    public static int X;
}

class StackO
{
    static StackO()
    {
        Log.W("len " + new System.Diagnostics.StackTrace().FrameCount.CompareTo(0));
    }

    public static int X;
}

enum EE
{
    A
}

class Program
{
    static void Try(string n, Action a)
    {
        try
        {
            a();
            Log.W(n + " ok");
        }
        catch (Exception e)
        {
            for (Exception? x = e; x != null; x = x.InnerException)
                Log.W($"{n}: {x.GetType().Name} [{x.Message}] {(x as TypeInitializationException)?.TypeName} {x.HResult:x}");
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void StructUse()
    {
        SBad s = default;
        Log.W(s.Y.ToString());
        Log.W(s.Get().ToString());
    }

    static void Main()
    {
        Exception? e1 = null, e2 = null;
        try
        {
            Bad.M();
        }
        catch (Exception e)
        {
            e1 = e;
        }

        try
        {
            Bad.X = 3;
        }
        catch (Exception e)
        {
            e2 = e;
        }

        Log.W("same " + ReferenceEquals(e1, e2) + ReferenceEquals(e1!.InnerException, e2!.InnerException));
        Try("new Bad", () => new Bad());
        Try("const", () => Log.W(Bad.C.ToString()));
        Try("BadSub.Y", () => Log.W(BadSub.Y + ""));
        Try("new BadSub", () => new BadSub());
        Try("getuninit", () => ((Bad)RuntimeHelpers.GetUninitializedObject(typeof(Bad))).Inst());
        Try("RunClassConstructor", () => RuntimeHelpers.RunClassConstructor(typeof(Bad).TypeHandle));
        Try("Activator", () => Activator.CreateInstance(typeof(Bad)));
        Try("reflection field", () => typeof(Bad).GetField("X")!.GetValue(null));
        Try("reflection method", () => typeof(Bad).GetMethod("M")!.Invoke(null, null));
        Log.W(CycA.A + " " + CycB.B);
        Try("T1", () => Log.W(CycT1.A + ""));
        Try("T2", () => Log.W(CycT2.A + ""));
        Log.W(G<int>.N + " " + G<string>.N + G<object>.N);
        Try("G<double>", () => G<double>.Touch());
        Try("G<double>", () => G<double>.Gen(1));
        Try("G<List>", () => G<List<int>>.Gen(1));
        Try("NestedBad", NestedBad.Touch);
        Try("NestedBad", NestedBad.Touch);
        Try("Bad2", Bad2.Touch);
        Try("TIE", () => TIE.X++);
        Try("struct use", StructUse);
        Try("struct static", () => SBad.X++);
        Try("struct ctor", () => new SBad(3).Get());
        Try("struct default", () => default(SBad).Get());
        Try("struct array", () => Log.W((new SBad[3])[1].Y + ""));
        Try("box", () =>
        {
            object o = default(SBad);
            Log.W(o.GetType().Name);
        });
        Try("tostring", () =>
        {
            object o = default(SBad);
            Log.W(o.ToString()!);
        });
        Try("IBad new", () => new ImplBad());
        Try("IBad D", () => Log.W(((IBad)new ImplBad()).D()));
        Try("IBad S", () => IBad.S());
        Try("IBad X", () => Log.W(IBad.X + ""));
        Try("Leaf.BS", () => Log.W(Leaf.BS + ""));
        Try("Leaf.MS", () => Log.W(Leaf.MS + ""));
        Try("new Leaf", () => new Leaf());
        Log.W(Catching.R);
        Log.W(SelfInst.I.Seen + " " + SelfInst.Count);
        Try("FinallyInit", () => FinallyInit.X++);
        Try("FinallyInit", () => FinallyInit.X++);
        Log.W(StackO.X + "");
        int v1 = 0, v2 = 0;
        var t1 = new Thread(() => v1 = ThreadCyc1.V);
        var t2 = new Thread(() => v2 = ThreadCyc2.V);
        t1.Start();
        t2.Start();
        t1.Join();
        t2.Join();
        Log.W((v1 + v2 == 3) + "");
        Try("method handle", () =>
        {
            Action a = Bad.M;
            Log.W("made");
            a();
        });
        Try("trace", () =>
        {
            try
            {
                Bad2.Touch();
            }
            catch (TypeInitializationException e)
            {
                Log.W(e.InnerException!.StackTrace!.Trim().Split('\n')[0].Trim());
            }
        });
        try
        {
            Bad.M();
        }
        catch (Exception e)
        {
            Log.W(e.ToString().Split('\n')[0]);
            Log.W(e.InnerException!.StackTrace!.Split('\n').Length + "");
        }
    }
}

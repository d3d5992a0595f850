using System.Runtime.CompilerServices;

class W
{
    public static void L(string s) => Console.WriteLine(s);
}

class A1
{
    static A1()
    {
        W.L("A1");
    }

    public A1()
    {
        W.L("ctor");
    }
}

class A2
{
    static int x = Init();
    static int Init()
    {
        W.L("A2");
        return 1;
    }
}

class A3
{
    static A3()
    {
        W.L("A3");
    }

    public int I;
}

class A4
{
    static A4()
    {
        W.L("A4");
    }

    public static int S;
}

class A5
{
    static A5()
    {
        W.L("A5");
    }
}

class A5b : A5
{
    static A5b()
    {
        W.L("A5b");
    }
}

class A6
{
    static A6()
    {
        W.L("A6");
    }

    public const int C = 3;
    public static readonly int R = 5;
}

class A7
{
    static A7()
    {
        W.L("A7");
    }

    public virtual void V()
    {
        W.L("V");
    }
}

class A8
{
    static int x = Init();
    static int Init()
    {
        W.L("A8 lazy");
        return 1;
    }

    public static void M()
    {
        W.L("A8.M");
    }

    public static int X => x;
}

struct S1
{
    static S1()
    {
        W.L("S1");
    }

    public int I;
    public int P => I;

    public static int Q;
}

struct S2
{
    static S2()
    {
        W.L("S2");
    }

    public S2()
    {
    }
}

interface IF
{
    static IF()
    {
        W.L("IF");
    }

    static int X = 3;
    void D()
    {
        W.L("D");
    }

    void A();
    static void St()
    {
        W.L("St");
    }
}

class IFI : IF
{
    public void A()
    {
        W.L("A");
    }
}

class Ex1
{
    static Ex1()
    {
        throw new Exception("e1");
    }

    public static int F;
    public int I;
    public static int P { get; set; }
}

class P
{
    static void T(string n, Action a)
    {
        W.L("-- " + n);
        try
        {
            a();
        }
        catch (Exception e)
        {
            for (Exception? x = e; x != null; x = x.InnerException)
                W.L(x.GetType().Name + " " + x.Message);
        }
    }

    static void Main()
    {
        T("uninit", () => RuntimeHelpers.GetUninitializedObject(typeof(A1)));
        T("activator", () => Activator.CreateInstance<A1>());
        T("A2", () => RuntimeHelpers.GetUninitializedObject(typeof(A2)));
        T("A3 fieldinfo instance", () => typeof(A3).GetField("I")!.GetValue(RuntimeHelpers.GetUninitializedObject(typeof(A3))));
        T("A4 handle", () =>
        {
            var f = typeof(A4).GetField("S")!;
            W.L("got");
            f.SetValue(null, 4);
            W.L(f.GetValue(null) + "");
        });
        T("A5b", () => Activator.CreateInstance(typeof(A5b)));
        T("A6 const", () => W.L(typeof(A6).GetField("C")!.GetRawConstantValue() + ""));
        T("A6 const getvalue", () => W.L(typeof(A6).GetField("C")!.GetValue(null) + ""));
        T("A6 R", () => W.L(typeof(A6).GetField("R")!.GetValue(null) + ""));
        T("A7", () => ((A7)RuntimeHelpers.GetUninitializedObject(typeof(A7))).V());
        T("A8", () => A8.M());
        T("A8.X", () => W.L(A8.X + ""));
        T("S1 default", () => W.L(default(S1).I + ""));
        T("S1 P", () => W.L(default(S1).P + ""));
        T("S2 new", () => new S2().ToString());
        T("S2 array", () => GC.KeepAlive(new S2[2]));
        T("IFI", () => new IFI());
        T("IFI.A", () => ((IF)new IFI()).A());
        T("IFI.D", () => ((IF)new IFI()).D());
        T("IF.St", () => IF.St());
        T("Ex1 uninit", () => RuntimeHelpers.GetUninitializedObject(typeof(Ex1)));
        T("Ex1 act", () => Activator.CreateInstance(typeof(Ex1)));
        T("Ex1 act<T>", () => Activator.CreateInstance<Ex1>());
        T("Ex1 fld", () => typeof(Ex1).GetField("F")!.GetValue(null));
        T("Ex1 fldset", () => typeof(Ex1).GetField("F")!.SetValue(null, 1));
        T("Ex1 prop", () => typeof(Ex1).GetProperty("P")!.GetValue(null));
        T("Ex1 ctorinfo", () => typeof(Ex1).GetConstructor(Type.EmptyTypes)!.Invoke(null));
        T("Ex1 ctorinfo obj", () => typeof(Ex1).GetConstructor(Type.EmptyTypes)!.Invoke(RuntimeHelpers.GetUninitializedObject(typeof(A1)), null));
        T("Ex1 tir", () => typeof(Ex1).TypeInitializer!.Invoke(null, null));
        T("A4 tir", () => typeof(A4).TypeInitializer!.Invoke(null, null));
        T("delegate", () =>
        {
            var d = (Func<int>)typeof(Ex1).GetProperty("P")!.GetMethod!.CreateDelegate(typeof(Func<int>));
            W.L("made");
            d();
        });
        T("prepare", () => RuntimeHelpers.PrepareMethod(typeof(Ex1).GetProperty("P")!.GetMethod!.MethodHandle));
        T("ptr", () => typeof(Ex1).GetProperty("P")!.GetMethod!.MethodHandle.GetFunctionPointer());
        T("module ctor", () => RuntimeHelpers.RunModuleConstructor(typeof(P).Module.ModuleHandle));
        T("RunClassConstructor", () => RuntimeHelpers.RunClassConstructor(typeof(Ex1).TypeHandle));
        T("fieldinstance", () => typeof(Ex1).GetField("I")!.GetValue(RuntimeHelpers.GetUninitializedObject(typeof(Ex1))));
        T("RunList", () => RuntimeHelpers.RunClassConstructor(typeof(List<>).TypeHandle));
        T("RunArray", () => RuntimeHelpers.RunClassConstructor(typeof(int[]).TypeHandle));
        T("default", () => RuntimeHelpers.RunClassConstructor(default));
    }
}

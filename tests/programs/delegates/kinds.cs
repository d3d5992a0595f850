using System.Reflection;

static class Program
{
    class Target
    {
        public int N = 5;
        public int Instance(int x) => x + N;
        public virtual string Virtual() => "base";
        public static int Static(int x) => x * 2;
    }

    class Derived : Target
    {
        public override string Virtual() => "derived";
    }

    struct Value
    {
        public int V;
        public int Get() => V++;
        public override string ToString() => "value " + V;
    }

    static string OverString(this string s, int n) => s + n;

    static void Main()
    {
        var t = new Target();
        Func<int, int> instance = t.Instance;
        Func<int, int> fixedStatic = Target.Static;
        Func<string> virtualBase = new Derived().Virtual;
        Func<int, string> closedStatic = "ext".OverString;
        Console.WriteLine($"{instance(1)} {fixedStatic(4)} {virtualBase()} {closedStatic(3)}");
        var v = new Value { V = 10 };
        Func<int> overStruct = v.Get;
        overStruct();
        Console.WriteLine(overStruct() + " " + v.V);
        Func<string> boxedToString = v.ToString;
        Console.WriteLine(boxedToString());
        var open = (Func<Target, int, int>)Delegate.CreateDelegate(typeof(Func<Target, int, int>), typeof(Target).GetMethod("Instance")!);
        t.N = 100;
        Console.WriteLine(open(t, 1));
        var openVirtual = (Func<Target, string>)Delegate.CreateDelegate(typeof(Func<Target, string>), typeof(Target).GetMethod("Virtual")!);
        Console.WriteLine(openVirtual(t) + openVirtual(new Derived()));
        var closedNull = (Func<int, string>)Delegate.CreateDelegate(typeof(Func<int, string>), null, typeof(Program).GetMethod("OverString", BindingFlags.NonPublic | BindingFlags.Static)!);
        Console.WriteLine(closedNull(8));
        Console.WriteLine(instance.Target == t);
        Console.WriteLine(instance.Method.Name + fixedStatic.Method + (fixedStatic.Target == null));
        Func<int> get = ((Func<Func<int>>)(() => () => 3))();
        Console.WriteLine(get());
        Console.WriteLine(instance.DynamicInvoke(5));
        try
        {
            Target? none = null;
            Func<int, int> bad = none!.Instance;
            Console.WriteLine("created");
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        catch (NullReferenceException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
    }
}

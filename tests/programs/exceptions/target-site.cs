// Which method and assembly an exception names as its source, when compiled code's helpers, the loader, the library or the program throw it.
using System.Runtime.CompilerServices;
using System.Reflection;
using System.Runtime.InteropServices;

unsafe static class Program
{
    interface I { void M(); }
    struct S { public long A, B, C; public readonly override string ToString() => "S"; }
    class C { public int F; public virtual void V() { } public string this[int i] => throw new KeyNotFoundException("k"); }
    static class Bad { public static int F = int.Parse("x"); }
    class Generic<T> { public static object Unbox(object o) => (T)o; public static T[] New(int n) => new T[n]; }
    [DllImport("none-such")] static extern void Missing();
    [DllImport("libc", EntryPoint = "none_such")] static extern void NoEntry();

    static void Show(string name, Action act)
    {
        try { act(); Console.WriteLine(name + ": nothing"); }
        catch (Exception e)
        {
            for (Exception? x = e; x != null; x = x.InnerException)
                Console.WriteLine($"{(x == e ? name : "  inner")}: {x.GetType().Name} | {x.TargetSite?.DeclaringType} {x.TargetSite} | {x.Source} | {x.TargetSite?.Module.ScopeName}");
        }
    }

    static object? none = null;
    static readonly object text = "text";
    static int zero = 0, minusOne = -1, big = int.MaxValue;
    static int[] numbers = [1];
    static object[] strings = new string[1];
    static C? nothing = null;
    static Action? noAction = null;

    static void Main()
    {
        Show("sum too large", () => _ = checked(big + 1));
        Show("product too large", () => _ = checked(big * 2));
        Show("byte too large", () => _ = checked((byte)big));
        Show("sign lost", () => _ = checked((uint)minusOne));
        Show("quotient too large", () => _ = int.MinValue / minusOne);
        Show("field of null", () => _ = nothing!.F);
        Show("virtual of null", () => nothing!.V());
        Show("interface of null", () => ((I)none!).M());
        Show("length of null", () => _ = ((int[])none!).Length);
        Show("element of null", () => _ = ((int[])none!)[0]);
        Show("delegate of null", () => noAction!());
        Show("index", () => _ = numbers[zero + 5]);
        Show("index stored", () => numbers[minusOne] = 1);
        Show("element type", () => strings[0] = new object());
        Show("element address", () => { ref object o = ref strings[0]; });
        Show("cast", () => _ = (C)text);
        Show("interface cast", () => _ = (I)text);
        Show("array cast", () => _ = (int[])text);
        Show("unbox", () => _ = (int)text);
        Show("unbox nullable", () => _ = (int?)text);
        Show("unbox generic", () => Generic<int>.Unbox(text));
        Show("cast generic", () => Generic<string>.Unbox(numbers));
        Show("divide", () => _ = 1 / zero);
        Show("divide long", () => _ = 1L / zero);
        Show("remainder", () => _ = 1 % zero);
        Show("divide minimum", () => _ = int.MinValue / minusOne);
        Show("decimal", () => _ = 1m / zero);
        Show("negative length", () => _ = new int[minusOne]);
        Show("negative generic length", () => _ = Generic<long>.New(minusOne));
        Show("huge length", () => _ = new S[big]);
        Show("index of two", () => _ = (new int[1, 1])[zero, 3]);
        Show("class constructor", () => _ = Bad.F);
        Show("class constructor again", () => _ = Bad.F);
        Show("library", () => Missing());
        Show("entry point", () => NoEntry());
        Show("thrown", () => throw new InvalidOperationException());
        Show("thrown null", () => throw null!);
        Show("indexer", () => _ = new C()[1]);
        Show("parse", () => int.Parse("x"));
        Show("dictionary", () => _ = new Dictionary<int, int>()[1]);
        Show("list", () => _ = new List<int>()[1]);
        Show("substring", () => "abc".Substring(5));
        Show("invoke", () => typeof(Program).GetMethod("Show", BindingFlags.NonPublic | BindingFlags.Static)!.Invoke(null, [1]));
        Show("invoke throws", () => typeof(Generic<int>).GetMethod("New")!.Invoke(null, [-1]));
        Show("activator", () => Activator.CreateInstance(typeof(I)));
        Show("type", () => Type.GetType("No.Such, Nothing", true));
        Show("assembly", () => Assembly.Load("NoSuchAssembly"));
        Show("set value", () => typeof(C).GetField("F")!.SetValue(new C(), "text"));
        Show("make generic", () => typeof(Nullable<>).MakeGenericType(typeof(string)));
        Show("array create", () => Array.CreateInstance(typeof(void), 1));
        Show("array copy", () => Array.Copy(new object[] { "x" }, new int[1], 1));
        Show("monitor", () => System.Threading.Monitor.Exit(new object()));
        Show("handle", () => GCHandle.FromIntPtr(0));
        Show("pinned", () => GCHandle.Alloc(new object[] { "x" }, GCHandleType.Pinned));
        Show("string null", () => new string((char*)1, 0, -1));
        Show("delegate bind", () => Delegate.CreateDelegate(typeof(Action), typeof(C).GetMethod("ToString")!));
        Show("dynamic invoke", () => new Action<int>(n => _ = numbers[n]).DynamicInvoke(9));
        Show("async", () => Task.Run(() => numbers[5]).Wait());
        Show("aggregate", () => throw new AggregateException(new Exception("never thrown")));
        var never = new Exception();
        Console.WriteLine($"{never.TargetSite} {never.Source}");
        never.Source = "own";
        try { throw never; } catch (Exception e) { Console.WriteLine($"{e.TargetSite} {e.Source}"); }
        try { try { throw new Exception("first"); } catch (Exception e) { _ = e.Source; throw; } } catch (Exception e) { Console.WriteLine($"{e.TargetSite} {e.Source}"); }
        try { Again(never); } catch (Exception e) { Console.WriteLine($"{e.TargetSite} {e.Source}"); }
    }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Again(Exception e) => throw e;
}

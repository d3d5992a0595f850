// An object that a method made and dropped is gone at the next collection, when the method has returned: 20 ways to make an object times
// 12 ways to use it. Roots on stacks are found conservatively, so this says how well stale words are kept from being roots.
// timeout: 300
using System.Collections;
using System.Linq.Expressions;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Text;

(string Name, Func<object> Make)[] makers =
[
    ("new", Makers.New), ("array", Makers.Array), ("string", Makers.String), ("box", Makers.Box), ("list", Makers.List),
    ("closure", Makers.Closure), ("chain", Makers.Chain), ("interface", Makers.Interface), ("generic", Makers.Generic<Tuple<object>>),
    ("reflection", Makers.Reflection), ("exception", Makers.Exception), ("iterator", Makers.Iterator), ("linq", Makers.Linq),
    ("dictionary", Makers.Dictionary), ("builder", Makers.Builder), ("deep", Makers.Deep), ("many arguments", Makers.ManyArguments),
    ("large struct", Makers.LargeStruct), ("task", Makers.Task), ("span", Makers.Span),
];
(string Name, Func<Func<object>, WeakReference> Use)[] users =
[
    ("drop", Users.Drop), ("call", Users.Call), ("nested calls", Users.NestedCalls), ("local struct", Users.LocalStruct), ("try", Users.Try),
    ("loop", Users.Loop), ("by reference", Users.ByReference), ("thrown", Users.Thrown), ("lambda", Users.Lambda), ("recursion", Users.Recursion),
    ("parameters", Users.Parameters), ("async", Users.Async),
];
int collected = 0, all = 0;
var alive = new List<string>();
foreach (var user in users)
{
    foreach (var maker in makers)
    {
        all++;
        if (Shape.IsCollected(user.Use, maker.Make)) collected++;
        else alive.Add(user.Name + "/" + maker.Name);
    }
}
bool enough = collected >= all * 99 / 100;
Console.WriteLine($"of {all} shapes at least 99 % are collected: {enough}");
if (!enough || args.Length > 0) Console.WriteLine($"{collected} are; alive: {string.Join(", ", alive)}");

static class Shape
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool IsCollected(Func<Func<object>, WeakReference> use, Func<object> make)
    {
        WeakReference weak = use(make);
        GC.Collect();
        return !weak.IsAlive;
    }
}

interface IMaker { object Make(int depth); }
sealed class MakerOfLists : IMaker { public object Make(int depth) => new List<int>(depth); }
class Node(object next) { public object Next = next; }
struct Large { public long A, B; public object First; public long C, D; public object Second; }

static class Makers
{
    public static object New() => new object();
    public static object Array() => new int[10];
    public static object String() => new string('x', 10 + Environment.TickCount % 1);
    public static object Box() => (object)(DateTime.UtcNow, 1);
    public static object List() { var list = new List<string>(); for (int i = 0; i < 20; i++) list.Add(i.ToString()); return list; }
    public static object Closure() { int n = Environment.TickCount; Func<int> f = () => n; f(); return f; }
    public static object Chain() { object o = null; for (int i = 0; i < 100; i++) o = new Node(o); return o; }
    public static object Interface() { IMaker maker = new MakerOfLists(); return maker.Make(3); }
    public static object Generic<T>() where T : class => Activator.CreateInstance(typeof(T), new object[] { new object() });
    public static object Reflection() => typeof(Makers).GetMethod("New").Invoke(null, null);
    public static object Exception() { try { throw new InvalidOperationException("x"); } catch (Exception e) { return e; } }
    public static object Iterator() { object last = null; foreach (object o in Objects()) last = o; return last; }
    static IEnumerable<object> Objects() { for (int i = 0; i < 3; i++) yield return new object(); }
    public static object Linq() => Enumerable.Range(0, 10).Select(i => new object()).Where(o => o.GetHashCode() != 1).Last();
    public static object Dictionary() => new Dictionary<string, object> { ["a"] = new object() }["a"];
    public static object Builder() => new StringBuilder().Append(1).AppendFormat("{0:x}", 77).Append('c').ToString();
    public static object Deep() => Deep(40, new object());
    static object Deep(int n, object o) => n == 0 ? o : Deep(n - 1, new Node(o)) is Node { Next: object next } node ? node : null;
    public static object ManyArguments() => Choose(new object(), new object(), 1, new object(), 2.0, new object(), new object(), new object(), new object());
    static object Choose(object a, object b, int i, object c, double d, object e, object f, object g, object h) => (i + (int)d) switch { 3 => h, 2 => a, _ => b };
    public static object LargeStruct() => Fill(new object()).Second;
    static Large Fill(object o) => new() { A = 1, First = new object(), Second = o };
    public static object Task() => System.Threading.Tasks.Task.FromResult(new object()).Result;
    public static object Span() { Span<int> numbers = stackalloc int[8]; numbers.Fill(3); return numbers.ToArray(); }
}

static class Users
{
    static object s_sink;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Touch(object o) { s_sink = o; s_sink = null; return o.GetHashCode() & 1; }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static WeakReference Weak(object o) => new(o);

    public static WeakReference Drop(Func<object> make) => new(make());
    public static WeakReference Call(Func<object> make) { object o = make(); Touch(o); return Weak(o); }
    public static WeakReference NestedCalls(Func<object> make)
    {
        object o = make();
        int n = Touch(o) + Math.Max(Touch(new Node(o)), Touch(new Node(new Node(o))) * Touch(o)) + string.Concat(o, o).Length;
        return n > -1 ? Weak(o) : null;
    }
    public static WeakReference LocalStruct(Func<object> make)
    {
        Large large = new() { First = make() };
        Large copy = large;
        copy.Second = copy.First;
        Touch(copy.Second);
        return Weak(large.First);
    }
    public static WeakReference Try(Func<object> make)
    {
        object o = null;
        try { o = make(); Touch(o); } finally { Touch(o); }
        try { return Weak(o); } catch (InvalidOperationException e) { return Weak(e); }
    }
    public static WeakReference Loop(Func<object> make)
    {
        object last = null;
        for (int i = 0; i < 5; i++) { last = make(); foreach (char c in "abc") Touch(last); }
        return Weak(last);
    }
    public static WeakReference ByReference(Func<object> make) { object o = make(); Replace(ref o, make); return Weak(o); }
    static void Replace(ref object o, Func<object> make) { Touch(o); o = make(); }
    public static WeakReference Thrown(Func<object> make)
    {
        object o = make();
        try { throw new Carrier(o); } catch (Carrier e) when (Touch(e.Cargo) >= 0) { return Weak(e.Cargo); }
    }
    sealed class Carrier(object cargo) : Exception { public object Cargo = cargo; }
    public static WeakReference Lambda(Func<object> make) { object o = make(); Func<WeakReference> weak = () => Weak(o); return weak(); }
    public static WeakReference Recursion(Func<object> make) => Recur(make(), 30);
    static WeakReference Recur(object o, int depth) { if (depth == 0) return Weak(o); WeakReference weak = Recur(o, depth - 1); Touch(o); return weak; }
    public static WeakReference Parameters(Func<object> make) => All(make(), make(), make());
    static WeakReference All(params object[] objects) { string s = string.Join(",", objects); return Weak(s.Length > 0 ? objects[1] : objects[0]); }
    public static WeakReference Async(Func<object> make) => AsyncBody(make).GetAwaiter().GetResult();
    static async Task<WeakReference> AsyncBody(Func<object> make) { object o = make(); await Task.CompletedTask; Touch(o); await Task.Yield(); return Weak(o); }
}

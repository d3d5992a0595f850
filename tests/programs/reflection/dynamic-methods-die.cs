// Dynamic methods and what is compiled from expressions end when nobody can call them, and not before.
using System.Diagnostics;
using System.Linq.Expressions;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

Churn();
Console.WriteLine($"weak references: {NearlyAllDie(MakeDynamic)} {NearlyAllDie(MakeExpression)} {NearlyAllDie(MakeRegex)}");
DelegatesStay();
Literals();
CallsBetween();
RunningWithoutReference();
Traces();
Handles();

[MethodImpl(MethodImplOptions.NoInlining)]
static DynamicMethod Adder(int i) {
    var method = new DynamicMethod("Add" + i, typeof(int), new[] { typeof(int) });
    ILGenerator il = method.GetILGenerator();
    il.Emit(OpCodes.Ldarg_0);
    il.Emit(OpCodes.Ldc_I4, i);
    il.Emit(OpCodes.Add);
    il.Emit(OpCodes.Ret);
    return method;
}

static void Churn() {
    long sum = 0;
    for (int i = 0; i < 3000; i++) sum += Adder(i).CreateDelegate<Func<int, int>>()(1);
    for (int i = 0; i < 500; i++) {
        ParameterExpression x = Expression.Parameter(typeof(int));
        sum += Expression.Lambda<Func<int, int>>(Expression.Multiply(x, Expression.Constant(i)), x).Compile()(2);
    }
    Console.WriteLine($"churn: {sum}");
}

static object MakeDynamic(int i) {
    Func<int, int> f = Adder(i).CreateDelegate<Func<int, int>>();
    f(i);
    return f;
}

static object MakeExpression(int i) {
    Expression<Func<string, string>> e = s => s + i;
    Func<string, string> f = e.Compile();
    f("x");
    return f;
}

static object MakeRegex(int i) {
    var regex = new Regex("^(a|b)+" + i, RegexOptions.Compiled);
    regex.IsMatch("ab" + i);
    return regex;
}

static string NearlyAllDie(Func<int, object> make) {
    WeakReference[] made = Fill(make);
    for (int i = 0; i < 5; i++) {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }
    int alive = made.Count(w => w.IsAlive);
    return alive <= made.Length / 10 ? "gone" : alive + " alive";
}

[MethodImpl(MethodImplOptions.NoInlining)]
static WeakReference[] Fill(Func<int, object> make) {
    var made = new WeakReference[40];
    for (int i = 0; i < made.Length; i++) made[i] = new WeakReference(make(i));
    return made;
}

static void Collect() {
    for (int i = 0; i < 4; i++) {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }
}

// A delegate is all that is left of its method; combined, in a field of another, as a GCHandle.
static void DelegatesStay() {
    var kept = new List<Func<int, int>>();
    for (int i = 0; i < 50; i++) kept.Add(Adder(i).CreateDelegate<Func<int, int>>());
    Func<int, int> both = kept[3] + kept[4];
    var handle = System.Runtime.InteropServices.GCHandle.Alloc(Adder(1000).CreateDelegate<Func<int, int>>());
    Collect();
    Churn();
    Console.WriteLine($"kept: {kept.Sum(f => f(1))} {both(1)} {((Func<int, int>)handle.Target)(1)} {kept[7].Method.Name}");
    handle.Free();
}

// Literals of dynamic methods are interned like all others, for as long as somebody can tell.
static void Literals() {
    Func<string> own = Literal("a literal of a dynamic method");
    Func<string> other = Literal(new string("a literal of a dynamic method".ToCharArray()));
    Collect();
    string interned = string.IsInterned("a literal of a dynamic method");
    Console.WriteLine($"literals: {ReferenceEquals(own(), other())} {ReferenceEquals(own(), interned)} {own()}");
    Func<string> unusual = Literal("unusual " + DateTime.MinValue.Year);
    string text = unusual();
    Console.WriteLine($"{ReferenceEquals(text, string.Intern("unusual " + DateTime.MinValue.Year))}");
    for (int i = 0; i < 300; i++) Literal("never again " + i)();
    Collect();
    Console.WriteLine($"{text} {ReferenceEquals(text, unusual())}");
}

static Func<string> Literal(string value) {
    var method = new DynamicMethod("", typeof(string), null);
    ILGenerator il = method.GetILGenerator();
    il.Emit(OpCodes.Ldstr, value);
    il.Emit(OpCodes.Ret);
    return method.CreateDelegate<Func<string>>();
}

// A dynamic method keeps those that it calls.
static void CallsBetween() {
    Func<int, int> chain = Chain(20);
    Collect();
    Churn();
    Console.WriteLine($"chain: {chain(5)}");
}

static Func<int, int> Chain(int depth) {
    DynamicMethod inner = Adder(1);
    for (int i = 0; i < depth; i++) {
        var outer = new DynamicMethod("Outer" + i, typeof(int), new[] { typeof(int) });
        ILGenerator il = outer.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, inner);
        il.Emit(OpCodes.Ldc_I4_2);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Ret);
        inner = outer;
    }
    return inner.CreateDelegate<Func<int, int>>();
}

// While a method runs it stays, whoever still refers to it.
static void RunningWithoutReference() {
    int done = 0;
    using var inside = new ManualResetEventSlim();
    using var go = new ManualResetEventSlim();
    Thread[] threads = new Thread[3];
    for (int t = 0; t < threads.Length; t++) threads[t] = Start(t, inside, go, () => Interlocked.Increment(ref done));
    Collect();
    Churn();
    go.Set();
    foreach (Thread thread in threads) thread.Join();
    Console.WriteLine($"ran to their ends: {done}");
}

[MethodImpl(MethodImplOptions.NoInlining)]
static Thread Start(int t, ManualResetEventSlim inside, ManualResetEventSlim go, Action end) {
    var method = new DynamicMethod("Run" + t, typeof(void), new[] { typeof(Action), typeof(Action) });
    ILGenerator il = method.GetILGenerator();
    il.Emit(OpCodes.Ldarg_0);
    il.Emit(OpCodes.Callvirt, typeof(Action).GetMethod("Invoke"));
    il.Emit(OpCodes.Ldarg_1);
    il.Emit(OpCodes.Callvirt, typeof(Action).GetMethod("Invoke"));
    il.Emit(OpCodes.Ret);
    var run = new Action<Action, Action>[] { method.CreateDelegate<Action<Action, Action>>() };
    var thread = new Thread(() => Interlocked.Exchange(ref run[0], null)(() => go.Wait(), end));
    thread.Start();
    return thread;
}

// A trace names the methods that were left, long after.
static void Traces() {
    var caught = new List<Exception>();
    var captured = new List<StackTrace>();
    for (int i = 0; i < 20; i++) {
        try {
            Thrower(i, captured)(i);
        } catch (Exception e) {
            caught.Add(e);
        }
    }
    Collect();
    Churn();
    Console.WriteLine($"traces: {caught.Count(e => e.StackTrace.Contains("Throws"))} {captured.Count(s => s.ToString().Contains("Throws"))}");
    Console.WriteLine(caught[7].StackTrace.Split('\n')[1].Trim());
    StackFrame frame = new StackTrace(caught[8]).GetFrame(1);
    Console.WriteLine($"{frame.GetMethod().Name} {frame.GetMethod().GetType().Name}");
    try {
        System.Runtime.ExceptionServices.ExceptionDispatchInfo.Capture(caught[9]).Throw();
    } catch (Exception e) {
        Collect();
        Console.WriteLine(e.StackTrace.Contains("Throws9"));
    }
}

[MethodImpl(MethodImplOptions.NoInlining)]
static Action<int> Thrower(int i, List<StackTrace> captured) {
    var method = new DynamicMethod("Throws" + i, typeof(void), new[] { typeof(List<StackTrace>), typeof(int) });
    ILGenerator il = method.GetILGenerator();
    il.Emit(OpCodes.Ldarg_0);
    il.Emit(OpCodes.Call, typeof(Helper).GetMethod("Throw"));
    il.Emit(OpCodes.Ldarg_0);  // no tail call
    il.Emit(OpCodes.Call, typeof(GC).GetMethod("KeepAlive"));
    il.Emit(OpCodes.Ret);
    return method.CreateDelegate<Action<int>>(captured);
}

// Handles and reflection on dead methods' types.
static void Handles() {
    MethodInfo method = MakeDynamicMethodInfo();
    Collect();
    Console.WriteLine($"{method.Name} {method.Invoke(null, new object[] { 4 })} {method.IsCollectible}");
    var table = new ConditionalWeakTable<Delegate, string>();
    for (int i = 0; i < 50; i++) table.Add(Adder(i).CreateDelegate<Func<int, int>>(), "value " + i);
    Collect();
    Console.WriteLine(table.Count() < 10);
}

[MethodImpl(MethodImplOptions.NoInlining)]
static MethodInfo MakeDynamicMethodInfo() => Adder(77).CreateDelegate<Func<int, int>>().Method;

public static class Helper {
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Throw(List<StackTrace> captured) {
        captured.Add(new StackTrace());
        throw new InvalidOperationException("from inside");
    }
}

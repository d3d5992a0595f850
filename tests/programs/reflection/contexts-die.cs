// Collectible load contexts and dynamic assemblies are unloaded when nothing of theirs can be used, and not before. The
// contexts load this very program once more.
using System.Collections;
using System.Diagnostics;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Loader;

int unloading = 0;
Console.WriteLine($"contexts: {Churn(60)}, unloading {unloading}");
WhatKeeps("instance", a => Activator.CreateInstance(a.GetType("Plugin")), o => o.ToString());
WhatKeeps("type", a => a.GetType("Plugin"), o => ((Type)o).GetMethod("Run").Invoke(null, new object[] { 4 }).ToString());
WhatKeeps("assembly", a => a, o => ((Assembly)o).GetType("Plugin").Name);
WhatKeeps("method", a => a.GetType("Plugin").GetMethod("Run"), o => ((MethodInfo)o).Invoke(null, new object[] { 3 }).ToString());
WhatKeeps("field", a => a.GetType("Plugin").GetField("counter"), o => ((FieldInfo)o).GetValue(null).ToString());
WhatKeeps("static delegate", a => a.GetType("Plugin").GetMethod("Run").CreateDelegate<Func<int, int>>(), o => ((Func<int, int>)o)(5).ToString());
WhatKeeps("closed delegate", a => a.GetType("Plugin").GetMethod("Twice").CreateDelegate<Func<string>>("ab"), o => ((Func<string>)o)());
WhatKeeps("array", a => Array.CreateInstance(a.GetType("Plugin"), 2), o => ((Array)o).GetType().Name);
WhatKeeps("list", a => Activator.CreateInstance(typeof(List<>).MakeGenericType(a.GetType("Plugin"))), o => ((IList)o).Count.ToString());
WhatKeeps("boxed struct", a => Activator.CreateInstance(a.GetType("PluginStruct")), o => o.ToString());
WhatKeeps("exception", a => Caught(a), o => ((Exception)o).StackTrace.Contains("Plugin.Throw").ToString());
WhatKeeps("stack trace", a => new StackTrace(Caught(a)), o => ((StackTrace)o).GetFrame(0).GetMethod().Name);
WhatKeeps("iterator", a => Iterator(a), o => ((IEnumerator)o).MoveNext().ToString());
WhatKeeps("static of the program", a => a.GetType("Plugin").GetMethod("Expose").Invoke(null, null), o => o.GetType().Name);
WhatKeeps("string literal", a => a.GetType("Plugin").GetMethod("Literal").Invoke(null, null), o => (string)o);
RunningThread();
StaticsAreTheirOwn();
Finalizers();
Tables();
CastsAndCalls();
GenericsOverBoth();
Dynamic();
Refused();

static void Collect() {
    for (int i = 0; i < 6; i++) {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }
}

static AssemblyLoadContext Load(out Assembly assembly) {
    var context = new AssemblyLoadContext("plugin", isCollectible: true);
    assembly = context.LoadFromAssemblyPath(typeof(Plugin).Assembly.Location);
    return context;
}

string Churn(int count) {
    var alive = new List<WeakReference>();
    int sum = 0;
    for (int i = 0; i < count; i++) sum += One(alive);
    Collect();
    int left = alive.Count(w => w.IsAlive);
    return $"{sum}, {(left <= alive.Count / 10 ? "gone" : left + " of " + alive.Count + " alive")}, {AppDomain.CurrentDomain.GetAssemblies().Count(a => a.IsCollectible) <= count / 10}";
}

[MethodImpl(MethodImplOptions.NoInlining)]
int One(List<WeakReference> alive) {
    AssemblyLoadContext context = Load(out Assembly assembly);
    context.Unloading += _ => unloading++;
    Type type = assembly.GetType("Plugin");
    alive.Add(new WeakReference(context));
    alive.Add(new WeakReference(assembly));
    alive.Add(new WeakReference(type));
    alive.Add(new WeakReference(Activator.CreateInstance(type)));
    int result = (int)type.GetMethod("Run").Invoke(null, new object[] { 10 });
    context.Unload();
    return result;
}

[MethodImpl(MethodImplOptions.NoInlining)]
static (WeakReference[], object[]) Make(Func<Assembly, object> make) {
    var weak = new WeakReference[12];
    var made = new object[12];
    for (int i = 0; i < weak.Length; i++) {
        AssemblyLoadContext context = Load(out Assembly assembly);
        made[i] = make(assembly);
        weak[i] = new WeakReference(context, trackResurrection: true);
        context.Unload();
    }
    return (weak, made);
}

// One kind of thing is all that is left of each context; then that goes as well. A string is no part of one.
static void WhatKeeps(string name, Func<Assembly, object> make, Func<object, string> use) {
    (WeakReference[] weak, object[] made) = Make(make);
    Collect();
    Console.WriteLine($"{name}: {weak.Count(w => w.IsAlive) > 9}, {Use(made, use)}");
    Array.Clear(made);
    Collect();
    int left = weak.Count(w => w.IsAlive);
    Console.WriteLine($"    then {(left <= 3 ? "gone" : left + " alive")}");
}

[MethodImpl(MethodImplOptions.NoInlining)]
static string Use(object[] made, Func<object, string> use) => string.Join("|", made.Select(use).Distinct());

[MethodImpl(MethodImplOptions.NoInlining)]
static Exception Caught(Assembly assembly) {
    try {
        assembly.GetType("Plugin").GetMethod("Throw").CreateDelegate<Action>()();
    } catch (Exception e) {
        return e;
    }
    return null;
}

[MethodImpl(MethodImplOptions.NoInlining)]
static object Iterator(Assembly assembly) => ((IEnumerable)assembly.GetType("Plugin").GetMethod("Numbers").Invoke(null, null)).GetEnumerator();

static void RunningThread() {
    using var inside = new CountdownEvent(3);
    using var go = new ManualResetEventSlim();
    int results = 0;
    Thread[] threads = StartThreads(inside, go, () => Interlocked.Increment(ref results));
    inside.Wait();
    Collect();
    Console.WriteLine($"threads: {threads.Count(t => t.IsAlive)}");
    go.Set();
    foreach (Thread thread in threads) thread.Join();
    Console.WriteLine($"results {results}");
}

[MethodImpl(MethodImplOptions.NoInlining)]
static Thread[] StartThreads(CountdownEvent inside, ManualResetEventSlim go, Action end) {
    var threads = new Thread[3];
    for (int i = 0; i < threads.Length; i++) {
        AssemblyLoadContext context = Load(out Assembly assembly);
        MethodInfo run = assembly.GetType("Plugin").GetMethod("Wait");
        var method = run.CreateDelegate<Action<Action, Action>>();
        threads[i] = new Thread(() => Interlocked.Exchange(ref method, null)(() => { inside.Signal(); go.Wait(); }, end));
        threads[i].Start();
        context.Unload();
    }
    return threads;
}

static void StaticsAreTheirOwn() {
    Plugin.counter = 100;
    var found = new List<int>();
    for (int i = 0; i < 5; i++) found.Add(Statics());
    Collect();
    Console.WriteLine($"statics: {string.Join(",", found)} {Plugin.counter} {Plugin.onThread == null}");
}

[MethodImpl(MethodImplOptions.NoInlining)]
static int Statics() {
    AssemblyLoadContext context = Load(out Assembly assembly);
    Type type = assembly.GetType("Plugin");
    type.GetMethod("Run").Invoke(null, new object[] { 7 });
    GC.Collect();
    int result = (int)type.GetMethod("Count").Invoke(null, null);
    context.Unload();
    return result;
}

static void Finalizers() {
    int before = Shared.finalized;
    for (int i = 0; i < 20; i++) MakeFinalizable();
    Collect();
    Console.WriteLine($"finalizers: {Shared.finalized - before > 15}");
}

[MethodImpl(MethodImplOptions.NoInlining)]
static void MakeFinalizable() {
    AssemblyLoadContext context = Load(out Assembly assembly);
    Action tell = () => Interlocked.Increment(ref Shared.finalized);
    Activator.CreateInstance(assembly.GetType("Finalizable"), tell);
    context.Unload();
}

static void Tables() {
    var table = new ConditionalWeakTable<object, object>();
    var handles = new List<GCHandle>();
    for (int i = 0; i < 20; i++) FillTable(table, handles);
    Collect();
    Console.WriteLine($"tables: {table.Count() <= 4} {handles.Count(h => h.Target != null) <= 4}");
    foreach (GCHandle handle in handles) handle.Free();
}

[MethodImpl(MethodImplOptions.NoInlining)]
static void FillTable(ConditionalWeakTable<object, object> table, List<GCHandle> handles) {
    AssemblyLoadContext context = Load(out Assembly assembly);
    object plugin = Activator.CreateInstance(assembly.GetType("Plugin"));
    table.Add(plugin, assembly.GetType("PluginStruct"));
    handles.Add(GCHandle.Alloc(plugin, GCHandleType.Weak));
    context.Unload();
}

// Addresses of types come again: nothing may answer for a type that is gone.
static void CastsAndCalls() {
    int disposable = 0, comparable = 0, compared = 0, texts = 0;
    for (int i = 0; i < 120; i++) {
        TypeOf(i, out bool d, out bool c, out int r, out string text);
        disposable += d ? 1 : 0;
        comparable += c ? 1 : 0;
        compared += r;
        texts += text == "made " + i ? 1 : 0;
        if (i % 10 == 9) GC.Collect();
    }
    Console.WriteLine($"casts: {disposable} {comparable} {compared} {texts}");
}

[MethodImpl(MethodImplOptions.NoInlining)]
static void TypeOf(int i, out bool disposable, out bool comparable, out int compared, out string text) {
    var assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("casts" + i), AssemblyBuilderAccess.RunAndCollect);
    TypeBuilder builder = assembly.DefineDynamicModule("m").DefineType("T", TypeAttributes.Public);
    Type face = i % 3 == 0 ? typeof(IDisposable) : i % 3 == 1 ? typeof(IComparable) : null;
    if (face != null) {
        builder.AddInterfaceImplementation(face);
        MethodInfo declared = face.GetMethods()[0];
        MethodBuilder body = builder.DefineMethod(declared.Name, MethodAttributes.Public | MethodAttributes.Virtual,
            declared.ReturnType, declared.GetParameters().Select(p => p.ParameterType).ToArray());
        ILGenerator code = body.GetILGenerator();
        if (declared.ReturnType == typeof(int)) code.Emit(OpCodes.Ldc_I4, i);
        code.Emit(OpCodes.Ret);
    }
    MethodBuilder text_ = builder.DefineMethod("ToString", MethodAttributes.Public | MethodAttributes.Virtual, typeof(string), null);
    ILGenerator il = text_.GetILGenerator();
    il.Emit(OpCodes.Ldstr, "made " + i);
    il.Emit(OpCodes.Ret);
    object made = Activator.CreateInstance(builder.CreateType());
    disposable = made is IDisposable;
    comparable = made is IComparable;
    compared = made is IComparable one ? one.CompareTo(null) : 0;
    (made as IDisposable)?.Dispose();
    text = made.ToString();
}

// Types, methods and answers of the program itself over types that go.
static void GenericsOverBoth() {
    int sum = 0;
    for (int i = 0; i < 30; i++) {
        sum += Over();
        if (i % 5 == 4) GC.Collect();
    }
    Collect();
    Console.WriteLine($"generics: {sum} {Shared.Generic(1)} {new Shared().Virtual<string>()}");
}

[MethodImpl(MethodImplOptions.NoInlining)]
static int Over() {
    AssemblyLoadContext context = Load(out Assembly assembly);
    Type type = assembly.GetType("Plugin");
    object plugin = Activator.CreateInstance(type);
    int result = (int)typeof(Shared).GetMethod("Generic").MakeGenericMethod(type).Invoke(null, new[] { plugin });
    result += ((string)typeof(Shared).GetMethod("Virtual").MakeGenericMethod(type).Invoke(new SubShared(), null)).Length;
    Type comparer = typeof(IComparer<>).MakeGenericType(type);
    result += (int)comparer.GetMethod("Compare").Invoke(new AnyComparer(), new[] { plugin, plugin });
    var dictionary = (IDictionary)Activator.CreateInstance(typeof(Dictionary<,>).MakeGenericType(type, typeof(int)));
    dictionary.Add(plugin, 3);
    result += dictionary.Count + (dictionary.Contains(plugin) ? 1 : 0);
    result += typeof(Shared.Nested<>).MakeGenericType(type).GetHashCode() != 0 ? 1 : 0;
    context.Unload();
    return result;
}

static void Dynamic() {
    var weak = new List<WeakReference>();
    long sum = 0;
    for (int i = 0; i < 60; i++) sum += DynamicType(i, weak);
    Collect();
    int left = weak.Count(w => w.IsAlive);
    Console.WriteLine($"dynamic: {sum} {(left <= 12 ? "gone" : left + " of " + weak.Count)}");
    object kept = KeptDynamic();
    Collect();
    Console.WriteLine($"{kept.GetType().Name} {kept.GetType().IsCollectible} {kept.GetType().Assembly.IsCollectible} {kept.GetType().GetMethod("F").Invoke(null, new object[] { 1 })}");
}

[MethodImpl(MethodImplOptions.NoInlining)]
static object KeptDynamic() => Activator.CreateInstance(Define(5));

[MethodImpl(MethodImplOptions.NoInlining)]
static int DynamicType(int i, List<WeakReference> weak) {
    Type type = Define(i);
    weak.Add(new WeakReference(type));
    weak.Add(new WeakReference(type.Assembly));
    weak.Add(new WeakReference(Activator.CreateInstance(type)));
    return (int)type.GetMethod("F").Invoke(null, new object[] { 1 });
}

static Type Define(int i) {
    var assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("d" + i), AssemblyBuilderAccess.RunAndCollect);
    TypeBuilder type = assembly.DefineDynamicModule("m").DefineType("T" + i, TypeAttributes.Public);
    MethodBuilder method = type.DefineMethod("F", MethodAttributes.Public | MethodAttributes.Static, typeof(int), new[] { typeof(int) });
    ILGenerator il = method.GetILGenerator();
    il.Emit(OpCodes.Ldarg_0);
    il.Emit(OpCodes.Ldc_I4, i);
    il.Emit(OpCodes.Add);
    il.Emit(OpCodes.Ret);
    return type.CreateType();
}

static Assembly Persisted(AssemblyLoadContext context) {
    var builder = new PersistedAssemblyBuilder(new AssemblyName("collectible-library") { Version = new Version(1, 2, 0, 0) }, typeof(object).Assembly);
    builder.DefineDynamicModule("m").DefineType("T", TypeAttributes.Public).CreateType();
    var bytes = new MemoryStream();
    builder.Save(bytes);
    bytes.Position = 0;
    return context.Assemblies.FirstOrDefault() ?? context.LoadFromStream(bytes);
}

static void Refused() {
    AssemblyLoadContext context = Load(out Assembly assembly);
    context.Unload();
    try {
        context.LoadFromAssemblyPath(typeof(Plugin).Assembly.Location);
    } catch (Exception e) {
        Console.WriteLine(e.GetType().Name + ": " + e.Message);
    }
    try {
        context.Unload();
        Console.WriteLine("again: fine");
    } catch (Exception e) {
        Console.WriteLine(e.GetType().Name + ": " + e.Message);
    }
    try {
        AssemblyLoadContext.Default.Unload();
    } catch (Exception e) {
        Console.WriteLine(e.GetType().Name + ": " + e.Message);
    }
    var library = new AssemblyLoadContext("library", isCollectible: true);
    AssemblyLoadContext.Default.Resolving += (_, name) => name.Name == "collectible-library" ? Persisted(library) : null;
    for (int i = 0; i < 2; i++) {
        try {
            Console.WriteLine(Assembly.Load("collectible-library, Version=1.2.0.0"));
        } catch (FileLoadException e) {
            Console.WriteLine($"{e.Message} {e.InnerException?.Message} {e.HResult:x}");
        }
    }
    Console.WriteLine($"{assembly.IsCollectible} {context.IsCollectible} {context.Assemblies.Count()} {typeof(List<>).MakeGenericType(assembly.GetType("Plugin")).IsCollectible} {typeof(Plugin).IsCollectible}");
}

public class Plugin {
    public static int counter;
    [ThreadStatic] public static object onThread;
    static readonly List<Plugin> all = new();
    static readonly Dictionary<string, Plugin> byName = new() { ["first"] = new Plugin() };

    public static int Run(int n) {
        onThread = new Plugin();
        for (int i = 0; i < n; i++) all.Add(new Plugin());
        counter += n;
        return all.Count + byName.Count;
    }
    public static int Count() => all.Count + counter + (onThread is Plugin ? 1000 : 0);
    public static void Throw() => throw new InvalidOperationException("from a plugin");
    public static IEnumerable Numbers() {
        yield return new Plugin();
        yield return 2;
    }
    public static object Expose() {
        Shared.kept = null;
        return new Plugin();
    }
    public static string Literal() => "a literal of the plugin";
    public static string Twice(string s) => s + s;
    public static void Wait(Action first, Action last) {
        first();
        last();
    }
    public override string ToString() => "plugin " + byName.ContainsKey("first");
}

public struct PluginStruct {
    public Plugin plugin;
    public int value;
    public override string ToString() => "struct " + value;
}

public class Finalizable {
    readonly Action tell;
    public Finalizable(Action tell) => this.tell = tell;
    ~Finalizable() => tell();
}

public class Shared {
    public static int finalized;
    public static object kept;
    public static int Generic<T>(T value) => new List<T> { value, value }.Count + (value is Plugin ? 10 : 0) + Nested<T>.count++;
    public virtual string Virtual<T>() => "shared " + typeof(T).Name;
    public class Nested<T> {
        public static int count;
    }
}

public class SubShared : Shared {
    public override string Virtual<T>() => "sub " + typeof(T).Name;
}

public class AnyComparer : IComparer<object> {
    public int Compare(object x, object y) => ReferenceEquals(x, y) ? 1 : 0;
}

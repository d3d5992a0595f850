// options: debug
// skip: optimized a finally handler lands in the frame of its method there: one frame where CoreCLR shows two
// Traces of every kind of throw: in and out of finally handlers, rethrown, generic, iterators, async, reflection, dynamic code.
using System.Diagnostics;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
class Gen<T> { [MethodImpl(MethodImplOptions.NoInlining)] public static void Throw<U>(T t, U u) => throw new InvalidOperationException("g"); public T this[int i] { [MethodImpl(MethodImplOptions.NoInlining)] get => throw new Exception("idx"); } public class In<V> { [MethodImpl(MethodImplOptions.NoInlining)] public void M(V v, ref int r, out string s, int[] a, List<Dictionary<int, V>> l, params object[] p) => throw new Exception("nested"); } public static implicit operator Gen<T>(int x) => throw new Exception("op"); public static Gen<T> operator +(Gen<T> a, Gen<T> b) => throw new Exception("plus"); ~Gen() { } }
record Rec(int A) { public int Bad => throw new Exception("rec"); }
struct St { public void M() => throw new Exception("struct"); public override string ToString() => throw new Exception("tostr"); }
static class BadCctor { public static int X = int.Parse("nope"); }
class BadCctor2 { static BadCctor2() { throw new Exception("cc2"); } public static void M() { } }
interface IDef { void D() => throw new Exception("default"); }
class Impl : IDef { }
static class Program
{
    static void Show(string what, Action f)
    {
        try { f(); Console.WriteLine(what + " nothing"); }
        catch (Exception e) { Console.WriteLine($"== {what}: {e.GetType().Name} {e.Message}"); Print(e); }
    }
    static string Clean(string s) => s == null ? "null" : System.Text.RegularExpressions.Regex.Replace(s, @" in /[^\n]*?([^/\n]+\.cs)", " in $1");
    static void Print(Exception e)
    {
        Console.WriteLine(Clean(e.ToString()));
        foreach (StackFrame f in new StackTrace(e, true).GetFrames() ?? []) { if (f.GetMethod()?.DeclaringType?.Assembly != typeof(Program).Assembly) continue; Console.WriteLine($"  {f.GetMethod()} {Path.GetFileName(f.GetFileName())} {f.GetFileLineNumber()} {f.HasILOffset()} {f.HasMethod()} {f.HasSource()} {f.HasNativeImage()}"); }
    }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Throw(string s) => throw new ApplicationException(s);
    [MethodImpl(MethodImplOptions.NoInlining)] static void InFinally()
    {
        try { Throw("a"); } finally { try { Throw("b"); } catch (Exception e) { Console.WriteLine("caught in finally"); Print(e); } }
    }
    [MethodImpl(MethodImplOptions.NoInlining)] static void InFinallyNormal()
    {
        try { Console.WriteLine("n"); } finally { try { Throw("b"); } catch (Exception e) { Console.WriteLine("caught in finally"); Print(e); } }
    }
    [MethodImpl(MethodImplOptions.NoInlining)] static void InFinallyDirect()
    {
        try { Console.WriteLine("n"); } finally { try { throw new Exception("d"); } catch (Exception e) { Console.WriteLine("caught in finally"); Print(e); } }
    }
    [MethodImpl(MethodImplOptions.NoInlining)] static void InFinallyNested()
    {
        try { Console.WriteLine("n"); } finally { try { try { Throw("x"); } finally { Console.WriteLine("inner"); } } catch (Exception e) { Print(e); } }
    }
    [MethodImpl(MethodImplOptions.NoInlining)] static void InFinallyNested2()
    {
        try { Console.WriteLine("n"); } finally { try { Console.WriteLine("m"); } finally { try { Throw("x"); } catch (Exception e) { Print(e); } } }
    }
    [MethodImpl(MethodImplOptions.NoInlining)] static void InFinallyFilter()
    {
        try { Console.WriteLine("n"); } finally { try { Throw("x"); } catch (Exception e) when (e.Message == "x") { Print(e); } }
    }
    [MethodImpl(MethodImplOptions.NoInlining)] static void FinallyEscapes() { try { Console.WriteLine("n"); } finally { Throw("esc"); } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void FinallyEscapes2() { try { Throw("first"); } finally { Throw("second"); } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void FinallyEscapes3() { try { try { Throw("first"); } finally { Throw("second"); } } catch (Exception e) { Print(e); throw; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void CatchThrow() { try { Throw("1"); } catch (Exception e) { throw new Exception("2", e); } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Rethrow() { try { Throw("1"); } catch { throw; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void ThrowEx() { try { Throw("1"); } catch (Exception e) { throw e; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void RethrowDirect() { try { throw new Exception("here"); } catch { throw; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void RethrowTwice() { try { try { Throw("1"); } catch { throw; } } catch { throw; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void RethrowFromFinally() { try { Throw("1"); } catch { try { throw; } finally { Console.WriteLine("fin"); } } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Capture() { ExceptionDispatchInfo i = null; try { Throw("c"); } catch (Exception e) { i = ExceptionDispatchInfo.Capture(e); } i.Throw(); }
    [MethodImpl(MethodImplOptions.NoInlining)] static void CaptureTwice() { ExceptionDispatchInfo i = null; try { Capture(); } catch (Exception e) { i = ExceptionDispatchInfo.Capture(e); } try { i.Throw(); } catch { throw; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void FilterThrows() { try { Throw("f"); } catch (Exception) when (Bad()) { } }
    static bool Bad() => throw new Exception("in filter");
    [MethodImpl(MethodImplOptions.NoInlining)] static void CatchInCatch() { try { Throw("o"); } catch (Exception) { try { Throw("i"); } catch (Exception e) { Print(e); } throw; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void ManyFrames(int n) { if (n == 0) Throw("deep"); ManyFrames(n - 1); }
    static IEnumerable<int> Iter() { yield return 1; Throw("iter"); yield return 2; }
    static async Task AsyncThrow() { await Task.Yield(); Throw("async"); }
    static async Task<int> AsyncOuter() { await AsyncThrow(); return 1; }
    static async ValueTask AsyncSync() { await Task.CompletedTask; Throw("sync async"); }
    static async IAsyncEnumerable<int> AsyncIter() { yield return 1; await Task.Yield(); Throw("async iter"); }
    static void Local() { void L<T>(T x) { Throw("local"); } L(5); }
    static int Div(int a, int b) => a / b;
    // Kept: what reflection knows of a method may be collected, and then its next call is a first one, which is interpreted.
    static readonly MethodInfo DivMethod = typeof(Program).GetMethod("Div", (BindingFlags)60);
    static int Len(string s) => s.Length;
    static int Arr(int[] a, int i) => a[i];
    static object Cast(object o) => (string)o;
    static void Main()
    {
        Show("InFinally", InFinally); Show("InFinallyNormal", InFinallyNormal); Show("InFinallyDirect", InFinallyDirect); Show("InFinallyNested", InFinallyNested); Show("InFinallyNested2", InFinallyNested2); Show("InFinallyFilter", InFinallyFilter);
        Show("FinallyEscapes", FinallyEscapes); Show("FinallyEscapes2", FinallyEscapes2); Show("FinallyEscapes3", FinallyEscapes3); Show("CatchThrow", CatchThrow); Show("Rethrow", Rethrow); Show("ThrowEx", ThrowEx); Show("RethrowDirect", RethrowDirect); Show("RethrowTwice", RethrowTwice); Show("RethrowFromFinally", RethrowFromFinally);
        Show("Capture", Capture); Show("CaptureTwice", CaptureTwice); Show("FilterThrows", FilterThrows); Show("CatchInCatch", CatchInCatch); Show("ManyFrames", () => ManyFrames(3));
        Show("Gen", () => Gen<int>.Throw<string>(1, "")); Show("GenS", () => Gen<string>.Throw(default, 5)); Show("idx", () => { var _ = new Gen<int>()[3]; }); Show("nested", () => { int r = 0; new Gen<string>.In<int>().M(1, ref r, out _, null, null, 1, 2); }); Show("op", () => { Gen<int> _ = 5; }); Show("plus", () => { var _ = new Gen<int>() + null; });
        Show("rec", () => { var _ = new Rec(1).Bad; }); Show("rec tostring", () => new Rec(1).ToString()); Show("struct", () => default(St).M()); Show("struct tostring", () => default(St).ToString()); Show("struct boxed", () => ((object)default(St)).ToString());
        Show("cctor", () => Console.WriteLine(BadCctor.X)); Show("cctor again", () => Console.WriteLine(BadCctor.X)); Show("cctor2", BadCctor2.M); Show("cctor2 refl", () => typeof(BadCctor2).GetMethod("M").Invoke(null, null)); Show("default", () => ((IDef)new Impl()).D());
        Show("iter", () => { foreach (int _ in Iter()) { } }); Show("async", () => AsyncOuter().GetAwaiter().GetResult()); Show("async wait", () => AsyncOuter().Wait()); Show("async sync", () => AsyncSync().AsTask().Wait()); Show("async iter", () => { Consume().Wait(); async Task Consume() { await foreach (int _ in AsyncIter()) { } } });
        Show("local", Local); Show("lambda", () => { Action a = () => Throw("lam"); a(); }); Show("linq", () => new[] { 1 }.Select(x => Div(x, 0)).ToList()); Show("div", () => Div(1, 0)); Show("len", () => Len(null)); Show("arr", () => Arr([1], 1)); Show("cast", () => Cast(5)); Show("null deleg", () => ((Action)null)()); Show("invoke", () => DivMethod.Invoke(null, [1, 0])); Show("invoke nowrap", () => DivMethod.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [1, 0], null)); Show("activator", () => Activator.CreateInstance(typeof(Thrower))); Show("activator g", () => New<Thrower>()); Show("dyninvoke", () => ((Func<int, int, int>)Div).DynamicInvoke(1, 0));
        Show("multicast", () => { Action a = () => { }; a += () => Throw("second"); a(); }); Show("agg", () => throw new AggregateException("m", new Exception("a"), new AggregateException(new Exception("b")))); Show("parallel", () => Task.WhenAll(AsyncThrow(), AsyncThrow()).Wait()); Show("thread", () => { Exception x = null; var t = new Thread(() => { try { Throw("t"); } catch (Exception e) { x = e; } }); t.Start(); t.Join(); throw x; });
        Show("dynmethod", () => { var dm = new DynamicMethod("Dyn", typeof(void), [typeof(int)], typeof(Program).Module); var il = dm.GetILGenerator(); il.Emit(OpCodes.Ldstr, "dm"); il.Emit(OpCodes.Call, typeof(Program).GetMethod("Throw", (BindingFlags)60)); il.Emit(OpCodes.Ret); ((Action<int>)dm.CreateDelegate(typeof(Action<int>)))(1); });
        Show("emit", () => { var t = AssemblyBuilder.DefineDynamicAssembly(new("emitted"), AssemblyBuilderAccess.Run).DefineDynamicModule("m").DefineType("Ns.Em", TypeAttributes.Public); var m = t.DefineMethod("Go", MethodAttributes.Public | MethodAttributes.Static, typeof(void), [typeof(string), typeof(int)]); m.DefineParameter(1, 0, "first"); var il = m.GetILGenerator(); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Throw); try { t.CreateType().GetMethod("Go").Invoke(null, ["", 1]); } catch (TargetInvocationException e) { throw e.InnerException; } });
        Show("inner chain", () => { try { try { Throw("1"); } catch (Exception e) { throw new ArgumentException("2", "p", e); } } catch (Exception e) { throw new TypeInitializationException("X", e); } });
        Show("set remote", () => throw ExceptionDispatchInfo.SetRemoteStackTrace(new Exception("r"), "remote trace")); Show("set current", () => throw ExceptionDispatchInfo.SetCurrentStackTrace(new Exception("r")));
        Show("no trace", () => Print(new Exception("never thrown", new Exception("in"))));
        Show("stackoverflow guard", () => RuntimeHelpers.EnsureSufficientExecutionStack()); Show("custom null", () => throw new Custom2());
        Console.WriteLine(new StackTrace(true).FrameCount);
        Console.WriteLine(Clean(Environment.StackTrace).Split('\n').Length + " " + Clean(Environment.StackTrace).Contains("Program.Main()"));
    }
    static T New<T>() where T : new() => new T();
}
class Thrower { public Thrower() => throw new Exception("ctor"); }
class Custom : Exception { public override string ToString() => "custom text"; public override string Message => throw new Exception("msg"); public override string StackTrace => "st"; }
class Custom2 : Exception { public override string Message => null; public override string ToString() => base.ToString(); }

// Null references and byrefs with fields far away, copies of large structs from and to null, blocks at null.
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

[InlineArray(100000)] struct Big { public byte B; }
[InlineArray(1000000)] struct Huge { public byte B; }
[InlineArray(200)] struct Medium { public byte B; }
struct Far { public int First; public Big Gap; public int Last; public object? Ref; public Inner In; public Big Gap2; public long End; }
struct Inner { public int A; public Big Gap; public short B; public readonly int Far() => B; public void Set() { B = 3; } public readonly object Box() => this; }
[InlineArray(40000)] struct Forty { public byte B; }
struct HalfInner { public Forty Gap; public byte B; }
struct Half { public Forty Gap; public HalfInner Second; }
class HalfHolder { public Half H; }
class Holder { public int First; public Big Gap; public int Last; public object? Ref; public Inner In; public Far F; public double D; public static Holder? None; public Holder? Next; }
class Child : Holder { public int After; public Huge More; public byte VeryLast; }
[StructLayout(LayoutKind.Explicit)] struct Explicit { [FieldOffset(0)] public int A; [FieldOffset(200000)] public int B; }
unsafe struct WithFixed { public fixed int Values[50000]; public int After; }

static unsafe class Program
{
    static int n;
    static void Try(string what, Action f)
    {
        try { f(); Console.WriteLine(what + ": nothing"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}"); }
    }
    [MethodImpl(MethodImplOptions.NoInlining)] static T? Null<T>() where T : class => n == 0 ? null : throw new Exception();
    [MethodImpl(MethodImplOptions.NoInlining)] static T* NullPointer<T>() where T : unmanaged => n == 0 ? null : throw new Exception();
    [MethodImpl(MethodImplOptions.NoInlining)] static ref T NullRef<T>() => ref Unsafe.NullRef<T>();
    static long sink; static object? objectSink; static double floatSink;
    static int Index(int i) => i + n;
    static void Main()
    {
        Try("field", () => sink = Null<Holder>()!.Last);
        Try("store", () => Null<Holder>()!.Last = 5);
        Try("reference", () => objectSink = Null<Holder>()!.Ref);
        Try("store reference", () => Null<Holder>()!.Ref = "x");
        Try("double", () => floatSink = Null<Holder>()!.D);
        Try("store double", () => Null<Holder>()!.D = 1);
        Try("nested", () => sink = Null<Holder>()!.In.B);
        Try("store nested", () => Null<Holder>()!.In.B = 5);
        Try("deep", () => sink = Null<Holder>()!.F.In.B + Null<Holder>()!.F.End);
        Try("store deep", () => Null<Holder>()!.F.End = 1);
        Try("child", () => sink = Null<Child>()!.VeryLast);
        Try("store child", () => Null<Child>()!.VeryLast = 1);
        Try("increment", () => Null<Child>()!.VeryLast++);
        Try("compound", () => Null<Holder>()!.In.B += 3);
        Try("address", () => { ref int r = ref Null<Holder>()!.Last; sink = 1; });
        Try("address of nested", () => { ref short r = ref Null<Holder>()!.In.B; sink = 1; });
        Try("address used", () => { ref long r = ref Null<Holder>()!.F.End; sink = r; });
        Try("pinned", () => { fixed (int* p = &Null<Holder>()!.Last) sink = *p; });
        Try("struct copy", () => { Inner i = Null<Holder>()!.In; sink = i.B; });
        Try("large struct copy", () => { Far f = Null<Holder>()!.F; sink = f.Last; });
        Try("store struct", () => Null<Holder>()!.In = default);
        Try("store large struct", () => Null<Holder>()!.F = new Far { Last = 3 });
        Try("box", () => objectSink = Null<Holder>()!.In);
        Try("method on field", () => objectSink = Null<Holder>()!.In.ToString());
        Try("inline array", () => sink = Null<Holder>()!.Gap[Index(99999)]);
        Try("store inline array", () => Null<Holder>()!.Gap[Index(99999)] = 1);
        Try("span", () => { Span<byte> s = Null<Holder>()!.Gap; sink = s[5]; });
        Try("static", () => sink = Holder.None!.Last);
        Try("chain", () => sink = new Holder().Next!.Next!.Last);
        Try("pointer", () => sink = NullPointer<Inner>()->B);
        Try("store pointer", () => NullPointer<Inner>()->B = 1);
        Try("pointer explicit", () => sink = NullPointer<Explicit>()->B);
        Try("store explicit", () => NullPointer<Explicit>()->B = 1);
        Try("pointer struct", () => { Inner i = *NullPointer<Inner>(); sink = i.B; });
        Try("store pointer struct", () => *NullPointer<Inner>() = default);
        Try("store pointer struct value", () => { Inner i = new() { A = n }; *NullPointer<Inner>() = i; });
        Try("huge pointer struct", () => { Huge h = *NullPointer<Huge>(); sink = h[Index(3)]; });
        Try("clear huge", () => *NullPointer<Huge>() = default);
        Try("medium", () => { Medium m = *NullPointer<Medium>(); sink = m[Index(3)]; });
        Try("clear medium", () => *NullPointer<Medium>() = default);
        Try("ref", () => sink = NullRef<Inner>().B);
        Try("store ref", () => NullRef<Inner>().B = 1);
        Try("ref to far", () => sink = NullRef<Far>().In.B);
        Try("store ref reference", () => NullRef<Far>().Ref = "x");
        Try("ref struct", () => { Far f = NullRef<Far>(); sink = f.Last; });
        Try("store ref struct", () => NullRef<Far>() = default);
        Try("store ref struct value", () => { Far f = new() { First = n }; NullRef<Far>() = f; });
        Try("method", () => sink = NullRef<Inner>().Far()); Try("set in method", () => NullRef<Inner>().Set()); Try("copy in method", () => objectSink = NullRef<Inner>().Box());
        Try("half and half", () => sink = NullPointer<Half>()->Second.B); Try("store half", () => NullPointer<Half>()->Second.B = 1); Try("half of object", () => sink = Null<HalfHolder>()!.H.Second.B); Try("store half of object", () => Null<HalfHolder>()!.H.Second.B = 1); Try("address of half", () => { ref byte b = ref Null<HalfHolder>()!.H.Second.B; sink = 1; });
        Try("unsafe add", () => sink = Unsafe.Add(ref NullRef<int>(), 100));
        Try("fixed", () => sink = NullPointer<WithFixed>()->Values[Index(100)]);
        Try("after fixed", () => sink = NullPointer<WithFixed>()->After);
        Try("array", () => sink = Null<int[]>()![Index(1000000)]);
        Try("store array", () => Null<int[]>()![Index(1000000)] = 1);
        Try("array length", () => sink = Null<int[]>()!.Length);
        Try("array 2d", () => sink = Null<int[,]>()![Index(1000), 3]);
        Try("string", () => sink = Null<string>()![Index(100000)]);
        Try("copy block", () => { byte b = 1; Unsafe.CopyBlock(NullPointer<byte>(), &b, (uint)Index(1)); });
        Try("copy block from", () => { byte b = 1; Unsafe.CopyBlock(&b, NullPointer<byte>(), (uint)Index(1)); });
        Try("copy large block", () => { byte* b = stackalloc byte[1000]; Unsafe.CopyBlock(NullPointer<byte>(), b, (uint)Index(1000)); });
        Try("copy nothing", () => { byte b = 1; Unsafe.CopyBlock(NullPointer<byte>(), &b, (uint)Index(0)); });
        Try("init block", () => Unsafe.InitBlock(NullPointer<byte>(), 1, (uint)Index(10)));
        Try("init large block", () => Unsafe.InitBlock(NullPointer<byte>(), 1, (uint)Index(100000)));
        Try("init constant", () => Unsafe.InitBlock(NullPointer<byte>(), 0, 64));
        Try("buffer", () => { byte b = 1; Buffer.MemoryCopy(&b, NullPointer<byte>(), 1, Index(1)); });
        Try("clear span", () => new Span<byte>(NullPointer<byte>(), Index(100)).Clear());
        Try("fill span", () => new Span<byte>(NullPointer<byte>(), Index(100)).Fill(3));
        Try("span copy", () => new Span<byte>(NullPointer<byte>(), Index(100)).ToArray());
        Try("exchange", () => Interlocked.Exchange(ref Null<Holder>()!.Ref, "x"));
        Try("compare", () => Interlocked.CompareExchange(ref NullRef<long>(), 1, 2));
        Try("volatile", () => sink = Volatile.Read(ref Null<Holder>()!.Last));
        Try("volatile write", () => Volatile.Write(ref Null<Holder>()!.Ref, "x"));
        Try("out", () => int.TryParse("5", out Null<Holder>()!.Last));
        Try("small addresses", () => sink = *(int*)(nint)Index(4000));
        Try("store small", () => *(int*)(nint)Index(4000) = 1);
        Try("throw null", () => throw Null<Exception>()!);
        Try("lock null", () => { lock (Null<object>()!) { } });
        Try("delegate", () => Null<Action>()!());
        Try("virtual", () => Null<object>()!.ToString());
        Try("interface", () => Null<IDisposable>()!.Dispose());
        Try("generic virtual", () => Null<IEnumerable<int>>()!.GetEnumerator());
        Try("unbox", () => sink = (int)Null<object>()!);
        Try("unbox big", () => sink = ((Inner)Null<object>()!).B);
        Emitted();
    }
    static void Emitted()
    {
        void Run(string what, Type result, Action<ILGenerator> emit)
        {
            Try(what, () =>
            {
                var m = new DynamicMethod("M", result, [], typeof(Program), true);
                ILGenerator il = m.GetILGenerator(); il.DeclareLocal(typeof(nint)); il.DeclareLocal(typeof(Big)); emit(il); il.Emit(OpCodes.Ret);
                try { m.Invoke(null, null); } catch (System.Reflection.TargetInvocationException e) { System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(e.InnerException!); }
            });
        }
        var far = typeof(Inner).GetField("B")!; var b = typeof(Explicit).GetField("B")!;
        Run("ldfld of native int", typeof(int), il => { il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Ldfld, far); });
        Run("stfld of native int", typeof(void), il => { il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Stfld, far); });
        Run("ldflda ldind", typeof(int), il => { il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Ldflda, b); il.Emit(OpCodes.Ldind_I4); });
        Run("ldflda alone", typeof(void), il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldflda, typeof(Holder).GetField("Last")!); il.Emit(OpCodes.Pop); });
        Run("ldfld alone", typeof(void), il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldfld, typeof(Holder).GetField("Last")!); il.Emit(OpCodes.Pop); });
        Run("cpobj", typeof(void), il => { il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Ldloca, 1); il.Emit(OpCodes.Cpobj, typeof(Big)); });
        Run("cpobj from", typeof(void), il => { il.Emit(OpCodes.Ldloca, 1); il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Cpobj, typeof(Big)); });
        Run("ldobj", typeof(void), il => { il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Ldobj, typeof(Big)); il.Emit(OpCodes.Stloc_1); });
        Run("ldobj alone", typeof(void), il => { il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Ldobj, typeof(Big)); il.Emit(OpCodes.Pop); });
        Run("stobj", typeof(void), il => { il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Ldloc_1); il.Emit(OpCodes.Stobj, typeof(Big)); });
        Run("initobj", typeof(void), il => { il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Initobj, typeof(Big)); });
        Run("initobj of a reference", typeof(void), il => { il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Initobj, typeof(object)); });
        Run("cpblk", typeof(void), il => { il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Ldloca, 1); il.Emit(OpCodes.Ldc_I4, 90000); il.Emit(OpCodes.Cpblk); });
        Run("cpblk from", typeof(void), il => { il.Emit(OpCodes.Ldloca, 1); il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Ldc_I4, 90000); il.Emit(OpCodes.Cpblk); });
        Run("cpblk of nothing", typeof(void), il => { il.Emit(OpCodes.Ldloca, 1); il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Cpblk); });
        Run("initblk", typeof(void), il => { il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ldc_I4, 90000); il.Emit(OpCodes.Initblk); });
        Run("initblk of nothing", typeof(void), il => { il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Initblk); });
        Run("ldelema", typeof(void), il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldc_I4, 70000); il.Emit(OpCodes.Ldelema, typeof(long)); il.Emit(OpCodes.Pop); });
        Run("ldlen", typeof(void), il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldlen); il.Emit(OpCodes.Pop); });
        Run("callvirt", typeof(void), il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Callvirt, typeof(object).GetMethod("GetType")!); il.Emit(OpCodes.Pop); });
        Run("ldvirtftn", typeof(void), il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldvirtftn, typeof(object).GetMethod("ToString")!); il.Emit(OpCodes.Pop); });
        Run("ldind alone", typeof(void), il => { il.Emit(OpCodes.Ldloc_0); il.Emit(OpCodes.Ldind_I8); il.Emit(OpCodes.Pop); });
    }
}

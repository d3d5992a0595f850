// SafeHandle, CriticalHandle, HandleRef and delegates where they cannot be: which exception, and what it says.
using System.Runtime.InteropServices;
class H : SafeHandle { public H() : base(0, true) {} public H(nint v) : base(0, true) { SetHandle(v); } public override bool IsInvalid => handle == 0; protected override bool ReleaseHandle() => true; public static void Bad() {} }
abstract class AbstractHandle : SafeHandle { protected AbstractHandle() : base(0, true) {} }
class PrivateCtor : SafeHandle { PrivateCtor() : base(0, true) {} public override bool IsInvalid => false; protected override bool ReleaseHandle() => true; }
class ThrowingCtor : SafeHandle { public ThrowingCtor() : base(0, true) { throw new InvalidOperationException("ctor"); } public override bool IsInvalid => false; protected override bool ReleaseHandle() => true; }
class CH : CriticalHandle { public CH() : base(0) {} public override bool IsInvalid => false; protected override bool ReleaseHandle() => true; public CH With(nint v) { SetHandle(v); return this; } }
struct WithHandle { public int a; public H h; }
struct WithCritical { public CH h; }
static class Program {
  [DllImport("libc", EntryPoint="labs")] static extern nint In(H h);
  [DllImport("libc", EntryPoint="labs")] static extern nint InRef(ref H h);
  [DllImport("libc", EntryPoint="labs")] static extern nint InAbstract(SafeHandle h);
  [DllImport("libc", EntryPoint="labs")] static extern nint RefAbstract(ref AbstractHandle h);
  [DllImport("libc", EntryPoint="labs")] static extern nint OutAbstract(out AbstractHandle h);
  [DllImport("libc", EntryPoint="labs")] static extern H Result(nint x);
  [DllImport("libc", EntryPoint="labs")] static extern SafeHandle ResultAbstract(nint x);
  [DllImport("libc", EntryPoint="labs")] static extern PrivateCtor ResultPrivate(nint x);
  [DllImport("libc", EntryPoint="labs")] static extern ThrowingCtor ResultThrowing(nint x);
  [DllImport("libc", EntryPoint="labs")] static extern nint Array(H[] h);
  [DllImport("libc", EntryPoint="labs")] static extern nint As([MarshalAs(UnmanagedType.I8)] H h);
  [DllImport("libc", EntryPoint="labs")] static extern nint Crit(CH h);
  [DllImport("libc", EntryPoint="labs")] static extern CH CritResult(nint h);
  [DllImport("libc", EntryPoint="labs")] static extern nint Ref(HandleRef h);
  [DllImport("libc", EntryPoint="labs")] static extern nint RefRef(ref HandleRef h);
  [DllImport("libc", EntryPoint="labs")] static extern nint RefOut(out HandleRef h);
  [DllImport("libc", EntryPoint="labs")] static extern HandleRef RefResult(nint h);
  [DllImport("libc", EntryPoint="labs")] static extern nint RefArray(HandleRef[] h);
  [DllImport("libc", EntryPoint="labs")] static extern nint Struct(ref WithHandle h);
  [DllImport("libc", EntryPoint="labs")] static extern nint StructCritical(ref WithCritical h);
  [DllImport("libc", EntryPoint="labs")] static extern WithHandle StructResult(nint h);
  [DllImport("libc", EntryPoint="labs", SetLastError=true)] static extern nint Del(Delegate d);
  [DllImport("libc", EntryPoint="labs")] static extern nint GenericDel(Action<int> d);
  [DllImport("libc", EntryPoint="labs")] static extern nint VarArgs(int a, __arglist);
  delegate nint TakesHandle(H h); delegate H ReturnsHandle(); delegate nint TakesHandleRef(HandleRef h);
  static void Try(string what, Func<object?> action)
  {
    try { Console.WriteLine($"{what}: {action()}"); }
    catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name} {e.HResult:x} {e.Message}"); }
  }

  static void Main() {
    var h = new H(5);
    Try("in", () => In(h));
    Try("null", () => In(null!));
    var closed = new H(6); closed.Dispose();
    Try("closed", () => In(closed));
    Try("abstract in", () => InAbstract(h));
    H none = null!;
    Try("ref null", () => InRef(ref none));
    Try("ref closed", () => InRef(ref closed));
    AbstractHandle a = null!;
    Try("ref abstract", () => RefAbstract(ref a));
    Try("out abstract", () => OutAbstract(out a));
    Try("result", () => Result(-4).DangerousGetHandle());
    Try("abstract result", () => ResultAbstract(1));
    Try("private", () => ResultPrivate(-3).DangerousGetHandle());
    Try("throwing", () => ResultThrowing(2));
    Try("array", () => Array([h]));
    Try("as", () => As(h));
    Try("critical", () => Crit(new CH().With(3)));
    Try("critical null", () => Crit(null!));
    Try("critical result", () => CritResult(4) != null);
    Try("handleref", () => Ref(new HandleRef(null, -9))); HandleRef r = default;
    Try("ref handleref", () => RefRef(ref r));
    Try("out handleref", () => RefOut(out r));
    Try("result handleref", () => RefResult(3));
    Try("array handleref", () => RefArray([r]));
    WithHandle w = new WithHandle { a = 1, h = h };
    Try("struct", () => Struct(ref w) != 0); w.h = null!;
    Try("struct null", () => Struct(ref w)); w.h = closed;
    Try("struct closed", () => Struct(ref w));
    Try("struct result", () => StructResult(3));
    WithCritical c = default;
    Try("struct critical null", () => StructCritical(ref c));
    Try("delegate", () => Del((Action)(() => {})) != 0);
    Try("generic delegate", () => GenericDel(x => {}));
    Try("null delegate", () => Del(null!));
    Try("varargs", () => VarArgs(1, __arglist(2)));
    Try("takes handle", () => Marshal.GetFunctionPointerForDelegate((TakesHandle)(x => 0)) != 0);
    Try("returns handle", () => Marshal.GetFunctionPointerForDelegate((ReturnsHandle)(() => null!)) != 0);
    Try("generic pointer", () => Marshal.GetFunctionPointerForDelegate((Action<int>)(x => {})) );
    Try("generic pointer T", () => Marshal.GetFunctionPointerForDelegate<Action<int>>(x => {}));
    Try("null pointer", () => Marshal.GetFunctionPointerForDelegate((Delegate)null!));
    Try("delegate for 0", () => Marshal.GetDelegateForFunctionPointer<Action>(0));
    Try("delegate for generic", () => Marshal.GetDelegateForFunctionPointer<Action<int>>(5));
    Try("delegate for non delegate", () => Marshal.GetDelegateForFunctionPointer(5, typeof(string)));
    Try("delegate for Delegate", () => Marshal.GetDelegateForFunctionPointer(5, typeof(Delegate)));
    Try("delegate for MulticastDelegate", () => Marshal.GetDelegateForFunctionPointer(5, typeof(MulticastDelegate)));
    Try("delegate for null", () => Marshal.GetDelegateForFunctionPointer(5, null!));
  }
}

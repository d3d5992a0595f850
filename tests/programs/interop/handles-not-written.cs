// Out parameters that native code does not write to, because it fails: posix_memalign of 3, which is no power of two.
using System.Runtime.InteropServices;

Native.OutSafe(out Safe a, 3, 16);
Console.WriteLine($"{a.DangerousGetHandle()} {a.IsInvalid} {a.IsClosed}");
a.Dispose();
Native.OutCritical(out Critical b, 3, 16);
Console.WriteLine($"{b.Value} {b.IsInvalid}");
b.Dispose();
Safe c = new(); c.Set(11);
Safe old = c;
Native.RefSafe(ref c, 3, 16);
Console.WriteLine($"{c.DangerousGetHandle()} {ReferenceEquals(old, c)}");
c.Dispose();
Native.OutInt(out nint d, 3, 16);
Console.WriteLine(d);
try { Safe none = null!; Native.RefSafe(ref none, 3, 16); Console.WriteLine(none == null); } catch (Exception e) { Console.WriteLine(e.GetType()); }
Native.OutString(out string s, 3, 16);
Console.WriteLine(s ?? "null");
Native.OutDecimal(out decimal m, 3, 16);
Console.WriteLine(m);
Native.OutBool(out bool t, 3, 16);
Console.WriteLine(t);
Console.WriteLine(Safe.Released + " " + Critical.Released);

static class Native
{
    [DllImport("libc", EntryPoint = "posix_memalign")] public static extern int OutSafe(out Safe memory, nint alignment, nint size);
    [DllImport("libc", EntryPoint = "posix_memalign")] public static extern int OutCritical(out Critical memory, nint alignment, nint size);
    [DllImport("libc", EntryPoint = "posix_memalign")] public static extern int RefSafe(ref Safe memory, nint alignment, nint size);
    [DllImport("libc", EntryPoint = "posix_memalign")] public static extern int OutInt(out nint memory, nint alignment, nint size);
    [DllImport("libc", EntryPoint = "posix_memalign")] public static extern int OutString(out string memory, nint alignment, nint size);
    [DllImport("libc", EntryPoint = "posix_memalign")] public static extern int OutDecimal(out decimal memory, nint alignment, nint size);
    [DllImport("libc", EntryPoint = "posix_memalign")] public static extern int OutBool(out bool memory, nint alignment, nint size);
}
sealed class Safe : SafeHandle
{
    public static int Released;
    public Safe() : base(-7, true) { handle = -5; }
    public void Set(nint value) => SetHandle(value);
    public override bool IsInvalid => handle == -5;
    protected override bool ReleaseHandle() { Released++; return true; }
}
sealed class Critical : CriticalHandle
{
    public static int Released;
    public Critical() : base(-7) { handle = -5; }
    public nint Value => handle;
    public override bool IsInvalid => handle == -5;
    protected override bool ReleaseHandle() { Released++; return true; }
}

// Arrays whose elements are larger than 64 KiB: CoreCLR counts the bytes of an element in 16 bits and refuses the type.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

unsafe static class Program
{
    [StructLayout(LayoutKind.Sequential, Size = 65535)] struct A { public byte B; }
    [StructLayout(LayoutKind.Sequential, Size = 65536)] struct B { public byte C; }
    [StructLayout(LayoutKind.Sequential, Size = 70000)] struct C { public int D; }
    [InlineArray(8191)] struct R { public object O; }
    [InlineArray(8192)] struct S { public object O; }
    [InlineArray(100000)] struct I { public int O; }
    struct G<T> { public T First, Second; }
    class Holder { public B Value; public C Other; public static B Static; public S References; }
    static void Show(string name, Func<object?> act)
    {
        try { Console.WriteLine(name + ": " + (act() ?? "null")); }
        catch (Exception e) { Console.WriteLine(name + ": " + e.GetType().Name + " " + e.Message + (e.InnerException is { } i ? " <- " + i.GetType().Name + " " + i.Message : "")); }
    }
    [MethodImpl(MethodImplOptions.NoInlining)] static T[] New<T>(int n) => new T[n];
    [MethodImpl(MethodImplOptions.NoInlining)] static T[,] NewTwo<T>(int n) => new T[n, n];
    [MethodImpl(MethodImplOptions.NoInlining)] static int SizeOf<T>() => Unsafe.SizeOf<T>();
    static void All<T>(string name) where T : struct
    {
        Show(name + " size", () => SizeOf<T>());
        Show(name + " array", () => New<T>(2).Length);
        Show(name + " array of two", () => NewTwo<T>(1).Length);
        Show(name + " type", () => typeof(T).MakeArrayType());
        Show(name + " type of two", () => typeof(T).MakeArrayType(2));
        Show(name + " create", () => Array.CreateInstance(typeof(T), 1).Length);
        Show(name + " boxed", () => { object o = default(T); return ((T)o).GetHashCode() != 0 || true; });
        Show(name + " pointer", () => typeof(T).MakePointerType());
        Show(name + " name", () => Type.GetType(typeof(T).FullName + "[]", true));
        Show(name + " span", () => { Span<T> s = default; return s.Length; });
    }
    static void Main()
    {
        All<A>("A"); All<B>("B"); All<C>("C"); All<I>("I"); All<R>("R"); All<S>("S"); All<G<A>>("G<A>"); All<G<S>>("G<S>");
        Show("holder", () => { var h = new Holder(); h.Other.D = 5; Holder.Static.C = 7; h.References[8191] = "last"; GC.Collect(); return $"{h.Other.D} {Holder.Static.C} {h.References[8191]}"; });
    }
}

// The names of generic, nested and odd types in the stacks that the engine itself prints.
namespace N.M {
    struct S<T> { public class Inner<U> { public static void Go<V, W>(T t, U u, V[] v, W w, ref int a, out string b, S<T> s, Inner<U> i) where W : struct { b = ""; Two.Go2(1, 2, 3, 4, 5, 6, 7, 8, 9.0f, 1.0, 'c', true, null!, 1, 1); } } }
    enum E { A }
    unsafe static class Two {
        public static void Go2(byte a, sbyte b, short c, ushort d, int e, uint f, long g, ulong h, float i, double j, char k, bool l, object m, nint n, nuint o) => Go3(null, null, default, new int[1,2], new int[1][], null, default, default, null!, null);
        static void Go3(int* p, void* q, E e, int[,] md, int[][] jag, Dictionary<string, List<E>>? d, Guid g, int? n, Func<int, string> f, delegate*<int, void> fp) { Environment.FailFast("m"); }
    }
    class C { public C(int x) { if (x > 4) S<string>.Inner<int>.Go<object, E>("", 1, null!, E.A, ref x, out _, default, null!); } static C() { } ~C() {} public int P { get { new C(1); return 1; } set {} } public static int operator+(C a, C b) { return new C(1).Q; } public int Q { get { var l = (int z) => { var c = new C(z); return 1;}; return l(5); } } public static explicit operator int(C c) => c + c; }
}
static class P { static int A(int x) => (int)new N.M.C(2); static IEnumerable<int> It() { yield return A(1); } static void Main() { foreach (var x in It()) {} } }

// Stack traces out of finally handlers, catch handlers and filters.
// skip: optimized a finally handler that its method calls has no frame of its own in optimised code, on CoreCLR neither
using System.Runtime.CompilerServices;
static class P {
  static void T(string n, Action a) { try { a(); } catch (Exception e) { Console.WriteLine("## " + n); Console.WriteLine(e.ToString()); } }
  [MethodImpl(MethodImplOptions.NoInlining)] static void X() => throw new Exception("x");
  [MethodImpl(MethodImplOptions.NoInlining)] static void Tr() => Console.WriteLine(new System.Diagnostics.StackTrace().ToString().Replace("\n", "|"));
  static void A() { try { Console.Write(""); } finally { X(); } }
  static void B() { try { Console.Write(""); } finally { try { Console.Write(""); } finally { X(); } } }
  static void C() { try { Console.Write(""); } finally { Tr(); } }
  static void D() { try { X(); } finally { Tr(); } }
  static void E() { try { X(); } catch { Tr(); } }
  static void F() { try { X(); } catch { try { } finally { Tr(); } } }
  static void G() { try { X(); } finally { try { Console.Write(""); } finally { Tr(); } } }
  static void H() { try { X(); } catch { try { Console.Write(""); } finally { X(); } } }
  static void I() { try { Console.Write(""); } finally { try { X(); } catch { Tr(); } } }
  static void J() { try { Console.Write(""); } finally { throw new Exception("direct"); } }
  static bool Fi() { Tr(); return true; }
  static void K() { try { X(); } catch when (Fi()) { } }
  static void L() { lock (new object()) { Tr(); X(); } }
  static void M() { foreach (var i in It()) { } }
  static IEnumerable<int> It() { try { yield return 1; } finally { X(); } }
  static async Task N() { try { await Task.Yield(); } finally { X(); } }
  static void Main() { T("A", A); T("B", B); T("C", C); T("D", D); T("E", E); T("F", F); T("G", G); T("H", H); T("I", I); T("J", J); T("K", K); T("L", L); T("M", M); T("N", () => N().Wait()); }
}

using System.Runtime.ExceptionServices;
using System.Runtime.CompilerServices;
static class P {
    [MethodImpl(MethodImplOptions.NoInlining)] static void B() { throw new Exception("b"); }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A() { try { B(); } catch { throw; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A2() { try { B(); } catch (Exception e) { C(e); } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void C(Exception e) { throw e; }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A3() { try { B(); } catch (Exception e) { ExceptionDispatchInfo.Throw(e); } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A4() { try { try { B(); } catch { throw; } } catch { throw; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A5() { try { B(); } finally { Console.WriteLine("fin"); } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A6() { try { B(); } finally { B2(); } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void B2() { throw new Exception("b2"); }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A7() { try { B(); } catch (Exception e) when (F(e)) { Console.WriteLine(e.StackTrace); throw; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static bool F(Exception e) { Console.WriteLine("filter " + e.StackTrace); try { B2(); } catch { } return true; }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A8() { try { B(); } catch (Exception e) { throw new InvalidOperationException("wrap", e); } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A9() { try { B(); } catch (Exception e) { throw e; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A10() { Exception? k = null; try { B(); } catch (Exception e) { k = e; } ExceptionDispatchInfo i = ExceptionDispatchInfo.Capture(k!); try { i.Throw(); } catch (Exception e) { Console.WriteLine("one: " + e.StackTrace); }  try { i.Throw(); } catch (Exception e) { Console.WriteLine("two: " + e.StackTrace); } i.Throw(); }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A11() { try { B(); } catch (Exception e) when (B3()) { } }
    [MethodImpl(MethodImplOptions.NoInlining)] static bool B3() { throw new Exception("in filter"); }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A12() { try { object? o = null; o!.ToString(); } catch { try { B2(); } catch (Exception e) { Console.WriteLine("in " + e.StackTrace); } throw; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A13() { try { A(); } catch { throw; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A14() { try { A(); } catch { D(); throw; } }
    static int n;
    [MethodImpl(MethodImplOptions.NoInlining)] static void D() { try { B(); } catch when (n++ < 0) {} catch (Exception e) { Console.WriteLine("D " + e.StackTrace); } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void R(int k) { if (k == 0) throw new Exception("deep"); try { R(k - 1); } catch { throw; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A15() { Console.WriteLine(new Exception("x").StackTrace == null); var e = ExceptionDispatchInfo.SetCurrentStackTrace(new Exception("cur")); Console.WriteLine(e.StackTrace); throw e; }
    [MethodImpl(MethodImplOptions.NoInlining)] static void A16() { var e = ExceptionDispatchInfo.SetRemoteStackTrace(new Exception("rem"), "   at far away"); throw e; }
    static async Task T1() { await Task.Yield(); B(); }
    static async Task T2() { await T1(); }
    static void Try(Action a) { try { a(); } catch (Exception e) { Console.WriteLine("--- " + a.Method.Name); Console.WriteLine(e.ToString()); Console.WriteLine(e.TargetSite + " " + e.Source); } }
    static void Main() {
        Try(A); Try(A2); Try(A3); Try(A4); Try(A5); Try(A6); Try(A7); Try(A8); Try(A9); Try(A10); Try(A11); Try(A12); Try(A13); Try(A14); Try(() => R(2)); Try(A15); Try(A16);
        Try(() => T2().Wait());
        Try(() => T2().GetAwaiter().GetResult());
    }
}

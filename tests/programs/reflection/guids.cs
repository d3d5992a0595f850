// Type.GUID of types with and without [Guid]; Type.IsPrimitive and element types of odd ones.
using System.Reflection;
using System.Runtime.InteropServices;
void P(Type t) { string g; try { g = t.GUID.ToString(); } catch (Exception e) { g = e.GetType().Name + " " + e.Message; } Console.WriteLine(t + " " + g); }
Console.WriteLine(typeof(void).IsPrimitive + " " + typeof(nint).IsPrimitive + " " + typeof(DayOfWeek).IsPrimitive+ " " + Type.GetTypeCode(typeof(void)));
P(typeof(Foo)); P(typeof(N.Bar)); P(typeof(N.Bar.Inner)); P(typeof(Gen<>)); P(typeof(Gen<int>)); P(typeof(Gen<string>)); P(typeof(S)); P(typeof(E)); P(typeof(D)); P(typeof(IEmpty)); P(typeof(IOne)); P(typeof(ITwo)); P(typeof(IGen<int>)); P(typeof(IGen<>)); P(typeof(N.IProp)); P(typeof(IFields)); P(typeof(IFoo)); P(typeof(WithGuid)); P(typeof(int[])); P(typeof(int*)); P(typeof(object)); P(typeof(string)); P(typeof(int)); P(typeof(IDisposable)); P(typeof(List<int>)); P(typeof(Dictionary<string,int>)); P(typeof(System.Xml.XmlDocument)); P(typeof(Console)); P(typeof(Gen<N.Bar>.Nested<int>));P(typeof(IComparable)); P(typeof(System.Collections.IEnumerable)); P(typeof(System.Collections.IList)); P(typeof(IFormattable)); P(typeof(ICloneable)); P(typeof(IComparable<string>)); P(typeof(IOdd)); P(typeof(Outer.INested)); P(typeof(ISpan)); P(typeof(System.Collections.Generic.IDictionary<int, int>)); P(typeof(System.Collections.IDictionary));
var element = typeof(int).GetType().GetMethod("GetCorElementType", BindingFlags.NonPublic | BindingFlags.Instance)!;
foreach (Type t in new[] { typeof(void), typeof(int), typeof(nint), typeof(DayOfWeek), typeof(TypedReference), typeof(Guid), typeof(object), typeof(string), typeof(int[]), typeof(int[,]), typeof(void*), typeof(List<>) })
    Console.WriteLine($"{t} {element.Invoke(t, null)} {t.IsPrimitive} {t.IsTypeDefinition} {Type.GetTypeCode(t)}");
class Foo { }
namespace N { public class Bar { public class Inner { } } public interface IProp { int P { get; set; } event Action E; string this[int i] { get; } } }
class Gen<T> { public class Nested<U> {} }
struct S { }
enum E { A }
delegate void D(int x);
interface IEmpty { }
interface IOne { void M(); }
interface ITwo { int M(string s, ref int x, out object o, int[] a, int[,] b); void N(double d, N.Bar b, List<int> l); T G<T>(T t); }
interface IFoo : IOne { void X(Guid g, S s, E e, IntPtr p); }
interface IGen<T> { T M(T t); }
interface IFields { const int X = 5; static int Y; static void F() { } void Default() { } }
[Guid("12345678-1234-1234-1234-123456789abc")] class WithGuid { }

unsafe interface IOdd { [ComVisible(false)] void Hidden(); void In(in int x, ref readonly long y, volatile_ v); delegate*<int, void> F(delegate* unmanaged<int, long*> p); static abstract int A(int b); static virtual void S() { } internal void Internal(); nuint[][] N(TypedReference r, char c, sbyte b, ushort u, params string[] p); byte Get { get; } bool Set { set; } }
class volatile_ { }
static class Outer { public interface INested { Inner M(Inner i, KeyValuePair<string, Inner[]> p); } public struct Inner { } }
interface ISpan { ReadOnlySpan<char> M(Span<byte> s, ref Span<int> t, out DateTime d, [In, Out] object o, int optional = 5); event EventHandler E; }

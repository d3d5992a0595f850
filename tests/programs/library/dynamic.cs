// `dynamic`: the C# run-time binder, ExpandoObject, DynamicObject, call-site caches that go from one type to many.
using System.Dynamic;
using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using System.Text;
using Microsoft.CSharp.RuntimeBinder;

public interface IShape { double Area(); }
public class Circle : IShape { public double R = 2; public double Area() => R * R * 3; public string Name { get; set; } = "circle"; }
public class Square : IShape { public double Side = 3; double IShape.Area() => 9; public double Area() => Side * Side; public string Name => "square"; }
public struct Vec { public int X, Y; public Vec(int x, int y) { X = x; Y = y; } public static Vec operator +(Vec a, Vec b) => new(a.X + b.X, a.Y + b.Y); public static explicit operator int(Vec v) => v.X; public override string ToString() => $"<{X} {Y}>"; public int this[int i] { get => i == 0 ? X : Y; set { if (i == 0) X = value; else Y = value; } } }

class Bag : DynamicObject
{
    readonly Dictionary<string, object?> values = new();
    public override bool TryGetMember(GetMemberBinder binder, out object? result) { if (!values.TryGetValue(binder.Name, out result)) result = "no " + binder.Name; return true; }
    public override bool TrySetMember(SetMemberBinder binder, object? value) { values[binder.Name] = value; return true; }
    public override bool TryInvokeMember(InvokeMemberBinder binder, object?[]? args, out object? result) { result = $"{binder.Name}({string.Join(";", args!)}) names={string.Join(",", binder.CallInfo.ArgumentNames)}"; return binder.Name != "Fail"; }
    public override bool TryBinaryOperation(BinaryOperationBinder binder, object arg, out object? result) { result = $"{binder.Operation} {arg}"; return true; }
    public override bool TryUnaryOperation(UnaryOperationBinder binder, out object? result) { result = binder.Operation.ToString(); return true; }
    public override bool TryGetIndex(GetIndexBinder binder, object[] indexes, out object? result) { result = string.Join("|", indexes); return true; }
    public override bool TryConvert(ConvertBinder binder, out object? result) { result = binder.Type == typeof(int) ? 42 : binder.Type == typeof(string) ? "bag" : null; return result != null; }
    public override bool TryInvoke(InvokeBinder binder, object?[]? args, out object? result) { result = args!.Length; return true; }
    public override bool TryDeleteMember(DeleteMemberBinder binder) => values.Remove(binder.Name);
    public override IEnumerable<string> GetDynamicMemberNames() => values.Keys;
}

static class Program
{
    static string Over(int i) => "int " + i;
    static string Over(long i) => "long " + i;
    static string Over(double i) => "double " + i;
    static string Over(string s) => "string " + s;
    static string Over(object o) => "object " + o;
    static string Over(params int[] a) => "params " + a.Length;
    static string Over<T>(List<T> l) => typeof(T).Name + " list";
    static string Named(int a, int b = 5, string c = "c") => $"{a} {b} {c}";
    static void Swap(ref int a, ref int b) => (a, b) = (b, a);

    static void Try(string what, Func<object?> f)
    {
        try { Console.WriteLine($"{what}: {f() ?? "null"}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message}"); }
    }

    static void Arithmetic()
    {
        dynamic[] values = [1, 2L, 3.5, 4.5f, (byte)5, (short)-6, 'a', 7m, 8u, 9ul, "s", true, new Vec(1, 2), null!];
        foreach (dynamic a in values)
        {
            var line = new StringBuilder();
            foreach (dynamic b in values)
            {
                try { object r = a + b; line.Append(r is null ? "null" : r.GetType().Name + "=" + r).Append(' '); }
                catch (RuntimeBinderException) { line.Append("- "); }
            }
            Console.WriteLine(line);
        }
        dynamic x = 10, y = 3;
        Console.WriteLine($"{x + y} {x - y} {x * y} {x / y} {x % y} {x << y} {x >> 1} {x & y} {x | y} {x ^ y} {x > y} {x <= y} {x == y} {x != y} {-x} {~x} {!(x > y)}");
        x++; x += 5; x *= 2.5; Console.WriteLine($"{x} {((object)x).GetType()}");
        dynamic big = int.MaxValue;
        Try("checked", () => checked(big + 1));
        Try("unchecked", () => unchecked(big + 1));
        Try("divide", () => big / (big - big));
        dynamic n = null!;
        Try("null member", () => n.Foo);
        Try("null equals", () => n == null);
        Try("bad op", () => "a" - x);
        Try("bad call", () => x.Missing(1));
        Try("bad convert", () => { string s = x; return s; });
        Try("convert", () => { dynamic v = new Vec(7, 8); return (int)v; });
        Try("no conversion", () => { dynamic v = new Vec(7, 8); int i = v; return i; });
    }

    static void Calls()
    {
        foreach (dynamic d in new object[] { 1, 2L, 3f, "s", 'c', 5m, new List<int>(), new List<string>(), new[] { 1, 2 }, (short)3, new object() is var o ? "o" : "" })
            Console.WriteLine(Over(d));
        dynamic one = 1;
        Console.WriteLine(Named(one) + "|" + Named(one, c: "z") + "|" + Named(b: one, a: 9));
        int p = 1, q = 2;
        dynamic dp = p;
        Swap(ref p, ref q); Console.WriteLine($"{p} {q}");
        foreach (dynamic shape in new object[] { new Circle(), new Square(), new Circle { R = 1 } })
            Console.WriteLine($"{shape.Area()} {shape.Name}");
        Try("read-only", () => { dynamic s = new Square(); s.Name = "x"; return s; });
        dynamic circle = new Circle(); circle.R = 5; circle.Name += "!"; circle.R *= 2;
        Console.WriteLine(circle.R + circle.Name);
        dynamic list = new List<int> { 3, 1, 2 };
        list.Add(9); list.Sort(); list[0] = 100; list[1] += 5;
        foreach (var item in list) Console.Write(item + " ");
        Console.WriteLine(list.Count + " " + Enumerable.Sum((IEnumerable<int>)list));
        Try("wrong argument", () => { list.Add("x"); return 0; });
        dynamic vec = new Vec(1, 2); vec[1] = 50; vec.X = 9; Console.WriteLine(vec + " " + vec[1]);
        dynamic f = (Func<int, int, int>)((a, b) => a * b); Console.WriteLine(f(6, 7));
        dynamic text = "hello"; Console.WriteLine(text.Substring(1, 3).ToUpper() + text.Length + text[0] + text.Contains("ell"));
        dynamic dict = new Dictionary<string, dynamic> { ["a"] = 1, ["b"] = "two" };
        Console.WriteLine(dict["a"] + 1 + dict["b"]);
        dynamic anonymous = new { A = 1, B = "x", C = new { D = 2.5 } }; Console.WriteLine($"{anonymous.A} {anonymous.B} {anonymous.C.D}");
        dynamic tuple = (1, "two"); Console.WriteLine(tuple.Item1 + tuple.Item2);
        dynamic array = new int[] { 1, 2, 3 }; Console.WriteLine(array.Length + array[2]);
        Try("index", () => array[7]);
        Console.WriteLine(string.Format("{0}-{1}", one, text));
        dynamic cast = 3.99; int i = (int)cast; Console.WriteLine(i); long l = one; Console.WriteLine(l);
        if (one == 1 && text == "hello") Console.WriteLine("both");
        dynamic maybe = true; Console.WriteLine(maybe ? "yes" : "no");
        foreach (dynamic k in new object?[] { null, 5, "x" }) Console.Write((k ?? "nothing") + ";");
        Console.WriteLine();
        Func<dynamic, dynamic> twice = v => v + v;
        Console.WriteLine(twice(2) + twice("ab") + twice(1.25));
    }

    static void Expandos()
    {
        dynamic e = new ExpandoObject();
        e.Name = "first"; e.Count = 1; e.Count++; e.Say = (Func<string, string>)(s => s + " from " + e.Name);
        Console.WriteLine(e.Name + e.Count + e.Say("hi"));
        ((System.ComponentModel.INotifyPropertyChanged)e).PropertyChanged += (s, a) => Console.WriteLine("changed " + a.PropertyName);
        e.Name = "second"; e.New = 3.5;
        var d = (IDictionary<string, object?>)e; d["Added"] = 5; Console.WriteLine(e.Added + d.Count); d.Remove("New");
        Try("removed", () => e.New);
        foreach (var pair in d) Console.Write(pair.Key + " ");
        Console.WriteLine();
        dynamic bag = new Bag();
        bag.A = 5; bag.B = "six";
        Console.WriteLine(bag.A + bag.B + bag.Missing);
        Console.WriteLine(bag.Call(1, "two", named: 3));
        Try("fails", () => bag.Fail());
        Console.WriteLine(bag + 5); Console.WriteLine(bag > "x"); Console.WriteLine(-bag); Console.WriteLine(bag[1, "k"]);
        int i = bag; string s = bag; Console.WriteLine(i + s); Try("convert", () => { Guid g = bag; return g; });
        Console.WriteLine(bag(1, 2, 3)); Console.WriteLine(string.Join(",", ((Bag)bag).GetDynamicMemberNames()));
    }

    static void Megamorphic()
    {
        // one call site sees many types, over and over: rules are dropped and rebuilt
        object[] items = [1, 2L, 3.0, 4f, 5m, (byte)6, (sbyte)7, (short)8, (ushort)9, 10u, 11ul, 'c', "12", new Vec(1, 1), DateTime.UnixEpoch, TimeSpan.FromSeconds(1)];
        long total = 0;
        for (int round = 0; round < 30; round++)
            foreach (dynamic item in items)
                total += item.ToString().Length + (int)item.GetHashCode() % 1;
        Console.WriteLine(total);
        var site = CallSite<Func<CallSite, object, object, object>>.Create(Microsoft.CSharp.RuntimeBinder.Binder.BinaryOperation(CSharpBinderFlags.None, ExpressionType.Multiply, typeof(Program),
            [CSharpArgumentInfo.Create(CSharpArgumentInfoFlags.None, null), CSharpArgumentInfo.Create(CSharpArgumentInfoFlags.None, null)]));
        Console.WriteLine($"{site.Target(site, 6, 7)} {site.Target(site, 1.5, 2)} {site.Target(site, 2m, 3)}");
        dynamic sum = 0;
        for (int i = 0; i < 20000; i++) sum += i % 3 == 0 ? (dynamic)1 : 2L;
        Console.WriteLine($"{sum} {((object)sum).GetType().Name}");
    }

    static void Main() { Arithmetic(); Calls(); Expandos(); Megamorphic(); }
}

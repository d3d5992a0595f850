// Attributes, properties, events, delegates, records, nested types, interfaces re-implemented, static constructors, reflection.
using System.Reflection;
[AttributeUsage(AttributeTargets.All, AllowMultiple = true)]
class NoteAttribute(string text, params int[] numbers) : Attribute { public Type Kind { get; set; } public DayOfWeek Day; public override string ToString() => $"{text} {numbers.Length} {Kind} {Day}"; }
interface INamed { string Name { get; } event Action Changed; }
[Note("base", 1, 2, Kind = typeof(List<int>), Day = DayOfWeek.Friday)]
abstract class Base : INamed { public virtual string Name => "base"; public event Action Changed; protected void Raise() => Changed?.Invoke(); public abstract int this[int i] { get; set; } }
class Derived : Base, INamed
{
    readonly int[] items = new int[4];
    static readonly string Start; static Derived() => Start = "cctor";
    string INamed.Name => "explicit " + Start;
    public override int this[int i] { get => items[i]; set { items[i] = value; Raise(); } }
    [Note("nested")] private protected class Nested { internal const string Text = "constant"; public enum Level : short { Low = -1, High = 5 } }
    public string Deep([Note("parameter")] int a = 5, string b = "b") => Nested.Text + Nested.Level.High + a + b;
}
record Point(int X, int Y) { public int Sum => X + Y; }
readonly record struct Pair(string Left, Point Right);
delegate TOut Converter<in TIn, out TOut>(TIn value, ref int count);
static class Program
{
    static string Text(object value, ref int count) { count++; return value + "!"; }
    static int Main()
    {
        int count = 0;
        Base item = new Derived(); item.Changed += () => count++; item[1] = 6;
        Converter<string, object> converter = Text; 
        Console.WriteLine($"{item.Name} {((INamed)item).Name} {item[1]} {count} {converter("v", ref count)} {((Derived)item).Deep()}");
        Console.WriteLine(new Pair("l", new Point(1, 2) with { Y = 5 }) + " " + (new Point(1, 2) == new Point(1, 2)));
        foreach (var note in typeof(Base).GetCustomAttributes<NoteAttribute>()) Console.WriteLine(note);
        MethodInfo deep = typeof(Derived).GetMethod("Deep");
        Console.WriteLine(deep.Invoke(item, new object[] { 1, "x" }) + " " + deep.GetParameters()[0].DefaultValue + deep.GetParameters()[0].GetCustomAttribute<NoteAttribute>());
        foreach (var member in typeof(Derived).GetMembers((BindingFlags)62).Select(m => m.MemberType + " " + m.Name).Order()) Console.Write(member + ";");
        (Action, Func<int, int>) both = (() => count += 10, x => x + count); both.Item1();
        Console.WriteLine(both.Item2(1) + typeof(Derived).GetNestedTypes((BindingFlags)62)[0].GetNestedTypes().Length);
        return count;
    }
}

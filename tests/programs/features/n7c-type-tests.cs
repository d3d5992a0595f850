// rows: N7c-013 N7c-014 N7c-015 N7c-016 N7c-190 N7c-191 N7c-192 N7c-193 N7c-194 N7c-195
// Type tests of arrays and classes: what the runtime finds compatible, what C# folds, and where stores and spans are checked.
using System.Runtime.CompilerServices;

// The console program of the inventory: the runtime and C# disagree.
Console.WriteLine((object)new uint[42] is int[]);
#pragma warning disable CS0184
Console.WriteLine(new uint[42] is int[]);
#pragma warning restore CS0184

Array[] arrays =
[
    new sbyte[1], new byte[1], new short[1], new ushort[1], new int[1], new uint[1], new long[1], new ulong[1], new nint[1], new nuint[1], new bool[1], new char[1],
    new float[1], new double[1], new DayOfWeek[1], new Tiny[1], new Wide[1], new string[1], new object[1], new int?[1], new int[1, 1], new int[1][], new uint[1][],
];
Console.WriteLine("Instances of: sbyte byte short ushort int uint long ulong nint nuint bool char float double DayOfWeek Tiny Wide object int[,] int[][]");
foreach (Array array in arrays)
    Console.WriteLine($"{array.GetType(),-14} {Compatible(array)} exactly int[]: {IsExactly(array)} is int[]: {IsArray(array)}");

int[] reinterpreted = (int[])(object)new uint[] { uint.MaxValue, 1 };
Console.WriteLine($"{reinterpreted[0]} {reinterpreted.GetType()} {IsExactly(reinterpreted)} min {reinterpreted.Min()} max {((IEnumerable<int>)reinterpreted).Max()}");
var days = (int[])(object)new[] { DayOfWeek.Friday };
Console.WriteLine($"{days[0]} {days.GetType()} {days.Sum()} {((IList<int>)days).IndexOf(5)}");
Print("null array", () => IsArray(null));
Print("type of null", () => IsExactly(null!));

object[] things = [new Root(), new Middle(), new Leaf(), new Closed(), "text", new int[1], 5, new List<int>()];
foreach (object thing in things)
    Console.WriteLine($"{thing.GetType().Name,-8} root {thing is Root} middle {thing is Middle} leaf {thing is Leaf} closed {thing is Closed} named {thing is INamed} {Call(thing as Root)} {CallClosed(thing as Closed)}");
Print("to sealed", () => (Closed)things[1]);
Print("to unsealed", () => ((Root)things[2]).Name());
Print("to array", () => (int[])things[0]);
Print("unrelated", () => (Leaf)things[0]);

// A store into an array of unsealed elements looks at the array's own type; sealed elements need no look.
Root[] covariant = new Middle[2];
Print("middle into middles", () => covariant[0] = new Middle());
Print("leaf into middles", () => covariant[1] = new Leaf());
Print("root into middles", () => covariant[0] = new Root());
Print("null into middles", () => covariant[0] = null!);
Print("closed into closed", () => StoreSealed(new Closed[1]));
Print("object into strings", () => ((object[])new string[1])[0] = new object());
Print("string into strings", () => ((object[])new string[1])[0] = "x");
Print("reference to an element", () => Reference(covariant));
Print("interface array", () => { INamed[] named = new Leaf[1]; return named[0] = new Middle(); });
Print("span of the exact type", () => new Span<Root>(new Root[3]).Length);
Print("span of covariant", () => new Span<Root>(covariant).Length);
Print("read-only span of covariant", () => new ReadOnlySpan<Root>(covariant).Length);
Print("span of sealed", () => new Span<Closed>(new Closed[4]).Length);
Print("part of covariant", () => new Span<Root>(covariant, 1, 1).Length);
Print("span of no array", () => new Span<Root>(null).Length);

static string Compatible(object o) => string.Concat(new[]
{
    o is sbyte[], o is byte[], o is short[], o is ushort[], o is int[], o is uint[], o is long[], o is ulong[], o is nint[], o is nuint[], o is bool[], o is char[],
    o is float[], o is double[], o is DayOfWeek[], o is Tiny[], o is Wide[], o is object[], o is int[,], o is int[][],
}.Select(b => b ? 'x' : '.'));

[MethodImpl(MethodImplOptions.NoInlining)] static bool IsArray(object? o) => o is int[];
[MethodImpl(MethodImplOptions.NoInlining)] static bool IsExactly(object o) => o.GetType() == typeof(int[]);
[MethodImpl(MethodImplOptions.NoInlining)] static string? Call(Root? root) => root?.Name();
[MethodImpl(MethodImplOptions.NoInlining)] static string? CallClosed(Closed? closed) => closed?.Name();
[MethodImpl(MethodImplOptions.NoInlining)] static object StoreSealed(Closed[] array) => array[0] = new Closed();
[MethodImpl(MethodImplOptions.NoInlining)] static object Reference(Root[] array) { ref Root element = ref array[0]; return element; }

static void Print(string what, Func<object?> action)
{
    try
    {
        Console.WriteLine($"{what}: {action() ?? "null"}");
    }
    catch (Exception e)
    {
        Console.WriteLine($"{what}: {e.GetType().Name}");
    }
}

enum Tiny : byte { }
enum Wide : ulong { }
interface INamed { string Name(); }
class Root { public virtual string Name() => "root"; public override string ToString() => Name(); }
class Middle : Root, INamed { public override string Name() => "middle"; }
class Leaf : Middle { public override string Name() => "leaf"; }
sealed class Closed : Root { public override string Name() => "closed"; }

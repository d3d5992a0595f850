// options: generators
// rows: N7c-197 N7c-198 N7c-199 N7c-200 N7c-201 N7c-202 N7c-203 N7c-204 N7c-205 N7c-206 N7c-207 N7c-208 N7c-209 N7c-210 N7c-211 N7c-212 N7c-213 N7c-215
// The shapes of code that analyzers recommend beside those that they replace: both must do the same, and the delegates be what C# makes of them.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text.RegularExpressions;

// Delegates to lambdas, static and instance methods, methods of interfaces and virtual ones, with many arguments.
Func<int, int> lambda = MakeLambda(), again = MakeLambda(), group = MakeGroup(), groupAgain = MakeGroup();
Console.WriteLine($"{ReferenceEquals(lambda, again)} {ReferenceEquals(group, groupAgain)} {lambda.Target is not null} {group.Target is null} {lambda.Method.IsStatic} {group.Method.IsStatic} {lambda(4)} {group(4)} {lambda.Equals(group)} {group == new Func<int, int>(Twice)}");
long before = GC.GetAllocatedBytesForCurrentThread();
for (int i = 0; i < 100; i++)
    MakeGroup()(MakeLambda()(i));
long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
Console.WriteLine($"allocated {bytes}");
var made = new Func<int, int>[16];
Parallel.For(0, 16, i => made[i] = Raced());
Console.WriteLine($"raced {made.Sum(f => f(1))} {made.All(f => f.Method == made[0].Method)}");

Counter counter = new(), derived = new Doubling();
Action instance = counter.Add, virtually = derived.Add, fixedly = counter.Dispose;
IDisposable disposable = derived;
Action throughInterface = disposable.Dispose, throughLambda = () => disposable.Dispose();
instance();
virtually();
fixedly();
throughInterface();
disposable = counter; // the lambda looks at the variable, the method group at the object
throughLambda();
throughInterface();
Console.WriteLine($"{counter.Count} {derived.Count} {throughInterface.Target == derived} {throughInterface.Method.Name} {throughInterface.Method.DeclaringType!.Name} {virtually.Method.DeclaringType!.Name} {Throws(() => { Counter? none = null; Action a = none!.Dispose; return a; })}");
Many many = StaticMany, manyInstance = new Holder(1000).InstanceMany;
Console.WriteLine($"{many(1, 2, 3, 4, 5, 6, 7, 8, 9.5, 10.5f, "11", 12)} {manyInstance(1, 2, 3, 4, 5, 6, 7, 8, 9.5, 10.5f, "11", 12)}");
Func<string, int> closedOverFirst = "extended".CountOf, openLength = (Func<string, int>)Delegate.CreateDelegate(typeof(Func<string, int>), typeof(string).GetProperty("Length")!.GetMethod!);
Console.WriteLine($"{closedOverFirst("e")} {closedOverFirst.Target} {openLength("four")} {openLength.Target is null} {Throws(() => openLength(null!))}");
int calls = 0;
Action empty = counter.Nothing, emptyStatic = Holder.Nothing;
for (int i = 0; i < 200_000; i++)
{
    empty();
    emptyStatic();
    calls++;
}
Console.WriteLine($"{calls} {Holder.Called} {counter.Called}");

// Lookups: twice or once.
var counts = Regex.Matches("the cat The dog THE end of the tale", @"\b\w+\b").GroupBy(match => match.Value, StringComparer.OrdinalIgnoreCase)
    .ToDictionary(words => words.Key, words => words.Count(), StringComparer.OrdinalIgnoreCase);
foreach (string word in (string[])["the", "TALE", "absent"])
    Console.Write($"{(counts.ContainsKey(word) ? counts[word] : -1)} {(counts.TryGetValue(word, out int count) ? count : -1)} ");
Console.WriteLine($"{(counts.ContainsKey("cat") && counts.Remove("cat"))} {counts.Remove("cat")} {counts.Remove("DOG", out int removed)} {removed} {counts.Count}");

// Enumerated twice, a sequence does its work twice.
int produced = 0, disposed = 0;
Console.WriteLine($"{Twofold(Produce(4))} {produced} {disposed} {Once(Produce(4))} {produced} {disposed}");
Console.WriteLine($"{Throws(() => Once(Produce(-1)))} {disposed}");

byte[] data = new byte[128];
new Random(42).NextBytes(data);
using (var hash = SHA256.Create())
    Console.WriteLine($"{hash.ComputeHash(data).AsSpan().SequenceEqual(SHA256.HashData(data))} {Convert.ToHexString(SHA256.HashData(data))[..16]}");

// What generators make of the two attributes that analyzers suggest.
Console.WriteLine($"{Generators.Words().Count("a bc  def")} {Generators.Words().Match("--x1_y--").Value} {Generators.Words().IsMatch("---".AsSpan())} {Generators.Words().GetType().BaseType == typeof(Regex)} {Generators.Dates().Replace("on 2022-11-08 and 2022-1-8", "${d}.${m}.")} {new Regex(@"(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)").Replace("on 2022-11-08", "${d}.${m}.")}");
Console.WriteLine($"{Generators.Absolute(-5)} {Generators.LengthOf("é1")} {Generators.Close(-1)} {Marshal.GetLastPInvokeError()}");

// A test and a cast, or a pattern.
object[] values = [new List<string> { "s" }, new List<object>(), "text", 5, new[] { "a" }];
foreach (object value in values)
    Console.Write($"{WithCast(value)?.Count} {WithPattern(value)?.Count} {(value is IEnumerable<object> sequence ? sequence.Count() : -1)} {(value is int number ? number : value is string { Length: > 3 } s ? s.Length : 0)}; ");
Console.WriteLine($"{WithCast(null)} {WithPattern(null)}");

// The field is read twice or once; with another thread between, only once is safe.
var conditional = new Conditional();
Console.Write($"{conditional.Get1()} {conditional.Get2()} ");
conditional.Value = new Counter();
Console.WriteLine($"{conditional.Get1()} {conditional.Get2()} {conditional.Coalesced(null)} {conditional.Coalesced("given")} {Conditional.Chosen([null, "second"], 0)} {Conditional.Chosen([null, "second"], 1)}");
bool running = true;
var flipping = new Thread(() =>
{
    while (Volatile.Read(ref running))
    {
        conditional.Value = null;
        conditional.Value = new Counter();
    }
});
flipping.Start();
int wrong = 0;
for (int i = 0; i < 200_000; i++)
    wrong += conditional.Get2() is null or 42 ? 0 : 1;
Volatile.Write(ref running, false);
flipping.Join();
Console.WriteLine($"wrong {wrong} {Unused(1, 2, 3)}");

static Func<int, int> MakeLambda() => x => x * 3;
static Func<int, int> MakeGroup() => Twice;
static Func<int, int> Raced() => x => x + 1;
static int Twice(int x) => x * 2;
static double StaticMany(byte a, short b, int c, long d, sbyte e, ushort f, uint g, ulong h, double i, float j, string k, nint l) => a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + (long)h * 8 + i * 9 + j * 10 + k.Length * 11 + l * 12;
static int Twofold(IEnumerable<int> values) => values.Any(value => value < 0) ? -1 : values.Sum();
static int Once(IEnumerable<int> values)
{
    int[] copy = [.. values];
    return Array.Exists(copy, value => value < 0) ? throw new ArgumentException("negative", nameof(values)) : copy.Sum();
}

IEnumerable<int> Produce(int count)
{
    try
    {
        if (count < 0)
            yield return -1;
        for (int i = 0; i < count; i++)
        {
            produced++;
            yield return i;
        }
    }
    finally
    {
        disposed++;
    }
}

[MethodImpl(MethodImplOptions.NoInlining)] static List<string>? WithCast(object? value) => value is List<string> ? (List<string>)value : null;
[MethodImpl(MethodImplOptions.NoInlining)] static List<string>? WithPattern(object? value) => value is List<string> list ? list : null;
#pragma warning disable IDE0060
[MethodImpl(MethodImplOptions.NoInlining)] static int Unused(int used, int unused, int other) => used + 1;
#pragma warning restore IDE0060

static string Throws<T>(Func<T> action)
{
    try
    {
        return $"{action()}";
    }
    catch (Exception e)
    {
        return e.GetType().Name;
    }
}

delegate double Many(byte a, short b, int c, long d, sbyte e, ushort f, uint g, ulong h, double i, float j, string k, nint l);

class Holder(int plus)
{
    public static int Called;
    public double InstanceMany(byte a, short b, int c, long d, sbyte e, ushort f, uint g, ulong h, double i, float j, string k, nint l) => plus + a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + (long)h * 8 + i * 9 + j * 10 + k.Length * 11 + l * 12;
    public static void Nothing() => Called++;
}

static class Extensions
{
    public static int CountOf(this string text, string part) => text.Split(part).Length - 1;
}

class Counter : IDisposable
{
    public int Count, Called;
    public int Property => 42;
    public virtual void Add() => Count++;
    public void Nothing() => Called++;
    public virtual void Dispose() => Count += 10;
}

class Doubling : Counter
{
    public override void Add() => Count += 2;
    public override void Dispose() => Count += 20;
}

class Conditional
{
    public volatile Counter? Value;
    [MethodImpl(MethodImplOptions.NoInlining)] public int? Get1() => Value != null ? Value.Property : null;
    [MethodImpl(MethodImplOptions.NoInlining)] public int? Get2() => Value?.Property;
    public string Coalesced(string? text) => text ?? "default";
    public static string Chosen(string?[] texts, int index) => texts[index] ?? "none";
}

static partial class Generators
{
    [GeneratedRegex(@"\b\w+\b")] public static partial Regex Words();
    [GeneratedRegex(@"(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)")] public static partial Regex Dates();
    [LibraryImport("libc", EntryPoint = "abs")] public static partial int Absolute(int value);
    [LibraryImport("libc", EntryPoint = "strlen", StringMarshalling = StringMarshalling.Utf8)] public static partial nint LengthOf(string text);
    [LibraryImport("libc", EntryPoint = "close", SetLastError = true)] public static partial int Close(int descriptor);
}

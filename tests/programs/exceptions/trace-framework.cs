// Stack traces through the framework, whose precompiled code has inlined methods and jumps instead of calls.
// skip: optimized a finally handler that its method calls has no frame of its own in optimised code, on CoreCLR neither
using System.Text; using System.Text.Json; using System.Collections.Concurrent; using System.Globalization; using System.Reflection;
static class P {
  static void T(string n, Action a) { try { a(); Console.WriteLine(n + " no throw"); } catch (Exception e) { Console.WriteLine("## " + n); Console.WriteLine(e.ToString()); } }
  static void TA(string n, Func<Task> a) { try { a().Wait(); } catch (Exception e) { Console.WriteLine("## " + n); Console.WriteLine(e.InnerException!.ToString()); } }
  class Cmp : IComparer<int> { public int Compare(int a, int b) => throw new Exception("cmp"); }
  static int Thrower(int x) => throw new Exception("thrower");
  static void M(object o) { throw new Exception("m"); }
  class D : IDisposable { public void Dispose() { throw new Exception("dispose"); } }
  class Cst { public Cst() { throw new Exception("ctor"); } }
  static void Main() {
    var l = new List<int> { 1, 2, 3 };
    T("list index", () => Console.WriteLine(l[5]));
    T("list insert", () => l.Insert(9, 1));
    T("list removeat", () => l.RemoveAt(9));
    T("list foreach modified", () => { foreach (var x in l) l.Add(x); });
    T("dict missing", () => Console.WriteLine(new Dictionary<string, int>()["a"]));
    T("dict add dup", () => new Dictionary<int, int> { { 1, 1 }, { 1, 2 } });
    T("dict null", () => new Dictionary<string, int>().Add(null!, 1));
    T("int parse", () => int.Parse("x"));
    T("int parse ovf", () => int.Parse("99999999999"));
    T("double parse", () => double.Parse("x"));
    T("date parse", () => DateTime.Parse("xx"));
    T("guid parse", () => Guid.Parse("xx"));
    T("convert", () => Convert.ToInt32("q"));
    T("convert ovf", () => Convert.ToByte(300));
    T("substring", () => "abc".Substring(5));
    T("substring2", () => "abc".Substring(1, 7));
    T("string format", () => string.Format("{0} {1}", 1));
    T("string ctor", () => new string('a', -1));
    T("linq first", () => new int[0].First());
    T("linq single", () => new[] { 1, 2 }.Single());
    T("linq select", () => new[] { 1, 2 }.Select(Thrower).ToList());
    T("linq where", () => new List<int> { 1 }.Where(x => Thrower(x) > 1).ToArray());
    T("linq orderby", () => new[] { 2, 1 }.OrderBy(Thrower).ToList());
    T("linq sum", () => new[] { 2, 1 }.Sum(Thrower));
    T("linq max", () => new List<int>().Max());
    T("linq todict", () => new[] { 1, 1 }.ToDictionary(x => x));
    T("linq null", () => ((IEnumerable<int>)null!).Select(x => x));
    T("sort", () => new[] { 3, 2, 1 }.ToList().Sort(new Cmp()));
    T("array sort", () => Array.Sort(new[] { 3, 2, 1 }, new Cmp()));
    T("array copy", () => Array.Copy(new int[2], new int[1], 2));
    T("array copy type", () => Array.Copy(new int[2], new string[2], 2));
    T("array index", () => Array.IndexOf<int>(null!, 2));
    T("foreach list", () => l.ForEach(x => Thrower(x)));
    T("array conv", () => Array.ConvertAll(new[] { 1 }, Thrower));
    T("stack", () => new Stack<int>().Pop());
    T("queue", () => new Queue<int>().Dequeue());
    T("enumerator", () => { var e = ((System.Collections.IEnumerable)l).GetEnumerator(); Console.WriteLine(e.Current); });
    T("stringbuilder", () => new StringBuilder("a").Remove(3, 4));
    T("encoding", () => Encoding.GetEncoding("nope"));
    T("file", () => File.ReadAllText("/nonexistent/file"));
    T("filestream", () => new FileStream("/nonexistent/file", FileMode.Open));
    T("dir", () => Directory.GetFiles("/nonexistent"));
    T("streamreader", () => new StreamReader("/nonexistent"));
    T("memstream", () => { var m = new MemoryStream(); m.Dispose(); m.WriteByte(1); });
    T("invoke", () => typeof(P).GetMethod("M", BindingFlags.NonPublic | BindingFlags.Static)!.Invoke(null, new object[] { 1 }));
    T("invoke args", () => typeof(P).GetMethod("M", BindingFlags.NonPublic | BindingFlags.Static)!.Invoke(null, null));
    T("activator", () => Activator.CreateInstance(typeof(Cst)));
    T("activator2", () => Activator.CreateInstance<Cst>());
    T("lazy", () => new Lazy<int>(() => Thrower(1)).Value.ToString());
    T("delegate", () => { Action<object> a = M; a += M; a(1); });
    T("dyninvoke", () => new Action<object>(M).DynamicInvoke(1));
    T("concurrent", () => new ConcurrentDictionary<int, int>().GetOrAdd(1, Thrower));
    T("json", () => JsonSerializer.Deserialize<int[]>("{"));
    T("json2", () => JsonDocument.Parse("[1,"));
    T("span", () => { Span<int> s = new int[2]; s[3] = 1; });
    T("span slice", () => { Span<int> s = new int[2]; s.Slice(3); });
    T("asspan", () => "abc".AsSpan(5));
    T("culture", () => new CultureInfo("zzzz-invalid-xx-yyy"));
    T("task run", () => Task.Run(() => Thrower(1)).GetAwaiter().GetResult());
    T("task wait", () => Task.Run(() => Thrower(1)).Wait());
    T("timer neg", () => new Timer(_ => { }, null, -5, 1));
    T("monitor", () => Monitor.Exit(new object()));
    T("thread start", () => { var t = new Thread(() => { }); t.Start(); t.Join(); t.Start(); });
    T("cts", () => { var c = new CancellationTokenSource(); c.Cancel(); c.Token.ThrowIfCancellationRequested(); });
    T("cts reg", () => { var c = new CancellationTokenSource(); c.Token.Register(() => Thrower(1)); c.Cancel(); });
    T("argnull", () => ArgumentNullException.ThrowIfNull((object)null!, "x"));
    T("argrange", () => ArgumentOutOfRangeException.ThrowIfNegative(-1));
    T("nullable", () => { int? x = null; Console.WriteLine(x!.Value); });
    T("decimal", () => Console.WriteLine(decimal.MaxValue + 1m * l.Count));
    T("decimal div", () => Console.WriteLine(1m / (l.Count - l.Count)));
    T("bigint", () => System.Numerics.BigInteger.Parse("x"));
    T("regex", () => new System.Text.RegularExpressions.Regex("("));
    T("uri", () => new Uri("::::"));
    T("version", () => new Version("x.y"));
    T("readonlycol", () => ((IList<int>)l.AsReadOnly()).Add(1));
    T("linkedlist", () => new LinkedList<int>().RemoveFirst());
    T("sorteddict", () => Console.WriteLine(new SortedDictionary<int, int>()[3]));
    T("bitarray", () => Console.WriteLine(new System.Collections.BitArray(3)[5]));
    T("using", () => { using var d = new D(); });
    T("interp", () => Console.WriteLine($"{new Cst()}"));
    T("tostring", () => Console.WriteLine(12.ToString("Q9")));
    T("random", () => new Random().Next(5, 1));
    TA("async file", async () => await File.ReadAllTextAsync("/nonexistent/f"));
    TA("async delay", async () => await Task.Delay(-5));
    TA("async whenall", async () => await Task.WhenAll(Task.Run(() => Thrower(1)), Task.Run(() => Thrower(2))));
    TA("async sem", async () => { var s = new SemaphoreSlim(1, 1); await s.WaitAsync(); s.Release(); s.Release(); });
    TA("async foreach", async () => { await foreach (var x in Gen()) Thrower(x); });
  }
  static async IAsyncEnumerable<int> Gen() { await Task.Yield(); yield return 1; throw new Exception("gen"); }
}

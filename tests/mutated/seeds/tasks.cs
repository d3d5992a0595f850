// async methods and streams, locks, yield, strings, switch over text, pattern matching, dictionaries, boxing, checked arithmetic.
interface IWorker { ValueTask<int> Work(int input); }
class Worker : IWorker { int sum; public async ValueTask<int> Work(int input) { await Task.Yield(); lock (this) sum += input; return sum; } }
struct Meter { int value; public int Next() => ++value; public override string ToString() => "m" + value; }
static class Program
{
    static async Task<int> Chain(IWorker worker, int depth) { try { return depth == 0 ? await worker.Work(1) : await Chain(worker, depth - 1) + depth; } finally { Console.WriteLine("left " + depth); } }
    static async Task Fail() { await Task.CompletedTask; throw new InvalidOperationException("failed"); }
    static async IAsyncEnumerable<string> Stream() { foreach (string text in new[] { "one", "two" }) { await Task.Yield(); yield return text; } }
    static int Value(string text) => text switch { "one" => 1, "two" => 2, "three" => 3, "four" => 4, "five" => 5, "six" => 6, "seven" => 7, _ => -1 };
    static string Describe(object value) => value switch { null => "null", int n and > 5 => "big " + n, int => "int", string { Length: 3 } s => s, Meter m => m.ToString(), _ => "other" };
    static ulong Mix(long a, uint b, double c, float d, short e) => unchecked((ulong)(a * b) ^ (ulong)(c * d) >> e) % 1000;
    static async Task<int> Main()
    {
        Console.WriteLine(await Chain(new Worker(), 2));
        try { await Fail(); } catch (InvalidOperationException problem) { Console.WriteLine(problem.Message); }
        await foreach (string text in Stream()) Console.WriteLine(text + Value(text));
        Meter meter = default; object boxed = meter; meter.Next();
        Console.WriteLine(Describe(boxed) + Describe(meter) + Describe(9) + Describe("abc") + Describe(null) + Value("seven"));
        Console.WriteLine(Mix(123456789012, 77, 1.5, 2.25f, 3) + checked((byte)Value("six")));
        var words = new Dictionary<string, (int, char)> { ["a"] = (1, 'x'), ["b"] = (2, 'y') };
        foreach (var (key, (number, letter)) in words) Console.Write($"{key}{number,3}{letter}|{number:x2} ");
        int? maybe = Value("two") > 1 ? null : 4; Console.WriteLine(maybe ?? 8);
        return (int)Math.Round(2.5);
    }
}

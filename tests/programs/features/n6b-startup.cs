// skip: stress a source that nothing refers to is there when the process ends
// rows: N6b-183 N6b-184 N6b-185 N6b-186 N6b-187 N6b-188 N6b-196 N6b-197 N6b-199 N6b-200 N6b-202 N6b-203 N6b-211 N6b-226 N6b-227
// Start and end of a program, what the library prepares late, and small types of the library that were made smaller.
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Numerics;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Loader;
using System.Text;

sealed class Own : EncodingProvider
{
    public override Encoding? GetEncoding(int codepage) => codepage == 54321 ? Encoding.ASCII : null;
    public override Encoding? GetEncoding(string name) => name == "own" ? Encoding.UTF8 : null;
}

sealed class OwnTwo : EncodingProvider
{
    public override Encoding? GetEncoding(int codepage) => codepage == 54322 ? Encoding.Latin1 : null;
    public override Encoding? GetEncoding(string name) => null;
}

sealed class Source : EventSource
{
    protected override void Dispose(bool disposing)
    {
        if (disposing)
            Console.WriteLine("source disposed");
        base.Dispose(disposing);
    }
}

sealed class Failing : EventSource
{
    [Event(1)] public void One() => WriteEvent(1);
    [Event(1)] public void Two() => WriteEvent(1);
}

sealed class Listener : EventListener
{
    public readonly List<string> Lines = [];
    protected override void OnEventWritten(EventWrittenEventArgs e) => Lines.Add($"{e.EventId} {e.EventName} {e.Payload?.Count}");
}

static class Program
{
    static void Try(string what, Func<object?> action)
    {
        try { Console.WriteLine($"{what}: {action() ?? "null"}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}"); }
    }

    static int Main()
    {
        Comparers();
        Encodings();
        Domain();
        Tuples();
        Tasks();
        Casing();
        Times();
        BigNumbers();
        Console.WriteLine($"{Path.GetFileNameWithoutExtension(Environment.ProcessPath)} {Assembly.GetEntryAssembly()!.GetName().Name} {AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES") is string} {AppContext.TryGetSwitch("System.Globalization.Invariant", out bool invariant)} {invariant} {CultureInfo.GetCultures(CultureTypes.AllCultures).Length == 1}");
        Console.WriteLine($"started before now: {Process.GetCurrentProcess().StartTime <= DateTime.Now}");
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Console.WriteLine("process exit");
        AssemblyLoadContext.Default.Unloading += _ => Console.WriteLine("unloading the default context");
        _ = new Source();
        return 7;
    }

    static void Comparers()
    {
        EqualityComparer<string> comparer = EqualityComparer<string>.Default;
        Console.WriteLine($"{ReferenceEquals(comparer, EqualityComparer<string>.Default)} {comparer.Equals("a", new string('a', 1))} {comparer.Equals(null, null)} {comparer.Equals("a", null)} {comparer.GetHashCode("x") == "x".GetHashCode()} {EqualityComparer<byte>.Default.GetType().IsSealed} {EqualityComparer<int?>.Default.Equals(null, 0)} {EqualityComparer<DayOfWeek>.Default.Equals(DayOfWeek.Friday, (DayOfWeek)5)} {Comparer<string>.Default.Compare(null, "")}");
    }

    static void Encodings()
    {
        Console.WriteLine($"{Console.Out.Encoding.WebName} {Console.OutputEncoding.GetPreamble().Length} {new UTF8Encoding().GetPreamble().Length} {new UTF8Encoding(true).GetPreamble().Length} {new UTF8Encoding(true, true).GetPreamble().Length}");
        Try("strict", () => new UTF8Encoding(false, true).GetString([0xff]));
        Console.WriteLine(new UTF8Encoding(false, false).GetString([0xff, 0x41]));
        Try("before", () => Encoding.GetEncoding(54321));
        Parallel.ForEach<EncodingProvider>([new Own(), new OwnTwo()], Encoding.RegisterProvider);
        Console.WriteLine($"{Encoding.GetEncoding(54321).WebName} {Encoding.GetEncoding(54322).WebName} {Encoding.GetEncoding("own").WebName}");
        Try("none", () => Encoding.GetEncoding("nothing"));
    }

    static void Domain()
    {
        Console.WriteLine($"{Enumerable.Range(0, 8).AsParallel().Select(_ => AppDomain.CurrentDomain).Distinct().Count()} {AppDomain.CurrentDomain.FriendlyName} {AppDomain.CurrentDomain.IsDefaultAppDomain()}");
        // A source with two events of one number says so in an event.
        using var listener = new Listener();
        using var failing = new Failing();
        listener.EnableEvents(failing, EventLevel.LogAlways);
        failing.One();
        Console.WriteLine($"{failing.ConstructionException?.GetType().Name} {failing.IsEnabled()} {string.Join("; ", listener.Lines)}");
    }

    static void Tuples()
    {
        var tuple = (1, "two", 3.0);
        System.Collections.IStructuralComparable comparable = tuple;
        Console.WriteLine($"{tuple} {tuple.Equals((1, "two", 3.0))} {tuple == (1, "two", 3.5)} {tuple.CompareTo((1, "twp", 0))} {((System.Collections.IStructuralEquatable)tuple).Equals((1, "TWO", 3.0), StringComparer.OrdinalIgnoreCase)} {((System.Runtime.CompilerServices.ITuple)tuple)[1]} {(1, 2, 3, 4, 5, 6, 7, 8, 9).ToString()} {(1, 2).GetHashCode() == (1, 2).GetHashCode()}");
        Try("another tuple", () => ((IComparable)tuple).CompareTo((1, 2)));
        Try("another length", () => comparable.CompareTo((1, 2, 3), Comparer<object>.Default));
        Try("index", () => ((System.Runtime.CompilerServices.ITuple)tuple)[3]);
        Console.WriteLine($"{Tuple.Create(1, "b").ToValueTuple()} {tuple.ToTuple().Item2} {ValueTuple.Create().Equals(default)} {((IComparable)tuple).CompareTo(null)}");
    }

    static void Tasks()
    {
        Console.WriteLine($"{Task<int>.Factory.StartNew(() => 5).Result} {ReferenceEquals(Task<int>.Factory, Task<int>.Factory)} {Task<string>.Factory.Scheduler is null} {new TaskFactory().CancellationToken.CanBeCanceled} {new TaskFactory<int>(TaskScheduler.Default).Scheduler == TaskScheduler.Default} {new TaskFactory(TaskCreationOptions.LongRunning, TaskContinuationOptions.None).CreationOptions}");
        Try("bad options", () => new TaskFactory((TaskCreationOptions)0x1000, TaskContinuationOptions.None));
    }

    /// Over all characters: what the tables in the image say.
    static void Casing()
    {
        int upper = 0, lower = 0, categories = 0, digits = 0, ignoring = 0;
        for (int c = 0; c <= 0xffff; c++)
        {
            upper = upper * 31 + char.ToUpperInvariant((char)c);
            lower = lower * 31 + char.ToLowerInvariant((char)c);
            categories = categories * 31 + (int)CharUnicodeInfo.GetUnicodeCategory(c);
            digits += CharUnicodeInfo.GetDecimalDigitValue((char)c) + (int)(2 * CharUnicodeInfo.GetNumericValue((char)c));
            ignoring += string.Equals(((char)c).ToString(), char.ToUpperInvariant((char)c).ToString(), StringComparison.OrdinalIgnoreCase) ? 1 : 0;
        }
        Console.WriteLine($"{upper} {lower} {categories} {digits} {ignoring} {"straße ǆ ΑΣ 𐐨".ToUpperInvariant()} {"É".Equals("é", StringComparison.OrdinalIgnoreCase)}");
        Console.WriteLine($"{new StringInfo("e\u0301👨‍👩‍👧🇩🇪").LengthInTextElements} {new IdnMapping().GetAscii("bücher.example")}");
    }

    static void Times()
    {
        Console.WriteLine($"{TimeSpan.FromSeconds(5).Ticks} {TimeSpan.FromSeconds(5.5)} {TimeSpan.FromMilliseconds(1.5)} {TimeSpan.FromMinutes(-3)} {TimeSpan.FromDays(1e5)} {TimeSpan.FromHours(0.1)} {TimeSpan.FromTicks(7)} {TimeSpan.FromMicroseconds(0.5).Ticks} {TimeSpan.FromDays(1, 2, 3, 4, 5, 6)}");
        double factor = Environment.ProcessorCount > 0 ? 1 : 0;
        Console.WriteLine(TimeSpan.FromSeconds(5) == TimeSpan.FromSeconds(5 * factor));
        Try("not a number", () => TimeSpan.FromSeconds(double.NaN));
        Try("too many", () => TimeSpan.FromSeconds(double.MaxValue));
    }

    static void BigNumbers()
    {
        BigInteger number = BigInteger.Parse("123456789012345678901234567890".AsSpan());
        Span<byte> bytes = stackalloc byte[20];
        Span<char> text = stackalloc char[40];
        Console.WriteLine($"{number.TryWriteBytes(bytes, out int written, isBigEndian: true)} {written} {new BigInteger(bytes[..written], isBigEndian: true) == number} {number.TryFormat(text, out int length)} {text[..length]} {number.TryFormat(text[..5], out length)} {BigInteger.Pow(number, 9) % 1_000_000_007} {BigInteger.GreatestCommonDivisor(number, 3_333_333_330)} {-number >> 70} {BigInteger.ModPow(number, 65537, BigInteger.Pow(2, 127) - 1)}");
        Console.WriteLine($"{BigInteger.TryParse("-12x".AsSpan(0, 3), out BigInteger parsed)} {parsed} {number.GetByteCount()} {number.GetBitLength()} {BigInteger.DivRem(number, 987654321, out BigInteger rest)} {rest}");
    }
}

// ComponentModel, TypeDescriptor, resources, Console, Environment, AppContext, Lazy/WeakReference, Guid, Random, BitConverter, formatting corners.
using System.Collections;
using System.Collections.Specialized;
using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.ComponentModel.Design;
using System.ComponentModel.Design.Serialization;
using System.Globalization;
using System.Reflection;
using System.Resources;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

[TypeConverter(typeof(PairConverter))] public record struct Pair(int A, int B);
public class PairConverter : TypeConverter
{
    public override bool CanConvertFrom(ITypeDescriptorContext? c, Type t) => t == typeof(string) || base.CanConvertFrom(c, t);
    public override object ConvertFrom(ITypeDescriptorContext? c, CultureInfo? i, object v) { var p = ((string)v).Split(':'); return new Pair(int.Parse(p[0]), int.Parse(p[1])); }
    public override object ConvertTo(ITypeDescriptorContext? c, CultureInfo? i, object? v, Type t) => v is Pair p ? $"{p.A}:{p.B}" : "";
}
[DefaultProperty("Name"), DefaultEvent("Changed"), Description("a thing")]
public class Thing : INotifyPropertyChanged, IDataErrorInfo
{
    string name = "n"; [Category("Text"), DisplayName("The Name"), DefaultValue("n"), Required, StringLength(5)] public string Name { get => name; set { name = value; PropertyChanged?.Invoke(this, new(nameof(Name))); } }
    [Browsable(false), Range(1, 10)] public int Count { get; set; } = 3; [ReadOnly(true)] public Pair Pair { get; set; } = new(1, 2); public DayOfWeek? Day { get; set; } public event PropertyChangedEventHandler? PropertyChanged; public event EventHandler? Changed; public void Fire() => Changed?.Invoke(this, EventArgs.Empty); string IDataErrorInfo.Error => "err"; string IDataErrorInfo.this[string c] => c; [EmailAddress, Compare(nameof(Other))] public string Mail { get; set; } = "bad"; public string? Other { get; set; }
}

[InterpolatedStringHandler]
public ref struct LogHandler
{
    StringBuilder? text; public LogHandler(int literal, int formatted, bool enabled, out bool ok) { ok = enabled; text = enabled ? new() : null; if (enabled) text!.Append($"<{literal},{formatted}>"); }
    public void AppendLiteral(string s) => text!.Append(s.ToUpper()); public void AppendFormatted<T>(T v, int alignment = 0, string? format = null) => text!.Append($"[{v}|{alignment}|{format}]"); public override string ToString() => text?.ToString() ?? "off";
}

static class Program
{
    static void Try(string what, Func<object?> f) { try { Console.WriteLine($"{what}: {f()}"); } catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message}"); } }
    static string Log(bool on, [InterpolatedStringHandlerArgument(nameof(on))] LogHandler h) => h.ToString();

    static void Components()
    {
        var thing = new Thing(); foreach (PropertyDescriptor p in TypeDescriptor.GetProperties(thing).Sort()) Console.WriteLine($"{p.Name} {p.DisplayName} {p.Category} {p.PropertyType.Name} {p.IsReadOnly} {p.IsBrowsable} {p.Converter.GetType().Name} {p.GetValue(thing)} {p.ShouldSerializeValue(thing)} {p.SupportsChangeEvents}");
        Console.WriteLine(TypeDescriptor.GetDefaultProperty(thing)!.Name + TypeDescriptor.GetDefaultEvent(thing)!.Name + TypeDescriptor.GetEvents(thing).Count + TypeDescriptor.GetAttributes(thing).OfType<DescriptionAttribute>().First().Description + TypeDescriptor.GetClassName(thing));
        thing.PropertyChanged += (s, e) => Console.Write("changed " + e.PropertyName + " "); TypeDescriptor.GetProperties(thing)["Name"]!.AddValueChanged(thing, (s, e) => Console.Write("descriptor ")); TypeDescriptor.GetProperties(thing)["Name"]!.SetValue(thing, "toolong"); Console.WriteLine();
        var results = new List<ValidationResult>(); Console.WriteLine(Validator.TryValidateObject(thing, new ValidationContext(thing), results, true) + " " + string.Join(" | ", results.Select(r => r.ErrorMessage).Order(StringComparer.Ordinal)));
        foreach (var (type, text) in new (Type, string)[] { (typeof(Pair), "3:4"), (typeof(int), "0x1F"), (typeof(bool), "True"), (typeof(DateTime), "2024-01-02"), (typeof(Guid), "00000000-0000-0000-0000-000000000001"), (typeof(DayOfWeek), "Monday"), (typeof(AttributeTargets), "Class, Field"), (typeof(TimeSpan), "1:02:03"), (typeof(Uri), "http://x"), (typeof(decimal), "1.5"), (typeof(char), "x"), (typeof(int?), ""), (typeof(System.Drawing.Color), "Red"), (typeof(System.Drawing.Point), "1, 2"), (typeof(string[]), "a"), (typeof(CultureInfo), "de-DE"), (typeof(Version), "1.2"), (typeof(Type), "x"), (typeof(byte), "300") })
            Try(type.Name, () => { var c = TypeDescriptor.GetConverter(type); var v = c.ConvertFromInvariantString(text); return c.GetType().Name + " " + v + " " + c.ConvertToInvariantString(v) + " " + c.CanConvertTo(typeof(InstanceDescriptor)) + c.GetStandardValuesSupported(); });
        using var container = new Container(); var comp = new Component(); container.Add(comp, "c1"); comp.Disposed += (s, e) => Console.Write("disposed "); Console.WriteLine(comp.Site!.Name + container.Components.Count); container.Dispose(); var list = new BindingList<Thing> { new() }; list.ListChanged += (s, e) => Console.Write(e.ListChangedType + " "); list[0].Name = "q"; list.AddNew(); list.RemoveAt(0); Console.WriteLine(); var worker = new BackgroundWorker { WorkerReportsProgress = true }; var done = new ManualResetEventSlim(); worker.DoWork += (s, e) => { e.Result = (int)e.Argument! * 2; }; worker.RunWorkerCompleted += (s, e) => { Console.WriteLine("worker " + e.Result); done.Set(); }; worker.RunWorkerAsync(21); done.Wait(); Try("enum", () => throw new InvalidEnumArgumentException("a", 5, typeof(DayOfWeek))); Try("win32", () => new Win32Exception(2).Message);
        TypeDescriptor.AddAttributes(typeof(Thing), new AmbientValueAttribute(7)); Console.WriteLine(TypeDescriptor.GetAttributes(typeof(Thing)).OfType<AmbientValueAttribute>().First().Value);
    }

    static void Resources()
    {
        var ms = new MemoryStream(); var w = new ResourceWriter(ms); w.AddResource("text", "value ü"); w.AddResource("bytes", new byte[] { 1, 2, 3 }); w.AddResource("number", 42); w.AddResource("when", new DateTime(2024, 1, 1)); w.AddResource("nothing", (object?)null); w.AddResource("stream", new MemoryStream([9])); w.Generate(); ms.Position = 0;
        using var set = new ResourceSet(ms); foreach (DictionaryEntry e in set.Cast<DictionaryEntry>().OrderBy(e => (string)e.Key, StringComparer.Ordinal)) Console.Write($"{e.Key}={(e.Value is byte[] b ? Convert.ToHexString(b) : e.Value is Stream ? "stream" : e.Value is DateTime t ? t.Ticks : e.Value)} "); Console.WriteLine(set.GetString("TEXT", true) + set.GetObject("none"));
        Try("manager", () => new ResourceManager("None", typeof(Program).Assembly).GetString("x")); Try("corelib text", () => { try { ((object)"s").GetType().GetMethod("Nope")!.Invoke(null, null); return ""; } catch (NullReferenceException e) { return e.Message; } }); Console.WriteLine(new ArgumentNullException("p").Message + "|" + new ArgumentOutOfRangeException("p", 5, "m").Message + "|" + new FileNotFoundException(null, "f.x").Message + "|" + new KeyNotFoundException().Message + "|" + new ObjectDisposedException("o").Message + "|" + new TypeInitializationException("T", null).Message + "|" + new BadImageFormatException().Message + "|" + new MissingMethodException("C", "M").Message + "|" + new OperationCanceledException().Message + "|" + Marshal.GetExceptionForHR(unchecked((int)0x80070005))!.Message);
    }

    static void Environments()
    {
        Environment.SetEnvironmentVariable("CELER_Q", "v"); Console.WriteLine($"{Environment.GetEnvironmentVariable("CELER_Q")} {Environment.ExpandEnvironmentVariables("%CELER_Q%-%NOPE%")} {Environment.NewLine.Length} {Environment.ProcessorCount > 0} {Environment.Is64BitProcess} {Environment.Version.Major} {Environment.OSVersion.Platform} {Environment.TickCount64 > 0} {Environment.CurrentManagedThreadId} {Environment.GetCommandLineArgs().Length} {Environment.HasShutdownStarted} {Environment.UserInteractive} {Environment.CommandLine.Contains("comp")} {RuntimeInformation.FrameworkDescription} {RuntimeInformation.OSArchitecture} {RuntimeInformation.RuntimeIdentifier} {Environment.SystemPageSize} {Environment.ProcessPath!.EndsWith("dotnet")} {Environment.IsPrivilegedProcess}");
        AppContext.SetSwitch("My.Switch", true); AppContext.SetData("d", 5); Console.WriteLine($"{AppContext.TryGetSwitch("My.Switch", out bool on)} {on} {AppContext.TryGetSwitch("Other", out _)} {AppContext.GetData("d")} {AppContext.TargetFrameworkName} {AppContext.BaseDirectory.EndsWith('/')} {AppDomain.CurrentDomain.FriendlyName} {AppDomain.CurrentDomain.Id} {AppContext.GetData("System.Globalization.Invariant")} {((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Contains("System.Private.CoreLib.dll")} {AppContext.GetData("FX_PRODUCT_VERSION") is string} {Assembly.GetEntryAssembly()!.GetName().Name} {AppDomain.CurrentDomain.GetAssemblies().Length > 3}");
        Console.SetOut(new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true }); Console.Out.WriteLine("{0:X} {1,-5}| {2}", 255, "ab", null); Console.Write('c'); Console.Write(new[] { 'x', 'y' }, 1, 1); Console.WriteLine(Console.IsOutputRedirected + " " + Console.OutputEncoding.WebName + " " + Console.In.ReadToEnd().Length + Console.ForegroundColor); Console.Error.WriteLine("to stderr"); Console.CancelKeyPress += (s, e) => { }; var original = Console.Out; var capture = new StringWriter(); Console.SetOut(capture); Console.WriteLine("captured"); Console.SetOut(original); Console.WriteLine(capture.ToString().Trim()); Try("key", () => Console.ReadKey()); Try("cursor", () => Console.CursorLeft); Try("title", () => { Console.Title = "x"; return Console.KeyAvailable; });
    }

    static void Formatting()
    {
        Console.WriteLine(Log(true, $"a{1}b{2.5:F1}c{"s",5}") + Log(false, $"x{1}")); Span<char> span = stackalloc char[20]; Console.WriteLine(span.TryWrite($"{1}-{"abc"}-{DateTime.UnixEpoch:yy}", out int n) + span[..n].ToString() + span.TryWrite($"{new string('x', 30)}", out n) + n);
        foreach (string f in new[] { "{0:D5}|{0:X8}|{0:N0}|{0,10}|{0,-10}|{0:C}|{0:P}|{0:E2}|{0:00-00}|{0:#,#}|{0:B}|{{}}", "{0:R}{1}", "{0", "{a}", "{5}", "{0:0.0;neg;zero}" }) Try(f, () => string.Format(CultureInfo.InvariantCulture, f, 12345, "b"));
        var cf = CompositeFormat.Parse("{0}+{1:F2}"); Console.WriteLine(string.Format(null, cf, 1, 2.0) + cf.MinimumArgumentCount); foreach (string f in new[] { "d", "D", "f", "g", "M", "O", "R", "s", "u", "U", "Y", "yyyy-MM-ddTHH:mm:ss.fffffffK", "h:m:s t zz", "'at' dd\\d", "ddd MMM", "%d", "gg", "FFF" }) Try(f, () => new DateTime(2024, 3, 5, 14, 7, 9, 120, DateTimeKind.Utc).ToString(f, CultureInfo.InvariantCulture)); foreach (string f in new[] { "c", "g", "G", "d\\.hh\\:mm", "%h", "fff" }) Try(f, () => new TimeSpan(1, 2, 3, 4, 5).ToString(f, CultureInfo.InvariantCulture)); foreach (string f in "NDBPX".Select(c => c.ToString())) Try(f, () => new Guid("00112233-4455-6677-8899-aabbccddeeff").ToString(f));
        foreach (string s in new[] { "2024-02-30", "2024-02-29T25:00", "12/31/1999 11:59 PM", "2024-W01", "Fri, 01 Mar 2024 10:00:00 GMT", "2024-03-01T10:00:00+05:30", "10:15", "1 March 2024" }) Try(s, () => DateTime.Parse(s, CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal | DateTimeStyles.AssumeUniversal | DateTimeStyles.NoCurrentDateDefault).ToString("o")); Try("exact", () => DateTime.ParseExact("05|2024|Mar", "dd|yyyy|MMM", CultureInfo.InvariantCulture)); Try("span", () => TimeSpan.Parse("1.02:03:04.5") + TimeSpan.ParseExact("5h", @"%h\h", null)); Try("dateonly", () => DateOnly.ParseExact("20240105", "yyyyMMdd").AddMonths(1).DayNumber + " " + TimeOnly.Parse("13:05").Add(TimeSpan.FromHours(12), out int wrap) + wrap); Console.WriteLine(new DateTimeOffset(2024, 1, 1, 0, 0, 0, TimeSpan.FromHours(-5)).ToUnixTimeMilliseconds() + " " + DateTime.IsLeapYear(1900) + DateTime.DaysInMonth(2024, 2) + ISOWeek.GetWeekOfYear(new DateTime(2021, 1, 3)) + DateTime.FromOADate(45000.5).ToString("s") + new DateTime(2024, 1, 31).AddMonths(1).Day + DateTime.MaxValue.Ticks + DateTime.FromBinary(DateTime.UnixEpoch.ToBinary()).Kind);
    }

    static void Misc()
    {
        var r = new Random(42); Console.WriteLine(string.Join(",", Enumerable.Range(0, 8).Select(_ => r.Next(1000))) + r.NextDouble() + r.NextInt64(1L << 40) + r.NextSingle()); var bytes = new byte[5]; r.NextBytes(bytes); int[] a = Enumerable.Range(0, 10).ToArray(); r.Shuffle(a); Console.WriteLine(Convert.ToHexString(bytes) + string.Join("", a) + string.Join("", r.GetItems("abc".ToCharArray(), 5))); var sub = new Derived(3); Console.WriteLine(sub.Next() + " " + sub.Next(10) + sub.NextDouble());
        Console.WriteLine(new Guid(1, 2, 3, [4, 5, 6, 7, 8, 9, 10, 11]).ToString() + Guid.NewGuid().Version + Guid.CreateVersion7(DateTimeOffset.UnixEpoch).ToString()[..13] + Guid.TryParse("{0}", out _) + Guid.Parse("(00112233-4455-6677-8899-aabbccddeeff)").CompareTo(Guid.Empty)); Console.WriteLine(BitConverter.ToString([1, 255]) + BitConverter.DoubleToInt64Bits(-1.5) + Convert.ToBase64String(Enumerable.Range(0, 60).Select(i => (byte)i).ToArray(), Base64FormattingOptions.InsertLineBreaks).Length + Convert.ToString(-5, 2).Length + Convert.ToInt32("777", 8) + Convert.ToChar(65) + Convert.ChangeType("5", typeof(long)) + Convert.ToBoolean("true") + System.Buffers.Text.Base64Url.EncodeToString([255, 254, 253])); Try("change", () => Convert.ChangeType("x", typeof(DateTime))); Try("base64", () => Convert.FromBase64String("a*b=")); Try("dbnull", () => Convert.ToInt32(DBNull.Value));
        var nv = new NameValueCollection { { "a", "1" }, { "a", "2" }, { "b", null } }; Console.WriteLine(nv["a"] + nv.Count + nv.GetValues("a")!.Length + nv.AllKeys.Length); var od = new OrderedDictionary { ["z"] = 1, ["a"] = 2 }; od.Insert(0, "m", 3); Console.WriteLine(string.Join(",", od.Keys.Cast<string>()) + od[1] + new BitArray([true, false, true]).Xor(new BitArray(3, true))[1] + new BitVector32(5)[1] + string.Join(",", new SortedList { [2] = "b", [1] = "a" }.Values.Cast<string>()) + new Hashtable(StringComparer.OrdinalIgnoreCase) { ["K"] = 1 }["k"] + new StringDictionary { ["Q"] = "w" }["q"]); var g = new OrderedDictionary<string, int> { ["x"] = 1, ["y"] = 2 }; g.Insert(1, "mid", 9); g.SetAt(0, 7); Console.WriteLine(string.Join(",", g) + g.IndexOf("y")); var lazy = new Lazy<int>(() => throw new InvalidOperationException("lazy"), LazyThreadSafetyMode.ExecutionAndPublication); Try("lazy", () => lazy.Value); Try("lazy", () => lazy.Value); Console.WriteLine(new Lazy<string>(() => "v", true).Value + HashCode.Combine(1, 2).Equals(HashCode.Combine(1, 2)) + Index.FromEnd(2) + (1..^1).GetOffsetAndLength(10) + new Version("1.2.3.4").CompareTo(new Version(1, 3)) + StringComparer.Ordinal.Compare("a", "B") + EqualityComparer<string>.Create((x, y) => x?.Length == y?.Length).Equals("ab", "cd") + Comparer<int>.Create((x, y) => y - x).Compare(1, 2) + Tuple.Create(1, "a", 2.5) + ValueTuple.Create(1, 2).CompareTo((1, 3)) + (1, 2, 3, 4, 5, 6, 7, 8, 9));
        int[] buckets = new int[4]; foreach (string s in new[] { "alpha", "beta" }) buckets[s.Length % 4]++; Console.WriteLine(string.Join("", buckets) + Enum.GetName(DayOfWeek.Friday) + Enum.Parse<DayOfWeek>("monday", true) + Enum.IsDefined((DayOfWeek)9) + (AttributeTargets)3 + ((DayOfWeek)77).ToString("G") + DayOfWeek.Sunday.ToString("X") + Enum.GetValues<AttributeTargets>().Length + Enum.TryParse("Class|Field", out AttributeTargets _) + Enum.Format(typeof(DayOfWeek), 3, "F") + AttributeTargets.All.HasFlag(AttributeTargets.Class) + Enum.ToObject(typeof(DayOfWeek), 2L));
    }
    class Derived(int seed) : Random(seed) { protected override double Sample() => 0.25; }

    static void Main() { Components(); Resources(); Environments(); Formatting(); Misc(); }
}

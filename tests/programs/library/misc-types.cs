Console.WriteLine(new Uri("https://user@example.org:8080/a/b?q=1#f").Port + new Uri(new Uri("http://x/a/b"), "../c").ToString() + new UriBuilder("http://h") { Path = "p", Query = "a=b" }.Uri);
var lazy = new Lazy<string>(() =>
{
    Console.WriteLine("created");
    return "value";
});
Console.WriteLine(lazy.IsValueCreated + lazy.Value + lazy.Value);
Console.WriteLine(new Version(1, 2, 3) > new Version(1, 2) ? "newer" : "older");
var progress = new List<int>();
IProgress<int> p = new Direct(progress.Add);
p.Report(5);
Console.WriteLine(progress[0]);
Console.WriteLine(Environment.Is64BitProcess + " " + Environment.OSVersion.Platform + " " + Environment.Version.Major + " " + OperatingSystem.IsLinux());
Console.WriteLine(System.Runtime.InteropServices.RuntimeInformation.ProcessArchitecture + " " + System.Runtime.InteropServices.RuntimeInformation.FrameworkDescription.StartsWith(".NET 10"));
Console.WriteLine(AppContext.TargetFrameworkName + " " + AppContext.TryGetSwitch("none", out _) + " " + (AppContext.BaseDirectory.Length > 0));
Console.WriteLine(Type.GetTypeCode(typeof(int)) + " " + DBNull.Value.ToString().Length + " " + Nullable.GetUnderlyingType(typeof(int)));
Console.WriteLine(string.Join(",", new Index(3), new Range(1, ^1), Index.End));
var buffer = new System.Buffers.ArrayBufferWriter<byte>();
buffer.Write(new byte[] { 1, 2, 3 });
Console.WriteLine(buffer.WrittenCount);
var weak = new WeakReference<string>("kept literal");
Console.WriteLine(weak.TryGetTarget(out string? t) + t);
using var cts = new CancellationTokenSource();
Console.WriteLine(cts.Token.CanBeCanceled);
Console.WriteLine(TimeProvider.System.GetUtcNow().Year > 2000);
Console.WriteLine(System.Net.IPAddress.Parse("127.0.0.1").GetAddressBytes()[0] + " " + System.Net.IPAddress.Parse("::1"));
Console.WriteLine(System.ComponentModel.TypeDescriptor.GetConverter(typeof(int)).ConvertFromInvariantString("42"));

class Direct(Action<int> a) : IProgress<int>
{
    public void Report(int x) => a(x);
}

static class BufferExtensions
{
    public static void Write(this System.Buffers.IBufferWriter<byte> w, byte[] data) => System.Buffers.BuffersExtensions.Write(w, data);
}

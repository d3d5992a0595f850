using System.Diagnostics;

var info = new ProcessStartInfo("/bin/sh") { RedirectStandardOutput = true, RedirectStandardError = true, RedirectStandardInput = true };
info.ArgumentList.Add("-c");
info.ArgumentList.Add("read x; echo got $x; echo err >&2; exit 5");
using Process process = Process.Start(info)!;
process.StandardInput.WriteLine("input");
Console.WriteLine(process.StandardOutput.ReadToEnd() + process.StandardError.ReadToEnd());
process.WaitForExit();
Console.WriteLine(process.ExitCode + " " + process.HasExited);
try
{
    Process.Start("/no/such/program");
}
catch (System.ComponentModel.Win32Exception e)
{
    Console.WriteLine(e.NativeErrorCode);
}
var original = Console.Out;
var captured = new StringWriter();
Console.SetOut(captured);
Console.Write("captured");
Console.SetOut(original);
Console.WriteLine(captured.ToString().ToUpperInvariant());
Console.WriteLine(Console.IsOutputRedirected + " " + Environment.ProcessId.Equals(Process.GetCurrentProcess().Id));
Console.Write("a{0}b{1}\n", 1, 2);
Console.Out.Flush();

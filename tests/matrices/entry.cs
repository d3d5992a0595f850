// args: 0 3
// include: AssemblyWriter.part
// What may be an entry point: programs whose Main has every shape, started by the host that started this one. Arguments: FIRST COUNT.
using System.Diagnostics;
using System.Reflection;
using System.Reflection.PortableExecutable;

int first = int.Parse(args[0]), count = int.Parse(args[1]), number = 0, ran = 0;
string folder = Directory.CreateTempSubdirectory("entry").FullName;
string Execute(string file)
{
    try { return AppDomain.CurrentDomain.ExecuteAssembly(file, ["x"]).ToString(); }
    catch (Exception e) { return $"{e.GetType()}: {e.Message.Replace(file, "FILE").ReplaceLineEndings(" ")} {e.InnerException?.Message}"; }
}
const MethodAttributes Pub = MethodAttributes.Public, Virt = MethodAttributes.Virtual | MethodAttributes.Public;
void Case(string name, Action<Asm> fill, string? entry = "C::Main", int token = 0)
{
    if (number++ is int at && (at < first || at >= first + count)) return;
    var a = new Asm("entry" + at) { Entry = entry };
    fill(a);
    string file = Path.Combine(folder, "entry" + at + ".dll");
    byte[] image = a.Write();
    if (token != 0) BitConverter.TryWriteBytes(image.AsSpan(new PEReader(new MemoryStream(image)).PEHeaders.CorHeaderStartOffset + 20), token);
    File.WriteAllBytes(file, image);
    File.WriteAllText(Path.ChangeExtension(file, ".runtimeconfig.json"), """{"runtimeOptions":{"tfm":"net10.0","framework":{"name":"Microsoft.NETCore.App","version":"10.0.0"}}}""");
    using Process process = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, [file]) { RedirectStandardError = true, RedirectStandardOutput = true })!;
    string error = process.StandardError.ReadToEnd(), output = process.StandardOutput.ReadToEnd();
    process.WaitForExit();
    Console.WriteLine($"{at} {name}: {process.ExitCode} {output}{error.ReplaceLineEndings(" ")}");
    Console.WriteLine($"{at} {name} in this process: {Execute(file)}");
    ran += 2;
}

foreach (string signature in new[] { "static void ()", "static int ()", "static uint ()", "static void (string[])", "static int (string[])", "static uint (string[])", "static long ()", "static object ()", "static string ()", "static bool ()", "static short ()", "static double ()", "static void (string)", "static void (object)", "static void (int)", "static void (object[])", "static void (string[], string[])", "static void (string[][])", "static void (string[,])", "static void (string[]&)", "static int& ()", "static C ()", "static System.DayOfWeek ()", "static char ()", "static nint ()", "static vararg void ()", "static void (C)", "static System.Threading.Tasks.Task ()" })
    Case("signature " + signature, a => a.Class().Method(signature, "Main"));
foreach (MethodAttributes access in new[] { MethodAttributes.PrivateScope, MethodAttributes.Private, MethodAttributes.FamANDAssem, MethodAttributes.Assembly, MethodAttributes.Family, MethodAttributes.FamORAssem, MethodAttributes.Public })
    Case("access " + access, a => a.Class().Method("static int ()", "Main", access, "ldc1; ret"));
Case("instance", a => a.Class().Constructor().Method("int ()", "Main", Pub, "ldc1; ret"));
Case("virtual", a => a.Class().Constructor().Method("int ()", "Main", Virt, "ldc1; ret"));
Case("generic", a => a.Class().Method("static int ()", "Main", Pub, "ldc1; ret").MethodVar());
Case("in generic", a => a.Class().Var().Method("static int ()", "Main", Pub, "ldc1; ret"));
Case("in nested generic", a => { Ty g = a.Class("G").Var(); Ty c = a.Class().Var().Method("static int ()", "Main", Pub, "ldc1; ret"); c.Enclosing = g; }, "G+C::Main");
Case("in struct", a => a.Struct("C").Field("int").Method("static int ()", "Main", Pub, "ldc1; ret"));
Case("in interface", a => a.Interface("C").Method("static int ()", "Main", Pub, "ldc1; ret"));
Case("in abstract class", a => a.Class("C", "object", TypeAttributes.Abstract).Method("static int ()", "Main", Pub, "ldc1; ret"));
Case("in private class", a => a.Add("C", "object", 0).Method("static int ()", "Main", Pub, "ldc1; ret"));
Case("other name", a => a.Class().Method("static int ()", "Other", Pub, "ldc1; ret"), "C::Other");
Case("constructor", a => a.Class().Constructor(), "C::.ctor");
Case("static constructor", a => a.Class().Method("static void ()", ".cctor", MethodAttributes.Private | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName), "C::.cctor");
Case("global", a => a.Global.Method("static int ()", "Main", Pub, "ldc1; ret"), "<Module>::Main");
Case("none", a => a.Class().Method("static int ()", "Main", Pub, "ldc1; ret"), null);
Case("without body", a => a.Class().Method("static int ()", "Main", Pub, null, 0, false));
Case("abstract", a => a.Class("C", "object", TypeAttributes.Abstract).Method("int ()", "Main", Virt | MethodAttributes.Abstract));
Case("synchronized", a => a.Class().Method("static int ()", "Main", Pub, "ldc1; ret", MethodImplAttributes.Synchronized));
Case("type does not load", a => a.Class("C", "string").Method("static int ()", "Main", Pub, "ldc1; ret"));
Case("two overloads", a => a.Class().Method("static int (string[])", "Main", Pub, "ldc1; ret").Method("static int ()", "Main", Pub, "ldc0; ret"));
Case("class with failing initialiser", a => a.Class().Method("static void ()", ".cctor", MethodAttributes.Private | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName, "ldnull; throw").Method("static int ()", "Main", Pub, "ldc1; ret"));
foreach (int token in new[] { 0x02000002, 0x01000001, 0x0a000001, 0x26000001, 0x06000000, 0x060000ff, 0x04000001, 0x2b000001, 0x70000001, 0x06000001 })
    Case($"token {token:x8}", a => a.Class().Constructor().Method("static int ()", "Main", Pub, "ldc1; ret"), "C::Main", token);
Case("instance in generic", a => a.Class().Var().Method("int ()", "Main", Pub, "ldc1; ret"));
Case("too many and wrong result", a => a.Class().Method("static long (int, int)", "Main"));
Case("wrong parameter in a type that does not load", a => a.Class("C", "string").Method("static int (int)", "Main"));
Case("parameter that does not load", a => a.Class().Method("static int (System.NoSuch)", "Main"));
Case("result that does not load", a => a.Class().Method("static System.NoSuch ()", "Main"));
Case("wrong result and prints", a => a.Class().Method("static string (string)", "Main"));
Directory.Delete(folder, true);
Console.WriteLine("cases " + ran);

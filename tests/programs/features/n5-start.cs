// rows: N5-152 N5-162 N5-163 N5-165 N5-166 N5-168
// What a program is started with and brings along: switches, variables, assemblies that only forward, attributes for the trimmer.
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.RegularExpressions;

static class Lazy
{
    static int[]? table;

    // Initialised where it is first asked for, so that nothing happens before.
    public static int[] Table => table ??= Make();

    public static int Made { get; private set; }

    static int[] Make()
    {
        Made++;
        return [1, 2, 3];
    }
}

static class Program
{
    [RequiresUnreferencedCode("needs a type by name"), DynamicDependency(nameof(Kept))]
    static Type? ByName([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] string name) => Type.GetType(name);

    static int Kept() => 5;

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "a test")]
    static void Main()
    {
        // In the program's runtime configuration, or nowhere.
        Console.WriteLine($"switches: {AppContext.TryGetSwitch("System.Globalization.Invariant", out bool invariant)} {invariant} "
            + $"{AppContext.TryGetSwitch("System.Runtime.Serialization.EnableUnsafeBinaryFormatterSerialization", out bool formatter)} {formatter} {AppContext.TryGetSwitch("Absent.Switch", out bool absent)} {absent} {AppContext.GetData("System.GC.Server")}");
        AppContext.SetSwitch("Own.Switch", true);
        Console.WriteLine($"own: {AppContext.TryGetSwitch("Own.Switch", out bool own)} {own}");
        try
        {
            Console.WriteLine(System.Globalization.CultureInfo.GetCultureInfo("de-DE").Name);
        }
        catch (System.Globalization.CultureNotFoundException e)
        {
            // What the switch of the first line is for.
            Console.WriteLine($"{e.GetType().Name} {e.InvalidCultureName}");
        }

        Environment.SetEnvironmentVariable("N5_VARIABLE", "value");
        Console.WriteLine($"variables: {Environment.GetEnvironmentVariable("N5_VARIABLE")} {Environment.GetEnvironmentVariable("N5_VARIABLE", EnvironmentVariableTarget.Process)} "
            + $"{Environment.GetEnvironmentVariable("N5_VARIABLE", EnvironmentVariableTarget.User) ?? "none"} {Environment.GetEnvironmentVariable("N5_ABSENT") ?? "none"} {Environment.ExpandEnvironmentVariables("%N5_VARIABLE%/%N5_ABSENT%")}");
        Environment.SetEnvironmentVariable("N5_VARIABLE", "");
        Console.WriteLine($"emptied: [{Environment.GetEnvironmentVariable("N5_VARIABLE") ?? "none"}]");

        // Types of assemblies that only point to others.
        foreach (string name in (string[])["System.Runtime", "netstandard", "mscorlib", "System.Collections", "System.Threading.Tasks", "System.IO.FileSystem"])
        {
            Assembly assembly = Assembly.Load(name);
            Type? type = assembly.GetType("System.String") ?? assembly.GetType("System.Threading.Tasks.Task") ?? assembly.GetType("System.IO.File") ?? assembly.GetType("System.Collections.Generic.List`1");
            Console.WriteLine($"{name}: {type?.Assembly.GetName().Name} {type == typeof(string) || type == typeof(Task) || type == typeof(File) || type == typeof(List<>)}");
        }

        MethodInfo method = typeof(Program).GetMethod(nameof(ByName), BindingFlags.Static | BindingFlags.NonPublic)!;
        Console.WriteLine($"attributes: {method.GetCustomAttribute<RequiresUnreferencedCodeAttribute>()!.Message} {method.GetCustomAttribute<DynamicDependencyAttribute>()!.MemberSignature} "
            + $"{method.GetParameters()[0].GetCustomAttribute<DynamicallyAccessedMembersAttribute>()!.MemberTypes} {ByName("System.Int32")} {MethodBase.GetCurrentMethod()!.IsDefined(typeof(UnconditionalSuppressMessageAttribute))} {Kept()}");

        int before = Lazy.Made;
        Console.WriteLine($"lazy: {before} {Lazy.Table.Length} {Lazy.Table[2]} {Lazy.Made}");
        var regex = new Regex("a+b");
        Console.WriteLine($"without options: {regex.Match("xaab").Value} {regex.Options} {regex.IsMatch("AB")}");
    }
}

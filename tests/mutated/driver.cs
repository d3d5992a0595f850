// include: Mutator.part
// Runs damaged copies of the programs in a folder: `driver FOLDER FIRST COUNT SECONDS`.
//
// Mutant N is always the same. Each is loaded from memory into a context of its own; its Main is run, and then its types are walked
// and its methods prepared. A line for each: `N program what-was-damaged | how Main ended and what it printed | what the walk threw`.
// One that does not end in time is printed as such and ends the process with 99; tests/mutated.py goes on with the next.
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using System.Text;

string[] programs = Directory.GetFiles(args[0], "*.dll").Order(StringComparer.Ordinal).ToArray();
int first = int.Parse(args[1]), count = int.Parse(args[2]), seconds = int.Parse(args[3]);
TextWriter output = Console.Out;
for (int number = first; number < first + count; number++)
{
    string program = programs[number % programs.Length];
    var mutator = new Mutator(File.ReadAllBytes(program), number);
    string what = mutator.Damage();
    if (args.Length > 4)
        File.WriteAllBytes(args[4], mutator.Image);
    var mutant = new Mutant(mutator.Image);
    var thread = new Thread(mutant.Run, 16 << 20) { IsBackground = true };
    thread.Start();
    bool ended = thread.Join(seconds * 1000);
    output.WriteLine($"{number} {Path.GetFileNameWithoutExtension(program)} {what} | {(ended ? mutant.Main + " | " + mutant.Walk : "did not end | ")}");
    output.Flush();
    if (!ended)
        return 99;
}
return 0;

/// One damaged assembly in a context of its own.
sealed class Mutant(byte[] image)
{
    const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
    const int TextShown = 300;

    public string Main = "", Walk = "";

    public void Run()
    {
        var context = new AssemblyLoadContext("mutant", isCollectible: false);
        var text = new StringWriter();
        Console.SetOut(TextWriter.Synchronized(text));
        Assembly assembly = null;
        Main = Attempt(() =>
        {
            assembly = context.LoadFromStream(new MemoryStream(image));
            return "returned " + Start(assembly.EntryPoint);
        });
        string printed = text.ToString().ReplaceLineEndings("/");
        Main += " " + (printed.Length > TextShown ? printed[..TextShown] : printed);
        if (assembly != null)
            Walk = Attempt(() => WalkTypes(assembly));
    }

    static object Start(MethodInfo main) => main == null ? "without an entry point" : main.Invoke(null, main.GetParameters().Length == 0 ? null : [Array.Empty<string>()]);

    /// What `work` gives, or the types of the exception and of those inside that say what happened.
    static string Attempt(Func<string> work)
    {
        try
        {
            return work();
        }
        catch (Exception problem)
        {
            return Kind(problem);
        }
    }

    static string Kind(Exception problem) => problem switch
    {
        TargetInvocationException { InnerException: { } inner } => Kind(inner),
        TypeInitializationException { InnerException: { } inner } => "TypeInitialization>" + Kind(inner),
        ReflectionTypeLoadException load => "types:" + string.Join(",", load.LoaderExceptions.Select(e => e.GetType().Name)),
        _ => problem.GetType().Name,
    };

    static string WalkTypes(Assembly assembly)
    {
        var seen = new StringBuilder();
        foreach (Type type in assembly.GetTypes())
        {
            Note(seen, "", () => type.GetCustomAttributes(true).Length + type.GetInterfaces().Length + type.ToString().Length);
            Note(seen, "members", () => type.GetMembers(Declared).Sum(member => member.ToString().Length));
            foreach (MemberInfo member in Members(type))
                Note(seen, "", () => Visit(member));
        }
        return seen.Length == 0 ? "well" : seen.ToString();
    }

    static MemberInfo[] Members(Type type)
    {
        try
        {
            return type.GetMembers(Declared);
        }
        catch (Exception)
        {
            return [];
        }
    }

    static int Visit(MemberInfo member)
    {
        int sum = member.GetCustomAttributes(true).Length;
        if (member is MethodBase method)
        {
            sum += method.GetParameters().Sum(parameter => parameter.Name?.Length ?? 0);
            sum += method.GetMethodBody()?.LocalVariables.Count ?? 0;
            if (!method.IsAbstract && !method.ContainsGenericParameters)
                RuntimeHelpers.PrepareMethod(method.MethodHandle);
        }
        return sum;
    }

    static void Note(StringBuilder seen, string what, Func<int> work)
    {
        try
        {
            work();
        }
        catch (Exception problem)
        {
            seen.Append(what).Append(Kind(problem)).Append(' ');
        }
    }
}

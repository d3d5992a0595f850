// options: generators
// rows: N7a-149 N7a-152 N7a-153
// Code that is made or loaded while the program runs, and what says that it can be; expressions in all four engines.
using System.Linq.Expressions;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using System.Text.RegularExpressions;

static partial class Program
{
    const string Elementary = "^.*elementary.*$";

    [GeneratedRegex(Elementary, RegexOptions.Multiline)]
    private static partial Regex Lines();

    [GeneratedRegex(@"(?<word>\b[a-z]+)(?:\s+\k<word>\b)+", RegexOptions.IgnoreCase)]
    private static partial Regex Repeated { get; }

    [GeneratedRegex(@"(?i)^(?:(\d{1,3})(?:\.|$)){4}(?<!\.)$", RegexOptions.None, 60_000)]
    private static partial Regex Address();

    static string Captures(Match match) => string.Join(',', match.Groups.Values.SelectMany(group => group.Captures).Select(capture => capture.Value));

    static string Result(Regex regex, string text) => string.Join(" | ", regex.Matches(text).Select(match => $"{match.Index} {match.Value} {Captures(match)}"));

    static void Compare(Regex generated, string text)
    {
        string expected = Result(generated, text);
        Console.WriteLine(expected);
        foreach (RegexOptions engine in (RegexOptions[])[RegexOptions.None, RegexOptions.Compiled, RegexOptions.NonBacktracking])
        {
            try
            {
                string found = Result(new Regex(generated.ToString(), generated.Options & ~RegexOptions.Compiled | engine), text);
                Console.WriteLine($"  {engine}: {(found == expected ? "the same" : found)}");
            }
            catch (NotSupportedException e)
            {
                Console.WriteLine($"  {engine}: {e.GetType().Name}");
            }
        }
    }

    static void Main()
    {
        Console.WriteLine($"{RuntimeFeature.IsDynamicCodeCompiled} {RuntimeFeature.IsDynamicCodeSupported}");
        Console.WriteLine($"{RuntimeFeature.IsSupported(nameof(RuntimeFeature.IsDynamicCodeSupported))}");
        Compare(Lines(), "the first line\nan elementary line, elementary\nElementary\n\nelementary");
        Compare(Repeated, "this is is a a A test test of of, of");
        Compare(Address(), "192.168.0.1");
        Console.WriteLine($"{Lines().GetType().BaseType} {Lines().MatchTimeout == Regex.InfiniteMatchTimeout} {Address().MatchTimeout.TotalSeconds}");
        Console.WriteLine($"{ReferenceEquals(Lines(), Lines())} {Lines().Options}");

        var method = new DynamicMethod("Twice", typeof(int), [typeof(int)]);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Dup);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Ret);
        Console.WriteLine(method.CreateDelegate<Func<int, int>>()(21));
        ParameterExpression x = Expression.Parameter(typeof(int));
        Expression<Func<int, int>> square = Expression.Lambda<Func<int, int>>(Expression.Multiply(x, x), x);
        Console.WriteLine($"{square.Compile()(7)} {square.Compile(preferInterpretation: true)(7)}");

        Assembly same = Assembly.LoadFrom(typeof(Program).Assembly.Location);
        Console.WriteLine(same == typeof(Program).Assembly);
        var context = new AssemblyLoadContext("second", isCollectible: true);
        Assembly copy = context.LoadFromAssemblyPath(typeof(Program).Assembly.Location);
        Console.WriteLine($"{copy == same} {copy.FullName == same.FullName} {AssemblyLoadContext.GetLoadContext(copy)!.Name} {copy.EntryPoint!.Name}");
        context.Unload();
        Assembly third = Assembly.Load(File.ReadAllBytes(typeof(Program).Assembly.Location));
        Console.WriteLine($"{third.Location.Length} {third == same} {third.GetType("Program") != typeof(Program)}");
        try
        {
            Assembly.LoadFile("/no/such/file.dll");
        }
        catch (FileNotFoundException)
        {
            Console.WriteLine("no such file");
        }
    }
}

// include: row.part
// include: ../told.part
// include: bench.part
// Reflection in part 2 of the .NET 7 inventory.
using System.Reflection;
using BenchmarkDotNet.Attributes;

namespace N7b.Reflection;

public class Invocations
{
    static int calls;
    MethodInfo method = null!;
    Action action = null!;

    static void Count() => calls++;

    [GlobalSetup]
    public void Setup()
    {
        method = typeof(Invocations).GetMethod(nameof(Count), BindingFlags.NonPublic | BindingFlags.Static)!;
        action = method.CreateDelegate<Action>();
    }

    [Benchmark, Row("B7b-01", "N7b-002")]
    public int MethodInfoInvoke()
    {
        calls = 0;
        method.Invoke(null, null);
        return calls;
    }

    [Benchmark, Row("B7b-01", "N7b-001")]
    public int CreatedDelegate()
    {
        calls = 0;
        action();
        return calls;
    }
}

public class TypeQuestions
{
    [Benchmark, Row("B7b-02", "N7b-003")]
    public string GetUnderlyingType() => Enum.GetUnderlyingType(typeof(DayOfWeek)).Name;

    [Benchmark, Row("B7b-06", "N7b-007")]
    public bool IsByRefLike() => typeof(ReadOnlySpan<char>).IsByRefLike;

    [Benchmark, Row("B7b-06", "N7b-007")]
    public bool IsNotByRefLike() => typeof(Memory<char>).IsByRefLike;
}

public class Created;

public class CreatedInside
{
    internal CreatedInside()
    {
    }
}

public class Activation
{
    readonly object[] noArguments = [];
    string assembly = "", type = "";

    [GlobalSetup]
    public void Setup()
    {
        assembly = typeof(Created).Assembly.FullName!;
        type = typeof(Created).FullName!;
    }

    [Benchmark, Row("B7b-03", "N7b-004")]
    public object? CreateByNames() => Activator.CreateInstance(assembly, type)!.Unwrap();

    [Benchmark, Row("B7b-04", "N7b-005")]
    public object? CreateInside() =>
        Activator.CreateInstance(typeof(CreatedInside), BindingFlags.NonPublic | BindingFlags.Instance, null, noArguments, null);
}

public class AssemblyNames
{
    AssemblyName[] names = [];

    /// The names are of assemblies chosen here, since what is loaded beside them depends on the engine.
    [GlobalSetup]
    public void Setup()
    {
        Assembly[] chosen = [typeof(object).Assembly, typeof(Enumerable).Assembly, typeof(Console).Assembly, typeof(List<>).Assembly, typeof(HashSet<>).Assembly,
            typeof(System.Text.RegularExpressions.Regex).Assembly, typeof(System.Numerics.BigInteger).Assembly, typeof(AssemblyNames).Assembly];
        names = [.. AppDomain.CurrentDomain.GetAssemblies().Where(chosen.Contains).Select(assembly => new AssemblyName(assembly.FullName!))];
    }

    [Benchmark, Row("B7b-05", "N7b-006")]
    public int Names()
    {
        int sum = 0;
        foreach (AssemblyName name in names)
            sum += name.FullName.Length;
        return sum;
    }
}

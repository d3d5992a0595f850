// include: row.part
// include: ../told.part
// include: bench.part
// Reflection of the .NET 6 inventory, part 2.
using System.Reflection;
using BenchmarkDotNet.Attributes;

namespace N6b.Reflecting;

class Ancestor
{
    public virtual void M() { }
    public virtual bool P { get; set; }
}

sealed class Descendant : Ancestor
{
    public override void M() { }
    [Obsolete] public override bool P { get; set; }
}

public class CustomAttributes
{
    readonly MethodInfo method = typeof(Descendant).GetMethod("M")!;
    readonly PropertyInfo property = typeof(Descendant).GetProperty("P")!;

    [Benchmark]
    [Row("B6b-18", "N6b-078")]
    public int GetCustomAttributesData() => method.GetCustomAttributesData().Count;

    [Benchmark]
    [Row("B6b-18", "N6b-076", "N6b-077")]
    public bool IsDefined() => Attribute.IsDefined(property, typeof(ObsoleteAttribute));

    [Benchmark]
    [Row("B6b-18", "N6b-075", "N6b-077")]
    public object GetCustomAttributes() => Attribute.GetCustomAttributes(property, inherit: true)[0];
}

public class Invocation
{
    readonly MethodInfo method = typeof(Invocation).GetMethod(nameof(M))!;
    int sum;

    public void M(int number, string text) => sum = number + text.Length;

    [Benchmark]
    [Row("B6b-19", "N6b-080")]
    public int Invoke()
    {
        sum = 0;
        method.Invoke(this, new object[] { 1, "two" });
        return sum;
    }
}

public class Creation
{
    [Benchmark]
    [Row("B6b-20", "N6b-081")]
    public Creation Create() => Create<Creation>();

    static T Create<T>() where T : new() => new();
}

public class GenericTypes
{
    readonly Type[] one = [typeof(string)], two = [typeof(int), typeof(int)];

    [Benchmark]
    [Row("B6b-21", "N6b-082")]
    public bool OneRefType() => typeof(List<>).MakeGenericType(one) == typeof(List<string>);

    [Benchmark]
    [Row("B6b-21", "N6b-082")]
    public bool TwoValueType() => typeof(Dictionary<,>).MakeGenericType(two) == typeof(Dictionary<int, int>);

    [Benchmark]
    [Arguments(typeof(int))]
    [Row("B6b-22", "N6b-083")]
    public bool IsPrimitive(Type type) => type.IsPrimitive;
}

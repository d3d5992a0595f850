using System.Reflection;

[AttributeUsage(AttributeTargets.All, AllowMultiple = true, Inherited = true)]
class NoteAttribute : Attribute
{
    public NoteAttribute(string text, params int[] numbers)
    {
        Text = text;
        Numbers = numbers;
    }
    public string Text { get; }
    public int[] Numbers { get; }
    public Type? Type { get; set; }
    public DayOfWeek Day;
    public object? Anything { get; set; }
}

[AttributeUsage(AttributeTargets.Class, Inherited = false)]
class OnlyHereAttribute : Attribute
{
}

class GenericAttribute<T> : Attribute
{
    public string Name => typeof(T).Name;
}

[Note("class", 1, 2, Type = typeof(List<int>), Day = DayOfWeek.Monday, Anything = 5L)]
[OnlyHere]
[Generic<string>]
[Serializable]
class Base
{
    [Note("field")] public int Field;
    [Note("method")] [Obsolete("old", false)] public virtual void Method([Note("parameter")] int p)
    {
    }
    [return: Note("return")] public int Return() => 0;
    [Note("property", Anything = new[] { "a", "b" })] public int Property { get; set; }
}

[Note("derived", Anything = typeof(string))]
class Derived : Base
{
    public override void Method(int p)
    {
    }
}

static class Program
{
    static string Show(Attribute a) => a switch
    {
        NoteAttribute n => $"Note({n.Text},[{string.Join(",", n.Numbers)}],{n.Type},{n.Day},{(n.Anything is string[] s ? string.Join("+", s) : n.Anything)})",
        GenericAttribute<string> g => g.Name,
        ObsoleteAttribute o => "Obsolete " + o.Message,
        _ => a.GetType().Name,
    };

    static void List(string what, IEnumerable<Attribute> attributes) =>
        Console.WriteLine(what + ": " + string.Join("; ", attributes.Select(Show).Where(s => !s.StartsWith("Nullable")).Order(StringComparer.Ordinal)));

    static void Main()
    {
        List("Base", typeof(Base).GetCustomAttributes());
        List("Derived", typeof(Derived).GetCustomAttributes());
        List("Derived only", typeof(Derived).GetCustomAttributes(false).Cast<Attribute>());
        List("field", typeof(Base).GetField("Field")!.GetCustomAttributes());
        List("method", typeof(Base).GetMethod("Method")!.GetCustomAttributes());
        List("override", typeof(Derived).GetMethod("Method")!.GetCustomAttributes());
        List("parameter", typeof(Base).GetMethod("Method")!.GetParameters()[0].GetCustomAttributes());
        List("return", typeof(Base).GetMethod("Return")!.ReturnParameter.GetCustomAttributes());
        List("property", typeof(Base).GetProperty("Property")!.GetCustomAttributes());
        Console.WriteLine(typeof(Derived).IsDefined(typeof(OnlyHereAttribute)) + " " + typeof(Base).IsDefined(typeof(OnlyHereAttribute)) + " " + Attribute.IsDefined(typeof(Derived), typeof(NoteAttribute)));
        Console.WriteLine(typeof(Base).GetCustomAttribute<NoteAttribute>()!.Numbers.Length + " " + typeof(Base).IsSerializable);
        CustomAttributeData data = typeof(Base).CustomAttributes.First(d => d.AttributeType == typeof(NoteAttribute));
        Console.WriteLine(data.ConstructorArguments.Count + " " + data.NamedArguments.Count + " " + data.NamedArguments[0].MemberName);
        Console.WriteLine(data);
    }
}

// Late binding by hand: what `dynamic` would do, through reflection and delegates.
using System.Reflection;

class Duck
{
    public string Speak(string to) => "quack " + to;
    public int Weight { get; set; } = 3;
}

class Robot
{
    public string Speak(string to) => "beep " + to;
    public double Weight => 99.5;
}

static class Late
{
    public static object? Call(object target, string name, params object[] args) =>
        target.GetType().GetMethod(name, args.Select(a => a.GetType()).ToArray())!.Invoke(target, args);
    public static object? Get(object target, string name) => target.GetType().GetProperty(name)!.GetValue(target);
    public static Func<string, string> Bind(object target, string name) => target.GetType().GetMethod(name)!.CreateDelegate<Func<string, string>>(target);
}

static class Program
{
    static void Main()
    {
        foreach (object o in new object[] { new Duck(), new Robot() })
            Console.WriteLine($"{Late.Call(o, "Speak", "you")} {Late.Get(o, "Weight")} {Late.Bind(o, "Speak")("me")}");
        Console.WriteLine(Late.Call("text", "Substring", 1, 2));
        Console.WriteLine(Late.Call(5, "CompareTo", 7));
        var properties = typeof(DateTime).GetProperties(BindingFlags.Public | BindingFlags.Instance).Where(p => p.PropertyType == typeof(int)).Select(p => p.Name).Order(StringComparer.Ordinal);
        Console.WriteLine(string.Join(",", properties.Select(p => p + "=" + typeof(DateTime).GetProperty(p)!.GetValue(new DateTime(2024, 1, 2, 3, 4, 5)))));
        var methods = typeof(Math).GetMethods().Where(m => m.Name == "Max").Select(m => m.GetParameters()[0].ParameterType.Name).Order(StringComparer.Ordinal);
        Console.WriteLine(string.Join(",", methods));
    }
}

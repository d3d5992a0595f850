using System.Reflection;

class Target
{
    int secret = 7;
    public string Name { get; set; } = "n";
    public static int Count;
    public int Add(int a, int b = 10) => a + b + secret;
    public static string Static(string s, params int[] xs) => s + xs.Length;
    public void Ref(ref int a, out string s)
    {
        a *= 2;
        s = "out" + a;
    }
    public T Echo<T>(T x) => x;
    public void Throw() => throw new InvalidOperationException("thrown");
    public virtual string Virtual() => "base";
    public (int, string) Tuple(DateTime d, decimal m, int? n, DayOfWeek day) => (d.Year, $"{m} {n} {day}");
    public ref int RefReturn() => ref secret;
    public Target()
    {
    }
    private Target(int n) => secret = n;
}

class Derived : Target
{
    public override string Virtual() => "derived";
}

struct Value
{
    public int N;
    public int Inc() => ++N;
    public Value(int n) => N = n;
}

static class Program
{
    static void Main()
    {
        var t = new Target();
        Type type = typeof(Target);
        Console.WriteLine(type.GetMethod("Add")!.Invoke(t, new object[] { 1, 2 }));
        Console.WriteLine(type.GetMethod("Static")!.Invoke(null, new object[] { "s", new[] { 1, 2, 3 } }));
        object?[] args = { 21, null };
        type.GetMethod("Ref")!.Invoke(t, args);
        Console.WriteLine(args[0] + " " + args[1]);
        Console.WriteLine(type.GetMethod("Echo")!.MakeGenericMethod(typeof(double)).Invoke(t, new object[] { 2.5 }));
        Console.WriteLine(type.GetMethod("Virtual")!.Invoke(new Derived(), null));
        Console.WriteLine(type.GetMethod("Tuple")!.Invoke(t, new object?[] { DateTime.UnixEpoch, 1.5m, 3, DayOfWeek.Friday }));
        Console.WriteLine(type.GetMethod("Tuple")!.Invoke(t, new object?[] { DateTime.UnixEpoch, 1.5m, null, DayOfWeek.Friday }));
        FieldInfo secret = type.GetField("secret", BindingFlags.NonPublic | BindingFlags.Instance)!;
        secret.SetValue(t, 100);
        Console.WriteLine(secret.GetValue(t) + " " + t.Add(0, 0));
        type.GetProperty("Name")!.SetValue(t, "set");
        Console.WriteLine(type.GetProperty("Name")!.GetValue(t));
        type.GetField("Count")!.SetValue(null, 5);
        Console.WriteLine(Target.Count);
        object made = type.GetConstructor(BindingFlags.NonPublic | BindingFlags.Instance, new[] { typeof(int) })!.Invoke(new object[] { 55 });
        Console.WriteLine(secret.GetValue(made));
        object boxed = new Value(5);
        typeof(Value).GetMethod("Inc")!.Invoke(boxed, null);
        typeof(Value).GetField("N")!.SetValue(boxed, (int)typeof(Value).GetField("N")!.GetValue(boxed)! * 10);
        Console.WriteLine(((Value)boxed).N);
        foreach (Action a in new Action[]
        {
            () => type.GetMethod("Throw")!.Invoke(t, null),
            () => type.GetMethod("Add")!.Invoke(t, new object[] { 1 }),
            () => type.GetMethod("Add")!.Invoke(t, new object[] { "x", 1 }),
            () => type.GetMethod("Add")!.Invoke(null, new object[] { 1, 1 }),
            () => type.GetMethod("Add")!.Invoke("wrong", new object[] { 1, 1 }),
            () => type.GetMethod("Echo")!.Invoke(t, new object[] { 1 }),
            () => secret.SetValue(t, "string"),
            () => type.InvokeMember("Missing", BindingFlags.InvokeMethod, null, t, null),
        })
        {
            try
            {
                a();
            }
            catch (Exception e)
            {
                Console.WriteLine($"{e.GetType().Name}: {e.Message} / {e.InnerException?.Message}");
            }
        }
        Console.WriteLine(type.GetMethod("Add")!.Invoke(t, new object[] { (byte)1, (short)2 }));
        Console.WriteLine(type.GetMethod("Add")!.Invoke(t, BindingFlags.OptionalParamBinding, null, new object[] { 1, Type.Missing }, null));
        Console.WriteLine(type.GetMethod("RefReturn")!.Invoke(t, null));
        for (int i = 0; i < 100; i++)
            type.GetMethod("Add")!.Invoke(t, new object[] { i, i });
        Console.WriteLine(MethodInvoker.Create(type.GetMethod("Add")!).Invoke(t, 5, 6));
        var d = type.GetMethod("Add")!.CreateDelegate<Func<Target, int, int, int>>();
        Console.WriteLine(d(t, 1, 1));
        Console.WriteLine(((Delegate)d).DynamicInvoke(t, 2, 2));
    }
}

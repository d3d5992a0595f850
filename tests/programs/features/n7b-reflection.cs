// rows: N7b-001 N7b-002 N7b-003 N7b-004 N7b-005 N7b-006 N7b-007 N7b-008 N7b-009
// Reflection of .NET 7, part 2: what is invoked, created and asked for gives the same in the first call and when its code was specialised.
using System.Globalization;
using System.Reflection;
using System.Reflection.Emit;

class Shape
{
    internal readonly string Made;

    internal Shape() => Made = "without arguments";

    internal Shape(int sides) => Made = sides + " sides";

    internal Shape(string name) => Made = "named " + name;

    static string Join(int number, string text, ref long sum, out bool even, DayOfWeek? day)
    {
        sum += number;
        even = number % 2 == 0;
        return $"{number} {text ?? "null"} {day?.ToString() ?? "no day"}";
    }

    static int Fail(int number) => number > 0 ? throw new InvalidOperationException("failed with " + number) : number;

    public int First { get; set; }
    protected string Second { get; set; } = "";
    static long Third { get; }
    public event Action? Changed;
    static event Action? Hidden;

    public int this[int index, string key] => index + key.Length + (Changed == null ? 0 : 1) + (Hidden == null ? 0 : 1);
}

ref struct Narrow
{
    public Span<int> Numbers;
}

static class Program
{
    const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance;

    delegate string Joining(int number, string text, ref long sum, out bool even, DayOfWeek? day);

    static void Main()
    {
        Invoke();
        Create();
        Names();
        Types();
        Members();
        Emit();
    }

    static void Invoke()
    {
        MethodInfo join = typeof(Shape).GetMethod("Join", All)!, fail = typeof(Shape).GetMethod("Fail", All)!;
        object?[] arguments = [0, "a", 100L, null, DayOfWeek.Friday];
        for (int i = 0; i < 4; i++)
        {
            arguments[0] = i;
            arguments[4] = i == 2 ? null : DayOfWeek.Friday;
            Console.WriteLine($"{join.Invoke(null, arguments)} {arguments[2]} {arguments[3]}");
        }
        long sum = 1;
        var joining = join.CreateDelegate<Joining>();
        Console.WriteLine($"{joining(5, null!, ref sum, out bool even, null)} {sum} {even} {joining.Method == join}");
        Console.WriteLine(Thrown(() => fail.CreateDelegate<Func<string>>()));
        for (int i = 0; i < 3; i++)
        {
            Console.WriteLine(Thrown(() => fail.Invoke(null, [i])));
            Console.WriteLine(Thrown(() => fail.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [i], null)));
        }
        Console.WriteLine(Thrown(() => fail.Invoke(null, ["text"])));
        Console.WriteLine(Thrown(() => fail.Invoke(null, [])));
        Console.WriteLine(Thrown(() => typeof(Shape).GetProperty("First")!.GetMethod!.Invoke(null, null)));
        Console.WriteLine(fail.Invoke(null, [(short)-3]));
    }

    static void Create()
    {
        object?[][] lists = [[], [3], ["circle"], [2.5]];
        for (int round = 0; round < 2; round++)
        {
            foreach (object?[] arguments in lists)
                Console.WriteLine(Thrown(() => ((Shape)Activator.CreateInstance(typeof(Shape), All & ~BindingFlags.Static, null, arguments, null)!).Made));
        }
        Console.WriteLine(Thrown(() => Activator.CreateInstance(typeof(Shape))!));
        Console.WriteLine(Activator.CreateInstance(typeof(List<int>).Assembly.FullName!, typeof(DateTime).FullName!)!.Unwrap()!.GetType());
        Console.WriteLine(Thrown(() => Activator.CreateInstance("No.Such.Assembly, Version=1.0.0.0", "Any")!));
        Console.WriteLine(Thrown(() => Activator.CreateInstance(typeof(Shape).Assembly.FullName!, "NoSuchType")!));
    }

    static void Names()
    {
        foreach (string text in (string[])["Simple", "Full, Version=1.2.3.4, Culture=de-DE, PublicKeyToken=b77a5c561934e089", "Short, Version=5.6", "Neutral, Culture=neutral, PublicKeyToken=null",
            @"With\, comma, Version=1.0.0.0", "\"Quoted, name\", Version=2.0.0.0", "Spaces in name ,  Version = 3.0.0.0", "Again, Retargetable=Yes, Version=1.0.0.0",
            "", "Broken, Version=1.x", "Broken, PublicKeyToken=12", "Twice, Version=1.0.0.0, Version=2.0.0.0", "Unknown, Colour=red", "Open, ", "=, Version=1.0.0.0"])
            Console.WriteLine($"{text}: {Thrown(() => Described(new AssemblyName(text)))}");
        var made = new AssemblyName { Name = "Made, here", Version = new Version(1, 2), CultureInfo = CultureInfo.InvariantCulture };
        made.SetPublicKeyToken([1, 2, 3, 4, 5, 6, 7, 8]);
        Console.WriteLine(made.FullName + " | " + new AssemblyName(made.FullName).Name);
    }

    static string Described(AssemblyName name) =>
        $"{name.Name}|{name.Version}|{name.CultureName}|{(name.GetPublicKeyToken() is { } token ? Convert.ToHexString(token) : "-")}|{name.FullName}|{name.Flags}";

    static void Types()
    {
        Console.WriteLine($"{typeof(Narrow).IsByRefLike} {typeof(Span<int>).IsByRefLike} {typeof(Span<>).IsByRefLike} {typeof(int).IsByRefLike} {typeof(string).IsByRefLike} {typeof(TypedReference).IsByRefLike}");
        foreach (Type type in (Type[])[typeof(Narrow), typeof(ReadOnlySpan<string>), typeof(Memory<int>), typeof(Shape[])])
            Console.Write(type.IsByRefLike + " ");
        Console.WriteLine();
        foreach (Type type in (Type[])[typeof(DayOfWeek), typeof(BindingFlags), typeof(FileAttributes), typeof(TypeAttributes), typeof(int), typeof(Enum)])
            Console.WriteLine($"{type.Name} {Thrown(() => Enum.GetUnderlyingType(type).Name)} {Thrown(() => type.GetEnumUnderlyingType().Name)} {type.IsEnum} {type.IsPrimitive} {Type.GetTypeCode(type)}");
    }

    static void Members()
    {
        for (int round = 0; round < 2; round++)
        {
            Console.WriteLine(string.Join(" ", typeof(Shape).GetProperties(All).Select(property => property + "/" + property.GetIndexParameters().Length).Order(StringComparer.Ordinal)));
            Console.WriteLine(string.Join(" ", typeof(Shape).GetEvents(All).Select(e => e.Name + e.AddMethod!.GetParameters().Length).Order(StringComparer.Ordinal)));
            Console.WriteLine(string.Join(" ", typeof(Shape).GetMethod("Join", All)!.GetParameters().Select(parameter => $"{parameter.Position}:{parameter.Name}:{parameter.ParameterType}")));
        }
        ParameterInfo[] own = typeof(Shape).GetMethod("Fail", All)!.GetParameters();
        own[0] = null!;
        Console.WriteLine(typeof(Shape).GetMethod("Fail", All)!.GetParameters()[0]);
    }

    static void Emit()
    {
        var method = new DynamicMethod("Add", typeof(int), [typeof(int), typeof(int)]);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Add_Ovf);
        il.Emit(OpCodes.Ret);
        var add = method.CreateDelegate<Func<int, int, int>>();
        Console.WriteLine($"{add(40, 2)} {method.Invoke(null, [1, 2])} {Thrown(() => add(int.MaxValue, 1))}");
    }

    static string Thrown(Func<object?> action)
    {
        try
        {
            return action()?.ToString() ?? "null";
        }
        catch (Exception e)
        {
            return e.GetType().Name + ": " + e.Message.Split('\n')[0] + (e.InnerException is { } inner ? " / " + inner.GetType().Name + ": " + inner.Message : "");
        }
    }
}

// rows: N5-093 N5-094 N5-095 N5-177 N5-185 N5-190 N5-193 N5-194 N5-231
// Code that is written at run time: opcodes of which ILGenerator picks the short form, modules, compiled expressions by the dozen;
// and what reflection tells about methods.
using System.Reflection;
using System.Reflection.Emit;
using System.Text.RegularExpressions;

[AttributeUsage(AttributeTargets.All, AllowMultiple = true)]
sealed class NoteAttribute(string text) : Attribute
{
    public string Text { get; } = text;
    public int Number { get; set; }
}

class Plain
{
    public int Value = 5;
}

class Failing
{
    public Failing() => throw new InvalidOperationException("from the constructor");
}

abstract class Unmade;

class NoDefault(int value)
{
    public int Value => value;
}

static class Program
{
    static void Main()
    {
        foreach (int constant in (int[])[-2, -1, 0, 1, 8, 9, 127, 128, -128, -129, int.MaxValue, int.MinValue])
            Console.Write($"{Constant(constant)} ");
        Console.WriteLine();
        Console.WriteLine($"locals and arguments: {ManyLocals(300)} {ManyArguments()}");
        Console.WriteLine($"branches: {Branches(5)} {Branches(60)}");
        Modules();
        Methods();
        Expressions();

        Console.WriteLine($"created: {Activator.CreateInstance<Plain>().Value} {Activator.CreateInstance<int>()} {Activator.CreateInstance<Guid>()} {Make<List<string>>().Count} {Make<Plain>().Value}");
        Try("constructor that throws", () => Activator.CreateInstance<Failing>());
        Try("abstract", () => Activator.CreateInstance<Unmade>());
        Try("without a default constructor", () => Activator.CreateInstance<NoDefault>());

        var tuple = (1, "a", DayOfWeek.Friday);
        Console.WriteLine($"tuples: {tuple.GetHashCode() == (1, "a", DayOfWeek.Friday).GetHashCode()} {(1, 2).GetHashCode() == (2, 1).GetHashCode()} "
            + $"{Tuple.Create(1, 2L).GetHashCode() == Tuple.Create(1, 2L).GetHashCode()} {(1, 2).Equals((1, 2))} {KeyValuePair.Create(1, "b")}");
    }

    static T Make<T>() where T : new() => new();

    static int Constant(int constant)
    {
        var method = new DynamicMethod("Constant", typeof(int), null);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldc_I4, constant);
        int size = il.ILOffset;
        il.Emit(OpCodes.Ret);
        int result = method.CreateDelegate<Func<int>>()();
        return result == constant ? size : -1000;
    }

    /// A chain through all locals, past those that short forms reach.
    static int ManyLocals(int count)
    {
        var method = new DynamicMethod("Locals", typeof(int), [typeof(int)]);
        ILGenerator il = method.GetILGenerator();
        LocalBuilder[] locals = [.. Enumerable.Range(0, count).Select(_ => il.DeclareLocal(typeof(int)))];
        il.Emit(OpCodes.Ldarg, (short)0);
        foreach (LocalBuilder local in locals)
        {
            il.Emit(OpCodes.Stloc, local);
            il.Emit(OpCodes.Ldloc, local);
            il.Emit(OpCodes.Ldc_I4, 1);
            il.Emit(OpCodes.Add);
        }
        il.Emit(OpCodes.Ret);
        return method.CreateDelegate<Func<int, int>>()(7) * 10_000 + il.ILOffset;
    }

    static string ManyArguments()
    {
        var method = new DynamicMethod("Arguments", typeof(int), [.. Enumerable.Repeat(typeof(int), 6)]);
        ILGenerator il = method.GetILGenerator();
        for (int i = 0; i < 6; i++)
        {
            il.Emit(OpCodes.Ldarg, (short)i);
            if (i > 0)
            {
                il.Emit(OpCodes.Sub);
            }
        }
        il.Emit(OpCodes.Starg_S, (byte)5);
        il.Emit(OpCodes.Ldarga_S, (byte)5);
        il.Emit(OpCodes.Ldind_I4);
        il.Emit(OpCodes.Ret);
        return method.CreateDelegate<Func<int, int, int, int, int, int, int>>()(100, 1, 2, 3, 4, 5).ToString();
    }

    /// Branches over short and long distances, forwards and back.
    static int Branches(int padding)
    {
        var method = new DynamicMethod("Branches", typeof(int), [typeof(int)]);
        ILGenerator il = method.GetILGenerator();
        Label top = il.DefineLabel(), end = il.DefineLabel();
        LocalBuilder sum = il.DeclareLocal(typeof(int));
        il.MarkLabel(top);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Brfalse, end);
        for (int i = 0; i < padding; i++)
        {
            il.Emit(OpCodes.Ldloc, sum);
            il.Emit(OpCodes.Ldc_I4, i);
            il.Emit(OpCodes.Add);
            il.Emit(OpCodes.Stloc, sum);
        }
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Sub);
        il.Emit(OpCodes.Starg, (short)0);
        il.Emit(OpCodes.Br, top);
        il.MarkLabel(end);
        il.Emit(OpCodes.Ldloc, sum);
        il.Emit(OpCodes.Ret);
        return method.CreateDelegate<Func<int, int>>()(3);
    }

    static void Modules()
    {
        AssemblyBuilder assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Written"), AssemblyBuilderAccess.RunAndCollect);
        ModuleBuilder module = assembly.DefineDynamicModule("Written");
        TypeBuilder type = module.DefineType("Some.Name.Of.Type", TypeAttributes.Public);
        type.SetCustomAttribute(new CustomAttributeBuilder(typeof(NoteAttribute).GetConstructors()[0], ["written"]));
        MethodBuilder method = type.DefineMethod("Twice", MethodAttributes.Public | MethodAttributes.Static, typeof(string), [typeof(string)]);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, typeof(string).GetMethod("Concat", [typeof(string), typeof(string)])!);
        il.Emit(OpCodes.Ret);
        TypeBuilder nested = type.DefineNestedType("Nested", TypeAttributes.NestedPublic);
        Type made = type.CreateType();
        nested.CreateType();
        Console.WriteLine($"module: {made.GetMethod("Twice")!.Invoke(null, ["ab"])} {made.FullName} {module.GetType("Some.Name.Of.Type+Nested")} "
            + $"{module.GetType("some.name.of.type", false, true)} {module.GetType("Some.Name.Of.Type[]")} {module.GetType("Absent") is null} {made.GetCustomAttribute<NoteAttribute>()?.Text}");
    }

    [Note("one", Number = 1), Note("two")]
    static ref readonly int Strange<T>(in T a, out List<T[]> b, params int?[][,] c) where T : class => throw new NotSupportedException();

    static void Methods()
    {
        MethodInfo method = typeof(Program).GetMethod(nameof(Strange), BindingFlags.Static | BindingFlags.NonPublic)!;
        Console.WriteLine(method);
        Console.WriteLine(method.MakeGenericMethod(typeof(string)));
        Console.WriteLine(typeof(string).GetConstructor([typeof(char), typeof(int)]));
        Console.WriteLine(typeof(Dictionary<,>).GetMethod("TryGetValue"));
        foreach (NoteAttribute note in method.GetCustomAttributes<NoteAttribute>().OrderBy(note => note.Text))
            Console.WriteLine($"{note.Text} {note.Number}");
        Console.WriteLine(string.Join(" ", method.GetCustomAttributesData().Where(data => data.AttributeType == typeof(NoteAttribute)).Select(data => data.ToString()).Order()));
        Console.WriteLine($"{method.IsDefined(typeof(NoteAttribute))} {method.IsDefined(typeof(ObsoleteAttribute))} {method.GetParameters()[2].IsDefined(typeof(ParamArrayAttribute))}");
    }

    /// Expressions of growing size, each compiled to a method of its own.
    static void Expressions()
    {
        int matched = 0, groups = 0;
        for (int i = 0; i < 24; i++)
        {
            string alternatives = string.Join("|", Enumerable.Range(0, 1 + i).Select(n => $"(w{n}\\d+x{n}|[a-{(char)('b' + n % 20)}]{{{n},{n + 3}}}q)"));
            var regex = new Regex($"^(?:(?:{alternatives})[ ,;]+)*end{i}$", RegexOptions.Compiled | (i % 2 == 0 ? RegexOptions.IgnoreCase : RegexOptions.None));
            Match match = regex.Match($"w{i}5x{i}, w0123x0; {new string('a', i + 1)}q end{i}");
            matched += match.Success ? 1 : 0;
            groups += match.Groups.Cast<Group>().Count(group => group.Success);
            matched += regex.IsMatch($"w{i + 1}5x{i}, end{i}") ? 1000 : 0;
        }
        Console.WriteLine($"expressions: {matched} matched, {groups} groups");
    }

    static void Try(string name, Func<object> action)
    {
        try
        {
            Console.WriteLine($"{name}: {action()}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{name}: {e.GetType().Name} {e.InnerException?.GetType().Name}");
        }
    }
}

// args: 0 10
// Which method runs, and which cast succeeds: random classes (fixed seeds) over variant interfaces, made as IL so that every shape is
// there: interfaces listed again, implicit and explicit implementations, default methods and their overrides in interfaces,
// re-abstraction, generic classes whose interfaces become the same, structs, static virtual methods. Each is asked through every
// interface instance by call, generic method, delegate, constrained call and reflection. Arguments: FIRST COUNT (seeds);
// a third one shows the classes.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using System.Text;

int first = int.Parse(args[0]), count = int.Parse(args[1]);
Report.ShowsShapes = args.Length > 2;
for (int seed = first; seed < first + count; seed++)
{
    if (seed == 0) new Fixed().Run();
    else new World(seed).Run();
}
Console.WriteLine("cases " + Report.Cases);

public class A0;
public class A1 : A0, J1;
public sealed class A2 : A1;
public interface J0;
public interface J1 : J0;
public struct V : J0;

public interface ICo<out T>
{
    string M();
    string D() => "ICo.D<" + Name.Of<T>() + ">";
    string G<U>(U value) => "ICo.G<" + Name.Of<T>() + "," + Name.Of<U>() + ">";
    T? P() => default;
}
public interface IContra<in T>
{
    string M();
    string D() => "IContra.D<" + Name.Of<T>() + ">";
    string G<U>(U value) => "IContra.G<" + Name.Of<T>() + "," + Name.Of<U>() + ">";
    string Q(T? value) => "IContra.Q<" + Name.Of<T>() + ">";
}
public interface IInv<T>
{
    string M();
    string D() => "IInv.D<" + Name.Of<T>() + ">";
}
public interface ISub<out T> : ICo<T>
{
    string ICo<T>.D() => "ISub.D<" + Name.Of<T>() + ">";
}
public interface ISub2<out T> : ICo<T>
{
    string ICo<T>.D() => "ISub2.D<" + Name.Of<T>() + ">";
    string ICo<T>.M() => "ISub2.M<" + Name.Of<T>() + ">";
    string ICo<T>.G<U>(U value) => "ISub2.G<" + Name.Of<T>() + "," + Name.Of<U>() + ">";
}
public interface IRe<out T> : ICo<T>
{
    abstract string ICo<T>.D();
}
public interface IText : ICo<string>
{
    string ICo<string>.D() => "IText.D";
}
public interface IStatic<out T>
{
    static abstract string A();
    static virtual string S() => "IStatic.S<" + Name.Of<T>() + ">";
}
public interface IStaticSub<out T> : IStatic<T>
{
    static string IStatic<T>.S() => "IStaticSub.S<" + Name.Of<T>() + ">";
    static string IStatic<T>.A() => "IStaticSub.A<" + Name.Of<T>() + ">";
}

public interface IStaticSub2<out T> : IStatic<T>
{
    static string IStatic<T>.S() => "IStaticSub2.S<" + Name.Of<T>() + ">";
}

public static class Name
{
    public static string Of<T>() => Of(typeof(T));
    public static string Of(Type type) => !type.IsGenericType ? type.Name : type.Name.Split('`')[0] + "<" + string.Join(",", type.GetGenericArguments().Select(Of)) + ">";
}

static class Report
{
    public static int Cases;
    public static bool ShowsShapes;
    public static void Shape(string text) { if (ShowsShapes) Console.WriteLine(text); }
    public static string Of(Func<string?> what)
    {
        Cases++;
        try { return what() ?? "null"; }
        catch (Exception e)
        {
            while (e is TargetInvocationException && e.InnerException != null) e = e.InnerException;
            return "{" + e.GetType().Name + ": " + e.Message + "}";
        }
    }
}

// What is asked of an object through the instances of the interfaces over X.
public static class Probe<X>
{
    public static string CoM<T>(T value) where T : ICo<X> => value.M();
    public static string CoD<T>(T value) where T : ICo<X> => value.D();
    public static string ContraM<T>(T value) where T : IContra<X> => value.M();
    public static string ContraD<T>(T value) where T : IContra<X> => value.D();
    public static string InvM<T>(T value) where T : IInv<X> => value.M();
    public static string InvD<T>(T value) where T : IInv<X> => value.D();
    public static string Statics<T>() where T : IStatic<X> => T.S() + " " + T.A();

    public static void Run(StringBuilder line, object o)
    {
        if (o is ICo<X> co)
        {
            line.Append(" ICo: ").AppendJoin(" ", [Report.Of(() => co.M()), Report.Of(() => co.D()), Report.Of(() => co.G(1)), Report.Of(() => co.G("")), Report.Of(() => (co.P() is { } p ? Name.Of(p.GetType()) : "none")), Report.Of(() => new Func<string>(co.D)())]);
            Reflect(line, o, typeof(ICo<X>), "Co");
        }
        if (o is IContra<X> contra)
        {
            line.Append(" IContra: ").AppendJoin(" ", [Report.Of(() => contra.M()), Report.Of(() => contra.D()), Report.Of(() => contra.G(1)), Report.Of(() => contra.G("")), Report.Of(() => contra.Q(default)), Report.Of(() => new Func<string>(contra.M)())]);
            Reflect(line, o, typeof(IContra<X>), "Contra");
        }
        if (o is IInv<X> inv)
        {
            line.Append(" IInv: ").AppendJoin(" ", [Report.Of(() => inv.M()), Report.Of(() => inv.D()), Report.Of(() => new Func<string>(inv.M)())]);
            Reflect(line, o, typeof(IInv<X>), "Inv");
        }
        if (o is IStatic<X>)
            line.Append(" IStatic: ").Append(Report.Of(() => (string?)typeof(Probe<X>).GetMethod(nameof(Statics))!.MakeGenericMethod(o.GetType()).Invoke(null, [])));
        line.Append(o is ISub<X> ? " ISub" : "").Append(o is IRe<X> ? " IRe" : "");
    }

    static bool IsDefault(Type type, Type owner, string name)
    {
        InterfaceMapping map = type.GetInterfaceMap(owner);
        return map.TargetMethods[Array.FindIndex(map.InterfaceMethods, m => m.Name == name)] is not { DeclaringType.IsInterface: false };
    }

    static void Reflect(StringBuilder line, object o, Type type, string constrained)
    {
        line.Append(" / ").Append(Report.Of(() => (string?)type.GetMethod("M")!.Invoke(o, [])));
        line.Append(' ').Append(Report.Of(() => type.GetMethod("D")!.CreateDelegate<Func<string>>(o)()));
        // CoreCLR cannot make all constrained calls of default methods of structs in code that references share; and where two default
        // methods are equally good, having compiled such a call decides what later calls of the interface find.
        foreach (string name in new[] { "M", "D" })
        {
            if (o is ValueType && IsDefault(o.GetType(), type, name)) continue;
            line.Append(' ').Append(Report.Of(() => (string?)typeof(Probe<X>).GetMethod(constrained + name)!.MakeGenericMethod(o.GetType()).Invoke(null, [o])));
        }
        line.Append(" map ").Append(Report.Of(() =>
        {
            InterfaceMapping map = o.GetType().GetInterfaceMap(type);
            return string.Join(";", map.TargetMethods.Select(m => m == null ? "none" : Name.Of(m.DeclaringType!) + "." + m.Name));
        }));
    }
}

sealed class World(int seed)
{
    static readonly Type[] Arguments = [typeof(object), typeof(string), typeof(A0), typeof(A1), typeof(A2), typeof(J0), typeof(J1), typeof(int), typeof(V), typeof(A1[]), typeof(ICo<A1>), typeof(IContra<A0>)];
    static readonly Type[] Interfaces = [typeof(ICo<>), typeof(ICo<>), typeof(IContra<>), typeof(IInv<>), typeof(ISub<>), typeof(ISub2<>), typeof(IRe<>), typeof(IStatic<>), typeof(IStaticSub<>), typeof(IStaticSub2<>)];

    readonly Random random = new(seed);
    readonly List<Type> made = [];
    readonly List<Type> madeInterfaces = [];
    ModuleBuilder module = null!;

    bool Chance(double p) => random.NextDouble() < p;
    T Pick<T>(IReadOnlyList<T> list) => list[random.Next(list.Count)];
    Type Argument(Type[] own) => own.Length != 0 && Chance(0.4) ? own[0] : Arguments[random.Next(Chance(0.8) ? 7 : Arguments.Length)];

    Type Instance(Type[] own)
    {
        if (madeInterfaces.Count != 0 && Chance(0.3))
        {
            Type one = Pick(madeInterfaces);
            return one.IsGenericTypeDefinition ? one.MakeGenericType(Argument(own)) : one;
        }
        return Chance(0.06) ? typeof(IText) : Pick(Interfaces).MakeGenericType(Argument(own));
    }

    public void Run()
    {
        var assembly = new PersistedAssemblyBuilder(new AssemblyName("variance" + seed), typeof(object).Assembly);
        module = assembly.DefineDynamicModule("variance");
        int interfaces = random.Next(4), classes = 4 + random.Next(8);
        for (int i = 0; i < interfaces; i++) MakeInterface("I" + i);
        for (int i = 0; i < classes; i++) MakeClass("C" + i);
        var file = new MemoryStream();
        assembly.Save(file);
        file.Position = 0;
        Assembly loaded = new AssemblyLoadContext("variance" + seed).LoadFromStream(file);
        foreach (Type type in made) Ask(loaded, type.Name);
    }

    // The methods of an interface instance: of its definition, on it.
    static IEnumerable<(MethodInfo On, MethodInfo Definition)> Methods(Type instance)
    {
        Type definition = instance.IsGenericType ? instance.GetGenericTypeDefinition() : instance;
        if (definition is TypeBuilder) yield break;  // declares nothing, only overrides
        const BindingFlags all = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
        foreach (MethodInfo method in definition.GetMethods(all))
        {
            MethodInfo on = IsLoaded(instance) ? instance.GetMethods(all).Single(m => m.MetadataToken == method.MetadataToken) : TypeBuilder.GetMethod(instance, method);
            yield return (on, method);
        }
    }

    static bool IsLoaded(Type type) => type.GetType() == typeof(object).GetType();

    static Type Substitute(Type type, Type instance) => type.IsGenericTypeParameter ? instance.GetGenericArguments()[type.GenericParameterPosition] : type;

    // A method like that of an interface instance, which returns its own name and type arguments.
    MethodBuilder Like(TypeBuilder owner, Type instance, MethodInfo definition, string name, MethodAttributes attributes, Type[] own)
    {
        MethodBuilder method = owner.DefineMethod(name, attributes, definition.IsStatic ? CallingConventions.Standard : CallingConventions.HasThis);
        Type[] variables = [];
        if (definition.IsGenericMethodDefinition) variables = method.DefineGenericParameters("U");
        method.SetParameters([.. definition.GetParameters().Select(p => p.ParameterType.IsGenericMethodParameter ? variables[0] : Substitute(p.ParameterType, instance))]);
        Type returned = Substitute(definition.ReturnType, instance);
        method.SetReturnType(returned);
        Report.Shape("    " + name + " like " + Name.Of(instance) + " " + attributes);
        if ((attributes & MethodAttributes.Abstract) != 0) return method;
        ILGenerator il = method.GetILGenerator();
        if (definition.Name == "P")
        {
            LocalBuilder local = il.DeclareLocal(returned);
            if (returned == typeof(object)) il.Emit(OpCodes.Ldstr, "");
            else if (returned == typeof(A0)) il.Emit(OpCodes.Newobj, typeof(A1).GetConstructor([])!);
            else il.Emit(OpCodes.Ldloc, local);
            il.Emit(OpCodes.Ret);
            return method;
        }
        il.Emit(OpCodes.Ldstr, owner.Name + "." + name + "#" + random.Next(100));
        foreach (Type variable in own.Concat(variables))
        {
            il.Emit(OpCodes.Call, typeof(Name).GetMethod("Of", 1, [])!.MakeGenericMethod(variable));
            il.Emit(OpCodes.Call, typeof(string).GetMethod("Concat", [typeof(string), typeof(string)])!);
        }
        il.Emit(OpCodes.Ret);
        return method;
    }

    void MakeInterface(string name)
    {
        TypeBuilder type = module.DefineType(name, TypeAttributes.Public | TypeAttributes.Interface | TypeAttributes.Abstract);
        Type[] own = [];
        if (Chance(0.6))
        {
            GenericTypeParameterBuilder variable = type.DefineGenericParameters("T")[0];
            variable.SetGenericParameterAttributes(Pick([GenericParameterAttributes.None, GenericParameterAttributes.Covariant]));
            own = [variable];
        }
        var overridden = new List<Type>();
        for (int i = 1 + random.Next(2); i > 0; i--)
        {
            Type parent = Pick([typeof(ICo<>), typeof(ICo<>), typeof(ISub<>), typeof(IContra<>)]);
            bool contra = parent == typeof(IContra<>);
            parent = parent.MakeGenericType(contra ? Argument([]) : Argument(own));
            type.AddInterfaceImplementation(parent);
            Report.Shape(seed + " interface " + name + " : " + Name.Of(parent));
            Type owner = parent.GetGenericTypeDefinition() == typeof(ISub<>) ? typeof(ICo<>).MakeGenericType(parent.GetGenericArguments()) : parent;
            if (owner != parent) type.AddInterfaceImplementation(owner);
            if (overridden.Contains(owner)) continue;
            overridden.Add(owner);
            foreach (var (on, definition) in Methods(owner))
            {
                if (!Chance(0.4)) continue;
                const MethodAttributes body = MethodAttributes.Private | MethodAttributes.Virtual | MethodAttributes.Final | MethodAttributes.HideBySig;
                MethodBuilder method = Like(type, owner, definition, name + "." + definition.Name + i, body | (Chance(0.1) ? MethodAttributes.Abstract : 0), own);
                type.DefineMethodOverride(method, on);
            }
        }
        madeInterfaces.Add(type.CreateType());
    }

    void MakeClass(string name)
    {
        bool isStruct = Chance(0.1);
        TypeAttributes attributes = isStruct ? TypeAttributes.Public | TypeAttributes.Sealed | TypeAttributes.SequentialLayout : TypeAttributes.Public | (Chance(0.15) ? TypeAttributes.Abstract : 0);
        TypeBuilder type = module.DefineType(name, attributes);
        Type[] own = Chance(0.3) ? type.DefineGenericParameters("T") : [];
        Type parent = typeof(object);
        if (isStruct) parent = typeof(ValueType);
        else if (Chance(0.7) && made.Where(t => !t.IsValueType).ToList() is { Count: > 0 } parents)
        {
            parent = parents[Math.Max(random.Next(parents.Count), random.Next(parents.Count))];
            if (parent.IsGenericTypeDefinition) parent = parent.MakeGenericType(Argument(own));
        }
        type.SetParent(parent);
        if (isStruct) type.DefineField("f", typeof(int), FieldAttributes.Public);
        else MakeConstructor(type, parent);
        var listed = new List<Type>();
        for (int i = random.Next(4); i > 0; i--)
        {
            Type instance = Instance(own);
            if (!listed.Contains(instance)) listed.Add(instance);
        }
        foreach (Type instance in listed) type.AddInterfaceImplementation(instance);
        Report.Shape(seed + " class " + name + " : " + string.Join(", ", listed.Prepend(parent).Select(Name.Of)) + (type.IsAbstract ? " abstract" : ""));
        Implement(type, own, listed);
        made.Add(type.CreateType());
    }

    static void MakeConstructor(TypeBuilder type, Type parent)
    {
        ILGenerator il = type.DefineConstructor(MethodAttributes.Public, CallingConventions.HasThis, []).GetILGenerator();
        ConstructorInfo other = parent.IsConstructedGenericType && !IsLoaded(parent) ? TypeBuilder.GetConstructor(parent, parent.GetGenericTypeDefinition().GetConstructors()[0]) : parent.GetConstructors()[0];
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, other);
        il.Emit(OpCodes.Ret);
    }

    void Implement(TypeBuilder type, Type[] own, List<Type> listed)
    {
        var owners = new List<Type>();
        foreach (Type instance in listed)
        {
            owners.Add(instance);
            if (!instance.IsGenericType) continue;
            Type definition = instance.GetGenericTypeDefinition();
            if (definition == typeof(ISub<>) || definition == typeof(ISub2<>) || definition == typeof(IRe<>)) owners.Add(typeof(ICo<>).MakeGenericType(instance.GetGenericArguments()));
            if (definition == typeof(IStaticSub<>) || definition == typeof(IStaticSub2<>)) owners.Add(typeof(IStatic<>).MakeGenericType(instance.GetGenericArguments()));
        }
        var taken = new HashSet<string>();
        foreach (Type owner in owners.Distinct())
        {
            foreach (var (on, definition) in Methods(owner))
            {
                if (definition.IsStatic)
                {
                    if (!taken.Add(Name.Of(owner) + "." + definition.Name)) continue;
                    if (!definition.IsAbstract && !Chance(0.4)) continue;
                    MethodBuilder body = Like(type, owner, definition, definition.Name + taken.Count, MethodAttributes.Private | MethodAttributes.Static | MethodAttributes.HideBySig, own);
                    taken.Add(body.Name);
                    type.DefineMethodOverride(body, on);
                    continue;
                }
                if (!Chance(definition.IsAbstract ? 0.93 : 0.3)) continue;
                if (Chance(0.45))
                {
                    MethodBuilder body = Like(type, owner, definition, "explicit " + definition.Name + taken.Count, MethodAttributes.Private | MethodAttributes.Virtual | MethodAttributes.HideBySig | MethodAttributes.NewSlot | (Chance(0.5) ? MethodAttributes.Final : 0), own);
                    taken.Add(body.Name);
                    type.DefineMethodOverride(body, on);
                }
                else
                {
                    string key = definition.Name + (definition.Name is "P" or "Q" ? owner.GetGenericArguments()[0].Name : "");
                    if (!taken.Add(key)) continue;
                    MethodAttributes kind = Pick([MethodAttributes.Virtual, MethodAttributes.Virtual | MethodAttributes.NewSlot, MethodAttributes.Virtual | MethodAttributes.NewSlot, MethodAttributes.Virtual | MethodAttributes.NewSlot | MethodAttributes.Final]);
                    if (Chance(0.04)) kind = 0;
                    Like(type, owner, definition, definition.Name, MethodAttributes.Public | MethodAttributes.HideBySig | kind, own);
                }
            }
        }
        // Methods without an interface of the class itself: they override or hide, and implement nothing new.
        if (Chance(0.25) && taken.Add("M")) Like(type, typeof(ICo<string>), typeof(ICo<>).GetMethod("M")!, "M", MethodAttributes.Public | MethodAttributes.HideBySig | MethodAttributes.Virtual | (Chance(0.5) ? MethodAttributes.NewSlot : 0), own);
        if (Chance(0.15) && taken.Add("D")) Like(type, typeof(ICo<string>), typeof(ICo<>).GetMethod("D")!, "D", MethodAttributes.Public | MethodAttributes.HideBySig | MethodAttributes.Virtual | (Chance(0.5) ? MethodAttributes.NewSlot : 0), own);
    }

    void Ask(Assembly loaded, string name)
    {
        Type? type = null;
        string load = Report.Of(() => (type = loaded.GetType(name, true)!).Name);
        if (type == null)
        {
            Console.WriteLine(seed + " " + name + " " + load);
            return;
        }
        if (type.IsAbstract) return;
        if (!type.IsGenericTypeDefinition)
        {
            AskOf(type);
            return;
        }
        foreach (Type argument in Arguments[..5].Append(typeof(int))) {
            Type? instance = null;
            string made = Report.Of(() => (instance = type.MakeGenericType(argument)).Name);
            if (instance != null) AskOf(instance);
            else Console.WriteLine(seed + " " + name + " of " + argument.Name + " " + made);
        }
    }

    void AskOf(Type type)
    {
        object? o = null;
        string prefix = seed + " " + Name.Of(type) + " ";
        string made = Report.Of(() => (o = Activator.CreateInstance(type)) == null ? "null" : "made");
        if (o == null)
        {
            Console.WriteLine(prefix + made);
            return;
        }
        Console.WriteLine(prefix + "interfaces " + string.Join(" ", type.GetInterfaces().Select(Name.Of)));
        foreach (Type argument in Arguments)
        {
            var line = new StringBuilder();
            Report.Of(() => { typeof(Probe<>).MakeGenericType(argument).GetMethod("Run")!.Invoke(null, [line, o]); return ""; });
            if (line.Length != 0) Console.WriteLine(prefix + Name.Of(argument) + line);
        }
    }
}

// What needs no random classes: delegates, arrays and strings over all pairs of arguments.
sealed class Fixed
{
    static readonly Type[] Arguments = [typeof(object), typeof(string), typeof(A0), typeof(A1), typeof(A2), typeof(J0), typeof(J1), typeof(int), typeof(uint), typeof(byte), typeof(sbyte), typeof(char), typeof(DayOfWeek), typeof(V), typeof(int?), typeof(A1[]), typeof(A2[]), typeof(int[]), typeof(IEnumerable<A1>), typeof(Func<A1>), typeof(ValueType), typeof(Enum)];

    public void Run()
    {
        foreach (Type from in Arguments)
            foreach (Type to in Arguments)
                Console.WriteLine("0 " + Name.Of(from) + " " + Name.Of(to) + " " + Report.Of(() => (string?)typeof(Fixed).GetMethod(nameof(Pair))!.MakeGenericMethod(from, to).Invoke(null, [])));
        foreach (object o in new object[] { "text", new List<A1>(), new Dictionary<string, A1>(), new A1[1], new int[1], new A1[1, 1], new DayOfWeek[1], new string[1], 5 })
            foreach (Type argument in Arguments)
                Console.WriteLine("0 " + Name.Of(o.GetType()) + " as of " + Name.Of(argument) + Report.Of(() => (string?)typeof(Fixed).GetMethod(nameof(Of))!.MakeGenericMethod(argument).Invoke(null, [o])));
    }

    static T? Make<T>() => default;
    static string Take<T>(T value) => Name.Of<T>();

    public static string Pair<F, T>()
    {
        object made = new Func<F?>(Make<F>), taken = new Func<F, string>(Take<F>), array = new F[2];
        var all = new List<string>
        {
            Report.Of(() => made is Func<T> f ? "Func " + f() : "no"),
            Report.Of(() => taken is Func<T, string> f ? "In " + f(default!) : "no"),
            Report.Of(() => Delegate.Combine((Delegate)made, new Func<T?>(Make<T>)).GetType().Name),
            Report.Of(() => array is T[] a ? "T[] " + a.Length : "no"),
            Report.Of(() => array is IList<T> a ? "IList " + a.Count + a.IndexOf(default!) + a.GetType().GetInterfaceMap(typeof(IList<T>)).TargetMethods.Length : "no"),
            Report.Of(() => array is IReadOnlyList<T> a ? "IReadOnlyList " + a[1] : "no"),
            Report.Of(() => array is IEnumerable<T> a ? "IEnumerable " + Name.Of(a.GetEnumerator().GetType()) : "no"),
            Report.Of(() => array is ICollection<T> a ? "ICollection " + new Func<T, bool>(a.Contains)(default!) : "no"),
            Report.Of(() => array is IReadOnlyCollection<T> a ? "IReadOnlyCollection " + a.Count : "no"),
            Report.Of(() => typeof(T).IsAssignableFrom(typeof(F)) + " " + typeof(IEnumerable<T>).IsAssignableFrom(typeof(IEnumerable<F>)) + " " + typeof(Action<T>).IsAssignableFrom(typeof(Action<F>)) + " " + typeof(IList<T>).IsAssignableFrom(typeof(F[])) + " " + typeof(IEquatable<T>).IsAssignableFrom(typeof(IEquatable<F>))),
        };
        return string.Join(" | ", all);
    }

    public static string Of<T>(object o) =>
        (o is IEnumerable<T> e ? " IEnumerable " + Name.Of(e.GetEnumerator().GetType()) : "") + (o is IComparable<T> c ? " IComparable" : "") + (o is IReadOnlyCollection<T> r ? " IReadOnlyCollection " + r.Count : "")
        + (o is IEquatable<T> q ? " IEquatable " + Report.Of(() => q.Equals(default).ToString()) : "") + (o is IList<T> l ? " IList " + Report.Of(() => l.IsReadOnly.ToString()) : "");
}

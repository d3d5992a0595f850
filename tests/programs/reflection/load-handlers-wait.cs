// Handlers that loading asks (AssemblyLoadContext.Load, Resolving, AssemblyResolve, TypeResolve, AssemblyLoad) wait for
// another thread that loads types. Assemblies are made in a folder that nobody probes.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

string folder = Path.Combine(Path.GetTempPath(), "celer-handlers-" + Environment.ProcessId);
Directory.CreateDirectory(folder);
try
{
    Files.Write(folder);
    int next = 0;

    // A type that no thread has loaded, on another thread; the handler waits for it.
    Type[] arguments = [typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(float), typeof(double), typeof(char), typeof(bool)];
    string LoadElsewhere()
    {
        Type argument = arguments[next++ % arguments.Length];
        object? made = null;
        var thread = new Thread(() => made = Activator.CreateInstance(typeof(Pair<,>).MakeGenericType(argument, typeof(string))));
        thread.Start();
        return thread.Join(TimeSpan.FromSeconds(20)) ? made!.GetType().ToString() : "still waiting";
    }

    Assembly? Find(string kind, string name)
    {
        string simple = new AssemblyName(name).Name!;
        Console.WriteLine($"  {kind} {simple}: {LoadElsewhere()}");
        return null;
    }

    // The context's own Load.
    var own = new OwnContext(folder, name => Find("Load", name));
    Type user = own.LoadFromAssemblyPath(Path.Combine(folder, "user.dll")).GetType("User")!;
    Console.WriteLine(user.BaseType);
    Console.WriteLine(user.GetMethod("Call")!.Invoke(null, null));
    Console.WriteLine(Activator.CreateInstance(user)!.ToString());
    Console.WriteLine(user.GetFields().Length + " " + user.GetInterfaces()[0]);

    // The events of a context without a Load of its own.
    var plain = new AssemblyLoadContext("plain");
    plain.Resolving += (context, name) =>
    {
        Find("Resolving", name.FullName);
        return name.Name is "bases" or "structs" ? context.LoadFromAssemblyPath(Path.Combine(folder, name.Name + ".dll")) : null;
    };
    AppDomain.CurrentDomain.AssemblyResolve += (_, e) =>
    {
        string name = new AssemblyName(e.Name).Name!;
        if (!File.Exists(Path.Combine(folder, name + ".dll"))) return null;
        Find("AssemblyResolve", e.Name);
        return plain.LoadFromAssemblyPath(Path.Combine(folder, name + ".dll"));
    };
    Type second = plain.LoadFromAssemblyPath(Path.Combine(folder, "user.dll")).GetType("User")!;
    Console.WriteLine(second.GetMethod("Call")!.Invoke(null, null));
    Console.WriteLine(Activator.CreateInstance(second)!.ToString());
    Console.WriteLine(second.GetMethod("Override")!.DeclaringType);

    // A type that the handler creates.
    var dynamicAssembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("made"), AssemblyBuilderAccess.Run);
    ModuleBuilder module = dynamicAssembly.DefineDynamicModule("made");
    TypeBuilder inner = module.DefineType("Inner", TypeAttributes.Public | TypeAttributes.SequentialLayout | TypeAttributes.Sealed, typeof(ValueType));
    inner.DefineField("x", typeof(long), FieldAttributes.Public);
    TypeBuilder outer = module.DefineType("Outer", TypeAttributes.Public);
    outer.DefineField("inner", inner, FieldAttributes.Public);
    AppDomain.CurrentDomain.TypeResolve += (_, e) =>
    {
        Console.WriteLine($"  TypeResolve {e.Name}: {LoadElsewhere()}");
        inner.CreateType();
        return dynamicAssembly;
    };
    Console.WriteLine(outer.CreateType().GetField("inner")!.FieldType);

    // What a handler of AssemblyLoad does, and what it throws.
    AppDomain.CurrentDomain.AssemblyLoad += (_, e) =>
    {
        if (e.LoadedAssembly.GetName().Name != "structs") return;
        Console.WriteLine($"  AssemblyLoad structs: {LoadElsewhere()}");
        throw new InvalidOperationException();
    };
    var third = new OwnContext(folder, _ => null);
    Type last = third.LoadFromAssemblyPath(Path.Combine(folder, "user.dll")).GetType("User")!;
    Console.WriteLine(Activator.CreateInstance(last)!.ToString());

    // Two threads need the same type; the handler that one of them runs waits for the other to begin.
    using var begun = new ManualResetEventSlim();
    var slow = new OwnContext(folder, name =>
    {
        if (name.StartsWith("bases")) begun.Wait(TimeSpan.FromSeconds(20));
        return null;
    });
    Assembly shared = slow.LoadFromAssemblyPath(Path.Combine(folder, "user.dll"));
    Type? theirs = null;
    var other = new Thread(() =>
    {
        begun.Set();
        theirs = shared.GetType("User");
    });
    other.Start();
    Type? ours = shared.GetType("User");
    other.Join();
    Console.WriteLine(ours == theirs && ours!.BaseType!.Name == "Base");
}
finally
{
    Directory.Delete(folder, true);
}

struct Pair<T, U> { public T First; public U Second; }

sealed class OwnContext(string folder, Func<string, Assembly?> ask) : AssemblyLoadContext("own")
{
    protected override Assembly? Load(AssemblyName name)
    {
        string file = Path.Combine(folder, name.Name + ".dll");
        if (!File.Exists(file)) return null;
        ask(name.FullName);
        return LoadFromAssemblyPath(file);
    }
}

// bases: class Base { virtual string Override(Value) }, interface IMark.  structs: struct Value { int x }.  others: class
// Other { static int Answer() }.  user: class User : Base, IMark { Value field; override string Override(Value); static int
// Call() => Other.Answer(); }
static class Files
{
    public static void Write(string folder)
    {
        const TypeAttributes structAttributes = TypeAttributes.Public | TypeAttributes.SequentialLayout | TypeAttributes.Sealed;
        const MethodAttributes virtualAttributes = MethodAttributes.Public | MethodAttributes.Virtual | MethodAttributes.HideBySig;
        (PersistedAssemblyBuilder structs, ModuleBuilder structsModule) = Make("structs");
        TypeBuilder value = structsModule.DefineType("Value", structAttributes, typeof(ValueType));
        value.DefineField("x", typeof(int), FieldAttributes.Public);
        value.CreateType();
        structs.Save(Path.Combine(folder, "structs.dll"));

        (PersistedAssemblyBuilder bases, ModuleBuilder basesModule) = Make("bases");
        TypeBuilder mark = basesModule.DefineType("IMark", TypeAttributes.Public | TypeAttributes.Interface | TypeAttributes.Abstract);
        mark.CreateType();
        TypeBuilder parent = basesModule.DefineType("Base", TypeAttributes.Public);
        ConstructorBuilder parentConstructor = parent.DefineDefaultConstructor(MethodAttributes.Public);
        Return(parent.DefineMethod("Override", virtualAttributes | MethodAttributes.NewSlot, typeof(string), [value]), "base");
        parent.CreateType();
        bases.Save(Path.Combine(folder, "bases.dll"));

        (PersistedAssemblyBuilder others, ModuleBuilder othersModule) = Make("others");
        TypeBuilder other = othersModule.DefineType("Other", TypeAttributes.Public);
        MethodBuilder answer = other.DefineMethod("Answer", MethodAttributes.Public | MethodAttributes.Static, typeof(int), []);
        ILGenerator il = answer.GetILGenerator();
        il.Emit(OpCodes.Ldc_I4, 42);
        il.Emit(OpCodes.Ret);
        other.CreateType();
        others.Save(Path.Combine(folder, "others.dll"));

        (PersistedAssemblyBuilder users, ModuleBuilder usersModule) = Make("user");
        TypeBuilder user = usersModule.DefineType("User", TypeAttributes.Public, parent);
        user.AddInterfaceImplementation(mark);
        user.DefineField("field", value, FieldAttributes.Public);
        il = user.DefineConstructor(MethodAttributes.Public, CallingConventions.Standard, []).GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, parentConstructor);
        il.Emit(OpCodes.Ret);
        Return(user.DefineMethod("Override", virtualAttributes, typeof(string), [value]), "user");
        il = user.DefineMethod("ToString", virtualAttributes, typeof(string), []).GetILGenerator();
        LocalBuilder local = il.DeclareLocal(value);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldloc, local);
        il.Emit(OpCodes.Callvirt, parent.GetMethod("Override") ?? throw new InvalidOperationException());
        il.Emit(OpCodes.Ret);
        il = user.DefineMethod("Call", MethodAttributes.Public | MethodAttributes.Static, typeof(int), []).GetILGenerator();
        il.Emit(OpCodes.Call, answer);
        il.Emit(OpCodes.Ret);
        user.CreateType();
        users.Save(Path.Combine(folder, "user.dll"));
    }

    private static (PersistedAssemblyBuilder, ModuleBuilder) Make(string name)
    {
        var assembly = new PersistedAssemblyBuilder(new AssemblyName(name), typeof(object).Assembly);
        return (assembly, assembly.DefineDynamicModule(name));
    }

    private static void Return(MethodBuilder method, string text)
    {
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldstr, text);
        il.Emit(OpCodes.Ret);
    }
}

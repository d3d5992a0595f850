using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Loader;

// An assembly compiled against version 1 of a library runs with version 2, which lacks or changed what it uses.
class Program
{
    const MethodAttributes PublicStatic = MethodAttributes.Public | MethodAttributes.Static;
    const MethodAttributes PublicVirtual = MethodAttributes.Public | MethodAttributes.Virtual | MethodAttributes.HideBySig | MethodAttributes.NewSlot;

    static void Body(MethodBuilder method, Action<ILGenerator>? body = null)
    {
        ILGenerator il = method.GetILGenerator();
        if (body != null)
            body(il);
        else if (method.ReturnType == typeof(int))
            il.Emit(OpCodes.Ldc_I4_7);
        else if (method.ReturnType != typeof(void))
            il.Emit(OpCodes.Ldnull);
        il.Emit(OpCodes.Ret);
    }

    static PersistedAssemblyBuilder Library(bool old, out Dictionary<string, Type> types)
    {
        var assembly = new PersistedAssemblyBuilder(new AssemblyName("TheLib") { Version = new Version(1, 0, 0, 0) }, typeof(object).Assembly);
        ModuleBuilder module = assembly.DefineDynamicModule("TheLib");
        types = new();
        TypeBuilder stays = module.DefineType("N.Stays", TypeAttributes.Public);
        stays.DefineDefaultConstructor(MethodAttributes.Public);
        if (old)
        {
            Body(stays.DefineMethod("Gone", PublicStatic, typeof(int), new[] { typeof(int), typeof(string) }));
            Body(stays.DefineMethod("GoneToo", MethodAttributes.Public, typeof(void), Type.EmptyTypes));
            stays.DefineField("field", typeof(int), FieldAttributes.Public | FieldAttributes.Static);
            stays.DefineField("changed", typeof(int), FieldAttributes.Public | FieldAttributes.Static);
        }
        else
        {
            stays.DefineField("changed", typeof(long), FieldAttributes.Public | FieldAttributes.Static);
        }
        Body(stays.DefineMethod("Changed", PublicStatic, old ? typeof(int) : typeof(long), Type.EmptyTypes), il => il.Emit(old ? OpCodes.Ldc_I4_1 : OpCodes.Ldnull));
        Body(stays.DefineMethod("BecameInstance", old ? PublicStatic : MethodAttributes.Public, typeof(int), Type.EmptyTypes));
        Body(stays.DefineMethod("Same", PublicStatic, typeof(int), Type.EmptyTypes));
        types["Stays"] = stays.CreateType();
        if (old)
        {
            TypeBuilder gone = module.DefineType("N.GoneType", TypeAttributes.Public);
            gone.DefineDefaultConstructor(MethodAttributes.Public);
            Body(gone.DefineMethod("M", PublicStatic, typeof(int), Type.EmptyTypes));
            types["GoneType"] = gone.CreateType();
            TypeBuilder value = module.DefineType("N.GoneValue", TypeAttributes.Public | TypeAttributes.Sealed, typeof(ValueType));
            value.DefineField("x", typeof(int), FieldAttributes.Public);
            types["GoneValue"] = value.CreateType();
            TypeBuilder generic = module.DefineType("N.GoneGeneric`1", TypeAttributes.Public);
            generic.DefineGenericParameters("T");
            generic.DefineDefaultConstructor(MethodAttributes.Public);
            types["GoneGeneric"] = generic.CreateType();
        }
        TypeBuilder contract = module.DefineType("N.IContract", TypeAttributes.Public | TypeAttributes.Interface | TypeAttributes.Abstract);
        contract.DefineMethod("Old", PublicVirtual | MethodAttributes.Abstract, typeof(int), Type.EmptyTypes);
        if (!old)
            contract.DefineMethod("Added", PublicVirtual | MethodAttributes.Abstract, typeof(int), new[] { typeof(string) });
        types["IContract"] = contract.CreateType();
        TypeBuilder parent = module.DefineType("N.Parent", TypeAttributes.Public | (old ? 0 : TypeAttributes.Sealed));
        parent.DefineDefaultConstructor(MethodAttributes.Public);
        types["Parent"] = parent.CreateType();
        TypeBuilder shape = module.DefineType("N.Shape", TypeAttributes.Public | TypeAttributes.Abstract);
        shape.DefineDefaultConstructor(MethodAttributes.Family);
        if (!old)
            shape.DefineMethod("Area", PublicVirtual | MethodAttributes.Abstract, typeof(int), Type.EmptyTypes);
        types["Shape"] = shape.CreateType();
        TypeBuilder box = module.DefineType("N.Box`1", TypeAttributes.Public);
        GenericTypeParameterBuilder parameter = box.DefineGenericParameters("T")[0];
        if (!old)
            parameter.SetGenericParameterAttributes(GenericParameterAttributes.NotNullableValueTypeConstraint);
        box.DefineDefaultConstructor(MethodAttributes.Public);
        types["Box"] = box.CreateType();
        return assembly;
    }

    static PersistedAssemblyBuilder User(Dictionary<string, Type> lib)
    {
        var assembly = new PersistedAssemblyBuilder(new AssemblyName("TheUser"), typeof(object).Assembly);
        ModuleBuilder module = assembly.DefineDynamicModule("TheUser");
        TypeBuilder user = module.DefineType("User", TypeAttributes.Public);
        Type stays = lib["Stays"];
        void Use(string name, Action<ILGenerator> body) => Body(user.DefineMethod(name, PublicStatic, typeof(object), Type.EmptyTypes), body);
        void Call(string name, Type type) => Use(name, il => { il.Emit(OpCodes.Call, type.GetMethod(name)!); il.Emit(OpCodes.Box, typeof(int)); });
        Call("Same", stays);
        Use("Gone", il => { il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Call, stays.GetMethod("Gone")!); il.Emit(OpCodes.Box, typeof(int)); });
        Use("GoneToo", il => { il.Emit(OpCodes.Newobj, stays.GetConstructor(Type.EmptyTypes)!); il.Emit(OpCodes.Callvirt, stays.GetMethod("GoneToo")!); il.Emit(OpCodes.Ldnull); });
        Call("Changed", stays);
        Call("BecameInstance", stays);
        Use("Field", il => { il.Emit(OpCodes.Ldsfld, stays.GetField("field")!); il.Emit(OpCodes.Box, typeof(int)); });
        Use("ChangedField", il => { il.Emit(OpCodes.Ldsfld, stays.GetField("changed")!); il.Emit(OpCodes.Box, typeof(int)); });
        Use("NewGone", il => il.Emit(OpCodes.Newobj, lib["GoneType"].GetConstructor(Type.EmptyTypes)!));
        Use("CallGone", il => { il.Emit(OpCodes.Call, lib["GoneType"].GetMethod("M")!); il.Emit(OpCodes.Box, typeof(int)); });
        Use("TokenGone", il => { il.Emit(OpCodes.Ldtoken, lib["GoneType"]); il.Emit(OpCodes.Call, typeof(Type).GetMethod("GetTypeFromHandle")!); });
        Use("CastGone", il => { il.Emit(OpCodes.Ldstr, "x"); il.Emit(OpCodes.Isinst, lib["GoneType"]); });
        Use("LocalGone", il => { il.DeclareLocal(lib["GoneType"]); il.Emit(OpCodes.Ldstr, "a local needs no class"); });
        Use("LocalValue", il => { LocalBuilder local = il.DeclareLocal(lib["GoneValue"]); il.Emit(OpCodes.Ldloca, local); il.Emit(OpCodes.Initobj, lib["GoneValue"]); il.Emit(OpCodes.Ldnull); });
        Use("ListGone", il => il.Emit(OpCodes.Newobj, typeof(List<>).MakeGenericType(lib["GoneType"]).GetConstructor(Type.EmptyTypes)!));
        Use("ArrayGone", il => { il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Newarr, lib["GoneType"]); });
        Use("Constraint", il => il.Emit(OpCodes.Newobj, lib["Box"].MakeGenericType(typeof(string)).GetConstructor(Type.EmptyTypes)!));
        Use("ConstraintKept", il => il.Emit(OpCodes.Newobj, lib["Box"].MakeGenericType(typeof(int)).GetConstructor(Type.EmptyTypes)!));
        user.CreateType();
        TypeBuilder implements = module.DefineType("Implements", TypeAttributes.Public);
        implements.AddInterfaceImplementation(lib["IContract"]);
        Body(implements.DefineMethod("Old", PublicVirtual, typeof(int), Type.EmptyTypes));
        implements.DefineDefaultConstructor(MethodAttributes.Public);
        implements.CreateType();
        TypeBuilder extends = module.DefineType("Extends", TypeAttributes.Public, lib["Parent"]);
        extends.DefineDefaultConstructor(MethodAttributes.Public);
        extends.CreateType();
        TypeBuilder square = module.DefineType("Square", TypeAttributes.Public, lib["Shape"]);
        square.DefineDefaultConstructor(MethodAttributes.Public);
        square.CreateType();
        TypeBuilder child = module.DefineType("ChildOfGone", TypeAttributes.Public, lib["GoneType"]);
        child.DefineDefaultConstructor(MethodAttributes.Public);
        child.CreateType();
        TypeBuilder holder = module.DefineType("HoldsGone", TypeAttributes.Public);
        holder.DefineField("f", lib["GoneType"], FieldAttributes.Public);
        holder.DefineDefaultConstructor(MethodAttributes.Public);
        holder.CreateType();
        TypeBuilder holdsValue = module.DefineType("HoldsGoneValue", TypeAttributes.Public);
        holdsValue.DefineField("f", lib["GoneValue"], FieldAttributes.Public);
        holdsValue.DefineDefaultConstructor(MethodAttributes.Public);
        holdsValue.CreateType();
        return assembly;
    }

    static void Try(string name, Func<object?> action)
    {
        try
        {
            Console.WriteLine($"{name}: {action() ?? "null"}");
        }
        catch (Exception exception)
        {
            Exception e = exception is TargetInvocationException { InnerException: { } inner } ? inner : exception;
            string more = e switch { TypeLoadException load => " [" + load.TypeName + "]", FileNotFoundException file => " [" + file.FileName + "]", _ => "" };
            Console.WriteLine($"{name}: {e.GetType().Name} {e.Message.Split('\n')[0]}{more}");
        }
    }

    static void RunWith(string title, byte[]? library, byte[] user)
    {
        Console.WriteLine("--- " + title);
        var context = new AssemblyLoadContext(title);
        if (library != null)
            context.LoadFromStream(new MemoryStream(library));
        Assembly assembly = context.LoadFromStream(new MemoryStream(user));
        Type type = assembly.GetType("User")!;
        foreach (MethodInfo method in type.GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly))
            Try(method.Name, () => method.Invoke(null, null));
        foreach (string name in new[] { "Implements", "Extends", "Square", "ChildOfGone", "HoldsGone", "HoldsGoneValue" })
            Try(name, () => Activator.CreateInstance(assembly.GetType(name, true)!));
        Try("types", () => string.Join(",", assembly.GetTypes().Select(t => t.Name)));
        try
        {
            assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException e)
        {
            Console.WriteLine(string.Join(",", e.Types.Select(t => t?.Name ?? "-")) + " " + e.LoaderExceptions.Length);
            foreach (Exception? loader in e.LoaderExceptions)
                Console.WriteLine("  " + loader!.Message);
        }
    }

    static byte[] Save(PersistedAssemblyBuilder assembly)
    {
        var stream = new MemoryStream();
        assembly.Save(stream);
        return stream.ToArray();
    }

    static void Main()
    {
        PersistedAssemblyBuilder first = Library(true, out Dictionary<string, Type> types);
        byte[] library = Save(first);
        Assembly loaded = new AssemblyLoadContext("compile").LoadFromStream(new MemoryStream(library));
        byte[] user = Save(User(types.ToDictionary(pair => pair.Key, pair => loaded.GetType(pair.Value.FullName!)!)));
        RunWith("version 1", library, user);
        RunWith("version 2", Save(Library(false, out _)), user);
        RunWith("no library", null, user);
    }
}

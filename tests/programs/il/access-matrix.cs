// Accessibility, generated: assemblies made by System.Reflection.Emit in which each method makes one access. Targets: members of each
// skip: optimized 25,000 methods take minutes to optimise
// visibility in types of each visibility. Callers: the type itself, nested and enclosing types, derived and foreign ones, in the same
// assembly, in one that InternalsVisibleTo names, in one with IgnoresAccessChecksTo, and in others. A line stands for one caller and one
// target; with any argument, each access has its own line.
// skip: gcstress 25,000 methods of Reflection.Emit, minutes
// skip: verify the same
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using System.Text;

sealed class Context(Dictionary<string, byte[]> images) : AssemblyLoadContext("matrix")
{
    protected override Assembly? Load(AssemblyName name) => images.TryGetValue(name.Name!, out byte[]? image) ? LoadFromStream(new MemoryStream(image)) : null;
}

static class Program
{
    static readonly (string name, MethodAttributes method, FieldAttributes field)[] Visibilities =
    [
        ("public", MethodAttributes.Public, FieldAttributes.Public), ("assembly", MethodAttributes.Assembly, FieldAttributes.Assembly),
        ("family", MethodAttributes.Family, FieldAttributes.Family), ("famorassem", MethodAttributes.FamORAssem, FieldAttributes.FamORAssem),
        ("famandassem", MethodAttributes.FamANDAssem, FieldAttributes.FamANDAssem), ("private", MethodAttributes.Private, FieldAttributes.Private),
    ];
    static readonly (string name, TypeAttributes attributes)[] Nested =
    [
        ("NestedPublic", TypeAttributes.NestedPublic), ("NestedAssembly", TypeAttributes.NestedAssembly), ("NestedFamily", TypeAttributes.NestedFamily),
        ("NestedFamORAssem", TypeAttributes.NestedFamORAssem), ("NestedFamANDAssem", TypeAttributes.NestedFamANDAssem), ("NestedPrivate", TypeAttributes.NestedPrivate),
    ];

    static PersistedAssemblyBuilder NewAssembly(string name) => new(new AssemblyName(name), typeof(object).Assembly);

    static CustomAttributeBuilder Attribute(ConstructorInfo constructor, string text) => new(constructor, [text]);

    static readonly List<TypeBuilder> Types = [];

    static TypeBuilder Define(Func<TypeBuilder> define)
    {
        TypeBuilder type = define();
        Types.Add(type);
        return type;
    }

    static void Body(MethodBuilder method)
    {
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Ret);
    }

    static ConstructorBuilder EmptyConstructor(TypeBuilder type, MethodAttributes visibility, params Type[] parameters)
    {
        ConstructorBuilder constructor = type.DefineConstructor(visibility, CallingConventions.Standard, parameters);
        ILGenerator il = constructor.GetILGenerator();
        il.Emit(OpCodes.Ret);
        return constructor;
    }

    // What can be accessed in a type.
    sealed class Target(string name, TypeBuilder type)
    {
        public readonly string Name = name;
        public readonly TypeBuilder Type = type;
        public readonly List<(string name, MemberInfo member)> Members = [];
    }

    static readonly Type[] ConstructorParameters = [typeof(int), typeof(long), typeof(string), typeof(object), typeof(float), typeof(double)];

    static Target Fill(string name, TypeBuilder type, bool isStruct = false)
    {
        var target = new Target(name, type);
        for (int i = 0; i < Visibilities.Length; i++)
        {
            var (text, method, field) = Visibilities[i];
            MethodBuilder made = type.DefineMethod("Static_" + text, method | MethodAttributes.Static, typeof(int), Type.EmptyTypes);
            Body(made);
            target.Members.Add(("static", made));
            made = type.DefineMethod("Instance_" + text, method, typeof(int), Type.EmptyTypes);
            Body(made);
            target.Members.Add(("instance", made));
            target.Members.Add(("static field", type.DefineField("StaticField_" + text, typeof(int), field | FieldAttributes.Static)));
            target.Members.Add(("field", type.DefineField("Field_" + text, typeof(int), field)));
            if (isStruct)
                continue;
            made = type.DefineMethod("Virtual_" + text, method | MethodAttributes.Virtual | MethodAttributes.NewSlot, typeof(int), Type.EmptyTypes);
            Body(made);
            target.Members.Add(("virtual", made));
            made = type.DefineMethod("Generic_" + text, method | MethodAttributes.Static, typeof(int), Type.EmptyTypes);
            made.DefineGenericParameters("T");
            Body(made);
            target.Members.Add(("generic", made));
            target.Members.Add(("constructor", EmptyConstructor(type, method, ConstructorParameters[i])));
        }
        return target;
    }

    // --- Callers

    static int serial;
    static readonly List<(string group, string title, TypeBuilder type, string method)> Cases = [];
    static string group = "";

    static void Case(string title, TypeBuilder caller, Action<ILGenerator> access)
    {
        string name = "M" + serial++;
        ILGenerator il = caller.DefineMethod(name, MethodAttributes.Public | MethodAttributes.Static, typeof(void), Type.EmptyTypes).GetILGenerator();
        access(il);
        il.Emit(OpCodes.Ret);
        Cases.Add((group, title, caller, name));
    }

    static void MemberCases(string who, TypeBuilder caller, Target target)
    {
        group = $"{who}: members of {target.Name}";
        foreach (var (kind, member) in target.Members)
        {
            string title = $"{who}: {target.Name}.{(member is ConstructorInfo ? ".ctor" : member.Name)}";
            switch (kind)
            {
                case "static":
                    Case("call " + title, caller, il => { il.Emit(OpCodes.Call, (MethodInfo)member); il.Emit(OpCodes.Pop); });
                    Case("ldftn " + title, caller, il => { il.Emit(OpCodes.Ldftn, (MethodInfo)member); il.Emit(OpCodes.Pop); });
                    Case("ldtoken " + title, caller, il => { il.Emit(OpCodes.Ldtoken, (MethodInfo)member); il.Emit(OpCodes.Pop); });
                    break;
                case "generic":
                    MethodInfo closed = ((MethodInfo)member).MakeGenericMethod(typeof(int));
                    Case("call " + title, caller, il => { il.Emit(OpCodes.Call, closed); il.Emit(OpCodes.Pop); });
                    break;
                case "instance":
                case "virtual":
                    Case("call " + title, caller, il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Call, (MethodInfo)member); il.Emit(OpCodes.Pop); });
                    Case("callvirt " + title, caller, il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Callvirt, (MethodInfo)member); il.Emit(OpCodes.Pop); });
                    Case("ldvirtftn " + title, caller, il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldvirtftn, (MethodInfo)member); il.Emit(OpCodes.Pop); });
                    Case("ldftn " + title, caller, il => { il.Emit(OpCodes.Ldftn, (MethodInfo)member); il.Emit(OpCodes.Pop); });
                    break;
                case "static field":
                    Case("ldsfld " + title, caller, il => { il.Emit(OpCodes.Ldsfld, (FieldInfo)member); il.Emit(OpCodes.Pop); });
                    Case("ldsflda " + title, caller, il => { il.Emit(OpCodes.Ldsflda, (FieldInfo)member); il.Emit(OpCodes.Pop); });
                    Case("stsfld " + title, caller, il => { il.Emit(OpCodes.Ldc_I4_3); il.Emit(OpCodes.Stsfld, (FieldInfo)member); });
                    break;
                case "field":
                    Case("ldfld " + title, caller, il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldfld, (FieldInfo)member); il.Emit(OpCodes.Pop); });
                    Case("ldflda " + title, caller, il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldflda, (FieldInfo)member); il.Emit(OpCodes.Pop); });
                    Case("stfld " + title, caller, il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldc_I4_3); il.Emit(OpCodes.Stfld, (FieldInfo)member); });
                    Case("ldtoken " + title, caller, il => { il.Emit(OpCodes.Ldtoken, (FieldInfo)member); il.Emit(OpCodes.Pop); });
                    break;
                case "constructor":
                    var constructor = (ConstructorInfo)member;
                    Action<ILGenerator> argument = il =>
                    {
                        switch (Array.IndexOf(Visibilities.Select(v => v.method).ToArray(), constructor.Attributes & MethodAttributes.MemberAccessMask))
                        {
                            case 0: il.Emit(OpCodes.Ldc_I4_0); break;
                            case 1: il.Emit(OpCodes.Ldc_I8, 0L); break;
                            case 4: il.Emit(OpCodes.Ldc_R4, 0f); break;
                            case 5: il.Emit(OpCodes.Ldc_R8, 0.0); break;
                            default: il.Emit(OpCodes.Ldnull); break;
                        }
                    };
                    string which = title + " " + Visibilities.First(v => v.method == (constructor.Attributes & MethodAttributes.MemberAccessMask)).name;
                    Case("newobj " + which, caller, il => { argument(il); il.Emit(OpCodes.Newobj, constructor); il.Emit(OpCodes.Pop); });
                    Case("call " + which, caller, il => { il.Emit(OpCodes.Ldnull); argument(il); il.Emit(OpCodes.Call, constructor); });
                    break;
            }
        }
    }

    static MethodInfo genericUse = null!;
    static Type genericType = null!;
    static ConstructorInfo genericConstructor = null!;
    static FieldInfo genericField = null!;
    static MethodInfo genericInstance = null!;

    static void TypeCases(string who, TypeBuilder caller, string targetName, Type target, bool isStruct)
    {
        string title = $"{who}: {targetName}";
        group = title;
        Case("castclass " + title, caller, il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Castclass, target); il.Emit(OpCodes.Pop); });
        Case("isinst " + title, caller, il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Isinst, target); il.Emit(OpCodes.Pop); });
        Case("castclass array of " + title, caller, il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Castclass, target.MakeArrayType()); il.Emit(OpCodes.Pop); });
        Case("newarr " + title, caller, il => { il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Newarr, target); il.Emit(OpCodes.Pop); });
        Case("newarr of arrays of " + title, caller, il => { il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Newarr, target.MakeArrayType()); il.Emit(OpCodes.Pop); });
        Case("ldelema " + title, caller, il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ldelema, target); il.Emit(OpCodes.Pop); });
        Case("ldelem " + title, caller, il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ldelem, target); il.Emit(OpCodes.Pop); });
        Case("ldtoken " + title, caller, il => { il.Emit(OpCodes.Ldtoken, target); il.Emit(OpCodes.Pop); });
        Case("sizeof " + title, caller, il => { il.Emit(OpCodes.Sizeof, target); il.Emit(OpCodes.Pop); });
        Case("unbox.any " + title, caller, il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Unbox_Any, target); il.Emit(OpCodes.Pop); });
        Case("local, initobj, ldobj, stobj of " + title, caller, il =>
        {
            LocalBuilder local = il.DeclareLocal(target);
            il.Emit(OpCodes.Ldloca, local);
            il.Emit(OpCodes.Initobj, target);
            il.Emit(OpCodes.Ldloca, local);
            il.Emit(OpCodes.Ldloca, local);
            il.Emit(OpCodes.Ldobj, target);
            il.Emit(OpCodes.Stobj, target);
        });
        Case("box " + title, caller, il => { il.Emit(OpCodes.Ldloc, il.DeclareLocal(target)); il.Emit(OpCodes.Box, target); il.Emit(OpCodes.Pop); });
        Case("mkrefany, refanyval " + title, caller, il => { il.Emit(OpCodes.Ldloca, il.DeclareLocal(target)); il.Emit(OpCodes.Mkrefany, target); il.Emit(OpCodes.Refanyval, target); il.Emit(OpCodes.Pop); });
        if (isStruct)
            Case("unbox " + title, caller, il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Unbox, target); il.Emit(OpCodes.Pop); });
        Case("call with the argument " + title, caller, il => { il.Emit(OpCodes.Call, genericUse.MakeGenericMethod(target)); il.Emit(OpCodes.Pop); });
        Case("call with an argument array of " + title, caller, il => { il.Emit(OpCodes.Call, genericUse.MakeGenericMethod(target.MakeArrayType())); il.Emit(OpCodes.Pop); });
        Type instance = genericType.MakeGenericType(target);
        Case("newobj of generic with " + title, caller, il => { il.Emit(OpCodes.Newobj, TypeBuilder.GetConstructor(instance, genericConstructor)); il.Emit(OpCodes.Pop); });
        Case("ldsfld of generic with " + title, caller, il => { il.Emit(OpCodes.Ldsfld, TypeBuilder.GetField(instance, genericField)); il.Emit(OpCodes.Pop); });
        Case("callvirt on generic with " + title, caller, il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Callvirt, TypeBuilder.GetMethod(instance, genericInstance)); il.Emit(OpCodes.Pop); });
        Case("castclass to generic with " + title, caller, il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Castclass, instance); il.Emit(OpCodes.Pop); });
        Case("ldtoken of generic with " + title, caller, il => { il.Emit(OpCodes.Ldtoken, instance); il.Emit(OpCodes.Pop); });
        Case("catch of " + title, caller, il =>
        {
            il.BeginExceptionBlock();
            il.BeginCatchBlock(target);
            il.Emit(OpCodes.Pop);
            il.EndExceptionBlock();
        });
        Type matrix = target.MakeArrayType(2);
        Case("array methods of " + title, caller, il =>
        {
            il.Emit(OpCodes.Ldc_I4_1);
            il.Emit(OpCodes.Ldc_I4_1);
            il.Emit(OpCodes.Newobj, ArrayMember(caller, matrix, ".ctor", null, typeof(int), typeof(int)));
            il.Emit(OpCodes.Ldc_I4_0);
            il.Emit(OpCodes.Ldc_I4_0);
            il.Emit(OpCodes.Call, ArrayMember(caller, matrix, "Get", target, typeof(int), typeof(int)));
            il.Emit(OpCodes.Pop);
        });
    }

    static MethodInfo ArrayMember(TypeBuilder caller, Type array, string name, Type? result, params Type[] parameters) =>
        ((ModuleBuilder)caller.Module).GetArrayMethod(array, name, CallingConventions.HasThis, result ?? typeof(void), parameters);

    static void Main(string[] arguments)
    {
        PersistedAssemblyBuilder library = NewAssembly("Library"), friend = NewAssembly("Friend"), ignoring = NewAssembly("Ignoring"), other = NewAssembly("Other");
        library.SetCustomAttribute(Attribute(typeof(InternalsVisibleToAttribute).GetConstructor([typeof(string)])!, "Friend"));
        ModuleBuilder module = library.DefineDynamicModule("Library");

        // Targets: a public class, an internal one, one of each visibility nested in a public class, and structs.
        TypeBuilder open = Define(() => module.DefineType("Target", TypeAttributes.Public));
        ConstructorBuilder openConstructor = EmptyConstructor(open, MethodAttributes.Public);
        TypeBuilder hidden = Define(() => module.DefineType("Internal", TypeAttributes.NotPublic));
        ConstructorBuilder hiddenConstructor = EmptyConstructor(hidden, MethodAttributes.Public);
        TypeBuilder openStruct = Define(() => module.DefineType("Struct", TypeAttributes.Public | TypeAttributes.Sealed | TypeAttributes.SequentialLayout, typeof(ValueType)));
        TypeBuilder hiddenStruct = Define(() => module.DefineType("InternalStruct", TypeAttributes.NotPublic | TypeAttributes.Sealed | TypeAttributes.SequentialLayout, typeof(ValueType)));
        TypeBuilder generic = Define(() => module.DefineType("Generic", TypeAttributes.Public));
        generic.DefineGenericParameters("T");
        genericConstructor = EmptyConstructor(generic, MethodAttributes.Public);
        genericField = generic.DefineField("Value", typeof(int), FieldAttributes.Public | FieldAttributes.Static);
        genericInstance = generic.DefineMethod("Instance", MethodAttributes.Public, typeof(int), Type.EmptyTypes);
        Body((MethodBuilder)genericInstance);
        genericType = generic;
        genericUse = DefineGenericUse(module);
        var targets = new List<Target> { Fill("Target", open), Fill("Internal", hidden), Fill("Struct", openStruct, true) };
        var nested = new List<Target>();
        foreach (var (name, attributes) in Nested)
        {
            TypeBuilder type = Define(() => open.DefineNestedType(name, attributes));
            nested.Add(Fill(name, type));
        }
        TypeBuilder deep = Define(() => nested[2].Type.DefineNestedType("Deep", TypeAttributes.NestedPublic));
        nested.Add(Fill("NestedFamily.Deep", deep));

        // Callers.
        var callers = new List<(string who, TypeBuilder type)>();
        callers.Add(("itself", open));
        callers.Add(("nested", Define(() => open.DefineNestedType("NestedCaller", TypeAttributes.NestedPublic))));
        callers.Add(("nested twice", Define(() => callers[1].type.DefineNestedType("Inner", TypeAttributes.NestedPublic))));
        callers.Add(("a sibling", nested[0].Type));
        callers.Add(("derived", Define(() => module.DefineType("Derived", TypeAttributes.Public, open))));
        EmptyConstructor(callers[^1].type, MethodAttributes.Public);
        callers.Add(("derived from the internal one", Define(() => module.DefineType("DerivedInternal", TypeAttributes.Public, hidden))));
        EmptyConstructor(callers[^1].type, MethodAttributes.Public);
        callers.Add(("nested in derived", Define(() => callers[4].type.DefineNestedType("NestedInDerived", TypeAttributes.NestedPublic))));
        callers.Add(("foreign", Define(() => module.DefineType("Foreign", TypeAttributes.Public))));
        PersistedAssemblyBuilder declaring = NewAssembly("Attributes");
        ConstructorBuilder constructor = DefineAttribute(declaring.DefineDynamicModule("Attributes"));
        foreach (PersistedAssemblyBuilder assembly in (PersistedAssemblyBuilder[])[friend, ignoring, other])
        {
            string name = assembly.GetName().Name!;
            ModuleBuilder outside = assembly.DefineDynamicModule(name);
            if (assembly == ignoring)
                assembly.SetCustomAttribute(Attribute(constructor, "Library"));
            callers.Add((name + " derived", Define(() => outside.DefineType(name + "Derived", TypeAttributes.Public, open))));
            callers.Add((name + " nested in derived", Define(() => callers[^1].type.DefineNestedType("Nested", TypeAttributes.NestedPublic))));
            callers.Add((name + " foreign", Define(() => outside.DefineType(name + "Foreign", TypeAttributes.Public))));
        }

        foreach (var (who, type) in callers)
        {
            foreach (Target target in targets.Concat(nested))
                MemberCases(who, type, target);
            foreach (Target target in targets.Concat(nested))
                TypeCases(who, type, target.Name, target.Type, target.Name == "Struct");
            TypeCases(who, type, "InternalStruct", hiddenStruct, true);
        }
        foreach (TypeBuilder type in Types)
            type.CreateType();

        var images = new Dictionary<string, byte[]>();
        foreach (PersistedAssemblyBuilder assembly in (PersistedAssemblyBuilder[])[library, declaring, friend, ignoring, other])
        {
            var stream = new MemoryStream();
            assembly.Save(stream);
            images[assembly.GetName().Name!] = stream.ToArray();
        }
        var context = new Context(images);
        var counts = new SortedDictionary<string, int>(StringComparer.Ordinal);
        foreach (var cases in Cases.GroupBy(c => c.group))
        {
            var output = new StringBuilder();
            foreach (var (_, title, type, method) in cases)
            {
                Type loaded = context.LoadFromAssemblyName(type.Assembly.GetName()).GetType(type.FullName!, true)!;
                string result = Run(loaded.GetMethod(method)!);
                output.Append($"{title}: {result}\n");
                string kind = result.Split(':')[0];
                counts[kind] = counts.GetValueOrDefault(kind) + 1;
            }
            Console.Write(arguments.Length != 0 ? output.ToString() : $"{cases.Key}: {Digest(output):x16}\n");
        }
        Console.WriteLine($"{Cases.Count} accesses: {string.Join(", ", counts.Select(c => $"{c.Value} {c.Key}"))}");
    }

    static ConstructorBuilder DefineAttribute(ModuleBuilder module)
    {
        TypeBuilder attribute = Define(() => module.DefineType("System.Runtime.CompilerServices.IgnoresAccessChecksToAttribute", TypeAttributes.Public, typeof(Attribute)));
        ConstructorBuilder constructor = attribute.DefineConstructor(MethodAttributes.Public, CallingConventions.Standard, [typeof(string)]);
        ILGenerator il = constructor.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, typeof(Attribute).GetConstructor(BindingFlags.NonPublic | BindingFlags.Instance, [])!);
        il.Emit(OpCodes.Ret);
        return constructor;
    }

    static MethodInfo DefineGenericUse(ModuleBuilder module)
    {
        TypeBuilder type = Define(() => module.DefineType("Uses", TypeAttributes.Public));
        MethodBuilder method = type.DefineMethod("Use", MethodAttributes.Public | MethodAttributes.Static, typeof(int), Type.EmptyTypes);
        method.DefineGenericParameters("T");
        Body(method);
        return method;
    }

    static ulong Digest(StringBuilder text)
    {
        ulong digest = 14695981039346656037;
        foreach (ReadOnlyMemory<char> chunk in text.GetChunks())
            foreach (char c in chunk.Span)
                digest = (digest ^ c) * 1099511628211;
        return digest;
    }

    static string Run(MethodInfo method)
    {
        try
        {
            method.CreateDelegate<Action>()();
            return "done";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name}: {e.Message.Replace(method.Name + "()", "M()")}";
        }
    }
}

// Prints how CoreCLR itself lays out the types of the assemblies named on the command line (names or paths), for src/types/complete_test.cpp:
//
//   A assembly / T token base-size interfaces size-or-0 flags / F token offset-from-the-first-field-byte
//   I index name              an interface of the type, in the order of Type.GetInterfaces()
//   M declared target owner   tokens of one of its methods and of what implements it (0: nothing), and the type that declares that
//   V token owner             one of the virtual methods that an instance has, after overriding
//
// It reads CoreCLR's MethodTable and FieldDesc records, so it runs on CoreCLR 10 only.
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

unsafe static class LayoutDump
{
    const BindingFlags Declared =
        BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    static void Main(string[] names)
    {
        using var output = new StreamWriter(Console.OpenStandardOutput());
        foreach (string name in names)
        {
            Assembly assembly = name.EndsWith(".dll")
                ? new AssemblyLoadContext(null).LoadFromAssemblyPath(name)
                : Assembly.Load(name);
            output.WriteLine("A " + name);
            foreach (Type? type in TypesOf(assembly))
            {
                if (type == null) continue;
                byte* table = (byte*)type.TypeHandle.Value;
                uint baseSize = *(uint*)(table + 4);
                int interfaces = *(ushort*)(table + 14);
                output.WriteLine($"T {type.MetadataToken:x8} {baseSize} {interfaces} {SizeOf(type)} {*(uint*)table:x8}");
                foreach (FieldInfo field in type.GetFields(Declared))
                {
                    uint word = *(uint*)(field.FieldHandle.Value + 12);
                    output.WriteLine($"F {field.MetadataToken:x8} {word & 0x7ffffff}");
                }
                if (!type.IsInterface && !type.ContainsGenericParameters && !type.IsByRefLike) DumpInterfaces(output, type);
            }
        }
    }

    static void DumpInterfaces(StreamWriter output, Type type)
    {
        foreach (MethodInfo method in type.GetMethods(Declared & ~BindingFlags.DeclaredOnly))
        {
            if (method.IsVirtual) output.WriteLine($"V {method.MetadataToken:x8} {method.DeclaringType}");
        }
        Type[] interfaces = type.GetInterfaces();
        for (int i = 0; i < interfaces.Length; i++)
        {
            output.WriteLine($"I {i} {interfaces[i]}");
            InterfaceMapping mapping = type.GetInterfaceMap(interfaces[i]);
            for (int j = 0; j < mapping.InterfaceMethods.Length; j++)
            {
                MethodInfo? target = mapping.TargetMethods[j];
                output.WriteLine($"M {mapping.InterfaceMethods[j].MetadataToken:x8} {target?.MetadataToken ?? 0:x8} {target?.DeclaringType}");
            }
        }
    }

    static Type?[] TypesOf(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException partial)
        {
            return partial.Types;
        }
    }

    static int SizeOf(Type type)
    {
        if (!type.IsValueType || type.ContainsGenericParameters || type == typeof(void)) return 0;
        MethodInfo method = typeof(LayoutDump).GetMethod(nameof(Size), BindingFlags.Static | BindingFlags.NonPublic)!;
        try
        {
            return (int)method.MakeGenericMethod(type).Invoke(null, null)!;
        }
        catch (BadImageFormatException)  // types that cannot be type arguments
        {
            return 0;
        }
    }

    static int Size<T>() where T : allows ref struct => Unsafe.SizeOf<T>();
}

// Prints how CoreCLR itself lays out the types of the assemblies named on the command line (names or paths), for src/types/complete_test.cpp:
//
//   A assembly / T token base-size interfaces size-or-0 / F token offset-from-the-first-field-byte
//
// It reads CoreCLR's MethodTable and FieldDesc records, so it runs on CoreCLR 10 only.
using System.Reflection;
using System.Runtime.CompilerServices;

unsafe static class LayoutDump
{
    const BindingFlags Declared =
        BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    static void Main(string[] names)
    {
        using var output = new StreamWriter(Console.OpenStandardOutput());
        foreach (string name in names)
        {
            Assembly assembly = name.EndsWith(".dll") ? Assembly.LoadFrom(name) : Assembly.Load(name);
            output.WriteLine("A " + name);
            foreach (Type? type in TypesOf(assembly))
            {
                if (type == null) continue;
                byte* table = (byte*)type.TypeHandle.Value;
                uint baseSize = *(uint*)(table + 4);
                int interfaces = *(ushort*)(table + 14);
                output.WriteLine($"T {type.MetadataToken:x8} {baseSize} {interfaces} {SizeOf(type)}");
                foreach (FieldInfo field in type.GetFields(Declared))
                {
                    uint word = *(uint*)(field.FieldHandle.Value + 12);
                    output.WriteLine($"F {field.MetadataToken:x8} {word & 0x7ffffff}");
                }
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

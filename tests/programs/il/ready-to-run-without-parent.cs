// Images that say they are compiled ahead of time are no better than others: a class without a parent, and one that derives from it.
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Runtime.Loader;

static class Program
{
    const int ExtendsColumn = 8; // behind the flags, and the name and namespace in a small heap of strings

    /// A library of the framework in which class 2 extends nothing, and class 3 extends class 2, which is no longer sealed.
    static byte[] Damaged()
    {
        byte[] image = File.ReadAllBytes(Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "System.Runtime.CompilerServices.VisualC.dll"));
        using var headers = new PEReader(new MemoryStream(image));
        MetadataReader metadata = headers.GetMetadataReader();
        int table = headers.PEHeaders.MetadataStartOffset + metadata.GetTableMetadataOffset(TableIndex.TypeDef), row = metadata.GetTableRowSize(TableIndex.TypeDef);
        image[table + row + 1] &= 0xFE; // not sealed
        BitConverter.TryWriteBytes(image.AsSpan(table + row + ExtendsColumn), (ushort)0);
        BitConverter.TryWriteBytes(image.AsSpan(table + 2 * row + ExtendsColumn), (ushort)(2 << 2));
        return image;
    }

    static void Show(string what, Func<object?> work)
    {
        try
        {
            Console.WriteLine($"{what}: {work()}");
        }
        catch (Exception problem)
        {
            Console.WriteLine($"{what}: {problem.GetType().Name}: {problem.Message}");
        }
    }

    static void Main()
    {
        Assembly assembly = new AssemblyLoadContext("damaged").LoadFromStream(new MemoryStream(Damaged()));
        foreach (int rid in new[] { 2, 3, 4 })
            Show($"class {rid}", () => assembly.ManifestModule.ResolveType(0x02000000 | rid).BaseType);
        foreach (int rid in new[] { 2, 3, 4 })
            Show($"an object of class {rid}", () => Activator.CreateInstance(assembly.ManifestModule.ResolveType(0x02000000 | rid), true));
    }
}

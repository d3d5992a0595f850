// Static data in an assembly's file: writable where the file's section says so, and private to each loaded copy.
using System.Buffers.Binary;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Runtime.Loader;

static unsafe class Program
{
    static ReadOnlySpan<byte> Data => [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18];
    public static string Write()
    {
        fixed (byte* p = Data) { for (int i = 0; i < 18; i++) p[i] += 10; }
        int sum = 0;
        foreach (byte b in Data) sum += b;
        return sum.ToString();
    }
    // This assembly with its static data in a section of its own, as ilasm and C++ lay it out.
    static byte[] WithDataSection()
    {
        byte[] file = File.ReadAllBytes(typeof(Program).Assembly.Location);
        using var pe = new PEReader(new MemoryStream(file));
        MetadataReader reader = pe.GetMetadataReader();
        int size = 0x200, rva = 0;
        var headers = pe.PEHeaders;
        foreach (SectionHeader s in headers.SectionHeaders) rva = Math.Max(rva, s.VirtualAddress + s.VirtualSize);
        rva = (rva + 0x1fff) & ~0x1fff;
        byte[] data = new byte[size];
        int at = 0;
        int table = headers.MetadataStartOffset + reader.GetTableMetadataOffset(TableIndex.FieldRva);
        for (int i = 0; i < reader.GetTableRowCount(TableIndex.FieldRva); i++)
        {
            Span<byte> cell = file.AsSpan(table + i * reader.GetTableRowSize(TableIndex.FieldRva), 4);
            pe.GetSectionData(BinaryPrimitives.ReadInt32LittleEndian(cell)).GetContent(0, 18).CopyTo(data, at);
            BinaryPrimitives.WriteInt32LittleEndian(cell, rva + at);
            at += 32;
        }
        int fileHeader = BinaryPrimitives.ReadInt32LittleEndian(file.AsSpan(0x3c));
        int sections = headers.SectionHeaders.Length;
        BinaryPrimitives.WriteInt16LittleEndian(file.AsSpan(fileHeader + 6), (short)(sections + 1));
        BinaryPrimitives.WriteInt32LittleEndian(file.AsSpan(fileHeader + 24 + 56), rva + 0x2000);  // SizeOfImage
        Span<byte> section = file.AsSpan(fileHeader + 24 + headers.CoffHeader.SizeOfOptionalHeader + sections * 40, 40);
        ".sdata"u8.CopyTo(section);
        int[] words = [size, rva, size, file.Length, 0, 0, 0, unchecked((int)0xc0000040)];
        for (int i = 0; i < words.Length; i++) BinaryPrimitives.WriteInt32LittleEndian(section[(8 + 4 * i)..], words[i]);
        return [.. file, .. data];
    }
    static void Main(string[] args)
    {
        byte[] file = WithDataSection();
        string path = Path.Combine(Path.GetTempPath(), Guid.NewGuid() + ".dll");
        File.WriteAllBytes(path, file);
        Show("from a stream", new AssemblyLoadContext("a").LoadFromStream(new MemoryStream(file)));
        Show("from bytes", Assembly.Load(file));
        Show("from bytes again", Assembly.Load(file));
        Show("from a path", new AssemblyLoadContext("b").LoadFromAssemblyPath(path));
        Console.WriteLine(File.ReadAllBytes(path).AsSpan().SequenceEqual(file));
        File.Delete(path);
    }
    static void Show(string how, Assembly assembly)
    {
        MethodInfo write = assembly.GetType("Program")!.GetMethod("Write")!;
        Console.WriteLine(how + " " + write.Invoke(null, null) + " " + write.Invoke(null, null));
    }
}

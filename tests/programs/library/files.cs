using System.Text;

string folder = Directory.CreateTempSubdirectory("files").FullName;
string path = Path.Combine(folder, "a.txt");
File.WriteAllText(path, "line one\nline two\nümläut\n");
Console.WriteLine(File.ReadAllLines(path).Length + " " + new FileInfo(path).Length + " " + File.ReadAllText(path).Length);
File.AppendAllLines(path, new[] { "appended" });
Console.WriteLine(File.ReadLines(path).Last());
using (var stream = new FileStream(path, FileMode.Open, FileAccess.ReadWrite))
{
    stream.Seek(5, SeekOrigin.Begin);
    stream.Write("ONE"u8);
    stream.Position = 0;
    using var reader = new StreamReader(stream, leaveOpen: true);
    Console.WriteLine(reader.ReadLine() + stream.Length);
}
using (var writer = new BinaryWriter(File.Create(Path.Combine(folder, "b.bin"))))
{
    writer.Write(42);
    writer.Write(1.5);
    writer.Write("text");
    writer.Write7BitEncodedInt(300);
}
using (var reader = new BinaryReader(File.OpenRead(Path.Combine(folder, "b.bin"))))
    Console.WriteLine(reader.ReadInt32() + reader.ReadDouble() + reader.ReadString() + reader.Read7BitEncodedInt());
await File.WriteAllTextAsync(Path.Combine(folder, "c.txt"), new string('x', 100_000));
Console.WriteLine((await File.ReadAllTextAsync(Path.Combine(folder, "c.txt"))).Length);
await using (var async = new FileStream(Path.Combine(folder, "d.bin"), FileMode.Create, FileAccess.ReadWrite, FileShare.None, 4096, FileOptions.Asynchronous))
{
    for (int i = 0; i < 10; i++)
        await async.WriteAsync(BitConverter.GetBytes(i));
    async.Position = 8;
    byte[] buffer = new byte[4];
    await async.ReadExactlyAsync(buffer);
    Console.WriteLine(BitConverter.ToInt32(buffer));
}
Directory.CreateDirectory(Path.Combine(folder, "sub", "deep"));
File.Copy(path, Path.Combine(folder, "sub", "copy.txt"));
File.Move(path, Path.Combine(folder, "sub", "deep", "moved.txt"));
Console.WriteLine(string.Join(",", Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories).Select(f => Path.GetRelativePath(folder, f)).Order(StringComparer.Ordinal)));
Console.WriteLine(File.Exists(path) + " " + Directory.Exists(folder));
try
{
    File.ReadAllText(path);
}
catch (FileNotFoundException e)
{
    Console.WriteLine(e.Message.Replace(folder, "FOLDER"));
}
try
{
    File.Open(Path.Combine(folder, "none", "x"), FileMode.Open);
}
catch (DirectoryNotFoundException e)
{
    Console.WriteLine(e.GetType().Name);
}
File.Delete(Path.Combine(folder, "b.bin"));
Directory.Delete(folder, true);
Console.WriteLine(Directory.Exists(folder));
Console.WriteLine(Path.GetExtension("a/b.tar.gz") + Path.GetFileNameWithoutExtension("a/b.c") + Path.Combine("a", "/b") + Path.GetDirectoryName("/x/y/z") + Path.ChangeExtension("f.txt", "md") + Path.Join("a", "b") + Path.GetFullPath("/a/../b/./c"));

// rows: N7b-020 N7b-178
// What the class libraries made of it: native calls that need no marshalling at run time, and regular expressions that were compiled with them.
using System.Data.Common;
using System.IO.MemoryMappedFiles;
using System.Net.Sockets;
using System.Reflection;
using System.Security.Cryptography;
using System.Xml;

static class Program
{
    const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    static void Main()
    {
        foreach (Type type in (Type[])[typeof(object), typeof(Console), typeof(Socket), typeof(SHA256), typeof(MemoryMappedFile), typeof(System.Diagnostics.Process), typeof(System.IO.Pipes.PipeStream)])
        {
            MethodInfo[] native = [.. type.Assembly.GetTypes().SelectMany(declaring => declaring.GetMethods(All)).Where(method => (method.Attributes & MethodAttributes.PinvokeImpl) != 0)];
            int marshalled = native.Count(method => method.GetParameters().Select(parameter => parameter.ParameterType).Append(method.ReturnType).Any(NeedsMarshalling));
            bool off = type.Assembly.GetCustomAttributesData().Any(attribute => attribute.AttributeType.Name == "DisableRuntimeMarshallingAttribute");
            Console.WriteLine($"{type.Assembly.GetName().Name}: {native.Length} native functions, {marshalled} with marshalling, turned off {off}");
        }
        string file = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        File.WriteAllText(file, "text");
        Console.WriteLine($"{new FileInfo(file).Length} {File.Exists(file)} {Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(file)))}");
        File.Delete(file);
        Console.WriteLine(File.Exists(file));
        try
        {
            File.OpenRead(Path.Combine(Path.GetTempPath(), "absent", "file"));
        }
        catch (DirectoryNotFoundException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        Expressions();
    }

    static bool NeedsMarshalling(Type type) => !type.IsFunctionPointer && !type.IsPointer && !type.IsByRef && (!type.IsValueType || type == typeof(bool));

    static void Expressions()
    {
        var builder = new DbConnectionStringBuilder();
        builder["Data Source"] = "here; there";
        builder["Pass=word"] = "a'b\"c";
        builder["Empty"] = "";
        Console.WriteLine(builder.ConnectionString);
        var read = new DbConnectionStringBuilder { ConnectionString = builder.ConnectionString };
        Console.WriteLine($"{read["data source"]} {read["PASS=WORD"]}");
        foreach (string name in (string[])["a b", "_x0020_", "ok", "1st", "a_x00e9_", ""])
            Console.Write($"{XmlConvert.EncodeName(name)} {XmlConvert.EncodeLocalName(name)} {XmlConvert.DecodeName(name)}; ");
        Console.WriteLine();
        Type[] generated = [.. typeof(DbConnectionStringBuilder).Assembly.GetTypes().Where(type => type.Namespace == "System.Text.RegularExpressions.Generated")];
        Console.WriteLine(generated.Count(type => type.BaseType == typeof(System.Text.RegularExpressions.Regex)));
    }
}

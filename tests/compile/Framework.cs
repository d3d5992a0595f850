// What programs of the tests and benchmarks are compiled against.
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

static class Framework
{
    public const string GlobalSource = """
        global using global::System;
        global using global::System.Collections.Generic;
        global using global::System.IO;
        global using global::System.Linq;
        global using global::System.Threading;
        global using global::System.Threading.Tasks;
        [assembly: global::System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v10.0", FrameworkDisplayName = ".NET 10.0")]
        """;

    public static ImmutableArray<MetadataReference> References()
    {
        string framework = Path.GetDirectoryName(typeof(object).Assembly.Location)!;
        string root = Path.GetFullPath(Path.Combine(framework, "..", "..", ".."));
        string pack = Path.Combine(root, "packs", "Microsoft.NETCore.App.Ref");
        string? folder = Directory.Exists(pack)
            ? Directory.GetDirectories(pack).Select(version => Path.Combine(version, "ref", "net10.0")).FirstOrDefault(Directory.Exists)
            : null;
        return Directory.GetFiles(folder ?? framework, "*.dll")
            .Where(IsManaged).Select(path => (MetadataReference)MetadataReference.CreateFromFile(path)).ToImmutableArray();
    }

    static bool IsManaged(string path)
    {
        using var reader = new System.Reflection.PortableExecutable.PEReader(File.OpenRead(path));
        return reader.HasMetadata;
    }
}

// What programs of the tests and benchmarks are compiled against.
using System.Collections.Immutable;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

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
        return Directory.GetFiles(InPack("ref", "net10.0") ?? Installed, "*.dll")
            .Where(IsManaged).Select(path => (MetadataReference)MetadataReference.CreateFromFile(path)).ToImmutableArray();
    }

    /// The source generators that the SDK gives every program: JSON, regular expressions, P/Invokes. They come with the reference pack.
    public static ImmutableArray<ISourceGenerator> Generators()
    {
        string folder = InPack("analyzers", "dotnet", "cs") ?? throw new DirectoryNotFoundException("the reference pack with its source generators is not installed");
        return Directory.GetFiles(folder, "*.dll")
            .SelectMany(path => new AnalyzerFileReference(path, Loader.Instance).GetGenerators(LanguageNames.CSharp)).ToImmutableArray();
    }

    static string Installed => Path.GetDirectoryName(typeof(object).Assembly.Location)!;

    /// A folder of the reference pack, if there is one.
    static string? InPack(params string[] folder)
    {
        string root = Path.GetFullPath(Path.Combine(Installed, "..", "..", ".."));
        string pack = Path.Combine(root, "packs", "Microsoft.NETCore.App.Ref");
        return Directory.Exists(pack)
            ? Directory.GetDirectories(pack).Select(version => Path.Combine([version, .. folder])).FirstOrDefault(Directory.Exists)
            : null;
    }

    sealed class Loader : IAnalyzerAssemblyLoader
    {
        public static readonly Loader Instance = new();

        public void AddDependencyLocation(string path)
        {
        }

        public Assembly LoadFromPath(string path) => Assembly.LoadFrom(path);
    }

    static bool IsManaged(string path)
    {
        using var reader = new System.Reflection.PortableExecutable.PEReader(File.OpenRead(path));
        return reader.HasMetadata;
    }
}

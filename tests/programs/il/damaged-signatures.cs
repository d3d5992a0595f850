// Signatures that end too early, locals that are no types, tokens that name nothing: where each is told, and by which exception.
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

/// An assembly with <Module>, an interface I with a method of the given signature, and a class C : I with methods of any signatures and bodies.
sealed class Writer
{
    readonly MetadataBuilder metadata = new();
    readonly BlobBuilder il = new();
    readonly MethodBodyStreamEncoder bodies;
    readonly TypeReferenceHandle objectType, hidden;
    readonly List<(string Name, MethodAttributes Flags, byte[] Signature, byte[]? Code, StandaloneSignatureHandle Locals)> methods = [];
    readonly EntityHandle core;
    public byte[]? InterfaceMethod;
    public int FirstMethodOfModule = 1;
    public bool OpenConstraint;

    public Writer()
    {
        bodies = new MethodBodyStreamEncoder(il);
        metadata.AddModule(0, metadata.GetOrAddString("m"), metadata.GetOrAddGuid(new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)), default, default);
        metadata.AddAssembly(metadata.GetOrAddString("m"), new Version(1, 0), default, default, 0, 0);
        core = metadata.AddAssemblyReference(metadata.GetOrAddString("System.Runtime"), new Version(10, 0), default, default, 0, default);
        objectType = Reference("System", "Object");
        hidden = Reference("System.Collections.Generic", "IComparer`1");
    }

    public TypeReferenceHandle Reference(string space, string name) => metadata.AddTypeReference(core, metadata.GetOrAddString(space), metadata.GetOrAddString(name));
    public BlobHandle Blob(string hex) => metadata.GetOrAddBlob(Convert.FromHexString(hex.Replace(" ", "")));
    public StandaloneSignatureHandle Locals(string hex) => metadata.AddStandaloneSignature(Blob(hex));
    public int Member(EntityHandle parent, string name, string signature) => MetadataTokens.GetToken(metadata.AddMemberReference(parent, metadata.GetOrAddString(name), Blob(signature)));
    public int Spec(string hex) => MetadataTokens.GetToken(metadata.AddTypeSpecification(Blob(hex)));
    public EntityHandle SpecHandle(string hex) => metadata.AddTypeSpecification(Blob(hex));

    public Writer Method(string name, string signature, string? code, StandaloneSignatureHandle locals = default, MethodAttributes flags = MethodAttributes.Public | MethodAttributes.Static)
    {
        methods.Add((name, flags, Convert.FromHexString(signature.Replace(" ", "")), code == null ? null : Convert.FromHexString(code.Replace(" ", "")), locals));
        return this;
    }

    public Assembly Load()
    {
        int first = InterfaceMethod == null ? 1 : 2;
        metadata.AddTypeDefinition(0, default, metadata.GetOrAddString("<Module>"), default, MetadataTokens.FieldDefinitionHandle(1), MetadataTokens.MethodDefinitionHandle(FirstMethodOfModule));
        TypeDefinitionHandle shape = default;
        if (InterfaceMethod != null)
        {
            shape = metadata.AddTypeDefinition(TypeAttributes.Interface | TypeAttributes.Abstract | TypeAttributes.Public, default, metadata.GetOrAddString("I"), default, MetadataTokens.FieldDefinitionHandle(1), MetadataTokens.MethodDefinitionHandle(1));
            metadata.AddMethodDefinition(MethodAttributes.Public | MethodAttributes.Abstract | MethodAttributes.Virtual | MethodAttributes.NewSlot, 0, metadata.GetOrAddString("M"), metadata.GetOrAddBlob(InterfaceMethod), -1, default);
        }
        var type = metadata.AddTypeDefinition(TypeAttributes.Public, default, metadata.GetOrAddString("C"), objectType, MetadataTokens.FieldDefinitionHandle(1), MetadataTokens.MethodDefinitionHandle(first));
        if (InterfaceMethod != null) metadata.AddInterfaceImplementation(type, shape);
        foreach (var (name, flags, signature, code, locals) in methods)
        {
            int body = code == null ? -1 : bodies.AddMethodBody(new InstructionEncoder(Bytes(code)), 8, locals);
            var method = metadata.AddMethodDefinition(flags, 0, metadata.GetOrAddString(name), metadata.GetOrAddBlob(signature), body, default);
            if ((signature[0] & 0x10) != 0) metadata.AddGenericParameter(method, 0, metadata.GetOrAddString("T"), 0);
        }
        metadata.GetOrAddBlob(new byte[] { 8, 8, 8, 8, 8, 8, 8, 8 }); // its length, int, stands behind the last signature
        var image = new BlobBuilder();
        new ManagedPEBuilder(PEHeaderBuilder.CreateLibraryHeader(), new MetadataRootBuilder(metadata, suppressValidation: true), il).Serialize(image);
        return new AssemblyLoadContext("m").LoadFromStream(new MemoryStream(image.ToArray()));
    }

    static BlobBuilder Bytes(byte[] code) { var builder = new BlobBuilder(); builder.WriteBytes(code); return builder; }
}

static class Program
{
    static string Token(int token) => Convert.ToHexString(BitConverter.GetBytes(token));

    static void Show(string what, Func<object?> work)
    {
        string result;
        try { result = work()?.ToString() ?? "null"; }
        catch (TargetInvocationException problem) { result = "inside: " + problem.InnerException!.GetType().Name; }
        catch (Exception problem) { result = problem.GetType().Name; }
        Console.WriteLine($"{what}: {result}");
    }

    static void Case(string what, Writer writer, string called = "Run", params Type[] arguments)
    {
        Assembly? assembly = null;
        Show(what + ", loaded", () => { assembly = writer.Load(); return "fine"; });
        Type? type = null;
        Show(what + ", type", () => type = assembly!.GetType("C", true));
        if (type == null) return;
        Show(what + ", members", () => type.GetMembers(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly).Length);
        MethodInfo? Method(string name) => (MethodInfo?)type.GetMember(name, MemberTypes.Method, BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly).FirstOrDefault();
        MethodInfo? run = null;
        Show(what + ", found", () => (run = Method(called)) != null);
        if (run == null) return;
        if (arguments.Length != 0) run = run.MakeGenericMethod(arguments);
        Show(what + ", locals", () => run.GetMethodBody()!.LocalVariables.Count);
        if (arguments.Length == 0) Show(what + ", prepared", () => { RuntimeHelpers.PrepareMethod(run.MethodHandle); return "fine"; });
        Show(what + ", run", () => run.Invoke(null, []));
    }

    static void Cut()
    {
        // int M(int[]), but for the last byte. Run calls it with null.
        Case("cut parameter", new Writer().Method("Run", "00 00 08", "14 28 02000006 2A").Method("M", "00 01 08 1D", "1D 2A"));
        Case("cut result", new Writer().Method("Run", "00 00 08", "28 02000006 26 17 2A").Method("M", "00 00 0F", "14 2A"));
        Case("missing parameter", new Writer().Method("Run", "00 00 08", "17 28 02000006 2A").Method("M", "00 01 08", "02 2A"));
        Case("one argument too few", new Writer().Method("Run", "00 00 08", "17 28 02000006 2A").Method("M", "00 02 08 08", "02 2A"));
        var writer = new Writer();
        int constructor = writer.Member(writer.Reference("System", "Action"), ".ctor", "20 02 01 1C 18");
        Case("delegate of a cut method", writer.Method("Run", "00 00 1C", $"14 FE06 02000006 73 {Token(constructor)} 2A").Method("M", "00 01 01 1D", "2A"));
        foreach (string signature in new[] { "20 00 08", "20 01 08", "20 01 08 1D", "20 00 0F", "20 01 01 08" })
        {
            Case($"interface method {signature}", new Writer { InterfaceMethod = Convert.FromHexString(signature.Replace(" ", "")) }
                .Method("Run", "00 00 08", "17 2A").Method("M", signature, "17 2A", default, MethodAttributes.Public | MethodAttributes.Virtual | MethodAttributes.NewSlot));
        }
    }

    static void Locals()
    {
        foreach (string locals in new[] { "07 01 08", "07 01 0F", "07 01 01", "07 02 08", "07", "06 08", "00 00 08", "07 01 1F 80 80 08", "07 01 45 1C", "07 01 12 00", "07 01 11 7D", "07 01 41 08", "07 01 10 08", "07 01 14 08 00", "07 01 15 12 05 01 08" })
        {
            var writer = new Writer();
            Case($"locals {locals}", writer.Method("Run", "00 00 08", "17 2A", writer.Locals(locals)));
        }
    }

    static void Bodies()
    {
        var writer = new Writer();
        int length = writer.Member(writer.Reference("System", "String"), "get_Length", "20 00 08");
        Case("bad string", writer.Method("Run", "00 00 08", $"72 12000006 28 {Token(length)} 2A"));
        Case("bad string, invalid code", new Writer().Method("Run", "00 00 08", "72 12000006 2A 2A"));
        Case("bad string, values left", new Writer().Method("Run", "00 00 08", "17 72 12000006 26 17 2A"));
        writer = new Writer();
        int internalMethod = writer.Member(writer.Reference("System", "String"), "InternalSubString", "20 02 0E 08 08");
        Case("hidden method", writer.Method("Run", "00 00 08", $"14 16 16 28 {Token(internalMethod)} 26 17 2A"));
        writer = new Writer();
        internalMethod = writer.Member(writer.Reference("System", "String"), "InternalSubString", "20 02 0E 08 08");
        Case("hidden method, invalid code", writer.Method("Run", "00 00 08", $"14 16 16 28 {Token(internalMethod)} 26 26 17 2A"));
        Case("store to no field", new Writer().Method("Run", "00 00 08", "80 037D0100 17 2A"));
        Case("store to no field of nothing", new Writer().Method("Run", "00 00 08", "7D 037D0100 17 2A"));
    }

    static void OpenTypes()
    {
        // Run<T> calls GetType on a default Nullable<T>: T has no constraint, whatever it is.
        foreach (Type argument in new[] { typeof(int), typeof(string) })
        {
            var writer = new Writer();
            var nullable = writer.SpecHandle($"15 11 {MetadataTokens.GetRowNumber(writer.Reference("System", "Nullable`1")) << 2 | 1:X2} 01 1E 00");
            int hasValue = writer.Member(nullable, "get_HasValue", "20 00 02");
            Case($"Nullable<T> of {argument}", writer.Method("Run", "10 01 00 02", $"14 28 {Token(hasValue)} 2A"), "Run", argument);
            writer = new Writer();
            nullable = writer.SpecHandle($"15 11 {MetadataTokens.GetRowNumber(writer.Reference("System", "Nullable`1")) << 2 | 1:X2} 01 1E 00");
            int typeOf = writer.Member(writer.Reference("System", "Type"), "GetTypeFromHandle", $"00 01 12 {MetadataTokens.GetRowNumber(writer.Reference("System", "Type")) << 2 | 1:X2} 11 {MetadataTokens.GetRowNumber(writer.Reference("System", "RuntimeTypeHandle")) << 2 | 1:X2}");
            Case($"typeof(Nullable<T>) of {argument}", writer.Method("Run", "10 01 00 1C", $"D0 {Token(MetadataTokens.GetToken(nullable))} 28 {Token(typeOf)} 2A"), "Run", argument);
        }
    }

    static void Modules()
    {
        for (int first = 0; first < 5; first++)
            Case($"<Module>'s methods from {first}", new Writer { FirstMethodOfModule = first }.Method("Run", "00 00 08", "17 2A").Method("M", "00 00 08", "17 2A"));
    }

    static void Main()
    {
        Cut();
        Locals();
        Bodies();
        OpenTypes();
        Modules();
    }
}

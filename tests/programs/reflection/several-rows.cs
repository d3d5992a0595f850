// Rows that share what they point to, and several rows where one belongs: methods of one body, fields at one RVA; FieldRVA,
// Constant, FieldLayout and ClassLayout rows of one owner.
using System.Collections.Immutable;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;


foreach (int[] places in new int[][] { [0], [0, 8], [8, 0], [0, 8, 16], [16, 8, 0], [8, 8], [0, 16, 8], [0, 4, 8, 12, 16], [20, 16, 12, 8, 4, 0, 4, 8, 12] })
{
    Assembly made = Assembly.Load(Image(places));
    Type type = made.GetType("T")!;
    string fields = string.Join(" ", type.GetFields().Select(f => f.Name + "=" + ((int)f.GetValue(null)!).ToString("x")));
    Console.WriteLine($"{string.Join(",", places)}: {fields}");
    foreach (string name in new[] { "First", "Second", "Third" }) Console.WriteLine(" " + name + " " + type.GetMethod(name)!.Invoke(null, name == "Third" ? [5] : []));
    Console.WriteLine(" constant " + made.GetType("E")!.GetField("K")!.GetRawConstantValue());
    Type layout = made.GetType("L")!;
    Console.WriteLine($" layout {layout.StructLayoutAttribute!.Size} {System.Runtime.InteropServices.Marshal.SizeOf(layout)} {System.Runtime.InteropServices.Marshal.OffsetOf(layout, "X")} {layout.GetField("X")!.GetCustomAttributesData()[0]}");
    type.GetField("A")!.SetValue(null, 99);
    Console.WriteLine(" written " + string.Join(" ", type.GetFields().Select(f => f.GetValue(null))));
}

// Fields A (with the rows given), B (at 0) and C (at 0); three methods of one body.
static byte[] Image(int[] places)
{
    var metadata = new MetadataBuilder();
    var code = new BlobBuilder();
    var data = new BlobBuilder();
    data.WriteInt32(0x11); data.WriteInt32(0x12); data.WriteInt32(0x21); data.WriteInt32(0x22); data.WriteInt32(0x31); data.WriteInt32(0x32);
    metadata.AddModule(0, metadata.GetOrAddString("rvas.dll"), metadata.GetOrAddGuid(new Guid(1, 2, 3, new byte[8])), default, default);
    metadata.AddAssembly(metadata.GetOrAddString("rvas"), new Version(1, 0, 0, 0), default, default, 0, AssemblyHashAlgorithm.None);
    AssemblyReferenceHandle runtime = metadata.AddAssemblyReference(metadata.GetOrAddString("System.Runtime"), new Version(10, 0, 0, 0), default, metadata.GetOrAddBlob(ImmutableArray.Create<byte>(0xb0, 0x3f, 0x5f, 0x7f, 0x11, 0xd5, 0x0a, 0x3a)), 0, default);
    TypeReferenceHandle objectType = metadata.AddTypeReference(runtime, metadata.GetOrAddString("System"), metadata.GetOrAddString("Object"));
    metadata.AddTypeDefinition(0, default, metadata.GetOrAddString("<Module>"), default, MetadataTokens.FieldDefinitionHandle(1), MetadataTokens.MethodDefinitionHandle(1));
    metadata.AddTypeDefinition(TypeAttributes.Public, default, metadata.GetOrAddString("T"), objectType, MetadataTokens.FieldDefinitionHandle(1), MetadataTokens.MethodDefinitionHandle(1));
    BlobHandle integer = metadata.GetOrAddBlob(ImmutableArray.Create<byte>(6, 8));
    foreach (string name in new[] { "A", "B", "C" })
    {
        FieldDefinitionHandle field = metadata.AddFieldDefinition(FieldAttributes.Public | FieldAttributes.Static | FieldAttributes.HasFieldRVA, metadata.GetOrAddString(name), integer);
        foreach (int place in name == "A" ? places : [0]) metadata.AddFieldRelativeVirtualAddress(field, place);
    }
    TypeReferenceHandle valueType = metadata.AddTypeReference(runtime, metadata.GetOrAddString("System"), metadata.GetOrAddString("ValueType"));
    metadata.AddTypeDefinition(TypeAttributes.Public, default, metadata.GetOrAddString("E"), objectType, MetadataTokens.FieldDefinitionHandle(4), MetadataTokens.MethodDefinitionHandle(4));
    FieldDefinitionHandle constant = metadata.AddFieldDefinition(FieldAttributes.Public | FieldAttributes.Static | FieldAttributes.Literal | FieldAttributes.HasDefault, metadata.GetOrAddString("K"), integer);
    TypeDefinitionHandle layout = metadata.AddTypeDefinition(TypeAttributes.Public | TypeAttributes.ExplicitLayout | TypeAttributes.Sealed, default, metadata.GetOrAddString("L"), valueType, MetadataTokens.FieldDefinitionHandle(5), MetadataTokens.MethodDefinitionHandle(4));
    FieldDefinitionHandle laid = metadata.AddFieldDefinition(FieldAttributes.Public, metadata.GetOrAddString("X"), integer);
    foreach (int place in places)
    {
        metadata.AddConstant(constant, place);
        metadata.AddFieldLayout(laid, place);
        metadata.AddTypeLayout(layout, 0, (uint)(100 + place));
    }
    var il = new InstructionEncoder(new BlobBuilder());
    il.LoadConstantI4(42);
    il.OpCode(ILOpCode.Ret);
    int body = new MethodBodyStreamEncoder(code).AddMethodBody(il);
    foreach (var (name, signature) in new (string, byte[])[] { ("First", [0, 0, 8]), ("Second", [0, 0, 8]), ("Third", [0, 1, 8, 8]) })
        metadata.AddMethodDefinition(MethodAttributes.Public | MethodAttributes.Static, 0, metadata.GetOrAddString(name), metadata.GetOrAddBlob(ImmutableArray.Create(signature)), body, default);
    var image = new BlobBuilder();
    new ManagedPEBuilder(new PEHeaderBuilder(imageCharacteristics: Characteristics.Dll), new MetadataRootBuilder(metadata, suppressValidation: true), code, mappedFieldData: data).Serialize(image);
    return image.ToArray();
}

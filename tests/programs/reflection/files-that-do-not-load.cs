// Files that are no assemblies, references that lead nowhere, members that are missing: exceptions and what they say.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

string folder = Path.Combine(Path.GetTempPath(), "celer-files-" + Environment.ProcessId);
Directory.CreateDirectory(folder);
string Clean(string? s) => (s ?? "null").Replace(folder, "FOLDER").TrimEnd('\n');
void Try(string what, Func<object?> a)
{
    try { Console.WriteLine(what + ": " + Clean(a()?.ToString())); }
    catch (Exception e)
    {
        for (Exception? x = e; x != null; x = x.InnerException)
        {
            string file = x switch { FileNotFoundException f => Clean(f.FileName), BadImageFormatException f => Clean(f.FileName), FileLoadException f => Clean(f.FileName), TypeLoadException t => t.TypeName, _ => "" };
            Console.WriteLine((x == e ? what + ": " : "    <- ") + x.GetType().Name + ": " + Clean(x.Message) + " [" + file + "] " + (x is FileLoadException ? "" : x.HResult.ToString("X")));
        }
    }
}
string Save(string name, Action<ModuleBuilder> fill)
{
    var assembly = new PersistedAssemblyBuilder(new AssemblyName(name) { Version = new Version(1, 2, 3, 4) }, typeof(object).Assembly);
    fill(assembly.DefineDynamicModule(name));
    string path = Path.Combine(folder, name + ".dll");
    assembly.Save(path);
    return path;
}
const TypeAttributes pub = TypeAttributes.Public;
const MethodAttributes stat = MethodAttributes.Public | MethodAttributes.Static;

// --- Files
string good = Save("good", m => m.DefineType("Good", pub).CreateType());
byte[] bytes = File.ReadAllBytes(good);
int pe = BitConverter.ToInt32(bytes, 0x3c);
void Variant(string what, Action<byte[]> change, int? size = null)
{
    byte[] copy = (byte[])bytes.Clone();
    change(copy);
    if (size is int s) copy = copy[..s];
    string path = Path.Combine(folder, what.Replace(' ', '-') + ".dll");
    File.WriteAllBytes(path, copy);
    var context = new AssemblyLoadContext(null);
    Try(what + " path", () => context.LoadFromAssemblyPath(path).GetTypes().Length);
    Try(what + " stream", () => context.LoadFromStream(new MemoryStream(copy)).GetTypes().Length);
    Try(what + " bytes", () => Assembly.Load(copy).GetTypes().Length);
    Try(what + " name", () => AssemblyName.GetAssemblyName(path).Name);
}
Variant("unchanged", _ => { });
Variant("empty", _ => { }, 0);
Variant("one byte", _ => { }, 1);
Variant("headers only", _ => { }, 0x180);
Variant("half", _ => { }, bytes.Length / 2);
Variant("no MZ", b => b[0] = (byte)'X');
Variant("no PE", b => b[pe] = (byte)'X');
Variant("machine", b => { b[pe + 4] = 0x64; b[pe + 5] = 0xaa; });
Variant("no CLI header", b => Array.Clear(b, pe + 24 + (BitConverter.ToUInt16(b, pe + 24) == 0x20b ? 112 : 96) + 14 * 8, 8));
int cli = BitConverter.ToInt32(bytes, pe + 24 + (BitConverter.ToUInt16(bytes, pe + 24) == 0x20b ? 112 : 96) + 14 * 8);
int section = pe + 24 + BitConverter.ToUInt16(bytes, pe + 20);
int cliFlags = cli - BitConverter.ToInt32(bytes, section + 12) + BitConverter.ToInt32(bytes, section + 20) + 16;
Variant("32 bits required", b => b[cliFlags] |= 2);
Variant("native code", b => b[cliFlags] &= 0xfe);
Variant("no machine", b => { b[pe + 4] = 0; b[pe + 5] = 0; });
Variant("AMD64", b => { b[pe + 4] = 0x64; b[pe + 5] = 0x86; });
Variant("ARM64 for Linux", b => { b[pe + 4] = 0x64 ^ 0x79; b[pe + 5] = 0xaa ^ 0x7b; });
Variant("no sections", b => { b[pe + 6] = 0; b[pe + 7] = 0; });
Variant("no root signature", b => b[cliFlags - 16 + 8] ^= 0xff);
File.WriteAllText(Path.Combine(folder, "text.dll"), "This is not an assembly at all, but a text of some length.");
Try("text", () => new AssemblyLoadContext(null).LoadFromAssemblyPath(Path.Combine(folder, "text.dll")));
Try("LoadFile text", () => Assembly.LoadFile(Path.Combine(folder, "text.dll")));
Try("LoadFrom text", () => Assembly.LoadFrom(Path.Combine(folder, "text.dll")));
Try("missing path", () => new AssemblyLoadContext(null).LoadFromAssemblyPath(Path.Combine(folder, "absent.dll")));
Try("LoadFile missing", () => Assembly.LoadFile(Path.Combine(folder, "absent.dll")));
Try("LoadFrom missing", () => Assembly.LoadFrom(Path.Combine(folder, "absent.dll")));
Try("folder", () => Assembly.LoadFile(folder));
Try("relative", () => Assembly.LoadFile("absent.dll"));
Try("name", () => Assembly.Load("Absent"));
Try("full name", () => Assembly.Load("Absent, Version=1.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a"));
Try("higher version", () => Assembly.Load("System.Runtime, Version=99.0.0.0"));
Try("culture", () => Assembly.Load("System.Runtime, Culture=de"));
Try("bad name", () => Assembly.Load("a, Version=x"));
Try("empty name", () => Assembly.Load(""));
Try("GetType", () => Type.GetType("T, Absent"));
Try("GetType throwing", () => Type.GetType("T, Absent", true));
Try("GetType no type", () => Type.GetType("N.Absent, System.Runtime", true));
Try("twice in a context", () => { var c = new AssemblyLoadContext(null); return c.LoadFromAssemblyPath(good) == c.LoadFromAssemblyPath(good); });
File.Copy(good, Path.Combine(folder, "copy.dll"));
Try("same name from elsewhere", () => { var c = new AssemblyLoadContext(null); return c.LoadFromAssemblyPath(good) == c.LoadFromAssemblyPath(Path.Combine(folder, "copy.dll")); });
Try("same name from a stream", () => { var c = new AssemblyLoadContext(null); return c.LoadFromAssemblyPath(good) == c.LoadFromStream(new MemoryStream(bytes)); });

// --- References: lib2 has what lib1 is compiled against, and is loaded without some of it.
TypeBuilder lib = null!, gone = null!, goneStruct = null!; MethodBuilder method = null!, instance = null!; FieldBuilder field = null!, instanceField = null!; ConstructorBuilder constructor = null!;
Save("library", m =>
{
    goneStruct = m.DefineType("N.GoneStruct", pub | TypeAttributes.SequentialLayout | TypeAttributes.Sealed, typeof(ValueType)); goneStruct.DefineField("x", typeof(int), FieldAttributes.Public); goneStruct.CreateType();
    gone = m.DefineType("N.Gone", pub); gone.DefineDefaultConstructor(MethodAttributes.Public); gone.CreateType();
    lib = m.DefineType("N.Lib", pub);
    constructor = lib.DefineConstructor(MethodAttributes.Public, CallingConventions.Standard, [typeof(int), typeof(string)]);
    var il = constructor.GetILGenerator(); il.Emit(OpCodes.Ret);
    method = lib.DefineMethod("Static", stat, typeof(int), [typeof(string), typeof(int).MakeByRefType(), typeof(List<int>), typeof(int[,]), gone]);
    il = method.GetILGenerator(); il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Ret);
    instance = lib.DefineMethod("Instance", MethodAttributes.Public, typeof(void), []);
    il = instance.GetILGenerator(); il.Emit(OpCodes.Ret);
    field = lib.DefineField("StaticField", typeof(int), FieldAttributes.Public | FieldAttributes.Static);
    instanceField = lib.DefineField("InstanceField", typeof(string), FieldAttributes.Public);
    lib.CreateType();
});
string user = Save("user", m =>
{
    var t = m.DefineType("User", pub);
    ILGenerator Method(string name) => t.DefineMethod(name, stat, typeof(object), []).GetILGenerator();
    var il = Method("CallStatic"); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Conv_U); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Call, method); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ret);
    il = Method("CallInstance"); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Callvirt, instance); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ret);
    il = Method("New"); il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Newobj, constructor); il.Emit(OpCodes.Ret);
    il = Method("LoadStatic"); il.Emit(OpCodes.Ldsfld, field); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ret);
    il = Method("LoadInstance"); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldfld, instanceField); il.Emit(OpCodes.Ret);
    il = Method("NewGone"); il.Emit(OpCodes.Newobj, gone.GetConstructors()[0]); il.Emit(OpCodes.Ret);
    il = Method("CastGone"); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Castclass, gone); il.Emit(OpCodes.Ret);
    il = Method("TypeOfGone"); il.Emit(OpCodes.Ldtoken, gone); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ret);
    il = Method("LocalGone"); il.DeclareLocal(gone); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ret);
    il = Method("LocalGoneStruct"); il.DeclareLocal(goneStruct); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ret);
    il = Method("QuietCatchGone"); il.BeginExceptionBlock(); il.Emit(OpCodes.Nop); il.BeginCatchBlock(gone); il.Emit(OpCodes.Pop); il.EndExceptionBlock(); il.Emit(OpCodes.Ldstr, "quiet"); il.Emit(OpCodes.Ret);
    il = Method("CatchGone"); il.BeginExceptionBlock(); il.Emit(OpCodes.Ldstr, "x"); il.Emit(OpCodes.Newobj, typeof(InvalidOperationException).GetConstructor([typeof(string)])!); il.Emit(OpCodes.Throw); il.BeginCatchBlock(gone); il.Emit(OpCodes.Pop); il.EndExceptionBlock(); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ret);
    t.CreateType();
    var d = m.DefineType("Derived", pub, gone); d.DefineDefaultConstructor(MethodAttributes.Public); d.CreateType();
    var f = m.DefineType("WithField", pub); f.DefineField("f", gone, FieldAttributes.Public); f.DefineDefaultConstructor(MethodAttributes.Public); f.CreateType();
    var s = m.DefineType("WithStruct", pub); s.DefineField("f", goneStruct, FieldAttributes.Public); s.DefineDefaultConstructor(MethodAttributes.Public); s.CreateType();
});
void Use(string what, Assembly a)
{
    Type t = a.GetType("User", true)!;
    foreach (MethodInfo m in t.GetMethods(BindingFlags.Static | BindingFlags.Public))
    {
        Try(what + " " + m.Name, () => m.Invoke(null, null));
        var call = m.CreateDelegate<Func<object>>();
        Try(what + " " + m.Name + " again", call);
    }
    foreach (string name in new[] { "Derived", "WithField", "WithStruct" })
    {
        Try(what + " " + name, () => Activator.CreateInstance(a.GetType(name, true)!));
        Try(what + " " + name + " fields", () => a.GetType(name, true)!.GetFields()[0].FieldType);
    }
    Try(what + " GetTypes", () => a.GetTypes().Length);
}
Assembly alone = new AssemblyLoadContext("alone").LoadFromAssemblyPath(user);
Use("no library", alone);
string emptied = Path.Combine(folder, "emptied"); Directory.CreateDirectory(emptied);
File.Move(Save("library", m => { var l = m.DefineType("N.Lib", pub); l.DefineDefaultConstructor(MethodAttributes.Public); l.CreateType(); }), Path.Combine(emptied, "library.dll"), true);
var context2 = new AssemblyLoadContext("emptied");
context2.Resolving += (c, n) => n.Name == "library" ? c.LoadFromAssemblyPath(Path.Combine(emptied, "library.dll")) : null;
Use("emptied library", context2.LoadFromAssemblyPath(user));
File.WriteAllText(Path.Combine(folder, "library.dll"), "no assembly");
var context3 = new AssemblyLoadContext("damaged");
context3.Resolving += (c, n) => n.Name == "library" ? c.LoadFromAssemblyPath(Path.Combine(folder, "library.dll")) : null;
Use("damaged library", context3.LoadFromAssemblyPath(user));
Directory.Delete(folder, true);

// args: 0 40
// include: AssemblyWriter.part
// What the loader refuses and accepts: assemblies with one thing each that is odd or wrong, written as metadata, loaded and used. The first
// numbers are the table in Cases; the others are random flags of types, fields, methods, layouts and MethodImpls (fixed seeds).
// Printed are type, message and moment of what fails. Arguments: FIRST COUNT; a third one writes the assemblies there.
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

int first = int.Parse(args[0]), count = int.Parse(args[1]), answers = 0;
var table = Cases.All();
for (int number = first; number < first + count; number++)
{
    Asm assembly = new("load" + number);
    string name = number < table.Count ? table[number].Name : Cases.Random(number, assembly);
    if (number < table.Count) table[number].Fill(assembly);
    byte[] image = assembly.Write();
    if (args.Length > 2) File.WriteAllBytes(Path.Combine(args[2], "load" + number + ".dll"), image);
    Console.WriteLine(number + " " + name);
    answers += new Use(number).Run(assembly, image);
}
Console.WriteLine("cases " + answers);

// Loads every type and does to it what programs do.
sealed class Use(int number)
{
    int answers;

    void Try(string what, Func<object?> act)
    {
        answers++;
        string text;
        try { text = act()?.ToString() ?? "null"; }
        catch (Exception e)
        {
            text = "";
            for (Exception? x = e; x != null; x = x is ReflectionTypeLoadException r ? r.LoaderExceptions[0] : x.InnerException)
                text += (x == e ? "" : " <- ") + x.GetType().Name + ": " + x.Message.ReplaceLineEndings(" ");
        }
        Console.WriteLine(number + " " + what + ": " + text);
    }

    public int Run(Asm source, byte[] image)
    {
        Assembly assembly = new AssemblyLoadContext("load" + number).LoadFromStream(new MemoryStream(image));
        foreach (Ty declared in source.Types)
        {
            Type? type = null;
            string name = declared.FullName;
            Try(name + " loads", () => (type = assembly.GetType(name, true)!).Name);
            if (type == null) continue;
            if (type.IsGenericTypeDefinition)
            {
                foreach (Type argument in declared.Arguments)
                {
                    Type? instance = null;
                    Try(name + " of " + argument.Name, () => (instance = type.MakeGenericType(Enumerable.Repeat(argument, type.GetGenericArguments().Length).ToArray())).Name);
                    if (instance != null) OfType(name + "<" + argument.Name + ">", instance);
                }
            }
            else OfType(name, type);
        }
        Try("all", () => assembly.GetTypes().Length);
        return answers;
    }

    void OfType(string name, Type type)
    {
        const BindingFlags all = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;
        MethodBase[] methods = [];
        Try(name + " members", () => string.Join(" ", (methods = [.. type.GetConstructors(all), .. type.GetMethods(all)]).Select(m => m.Name)) + " " + string.Join(" ", type.GetFields(all).Select(f => f.Name)));
        Try(name + " object", () => RuntimeHelpers.GetUninitializedObject(type).GetType().Name);
        Try(name + " array", () => Array.CreateInstance(type, 1).Length);
        Try(name + " initialiser", () => { RuntimeHelpers.RunClassConstructor(type.TypeHandle); return "ran"; });
        if (type.IsValueType) Try(name + " size", () => typeof(Unsafe).GetMethod("SizeOf")!.MakeGenericMethod(type).Invoke(null, []));
        foreach (MethodBase method in methods)
        {
            if (method.Name == "Run" && method.IsStatic) Try(name + ".Run", () => method.Invoke(null, []));
            else if (!method.IsAbstract && !type.ContainsGenericParameters && !method.IsGenericMethod) Try(name + " prepare " + method.Name, () => { if (type.IsGenericType) RuntimeHelpers.PrepareMethod(method.MethodHandle, type.GetGenericArguments().Select(t => t.TypeHandle).ToArray()); else RuntimeHelpers.PrepareMethod(method.MethodHandle); return "ready"; });
        }
    }
}

// --- The cases

static class Cases
{
    const TypeAttributes Sealed = TypeAttributes.Sealed, Abstract = TypeAttributes.Abstract, Explicit = TypeAttributes.ExplicitLayout, Sequential = TypeAttributes.SequentialLayout;
    const MethodAttributes Virt = MethodAttributes.Public | MethodAttributes.Virtual, NewSlot = MethodAttributes.NewSlot, Final = MethodAttributes.Final, Pub = MethodAttributes.Public;
    const GenericParameterAttributes Co = GenericParameterAttributes.Covariant, Contra = GenericParameterAttributes.Contravariant, IsValue = GenericParameterAttributes.NotNullableValueTypeConstraint, IsClass = GenericParameterAttributes.ReferenceTypeConstraint, HasNew = GenericParameterAttributes.DefaultConstructorConstraint;
    const string Inline = "System.Runtime.CompilerServices.InlineArrayAttribute ", ByRefLike = "System.Runtime.CompilerServices.IsByRefLikeAttribute", ThreadStatic = "System.ThreadStaticAttribute";

    public static List<(string Name, Action<Asm> Fill)> All()
    {
        var list = new List<(string, Action<Asm>)>();
        void Case(string name, Action<Asm> fill) => list.Add((name, fill));

        // Interfaces, enums, global type
        Case("nothing wrong", a => { a.Class().Constructor().Field("int").Virtual().Run("newobj C::.ctor void (); ret"); a.Struct().Field("int").Field("object", "o"); a.Enum().Field("int", "value__"); a.Interface().Method("void ()", "M", Virt | MethodAttributes.Abstract | NewSlot); a.Delegate(); });
        Case("interface with instance field", a => a.Interface().Field("int"));
        Case("interface with static field", a => a.Interface().Field("int", "f", -1, FieldAttributes.Public | FieldAttributes.Static));
        Case("interface with parent", a => a.Add("I", "object", Asm.Public | TypeAttributes.Interface | Abstract));
        Case("interface with another parent", a => { a.Class(); a.Add("I", "C", Asm.Public | TypeAttributes.Interface | Abstract); });
        Case("interface that is not abstract", a => a.Add("I", null, Asm.Public | TypeAttributes.Interface));
        Case("sealed interface", a => a.Add("I", null, Asm.Public | TypeAttributes.Interface | Abstract | Sealed));
        Case("interface with constructor", a => a.Interface().Method("void ()", ".ctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName));
        Case("interface with initialiser", a => a.Interface().Method("static void ()", ".cctor", MethodAttributes.Private | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName));
        Case("interface with instance method", a => a.Interface().Method("void ()", "M", Pub));
        Case("interface lists class", a => { a.Class(); a.Interface().Implements("C"); });
        Case("class lists class", a => { a.Class("B"); a.Class().Implements("B").Constructor(); });
        Case("class lists itself", a => a.Class().Implements("C").Constructor());
        Case("interface lists itself", a => a.Interface().Implements("I"));
        Case("interfaces list each other", a => { a.Interface("I").Implements("J"); a.Interface("J").Implements("I"); });
        Case("class lists array", a => a.Class().Implements("int[]"));
        Case("class lists variable", a => a.Class().Var().Implements("!0"));
        Case("class lists open interface", a => a.Class().Implements("System.IEquatable`1"));
        Case("class lists interface twice", a => a.Class().Implements("System.IDisposable", "System.IDisposable").Virtual("void ()", "Dispose").Constructor());
        Case("class lists missing interface", a => a.Class().Implements("System.IMissing"));
        Case("two-field enum", a => a.Enum().Field("int", "value__").Field("int", "b"));
        Case("enum without field", a => a.Enum());
        Case("enum of string", a => a.Enum().Field("string", "value__"));
        Case("enum of struct", a => { a.Struct().Field("int"); a.Enum().Field("S", "value__"); });
        Case("enum of enum", a => { a.Enum("F").Field("int", "value__"); a.Enum().Field("F", "value__"); });
        Case("enum of bool", a => a.Enum().Field("bool", "value__"));
        Case("enum of char", a => a.Enum().Field("char", "value__"));
        Case("enum of double", a => a.Enum().Field("double", "value__"));
        Case("enum of nint", a => a.Enum().Field("nint", "value__"));
        Case("enum of pointer", a => a.Enum().Field("int*", "value__"));
        Case("enum with other field name", a => a.Enum().Field("int", "x"));
        Case("enum with method", a => a.Enum().Field("int", "value__").Method("static void ()"));
        Case("enum with interface", a => a.Enum().Field("int", "value__").Implements("System.IDisposable"));
        Case("enum with interface without methods", a => { a.Interface(); a.Enum().Field("int", "value__").Implements("I"); });
        Case("enum that is not sealed", a => a.Add("E", "System.Enum").Field("int", "value__"));
        Case("class extends enum", a => { a.Add("E", "System.Enum").Field("int", "value__"); a.Class("C", "E"); });
        Case("enum with static field that is no literal", a => a.Enum().Field("int", "value__").Field("E", "A", -1, FieldAttributes.Public | FieldAttributes.Static));
        Case("generic enum", a => a.Enum().Var().Field("int", "value__"));
        Case("generic enum of variable", a => a.Enum().Var().Field("!0", "value__"));
        Case("nested enum in generic type", a => { Ty c = a.Class().Var(); Ty e = a.Enum().Var().Field("int", "value__"); e.Enclosing = c; });
        Case("nested enum with more variables", a => { Ty c = a.Class().Var(); Ty e = a.Enum().Var().Var("U").Field("int", "value__"); e.Enclosing = c; });
        Case("global instance method", a => { a.Global.Method("void ()"); a.Class().Constructor(); });
        Case("global instance field", a => { a.Global.Field("int"); a.Class().Run("ldsfld <Module>::f int; box System.Int32; ret"); });
        Case("global static field", a => { a.Global.Field("int", "f", -1, FieldAttributes.Public | FieldAttributes.Static); a.Class().Run("ldsfld <Module>::f int; box System.Int32; ret"); });

        // Parents
        Case("no parent", a => a.Add("C", null));
        Case("extends itself", a => a.Class("C", "C"));
        Case("extend each other", a => { a.Class("C", "D"); a.Class("D", "C"); });
        Case("extends interface", a => a.Class("C", "System.IDisposable"));
        Case("extends sealed class", a => a.Class("C", "string"));
        Case("extends own sealed class", a => { a.Class("B", "object", Sealed).Constructor(); a.Class("C", "B").Constructor("B"); });
        Case("extends struct", a => { a.Struct().Field("int"); a.Class("C", "S"); });
        Case("extends Nullable", a => a.Class("C", "System.Nullable`1<int>"));
        Case("extends array", a => a.Class("C", "int[]"));
        Case("extends System.Array", a => a.Class("C", "System.Array"));
        Case("extends System.Delegate", a => a.Class("C", "System.Delegate"));
        Case("extends MulticastDelegate without members", a => a.Class("C", "System.MulticastDelegate", Sealed));
        Case("extends ValueType, not sealed", a => a.Add("S", "System.ValueType").Field("int"));
        Case("extends struct that is not sealed", a => { a.Add("S", "System.ValueType").Field("int"); a.Class("C", "S"); });
        Case("extends System.Enum and is abstract", a => a.Add("E", "System.Enum", Asm.Public | Abstract).Field("int", "value__"));
        Case("extends ContextBoundObject", a => a.Class("C", "System.ContextBoundObject").Constructor("System.ContextBoundObject"));
        Case("extends open generic", a => { a.Class("G").Var(); a.Class("C", "G"); });
        Case("extends generic of itself", a => { a.Class("G").Var().Constructor(); a.Class("C", "G<C>").Constructor("G<C>"); });
        Case("extends generic of wrong count", a => { a.Class("G").Var(); a.Class("C", "G<int,int>"); });
        Case("extends variable", a => a.Class("C", "!0").Var());
        Case("extends missing", a => a.Class("C", "System.Missing"));
        Case("extends abstract sealed", a => { a.Class("B", "object", Abstract | Sealed); a.Class("C", "B"); });
        Case("abstract sealed", a => a.Class("C", "object", Abstract | Sealed).Constructor());
        Case("abstract struct", a => a.Struct("S", Sequential | Abstract).Field("int"));
        Case("expands in parent", a => { a.Class("B").Var(); a.Class("C", "B<C<C<!0>>>").Var(); });
        Case("expands over two", a => { a.Class("C", "D<C<!0>>").Var(); a.Class("D").Var().Implements("System.IEquatable`1<D<!0>>").Virtual("bool (D<!0>)", "Equals"); });
        Case("expands in interface", a => { a.Interface().Var(); a.Class("C").Var().Implements("I<C<C<!0>>>"); });
        Case("expands over two definitions", a => { a.Class("A", "B<A<A<!0>>>").Var(); a.Class("B").Var(); });
        Case("expands mutually", a => { a.Class("A", "B<B<!0>>").Var(); a.Class("B", "A<A<!0>>").Var(); });
        Case("expands in field", a => a.Struct("S").Var().Field("S<S<!0>>"));
        Case("expands in class field", a => a.Class("C").Var().Field("C<C<!0>>"));
        Case("expands in method", a => a.Class("C").Var().Method("static C<C<!0>> ()"));
        Case("expands in constraint", a => a.Class("C").Var("T", 0, "C<C<!0>>"));
        Case("constraint of itself", a => a.Class("C").Var("T", 0, "C<!0>"));
        Case("constraint cycle", a => a.Class("C").Var("T", 0, "!1").Var("U", 0, "!0"));
        Case("constraint self cycle", a => a.Class("C").Var("T", 0, "!0"));
        Case("250 levels", a => { a.Class("C0"); for (int i = 1; i < 250; i++) a.Class("C" + i, "C" + (i - 1)); });

        // Fields and layouts
        Case("byref field in class", a => a.Class().Field("int&"));
        Case("byref field in struct", a => a.Struct().Field("int&"));
        Case("byref field in ref struct", a => a.Struct().With(ByRefLike).Field("int&"));
        Case("byref of byref field", a => a.Struct().With(ByRefLike).Field("int&&"));
        Case("static byref field", a => a.Class().Field("int&", "f", -1, FieldAttributes.Public | FieldAttributes.Static));
        Case("static byref field in ref struct", a => a.Struct().With(ByRefLike).Field("int").Field("int&", "s", -1, FieldAttributes.Public | FieldAttributes.Static));
        Case("span field in class", a => a.Class().Field("System.Span`1<int>"));
        Case("span field in struct", a => a.Struct().Field("System.Span`1<int>"));
        Case("span field in ref struct", a => a.Struct().With(ByRefLike).Field("System.Span`1<int>"));
        Case("static span field", a => a.Class().Field("System.Span`1<int>", "f", -1, FieldAttributes.Public | FieldAttributes.Static));
        Case("typed reference field", a => a.Class().Field("typedref"));
        Case("typed reference field in struct", a => a.Struct().Field("typedref"));
        Case("void field", a => a.Class().Field("void"));
        Case("void pointer field", a => a.Class().Field("void*"));
        Case("field of method variable", a => a.Class().Field("!!0"));
        Case("field of type variable outside generic", a => a.Class().Field("!0"));
        Case("field of open generic", a => { a.Class("G").Var(); a.Class().Field("G"); });
        Case("field of open generic struct", a => { a.Struct("G").Var(); a.Class().Field("G"); });
        Case("field of missing class", a => a.Class().Constructor().Field("System.Missing").Run("newobj C::.ctor void (); ret"));
        Case("field of missing struct", a => a.Class().Constructor().Field("$System.Missing").Run("newobj C::.ctor void (); ret"));
        Case("static field of missing struct", a => a.Class().Constructor().Field("$System.Missing", "f", -1, FieldAttributes.Public | FieldAttributes.Static).Run("newobj C::.ctor void (); ret"));
        Case("class as value type", a => { a.Class("B").Constructor(); a.Class().Constructor().Field("$B").Run("newobj C::.ctor void (); ret"); });
        Case("struct as class", a => { a.Struct(); a.Class().Constructor().Field("$S").Run("newobj C::.ctor void (); ret"); });
        Case("static class as value type", a => { a.Class("B").Constructor(); a.Class().Constructor().Field("$B", "f", -1, FieldAttributes.Public | FieldAttributes.Static).Run("newobj C::.ctor void (); ret"); });
        Case("literal instance field", a => a.Class().Field("int", "f", -1, FieldAttributes.Public | FieldAttributes.Literal));
        Case("literal init-only field", a => a.Class().Field("int", "f", -1, FieldAttributes.Public | FieldAttributes.Literal | FieldAttributes.InitOnly | FieldAttributes.Static));
        Case("field access 7", a => a.Class().Field("int", "f", -1, (FieldAttributes)7));
        Case("struct in itself", a => a.Struct().Field("S"));
        Case("struct static in itself", a => a.Struct().Field("int").Field("S", "s", -1, FieldAttributes.Public | FieldAttributes.Static));
        Case("structs in each other", a => { a.Struct("S").Field("T"); a.Struct("T").Field("S"); });
        Case("structs in each other through generic", a => { a.Struct("G").Var().Field("!0"); a.Struct("S").Field("G<S>"); });
        Case("struct with nullable of itself", a => a.Struct("S").Field("System.Nullable`1<S>"));
        Case("struct with array of itself", a => a.Struct("S").Field("S[]"));
        Case("empty struct", a => a.Struct());
        Case("empty struct of size 0, pack 0", a => a.Struct().Layout(0, 0));
        foreach (int pack in new[] { 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 32, 64, 100, 127, 128, 129, 256, 1000, 65535 })
            Case("pack " + pack, a => { a.Struct().Layout(pack, 0).Field("byte").Field("long", "g").Field("int", "h"); a.Class("C", "object", Sequential).Layout(pack, 0).Field("byte").Field("long", "g"); a.Struct("T", Explicit).Layout(pack, 0).Field("byte", "f", 0).Field("long", "g", 1); });
        foreach (int size in new[] { 1, 2, 7, 100, 65535, 65536, 0x100000, 0x7fffff, 0x800000 })
            Case("size " + size, a => { a.Struct().Layout(0, size).Field("int"); a.Struct("T", Explicit).Layout(0, size).Field("int", "f", 0); a.Struct("U").Field("S"); });
        Case("size on auto layout", a => a.Struct("S", 0).Layout(1, 100).Field("int"));
        Case("size on class", a => a.Class("C", "object", Sequential).Layout(1, 100).Field("int").Constructor());
        Case("size of auto class", a => a.Class("C", "object").Layout(1, 100).Field("int").Constructor());
        Case("size on interface", a => a.Interface().Layout(1, 100));
        Case("layout mask 3", a => a.Struct("S", (TypeAttributes)0x18).Field("int"));
        Case("layout mask 3 of class", a => a.Class("C", "object", (TypeAttributes)0x18).Field("int"));
        Case("explicit without offset", a => a.Struct("S", Explicit).Field("int"));
        Case("explicit with one offset missing", a => a.Struct("S", Explicit).Field("int", "f", 0).Field("int", "g"));
        Case("sequential with offset", a => a.Struct().Field("int", "f", 8));
        Case("auto with offset", a => a.Struct("S", 0).Field("int", "f", 8));
        foreach (string over in new[] { "object", "int", "long", "byte", "string", "R", "P", "int[]", "int*", "nint" })
            foreach (int offset in new[] { 0, 1, 4, 7, 8, 9, 12 })
                Case("overlap of object with " + over + " at " + offset, a => { a.Struct("P").Field("int"); a.Struct("R").Field("object").Field("int", "i"); a.Struct("S", Explicit).Field("object", "o", 0).Field(over, "f", offset); });
        foreach (string type in new[] { "object", "R", "string", "int", "int&", "System.Span`1<int>" })
            foreach (int offset in new[] { 1, 2, 4, 8, 12, 0x7fffff0, 0x7fffffe, 0x7ffffff, 0x8000000, 0x7fffffff })
                Case(type + " at " + offset, a => { a.Struct("R").Field("object").Field("int", "i"); a.Struct("S", Explicit).With(ByRefLike).Field(type, "f", offset); a.Class("C", "object", Explicit).Field(type, "f", offset); });
        Case("overlap of two structs with references", a => { a.Struct("R").Field("object").Field("int", "i"); a.Struct("Q").Field("int").Field("int", "g").Field("object", "o"); a.Struct("S", Explicit).Field("R", "r", 0).Field("Q", "q", 0); });
        Case("overlap of spans", a => a.Struct("S", Explicit).With(ByRefLike).Field("System.Span`1<int>", "r", 0).Field("System.Span`1<byte>", "q", 0));
        Case("overlap of span with number", a => a.Struct("S", Explicit).With(ByRefLike).Field("System.Span`1<int>", "r", 0).Field("long", "q", 0));
        Case("overlap of span with object", a => a.Struct("S", Explicit).With(ByRefLike).Field("System.Span`1<int>", "r", 0).Field("object", "q", 0));
        Case("overlap of span's length", a => a.Struct("S", Explicit).With(ByRefLike).Field("System.Span`1<int>", "r", 0).Field("int", "q", 8));
        Case("explicit generic", a => a.Struct("S", Explicit).Var().Field("int", "f", 0));
        Case("explicit generic class", a => a.Class("S", "object", Explicit).Var().Field("int", "f", 0));
        Case("explicit in generic", a => { Ty g = a.Class("G").Var(); Ty s = a.Struct("S", Explicit).Var().Field("int", "f", 0); s.Enclosing = g; });
        Case("sequential generic", a => a.Struct("S").Var().Field("!0").Field("byte", "g").Field("long", "h"));
        Case("explicit class of auto parent", a => { a.Class("B").Field("int").Constructor(); a.Class("C", "B", Explicit).Field("int", "f", 0).Constructor("B"); });
        Case("sequential class of auto parent", a => { a.Class("B").Field("int").Constructor(); a.Class("C", "B", Sequential).Field("int", "f").Constructor("B"); });
        Case("sequential class of empty auto parent", a => { a.Class("B").Constructor(); a.Class("C", "B", Sequential).Field("int", "f").Constructor("B"); });
        Case("sequential class of sequential parent", a => { a.Class("B", "object", Sequential).Field("byte").Constructor(); a.Class("C", "B", Sequential).Field("int", "f").Constructor("B"); });
        Case("explicit class of sequential parent", a => { a.Class("B", "object", Sequential).Field("byte").Constructor(); a.Class("C", "B", Explicit).Field("int", "f", 0).Constructor("B"); });
        Case("auto class of sequential parent", a => { a.Class("B", "object", Sequential).Field("byte").Constructor(); a.Class("C", "B").Field("int", "f").Constructor("B"); });
        Case("explicit class of explicit parent with object", a => { a.Class("B", "object", Explicit).Field("object", "o", 0).Constructor(); a.Class("C", "B", Explicit).Field("int", "f", 0).Constructor("B"); });
        Case("explicit class with misaligned object after parent", a => { a.Class("B", "object", Explicit).Field("int", "i", 0).Constructor(); a.Class("C", "B", Explicit).Field("object", "f", 0).Constructor("B"); });
        Case("explicit class with object after parent", a => { a.Class("B", "object", Explicit).Field("int", "i", 0).Constructor(); a.Class("C", "B", Explicit).Field("object", "f", 4).Constructor("B"); });
        Case("sequential class with generic parent", a => { a.Class("B", "object", Sequential).Var().Field("!0").Constructor(); a.Class("C", "B<int>", Sequential).Field("int", "f").Constructor("B<int>"); a.Class("D", "B<string>", Sequential).Field("int", "f").Constructor("B<string>"); });
        foreach (int length in new[] { -5, 0, 1, 3, 1000, 0x7ffffff, 0x7fffffff }) Case("inline array " + length, a => { a.Struct().With(Inline + length).Field("int"); a.Struct("T").With(Inline + length).Field("object"); });
        Case("inline array of two fields", a => a.Struct().With(Inline + 3).Field("int").Field("int", "g"));
        Case("inline array without field", a => a.Struct().With(Inline + 3));
        Case("inline array with static field", a => a.Struct().With(Inline + 3).Field("int").Field("int", "g", -1, FieldAttributes.Static | FieldAttributes.Public));
        Case("explicit inline array", a => a.Struct("S", Explicit).With(Inline + 3).Field("int", "f", 0));
        Case("inline array with size", a => a.Struct().With(Inline + 3).Layout(0, 100).Field("int"));
        Case("inline array with pack", a => a.Struct().With(Inline + 3).Layout(1, 0).Field("int"));
        Case("inline array class", a => a.Class().With(Inline + 3).Field("int").Constructor());
        Case("inline array of span", a => a.Struct().With(ByRefLike).With(Inline + 3).Field("System.Span`1<int>"));
        Case("inline array of itself", a => a.Struct().With(Inline + 3).Field("S"));
        Case("generic inline array", a => a.Struct().Var().With(Inline + 3).Field("!0"));
        Case("ref struct class", a => a.Class().With(ByRefLike).Field("int").Constructor());
        Case("ref struct with interface", a => a.Struct().With(ByRefLike).Field("int").Implements("System.IDisposable").Virtual("void ()", "Dispose"));
        Case("array of ref struct", a => { a.Struct().With(ByRefLike).Field("int"); a.Class().Field("S[]").Constructor(); });
        Case("generic over ref struct", a => { a.Struct().With(ByRefLike).Field("int"); a.Class("G").Var().Constructor(); a.Class().Run("newobj G<S>::.ctor void (); ret").Field("G<S>"); });
        Case("thread static of instance", a => a.Class().Field("int", "f", -1, FieldAttributes.Public, ThreadStatic).Constructor());
        Case("mapped object", a => a.Class().Field("object", "f", -1, FieldAttributes.Public | FieldAttributes.Static, null, 8).Run("ldsfld C::f object; ret"));
        Case("mapped struct with object", a => { a.Struct().Field("object"); a.Class().Field("S", "f", -1, FieldAttributes.Public | FieldAttributes.Static, null, 8).Run("ldsfld C::f S; box S; ret"); });
        Case("mapped int", a => a.Class().Field("int", "f", -1, FieldAttributes.Public | FieldAttributes.Static, null, 8).Run("ldsfld C::f int; box System.Int32; ret"));
        Case("mapped instance", a => a.Class().Field("int", "f", -1, FieldAttributes.Public, null, 8).Constructor());
        Case("mapped in generic", a => a.Class().Var().Field("int", "f", -1, FieldAttributes.Public | FieldAttributes.Static, null, 8).Method("static int ()", "Get", Pub, "ldsfld C<!0>::f int; ret"));
        Case("mapped beyond the file", a => a.Class().Field("S", "f", -1, FieldAttributes.Public | FieldAttributes.Static, null, 8).Run("ldsflda C::f S; pop; ldnull; ret").Constructor());
        Case("mapped large", a => { a.Struct().Layout(1, 100000).Field("byte"); a.Class().Field("S", "f", -1, FieldAttributes.Public | FieldAttributes.Static, null, 8).Run("ldsflda C::f S; pop; ldnull; ret"); });
        Case("many fields", a => { Ty c = a.Class(); for (int i = 0; i < 3000; i++) c.Field("int", "f" + i); c.Constructor(); });
        Case("many structs", a => { a.Struct("S0").Field("long"); for (int i = 1; i < 24; i++) a.Struct("S" + i).Field("S" + (i - 1)).Field("S" + (i - 1), "g"); });
        Case("large array element", a => { a.Struct().Layout(1, 65535).Field("byte"); a.Struct("T").Layout(1, 65536).Field("byte"); });
        Case("large class", a => { a.Struct().Layout(1, 1000000).Field("byte"); Ty c = a.Class(); for (int i = 0; i < 200; i++) c.Field("S", "f" + i); });

        Methods(Case);
        Generics(Case);
        Impls(Case);
        return list;
    }

    static void Methods(Action<string, Action<Asm>> Case)
    {
        Case("abstract method in class that is not", a => a.Class().Method("void ()", "M", Virt | MethodAttributes.Abstract | NewSlot).Constructor());
        Case("abstract method with body", a => a.Class("C", "object", Abstract).Method("void ()", "M", Virt | MethodAttributes.Abstract | NewSlot, body: true));
        Case("abstract method that is not virtual", a => a.Class("C", "object", Abstract).Method("void ()", "M", Pub | MethodAttributes.Abstract));
        Case("abstract final", a => { a.Class("C", "object", Abstract).Method("void ()", "M", Virt | MethodAttributes.Abstract | Final | NewSlot).Constructor(); a.Class("D", "C").Constructor("C").Virtual("void ()", "M", 0); });
        Case("abstract in struct", a => a.Struct("S", Sequential | Abstract).Field("int").Method("void ()", "M", Virt | MethodAttributes.Abstract | NewSlot));
        Case("abstract static", a => a.Class("C", "object", Abstract).Method("static void ()", "M", Pub | MethodAttributes.Abstract));
        Case("virtual static", a => a.Class().Method("static void ()", "M", Virt).Constructor());
        Case("method without body", a => a.Class().Constructor().Method("static object ()", "Run", Pub, null, 0, false));
        Case("virtual without body", a => a.Class().Constructor().Method("void ()", "M", Virt | NewSlot, null, 0, false));
        Case("constructor without body", a => a.Class().Method("void ()", ".ctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName, null, 0, false));
        Case("virtual constructor", a => a.Class().Method("void ()", ".ctor", Virt | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName, "ret"));
        Case("static constructor .ctor", a => a.Class().Method("static void ()", ".ctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName));
        Case("instance .cctor", a => a.Class().Method("void ()", ".cctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName));
        Case(".cctor with parameter", a => a.Class().Method("static void (int)", ".cctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName));
        Case(".cctor that returns", a => a.Class().Method("static int ()", ".cctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName, "ldc0; ret"));
        Case("generic .cctor", a => a.Class().Method("static void ()", ".cctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName).MethodVar());
        Case("generic .ctor", a => a.Class().Method("void ()", ".ctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName).MethodVar());
        Case(".ctor that returns", a => a.Class().Method("int ()", ".ctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName, "ldc0; ret"));
        Case(".ctor without special name", a => a.Class().Method("void ()", ".ctor", Pub).Run("newobj C::.ctor void (); ret"));
        Case(".cctor without special name", a => a.Class().Method("static void ()", ".cctor", Pub, "ldnull; throw").Run("ldnull; ret"));
        Case("rtspecialname of other name", a => a.Class().Method("void ()", "M", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName).Constructor());
        Case("rtspecialname _VtblGap", a => a.Interface().Method("void ()", "_VtblGap1_2", Virt | MethodAttributes.Abstract | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName));
        Case("rtspecialname bad _VtblGap", a => a.Interface().Method("void ()", "_VtblGap1_x", Virt | MethodAttributes.Abstract | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName));
        Case("two initialisers", a => a.Class().Method("static void ()", ".cctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName).Method("static void ()", ".cctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName, "ldnull; throw"));
        Case("two default constructors", a => a.Class().Method("void ()", ".ctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName).Method("void ()", ".ctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName, "ldnull; throw").Run("newobj C::.ctor void (); ret"));
        Case("two equal methods", a => a.Class().Method("static object ()", "M", Pub, "ldstr first; ret").Method("static object ()", "M", Pub, "ldstr second; ret").Run("call C::M static object (); ret"));
        Case("two equal virtual methods", a => a.Class().Constructor().Method("object ()", "M", Virt | NewSlot, "ldstr first; ret").Method("object ()", "M", Virt | NewSlot, "ldstr second; ret").Run("newobj C::.ctor void (); callvirt C::M object (); ret"));
        Case("two equal overrides", a => a.Class().Constructor().Method("string ()", "ToString", Virt, "ldstr first; ret").Method("string ()", "ToString", Virt, "ldstr second; ret").Run("newobj C::.ctor void (); callvirt object::ToString string (); ret"));
        Case("two equal fields", a => a.Class().Field("int", "f", -1, FieldAttributes.Public | FieldAttributes.Static).Field("int", "f", -1, FieldAttributes.Public | FieldAttributes.Static).Run("ldc1; stsfld C::f int; ldsfld C::f int; box System.Int32; ret"));
        Case("two equal types", a => { a.Class("C").Run("ldstr first; ret"); a.Class("C").Run("ldstr second; ret"); });
        Case("synchronized in struct", a => a.Struct().Field("int").Method("void ()", "M", Pub, null, MethodImplAttributes.Synchronized));
        Case("static synchronized in struct", a => a.Struct().Field("int").Method("static void ()", "M", Pub, null, MethodImplAttributes.Synchronized));
        Case("internal call outside", a => a.Class().Method("static object ()", "Run", Pub, null, MethodImplAttributes.InternalCall, false));
        Case("internal call with body", a => a.Class().Method("static object ()", "Run", Pub, null, MethodImplAttributes.InternalCall, true));
        Case("runtime outside delegates", a => a.Class().Method("static object ()", "Run", Pub, null, MethodImplAttributes.Runtime, false));
        Case("runtime with body", a => a.Class().Method("static object ()", "Run", Pub, null, MethodImplAttributes.Runtime, true));
        Case("native", a => a.Class().Method("static object ()", "Run", Pub, null, MethodImplAttributes.Native, false));
        Case("unmanaged", a => a.Class().Method("static object ()", "Run", Pub, null, MethodImplAttributes.Unmanaged, false));
        Case("optil", a => a.Class().Method("static object ()", "Run", Pub, null, MethodImplAttributes.OPTIL));
        Case("pinvoke with body", a => a.Class().Method("static int ()", "P", Pub | MethodAttributes.PinvokeImpl, null, MethodImplAttributes.PreserveSig, true));
        Case("pinvoke instance", a => a.Class().Method("int ()", "P", Pub | MethodAttributes.PinvokeImpl, null, MethodImplAttributes.PreserveSig, false));
        Case("pinvoke virtual", a => a.Class().Method("int ()", "P", Virt | MethodAttributes.PinvokeImpl, null, MethodImplAttributes.PreserveSig, false));
        Case("pinvoke generic", a => a.Class().Method("static int ()", "P", Pub | MethodAttributes.PinvokeImpl, null, MethodImplAttributes.PreserveSig, false).MethodVar());
        Case("pinvoke in generic", a => a.Class().Var().Method("static int ()", "P", Pub | MethodAttributes.PinvokeImpl, null, MethodImplAttributes.PreserveSig, false));
        Case("pinvoke in interface", a => a.Interface().Method("static int ()", "P", Pub | MethodAttributes.PinvokeImpl, null, MethodImplAttributes.PreserveSig, false));
        Case("vararg method", a => a.Class().Method("static vararg void ()").Constructor());
        Case("vararg constructor", a => a.Class().Method("vararg void ()", ".ctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName));
        Case("vararg generic", a => a.Class().Method("static vararg void ()").MethodVar());
        Case("vararg in generic", a => a.Class().Var().Method("static vararg void ()"));
        Case("parameter void", a => a.Class().Method("static void (void)").Constructor());
        Case("parameter byref byref", a => a.Class().Method("static void (int&&)").Constructor());
        Case("parameter of missing class", a => a.Class().Method("static void (System.Missing)").Constructor());
        Case("parameter of missing struct", a => a.Class().Method("static void ($System.Missing)").Constructor());
        Case("parameter of variable", a => a.Class().Method("static void (!0)").Constructor());
        Case("parameter of method variable", a => a.Class().Method("static void (!!0)").Constructor());
        Case("parameter of element 0x50", a => a.Class().Method("static void (raw 50)").Constructor());
        Case("parameter of element 0x17", a => a.Class().Method("static void (raw 17)").Constructor());
        foreach (string odd in new[] { "void", "!0", "!!0", "raw 50", "raw 17" })
        {
            Case("parameter read of " + odd, a => a.Class().Method("static void (" + odd + ")", "M", Pub, "raw 02 26 2A").Constructor());
            Case("parameter written of " + odd, a => a.Class().Method("static void (" + odd + ")", "M", Pub, "raw 14 10 00 2A").Constructor());
            Case("parameter before of " + odd, a => a.Class().Method("static int (" + odd + ", int)", "M", Pub, "raw 03 2A").Constructor());
            Case("instance parameter of " + odd, a => a.Class().Method("void (" + odd + ")", "M", Pub).Constructor());
            if (!odd.StartsWith("raw")) Case("return of " + odd, a => a.Class().Method("static " + odd + " (int)", "M", Pub, "ret").Constructor());
            Case("call with parameter of " + odd, a => a.Class().Method("static void (" + odd + ")").Run("ldnull; call C::M static void (" + odd + "); ldnull; ret"));
            Case("virtual parameter of " + odd, a => a.Class().Constructor().Virtual("void (" + odd + ")", "M"));
            Case("abstract parameter of " + odd, a => a.Class("C", "object", Abstract).Constructor().Virtual("void (" + odd + ")", "M", NewSlot | MethodAttributes.Abstract));
            Case("local of " + odd, a => a.Class().Run("local " + odd + "; ldnull; ret"));
        }
        foreach (MethodAttributes more in new MethodAttributes[] { 0, MethodAttributes.Virtual, Virt, Virt | NewSlot, Virt | NewSlot | Final, Virt | Final })
            Case("prepared without end " + more, a => a.Class().Method("void ()", "M", Pub | more, "raw 00").Constructor());
        Case("prepared without end in sealed", a => a.Class("C", "object", Sealed).Method("void ()", "M", Virt | NewSlot, "raw 00").Constructor());
        Case("prepared without end ToString", a => a.Class("C").Method("string ()", "ToString", Virt, "raw 00").Constructor());
        Case("prepared without end in struct", a => a.Struct().Field("int").Method("void ()", "M", Virt | NewSlot, "raw 00"));
        Case("prepared without end in generic", a => a.Class().Var().Method("void ()", "M", Virt | NewSlot, "raw 00").Constructor());
        Case("prepared without end, default method", a => a.Interface().Method("void ()", "M", Virt | NewSlot, "raw 00"));
        foreach (MethodAttributes kind in new[] { MethodAttributes.Private, Pub, MethodAttributes.Private | MethodAttributes.Virtual, Virt, Virt | NewSlot, MethodAttributes.Private | MethodAttributes.Virtual | Final, MethodAttributes.Static, MethodAttributes.Private | MethodAttributes.Static, MethodAttributes.Public | MethodAttributes.Static })
        {
            Case("internal call in interface " + kind, a => a.Interface().Method(kind.HasFlag(MethodAttributes.Static) ? "static void ()" : "void ()", "M", kind, null, MethodImplAttributes.InternalCall, false));
            Case("internal call in class " + kind, a => a.Class().Constructor().Method(kind.HasFlag(MethodAttributes.Static) ? "static void ()" : "void ()", "M", kind, null, MethodImplAttributes.InternalCall, false));
        }
        Case("field of element 0x45", a => a.Class().Field("raw 45").Constructor());
        Case("return typed reference", a => a.Class().Method("static typedref ()", "M", Pub, "ldnull; throw").Constructor());
        Case("return byref", a => a.Class().Method("static int& ()", "M", Pub, "ldnull; throw").Constructor());
        Case("return byref of typed reference", a => a.Class().Method("static typedref& ()", "M", Pub, "ldnull; throw").Constructor());
        Case("array of byref", a => a.Class().Method("static void (int&[])").Constructor());
        Case("array of typed reference", a => a.Class().Method("static void (typedref[])").Constructor());
        Case("array of span", a => a.Class().Method("static void (System.Span`1<int>[])").Constructor());
        Case("array of void", a => a.Class().Method("static void (void[])").Constructor());
        Case("generic over pointer", a => { a.Class("G").Var(); a.Class().Method("static void (G<int*>)").Constructor(); });
        Case("generic over byref", a => { a.Class("G").Var(); a.Class().Method("static void (G<int&>)").Constructor(); });
        Case("generic over void", a => { a.Class("G").Var(); a.Class().Method("static void (G<void>)").Constructor(); });
        Case("generic over typed reference", a => { a.Class("G").Var(); a.Class().Method("static void (G<typedref>)").Constructor(); });
        Case("generic instance of class that is not", a => { a.Class("G"); a.Class().Method("static void (G<int>)").Constructor(); });
        Case("method in generic instance of too many", a => { a.Class("G").Var(); a.Class().Method("static void (G<int,int>)").Constructor(); });
        Case("many parameters", a => a.Class().Method("static void (" + string.Join(",", Enumerable.Repeat("int", 1000)) + ")").Constructor());
        Case("many longs", a => a.Class().Method("static void (" + string.Join(",", Enumerable.Repeat("long", 9000)) + ")").Constructor());
        Case("too many parameters", a => a.Class().Method("static void (" + string.Join(",", Enumerable.Repeat("int", 66000)) + ")").Constructor());
        Case("many virtual methods", a => { Ty c = a.Class(); for (int i = 0; i < 2000; i++) c.Virtual("void ()", "M" + i); c.Constructor(); });
        // Delegates
        Case("delegate without Invoke", a => a.Add("D", "System.MulticastDelegate", Asm.Public | Sealed).Method("void (object, nint)", ".ctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName, null, MethodImplAttributes.Runtime, false));
        Case("delegate without constructor", a => a.Add("D", "System.MulticastDelegate", Asm.Public | Sealed).Method("void ()", "Invoke", Virt | NewSlot, null, MethodImplAttributes.Runtime, false));
        Case("delegate with two Invokes", a => a.Delegate().Method("void (int)", "Invoke", Virt | NewSlot, null, MethodImplAttributes.Runtime, false));
        Case("delegate with IL Invoke", a => a.Add("D", "System.MulticastDelegate", Asm.Public | Sealed).Method("void (object, nint)", ".ctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName, null, MethodImplAttributes.Runtime, false).Virtual("void ()", "Invoke"));
        Case("delegate with other runtime method", a => a.Delegate().Method("void ()", "Other", Virt | NewSlot, null, MethodImplAttributes.Runtime, false));
        Case("delegate with other method", a => a.Delegate().Method("static void ()", "Other"));
        Case("delegate with field", a => a.Delegate().Field("int"));
        Case("delegate with static field", a => a.Delegate().Field("int", "f", -1, FieldAttributes.Public | FieldAttributes.Static));
        Case("delegate that is not sealed", a => Asm.DelegateMembers(a.Add("D", "System.MulticastDelegate")));
        Case("delegate extended", a => { Asm.DelegateMembers(a.Add("D", "System.MulticastDelegate")); a.Class("E", "D"); });
        Case("delegate with BeginInvoke only", a => a.Delegate().Method("void ()", "BeginInvoke", Virt | NewSlot, null, MethodImplAttributes.Runtime, false));
        Case("delegate with begin and end", a => a.Delegate().Method("System.IAsyncResult (System.AsyncCallback, object)", "BeginInvoke", Virt | NewSlot, null, MethodImplAttributes.Runtime, false).Method("void (System.IAsyncResult)", "EndInvoke", Virt | NewSlot, null, MethodImplAttributes.Runtime, false));
        Case("delegate with static Invoke", a => a.Add("D", "System.MulticastDelegate", Asm.Public | Sealed).Method("void (object, nint)", ".ctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName, null, MethodImplAttributes.Runtime, false).Method("static void ()", "Invoke", Pub, null, MethodImplAttributes.Runtime, false));
        Case("delegate with abstract Invoke", a => a.Add("D", "System.MulticastDelegate", Asm.Public | Abstract).Method("void (object, nint)", ".ctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName, null, MethodImplAttributes.Runtime, false).Method("void ()", "Invoke", Virt | MethodAttributes.Abstract | NewSlot, null, MethodImplAttributes.Runtime, false));
        Case("delegate with interface", a => a.Delegate().Implements("System.IDisposable").Virtual("void ()", "Dispose"));
        Case("delegate with generic Invoke", a => { Ty d = a.Add("D", "System.MulticastDelegate", Asm.Public | Sealed); Asm.DelegateMembers(d); d.MethodVar(); });
        // Member resolution at use
        Case("missing method", a => a.Class().Run("call C::Missing static object (); ret"));
        Case("method of other signature", a => a.Class().Method("static object (int)").Run("call C::M static object (); ret"));
        Case("missing field", a => a.Class().Run("ldsfld C::missing object; ret"));
        Case("field of other type", a => a.Class().Field("int", "f", -1, FieldAttributes.Public | FieldAttributes.Static).Run("ldsfld C::f object; ret"));
        Case("missing type", a => a.Class().Run("newobj System.Missing::.ctor void (); ret"));
        Case("method of parent", a => { a.Class("B").Constructor().Method("static object ()", "M", Pub, "ldstr parent; ret"); a.Class("C", "B").Run("call C::M static object (); ret"); });
        Case("field of parent", a => { a.Class("B").Constructor().Field("object", "f", -1, FieldAttributes.Public | FieldAttributes.Static); a.Class("C", "B").Run("ldsfld C::f object; ret"); });
        Case("constructor of parent", a => { a.Class("B").Constructor(); a.Class("C", "B").Run("newobj C::.ctor void (); ret"); });
        Case("method of interface's parent", a => { a.Interface("I").Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Interface("J").Implements("I"); a.Class().Constructor().Implements("J").Method("object ()", "M", Virt | NewSlot, "ldstr M; ret").Run("newobj C::.ctor void (); callvirt J::M object (); ret"); });
        Case("object's method by interface", a => { a.Interface("I"); a.Class().Constructor().Implements("I").Run("newobj C::.ctor void (); callvirt I::ToString string (); ret"); });
        Case("method on array", a => a.Class().Run("ldc1; newarr System.Int32; call int[]::Missing object (); ret"));
        Case("method with modifier", a => a.Class().Method("static object (modreq int)", "M", Pub, "ldstr modreq; ret").Run("ldc0; call C::M static object (int); ret"));
        Case("method with equal modifier", a => a.Class().Method("static object (modreq int)", "M", Pub, "ldstr modreq; ret").Run("ldc0; call C::M static object (modreq int); ret"));
        Case("constructor called as a method", a => a.Class().Constructor().Field("int").Run("newobj C::.ctor void (); dup; call C::.ctor void (); ret"));
        Case("newobj of method", a => a.Class().Constructor().Method("void ()", "Make").Run("newobj C::Make void (); ret"));
        Case("newobj of static", a => a.Class().Constructor().Method("static void ()", "Make").Run("newobj C::Make static void (); ret"));
        Case("newobj of abstract", a => a.Class("C", "object", Abstract).Constructor().Run("newobj C::.ctor void (); ret"));
        Case("newobj of interface", a => { a.Interface(); a.Class().Run("newobj I::.ctor void (); ret"); });
        Case("newobj of static constructor", a => a.Class().Constructor().Method("static void ()", ".cctor", Pub | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName).Run("newobj C::.cctor static void (); ret"));
        Case("callvirt of static", a => a.Class().Method("static object ()", "M", Pub, "ldnull; ret").Run("callvirt C::M static object (); ret"));
        Case("call of instance as static", a => a.Class().Method("object ()", "M", Pub, "ldnull; ret").Run("call C::M static object (); ret"));
        Case("ldsfld of instance field", a => a.Class().Field("object").Run("ldsfld C::f object; ret"));
        Case("ldfld of static field", a => a.Class().Field("object", "f", -1, FieldAttributes.Public | FieldAttributes.Static).Run("ldnull; ldfld C::f object; ret"));
        Case("ldsfld of literal", a => a.Class().Field("int", "f", -1, FieldAttributes.Public | FieldAttributes.Static | FieldAttributes.Literal).Run("ldsfld C::f int; box System.Int32; ret"));
        Case("box of open type", a => { a.Struct("G").Var().Field("int"); a.Class().Run("local int; ldloc0; box G; ret"); });
        Case("newarr of open type", a => { a.Struct("G").Var().Field("int"); a.Class().Run("ldc1; newarr G; ret"); });
        Case("newarr of void", a => a.Class().Run("ldc1; newarr System.Void; ret"));
        Case("newarr of span", a => a.Class().Run("ldc1; newarr System.Span`1<int>; ret"));
        Case("newarr of typed reference", a => a.Class().Run("ldc1; newarr System.TypedReference; ret"));
        Case("newarr of byref", a => a.Class().Run("ldc1; newarr int&; ret"));
        Case("newarr of pointer", a => a.Class().Run("ldc1; newarr int*; ret"));
        Case("box of span", a => a.Class().Run("local System.Span`1<int>; ldloc0; box System.Span`1<int>; ret"));
        Case("local of missing struct", a => a.Class().Run("local $System.Missing; ldnull; ret"));
        Case("local of missing class", a => a.Class().Run("local System.Missing; ldnull; ret"));
        Case("local of void", a => a.Class().Run("local void; ldnull; ret"));
        Case("unreachable invalid token", a => a.Class().Run("ldnull; ret; raw 28; token 0a00ffff; ret"));
        Case("unreachable invalid opcode", a => a.Class().Run("ldnull; ret; raw ff ff"));
        Case("unreachable bad opcode", a => a.Class().Run("ldnull; ret; raw a6 a7"));
        Case("reachable bad opcode", a => a.Class().Run("raw a6; ldnull; ret"));
        Case("invalid token", a => a.Class().Run("raw 28; token 0a00ffff; ret"));
        Case("token of wrong table", a => a.Class().Run("raw 28; token 02000001; ret"));
        Case("falls off", a => a.Class().Run("ldnull"));
    }

    static void Generics(Action<string, Action<Asm>> Case)
    {
        foreach (var variance in new[] { Co, Contra, Co | Contra })
        {
            Case(variance + " class", a => a.Class().Var("T", variance));
            Case(variance + " struct", a => a.Struct().Var("T", variance));
            Case(variance + " interface", a => a.Interface().Var("T", variance));
            Case(variance + " method", a => a.Class().Method("static void ()").MethodVar("U", variance));
            Case(variance + " interface method", a => a.Interface().Method("void ()", "M", Virt | NewSlot | MethodAttributes.Abstract).MethodVar("U", variance));
            if (variance == (Co | Contra)) continue;
            Case(variance + " delegate", a => a.Delegate().Var("T", variance));
            Case(variance + " delegate with field", a => a.Delegate().Var("T", variance).Field("int"));
            foreach (string type in new[] { "!0", "I<!0>", "J<!0>", "K<!0>", "!0[]", "L<!0>", "V<!0>", "I<I<!0>>", "I<J<!0>>", "J<J<!0>>", "J<I<!0>>", "!0&", "K<I<!0>>", "I<!0[]>", "D<!0>", "!!0" })
            {
                void Others(Asm a)
                {
                    a.Interface("I").Var("T", Co);
                    a.Interface("J").Var("T", Contra);
                    a.Interface("K").Var("T");
                    a.Class("L").Var("T");
                    a.Struct("V").Var("T");
                    a.Delegate("D", "void (!0)").Var("T", Contra);
                }
                Case(variance + " " + type + " as result", a => { Others(a); a.Interface("X").Var("T", variance).Method(type + " ()", "M", Virt | NewSlot | MethodAttributes.Abstract); if (type == "!!0") a.Types[^1].MethodVar(); });
                Case(variance + " " + type + " as parameter", a => { Others(a); a.Interface("X").Var("T", variance).Method("void (" + type + ")", "M", Virt | NewSlot | MethodAttributes.Abstract); if (type == "!!0") a.Types[^1].MethodVar(); });
                Case(variance + " " + type + " in delegate", a => { Others(a); Ty d = a.Add("X", "System.MulticastDelegate", Asm.Public | Sealed).Var("T", variance); Asm.DelegateMembers(d, type.Contains('!') && type != "!!0" ? type + " ()" : "void ()"); });
                Case(variance + " " + type + " in static method", a => { Others(a); a.Interface("X").Var("T", variance).Method("static void (" + type + ")", "M", Pub); if (type == "!!0") a.Types[^1].MethodVar(); });
                if (type[0] is not ('!' or 'V' or 'L' or 'D')) Case(variance + " " + type + " as parent", a => { Others(a); a.Interface("X").Var("T", variance).Implements(type); });
                if (!type.Contains("!!") && !type.EndsWith('&')) Case(variance + " " + type + " as constraint of method", a => { Others(a); a.Interface("X").Var("T", variance).Method("void ()", "M", Virt | NewSlot | MethodAttributes.Abstract).MethodVar("U", 0, type); });
            }
        }
        Type[] arguments = [typeof(int), typeof(int?), typeof(string), typeof(object), typeof(DayOfWeek), typeof(int[]), typeof(IDisposable), typeof(Enum), typeof(ValueType), typeof(MemoryStream), typeof(Span<int>), typeof(Action), typeof(int*), typeof(TypedReference), typeof(void)];
        foreach (GenericParameterAttributes flags in new GenericParameterAttributes[] { 0, IsValue, IsClass, HasNew, IsValue | HasNew, IsClass | HasNew, IsValue | IsClass, (GenericParameterAttributes)0x20, (GenericParameterAttributes)0x40, (GenericParameterAttributes)0x80 })
        {
            Case("constraint flags " + (int)flags, a => { a.Class().Var("T", flags).Over(arguments).Constructor(); a.Struct().Var("T", flags).Over(arguments).Field("!0"); });
            Case("constraint flags of method " + (int)flags, a => a.Class().Method("static object ()", "M", Pub, "ldnull; ret").MethodVar("U", flags).Run("raw 14; ret"));
        }
        foreach (string constraint in new[] { "System.Nullable`1<int>", "int", "string", "object", "System.ValueType", "System.Enum", "System.Delegate", "System.Array", "int[]", "int*", "System.IDisposable", "System.IComparable`1<!0>", "System.IEquatable`1<int>", "System.Span`1<int>", "void", "System.Missing", "typedref", "System.DayOfWeek" })
            Case("constraint " + constraint, a => a.Class().Var("T", 0, constraint).Over(arguments).Constructor());
        Case("constraint of other variable", a => a.Class().Var("T").Var("U", 0, "!0").Over(arguments).Constructor());
        Case("constraint of variable out of range", a => a.Class().Var("T", 0, "!5").Over(arguments).Constructor());
        Case("constraint in parent violated", a => { a.Class("G").Var("T", IsValue).Constructor(); a.Class("C", "G<string>").Constructor("G<string>"); });
        Case("constraint in interface violated", a => { a.Interface("I").Var("T", IsValue); a.Class("C").Implements("I<string>").Constructor(); });
        Case("constraint in field violated", a => { a.Class("G").Var("T", IsValue).Constructor(); a.Class("C").Field("G<string>").Constructor().Run("newobj C::.ctor void (); ret"); });
        Case("constraint in static field violated", a => { a.Struct("G").Var("T", IsValue).Field("int"); a.Class("C").Field("G<string>", "f", -1, FieldAttributes.Public | FieldAttributes.Static).Constructor().Run("newobj C::.ctor void (); ret"); });
        Case("constraint in struct field violated", a => { a.Struct("G").Var("T", IsValue).Field("int"); a.Class("C").Field("G<string>").Constructor().Run("newobj C::.ctor void (); ret"); });
        Case("constraint in local violated", a => { a.Struct("G").Var("T", IsValue).Field("int"); a.Class("C").Constructor().Run("local G<string>; ldnull; ret"); });
        Case("constraint in class local violated", a => { a.Class("G").Var("T", IsValue).Field("int"); a.Class("C").Constructor().Run("local G<string>; ldnull; ret"); });
        Case("constraint in parameter violated", a => { a.Class("G").Var("T", IsValue).Field("int"); a.Class("C").Constructor().Method("static void (G<string>)"); });
        Case("constraint of nullable over nullable", a => a.Class("C").Field("System.Nullable`1<System.Nullable`1<int>>").Constructor());
        Case("constraint of nullable over string", a => a.Class("C").Field("System.Nullable`1<string>").Constructor());
        Case("constraint passed on", a => { a.Class("G").Var("T", IsValue).Constructor(); a.Class("C", "G<!0>").Var("T").Constructor("G<!0>"); });
        Case("constraint passed on rightly", a => { a.Class("G").Var("T", IsValue).Constructor(); a.Class("C", "G<!0>").Var("T", IsValue).Constructor("G<!0>"); });
        Case("generic variables in the wrong order", a => a.Class().Var("T").Var("T"));
        Case("many variables", a => { Ty c = a.Class(); for (int i = 0; i < 300; i++) c.Var("T" + i); });
        Case("nested with fewer variables", a => { Ty c = a.Class("C").Var(); Ty n = a.Class("N").Constructor(); n.Enclosing = c; });
        Case("override with other constraints", a => { a.Class("B").Constructor().Virtual("void ()", "M").MethodVar("U", IsValue); a.Class("C", "B").Constructor("B").Virtual("void ()", "M", 0).MethodVar("U", IsClass); });
        Case("override with fewer constraints", a => { a.Class("B").Constructor().Virtual("void ()", "M").MethodVar("U", IsValue); a.Class("C", "B").Constructor("B").Virtual("void ()", "M", 0).MethodVar("U"); });
        Case("override with more constraints", a => { a.Class("B").Constructor().Virtual("void ()", "M").MethodVar("U"); a.Class("C", "B").Constructor("B").Virtual("void ()", "M", 0).MethodVar("U", IsValue); });
        Case("implementation with other constraints", a => { a.Interface().Method("void ()", "M", Virt | NewSlot | MethodAttributes.Abstract).MethodVar("U", IsValue); a.Class("C").Implements("I").Constructor().Virtual("void ()", "M").MethodVar("U", IsClass); });
        Case("implementation with other type constraint", a => { a.Interface().Method("void ()", "M", Virt | NewSlot | MethodAttributes.Abstract).MethodVar("U", 0, "System.IDisposable"); a.Class("C").Implements("I").Constructor().Virtual("void ()", "M").MethodVar("U", 0, "System.ICloneable"); });
        Case("explicit implementation with other constraints", a => { a.Interface().Method("void ()", "M", Virt | NewSlot | MethodAttributes.Abstract).MethodVar("U", IsValue); a.Class("C").Implements("I").Constructor().Virtual("void ()", "N").MethodVar("U", IsClass).Impl("C::N", "I::M generic void ()"); });
        Case("override with other number of variables", a => { a.Class("B").Constructor().Virtual("void ()", "M").MethodVar("U"); a.Class("C", "B").Constructor("B").Virtual("void ()", "M", 0); });
    }

    static void Impls(Action<string, Action<Asm>> Case)
    {
        static Ty Base(Asm a, MethodAttributes more = 0, string name = "B") => a.Class(name).Constructor().Method("object ()", "M", Virt | NewSlot | more, "ldstr base; ret");
        static Ty Derived(Asm a) => a.Class("C", "B").Constructor("B").Method("object ()", "N", Virt | NewSlot, "ldstr derived; ret").Run("newobj C::.ctor void (); callvirt B::M object (); ret");
        Case("method impl", a => { Base(a); Derived(a).Impl("C::N", "B::M object ()"); });
        Case("method impl of final", a => { Base(a, Final); Derived(a).Impl("C::N", "B::M object ()"); });
        Case("method impl of missing", a => { Base(a); Derived(a).Impl("C::N", "B::X object ()"); });
        Case("method impl of other signature", a => { Base(a); Derived(a).Impl("C::N", "B::M object (int)"); });
        Case("method impl by other signature", a => { Base(a); Derived(a).Method("object (int)", "O", Virt | NewSlot).Impl("C::O", "B::M object ()"); });
        Case("method impl by other result", a => { Base(a); Derived(a).Method("int ()", "O", Virt | NewSlot).Impl("C::O", "B::M object ()"); });
        Case("method impl by derived result", a => { Base(a); Derived(a).Method("string ()", "O", Virt | NewSlot, "ldstr covariant; ret").Impl("C::O", "B::M object ()"); });
        Case("method impl by derived result in interface", a => { a.Interface().Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Class().Implements("I").Constructor().Method("string ()", "O", Virt | NewSlot).Impl("C::O", "I::M object ()"); });
        Case("method impl of not virtual", a => { a.Class("B").Constructor().Method("object ()"); Derived(a).Impl("C::N", "B::M object ()"); });
        Case("method impl of static", a => { a.Class("B").Constructor().Method("static object ()"); Derived(a).Impl("C::N", "B::M static object ()"); });
        Case("method impl by static", a => { Base(a); Derived(a).Method("static object ()", "O").Impl("C::O", "B::M object ()"); });
        Case("method impl by not virtual", a => { Base(a); Derived(a).Method("object ()", "O").Impl("C::O", "B::M object ()"); });
        Case("method impl by abstract", a => { Base(a); a.Class("C", "B", Abstract).Constructor("B").Method("object ()", "N", Virt | NewSlot | MethodAttributes.Abstract).Impl("C::N", "B::M object ()"); });
        Case("method impl by private", a => { Base(a); Derived(a).Method("object ()", "O", MethodAttributes.Private | MethodAttributes.Virtual | NewSlot, "ldstr private; ret").Impl("C::O", "B::M object ()"); });
        Case("method impl by inherited", a => { Base(a); a.Class("C", "B").Constructor("B").Impl("B::M", "object::ToString string ()"); });
        Case("method impl by parent's body", a => { Base(a).Method("object ()", "P", Virt | NewSlot, "ldstr P; ret"); a.Class("C", "B").Constructor("B").Impl("B::P", "B::M object ()"); });
        Case("method impl of unrelated class", a => { Base(a); a.Class("C").Constructor().Method("object ()", "N", Virt | NewSlot).Impl("C::N", "B::M object ()"); });
        Case("method impl of derived class", a => { a.Class("B").Constructor().Method("object ()", "N", Virt | NewSlot).Impl("B::N", "C::M object ()"); a.Class("C", "B").Constructor("B").Method("object ()", "M", Virt | NewSlot); });
        Case("method impl of own method", a => a.Class("C").Constructor().Method("object ()", "M", Virt | NewSlot, "ldstr M; ret").Method("object ()", "N", Virt | NewSlot, "ldstr N; ret").Impl("C::N", "C::M").Run("newobj C::.ctor void (); callvirt C::M object (); ret"));
        Case("method impl of itself", a => a.Class("C").Constructor().Method("object ()", "M", Virt | NewSlot, "ldstr M; ret").Impl("C::M", "C::M").Run("newobj C::.ctor void (); callvirt C::M object (); ret"));
        Case("method impl twice", a => { Base(a); Derived(a).Method("object ()", "O", Virt | NewSlot).Impl("C::N", "B::M object ()").Impl("C::O", "B::M object ()"); });
        Case("method impl twice the same", a => { Base(a); Derived(a).Impl("C::N", "B::M object ()").Impl("C::N", "B::M object ()"); });
        Case("method impl twice in interface", a => { a.Interface().Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Class().Implements("I").Constructor().Virtual("object ()", "N").Virtual("object ()", "O").Impl("C::N", "I::M object ()").Impl("C::O", "I::M object ()"); });
        Case("method impl of interface that is not listed", a => { a.Interface().Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Class().Constructor().Virtual("object ()", "N").Impl("C::N", "I::M object ()"); });
        Case("method impl of interface of the parent", a => { a.Interface().Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); Base(a).Implements("I"); Derived(a).Impl("C::N", "I::M object ()"); });
        Case("method impl of missing interface method", a => { a.Interface().Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Class().Implements("I").Constructor().Virtual("object ()", "N").Impl("C::N", "I::X object ()"); });
        Case("method impl of interface by other signature", a => { a.Interface().Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Class().Implements("I").Constructor().Virtual("object (int)", "N").Impl("C::N", "I::M object ()"); });
        Case("method impl of generic interface", a => { a.Interface().Var().Method("object (!0)", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Class().Implements("I<int>").Constructor().Virtual("object (int)", "N").Impl("C::N", "I<int>::M object (!0)"); });
        Case("method impl of generic interface by wrong instance", a => { a.Interface().Var().Method("object (!0)", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Class().Implements("I<int>").Constructor().Virtual("object (string)", "N").Impl("C::N", "I<string>::M object (!0)"); });
        Case("method impl in interface", a => { a.Interface("I").Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Interface("J").Implements("I").Method("object ()", "N", MethodAttributes.Private | MethodAttributes.Virtual | Final, "ldstr default; ret").Impl("J::N", "I::M object ()"); a.Class().Implements("J").Constructor().Run("newobj C::.ctor void (); callvirt I::M object (); ret"); });
        Case("method impl in interface that is not final", a => { a.Interface("I").Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Interface("J").Implements("I").Method("object ()", "N", Virt | NewSlot, "ldstr default; ret").Impl("J::N", "I::M object ()"); a.Class().Implements("J").Constructor().Run("newobj C::.ctor void (); callvirt I::M object (); ret"); });
        Case("method impl in interface of unlisted", a => { a.Interface("I").Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Interface("J").Method("object ()", "N", MethodAttributes.Private | MethodAttributes.Virtual | Final, "ldstr default; ret").Impl("J::N", "I::M object ()"); a.Class().Implements("J").Constructor(); });
        Case("method impl in interface of object's", a => a.Interface("J").Method("string ()", "N", MethodAttributes.Private | MethodAttributes.Virtual | Final, "ldstr default; ret").Impl("J::N", "object::ToString string ()"));
        Case("abstract again", a => { a.Interface("I").Method("object ()", "M", Virt | NewSlot, "ldstr default; ret"); a.Interface("J").Implements("I").Method("object ()", "N", MethodAttributes.Private | MethodAttributes.Virtual | Final | MethodAttributes.Abstract).Impl("J::N", "I::M object ()"); a.Class().Implements("J").Constructor().Run("newobj C::.ctor void (); callvirt I::M object (); ret"); });
        Case("static virtual implemented by instance", a => { a.Interface().Method("static object ()", "M", Virt | MethodAttributes.Abstract); a.Class().Implements("I").Constructor().Virtual("object ()", "N").Impl("C::N", "I::M static object ()"); });
        Case("static virtual not implemented", a => { a.Interface().Method("static object ()", "M", Virt | MethodAttributes.Abstract); a.Class().Implements("I").Constructor(); });
        Case("static virtual not implemented by abstract class", a => { a.Interface().Method("static object ()", "M", Virt | MethodAttributes.Abstract); a.Class("C", "object", Abstract).Implements("I").Constructor(); });
        Case("static virtual implemented by name", a => { a.Interface().Method("static object ()", "M", Virt | MethodAttributes.Abstract); a.Class().Implements("I").Constructor().Method("static object ()", "M"); });
        Case("static virtual newslot", a => { a.Interface().Method("static object ()", "M", Virt | MethodAttributes.Abstract | NewSlot); a.Class().Implements("I").Constructor().Method("static object ()", "N").Impl("C::N", "I::M static object ()"); });
        Case("interface method not implemented", a => { a.Interface().Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Class().Implements("I").Constructor(); });
        Case("interface method implemented by not virtual", a => { a.Interface().Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Class().Implements("I").Constructor().Method("object ()"); });
        Case("interface method implemented by internal", a => { a.Interface().Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Class().Implements("I").Constructor().Method("object ()", "M", MethodAttributes.Assembly | MethodAttributes.Virtual); });
        Case("interface method implemented by static", a => { a.Interface().Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Class().Implements("I").Constructor().Method("static object ()"); });
        Case("interface method implemented by parent's not virtual", a => { a.Interface().Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Class("B").Constructor().Method("object ()"); a.Class("C", "B").Implements("I").Constructor("B"); });
        Case("interface method implemented by abstract", a => { a.Interface().Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Class("C", "object", Abstract).Implements("I").Constructor().Method("object ()", "M", Virt | MethodAttributes.Abstract | NewSlot); a.Class("D", "C").Constructor("C"); });
        foreach (MethodAttributes own in new[] { MethodAttributes.PrivateScope, MethodAttributes.Private, MethodAttributes.FamANDAssem, MethodAttributes.Assembly, MethodAttributes.Family, MethodAttributes.FamORAssem, MethodAttributes.Public })
            foreach (MethodAttributes parents in new[] { MethodAttributes.PrivateScope, MethodAttributes.Private, MethodAttributes.FamANDAssem, MethodAttributes.Assembly, MethodAttributes.Family, MethodAttributes.FamORAssem, MethodAttributes.Public })
                Case("override " + parents + " by " + own, a => { a.Class("B").Constructor().Method("object ()", "M", parents | MethodAttributes.Virtual | NewSlot, "ldstr base; ret").Run("newobj C::.ctor void (); callvirt B::M object (); ret"); a.Class("C", "B").Constructor("B").Method("object ()", "M", own | MethodAttributes.Virtual, "ldstr derived; ret"); });
        Case("override of final", a => { Base(a, Final); a.Class("C", "B").Constructor("B").Virtual("object ()", "M", 0); });
        Case("newslot of final", a => { Base(a, Final); a.Class("C", "B").Constructor("B").Virtual("object ()", "M"); });
        Case("override by static", a => { Base(a); a.Class("C", "B").Constructor("B").Method("static object ()", "M"); });
        Case("override by not virtual", a => { Base(a); a.Class("C", "B").Constructor("B").Method("object ()", "M"); });
        Case("override in struct", a => a.Struct().Field("int").Method("string ()", "ToString", Virt, "ldstr S; ret"));
        Case("override of Finalize", a => a.Class().Constructor().Method("void ()", "Finalize", MethodAttributes.Family | MethodAttributes.Virtual));
        Case("Finalize in struct", a => a.Struct().Field("int").Method("void ()", "Finalize", MethodAttributes.Family | MethodAttributes.Virtual));
        Case("generic virtual override", a => { a.Class("B").Constructor().Method("object ()", "M", Virt | NewSlot, "ldstr base; ret").MethodVar(); a.Class("C", "B").Constructor("B").Method("object ()", "M", Virt, "ldstr derived; ret").MethodVar(); });
        Case("no abstract implemented", a => { a.Class("B", "object", Abstract).Constructor().Method("object ()", "M", Virt | NewSlot | MethodAttributes.Abstract); a.Class("C", "B").Constructor("B"); });
    }

    // --- Random flags

    public static string Random(int number, Asm a)
    {
        var random = new Random(number);
        T Pick<T>(params T[] list) => list[random.Next(list.Length)];
        bool Chance(double p) => random.NextDouble() < p;
        switch (random.Next(4))
        {
            case 0:  // one method
            {
                Ty type = random.Next(6) switch
                {
                    0 => a.Interface("X"), 1 => a.Struct("X").Field("int"), 2 => a.Class("X", "object", Abstract), 3 => Chance(0.3) ? a.Delegate("X") : a.Class("X", "object", Sealed), 4 => a.Class("X").Var(), _ => a.Class("X"),
                };
                MethodAttributes flags = (MethodAttributes)random.Next(8);
                foreach (MethodAttributes flag in new[] { MethodAttributes.Static, MethodAttributes.Final, MethodAttributes.Virtual, MethodAttributes.HideBySig, NewSlot, MethodAttributes.CheckAccessOnOverride, MethodAttributes.Abstract, MethodAttributes.SpecialName })
                    if (Chance(0.3)) flags |= flag;
                if (Chance(0.1)) flags |= MethodAttributes.PinvokeImpl;
                string name = Pick("M", "M", "M", ".ctor", ".cctor", "ToString", "Finalize", "Invoke");
                if (name[0] == '.' || Chance(0.05)) flags |= MethodAttributes.RTSpecialName | MethodAttributes.SpecialName;
                if (flags.HasFlag(MethodAttributes.PinvokeImpl)) flags &= ~MethodAttributes.Virtual;
                MethodImplAttributes impl = Chance(0.7) ? 0 : Pick(MethodImplAttributes.Synchronized, MethodImplAttributes.InternalCall, MethodImplAttributes.Runtime, MethodImplAttributes.Native, MethodImplAttributes.NoInlining, MethodImplAttributes.Unmanaged, MethodImplAttributes.AggressiveInlining);
                bool body = flags.HasFlag(MethodAttributes.Abstract) || flags.HasFlag(MethodAttributes.PinvokeImpl) || impl is MethodImplAttributes.InternalCall or MethodImplAttributes.Runtime ? Chance(0.15) : Chance(0.9);
                string signature = (flags.HasFlag(MethodAttributes.Static) ? "static " : "") + Pick("void ()", "void ()", "object ()", "string ()", "void (int)", "int (object, nint)");
                type.Method(signature, name, flags, null, impl, body);
                if (Chance(0.15)) type.MethodVar();
                return "method " + flags + " | " + impl + (body ? " with body " : " without body ") + signature + " " + name;
            }
            case 1:  // one type
            {
                TypeAttributes flags = Asm.Public;
                foreach (TypeAttributes flag in new[] { TypeAttributes.Interface, Abstract, Sealed, Sequential, Explicit, TypeAttributes.Import, TypeAttributes.BeforeFieldInit, TypeAttributes.SpecialName, TypeAttributes.RTSpecialName })
                    if (Chance(0.2)) flags |= flag;
                string? extends = Pick("object", "object", "System.ValueType", "System.Enum", "System.MulticastDelegate", "System.Attribute", "System.Exception", null);
                Ty type = a.Add("X", extends, flags);
                if (Chance(0.3)) type.Var("T", Chance(0.3) ? Pick(Co, Contra) : 0);
                int fields = random.Next(4);
                string text = "";
                for (int i = 0; i < fields; i++)
                {
                    FieldAttributes access = FieldAttributes.Public | (Chance(0.3) ? FieldAttributes.Static : 0) | (Chance(0.1) ? FieldAttributes.InitOnly : 0);
                    string kind = Pick("int", "object", "long", "byte", "X", "System.Guid", "int*", "string[]", "double");
                    int offset = flags.HasFlag(Explicit) && !access.HasFlag(FieldAttributes.Static) ? Pick(0, 4, 8, 16, 24, 3) : -1;
                    type.Field(kind, i == 0 && extends == "System.Enum" ? "value__" : "f" + i, offset, access);
                    text += " " + kind + "@" + offset;
                }
                if (Chance(0.3)) type.Layout(Pick(0, 1, 4, 8, 3), Pick(0, 0, 1, 40));
                if (extends == "System.MulticastDelegate" && Chance(0.6)) Asm.DelegateMembers(type);
                if (Chance(0.2)) type.Implements(Pick("System.IDisposable", "System.ICloneable", "X", "object"));
                if (Chance(0.2)) type.Virtual("void ()", "Dispose");
                return "type " + flags + " extends " + extends + text;
            }
            case 2:  // an explicit or sequential layout of many fields
            {
                a.Struct("P").Field("int").Field("short", "g");
                a.Struct("R").Field("object").Field("int", "i");
                a.Struct("Q", Explicit).Field("byte", "b", 0).Field("int", "i", 1);
                bool isClass = Chance(0.4), isExplicit = Chance(0.6);
                string parent = isClass && Chance(0.4) ? "B" : "object";
                if (parent == "B") a.Class("B", "object", Pick(Sequential, Explicit, (TypeAttributes)0)).Constructor().Field(Pick("int", "byte", "object", "long"), "b", 0);
                Ty type = isClass ? a.Class("X", parent, isExplicit ? Explicit : Sequential) : a.Struct("X", isExplicit ? Explicit : Sequential);
                string text = "";
                for (int i = 1 + random.Next(5); i > 0; i--)
                {
                    string kind = Pick("int", "object", "long", "byte", "P", "R", "Q", "string", "short", "double", "nint", "System.Nullable`1<int>", "System.Guid");
                    int offset = isExplicit ? Chance(0.8) ? 8 * random.Next(4) : random.Next(24) : -1;
                    type.Field(kind, "f" + i, offset);
                    text += " " + kind + "@" + offset;
                }
                if (Chance(0.4)) type.Layout(Pick(0, 1, 2, 4, 8, 16), Pick(0, 0, 0, 1, 7, 40));
                if (!isClass) a.Struct("Y").Field("byte").Field("X", "x").Field("byte", "c");
                return "layout of " + (isClass ? "class : " + parent : "struct") + text;
            }
            default:  // two classes and an interface with methods of equal name
            {
                MethodAttributes Flags(double isVirtual) => (MethodAttributes)(1 + random.Next(6)) | (Chance(isVirtual) ? MethodAttributes.Virtual : 0) | (Chance(0.3) ? NewSlot : 0) | (Chance(0.1) ? Final : 0) | (Chance(0.15) ? MethodAttributes.CheckAccessOnOverride : 0);
                string Signature() => Pick("object ()", "object ()", "object ()", "string ()", "static object ()", "int ()");
                a.Interface().Method("object ()", "M", Virt | NewSlot | (Chance(0.8) ? MethodAttributes.Abstract : 0));
                Ty b = a.Class("B", "object", Chance(0.2) ? Abstract : 0).Constructor();
                Ty c = a.Class("C", "B", Chance(0.1) ? Abstract : 0).Constructor("B");
                Ty d = a.Class("D", "C").Constructor("C");
                string text = "";
                foreach (Ty type in new[] { b, c, d })
                {
                    if (Chance(0.35)) { type.Implements("I"); text += " I"; }
                    for (int i = random.Next(3); i > 0; i--)
                    {
                        string name = Pick("M", "M", "N"), signature = Signature();
                        if (type.Methods.Exists(m => m.Name == name)) continue;
                        MethodAttributes flags = Flags(0.8);
                        type.Method(signature, name, flags);
                        text += " " + type.Name + "." + name + " " + flags + " " + signature;
                        if (Chance(0.2)) type.Impl(type.Name + "::" + name, Pick("I", "B", "C") + "::" + Pick("M", "M", "N") + " object ()");
                    }
                }
                return "methods" + text;
            }
        }
    }
}

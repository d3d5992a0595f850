// Structs and classes of up to 2 GiB, by their declared sizes and by their fields.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
static class Program
{
    static ModuleBuilder module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("big"), AssemblyBuilderAccess.Run).DefineDynamicModule("big");
    static int count;
    static Type Make(TypeAttributes layout, Type parent, int size, params Type[] fields)
    {
        var type = module.DefineType("S" + count++, TypeAttributes.Public | TypeAttributes.Sealed | layout, parent, PackingSize.Size1, size);
        foreach (Type field in fields) { var f = type.DefineField("F" + count++, field, FieldAttributes.Public); if (layout == TypeAttributes.ExplicitLayout) f.SetOffset(0); }
        return type.CreateType();
    }
    static string Try(string what, Func<Type> make)
    {
        string text;
        try { Type t = make(); text = t.IsValueType ? "" + typeof(Unsafe).GetMethod("SizeOf").MakeGenericMethod(t).Invoke(null, []) : "class"; }
        catch (TargetInvocationException e) { text = "inner " + e.InnerException.GetType().Name + " " + e.InnerException.Message; }
        catch (Exception e) { text = e.GetType().Name + " " + e.Message; }
        Console.WriteLine(what + ": " + text);
        return text;
    }
    static void Main()
    {
        var kinds = new[] { TypeAttributes.SequentialLayout, TypeAttributes.AutoLayout };
        foreach (int size in new[] { 1 << 20, 0x7fffff0, 0x7fffff8, 0x8000000, 1 << 30, int.MaxValue - 7, int.MaxValue })
        {
            var sequential = TypeAttributes.SequentialLayout;
            Try($"{size:x} struct of a byte", () => Make(sequential, typeof(ValueType), size, typeof(byte)));
            Try($"{size:x} struct of nothing", () => Make(sequential, typeof(ValueType), size));
            Try($"{size:x} struct of a string", () => Make(sequential, typeof(ValueType), size, typeof(string)));
            Try($"{size:x} class of a byte", () => Make(sequential, typeof(object), size, typeof(byte)));
            Try($"{size:x} class of nothing", () => Make(sequential, typeof(object), size));
            Type big;
            try { big = Make(TypeAttributes.SequentialLayout, typeof(ValueType), size, typeof(byte)); } catch (Exception) { continue; }
            foreach (var kind in kinds)
            {
                Try($"{size:x} {kind} struct around", () => Make(kind, typeof(ValueType), 0, big));
                Try($"{size:x} {kind} struct around and a string", () => Make(kind, typeof(ValueType), 0, big, typeof(string)));
                Try($"{size:x} {kind} struct around and a byte", () => Make(kind, typeof(ValueType), 0, big, typeof(byte)));
                Try($"{size:x} {kind} struct around behind a byte", () => Make(kind, typeof(ValueType), 0, typeof(byte), big));
                Try($"{size:x} {kind} struct around twice", () => Make(kind, typeof(ValueType), 0, big, big));
                Try($"{size:x} {kind} struct around thrice", () => Make(kind, typeof(ValueType), 0, big, big, big));
                Try($"{size:x} {kind} class around", () => Make(kind, typeof(object), 0, big));
            }
        }
    }
}

// The methods that arrays have from the runtime (Get, Set, Address, constructors), called through reflection.
using System.Reflection;
using System.Runtime.CompilerServices;

static class Program
{
    struct S { public int A; public override readonly string ToString() => "S" + A; }
    static void Show(string name, Func<object?> act)
    {
        try { Console.WriteLine(name + ": " + (act() is { } o ? o.GetType() + " " + o : "null")); }
        catch (Exception e)
        {
            Console.WriteLine(name + ": " + e.GetType().Name + " " + e.Message + (e.InnerException is { } i ? " <- " + i.GetType().Name + " " + i.Message : ""));
        }
    }
    static void Main()
    {
        Array[] arrays = [new int[] { 7 }, new int[,] { { 1, 2 }, { 3, 4 } }, new string[,] { { "a", "b" } }, new object[,] { { 1, "x" } }, new S[,] { { new S { A = 5 } } }, new int?[,] { { 3, null } }, Array.CreateInstance(typeof(int), [2], [5]), Array.CreateInstance(typeof(int), [2, 2], [-1, 3]), new byte[1, 1, 1], new long[1, 1, 1, 1], new DayOfWeek[,] { { DayOfWeek.Friday } }, new int[][,] { new int[1, 1] }, new nint[,] { { 4 } }, new bool[,] { { true } }, new double[1, 1]];
        foreach (Array array in arrays)
        {
            Type type = array.GetType();
            Console.WriteLine(type);
            foreach (ConstructorInfo constructor in type.GetConstructors()) Console.WriteLine("  " + constructor + " " + constructor.Attributes + " " + constructor.MetadataToken);
            foreach (MethodInfo method in type.GetMethods(BindingFlags.DeclaredOnly | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)) Console.WriteLine("  " + method + " " + method.Attributes + " " + method.CallingConvention + " " + method.MethodImplementationFlags + " " + method.ReturnParameter.ParameterType + " " + method.DeclaringType + " " + method.MetadataToken);
            object[] lowest = Enumerable.Range(0, array.Rank).Select(d => (object)array.GetLowerBound(d)).ToArray();
            object[] outside = Enumerable.Repeat((object)100, array.Rank).ToArray();
            foreach (string name in new[] { "Get", "Set", "Address" })
            {
                MethodInfo? method = type.GetMethod(name);
                if (method == null) { Console.WriteLine("  no " + name); continue; }
                object[] Arguments(object[] at) => name == "Set" ? [.. at, array.GetValue(array.Rank == 1 ? [array.GetLowerBound(0)] : at.Select(o => (int)o == 100 ? 0 : (int)o).ToArray())!] : at;
                // Reflection's interpreted invoke, which a method has the first time, passes CoreCLR's Address no type to check for.
                if (name != "Address") Show("  " + name, () => method.Invoke(array, Arguments(lowest)));
                else try { method.Invoke(array, lowest); } catch (TargetInvocationException) { }
                Show("  " + name + " again", () => method.Invoke(array, Arguments(lowest)));
                Show("  " + name + " third", () => Second(MethodInvoker.Create(method), array, Arguments(lowest)).Invoke(array, new Span<object?>(Arguments(lowest))));
                if (array.GetLowerBound(0) == 0) Show("  " + name + " outside", () => method.Invoke(array, Arguments(outside)));
                Show("  " + name + " of null", () => method.Invoke(null, Arguments(lowest)));
                Show("  " + name + " of another", () => method.Invoke("text", Arguments(lowest)));
                Show("  " + name + " too few", () => method.Invoke(array, []));
                Show("  " + name + " not numbers", () => method.Invoke(array, Enumerable.Repeat((object)"x", method.GetParameters().Length).ToArray()));
            }
        }
        MethodInfo address = typeof(object[,]).GetMethod("Address")!, set = typeof(object[,]).GetMethod("Set")!;
        object strings = new string[1, 1];
        try { address.Invoke(new object[1, 1], [0, 0]); } catch (TargetInvocationException) { }
        Show("Address of strings as objects", () => address.Invoke(strings, [0, 0]));
        Show("Set of strings as objects", () => set.Invoke(strings, [0, 0, 5]));
        Show("Set of strings", () => set.Invoke(strings, [0, 0, "yes"]));
        Show("Get of strings", () => typeof(string[,]).GetMethod("Get")!.Invoke(strings, [0, 0]));
        foreach (ConstructorInfo constructor in typeof(int[,]).GetConstructors())
            foreach (int size in new[] { 2, -1, int.MaxValue })
                Show(constructor + " " + size, () => string.Join(",", ((int[,])constructor.Invoke(Enumerable.Repeat((object)size, constructor.GetParameters().Length).ToArray())).GetUpperBound(0)));
        foreach (ConstructorInfo constructor in typeof(int[][]).GetConstructors())
            Show(constructor + "", () => ((Array)constructor.Invoke(Enumerable.Repeat((object)2, constructor.GetParameters().Length).ToArray())).GetValue(1));
        Show("delegate of Get", () => typeof(int[,]).GetMethod("Get")!.CreateDelegate<Func<int[,], int, int, int>>()(new int[2, 2], 1, 1));
        Show("bound delegate of Get", () => typeof(int[,]).GetMethod("Get")!.CreateDelegate<Func<int, int, int>>(new int[2, 2] { { 1, 2 }, { 3, 4 } })(1, 1));
        Show("delegate of Set", () => { var a = new int[2, 2]; typeof(int[,]).GetMethod("Set")!.CreateDelegate<Action<int[,], int, int, int>>()(a, 1, 1, 6); return a[1, 1]; });
        Show("delegate of Address", () => { var a = new int[2, 2]; ref int at = ref typeof(int[,]).GetMethod("Address")!.CreateDelegate<At>()(a, 1, 1); at = 9; return a[1, 1]; });
        Show("handle", () => typeof(int[,]).GetMethod("Address")!.MethodHandle.GetFunctionPointer() != 0);
        Show("prepare", () => { RuntimeHelpers.PrepareMethod(typeof(int[,]).GetMethod("Address")!.MethodHandle); return 1; });
        Show("body", () => typeof(int[,]).GetMethod("Address")!.GetMethodBody());
    }
    static MethodInvoker Second(MethodInvoker invoker, Array array, object[] arguments)
    {
        try { invoker.Invoke(array, new Span<object?>(arguments)); } catch (SystemException) { }
        return invoker;
    }
    delegate ref int At(int[,] array, int i, int j);
}

// readonly. before ldelema and before Address of arrays of several dimensions: the array may hold a more derived element type.
using System.Reflection;
using System.Reflection.Emit;

public interface IShape { }
public class Shape : IShape { public override string ToString() => "shape"; }
public sealed class Circle : Shape { public override string ToString() => "circle"; }

static class Program
{
    // The compiler writes readonly. itself: a constrained call on an element of a variable type.
    static string First<T>(T[] a) => a[0]!.ToString()!;
    static string First<T>(T[,] a) => a[0, 1]!.ToString()!;
    static string First<T>(T[,,] a) => a[0, 1, 0]!.ToString()!;

    static string Caught(Func<string> run)
    {
        try { return run(); }
        catch (Exception e) { return e.GetType().Name + ": " + e.Message; }
    }

    // Reads element (0, 1) by its address, with the prefix or without, as `element`.
    static Func<Array, object> Reader(Type element, bool isReadonly, int rank)
    {
        Type array = rank == 1 ? element.MakeArrayType() : element.MakeArrayType(rank);
        var method = new DynamicMethod("Read", typeof(object), [typeof(Array)], typeof(Program).Module, true);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Castclass, array);
        for (int i = 0; i < rank; i++)
            il.Emit(i == 1 || rank == 1 ? OpCodes.Ldc_I4_1 : OpCodes.Ldc_I4_0);
        if (isReadonly)
            il.Emit(OpCodes.Readonly);
        if (rank == 1)
            il.Emit(OpCodes.Ldelema, element);
        else
            il.Emit(OpCodes.Call, array.GetMethod("Address")!);
        il.Emit(OpCodes.Ldobj, element);
        if (element.IsValueType)
            il.Emit(OpCodes.Box, element);
        il.Emit(OpCodes.Ret);
        return method.CreateDelegate<Func<Array, object>>();
    }

    static Array Filled(Type element, int rank)
    {
        var lengths = Enumerable.Repeat(2, rank).ToArray();
        Array array = Array.CreateInstance(element, lengths);
        var index = new int[rank];
        index[rank == 1 ? 0 : 1] = 1;
        array.SetValue(element == typeof(int) ? 42 : element == typeof(uint) ? 43u : Activator.CreateInstance(element == typeof(object) || element == typeof(IShape) ? typeof(Circle) : element), index);
        return array;
    }

    static void Main()
    {
        Console.WriteLine(Caught(() => First<object>(new string[] { "one" })));
        Console.WriteLine(Caught(() => First<object>(new string[,] { { "one", "two" } })));
        Console.WriteLine(Caught(() => First<Shape>(new Circle[,,] { { { new() }, { new() } } })));
        Console.WriteLine(Caught(() => First<IShape>(new Shape[,] { { new Circle(), new Shape() } })));
        Console.WriteLine(Caught(() => First<int>((int[,])(object)new uint[,] { { 1, uint.MaxValue } })));
        Console.WriteLine(Caught(() => First<object>(new string[,] { { "one", null! } })));
        Console.WriteLine(Caught(() => First<object>(new string[1, 1])));
        Type[] elements = [typeof(object), typeof(IShape), typeof(Shape), typeof(Circle), typeof(int), typeof(uint)];
        foreach (int rank in (int[])[1, 2, 3, 4])
            foreach (Type viewed in elements)
                foreach (Type actual in elements)
                    foreach (bool isReadonly in (bool[])[true, false])
                    {
                        if (viewed.IsValueType != actual.IsValueType || !Filled(actual, rank).GetType().IsAssignableTo(viewed.MakeArrayType(rank)) && !(viewed.IsValueType && rank == 1))
                            continue;
                        var read = Reader(viewed, isReadonly, rank);
                        Console.WriteLine($"{actual.Name} of rank {rank} as {viewed.Name}{(isReadonly ? ", readonly" : "")}: {Caught(() => read(Filled(actual, rank)).ToString()!)}");
                    }
        Console.WriteLine(Caught(() => Reader(typeof(object), true, 2)(null!).ToString()!));
        MethodInfo[] members = typeof(object[,]).GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly);
        Console.WriteLine(string.Join(", ", members.Select(m => m.Name)));
    }
}

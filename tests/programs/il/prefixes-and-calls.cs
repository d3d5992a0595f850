// Prefixes (tail., constrained., readonly., volatile.) and kinds of calls, written in IL.
using System.Reflection;
using System.Reflection.Emit;

struct Plain { public int X; }
struct Own { public int X; public override string ToString() => "own " + X++; public override int GetHashCode() => 7; }
enum Color { Red, Green }
class Animal { public virtual string Name() => "animal"; public virtual T Same<T>(T x) => x; }
class Dog : Animal { public override string Name() => "dog"; public override T Same<T>(T x) => default!; }
sealed class Puppy : Dog { public override string Name() => "puppy"; }
interface IShape { static abstract int Sides(); string Kind() => "shape"; }
struct Square : IShape { public static int Sides() => 4; }
class Circle : IShape { public static int Sides() => 0; public string Kind() => "round"; }

static class Program
{
    delegate long Loop(long n, long sum);

    static object? Invoke(Type result, Type[] parameters, object?[] arguments, Action<ILGenerator> emit)
    {
        var method = new DynamicMethod("M", result, parameters, typeof(Program), true);
        emit(method.GetILGenerator());
        return method.Invoke(null, arguments);
    }

    static void Show(string name, Func<object?> run)
    {
        try
        {
            Console.WriteLine(name + ": " + (run() ?? "null"));
        }
        catch (TargetInvocationException e)
        {
            Console.WriteLine(name + ": " + e.InnerException!.GetType().Name + ": " + e.InnerException.Message);
        }
        catch (Exception e)
        {
            Console.WriteLine(name + ": " + e.GetType().Name + ": " + e.Message);
        }
    }

    static void Constrained<T>(T value)
    {
        foreach (string method in new[] { "ToString", "GetHashCode", "GetType" })
        {
            Show("constrained " + typeof(T).Name + " " + method, () => Invoke(typeof(object), new[] { typeof(T) }, new object?[] { value }, g =>
            {
                MethodInfo target = typeof(object).GetMethod(method, Type.EmptyTypes)!;
                g.Emit(OpCodes.Ldarga_S, (byte)0);
                g.Emit(OpCodes.Constrained, typeof(T));
                g.Emit(OpCodes.Callvirt, target);
                if (target.ReturnType.IsValueType)
                {
                    g.Emit(OpCodes.Pop);
                    g.Emit(OpCodes.Ldstr, "called");
                }
                g.Emit(OpCodes.Ret);
            }));
        }
        Show("constrained " + typeof(T).Name + " Equals", () => Invoke(typeof(bool), new[] { typeof(T) }, new object?[] { value }, g =>
        {
            g.Emit(OpCodes.Ldarga_S, (byte)0);
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Box, typeof(T));
            g.Emit(OpCodes.Constrained, typeof(T));
            g.Emit(OpCodes.Callvirt, typeof(object).GetMethod("Equals", new[] { typeof(object) })!);
            g.Emit(OpCodes.Ret);
        }));
        Show("box, isinst, unbox.any " + typeof(T).Name, () => Invoke(typeof(bool), new[] { typeof(T) }, new object?[] { value }, g =>
        {
            Label no = g.DefineLabel();
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Box, typeof(T));
            g.Emit(OpCodes.Isinst, typeof(IComparable));
            g.Emit(OpCodes.Brfalse, no);
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Box, typeof(T));
            g.Emit(OpCodes.Unbox_Any, typeof(T));
            g.Emit(OpCodes.Pop);
            g.Emit(OpCodes.Ldc_I4_1);
            g.Emit(OpCodes.Ret);
            g.MarkLabel(no);
            g.Emit(OpCodes.Ldc_I4_0);
            g.Emit(OpCodes.Ret);
        }));
        Show("box, brtrue " + typeof(T).Name, () => Invoke(typeof(bool), new[] { typeof(T) }, new object?[] { value }, g =>
        {
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Box, typeof(T));
            g.Emit(OpCodes.Ldnull);
            g.Emit(OpCodes.Cgt_Un);
            g.Emit(OpCodes.Ret);
        }));
    }

    static string KindOf<T>(T shape) where T : IShape => shape.Kind() + " " + T.Sides();

    static void Main()
    {
        Show("tail recursion", () =>
        {
            var method = new DynamicMethod("Sum", typeof(long), new[] { typeof(long), typeof(long) }, typeof(Program), true);
            ILGenerator g = method.GetILGenerator();
            Label done = g.DefineLabel();
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Brfalse, done);
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Ldc_I4_1);
            g.Emit(OpCodes.Conv_I8);
            g.Emit(OpCodes.Sub);
            g.Emit(OpCodes.Ldarg_1);
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Add);
            g.Emit(OpCodes.Tailcall);
            g.Emit(OpCodes.Call, method);
            g.Emit(OpCodes.Ret);
            g.MarkLabel(done);
            g.Emit(OpCodes.Ldarg_1);
            g.Emit(OpCodes.Ret);
            return ((Loop)method.CreateDelegate(typeof(Loop)))(3_000_000, 0);
        });
        Constrained(5);
        Constrained(new Plain { X = 3 });
        Constrained(new Own { X = 4 });
        Constrained(Color.Green);
        Constrained((int?)6);
        Constrained((int?)null);
        Constrained("text");
        Constrained(new Dog());
        Console.WriteLine(KindOf(new Square()) + ", " + KindOf(new Circle()));

        foreach (Animal? animal in new Animal?[] { new Animal(), new Dog(), new Puppy(), null })
        {
            Show("callvirt", () => Invoke(typeof(string), new[] { typeof(Animal) }, new object?[] { animal }, g =>
            {
                g.Emit(OpCodes.Ldarg_0);
                g.Emit(OpCodes.Callvirt, typeof(Animal).GetMethod("Name")!);
                g.Emit(OpCodes.Ret);
            }));
            Show("call of a virtual method", () => Invoke(typeof(string), new[] { typeof(Animal) }, new object?[] { animal }, g =>
            {
                g.Emit(OpCodes.Ldarg_0);
                g.Emit(OpCodes.Call, typeof(Animal).GetMethod("Name")!);
                g.Emit(OpCodes.Ret);
            }));
            Show("ldvirtftn and calli", () => Invoke(typeof(string), new[] { typeof(Animal) }, new object?[] { animal }, g =>
            {
                g.Emit(OpCodes.Ldarg_0);
                g.Emit(OpCodes.Ldarg_0);
                g.Emit(OpCodes.Ldvirtftn, typeof(Animal).GetMethod("Name")!);
                g.EmitCalli(OpCodes.Calli, CallingConventions.HasThis, typeof(string), Type.EmptyTypes, null);
                g.Emit(OpCodes.Ret);
            }));
            Show("delegate of a virtual method", () => ((Func<string>)Invoke(typeof(Func<string>), new[] { typeof(Animal) }, new object?[] { animal }, g =>
            {
                g.Emit(OpCodes.Ldarg_0);
                g.Emit(OpCodes.Dup);
                g.Emit(OpCodes.Ldvirtftn, typeof(Animal).GetMethod("Name")!);
                g.Emit(OpCodes.Newobj, typeof(Func<string>).GetConstructors()[0]);
                g.Emit(OpCodes.Ret);
            })!)());
            Show("generic virtual", () => Invoke(typeof(int), new[] { typeof(Animal) }, new object?[] { animal }, g =>
            {
                g.Emit(OpCodes.Ldarg_0);
                g.Emit(OpCodes.Ldc_I4_8);
                g.Emit(OpCodes.Callvirt, typeof(Animal).GetMethod("Same")!.MakeGenericMethod(typeof(int)));
                g.Emit(OpCodes.Ret);
            }));
        }
        Show("ldelema of a covariant array", () => Invoke(typeof(object), new[] { typeof(object[]) }, new object?[] { new string[] { "s" } }, g =>
        {
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Ldc_I4_0);
            g.Emit(OpCodes.Ldelema, typeof(object));
            g.Emit(OpCodes.Ldind_Ref);
            g.Emit(OpCodes.Ret);
        }));
        Show("readonly. ldelema of a covariant array", () => Invoke(typeof(object), new[] { typeof(object[]) }, new object?[] { new string[] { "s" } }, g =>
        {
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Ldc_I4_0);
            g.Emit(OpCodes.Readonly);
            g.Emit(OpCodes.Ldelema, typeof(object));
            g.Emit(OpCodes.Ldind_Ref);
            g.Emit(OpCodes.Ret);
        }));
        Show("stelem.ref of the wrong type", () => Invoke(typeof(object), new[] { typeof(object[]) }, new object?[] { new string[] { "s" } }, g =>
        {
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Ldc_I4_0);
            g.Emit(OpCodes.Ldc_I4_0);
            g.Emit(OpCodes.Box, typeof(int));
            g.Emit(OpCodes.Stelem_Ref);
            g.Emit(OpCodes.Ldnull);
            g.Emit(OpCodes.Ret);
        }));
        Show("native int index", () => Invoke(typeof(int), new[] { typeof(int[]) }, new object?[] { new[] { 1, 2, 3 } }, g =>
        {
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Ldc_I8, 1L << 32);
            g.Emit(OpCodes.Conv_I);
            g.Emit(OpCodes.Ldelem_I4);
            g.Emit(OpCodes.Ret);
        }));
        Show("volatile. and cpobj", () => Invoke(typeof(int), new[] { typeof(int) }, new object?[] { 9 }, g =>
        {
            LocalBuilder a = g.DeclareLocal(typeof(Plain)), b = g.DeclareLocal(typeof(Plain));
            g.Emit(OpCodes.Ldloca, a);
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Volatile);
            g.Emit(OpCodes.Stfld, typeof(Plain).GetField("X")!);
            g.Emit(OpCodes.Ldloca, b);
            g.Emit(OpCodes.Ldloca, a);
            g.Emit(OpCodes.Cpobj, typeof(Plain));
            g.Emit(OpCodes.Ldloca, b);
            g.Emit(OpCodes.Volatile);
            g.Emit(OpCodes.Ldfld, typeof(Plain).GetField("X")!);
            g.Emit(OpCodes.Ret);
        }));
        Show("ldfld of a value on the stack", () => Invoke(typeof(int), new[] { typeof(Plain) }, new object?[] { new Plain { X = 12 } }, g =>
        {
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Ldfld, typeof(Plain).GetField("X")!);
            g.Emit(OpCodes.Ret);
        }));
        Show("unbox of null, of another type", () => Invoke(typeof(int), new[] { typeof(object) }, new object?[] { null }, g =>
        {
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Unbox, typeof(int));
            g.Emit(OpCodes.Ldobj, typeof(int));
            g.Emit(OpCodes.Ret);
        }));
        Show("unbox an enum as its number", () => Invoke(typeof(int), new[] { typeof(object) }, new object?[] { Color.Green }, g =>
        {
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Unbox_Any, typeof(int));
            g.Emit(OpCodes.Ret);
        }));
    }
}

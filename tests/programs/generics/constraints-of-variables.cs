using System.Collections.Generic;

// Type variables as arguments: what their own constraints promise must do for the constraints of what they are given to.
static class Program
{
    class Node { public int Value = 1; public virtual string Name() => GetType().Name; }
    class Leaf : Node { }
    abstract class Bound<TSelf, TArgument> where TSelf : Bound<TSelf, TArgument>, new() { public TArgument Argument; }
    sealed class BoundPair<TArgument, TValue> : Bound<BoundPair<TArgument, TValue>, TArgument> { public TValue Value; }

    static class Pool<T> where T : class, new() { public static readonly T Instance = new(); }
    sealed class Weak<T>(T target) where T : class { public readonly T Target = target; public override string ToString() => typeof(Weak<T>).ToString(); }
    sealed class Made<T> where T : new() { public readonly T Value = new(); }
    sealed class Plain<T> where T : struct { public T? Value; }
    sealed class Names<T> where T : Node { public string Of(T node) => node.Name(); }

    static string OfSelf<T, TArgument>(TArgument argument) where T : Bound<T, TArgument>, new()
    {
        Pool<T>.Instance.Argument = argument;
        return new Weak<T>(Pool<T>.Instance).ToString() + Pool<T>.Instance.Argument;
    }
    static string OfClass<T>(T node) where T : Node => new Weak<T>(node).ToString() + new Names<T>().Of(node);
    static string OfVariable<T, TBase>(T node) where T : TBase where TBase : Node => new Weak<T>(node).ToString() + new Names<T>().Of(node);
    static string OfThird<T, TBase, TRoot>(T node) where T : TBase where TBase : TRoot where TRoot : Leaf => new Weak<T>(node).ToString() + new Names<TBase>().Of(node);
    static string OfDelegate<T>(T action) where T : Delegate => new Weak<T>(action).Target.Method.Name;
    static string OfArray<T>(T array) where T : class => new Weak<T[]>([array]).ToString();
    static string OfStruct<T>() where T : struct => typeof(Plain<T>).ToString() + new Made<T>().Value;
    static string OfUnmanaged<T>() where T : unmanaged => typeof(Plain<T>).ToString() + new Made<T>().Value;
    static string OfEnum<T>() where T : struct, Enum => typeof(Plain<T>).ToString() + new Made<T>().Value;

    // Variance looks at what a variable must be, too.
    static void Variance<TClass, TReference, TInterface, TAny, TVariable>() where TClass : Node where TReference : class where TInterface : IEnumerable<int> where TVariable : TClass
    {
    }

    static void Main()
    {
        Console.WriteLine(OfSelf<BoundPair<string, int>, string>("a"));
        Console.WriteLine(OfSelf<BoundPair<(string, int), int>, (string, int)>(("a", 1)));
        Console.WriteLine(OfClass(new Leaf()) + OfClass(new Node()));
        Console.WriteLine(OfVariable<Leaf, Node>(new Leaf()) + OfVariable<Leaf, Leaf>(new Leaf()));
        Console.WriteLine(OfThird<Leaf, Leaf, Leaf>(new Leaf()));
        Console.WriteLine(OfDelegate(Main));
        Console.WriteLine(OfArray("x"));
        Console.WriteLine(OfStruct<int>() + OfStruct<(string, int)>() + OfUnmanaged<double>() + OfEnum<DayOfWeek>());

        Type[] variables = typeof(Program).GetMethod(nameof(Variance), System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic)!.GetGenericArguments();
        foreach (Type variable in variables)
        {
            Type sequence = typeof(IEnumerable<>).MakeGenericType(variable);
            foreach (Type target in new[] { typeof(object), typeof(Node), typeof(Leaf), typeof(IEnumerable<int>), variables[0] })
                Console.Write($"{(typeof(IEnumerable<>).MakeGenericType(target).IsAssignableFrom(sequence) ? 1 : 0)}{(target.IsAssignableFrom(variable) ? 1 : 0)}{(target.MakeArrayType().IsAssignableFrom(variable.MakeArrayType()) ? 1 : 0)} ");
            foreach (Type definition in new[] { typeof(Weak<>), typeof(Made<>), typeof(Plain<>), typeof(Names<>), typeof(Pool<>) })
            {
                try { Console.Write(definition.MakeGenericType(variable).Name + " "); }
                catch (ArgumentException refusal) { Console.Write(refusal.InnerException?.GetType().Name + " "); }
            }
            foreach (System.Reflection.MethodInfo method in typeof(Program).GetMethods(System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic))
            {
                if (!method.IsGenericMethodDefinition || method.GetGenericArguments().Length > 1)
                    continue;
                try { Console.Write(method.MakeGenericMethod(variable).Name + " "); }
                catch (ArgumentException refusal) { Console.Write($"{method.Name}: {refusal.Message} {refusal.InnerException?.GetType().Name} "); }
            }
            Console.WriteLine(variable.Name);
        }
    }
}

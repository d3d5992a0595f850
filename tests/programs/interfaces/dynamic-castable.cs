// IDynamicInterfaceCastable: objects that say at a cast which interfaces they have, and who implements them.
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

interface IFirst { int Value(); string Name => "default of IFirst"; static int Static() => 3; }
interface ISecond { string Describe<T>(T value); event Action Changed; int this[int i] { get; set; } }
interface IThird { }
interface IGeneric<T> { T Get(T value); }
interface IDerived : IFirst { int More(); }
interface ICovariant<out T> { T Make(); }
interface IRefused { void Call(); }
interface INotImplementation { void Call(); }
interface IWrong { void Call(); }
interface IMissing { void Call(); }

[DynamicInterfaceCastableImplementation]
interface FirstImplementation : IFirst
{
    int IFirst.Value() => ((Dynamic)this).number;
    public static int Counter = 1;
}

[DynamicInterfaceCastableImplementation]
interface SecondImplementation : ISecond
{
    string ISecond.Describe<T>(T value) => $"{typeof(T)} {value} {((Dynamic)this).number}";
    event Action ISecond.Changed { add => Console.WriteLine("add"); remove => Console.WriteLine("remove"); }
    int ISecond.this[int i] { get => i * 2; set => Console.WriteLine($"[{i}] = {value}"); }
}

[DynamicInterfaceCastableImplementation]
interface GenericImplementation<T> : IGeneric<T> { T IGeneric<T>.Get(T value) => value; }
[DynamicInterfaceCastableImplementation]
interface DerivedImplementation : IDerived { int IFirst.Value() => 77; int IDerived.More() => ((IFirst)this).Value() + 1; }
[DynamicInterfaceCastableImplementation]
interface CovariantImplementation : ICovariant<string> { string ICovariant<string>.Make() => "made"; }
interface NotMarked : INotImplementation { void INotImplementation.Call() { } }
[DynamicInterfaceCastableImplementation]
interface Unrelated { }
[DynamicInterfaceCastableImplementation]
interface MissingImplementation : IMissing { }

class Dynamic : IDynamicInterfaceCastable
{
    public int number = 5;
    public static int asked, implementations;
    public bool IsInterfaceImplemented(RuntimeTypeHandle type, bool throwIfNotImplemented)
    {
        asked++;
        Type t = Type.GetTypeFromHandle(type)!;
        if (t == typeof(IRefused))
            return throwIfNotImplemented ? throw new InvalidOperationException("refused") : false;
        return t == typeof(IFirst) || t == typeof(ISecond) || t == typeof(IThird) || t == typeof(IDerived) || t == typeof(ICovariant<object>) || t == typeof(ICovariant<string>)
            || t == typeof(INotImplementation) || t == typeof(IWrong) || t == typeof(IMissing)
            || (t.IsGenericType && t.GetGenericTypeDefinition() == typeof(IGeneric<>));
    }
    public RuntimeTypeHandle GetInterfaceImplementation(RuntimeTypeHandle type)
    {
        implementations++;
        Type t = Type.GetTypeFromHandle(type)!;
        if (t == typeof(IFirst)) return typeof(FirstImplementation).TypeHandle;
        if (t == typeof(ISecond)) return typeof(SecondImplementation).TypeHandle;
        if (t == typeof(IDerived)) return typeof(DerivedImplementation).TypeHandle;
        if (t == typeof(ICovariant<object>) || t == typeof(ICovariant<string>)) return typeof(CovariantImplementation).TypeHandle;
        if (t == typeof(INotImplementation)) return typeof(NotMarked).TypeHandle;
        if (t == typeof(IWrong)) return typeof(Unrelated).TypeHandle;
        if (t == typeof(IMissing)) return typeof(MissingImplementation).TypeHandle;
        if (t.IsGenericType) return typeof(GenericImplementation<>).MakeGenericType(t.GetGenericArguments()).TypeHandle;
        return default;
    }
}

class Both : Dynamic, IThird { }

static class Program
{
    static void Try(string what, Func<object?> action)
    {
        try { Console.WriteLine($"{what}: {action()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name} {e.Message}"); }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] static bool Is<T>(object o) => o is T;
    [MethodImpl(MethodImplOptions.NoInlining)] static T As<T>(object o) where T : class => (T)o;
    [MethodImpl(MethodImplOptions.NoInlining)] static int Call(IFirst f) => f.Value();

    static void Main()
    {
        object o = new Dynamic();
        Try("is", () => $"{o is IFirst} {o is ISecond} {o is IThird} {o is IDisposable} {o is IGeneric<int>} {Is<IFirst>(o)} {Is<IRefused>(o)}");
        Try("value", () => ((IFirst)o).Value());
        Try("default method", () => ((IFirst)o).Name);
        for (int i = 0; i < 3; i++) Try("call", () => Call((IFirst)o));
        Try("generic method", () => ((ISecond)o).Describe("text") + ((ISecond)o).Describe(4));
        Try("indexer", () => { ((ISecond)o)[3] = 4; ((ISecond)o).Changed += () => { }; return ((ISecond)o)[5]; });
        Try("generic", () => ((IGeneric<int>)o).Get(9) + ((IGeneric<string>)o).Get("s"));
        Try("derived", () => ((IDerived)o).More() + " " + ((IDerived)o).Value());
        Try("covariant", () => ((ICovariant<object>)o).Make() + As<ICovariant<string>>(o).Make());
        Try("refused", () => (IRefused)o);
        Try("refused as", () => o as IRefused);
        Try("not implemented", () => (IDisposable)o);
        Try("not marked", () => { ((INotImplementation)o).Call(); return 0; });
        Try("wrong", () => { ((IWrong)o).Call(); return 0; });
        Try("missing", () => { ((IMissing)o).Call(); return 0; });
        Try("no handle", () => (IThird)o);
        Try("delegate", () => ((Func<int>)((IFirst)o).Value)());
        Try("method", () => typeof(IFirst).GetMethod("Value")!.Invoke(o, null));
        Try("assignable", () => $"{typeof(IFirst).IsAssignableFrom(o.GetType())} {typeof(IFirst).IsInstanceOfType(o)} {o.GetType().GetInterfaces().Length}");
        Try("array", () => { var a = new IFirst[1]; ((object[])a)[0] = o; return a[0].Value(); });
        Try("list", () => new List<IFirst> { (IFirst)o }.Sum(f => f.Value()));
        object both = new Both();
        Try("both", () => $"{both is IThird} {((IFirst)both).Value()}");
        Try("interface map", () => o.GetType().GetInterfaceMap(typeof(IFirst)).TargetMethods.Length);
        Console.WriteLine(Dynamic.asked > 0 && Dynamic.implementations > 0);
    }
}

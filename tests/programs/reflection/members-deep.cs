// Members through hierarchies: generics, properties, events, explicit interfaces, hiding, interface maps, attributes, bodies.
using System.Collections;
using System.ComponentModel;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

[AttributeUsage(AttributeTargets.All, AllowMultiple = true, Inherited = true)]
public class TagAttribute : Attribute
{
    public TagAttribute(string name, params int[] numbers) { Name = name; Numbers = numbers; }
    public string Name { get; }
    public int[] Numbers { get; }
    public Type? Kind { get; set; }
    public object? Extra;
    public DayOfWeek Day { get; set; }
    public override string ToString() => $"Tag({Name};{string.Join(',', Numbers)};{Kind};{Extra};{Day})";
}

public class GenericTagAttribute<T> : Attribute
{
    public GenericTagAttribute(T value) => Value = value;
    public T Value { get; }
}

public interface IShape<T> where T : struct { T Area(); event EventHandler? Changed; string this[int index] { get; } static abstract int Make(); }

[Tag("base", 1, 2, Kind = typeof(List<int>), Extra = "x", Day = DayOfWeek.Tuesday)]
public abstract class Shape<T> : IShape<T> where T : struct
{
    protected T _area;
    public static int Count;
    public const string Constant = "constant";
    public virtual T Area() => _area;
    public event EventHandler? Changed;
    public string this[int index] => "s" + index;
    public static int Make() => 1;
    protected internal virtual void Hidden(ref int a, out string b, in double c, params object[] rest) { b = ""; }
    public virtual string Name { get => "shape"; protected set { } }
    public void Raise() => Changed?.Invoke(this, EventArgs.Empty);
    [return: Tag("ret")]
    public U Convert<U, V>([Tag("parameter", 7)] T value, U? other = default, V[]? list = null) where U : class, new() where V : IComparable<V> => other!;
}

[Tag("derived", Extra = new[] { 1.5, 2.5 })]
[GenericTag<string>("generic")]
public sealed class Square : Shape<int>, IEnumerable<int>, IComparable<Square>
{
    public Square(int side) { _area = side * side; }
    private Square() { }
    static Square() { Count = 5; }
    public override int Area() => base.Area() + 1;
    public new string Name => "square";
    IEnumerator<int> IEnumerable<int>.GetEnumerator() { yield return 1; }
    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<int>)this).GetEnumerator();
    int IComparable<Square>.CompareTo(Square? other) => 0;
    public class Inner { public struct Deep<Q> { public Q Field; } }
    [Obsolete("old")] public int Field = 3;
    [ThreadStatic] public static int PerThread = 4;
    public int? Maybe { get; set; } = 9;
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static unsafe int* Pointers(int* p, delegate*<int, void> f, delegate* unmanaged[Cdecl]<void> g) => p;
}

[StructLayout(LayoutKind.Explicit, Size = 24, Pack = 2)]
public struct Overlay { [FieldOffset(0)] public int A; [FieldOffset(4)] public long B; [MarshalAs(UnmanagedType.U1)] [FieldOffset(16)] public bool C; }

static class Program
{
    const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static;

    static void Members(Type type, BindingFlags flags)
    {
        Console.WriteLine("== " + type + " : " + type.BaseType);
        foreach (MemberInfo member in type.GetMembers(flags).OrderBy(m => m.ToString(), StringComparer.Ordinal).ThenBy(m => m.DeclaringType!.ToString(), StringComparer.Ordinal))
        {
            Console.WriteLine($"{member.MemberType} {member} [{member.DeclaringType}|{member.ReflectedType}] {(member is MethodBase b ? b.Attributes + " " + b.CallingConvention + " " + b.MethodImplementationFlags : member is FieldInfo f ? f.Attributes.ToString() : "")}");
        }
    }

    static void Attributes(string what, IEnumerable<object> list) => Console.WriteLine(what + ": " + string.Join(" ", list.Select(a => a.ToString()).Order(StringComparer.Ordinal)));

    static void Main()
    {
        Members(typeof(Square), All | BindingFlags.DeclaredOnly);
        Members(typeof(Square), BindingFlags.Public | BindingFlags.Instance | BindingFlags.FlattenHierarchy | BindingFlags.Static);
        Members(typeof(Shape<>), All | BindingFlags.DeclaredOnly);
        Members(typeof(IShape<>), All);
        Members(typeof(int[,]), All | BindingFlags.DeclaredOnly);
        Members(typeof(Action<int>), All | BindingFlags.DeclaredOnly);
        Members(typeof(Overlay), All | BindingFlags.DeclaredOnly);

        Attributes("square", typeof(Square).GetCustomAttributes(true));
        Attributes("square own", typeof(Square).GetCustomAttributes(false));
        MethodInfo convert = typeof(Shape<int>).GetMethod("Convert")!;
        Attributes("return", convert.ReturnParameter.GetCustomAttributes(true));
        Attributes("parameter", convert.GetParameters()[0].GetCustomAttributes(true));
        foreach (CustomAttributeData data in typeof(Square).CustomAttributes.OrderBy(d => d.ToString(), StringComparer.Ordinal)) Console.WriteLine(data);
        Attributes("overlay", typeof(Overlay).GetField("C")!.GetCustomAttributes(true));
        Console.WriteLine(typeof(Overlay).StructLayoutAttribute!.Size + " " + typeof(Overlay).StructLayoutAttribute!.Value + " " + Marshal.SizeOf<Overlay>());
        Console.WriteLine(((GenericTagAttribute<string>)typeof(Square).GetCustomAttribute(typeof(GenericTagAttribute<>))!).Value);

        foreach (Type argument in convert.GetGenericArguments())
            Console.WriteLine(argument + " " + argument.GenericParameterAttributes + " " + string.Join(",", argument.GetGenericParameterConstraints().Select(c => c.ToString())) + " " + argument.DeclaringMethod + " " + argument.FullName + " " + argument.IsGenericMethodParameter);
        MethodInfo closed = convert.MakeGenericMethod(typeof(StringWriterLike), typeof(int));
        Console.WriteLine(closed + " " + closed.IsGenericMethod + closed.IsGenericMethodDefinition + closed.ContainsGenericParameters + " " + closed.GetGenericMethodDefinition().Equals(convert));
        foreach (ParameterInfo p in closed.GetParameters()) Console.WriteLine(p + " " + p.Position + p.HasDefaultValue + p.IsOptional + " " + p.Attributes + " " + (p.HasDefaultValue ? p.DefaultValue ?? "null" : ""));
        try { convert.MakeGenericMethod(typeof(string), typeof(int)); } catch (ArgumentException e) { Console.WriteLine(e.Message); }

        InterfaceMapping map = typeof(Square).GetInterfaceMap(typeof(IShape<int>));
        for (int i = 0; i < map.InterfaceMethods.Length; i++) Console.WriteLine(map.InterfaceMethods[i] + " -> " + map.TargetMethods[i] + " in " + map.TargetMethods[i].DeclaringType);
        Console.WriteLine(string.Join(",", typeof(Square).GetInterfaces().Select(i => i.ToString()).Order(StringComparer.Ordinal)));
        Console.WriteLine(typeof(Square).GetMethod("Area")!.GetBaseDefinition().DeclaringType + " " + typeof(Square).GetProperty("Name")!.DeclaringType);
        Console.WriteLine(typeof(Shape<>).MakeGenericType(typeof(double)) + " " + typeof(Square.Inner.Deep<>) + " " + typeof(Square.Inner.Deep<int>).FullName!.Split(',')[0]);
        try { typeof(Shape<>).MakeGenericType(typeof(string)); } catch (ArgumentException e) { Console.WriteLine(e.Message); }

        Square square = new(3);
        Console.WriteLine(typeof(Square).GetField("Count", BindingFlags.Public | BindingFlags.Static | BindingFlags.FlattenHierarchy)!.GetValue(null));
        FieldInfo perThread = typeof(Square).GetField("PerThread")!;
        perThread.SetValue(null, 77);
        Console.WriteLine(perThread.GetValue(null) + " " + Square.PerThread);
        PropertyInfo maybe = typeof(Square).GetProperty("Maybe")!;
        Console.WriteLine(maybe.GetValue(square) + " " + maybe.PropertyType);
        maybe.SetValue(square, null);
        Console.WriteLine(maybe.GetValue(square) ?? "null");
        Console.WriteLine(typeof(Square).GetProperty("Item")!.GetValue(square, new object[] { 4 }));
        object?[] hidden = { 1, null, 2.5, new object[0] };
        typeof(Shape<int>).GetMethod("Hidden", BindingFlags.NonPublic | BindingFlags.Instance)!.Invoke(square, hidden);
        Console.WriteLine(hidden[1] is string);
        int raised = 0;
        EventInfo changed = typeof(Square).GetEvent("Changed")!;
        EventHandler handler = (_, _) => raised++;
        changed.AddEventHandler(square, handler); square.Raise(); changed.RemoveEventHandler(square, handler); square.Raise();
        Console.WriteLine(raised + " " + changed.EventHandlerType + " " + changed.GetAddMethod());
        Console.WriteLine(typeof(Square).GetMember("fiELD", BindingFlags.IgnoreCase | BindingFlags.Public | BindingFlags.Instance).Length);
        Console.WriteLine(typeof(Square).InvokeMember("Area", BindingFlags.InvokeMethod | BindingFlags.Public | BindingFlags.Instance, null, square, null));
        ParameterInfo[] pointers = typeof(Square).GetMethod("Pointers")!.GetParameters();
        Console.WriteLine(string.Join(" ", pointers.Select(p => p.ParameterType + "/" + p.ParameterType.IsFunctionPointer + p.ParameterType.IsUnmanagedFunctionPointer)));
        Console.WriteLine(typeof(Square).GetMethod("Pointers")!.ReturnType + " " + typeof(int).MakePointerType().MakeArrayType(2) + " " + typeof(int).MakeByRefType());

        MethodBody body = typeof(Program).GetMethod("Sample", BindingFlags.NonPublic | BindingFlags.Static)!.GetMethodBody()!;
        Console.WriteLine(body.GetILAsByteArray()!.Length > 10 && body.MaxStackSize > 0 && body.InitLocals);
        foreach (ExceptionHandlingClause clause in body.ExceptionHandlingClauses) Console.WriteLine(clause.Flags + " " + (clause.Flags == ExceptionHandlingClauseOptions.Clause ? clause.CatchType : "") + " " + (clause.TryLength > 0));
        Console.WriteLine(string.Join(",", body.LocalVariables.Select(l => l.LocalType + "" + l.IsPinned).Distinct().Order(StringComparer.Ordinal)));
        Console.WriteLine(MethodBase.GetCurrentMethod() + " " + Assembly.GetExecutingAssembly().GetName().Name);
        RuntimeHelpers.RunClassConstructor(typeof(Square).TypeHandle);
        Console.WriteLine(typeof(Square).TypeHandle.Value == Type.GetTypeHandle(square).Value);
        MethodInfo fromHandle = (MethodInfo)MethodBase.GetMethodFromHandle(closed.MethodHandle, closed.DeclaringType!.TypeHandle)!;
        Console.WriteLine(fromHandle.Equals(closed) + " " + fromHandle);
        Console.WriteLine(FieldInfo.GetFieldFromHandle(typeof(Shape<int>).GetField("Count")!.FieldHandle, typeof(Shape<int>).TypeHandle));
        Console.WriteLine(Type.GetType("System.Collections.Generic.Dictionary`2[[System.String],[System.Int32[]]]")!.ToString() + " " + (Type.GetType("No.Such.Type") == null) + " " + Type.GetType("system.string", false, true));
        try { Type.GetType("No.Such.Type", true); } catch (TypeLoadException e) { Console.WriteLine(e.Message.Split(',')[0]); }
        Console.WriteLine(typeof(Square).Module.ResolveMethod(typeof(Square).GetMethod("Area")!.MetadataToken) + " " + typeof(Square).Module.ResolveType(typeof(Square).MetadataToken));
        Console.WriteLine(typeof(List<>).GetMethod("Add") + " " + typeof(List<string>).GetConstructor(new[] { typeof(int) }) + " " + typeof(Dictionary<,>.Enumerator));
        Console.WriteLine(typeof(int).GetMethods().Length > 50 && typeof(string).GetMethods().Length > 100);
        Console.WriteLine(typeof(IShape<>).GetMethod("Make")!.IsAbstract + " " + typeof(Enum).IsAbstract + typeof(ValueType).IsValueType + typeof(DayOfWeek).IsValueType + typeof(nint).IsPrimitive);
    }

    public class StringWriterLike { }

    static string Sample(int n)
    {
        int[] data = { 1, 2, n };
        try
        {
            unsafe { fixed (int* p = data) n += *p; }
            if (n > 5) throw new InvalidOperationException();
        }
        catch (InvalidOperationException) when (n > 100) { n = 0; }
        catch (ArgumentException) { n = 1; }
        finally { n++; }
        return n.ToString();
    }
}

// TypeMap-free odds and ends of CoreLib's native side: handles, hash codes, clones, GUIDs, enums of all kinds, arrays by reflection.
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

[Guid("12345678-9abc-def0-1234-56789abcdef0")] public class WithGuid { }
public enum E8 : sbyte { Min = -128, Zero = 0, Max = 127 }
public enum E64 : ulong { Big = ulong.MaxValue, Small = 1 }
[Flags] public enum Bits : long { None = 0, A = 1, B = 2, C = 4, AB = 3 }
public enum EChar { }
public struct Plain { public int A, B; }
public struct WithString { public string S; public double D; }
public struct OwnEquals { public int V; public override bool Equals(object? o) => true; public override int GetHashCode() => 7; }
public struct Wraps { public OwnEquals O; public int Z; }
public class Cloneable { public int[] Data = { 1, 2 }; public object Clone() => MemberwiseClone(); }
[InlineArray(4)] public struct Four { int _first; }

static class Program
{
    static void Try(string what, Func<object?> call)
    {
        try { Console.WriteLine(what + ": " + (call() ?? "null")); }
        catch (Exception e) { Console.WriteLine(what + " threw " + e.GetType().Name + " " + e.Message); }
    }

    static void Main()
    {
        Console.WriteLine(typeof(WithGuid).GUID);
        Console.WriteLine(Enum.GetName(E8.Min) + " " + string.Join(",", Enum.GetValues<E8>()) + " " + Enum.Parse<E8>("max", true) + " " + Enum.IsDefined((E8)3) + " " + (E8)3);
        Console.WriteLine(string.Join(",", Enum.GetNames<E64>()) + " " + E64.Big + " " + Enum.Format(typeof(E64), 1UL, "x") + " " + Enum.GetUnderlyingType(typeof(E64)));
        Console.WriteLine((Bits.A | Bits.C) + " " + Bits.AB + " " + (Bits)16 + " " + Enum.Parse<Bits>("A, C") + " " + (Bits.AB).HasFlag(Bits.B) + " " + Enum.TryParse("Q", out Bits _) + " " + Enum.GetValues(typeof(EChar)).Length);
        Console.WriteLine(Enum.ToObject(typeof(Bits), 3) + " " + ((IConvertible)Bits.B).ToInt32(null) + " " + Bits.A.CompareTo(Bits.B) + " " + Bits.A.Equals(1L) + " " + Bits.A.GetHashCode() + " " + Enum.GetValuesAsUnderlyingType<E8>().GetType());
        Console.WriteLine(new Plain { A = 1 }.Equals(new Plain { A = 1 }) + " " + new Plain { A = 1 }.Equals(new Plain { B = 1 }) + " " + new WithString { S = "x", D = -0.0 }.Equals(new WithString { S = "x", D = 0.0 }) + " " + new Wraps { O = new OwnEquals { V = 1 } }.Equals(new Wraps { O = new OwnEquals { V = 2 } }));
        Console.WriteLine((new Plain { A = 5 }.GetHashCode() == new Plain { A = 5 }.GetHashCode()) + " " + (new WithString { S = "abc" }.GetHashCode() == new WithString { S = "abc" }.GetHashCode()) + " " + (new Wraps { Z = 1 }.GetHashCode() == new Wraps { Z = 2 }.GetHashCode()));
        var original = new Cloneable(); var copy = (Cloneable)original.Clone();
        Console.WriteLine(ReferenceEquals(original.Data, copy.Data) + " " + (original.GetHashCode() == RuntimeHelpers.GetHashCode(original)) + " " + (RuntimeHelpers.GetHashCode(null) == 0));
        int[,] grid = { { 1, 2 }, { 3, 4 } };
        var gridCopy = (int[,])grid.Clone();
        Console.WriteLine(gridCopy[1, 0] + " " + gridCopy.GetLength(1) + " " + ((int[])new[] { 1, 2, 3 }.Clone()).Length + " " + ReferenceEquals("abc".Clone(), "abc"));
        Array odd = Array.CreateInstance(typeof(string), new[] { 2, 3 }, new[] { 5, -1 });
        odd.SetValue("v", 6, 1);
        Console.WriteLine(odd.GetLowerBound(0) + " " + odd.GetUpperBound(1) + " " + odd.GetValue(6, 1) + " " + odd.GetType() + " " + odd.Rank + " " + odd.Length);
        Array one = Array.CreateInstance(typeof(int), new[] { 3 }, new[] { 10 });
        Console.WriteLine(one.GetType() + " " + one.GetLowerBound(0) + " " + (one is int[]));
        Try("negative", () => Array.CreateInstance(typeof(int), -1));
        Try("void array", () => Array.CreateInstance(typeof(void), 1));
        Try("byref array", () => Array.CreateInstance(typeof(int).MakeByRefType(), 1));
        Try("open array", () => Array.CreateInstance(typeof(List<>), 1));
        Try("set wrong", () => { Array a = new int[1]; a.SetValue("s", 0); return a; });
        Try("set wider", () => { Array a = new long[1]; a.SetValue(5, 0); return a.GetValue(0); });
        Try("set null", () => { Array a = new int[] { 3 }; a.SetValue(null, 0); return a.GetValue(0); });
        Try("set nullable", () => { Array a = new int?[2]; a.SetValue(4, 0); return a.GetValue(0) + "" + a.GetValue(1); });
        Try("copy boxed", () => { object[] target = new object[2]; Array.Copy(new[] { 1, 2 }, target, 2); return target[1]; });
        Try("copy unbox", () => { int[] target = new int[2]; Array.Copy(new object[] { 1, 2 }, target, 2); return target[1]; });
        Try("copy widen", () => { double[] target = new double[2]; Array.Copy(new[] { 1, 2 }, target, 2); return target[1]; });
        Try("copy bad", () => { string[] target = new string[2]; Array.Copy(new object[] { "a", 2 }, target, 2); return target[1]; });
        Try("copy incompatible", () => { Array.Copy(new[] { 1L }, new int[1], 1); return 0; });
        Try("clear", () => { int[] a = { 1, 2, 3 }; Array.Clear(a, 1, 1); return string.Join(",", a); });
        Try("initialize", () => { var a = new Plain[2]; a.Initialize(); return a.Length; });
        var four = new Four();
        ((Span<int>)four)[2] = 9;
        Console.WriteLine(((Span<int>)four)[2] + " " + Unsafe.SizeOf<Four>() + " " + RuntimeHelpers.SizeOf(typeof(Four).TypeHandle));
        Try("inline array equals", () => four.Equals(four));
        Console.WriteLine(string.IsInterned("literal " + "folded") != null ? "interned" : "no");
        string made = new string("made up".ToCharArray());
        Console.WriteLine((string.IsInterned(made) == null) + " " + ReferenceEquals(string.Intern(made), made) + " " + ReferenceEquals(string.Intern(new string("made up".ToCharArray())), made) + " " + ReferenceEquals(string.Empty, "") + " " + ReferenceEquals(new string(Array.Empty<char>()), ""));
        RuntimeTypeHandle handle = typeof(Plain).TypeHandle;
        Console.WriteLine(RuntimeTypeHandle.FromIntPtr(RuntimeTypeHandle.ToIntPtr(handle)).Equals(handle) + " " + Type.GetTypeFromHandle(handle)!.Name);
        RuntimeMethodHandle method = typeof(Program).GetMethod("Main", BindingFlags.NonPublic | BindingFlags.Static)!.MethodHandle;
        RuntimeHelpers.PrepareMethod(method);
        Console.WriteLine((method.GetFunctionPointer() != 0) + " " + RuntimeMethodHandle.FromIntPtr(RuntimeMethodHandle.ToIntPtr(method)).Equals(method));
        Console.WriteLine(RuntimeHelpers.IsReferenceOrContainsReferences<WithString>() + " " + RuntimeHelpers.IsReferenceOrContainsReferences<Plain>() + " " + RuntimeHelpers.TryEnsureSufficientExecutionStack());
        Console.WriteLine(typeof(List<>).MakeGenericType(typeof(Plain)).GetGenericArguments()[0] + " " + typeof(Dictionary<string, int>).GetGenericTypeDefinition().GetGenericArguments().Length + " " + typeof(Action<>).GetGenericArguments()[0].GenericParameterAttributes);
        Console.WriteLine(typeof(IEnumerable<string>).IsAssignableFrom(typeof(List<string>)) + " " + typeof(IEnumerable<object>).IsAssignableFrom(typeof(List<string>)) + " " + typeof(IEnumerable<object>).IsAssignableFrom(typeof(List<int>)) + " " + typeof(int?).IsAssignableFrom(typeof(int)) + " " + typeof(object[]).IsAssignableFrom(typeof(string[])) + " " + typeof(uint[]).IsAssignableFrom(typeof(int[])) + " " + typeof(IList<uint>).IsAssignableFrom(typeof(int[])) + " " + typeof(Action<string>).IsAssignableFrom(typeof(Action<object>)) + " " + typeof(Enum).IsAssignableFrom(typeof(Bits)));
        Console.WriteLine(typeof(int[]).GetInterfaces().Length + " " + typeof(int[]).GetInterfaceMap(typeof(System.Collections.ICollection)).TargetMethods.Length + " " + typeof(int[]).GetElementType() + " " + typeof(int[,]).GetArrayRank() + " " + typeof(int[]).IsSZArray + typeof(int[,]).IsVariableBoundArray);
        Console.WriteLine(typeof(Dictionary<,>).ToString() + "|" + typeof(Dictionary<int, List<string[]>>.KeyCollection) + "|" + typeof(Dictionary<int, string>).FullName!.Replace(typeof(int).Assembly.FullName!, "CORE") + "|" + typeof(List<>).GetGenericArguments()[0].FullName + "|" + typeof(int).MakeArrayType(1) + "|" + typeof(delegate*<int, string, void>));
        Console.WriteLine(typeof(int).AssemblyQualifiedName!.StartsWith("System.Int32, System.Private.CoreLib, Version=10") + " " + typeof(nint).Name + " " + Type.GetTypeCode(typeof(Bits)) + " " + Type.GetTypeCode(typeof(DateTime)));
        WeakReference weak = new(new object());
        var table = new ConditionalWeakTable<object, string>();
        object key = new(); table.Add(key, "value");
        Console.WriteLine(table.TryGetValue(key, out string? found) + found);
        GC.KeepAlive(key);
        IntPtr memory = RuntimeHelpers.AllocateTypeAssociatedMemory(typeof(Program), 64);
        Console.WriteLine(memory != 0 && Marshal.ReadInt64(memory) == 0);
        Console.WriteLine(new { A = 1, B = "x" } + " " + (1, "two", 3.0) + " " + (new { A = 1 }.Equals(new { A = 1 })));
    }
}

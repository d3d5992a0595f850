// args: 0 100
// env: DOTNET_ReadyToRun=0
// Every public static method of the x86 classes and of the vector types: the bits of its results for edge values, called with constant
// operands, with variables, by reflection, and through delegates: one of the method itself and one closed over an object.
// Arguments: FIRST COUNT.
using System.Linq.Expressions;
using System.Numerics;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

unsafe class Vectors
{
    const int Sets = 14, Immediates = 256, BufferBytes = 256, ResultsShown = 3;
    static readonly Type[] elements = [typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(float), typeof(double), typeof(nint), typeof(nuint)];
    // What they leave in the upper elements or make of what is out of range is not defined.
    static readonly HashSet<string> undefined = ["CreateScalarUnsafe", "ToVector256Unsafe", "ToVector512Unsafe", "AsVector128Unsafe", "AsVector4Unsafe", "AsVector3Unsafe", "ShuffleNative", "Pause", "CpuId"];
    static readonly byte* buffer = (byte*)NativeMemory.AlignedAlloc(BufferBytes, 64);
    static long cases;

    static readonly double[] reals = [0.0, -0.0, 1.0, -1.0, double.NaN, double.PositiveInfinity, double.NegativeInfinity, 0.5, 1.5, 2.5, -2.5, 1e10, -1e10, 3e38, 1e-40, double.MaxValue, double.Epsilon, 123456.75, -7.0, 4294967296.0];
    static readonly ulong[] words = [0, 1, ulong.MaxValue, 0x8000000000000000, 0x7fffffffffffffff, 0x80, 0x7f, 0xff, 0x8000, 0x7fff, 0xffff, 0x80000000, 0x7fffffff, 0xffffffff, 0x0123456789abcdef, 0xfedcba9876543210, 2, 3, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 10, 100];

    // The i-th element of argument `a` in set `s`.
    static int Pick(int s, int a, int i, int count) => s < 2 ? (s + a + i) % count : (int)((uint)(s * 2654435761u + a * 40503u + i * (2246822519u + (uint)s * 97u)) >> 7) % count;

    static object Scalar(Type type, int s, int a, int i)
    {
        double real = reals[Pick(s, a, i, reals.Length)];
        ulong word = words[Pick(s, a, i, words.Length)];
        if (type == typeof(float)) return (float)real;
        if (type == typeof(double)) return real;
        if (type == typeof(bool)) return word % 2 == 1;
        if (type == typeof(nint)) return (nint)(long)word;
        if (type == typeof(nuint)) return (nuint)word;
        if (type.IsEnum) return Enum.ToObject(type, word & 31);
        return type == typeof(byte) ? (byte)word : type == typeof(sbyte) ? (sbyte)word : type == typeof(short) ? (short)word : type == typeof(ushort) ? (ushort)word : type == typeof(char) ? (char)word
            : type == typeof(int) ? (int)word : type == typeof(uint) ? (uint)word : type == typeof(long) ? (object)(long)word : word;
    }

    static bool IsVector(Type type) => type.IsGenericType && type.Name is "Vector64`1" or "Vector128`1" or "Vector256`1" or "Vector512`1" or "Vector`1";
    static bool IsSpan(Type type) => type.IsGenericType && type.Name is "Span`1" or "ReadOnlySpan`1";
    static int SizeOf(Type type) => (int)typeof(Unsafe).GetMethod("SizeOf")!.MakeGenericMethod(type).Invoke(null, null)!;
    static ref byte Data(object boxed) => ref Unsafe.As<Box>(boxed).First;
    class Box { public byte First; }

    static object? Argument(Type type, int s, int a)
    {
        if (type.IsPointer || type.IsByRef || IsSpan(type)) return (nint)(buffer + 64);
        if (type.IsArray) { Array array = Array.CreateInstance(type.GetElementType()!, 64); for (int i = 0; i < 64; i++) array.SetValue(Scalar(type.GetElementType()!, s, a, i), i); return array; }
        if (type.IsPrimitive || type.IsEnum) return Scalar(type, s, a, 0);
        if (!type.IsValueType) return null;
        object value = RuntimeHelpers.GetUninitializedObject(type);
        Type element = IsVector(type) ? type.GetGenericArguments()[0] : typeof(float);
        int size = SizeOf(element), count = SizeOf(type) / size;
        for (int i = 0; i < count; i++)
        {
            object scalar = Scalar(element, s, a, i);
            Unsafe.CopyBlockUnaligned(ref Unsafe.Add(ref Data(value), i * size), ref Data(scalar), (uint)size);
        }
        return value;
    }

    static string Bits(object? value)
    {
        if (value == null) return "null";
        Type type = value.GetType();
        if (!type.IsValueType) return type.Name;
        return Convert.ToHexString(MemoryMarshal.CreateReadOnlySpan(ref Data(value), SizeOf(type)));
    }

    static void FillBuffer(int s) { for (int i = 0; i < BufferBytes; i++) buffer[i] = (byte)(words[Pick(s, 3, i / 8, words.Length)] >> i % 8 * 8); }

    static uint Hash(uint hash, string text) { foreach (char c in text) hash = (hash ^ c) * 16777619; return hash; }
    static uint HashBuffer(uint hash) { for (int i = 0; i < BufferBytes; i++) hash = (hash ^ buffer[i]) * 16777619; return hash; }

    // object[] arguments, int immediate -> object: calls the method with the last argument a constant, chosen by a switch, or as it comes.
    static Func<object?[], int, object?> Caller(MethodInfo method, bool constant)
    {
        var caller = new DynamicMethod("call", typeof(object), [typeof(object?[]), typeof(int)], typeof(Vectors).Module, true);
        ILGenerator il = caller.GetILGenerator();
        ParameterInfo[] parameters = method.GetParameters();
        Label[] labels = new Label[constant ? Immediates : 1];
        for (int i = 0; i < labels.Length; i++) labels[i] = il.DefineLabel();
        if (constant) { il.Emit(OpCodes.Ldarg_1); il.Emit(OpCodes.Switch, labels); }
        for (int c = 0; c < labels.Length; c++)
        {
            il.MarkLabel(labels[c]);
            for (int i = 0; i < parameters.Length; i++)
            {
                Type type = parameters[i].ParameterType;
                if (constant && i == parameters.Length - 1) { il.Emit(OpCodes.Ldc_I4, c); break; }
                LoadArgument(il, i, type);
                if (IsSpan(type)) { il.Emit(OpCodes.Ldc_I4, 8); il.Emit(OpCodes.Newobj, type.GetConstructor([typeof(void*), typeof(int)])!); }
            }
            CallAndBox(il, OpCodes.Call, method);
        }
        return caller.CreateDelegate<Func<object?[], int, object?>>();
    }

    static void LoadArgument(ILGenerator il, int index, Type type)
    {
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldc_I4, index);
        il.Emit(OpCodes.Ldelem_Ref);
        il.Emit(OpCodes.Unbox_Any, type.IsPointer || type.IsByRef || IsSpan(type) ? typeof(nint) : type);
    }

    static void CallAndBox(ILGenerator il, OpCode call, MethodInfo method)
    {
        il.Emit(call, method);
        if (method.ReturnType == typeof(void)) il.Emit(OpCodes.Ldnull); else il.Emit(OpCodes.Box, method.ReturnType);
        il.Emit(OpCodes.Ret);
    }

    // object[] arguments, delegate -> object, by the type of the delegate.
    static readonly Dictionary<Type, Func<object?[], Delegate, object?>> invokers = [];
    static Func<object?[], Delegate, object?> Invoker(Type type, ParameterInfo[] parameters)
    {
        if (invokers.TryGetValue(type, out var known)) return known;
        var invoker = new DynamicMethod("invoke", typeof(object), [typeof(object?[]), typeof(Delegate)], typeof(Vectors).Module, true);
        ILGenerator il = invoker.GetILGenerator();
        il.Emit(OpCodes.Ldarg_1);
        for (int i = 0; i < parameters.Length; i++) LoadArgument(il, i, parameters[i].ParameterType);
        CallAndBox(il, OpCodes.Callvirt, type.GetMethod("Invoke")!);
        return invokers[type] = invoker.CreateDelegate<Func<object?[], Delegate, object?>>();
    }

    // A delegate that calls the method, and has an object before the arguments.
    static Delegate Closed(Type type, MethodInfo method, ParameterInfo[] parameters)
    {
        var closed = new DynamicMethod("closed", method.ReturnType, [typeof(object), .. parameters.Select(p => p.ParameterType)], typeof(Vectors).Module, true);
        ILGenerator il = closed.GetILGenerator();
        for (int i = 1; i <= parameters.Length; i++) il.Emit(OpCodes.Ldarg, i);
        il.Emit(OpCodes.Call, method);
        il.Emit(OpCodes.Ret);
        return closed.CreateDelegate(type, "closed over this");
    }

    static object? Guard(Func<object?> call)
    {
        try { return call(); }
        catch (TargetInvocationException e) { return new Failure(e.InnerException!.GetType()); }
        catch (Exception e) { return new Failure(e.GetType()); }
    }
    record Failure(Type Type);
    static string Show(object? value) => value is Failure failure ? failure.Type.Name : Bits(value);

    static void Run(int number, string title, MethodInfo method)
    {
        ParameterInfo[] parameters = method.GetParameters();
        bool reflectable = !parameters.Any(p => p.ParameterType.IsByRef || IsSpan(p.ParameterType) || p.ParameterType.IsPointer) && !method.ReturnType.IsPointer;
        bool hasImmediate = parameters.Length > 0 && parameters[^1].GetCustomAttributesData().Any(a => a.AttributeType.Name == "ConstantExpectedAttribute");
        var text = new System.Text.StringBuilder();
        void Way(string name, int sets, Func<object?[], int, object?> call, int immediates)
        {
            uint hash = 2166136261;
            var shown = new List<string>();
            for (int s = 0; s < sets; s++)
            {
                for (int i = 0; i < immediates; i++)
                {
                    object?[] arguments = [.. parameters.Select((p, a) => Argument(p.ParameterType, s, a))];
                    if (immediates > 1) arguments[^1] = parameters[^1].ParameterType.IsEnum ? Enum.ToObject(parameters[^1].ParameterType, i) : Convert.ChangeType(i, parameters[^1].ParameterType);
                    FillBuffer(s);
                    string result = Show(Guard(() => call(arguments, i)));
                    hash = HashBuffer(Hash(hash, result));
                    if (shown.Count < ResultsShown) shown.Add(result);
                    cases++;
                }
            }
            text.Append($" | {name} {hash:x8} {string.Join(" ", shown)}");
        }
        bool byteImmediate = hasImmediate && (parameters[^1].ParameterType == typeof(byte) || parameters[^1].ParameterType.IsEnum);
        Func<object?[], int, object?> plain = Caller(method, false);
        // CoreCLR jumps into nothing (SIGSEGV, or SIGILL) for rounding modes from 12 on that are not constants.
        int variables = !byteImmediate ? 1 : parameters[^1].ParameterType == typeof(System.Runtime.Intrinsics.X86.FloatRoundingMode) ? 12 : Immediates;
        if (byteImmediate) Way("constants", 2, Caller(method, true), Immediates);
        Way("direct", byteImmediate ? 2 : Sets, plain, variables);
        if (reflectable)
        {
            Way("reflection", 2, (arguments, _) => method.Invoke(null, arguments), variables);
            Type type = Expression.GetDelegateType([.. parameters.Select(p => p.ParameterType), method.ReturnType]);
            Func<object?[], Delegate, object?> invoke = Invoker(type, parameters);
            Delegate open = method.CreateDelegate(type), closed = Closed(type, method, parameters);
            Way("delegate", 2, (arguments, _) => invoke(arguments, open), variables);
            Way("closed", 2, (arguments, _) => invoke(arguments, closed), variables);
        }
        Console.WriteLine($"{number} {title}");
        Console.WriteLine($"{number} {text}");
    }

    // The methods to call: generic ones for every type of elements.
    static IEnumerable<(string, MethodInfo)> Methods()
    {
        foreach (Type type in typeof(object).Assembly.GetTypes().Where(t => t.Namespace == "System.Runtime.Intrinsics.X86" && (t.IsPublic || t.IsNestedPublic)).OrderBy(t => t.FullName, StringComparer.Ordinal))
            foreach (MethodInfo method in Sorted(type)) yield return (Title(type, method), method);
        foreach (Type element in elements)
            foreach (Type type in new[] { typeof(Vector128<>), typeof(Vector256<>), typeof(Vector512<>), typeof(Vector<>) })
                foreach (MethodInfo method in Sorted(type.MakeGenericType(element))) yield return (Title(method.DeclaringType!, method), method);
        foreach (Type type in new[] { typeof(Vector128), typeof(Vector256), typeof(Vector512), typeof(Vector), typeof(Vector2), typeof(Vector3), typeof(Vector4), typeof(Quaternion), typeof(Plane), typeof(Matrix3x2), typeof(Matrix4x4), typeof(Math), typeof(MathF), typeof(BitOperations) })
        {
            foreach (MethodInfo method in Sorted(type))
            {
                if (!method.IsGenericMethodDefinition) { yield return (Title(type, method), method); continue; }
                foreach (Type element in elements)
                {
                    MethodInfo? made = null;
                    try { made = method.MakeGenericMethod([.. method.GetGenericArguments().Select((_, i) => i == 0 ? element : typeof(uint))]); } catch (ArgumentException) { }
                    if (made != null) yield return (Title(type, made), made);
                }
            }
        }
    }
    static IEnumerable<MethodInfo> Sorted(Type type) => type.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.DeclaredOnly).Where(m => !undefined.Contains(m.Name) && !m.GetParameters().Any(p => p.ParameterType.IsClass && !p.ParameterType.IsArray)).OrderBy(m => m.ToString(), StringComparer.Ordinal);
    static string Title(Type type, MethodInfo method) => $"{type.FullName!.Replace("System.Runtime.Intrinsics.", "").Split('[')[0]} {method.ToString()!.Replace("System.Runtime.Intrinsics.", "").Replace("System.", "")} {(type.IsGenericType ? type.GetGenericArguments()[0].Name : "")}";

    static void Main(string[] args)
    {
        int first = int.Parse(args[0]), count = int.Parse(args[1]), number = 0;
        foreach ((string title, MethodInfo method) in Methods().OrderBy(m => Hash(2166136261, m.Item1)))  // mixed: a part has some of all
        {
            if (number >= first + count) break;
            if (number >= first) Run(number, title, method);
            number++;
        }
        Console.WriteLine($"cases {cases}");
        if (args.Length > 2) Console.WriteLine($"numbers {number}");
    }
}

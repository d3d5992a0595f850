using System.Buffers;
using System.Collections.Concurrent;
using System.Linq.Expressions;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Loader;
using System.Text.RegularExpressions;

// growth NAME COUNT PARTS: does one thing COUNT times, in PARTS parts, and prints after each what memory the process has of its
// own, in KiB. Whatever is made is dropped at once, so memory must not depend on COUNT. tests/growth.py is the table of counts.
static class Program
{
    static int sum;  // what is computed goes here, so that nothing is left out
    static object? published;

    static readonly Dictionary<string, Action<int, int>> Kinds = new()
    {
        // Delegates
        ["delegates-closed"] = Each(i => Use(new Func<int, int>(new Adder(i).Add))),
        ["delegates-open"] = Each(i => Use((Func<int, int>)Delegate.CreateDelegate(typeof(Func<int, int>), StaticMethod))),
        ["delegates-open-virtual"] = Each(i => sum += ((Func<object, int>)Delegate.CreateDelegate(typeof(Func<object, int>), HashCode))("a")),
        ["delegates-combined"] = Each(i =>
        {
            Func<int, int> both = new Adder(i).Add;
            both += new Adder(1).Add;
            Use(both);
        }),
        ["events"] = Each(i =>
        {
            Action<int> handler = new Adder(i).Handle;
            Happened += handler;
            Happened += new Adder(1).Handle;
            Happened!(i);
            Happened = null;
        }),
        ["reverse-calls"] = Each(i => CallUnmanaged(Marshal.GetFunctionPointerForDelegate(new Callback(new Adder(i).Add)))),
        ["function-pointers"] = Each(i =>
        {
            CallUnmanaged(Unmanaged.MethodHandle.GetFunctionPointer());
            sum += Marshal.GetDelegateForFunctionPointer<Callback>(Unmanaged.MethodHandle.GetFunctionPointer())(i);
        }),
        // Code made at run time
        ["dynamic-methods"] = Each(i => Use(MakeDynamicMethod(i).CreateDelegate<Func<int, int>>())),
        ["dynamic-methods-invoked"] = Each(i => sum += (int)MakeDynamicMethod(i).Invoke(null, [1])!),
        ["dynamic-methods-invalid"] = Each(i => Fails(() => MakeInvalidMethod().CreateDelegate<Action>()())),
        ["expressions"] = Each(i =>
        {
            ParameterExpression x = Expression.Parameter(typeof(int));
            Use(Expression.Lambda<Func<int, int>>(Expression.Add(x, Expression.Constant(i)), x).Compile());
        }),
        ["expressions-interpreted"] = Each(i =>
        {
            ParameterExpression x = Expression.Parameter(typeof(int));
            Use(Expression.Lambda<Func<int, int>>(Expression.Add(x, Expression.Constant(i)), x).Compile(true));
        }),
        ["regexes"] = Each(i => sum += new Regex($"a{i % 1000}+b").Match("xxa1bb").Index),
        ["regexes-compiled"] = Each(i => sum += new Regex($"a{i % 1000}+b", RegexOptions.Compiled).Match("xxa1bb").Index),
        // Types and assemblies
        ["contexts"] = Each(UseContext),
        ["contexts-from-bytes"] = Each(UseContextFromBytes),
        ["collectible-assemblies"] = Each(i => DefineAndUse(i, AssemblyBuilderAccess.RunAndCollect)),
        ["generic-types"] = Each(i => sum += typeof(List<>).MakeGenericType(Elements[i % Elements.Length]).GetMethods().Length & 1),
        ["generic-methods"] = Each(i => sum += (int)GenericMethod.MakeGenericMethod(Elements[i % Elements.Length]).Invoke(null, null)!),
        ["generic-instances"] = (from, to) => { for (int i = from; i < to; i++) published = Instantiate(i); },
        ["array-types"] = Each(i => sum += Array.CreateInstance(Elements[i % Elements.Length], 1 + i % 3, 1).Rank),
        ["missing-types"] = Each(i => sum += Type.GetType($"Missing.Type{i}") == null ? 1 : 0),
        ["missing-assemblies"] = Each(i => Fails(() => Assembly.Load($"Missing{i}"))),
        ["missing-libraries"] = Each(i => sum += NativeLibrary.TryLoad($"/missing/lib{i}.so", out _) ? 1 : 0),
        ["reflection"] = Each(i => sum += (int)typeof(Adder).GetMethod("Add")!.Invoke(Activator.CreateInstance(typeof(Adder), i), [1])!),
        ["attributes"] = Each(i => sum += typeof(Marked).GetCustomAttributes(false).Length),
        // Exceptions
        ["exceptions"] = Each(i => Fails(() => throw new InvalidOperationException("number " + i))),
        ["exceptions-of-faults"] = Each(i => Fails(() => sum += ((string?)published)!.Length)),
        ["exceptions-of-tokens"] = Each(i => Fails(ThrowingToken)),
        ["exceptions-of-handlers"] = Each(i => Fails(LoadWithThrowingHandler)),
        ["exceptions-of-initialisers"] = Each(i => Fails(() => sum += Broken.Value)),
        // Threads and tasks
        ["threads"] = Each(i =>
        {
            var thread = new Thread(() => { perThread = new object[10]; local.Value = i; sum++; }, 256 * 1024);
            thread.Start();
            thread.Join();
        }),
        ["threads-compiling"] = Each(i =>
        {
            var thread = new Thread(() => Use(MakeDynamicMethod(i).CreateDelegate<Func<int, int>>()), 256 * 1024);
            thread.Start();
            thread.Join();
        }),
        ["tasks"] = Each(i => Task.Run(() => sum++).Wait()),
        ["async"] = Each(i => sum += Wait(i).Result),
        ["timers"] = Each(i => new Timer(_ => sum++, null, 1_000_000, 1_000_000).Dispose()),
        ["timers-dropped"] = Each(i => published = new Timer(_ => sum++, null, Timeout.Infinite, Timeout.Infinite)),
        ["cancellations"] = Each(i => { using var source = new CancellationTokenSource(1_000_000); source.Token.Register(() => sum++); source.Cancel(); }),
        ["async-locals"] = Each(i => flowing.Value = new object()),
        ["thread-locals"] = Each(i => { using var value = new ThreadLocal<object>(() => new object()); published = value.Value; }),
        ["locks"] = Each(i => { object gate = new(); gate.GetHashCode(); lock (gate) sum++; Monitor.Enter(gate); Monitor.Wait(gate, 0); Monitor.Exit(gate); }),
        ["events-of-the-system"] = Each(i => { using var signal = new ManualResetEvent(false); sum += signal.WaitOne(0) ? 1 : 0; }),
        // Memory
        ["interned-strings"] = Each(i => sum += string.Intern("interned " + i).Length),
        ["handles"] = Each(i => { GCHandle handle = GCHandle.Alloc(new object(), (GCHandleType)(i % 4)); sum += handle.Target == null ? 1 : 0; handle.Free(); }),
        ["weak-references"] = Each(i => { published = new WeakReference(new object(), i % 2 == 0); published = new WeakReference<object>(new object()); }),
        ["weak-tables"] = Each(i => Table.Add(new object(), new object())),
        ["dependent-handles"] = Each(i => { using var handle = new DependentHandle(new object(), new object()); sum += handle.Target == null ? 1 : 0; }),
        ["finalizers"] = Each(i => published = new Finalizable()),
        ["finalizers-resurrecting"] = Each(i => published = new Finalizable { Again = true }),
        ["memory-of-the-system"] = Each(i => { nint memory = Marshal.AllocHGlobal(100); Marshal.FreeHGlobal(memory); published = new SmallHandle(); }),
        ["arrays"] = Each(i => published = new byte[i % 200_000]),
        ["pinned-arrays"] = Each(i => published = GC.AllocateArray<byte>(i % 2000, true)),
        ["strings"] = Each(i => published = string.Concat("a", i.ToString(), "b")),
        ["boxes"] = Each(i => published = (i, new object())),
    };

    static Action<int, int> Each(Action<int> body) => (from, to) =>
    {
        for (int i = from; i < to; i++)
            body(i);
    };

    static void Use(Func<int, int> function) => sum += function(1);

    static void Fails(Action body)
    {
        try
        {
            body();
        }
        catch (Exception problem)
        {
            sum += problem.Message.Length;
            return;
        }
        throw new NotSupportedException("nothing was thrown");
    }

    sealed class Adder(int number)
    {
        public int Add(int x) => x + number;
        public void Handle(int x) => sum += x + number;
    }

    sealed class Marked
    {
        [Obsolete("one")] public int Field;
    }

    sealed class Finalizable
    {
        public bool Again;

        ~Finalizable()
        {
            sum++;
            if (!Again)
                return;
            Again = false;
            GC.ReRegisterForFinalize(this);
        }
    }

    sealed class SmallHandle() : SafeHandle(1, true)
    {
        public override bool IsInvalid => false;
        protected override bool ReleaseHandle() => true;
    }

    static class Broken
    {
        public static int Value = int.Parse("x");
    }

    delegate int Callback(int x);
    static unsafe void CallUnmanaged(nint function) => sum += ((delegate* unmanaged<int, int>)function)(1);
    static event Action<int>? Happened;
    static int Successor(int x) => x + 1;
    static int SizeOf<T>() => Unsafe.SizeOf<T>();
    [UnmanagedCallersOnly] static int Doubled(int x) => 2 * x;
    [ThreadStatic] static object? perThread;
    static readonly ThreadLocal<int> local = new();
    static readonly AsyncLocal<object> flowing = new();
    static readonly ConditionalWeakTable<object, object> Table = [];

    const BindingFlags Hidden = BindingFlags.Static | BindingFlags.NonPublic;
    static readonly MethodInfo StaticMethod = typeof(Program).GetMethod("Successor", Hidden)!;
    static readonly MethodInfo GenericMethod = typeof(Program).GetMethod("SizeOf", Hidden)!;
    static readonly MethodInfo Unmanaged = typeof(Program).GetMethod("Doubled", Hidden)!;
    static readonly MethodInfo HashCode = typeof(object).GetMethod("GetHashCode")!;
    static readonly Type[] Elements = [.. typeof(object).Assembly.GetTypes().Where(type => type is { IsPublic: true, IsEnum: true }).Take(50)];

    static async Task<int> Wait(int i)
    {
        await Task.Yield();
        return i & 1;
    }

    static DynamicMethod MakeDynamicMethod(int number)
    {
        var method = new DynamicMethod("Add", typeof(int), [typeof(int)], typeof(Program).Module);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldc_I4, number);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Call, StaticMethod);
        il.Emit(OpCodes.Ret);
        return method;
    }

    static DynamicMethod MakeInvalidMethod()
    {
        var method = new DynamicMethod("Broken", null, [], typeof(Program).Module);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Ret);
        return method;
    }

    static readonly string SmallPath = Path.Combine(AppContext.BaseDirectory, "small.dll");
    static readonly byte[] SmallBytes = File.ReadAllBytes(SmallPath);

    static void UseContext(int i)
    {
        var context = new AssemblyLoadContext("context", true);
        Type type = context.LoadFromAssemblyPath(SmallPath).GetType("Small")!;
        sum += (int)type.GetMethod("Count")!.Invoke(Activator.CreateInstance(type), [i])!;
        context.Unload();
    }

    static void UseContextFromBytes(int i)
    {
        var context = new AssemblyLoadContext(null, true);
        Type type = context.LoadFromStream(new MemoryStream(SmallBytes)).GetType("Small")!;
        sum += (int)type.GetMethod("Count")!.Invoke(Activator.CreateInstance(type), [i])!;
        context.Unload();
    }

    static void DefineAndUse(int i, AssemblyBuilderAccess access)
    {
        AssemblyBuilder assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Made"), access);
        TypeBuilder type = assembly.DefineDynamicModule("Made").DefineType("Made", TypeAttributes.Public);
        type.DefineField("field", typeof(object), FieldAttributes.Static | FieldAttributes.Public);
        MethodBuilder method = type.DefineMethod("Get", MethodAttributes.Public | MethodAttributes.Static, typeof(int), [typeof(int)]);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldc_I4, i);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Ret);
        Type made = type.CreateType();
        made.GetField("field")!.SetValue(null, new int[10]);
        sum += (int)made.GetMethod("Get")!.Invoke(null, [1])!;
    }

    // A type of its own for each number, of nested pairs.
    static object Instantiate(int number)
    {
        Type type = Elements[number % Elements.Length];
        for (number /= Elements.Length; number > 0; number /= Elements.Length)
            type = typeof(KeyValuePair<,>).MakeGenericType(type, Elements[number % Elements.Length]);
        return Activator.CreateInstance(typeof(StrongBox<>).MakeGenericType(type))!;
    }

    // Code whose token names what is not there: it is compiled to a throw, or compiled anew at every call.
    static readonly Action ThrowingToken = MakeThrowingToken();

    static Action MakeThrowingToken()
    {
        var missing = new PersistedAssemblyBuilder(new AssemblyName("NotThere"), typeof(object).Assembly);
        TypeBuilder absent = missing.DefineDynamicModule("NotThere").DefineType("Absent", TypeAttributes.Public);
        MethodBuilder gone = absent.DefineMethod("Gone", MethodAttributes.Public | MethodAttributes.Static, typeof(void), []);
        gone.GetILGenerator().Emit(OpCodes.Ret);
        absent.CreateType();
        var assembly = new PersistedAssemblyBuilder(new AssemblyName("Throwing"), typeof(object).Assembly);
        TypeBuilder type = assembly.DefineDynamicModule("Throwing").DefineType("Throwing", TypeAttributes.Public);
        MethodBuilder method = type.DefineMethod("Throw", MethodAttributes.Public | MethodAttributes.Static, typeof(void), []);
        method.GetILGenerator().Emit(OpCodes.Call, gone);
        method.GetILGenerator().Emit(OpCodes.Ret);
        type.CreateType();
        var bytes = new MemoryStream();
        assembly.Save(bytes);
        return Assembly.Load(bytes.ToArray()).GetType("Throwing")!.GetMethod("Throw")!.CreateDelegate<Action>();
    }

    static bool handlerThrows;

    static void LoadWithThrowingHandler()
    {
        if (!handlerThrows)
            AppDomain.CurrentDomain.AssemblyResolve += (_, _) => throw new InvalidOperationException("not this one");
        handlerThrows = true;
        Assembly.Load("AnAssemblyThatIsNotThere");
    }

    static void Collect()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect(2, GCCollectionMode.Aggressive, true, true);
            GC.WaitForPendingFinalizers();
        }
        GC.Collect(2, GCCollectionMode.Aggressive, true, true);
    }

    // Of the process alone: not what it has mapped of files.
    static long OwnKibibytes()
    {
        long total = 0;
        foreach (string line in File.ReadLines("/proc/self/status"))
            if (line.StartsWith("RssAnon:") || line.StartsWith("RssShmem:"))
                total += long.Parse(line.Split(':')[1].Replace("kB", ""));
        return total;
    }

    static int Main(string[] args)
    {
        if (args.Length == 0)
        {
            foreach (string name in Kinds.Keys)
                Console.WriteLine(name);
            return 0;
        }
        Action<int, int> kind = Kinds[args[0]];
        int count = int.Parse(args[1]), parts = int.Parse(args[2]);
        for (int part = 0; part < parts; part++)
        {
            kind((int)((long)count * part / parts), (int)((long)count * (part + 1) / parts));
            published = null;
            Collect();
            Console.WriteLine(OwnKibibytes());
        }
        return 0;
    }
}

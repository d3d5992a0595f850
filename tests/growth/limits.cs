using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

// limits NAME: uses up something of the engine's own, with sections made small by CELER_ArenaSection, and goes on afterwards.
// Prints "ok" if the end of it was an OutOfMemoryException, several times over, and the program could do with that.
static unsafe class Program
{
    const int Most = 1_000_000;
    static readonly List<object> Kept = [];
    static int sum;

    static readonly Dictionary<string, Action<int>> Kinds = new()
    {
        ["types"] = i => Kept.Add(MakeType(i)),
        ["arrays"] = i => Kept.Add(MakeType(i).MakeArrayType()),
        ["pointers"] = i => Kept.Add(MakeType(i).MakePointerType()),
        ["methods"] = i => sum += (int)typeof(Program).GetMethod("SizeOf", BindingFlags.Static | BindingFlags.NonPublic)!.MakeGenericMethod(MakeType(i)).Invoke(null, null)!,
        ["statics"] = i => RuntimeHelpers.RunClassConstructor(typeof(Holder<>).MakeGenericType(MakeType(i)).TypeHandle),
        ["dynamic-methods"] = i => Kept.Add(MakeMethod(il => { il.Emit(OpCodes.Ldc_I4, i); il.Emit(OpCodes.Ret); })),
        ["literals"] = i =>
        {
            TypeBuilder type = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Made" + i), AssemblyBuilderAccess.Run)
                .DefineDynamicModule("Made").DefineType("Made");
            MethodBuilder method = type.DefineMethod("Length", MethodAttributes.Public | MethodAttributes.Static, typeof(int), []);
            ILGenerator il = method.GetILGenerator();
            il.Emit(OpCodes.Ldc_I4_0);
            for (int literal = 0; literal < 20; literal++)
            {
                il.Emit(OpCodes.Ldstr, new string((char)('a' + literal), 20_000) + i);
                il.Emit(OpCodes.Call, typeof(string).GetProperty("Length")!.GetMethod!);
                il.Emit(OpCodes.Add);
            }
            il.Emit(OpCodes.Ret);
            sum += (int)type.CreateType().GetMethod("Length")!.Invoke(null, null)!;
        },
        ["assemblies"] = i =>
        {
            TypeBuilder type = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Made" + i), AssemblyBuilderAccess.Run)
                .DefineDynamicModule("Made").DefineType("Made");
            Kept.Add(Activator.CreateInstance(type.CreateType())!);
        },
    };

    static class Holder<T>
    {
        public static Large Value = new() { First = typeof(T).Name.Length };
        static Holder() => sum += Value.First;
    }

    [InlineArray(2000)] struct Large { public int First; }

    static int SizeOf<T>() => Unsafe.SizeOf<T>() + typeof(T).Name.Length;

    static readonly Type[] Elements = [.. typeof(object).Assembly.GetTypes().Where(type => type is { IsPublic: true, IsEnum: true }).Take(50)];

    // Another one for each number.
    static Type MakeType(int number)
    {
        Type type = Elements[number % Elements.Length];
        for (number /= Elements.Length; number > 0; number /= Elements.Length)
            type = typeof(KeyValuePair<,>).MakeGenericType(type, Elements[number % Elements.Length]);
        return typeof(List<>).MakeGenericType(type);
    }

    static Delegate MakeMethod(Action<ILGenerator> body)
    {
        var method = new DynamicMethod("Made", typeof(int), [], typeof(Program).Module);
        body(method.GetILGenerator());
        var made = method.CreateDelegate<Func<int>>();
        sum += made();
        return made;
    }

    static bool Exhaust(Action<int> kind)
    {
        for (int failures = 0, i = 0; i < Most; i++)
        {
            try
            {
                kind(i);
            }
            catch (Exception problem)
            {
                while (problem is TargetInvocationException { InnerException: not null } or TypeInitializationException { InnerException: not null })
                    problem = problem.InnerException;
                if (problem is not OutOfMemoryException)
                {
                    Console.WriteLine(problem);
                    return false;
                }
                Kept.Clear();
                if (++failures == 3)
                    return sum != 0 || Kept.Count == 0;
            }
        }
        Console.WriteLine("there was no end");
        return false;
    }

    // ---- A thread that is stopped for a collection where its stack ends

    static volatile bool isDeep, isDone;
    static byte* lowest;

    static byte* EndOfStack(byte* here)
    {
        foreach (string line in File.ReadLines("/proc/self/maps"))
        {
            string[] range = line.Split(' ')[0].Split('-');
            ulong begin = Convert.ToUInt64(range[0], 16), end = Convert.ToUInt64(range[1], 16);
            if ((ulong)here >= begin && (ulong)here < end)
                return (byte*)begin;
        }
        return null;
    }

    // Turns until it is told to stop; calls nothing.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Turn(int turns)
    {
        isDeep = true;
        while (!isDone)
            turns++;
        return turns;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Descend(object held)
    {
        byte here = 1;
        if (&here - lowest < 1200)
            return Turn(held.GetHashCode() & 1);
        return Descend(held) + here;
    }

    static void Deep()
    {
        byte here = 0;
        object held = new();
        lowest = &here - 1000;
        isDone = true;
        sum += Descend(held);  // compiles
        isDone = isDeep = false;
        lowest = EndOfStack(&here);
        sum += Descend(held);
    }

    static bool CollectDeep()
    {
        var thread = new Thread(Deep, 512 * 1024);
        thread.Start();
        while (!isDeep)
            Thread.Yield();
        for (int i = 0; i < 20; i++)
        {
            Kept.Add(new byte[1000]);
            GC.Collect();
        }
        isDone = true;
        thread.Join();
        return true;
    }

    static int Main(string[] args)
    {
        bool good = args[0] == "deep-stack" ? CollectDeep() : Exhaust(Kinds[args[0]]);
        Console.WriteLine(good ? "ok" : "wrong");
        Console.WriteLine($"{new Dictionary<(int, string), List<double?>> { [(1, "x")] = [1.5, null] }.Count} {string.Join(',', Enumerable.Range(0, 3).Select(x => x * 1.5m))}");
        return good ? 0 : 1;
    }
}

// Several threads call a dynamic method for the first time at once; the engine may ask for its body more than once.
using System.Reflection;
using System.Reflection.Emit;
using System.Text.RegularExpressions;

static class Program
{
    static DynamicMethod Make(int seed, int steps)
    {
        var method = new DynamicMethod("Mix" + seed, typeof(int), [typeof(int)]);
        ILGenerator il = method.GetILGenerator();
        LocalBuilder sum = il.DeclareLocal(typeof(int));
        MethodInfo abs = typeof(Math).GetMethod("Abs", [typeof(int)])!;
        il.BeginExceptionBlock();
        for (int i = 0; i < steps; i++)
        {
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I4, seed * 31 + i);
            il.Emit(OpCodes.Xor);
            il.Emit(OpCodes.Ldloc, sum);
            il.Emit(OpCodes.Add);
            if (i % 3 == 0) il.Emit(OpCodes.Call, abs);
            il.Emit(OpCodes.Stloc, sum);
        }
        il.BeginFinallyBlock();
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ldloc, sum);
        il.Emit(OpCodes.Ret);
        return method;
    }

    static void Race(int threads, Action<int> body)
    {
        using var barrier = new Barrier(threads);
        var started = new Thread[threads];
        for (int i = 0; i < threads; i++)
        {
            int number = i;
            started[i] = new Thread(() => { barrier.SignalAndWait(); body(number); });
            started[i].Start();
        }
        foreach (Thread thread in started) thread.Join();
    }

    static void Main()
    {
        const int threads = 4;
        int different = 0;
        long total = 0;
        for (int round = 0; round < 60; round++)
        {
            DynamicMethod method = Make(round, 400);
            var delegates = new Func<int, int>[threads];
            var results = new int[threads];
            Race(threads, number =>
            {
                delegates[number] = method.CreateDelegate<Func<int, int>>();
                results[number] = delegates[number](12345);
            });
            if (results.Distinct().Count() != 1) different++;
            total += results[0];
        }
        Console.WriteLine($"dynamic methods: {different} rounds with different results, total {total}");

        int found = 0;
        for (int round = 0; round < 10; round++)
        {
            var regex = new Regex($"^<(?<file>[a-z_{round}]*)>F(?<sum>[0-9a-f]{{{round + 1}}})__(x|y|z)*$", RegexOptions.Compiled);
            string text = $"<file_{round}>F{new string('a', round + 1)}__xyz";
            Race(threads, _ => { if (regex.IsMatch(text) && !regex.IsMatch(text + "!")) Interlocked.Increment(ref found); });
        }
        Console.WriteLine($"compiled expressions: {found} of {10 * threads}");
    }
}

// The process ends while other threads have methods of all kinds compiled and bound to the engine's functions: nothing
// that they use may be gone before they are.
// env: MALLOC_PERTURB_=165
using System.Reflection;
using System.Runtime.CompilerServices;

static class Program
{
    const BindingFlags All = BindingFlags.DeclaredOnly | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance;
    static readonly Type[] types = typeof(object).Assembly.GetTypes();
    static int started;
    static int next;

    static void Main()
    {
        for (int i = 0; i < 4; i++)
            new Thread(Prepare) { IsBackground = true }.Start();
        while (Volatile.Read(ref started) < 4)
            Thread.Yield();
        Console.WriteLine("ends");
    }

    static void Prepare()
    {
        Interlocked.Increment(ref started);
        for (;;)
        {
            Type type = types[Interlocked.Increment(ref next) * 31 % types.Length];
            if (type.IsGenericTypeDefinition)
                continue;
            foreach (MethodInfo method in type.GetMethods(All))
            {
                if (!method.IsAbstract && !method.IsGenericMethodDefinition)
                    RuntimeHelpers.PrepareMethod(method.MethodHandle);
            }
        }
    }
}

using System.Reflection;
using System.Runtime.InteropServices;
// Threads that compile, load types, throw, wait, start threads and allocate at the same time.
class G<T> { public static List<T> L = new(); public virtual string Name() => typeof(T).Name; }
static class Program
{
    static volatile int errors;
    static void Work(int id)
    {
        for (int i = 0; i < 60; i++)
        {
            Type t = typeof(List<>).MakeGenericType(id % 2 == 0 ? typeof(Dictionary<int, string>) : typeof(KeyValuePair<long, object>));
            for (int d = 0; d < (i % 7); d++) t = typeof(List<>).MakeGenericType(t);
            object o = Activator.CreateInstance(t)!;
            if (o.GetType() != t) errors++;
            try { throw new InvalidOperationException("x" + i); } catch (InvalidOperationException e) { if (e.StackTrace == null) errors++; }
            var inner = new Thread(() => { var junk = new byte[1000][]; for (int k = 0; k < junk.Length; k++) junk[k] = new byte[k]; lock (typeof(Program)) Monitor.Pulse(typeof(Program)); });
            inner.Start();
            var s = string.Join(",", Enumerable.Range(0, 50).Select(x => x * i).Where(x => x % 3 == 0).OrderByDescending(x => x));
            if (s.Length == 0) errors++;
            var sorted = new int[100]; for (int k = 0; k < 100; k++) sorted[k] = (k * 37) % 101;
            inner.Join();
            Task.Run(() => new string('q', 10000)).Wait();
            using var timer = new Timer(_ => GC.KeepAlive(new object()), null, 0, 1);
            if (i % 20 == 0) Thread.Sleep(1);
        }
    }
    static void Main()
    {
        var threads = Enumerable.Range(0, 6).Select(i => new Thread(() => Work(i))).ToArray();
        foreach (var t in threads) t.Start();
        for (int i = 0; i < 20; i++) { GC.Collect(); Thread.Sleep(1); }
        foreach (var t in threads) t.Join();
        Console.WriteLine(errors);
    }
}

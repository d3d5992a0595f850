// A key that another thread removes from a weak table: who finds the key finds its value.
using System.Runtime;
using System.Runtime.CompilerServices;

var table = new ConditionalWeakTable<object, object>();
object key = new();
long nulls = 0, got = 0;
bool done = false;
var threads = Enumerable.Range(0, 3).Select(n => new Thread(() =>
{
    while (!Volatile.Read(ref done))
    {
        if (table.GetValue(key, _ => new object()) == null) Interlocked.Increment(ref nulls);
        if (table.TryGetValue(key, out object? value) && value == null) Interlocked.Increment(ref nulls);
        foreach (var pair in table) if (pair.Value == null) Interlocked.Increment(ref nulls);
        Interlocked.Increment(ref got);
    }
})).ToArray();
foreach (Thread t in threads) t.Start();
for (int i = 0; i < 12000; i++) { table.Remove(key); if (i % 3 == 0) table.AddOrUpdate(key, new object()); if (i % 4000 == 0) GC.Collect(); }
while (Interlocked.Read(ref got) == 0) Thread.Yield();  // a busy machine may not have let the others run yet
done = true;
foreach (Thread t in threads) t.Join();
Console.WriteLine($"{nulls} {got > 0}");

var handle = new DependentHandle(key, "dependent");
Console.WriteLine($"{handle.IsAllocated} {handle.Target == key} {handle.Dependent} {handle.TargetAndDependent.Dependent}");
handle.Dependent = "other";
Console.WriteLine($"{handle.Dependent}");
try { handle.Target = "not null"; } catch (Exception e) { Console.WriteLine(e.GetType().Name + " " + e.Message); }
handle.Target = null;
Console.WriteLine($"{handle.Target == null} {handle.Dependent == null} {handle.TargetAndDependent}");
handle.Dependent = "again";
Console.WriteLine($"{handle.Dependent == null}");
GC.Collect();
Console.WriteLine($"{handle.Target == null} {handle.Dependent == null} {handle.IsAllocated}");
handle.Dispose();
handle.Dispose();
try { _ = handle.Target; } catch (Exception e) { Console.WriteLine(e.GetType().Name); }
try { _ = handle.Dependent; } catch (Exception e) { Console.WriteLine(e.GetType().Name); }
try { handle.Dependent = 1; } catch (Exception e) { Console.WriteLine(e.GetType().Name); }
var empty = new DependentHandle(null, "x");
Console.WriteLine($"{empty.IsAllocated} {empty.Target == null} {empty.Dependent == null}");
empty.Dispose();
GC.KeepAlive(key);

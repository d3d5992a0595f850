// skip: stress it counts full collections
// env: DOTNET_gcConcurrent=0
// Who asks for it is told of full collections that allocation leads to; not of those that the program asks for, nor of those of young
// objects.
using System.Runtime;

Console.WriteLine($"{GCSettings.LatencyMode} {Throws(() => GC.WaitForFullGCApproach(1))} {Throws(() => GC.WaitForFullGCComplete(1))}");
foreach ((int generation, int large) in new[] { (0, 10), (100, 10), (10, 0), (10, 100), (-1, 10), (10, int.MaxValue) })
    Console.Write($"{Throws(() => GC.RegisterForFullGCNotification(generation, large))} ");
Console.WriteLine();

GC.RegisterForFullGCNotification(10, 10);
Console.WriteLine($"nothing yet: {GC.WaitForFullGCApproach(20)} {GC.WaitForFullGCComplete(20)} {GC.WaitForFullGCComplete(0)}");
GC.Collect(0);
GC.Collect();
GC.Collect(2, GCCollectionMode.Forced, blocking: true);
Console.WriteLine($"asked for: {GC.WaitForFullGCApproach(20)} {GC.WaitForFullGCComplete(TimeSpan.FromMilliseconds(20))}");

Task<GCNotificationStatus> complete = Task.Factory.StartNew(() => GC.WaitForFullGCComplete(), TaskCreationOptions.LongRunning);
var kept = new List<byte[]>();
while (!complete.IsCompleted)
{
    kept.Add(new byte[100_000]);
    if (kept.Count > 500)
        kept.Clear();
}
Console.WriteLine($"by allocation: {complete.Result}");
GC.CancelFullGCNotification();
Console.WriteLine($"canceled: {Throws(() => GC.WaitForFullGCApproach(1))} {Throws(() => GC.WaitForFullGCComplete(1))} {Throws(GC.CancelFullGCNotification)}");

static string Throws(Action action)
{
    try
    {
        action();
        return "ok";
    }
    catch (Exception e)
    {
        return e.GetType().Name;
    }
}

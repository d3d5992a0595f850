using var source = new CancellationTokenSource();
var task = Task.Run(async () =>
{
    await Task.Delay(Timeout.Infinite, source.Token);
});
source.Token.Register(() => Console.WriteLine("registered callback"));
source.Cancel();
try
{
    await task;
}
catch (OperationCanceledException e)
{
    Console.WriteLine(e.GetType().Name + " " + task.Status);
}
using var timed = new CancellationTokenSource(10);
try
{
    while (true)
    {
        await Task.Delay(1);
        timed.Token.ThrowIfCancellationRequested();
    }
}
catch (OperationCanceledException e)
{
    Console.WriteLine(e.CancellationToken == timed.Token);
}
using var outer = new CancellationTokenSource();
using var linked = CancellationTokenSource.CreateLinkedTokenSource(outer.Token);
outer.Cancel();
Console.WriteLine(linked.IsCancellationRequested);
try
{
    await Task.Delay(10000).WaitAsync(TimeSpan.FromMilliseconds(5));
}
catch (TimeoutException e)
{
    Console.WriteLine(e.Message);
}
Console.WriteLine(Task.FromCanceled(new CancellationToken(true)).IsCanceled);
try
{
    await Task.Run(() => 1, new CancellationToken(true));
}
catch (TaskCanceledException e)
{
    Console.WriteLine(e.Message);
}

var results = new int[10];
var threads = new Thread[10];
for (int i = 0; i < 10; i++)
{
    int n = i;
    threads[i] = new Thread(() => results[n] = Enumerable.Range(0, n * 100).Sum()) { Name = "worker " + n };
}
foreach (Thread t in threads)
    t.Start();
foreach (Thread t in threads)
    t.Join();
Console.WriteLine(string.Join(",", results));
var parameterised = new Thread(o => Console.WriteLine("got " + o));
parameterised.Start("parameter");
parameterised.Join();
Console.WriteLine($"{threads[3].Name} {threads[3].IsAlive} {threads[3].ThreadState} {parameterised.Join(10)}");
var background = new Thread(() => Thread.Sleep(Timeout.Infinite)) { IsBackground = true };
background.Start();
Console.WriteLine($"{background.IsAlive} {background.Join(5)} {Thread.CurrentThread.IsBackground} {Thread.CurrentThread.IsThreadPoolThread}");
try
{
    parameterised.Start();
}
catch (ThreadStateException e)
{
    Console.WriteLine(e.Message);
}
var interrupted = new Thread(() =>
{
    try
    {
        Thread.Sleep(Timeout.Infinite);
    }
    catch (ThreadInterruptedException e)
    {
        Console.WriteLine(e.Message);
    }
});
interrupted.Start();
interrupted.Interrupt();
interrupted.Join();
var ended = new ManualResetEventSlim();
new Thread(() =>
{
    ended.Wait();
    Thread.Sleep(30);
    Console.WriteLine("a foreground thread keeps the process alive");
}).Start();
Console.WriteLine("main ends");
ended.Set();

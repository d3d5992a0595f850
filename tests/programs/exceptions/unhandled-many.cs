// Exceptions that nobody handles, on several threads at once: the process ends once.
// stderr: 1 lines
using var go = new ManualResetEvent(false);
for (int i = 0; i < 6; i++)
    new Thread(() => { go.WaitOne(); throw new InvalidOperationException("the same message"); }).Start();
go.Set();
Thread.Sleep(Timeout.Infinite);

// Environment.FailFast from several threads: one report, one end.
// stderr: 2 lines
using var go = new ManualResetEvent(false);
for (int i = 0; i < 6; i++)
    new Thread(() => { go.WaitOne(); Environment.FailFast("the same message"); }).Start();
go.Set();
Thread.Sleep(Timeout.Infinite);

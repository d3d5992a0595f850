var t = new Thread(() => throw new InvalidOperationException("on a thread"));
t.Start();
t.Join();
Thread.Sleep(1000);
Console.WriteLine("never");

class BoundedQueue<T>(int capacity)
{
    readonly Queue<T> queue = new();
    public void Put(T x)
    {
        lock (queue)
        {
            while (queue.Count == capacity)
                Monitor.Wait(queue);
            queue.Enqueue(x);
            Monitor.PulseAll(queue);
        }
    }
    public T Take()
    {
        lock (queue)
        {
            while (queue.Count == 0)
                Monitor.Wait(queue);
            T x = queue.Dequeue();
            Monitor.PulseAll(queue);
            return x;
        }
    }
}

static class Program
{
    static void Main()
    {
        var q = new BoundedQueue<int>(3);
        long sum = 0;
        var producers = Enumerable.Range(0, 3).Select(p => new Thread(() =>
        {
            for (int i = 1; i <= 500; i++)
                q.Put(i);
        })).ToArray();
        var consumers = Enumerable.Range(0, 2).Select(c => new Thread(() =>
        {
            for (int i = 0; i < 750; i++)
                Interlocked.Add(ref sum, q.Take());
        })).ToArray();
        foreach (Thread t in producers.Concat(consumers))
            t.Start();
        foreach (Thread t in producers.Concat(consumers))
            t.Join();
        Console.WriteLine(sum);
        object o = new();
        lock (o)
            Console.WriteLine(Monitor.Wait(o, 10));
        try
        {
            Monitor.Pulse(o);
        }
        catch (SynchronizationLockException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        string log = "";
        int turn = 0;
        var ping = new Thread(() => Turn("ping", 0));
        var pong = new Thread(() => Turn("pong", 1));
        void Turn(string name, int mine)
        {
            for (int i = 0; i < 5; i++)
            {
                lock (o)
                {
                    while (turn % 2 != mine)
                        Monitor.Wait(o);
                    log += name + " ";
                    turn++;
                    Monitor.Pulse(o);
                }
            }
        }
        ping.Start();
        pong.Start();
        ping.Join();
        pong.Join();
        Console.WriteLine(log);
    }
}

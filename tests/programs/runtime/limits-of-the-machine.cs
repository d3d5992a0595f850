// What the machine and its control groups leave the process; tests/hosts.py runs it with other limits.
Console.WriteLine(Environment.ProcessorCount);
ThreadPool.GetMinThreads(out int workers, out int ports);
Console.WriteLine($"{workers} {ports}");
ThreadPool.GetMaxThreads(out workers, out ports);
Console.WriteLine($"{workers} {ports}");
GCMemoryInfo memory = GC.GetGCMemoryInfo();
Console.WriteLine($"{memory.TotalAvailableMemoryBytes} {memory.HighMemoryLoadThresholdBytes}");
GC.Collect();
memory = GC.GetGCMemoryInfo();
Console.WriteLine($"{memory.TotalAvailableMemoryBytes} {memory.HighMemoryLoadThresholdBytes}");

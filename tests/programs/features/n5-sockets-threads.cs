// env: DOTNET_SYSTEM_NET_SOCKETS_THREAD_COUNT=3
// rows: N5-125
// include: n5-sockets.part
// The same with three threads that wait for events; that there are three is seen in their names.
await SocketProgram.Run();
int waiting = Directory.GetDirectories("/proc/self/task").Count(task => File.ReadAllText(Path.Combine(task, "comm")).StartsWith(".NET Sockets"));
Console.WriteLine($"threads that wait: {waiting}");

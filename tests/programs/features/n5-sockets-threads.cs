// env: DOTNET_SYSTEM_NET_SOCKETS_THREAD_COUNT=3
// rows: N5-125
// include: n5-sockets.part
// The same with three threads that wait for events; that there are three is seen in their names.
await SocketProgram.Run();
Console.WriteLine($"threads that wait: {SocketProgram.WaitingThreads()}");

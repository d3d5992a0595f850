// rows: N5-122 N5-123 N5-124 N5-127 N5-128 N5-129 N5-130 N5-132 N5-134 N5-145 N5-206 N5-230
// include: n5-sockets.part
// Sockets over loopback: many at once, one buffer and several, event arguments without a flowing context, names.
await SocketProgram.Run();
Console.WriteLine($"threads that wait: {SocketProgram.WaitingThreads()}");

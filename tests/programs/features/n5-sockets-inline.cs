// env: DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS=1
// rows: N5-126
// include: n5-sockets.part
// The same with continuations that run on the threads that wait for events.
await SocketProgram.Run();

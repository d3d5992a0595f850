AppDomain.CurrentDomain.UnhandledException += (sender, e) => Console.WriteLine($"handler: {((Exception)e.ExceptionObject).Message} {e.IsTerminating}");
AppDomain.CurrentDomain.ProcessExit += (_, _) => Console.WriteLine("process exit");
AppDomain.CurrentDomain.FirstChanceException += (_, e) => Console.WriteLine("first chance " + e.Exception.Message);
try
{
    throw new Exception("handled");
}
catch
{
}
throw new Exception("unhandled");

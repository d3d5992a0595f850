AppDomain.CurrentDomain.ProcessExit += (_, _) => Console.WriteLine("process exit " + Environment.ExitCode);
try
{
    throw new Exception();
}
catch
{
    try
    {
        Environment.Exit(21);
    }
    finally
    {
        Console.WriteLine("not this");
    }
}

// stderr: 2 lines
Console.WriteLine("before");
try
{
    Environment.FailFast("fatal: the message");
}
finally
{
    Console.WriteLine("never");
}

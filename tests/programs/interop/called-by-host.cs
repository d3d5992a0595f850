// A program with entries for a native host (tests/native_host.c, tests/hosts.py); by itself it tells its arguments.
// args: x
using System.Runtime.InteropServices;

public static unsafe class Entries
{
    static int calls;
    [UnmanagedCallersOnly] public static int Add(int a, int b) => a + b + (++calls > 0 ? 0 : 1);
    [UnmanagedCallersOnly]
    public static void Fill(byte* text, int size)
    {
        string given = (string?)AppContext.GetData("Host.Text") ?? "nothing";
        int length = Math.Min(given.Length, size - 1);
        for (int i = 0; i < length; i++)
            text[i] = (byte)given[i];
        text[length] = 0;
    }
    [UnmanagedCallersOnly] public static int Throws(int a, int b) => throw new InvalidOperationException();
    public static int Calls => calls;

    public static class Inner
    {
        [UnmanagedCallersOnly] public static int Add(int a, int b) => a * 100 + b;
    }
}

static class Program
{
    static int Main(string[] arguments)
    {
        Console.WriteLine($"{arguments.Length}: {string.Join("|", arguments)}; {Entries.Calls} calls before");
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Console.WriteLine("exit");
        return 40 + arguments.Length;
    }
}

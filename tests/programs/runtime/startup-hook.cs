// A startup hook for tests/hosts.py; by itself it says that it ran.
internal class StartupHook
{
    public static void Initialize() => Console.WriteLine("hook ran");

    static void Main() => Console.WriteLine("main ran");
}

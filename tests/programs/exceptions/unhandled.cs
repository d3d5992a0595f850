Console.WriteLine("before");
Thrower.Throw(3);
Console.WriteLine("never");

static class Thrower
{
    public static void Throw(int n)
    {
        if (n == 0)
            throw new InvalidOperationException("nobody catches me");
        Throw(n - 1);
    }
}

// Stack overflow inside a catch handler, a filter and a finally handler: exceptions nest until the stack ends.
// stderr: 1 lines
static class Program
{
    static void Deep(int n)
    {
        try { throw new InvalidOperationException(); }
        catch (InvalidOperationException) { Deep(n + 1); }
        finally { if (n < 0) Console.WriteLine(); }
    }
    static void Main() => Deep(0);
}

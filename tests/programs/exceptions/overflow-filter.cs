// Stack overflow inside filters.
// stderr: 1 lines
static class Program
{
    static bool Filter(int n) { Deep(n + 1); return false; }
    static void Deep(int n)
    {
        try { throw new InvalidOperationException(); }
        catch (InvalidOperationException) when (Filter(n)) { }
    }
    static void Main() => Deep(0);
}

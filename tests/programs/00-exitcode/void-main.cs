static class Program
{
    static void Main()
    {
    }
}

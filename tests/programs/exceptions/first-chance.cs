using System.Runtime.CompilerServices;

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Throw(string text) => throw new Exception(text);

    static void Main()
    {
        AppDomain.CurrentDomain.FirstChanceException += (sender, e) =>
            Console.WriteLine($"first chance: {e.Exception.Message} {sender == null} {e.Exception.StackTrace}");
        try
        {
            try
            {
                Throw("one");
            }
            catch (Exception)
            {
                Console.WriteLine("rethrow");
                throw;
            }
        }
        catch (Exception e)
        {
            Console.WriteLine("caught " + e.Message);
        }
        try
        {
            object? nothing = null;
            nothing!.ToString();
        }
        catch (NullReferenceException)
        {
            Console.WriteLine("caught null reference");
        }
    }
}

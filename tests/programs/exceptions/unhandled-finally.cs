// An unhandled exception is reported first; then the finally handlers run.
using System.Runtime.CompilerServices;

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Throw() => throw new InvalidOperationException("not handled", new Exception("inner"));

    static bool Filter(string name)
    {
        Console.Error.WriteLine("filter " + name);
        return false;
    }

    static void Inner()
    {
        try
        {
            Throw();
        }
        catch (Exception) when (Filter("inner"))
        {
        }
        finally
        {
            Console.Error.WriteLine("inner finally");
        }
    }

    static void Main()
    {
        try
        {
            Inner();
        }
        catch (Exception) when (Filter("outer"))
        {
        }
        finally
        {
            Console.Error.WriteLine("outer finally");
        }
    }
}

// rows: N7b-023
// An assembly that turns the built-in marshalling off: what it passes is passed as it lies in memory, and the rest is refused.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

[assembly: DisableRuntimeMarshalling]

struct Mixed
{
    public bool Flag;
    public char Letter;
    public int Number;
}

struct WithText
{
    public string Text;
}

static class Program
{
    const string Library = "n7b-marshalling-off";

    [DllImport(Library)] static extern int see_flag(bool flag);
    [DllImport(Library)] static extern int see_letter(char letter);
    [DllImport(Library)] static extern int see_mixed(Mixed mixed);
    [DllImport(Library)] static extern bool give_flag(int value);
    [DllImport(Library, EntryPoint = "see_flag")] static extern int SeeText(string text);
    [DllImport(Library, EntryPoint = "see_flag")] static extern int SeeReference(ref int number);
    [DllImport(Library, EntryPoint = "see_flag")] static extern int SeeArray(int[] numbers);
    [DllImport(Library, EntryPoint = "see_flag")] static extern int SeeWithText(WithText text);
    [DllImport(Library, EntryPoint = "see_flag")] static extern int SeeDelegate(Action action);

    static void Main()
    {
        Console.WriteLine($"{see_flag(true)} {see_flag(false)} {see_letter('é')} {see_letter('\u20AC')}");
        Console.WriteLine(see_mixed(new Mixed { Flag = true, Letter = '*', Number = 7 }));
        Console.WriteLine($"{give_flag(1)} {give_flag(0)} {give_flag(256)}");
        Console.WriteLine($"{Marshal.SizeOf<Mixed>()} {Unsafe.SizeOf<Mixed>()}");
        int number = 3;
        Refused(() => SeeText("a"));
        Refused(() => SeeReference(ref number));
        Refused(() => SeeArray([1]));
        Refused(() => SeeWithText(default));
        Refused(() => SeeDelegate(() => { }));
    }

    static void Refused(Func<int> call)
    {
        try
        {
            call();
            Console.WriteLine("called");
        }
        catch (Exception e)
        {
            Console.WriteLine(e.GetType().Name);
        }
    }
}

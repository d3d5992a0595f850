using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

class Animal
{
    public virtual string Speak(int n) => "..." + n;
}

struct Big
{
    public long A, B, C;
}

static unsafe class Program
{
    static int Add(int a, int b) => a + b;
    static string Text(string s, double d) => s + d;
    static T Generic<T>(T x) => x;
    static Big MakeBig(long n) => new() { A = n, B = n * 2, C = n * 3 };
    static void Modify(ref int x, out string s)
    {
        x++;
        s = "modified " + x;
    }

    [UnmanagedCallersOnly(CallConvs = new[] { typeof(CallConvCdecl) })]
    static long Reverse(int a, long b, double c, float d, byte e, short f, nint g, int h, int i)
    {
        object box = a;
        GC.Collect();
        return (int)box + b + (long)c + (long)d + e + f + g + h + i;
    }

    static int Apply(delegate*<int, int, int> f, int a, int b) => f(a, b);

    static void Main()
    {
        delegate*<int, int, int> add = &Add;
        Console.WriteLine(add(2, 3) + Apply(add, 10, 20) + Apply(&Add, 1, 1));
        delegate*<string, double, string> text = &Text;
        Console.WriteLine(text("x", 1.5));
        delegate*<int, int> generic = &Generic<int>;
        delegate*<string, string> genericString = &Generic<string>;
        Console.WriteLine(generic(7) + genericString("s"));
        delegate*<long, Big> big = &MakeBig;
        Console.WriteLine(big(5).C + big(6).A);
        delegate*<ref int, out string, void> modify = &Modify;
        int n = 1;
        modify(ref n, out string s);
        Console.WriteLine(s);
        delegate* unmanaged[Cdecl]<int, long, double, float, byte, short, nint, int, int, long> reverse = &Reverse;
        Console.WriteLine(reverse(1, 2, 3.5, 4.5f, 5, 6, 7, 8, 9));
        void*[] table = new void*[] { (delegate*<int, int, int>)&Add, (delegate*<int, int, int>)&Subtract };
        for (int i = 0; i < 2; i++)
            Console.WriteLine(((delegate*<int, int, int>)table[i])(50, 8));
        Console.WriteLine(typeof(Program).GetMethod("Add", System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static)!.MethodHandle.GetFunctionPointer() != 0);
        var f = (delegate*<int, int, int>)typeof(Program).GetMethod("Subtract", System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static)!.MethodHandle.GetFunctionPointer();
        Console.WriteLine(f(3, 1));
        Func<int, int> kept = x => x * 3;
        nint native = Marshal.GetFunctionPointerForDelegate<Callback>(x => x + 100);
        Console.WriteLine(((delegate* unmanaged<int, int>)native)(5) + kept(1));
        Console.WriteLine(Marshal.GetDelegateForFunctionPointer<Callback>(native)(6));
    }

    delegate int Callback(int x);
    static int Subtract(int a, int b) => a - b;
}

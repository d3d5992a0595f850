interface I0 { int M0(); } interface I1 { int M1(); } interface I2 { int M2(); } interface I3 { int M3(); }
interface I4 { int M4(); } interface I5 { int M5(); } interface I6 { int M6(); } interface I7 { int M7(); }
interface I8 { int M8(); } interface I9 { int M9(); } interface IX<T> { int MX(T x); }

class All : I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, IX<int>, IX<long>, IX<string>, IX<object>, IX<byte>, IX<double>, IX<char>, IX<All>
{
    public int M0() => 0; public int M1() => 1; public int M2() => 2; public int M3() => 3; public int M4() => 4;
    public int M5() => 5; public int M6() => 6; public int M7() => 7; public int M8() => 8; public int M9() => 9;
    public int MX(int x) => 10; public int MX(long x) => 11; public int MX(string x) => 12; public int MX(object x) => 13;
    public int MX(byte x) => 14; public int MX(double x) => 15; public int MX(char x) => 16; public int MX(All x) => 17;
}

class Some : I3, I9, IX<string>
{
    public int M3() => 33; public int M9() => 99; public int MX(string x) => 1212;
}

static class Program
{
    static int Third(I3 x) => x.M3();
    static int Ninth(I9 x) => x.M9();
    static int Generic<T>(IX<T> x, T v) => x.MX(v);

    static void Main()
    {
        var a = new All();
        var s = new Some();
        int sum = 0;
        for (int i = 0; i < 100; i++)
            sum += Third(i % 2 == 0 ? a : s) + Ninth(i % 3 == 0 ? a : s);
        Console.WriteLine(sum);
        Console.WriteLine(((I0)a).M0() + ((I1)a).M1() + ((I2)a).M2() + ((I4)a).M4() + ((I5)a).M5() + ((I6)a).M6() + ((I7)a).M7() + ((I8)a).M8());
        Console.WriteLine($"{Generic(a, 1)} {Generic(a, 1L)} {Generic<string>(a, "")} {Generic<object>(a, "")} {Generic(a, (byte)1)} {Generic(a, 1.0)} {Generic(a, 'c')} {Generic<All>(a, a)} {Generic<string>(s, "")}");
        Console.WriteLine($"{(object)s is I0} {(object)s is I9} {(object)s is IX<int>} {(object)a is IX<char>}");
        try
        {
            ((I5)(object)s).M5();
        }
        catch (InvalidCastException e)
        {
            Console.WriteLine(e.Message);
        }
    }
}

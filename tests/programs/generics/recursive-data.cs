abstract record Expr;
record Num(double Value) : Expr;
record Bin(char Op, Expr Left, Expr Right) : Expr;

class Parser(string text)
{
    int at;
    char Peek => at < text.Length ? text[at] : '\0';
    public Expr Parse()
    {
        Expr left = Term();
        while (Peek is '+' or '-')
            left = new Bin(text[at++], left, Term());
        return left;
    }
    Expr Term()
    {
        Expr left = Factor();
        while (Peek is '*' or '/')
            left = new Bin(text[at++], left, Factor());
        return left;
    }
    Expr Factor()
    {
        if (Peek == '(')
        {
            at++;
            Expr e = Parse();
            at++;
            return e;
        }
        int start = at;
        while (char.IsDigit(Peek) || Peek == '.')
            at++;
        return new Num(double.Parse(text.AsSpan(start, at - start)));
    }
}

interface IFold<R>
{
    R Number(double d);
    R Binary(char op, R a, R b);
}

class Evaluate : IFold<double>
{
    public double Number(double d) => d;
    public double Binary(char op, double a, double b) => op switch { '+' => a + b, '-' => a - b, '*' => a * b, _ => a / b };
}

class Print : IFold<string>
{
    public string Number(double d) => d.ToString();
    public string Binary(char op, string a, string b) => $"({a} {op} {b})";
}

static class Program
{
    static R Fold<R>(Expr e, IFold<R> f) => e switch
    {
        Num n => f.Number(n.Value),
        Bin b => f.Binary(b.Op, Fold(b.Left, f), Fold(b.Right, f)),
        _ => throw new InvalidOperationException(),
    };

    static void Main()
    {
        foreach (string s in new[] { "1+2*3", "(1+2)*3", "10/4-1.5", "2*(3+(4-5))*6" })
        {
            Expr e = new Parser(s).Parse();
            Console.WriteLine($"{Fold(e, new Print())} = {Fold(e, new Evaluate())}");
        }
        Console.WriteLine(new Parser("1+2").Parse());
        Console.WriteLine(new Parser("1+2").Parse() == new Parser("1+2").Parse());
    }
}

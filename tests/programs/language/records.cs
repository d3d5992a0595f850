record Person(string First, string Last)
{
    public int Age { get; init; }
    public virtual string Full => $"{First} {Last}";
}

record Employee(string First, string Last, string Company) : Person(First, Last)
{
    public override string Full => base.Full + " of " + Company;
}

record struct Pair<T>(T A, T B);
readonly record struct Money(decimal Amount, string Currency)
{
    public static Money operator +(Money a, Money b) => a with { Amount = a.Amount + b.Amount };
}

static class Program
{
    static void Main()
    {
        var a = new Person("Ada", "Lovelace") { Age = 36 };
        var b = a with { Last = "Byron" };
        var c = new Person("Ada", "Lovelace") { Age = 36 };
        Console.WriteLine(a);
        Console.WriteLine(b);
        Console.WriteLine($"{a == b} {a == c} {a.Equals(c)} {ReferenceEquals(a, c)} {a.GetHashCode() == c.GetHashCode()}");
        Person e = new Employee("Bob", "Ross", "TV");
        Console.WriteLine(e);
        Console.WriteLine(e.Full);
        Person copy = e with { Age = 5 };
        Console.WriteLine(copy.GetType().Name + " " + copy.Age);
        Console.WriteLine(e == new Person("Bob", "Ross"));
        var (first, last) = a;
        Console.WriteLine(first + last);
        var p = new Pair<int>(1, 2);
        p.A = 10;
        Console.WriteLine(p + " " + (p == new Pair<int>(10, 2)));
        Console.WriteLine(new Pair<string>("x", null!));
        Console.WriteLine(new Money(1.5m, "EUR") + new Money(2, "EUR"));
    }
}

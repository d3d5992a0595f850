interface IValue
{
    int Get(int x);
}

class Plus(int n) : IValue
{
    public int Get(int x) => x + n;
}

struct Times : IValue
{
    public int Factor;
    public int Get(int x) => x * Factor;
}

static class Program
{
    static int Apply(IValue v, int x) => v.Get(x);
    static int Main() => Apply(new Plus(3), 10) + Apply(new Times { Factor = 4 }, 10);
}

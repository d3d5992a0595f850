class Base
{
    private int Secret() => 1;
    protected virtual int Hook() => Secret() * 10;
    private protected virtual int Inner() => 5;
    internal int Call() => Hook() + Inner();
}

class Derived : Base
{
    private int Secret() => 2;
    protected override int Hook() => base.Hook() + Secret() * 100;
    private protected override int Inner() => base.Inner() + 1;
}

class Shadow : Derived
{
    public new int Hook() => -1;
    public int Hook(int n) => n;
    public long Hook(long n) => n + 1;
    public string Hook(object o) => "object";
    public string Hook<T>(T t) => typeof(T).Name;
}

static class Program
{
    static void Main()
    {
        Console.WriteLine(new Base().Call());
        Console.WriteLine(new Derived().Call());
        var s = new Shadow();
        Console.WriteLine($"{s.Call()} {s.Hook()} {s.Hook(5)} {s.Hook(5L)} {s.Hook((object)"x")} {s.Hook("x")} {s.Hook(1.5)}");
    }
}

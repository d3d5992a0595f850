class Base
{
    protected string log = "";
    public Base()
    {
        Hook();
    }
    protected virtual void Hook() => log += "base ";
    public override string ToString() => log;
}

class Derived : Base
{
    readonly string initialised = "field ";
    readonly string late;
    public Derived()
    {
        late = "ctor ";
        Hook();
    }
    protected override void Hook() => log += $"[{initialised}{late}]";
}

static class Program
{
    static void Main()
    {
        Console.WriteLine(new Base());
        Console.WriteLine(new Derived());
    }
}

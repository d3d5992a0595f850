// Which method a call runs: overriding and hiding, interfaces implemented twice, defaults, variance, static virtuals.
using System;
using System.Collections.Generic;

class A
{
    public virtual string M() => "A.M";
    public virtual string N(int x) => "A.N(int)";
    public virtual string N(long x) => "A.N(long)";
    public virtual A Self() => this;
    public virtual string Gen<T>(T value) => "A.Gen<" + typeof(T) + ">";
}
class B : A
{
    public new virtual string M() => "B.M new";
    public override string N(long x) => "B.N(long)";
    public override B Self() => this;
    public override string Gen<T>(T value) => "B.Gen<" + typeof(T) + ">";
}
class C : B
{
    public override string M() => "C.M";
    public sealed override string N(int x) => "C.N(int) after " + base.N(x);
    public override C Self() => new C();
}

class Generic<T>
{
    public virtual string F(T x) => "Generic.F(T)";
    public virtual string F(int x) => "Generic.F(int)";
}
class Closed : Generic<string>
{
    public override string F(string x) => "Closed.F(string)";
}
interface IShape { string Name(); string Area() => "IShape.Area"; string Both() => "IShape.Both"; }
interface IRound : IShape { string IShape.Both() => "IRound.Both"; }
interface IFlat : IShape { string IShape.Area() => "IFlat.Area"; }
class Base : IShape { string IShape.Name() => "Base explicit"; public string Name() => "Base public"; }
class Derived : Base { public new string Name() => "Derived public"; }
class Again : Base, IShape { public new string Name() => "Again public"; }
class AgainEmpty : Base, IShape { }
class Disc : IRound, IFlat { public virtual string Name() => "Disc"; }
class BigDisc : Disc { public override string Name() => "BigDisc"; }
class Inherits { public virtual string Name() => "Inherits"; }
class FromParent : Inherits, IShape { }
class FromParentOverride : FromParent { public override string Name() => "FromParentOverride"; }
struct Dot : IShape { public int Hits; public string Name() { Hits++; return "Dot " + Hits; } }

interface IGet<out T> { T Get(); }
class Twice : IGet<string>, IGet<Exception> { string IGet<string>.Get() => "text"; Exception IGet<Exception>.Get() => new("e"); }
class Strings : IGet<string> { public virtual string Get() => "Strings"; }

interface IVisitor { string Visit<T>(T value); }
class Visitor : IVisitor { public virtual string Visit<T>(T value) => "Visit<" + typeof(T) + ">"; }
class Louder : Visitor { public override string Visit<T>(T value) => base.Visit(value) + "!"; }

interface IZero<T> where T : IZero<T>
{
    static abstract T Zero { get; }
    static virtual string Describe() => "default of " + typeof(T);
    static abstract T operator +(T a, T b);
    static abstract string Show<U>(U value);
}
struct Meters : IZero<Meters>
{
    public double Value;
    public static Meters Zero => default;
    public static Meters operator +(Meters a, Meters b) => new() { Value = a.Value + b.Value };
    static string IZero<Meters>.Show<U>(U value) => "Meters.Show<" + typeof(U) + ">";
}
class Money : IZero<Money>
{
    public decimal Value;
    public static Money Zero => new();
    public static string Describe() => "money";
    public static Money operator +(Money a, Money b) => new() { Value = a.Value + b.Value };
    public static string Show<U>(U value) => "Money.Show<" + typeof(U) + ">";
}
class RichMoney : Money { }

static class Program
{
    static void Shape(IShape shape) =>
        Console.WriteLine(shape.GetType() + ": " + shape.Name() + ", " + shape.Area() + ", " + shape.Both());

    static void Use<T>(T value) where T : IZero<T> =>
        Console.WriteLine(T.Describe() + " " + T.Show(1) + " " + T.Show("x") + " " + (T.Zero + value).GetType());

    static string Call<T>(ref T shape) where T : IShape => shape.Name() + " " + shape.Area() + " " + shape;

    static void Main()
    {
        A[] all = [new A(), new B(), new C()];
        foreach (A a in all)
        {
            Console.WriteLine(a.M() + " " + a.N(1) + " " + a.N(1L) + " " + a.Self().GetType() + " " + a.Gen(1) + " " + a.Gen("s"));
            if (a is B b) Console.WriteLine(b.M() + " " + b.Self().M());
        }
        Func<int, string> bound = all[2].N;
        Console.WriteLine(bound(3));

        Console.WriteLine(new Closed().F("") + " " + new Closed().F(1));
        Generic<string> generic = new Closed();
        Console.WriteLine(generic.F("") + " " + generic.F(1));

        Shape(new Base());
        Shape(new Derived());
        Shape(new Again());
        Shape(new AgainEmpty());
        Shape(new Disc());
        Shape(new BigDisc());
        Shape(new FromParent());
        Shape(new FromParentOverride());
        Shape(new Dot());
        Dot dot = new();
        Console.WriteLine(Call(ref dot) + " " + Call(ref dot) + " " + dot.Hits);

        Console.WriteLine(((IGet<object>)new Strings()).Get());
        Console.WriteLine(((IGet<string>)new Twice()).Get() + " " + ((IGet<Exception>)new Twice()).Get().Message);

        foreach (IVisitor visitor in new IVisitor[] { new Visitor(), new Louder() })
            Console.WriteLine(visitor.Visit(1) + " " + visitor.Visit("s") + " " + visitor.Visit(new int[0]));

        Use(new Meters());
        Use(new Money());
        Use<Money>(new RichMoney());

        IEnumerable<object> objects = new string[] { "a", "b" };
        foreach (object o in objects) Console.Write(o + " ");
        IList<uint> numbers = (IList<uint>)(object)new int[] { 1, -1 };
        Console.WriteLine(numbers[1] + " " + numbers.Count + " " + numbers.IndexOf(1) + " " + numbers.IsReadOnly);
        Console.WriteLine(5.CompareTo(6) + " " + ((IComparable)5).CompareTo(4) + " " + DayOfWeek.Friday.ToString() + " " +
                          ((IFormattable)DayOfWeek.Friday).ToString("D", null) + " " + ((object)dot).Equals(dot));
    }
}

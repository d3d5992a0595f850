class Outer
{
    int secret = 5;
    static int shared = 7;

    public class Inner(Outer outer)
    {
        public int Peek() => outer.secret + shared;
        public class Deep
        {
            public override string ToString() => typeof(Deep).FullName!;
        }
    }

    public struct Value
    {
        public enum Kind { A, B }
        public Kind K;
    }

    public interface INested<T>
    {
        T Get();
    }

    class Hidden : INested<string>
    {
        public string Get() => "hidden";
    }

    public INested<string> Make() => new Hidden();
}

class Generic<T>
{
    public class Nested<U>
    {
        public string Name => typeof(T).Name + typeof(U).Name;
    }

    public enum Choice { X, Y }
}

static class Program
{
    static void Main()
    {
        var o = new Outer();
        Console.WriteLine(new Outer.Inner(o).Peek());
        Console.WriteLine(new Outer.Inner.Deep());
        Console.WriteLine(new Outer.Value { K = Outer.Value.Kind.B }.K);
        Console.WriteLine(o.Make().Get());
        Console.WriteLine(new Generic<int>.Nested<string>().Name);
        Console.WriteLine(Generic<long>.Choice.Y);
        Console.WriteLine(typeof(Generic<int>.Nested<string>));
        Console.WriteLine(typeof(Generic<>.Nested<>).FullName);
    }
}

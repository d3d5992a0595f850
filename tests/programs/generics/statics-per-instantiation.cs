class Counter<T>
{
    static int count;
    public static readonly string Name = Describe();
    static string Describe()
    {
        Console.WriteLine("init " + typeof(T));
        return typeof(T).Name;
    }
    public static int Next() => ++count;
    public static T? Last;
    public static List<T> Items = new();
    public class Inner
    {
        public static int N = typeof(T).Name.Length;
    }
}

static class Program
{
    static int Bump<T>() => Counter<T>.Next() + Counter<T>.Next();

    static void Main()
    {
        Console.WriteLine($"{Bump<int>()} {Bump<string>()} {Bump<int>()} {Bump<object>()} {Bump<List<int>>()} {Bump<List<string>>()}");
        Console.WriteLine($"{Counter<int>.Next()} {Counter<string>.Next()} {Counter<object>.Next()}");
        Counter<string>.Last = "last";
        Counter<object>.Last = 5;
        Counter<string>.Items.Add("a");
        Console.WriteLine($"{Counter<string>.Last} {Counter<object>.Last} {Counter<string>.Items.Count} {Counter<object>.Items.Count} {Counter<double>.Name}");
        Console.WriteLine(Counter<int>.Inner.N + Counter<Int128>.Inner.N);
    }
}

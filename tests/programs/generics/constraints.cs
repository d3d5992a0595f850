interface IHasId
{
    int Id { get; }
}

class Item : IHasId
{
    public int Id { get; set; } = 7;
}

static class Factory
{
    public static T Make<T>() where T : new() => new();
    public static int Id<T>(T x) where T : class, IHasId => x.Id;
    public static T? Default<T>() => default;
    public static bool IsDefault<T>(T x) where T : struct, IEquatable<T> => x.Equals(default);
    public static int Size<T>() where T : unmanaged
    {
        unsafe
        {
            return sizeof(T);
        }
    }
    public static string Enum<T>(T x) where T : struct, Enum => x.ToString();
    public static D Combine<D>(D a, D b) where D : Delegate => (D)Delegate.Combine(a, b);
    public static T Max<T>(T a, T b) where T : IComparable<T> => a.CompareTo(b) > 0 ? a : b;
    public static U Convert<T, U>(T x) where T : U => x;
}

static class Program
{
    static void Main()
    {
        Console.WriteLine(Factory.Make<Item>().Id);
        Console.WriteLine(Factory.Make<int>() + Factory.Make<DateTime>().Year);
        Console.WriteLine(Factory.Id(new Item { Id = 3 }));
        Console.WriteLine($"[{Factory.Default<string>()}] {Factory.Default<int>()} {Factory.Default<(int, string)>()}");
        Console.WriteLine($"{Factory.IsDefault(0)} {Factory.IsDefault(Guid.Empty)} {Factory.IsDefault(1.5)}");
        Console.WriteLine($"{Factory.Size<byte>()} {Factory.Size<Guid>()} {Factory.Size<(int, long)>()} {Factory.Size<nint>()}");
        Console.WriteLine(Factory.Enum(DayOfWeek.Friday));
        Factory.Combine<Action>(() => Console.Write("a"), () => Console.WriteLine("b"))();
        Console.WriteLine(Factory.Max("abc", "abd") + Factory.Max(3, 2) + Factory.Max(1.5m, 2.5m));
        Console.WriteLine(Factory.Convert<string, object>("up"));
        Console.WriteLine(Factory.Convert<int, IComparable>(5));
        Console.WriteLine(Factory.Make<List<string>>().Count);
    }
}

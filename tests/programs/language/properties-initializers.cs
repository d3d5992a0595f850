class Settings
{
    static int created;
    public int Id { get; } = ++created;
    public required string Name { get; init; }
    public List<int> Numbers { get; } = new();
    public Dictionary<string, int> Map { get; } = new();
    public Settings? Child { get; set; }
    private int backing = -1;
    public int Value
    {
        get => backing;
        set => backing = value < 0 ? throw new ArgumentOutOfRangeException(nameof(value)) : value;
    }
    public int Trimmed
    {
        get;
        set => field = value / 10 * 10;
    }
}

static class Program
{
    static void Main()
    {
        var s = new Settings
        {
            Name = "root",
            Numbers = { 1, 2, 3 },
            Map = { ["a"] = 1, ["b"] = 2 },
            Child = new() { Name = "child", Value = 5 },
            Trimmed = 47,
        };
        Console.WriteLine($"{s.Id} {s.Name} {s.Numbers.Count} {s.Map["b"]} {s.Child!.Name} {s.Child.Id} {s.Child.Value} {s.Trimmed}");
        try
        {
            s.Value = -1;
        }
        catch (ArgumentOutOfRangeException e)
        {
            Console.WriteLine(e.Message);
        }
        s.Value += 10;
        Console.WriteLine(s.Value);
        Console.WriteLine(s.Child?.Child?.Name ?? "none");
        s.Child.Child ??= new() { Name = "grandchild" };
        Console.WriteLine(s.Child?.Child?.Name?.Length);
        var anonymous = new { A = 1, B = "x", s.Name };
        Console.WriteLine(anonymous);
        Console.WriteLine(anonymous.Equals(new { A = 1, B = "x", Name = "root" }));
    }
}

record Point(int X, int Y);
record Line(Point From, Point To);
abstract class Animal
{
    public string Name = "";
}

class Dog : Animal
{
    public int Age;
}

class Cat : Animal
{
    public bool Indoor;
}

static class Program
{
    static string Describe(object? o) => o switch
    {
        null => "null",
        int n when n < 0 => $"negative {n}",
        int and (1 or 2 or 3) => "small",
        int n => $"int {n}",
        string { Length: 0 } => "empty string",
        string { Length: > 5 } s => $"long string {s}",
        string s => $"string {s}",
        Point(0, 0) => "origin",
        Point(var x, 0) => $"on x axis at {x}",
        Point { X: 0, Y: var y } => $"on y axis at {y}",
        Line { From: { X: 1 }, To.Y: > 3 } => "special line",
        Line(Point(var a, _), var (_, b)) => $"line {a} {b}",
        int[] and [1, .., 9] => "from 1 to 9",
        int[] and [var first, .. var rest] => $"{first} and {rest.Length} more",
        int[] and [] => "empty array",
        Dog { Age: >= 10, Name: "Rex" or "Max" } => "old Rex or Max",
        Dog d => $"dog {d.Name}",
        Cat { Indoor: true } and not { Name: "Tom" } => "indoor cat, not Tom",
        Animal a => $"animal {a.Name}",
        (int a, string b) => $"tuple {a} {b}",
        double.NaN => "nan",
        double d => $"double {d}",
        _ => o.GetType().Name,
    };

    static void Main()
    {
        object?[] things =
        {
            null, -5, 2, 77, "", "abc", "abcdefg", new Point(0, 0), new Point(5, 0), new Point(0, 6), new Point(7, 8), new Line(new(1, 2), new(3, 4)),
            new Line(new(9, 2), new(3, 4)), new[] { 1, 5, 9 }, new[] { 4, 5, 6 }, new int[0], new Dog { Name = "Rex", Age = 11 }, new Dog { Name = "Rex", Age = 1 },
            new Cat { Indoor = true, Name = "Tim" }, new Cat { Indoor = true, Name = "Tom" }, (3, "x"), double.NaN, 2.5, 'c', 5L,
        };
        foreach (object? thing in things)
            Console.WriteLine(Describe(thing));
        object o = 42;
        if (o is int i and > 40)
            Console.WriteLine(i);
        if (o is not string)
            Console.WriteLine("not a string");
    }
}

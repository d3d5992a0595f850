// Stack overflow by virtual and interface calls and in the class library: ToString of an object that contains itself.
// stderr: 1 lines
record Node(object Inner);
static class Program
{
    static void Main()
    {
        var list = new List<object>();
        list.Add(new Cell(list));
        Console.WriteLine(list[0].ToString()!.Length);
    }
    sealed class Cell(List<object> items) { public override string ToString() => string.Join(", ", items) + $"{items[0]}"; }
}

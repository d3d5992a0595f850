// The smallest program with a class, an interface, a struct, a handler and an array: damage to its headers and heaps is felt.
interface IValue { int Value { get; } }
struct Number(int value) : IValue { public readonly int Value => value; }
class Node(IValue value, Node next) { public IValue Value = value; public Node Next = next; public static int Made = 1; public virtual int Sum() => Value.Value + (Next == null ? 0 : Next.Sum()); }
sealed class Twice(IValue value, Node next) : Node(value, next) { public override int Sum() => base.Sum() * 2; }
static class Program
{
    static int Main(string[] args)
    {
        Node node = null;
        for (int i = 0; i < 5; i++) node = i % 2 == 0 ? new Node(new Number(i), node) : new Twice(new Number(i), node);
        try { Console.WriteLine(node.Sum() + Node.Made + args.Length); Console.WriteLine(node.Next.Next.Next.Next.Next.Sum()); }
        catch (NullReferenceException) { Console.WriteLine("null"); }
        int[] numbers = [5, 3, 1]; Array.Sort(numbers); string text = "";
        foreach (int number in numbers) text += number; Console.WriteLine(text);
        return numbers[2];
    }
}

// include: ../told.part
// include: ../warm.part
class Stack<T>
{
    T[] items = new T[16];
    int count;

    public void Push(T item)
    {
        if (count == items.Length)
            Array.Resize(ref items, count * 2);
        items[count++] = item;
    }

    public T Pop() => items[--count];
    public int Count => count;
}

readonly struct Pair<A, B>(A first, B second)
{
    public readonly A First = first;
    public readonly B Second = second;
}

static class Program
{
    static T Max<T>(T a, T b) where T : IComparable<T> => a.CompareTo(b) > 0 ? a : b;

    static long Kernel()
    {
        var numbers = new Stack<int>();
        var pairs = new Stack<Pair<int, string>>();
        long sum = 0;
        int max = 0;
        for (int i = 0; i < 200_000; i++)
        {
            numbers.Push(i);
            pairs.Push(new Pair<int, string>(i, "x"));
            if ((i & 3) == 3)
            {
                max = Max(max, numbers.Pop());
                sum += pairs.Pop().First + pairs.Pop().Second.Length;
            }
        }
        while (numbers.Count > 0)
            sum += numbers.Pop();
        return sum + max;
    }

    static void Main() => Warm.Run(("generics", Kernel));
}

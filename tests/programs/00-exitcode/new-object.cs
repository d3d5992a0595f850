class Node
{
    public int Value;
    public Node? Next;
    public Node(int value, Node? next)
    {
        Value = value;
        Next = next;
    }
}

static class Program
{
    static int Main()
    {
        Node? list = null;
        for (int i = 0; i < 10; i++)
            list = new Node(i, list);
        int sum = 0;
        for (Node? n = list; n != null; n = n.Next)
            sum = sum * 2 % 200 + n.Value;
        return sum;
    }
}

var q = new Queue<int>();
for (int i = 0; i < 10; i++)
{
    q.Enqueue(i);
    if (i % 3 == 0)
        q.Dequeue();
}
Console.WriteLine(string.Join(",", q) + q.Peek() + q.TryDequeue(out int x) + x);
var s = new Stack<string>(new[] { "a", "b" });
s.Push("c");
Console.WriteLine(s.Pop() + s.Peek() + string.Join(",", s));
var p = new PriorityQueue<string, int>();
foreach (string w in "one three eleven two seventeen four".Split())
    p.Enqueue(w, w.Length * 10 + w[0] % 10);
while (p.TryDequeue(out string? w, out int priority))
    Console.Write($"{w}:{priority} ");
Console.WriteLine();
var linked = new LinkedList<int>(new[] { 1, 2, 3 });
linked.AddFirst(0);
linked.AddAfter(linked.Find(2)!, 25);
linked.Remove(1);
Console.WriteLine(string.Join(",", linked) + linked.Last!.Previous!.Value);
try
{
    new Stack<int>().Pop();
}
catch (InvalidOperationException e)
{
    Console.WriteLine(e.Message);
}
var bits = new System.Collections.BitArray(10);
bits[3] = true;
bits.Not();
Console.WriteLine(string.Concat(bits.Cast<bool>().Select(b => b ? '1' : '0')));

using System.Collections;

class Range(int a, int b) : IReadOnlyList<int>, ICollection<int>
{
    public int this[int i] => a + i;
    public int Count => b - a;
    public bool IsReadOnly => true;
    public void Add(int x) => throw new NotSupportedException();
    public void Clear() => throw new NotSupportedException();
    public bool Contains(int x) => x >= a && x < b;
    public void CopyTo(int[] array, int index)
    {
        Console.WriteLine("CopyTo");
        for (int i = 0; i < Count; i++)
            array[index + i] = this[i];
    }
    public bool Remove(int x) => false;
    public Enumerator GetEnumerator() => new(this);
    IEnumerator<int> IEnumerable<int>.GetEnumerator() => GetEnumerator();
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public struct Enumerator(Range r) : IEnumerator<int>
    {
        int i = -1;
        public int Current => r[i];
        object IEnumerator.Current => Current;
        public bool MoveNext() => ++i < r.Count;
        public void Reset() => i = -1;
        public void Dispose()
        {
        }
    }
}

static class Program
{
    static void Main()
    {
        var r = new Range(5, 10);
        foreach (int x in r)
            Console.Write(x + " ");
        Console.WriteLine();
        Console.WriteLine(string.Join(",", r.ToArray()) + r.Count() + r.Last() + r.Contains(7) + r.ElementAt(2));
        Console.WriteLine(new List<int>(r).Count);
        IEnumerable plain = r;
        int sum = 0;
        foreach (object o in plain)
            sum += (int)o;
        Console.WriteLine(sum);
        Console.WriteLine(string.Join(",", r.Zip(r.Skip(1), (a, b) => a * b)));
        IEnumerator<int> e = ((IEnumerable<int>)r).GetEnumerator();
        e.MoveNext();
        Console.WriteLine(e.Current);
    }
}

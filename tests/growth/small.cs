// What tests/growth/growth.cs loads into contexts over and over: statics with references, a virtual and a generic method,
// an initialiser, a delegate and a lock.
public class Small
{
    static readonly List<string> Names = ["one", "two"];
    [ThreadStatic] static object? perThread;
    readonly object gate = new();

    public virtual int Count(int more)
    {
        perThread ??= new int[16];
        Func<int, int> add = x => x + Names.Count + more;
        lock (gate)
            return add(First(new[] { 1, 2, 3 }));
    }

    static T First<T>(T[] values) => values[0];

    static void Main() => Console.WriteLine(new Small().Count(3));
}

// include: ../told.part
// include: ../warm.part
static class Program
{
    static async Task<int> Leaf(int i)
    {
        await Task.CompletedTask;
        return i;
    }

    static async ValueTask<int> Middle(int i) => await Leaf(i) + 1;

    static async Task<long> Completed()
    {
        long sum = 0;
        for (int i = 0; i < 5000; i++)
            sum += await Middle(i);
        return sum;
    }

    static async Task<long> Yielding()
    {
        long sum = 0;
        for (int i = 0; i < 1000; i++)
        {
            await Task.Yield();
            sum += i;
        }
        return sum;
    }

    static async IAsyncEnumerable<int> Stream(int count)
    {
        for (int i = 0; i < count; i++)
        {
            await Task.CompletedTask;
            yield return i;
        }
    }

    static async Task<long> AsyncStream()
    {
        long sum = 0;
        await foreach (int i in Stream(5000))
            sum += i;
        return sum;
    }

    static int Risky(int i) => i % 10 == 0 ? throw new InvalidOperationException() : i;

    static long Thrown()
    {
        long sum = 0;
        for (int i = 0; i < 1000; i++)
        {
            try
            {
                sum += Risky(i);
            }
            catch (InvalidOperationException)
            {
                sum--;
            }
        }
        return sum;
    }

    static readonly object gate = new();
    static readonly int[] numbers = Enumerable.Range(0, 1000).ToArray();

    static long NotThrown()
    {
        long sum = 0;
        for (int i = 0; i < 100_000; i++)
        {
            try
            {
                sum += numbers[i % 1000];
            }
            catch (IndexOutOfRangeException)
            {
                sum--;
            }
            finally
            {
                sum ^= 1;
            }
        }
        return sum;
    }

    static long Locks()
    {
        long sum = 0;
        for (int i = 0; i < 20_000; i++)
        {
            lock (gate)
                sum += i;
        }
        return sum;
    }

    class Tree
    {
        public Tree? Left, Right;
        public static Tree Make(int depth) => depth == 0 ? new Tree() : new Tree { Left = Make(depth - 1), Right = Make(depth - 1) };
        public int Count() => Left == null ? 1 : 1 + Left.Count() + Right!.Count();
    }

    static long BinaryTrees()
    {
        long sum = 0;
        for (int i = 0; i < 20; i++)
            sum += Tree.Make(12).Count();
        return sum;
    }

    static long SmallObjects()
    {
        long sum = 0;
        for (int i = 0; i < 50_000; i++)
        {
            object boxed = i;
            var pair = Tuple.Create(i, i + 1);
            sum += (int)boxed + pair.Item2;
        }
        return sum;
    }

    class Link
    {
        public Link? Next;
        public int Value;
    }

    static long LinkedObjects()
    {
        Link? last = null;
        for (int i = 0; i < 500_000; i++)
            last = new Link { Value = i, Next = (i & 1023) != 0 ? last : null };
        return last!.Value;
    }

    static void Main() => Warm.Run(
        ("async-completed", () => Completed().Result),
        ("async-yield", () => Yielding().Result),
        ("async-stream", () => AsyncStream().Result),
        ("exceptions-thrown", Thrown),
        ("exceptions-try", NotThrown),
        ("lock", Locks),
        ("binary-trees", BinaryTrees),
        ("small-objects", SmallObjects),
        ("linked-objects", LinkedObjects));
}

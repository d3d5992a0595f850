// include: ../told.part
// include: ../warm.part
static class Program
{
    static readonly int[] numbers = Enumerable.Range(0, 10_000).Select(i => i * 7919 % 10_007).ToArray();
    static readonly List<int> list = new(numbers);
    static readonly List<string> words = numbers.Take(1000).Select(i => "w" + i % 300).ToList();

    static long WhereSelectSum() => numbers.Where(i => (i & 1) == 0).Select(i => i * 3L).Sum();

    static long SelectToList() => numbers.Select(i => i + 1).Where(i => i % 3 != 0).ToList().Count;

    static long OrderBy() => numbers.OrderBy(i => i).ThenBy(i => -i).First();

    static long GroupBy() => words.GroupBy(word => word.Length).Sum(group => group.Key * group.Count());

    static long AnyAndAll()
    {
        long count = 0;
        for (int i = 0; i < 10; i++)
            count += (numbers.Any(n => n == -1) ? 1 : 0) + (numbers.All(n => n >= 0) ? 1 : 0);
        return count;
    }

    static long OverInterface(IEnumerable<int> values)
    {
        long sum = 0;
        foreach (int value in values)
            sum += value;
        return sum;
    }

    static long OverList()
    {
        long sum = 0;
        foreach (int value in list)
            sum += value;
        return sum;
    }

    static long IndexedList()
    {
        long sum = 0;
        for (int i = 0; i < list.Count; i++)
            sum += list[i];
        return sum;
    }

    static IEnumerable<int> Squares(int count)
    {
        for (int i = 0; i < count; i++)
            yield return i * i;
    }

    static IEnumerable<T> Every<T>(IEnumerable<T> source, int step)
    {
        int at = 0;
        foreach (T item in source)
        {
            if (at++ % step == 0)
                yield return item;
        }
    }

    static long Iterators() => OverInterface(Every(Squares(10_000), 3));

    static long Lambdas()
    {
        int threshold = 500;
        Func<int, int> scale = i => i * 3;
        Func<int, bool> large = i => i > threshold;
        long sum = 0;
        foreach (int number in numbers)
        {
            if (large(number))
                sum += scale(number);
        }
        return sum;
    }

    static long LocalFunctions()
    {
        long sum = 0;
        int seen = 0;
        void Visit(int number)
        {
            seen++;
            sum += number ^ seen;
        }
        foreach (int number in numbers)
            Visit(number);
        return sum;
    }

    static int Count(int[] values, Predicate<int> match)
    {
        int count = 0;
        for (int i = 0; i < values.Length; i++)
        {
            if (match(values[i]))
                count++;
        }
        return count;
    }

    static long Closures()
    {
        long sum = 0;
        for (int limit = 0; limit < 10; limit++)
            sum += Count(numbers, i => i > limit * 1000);
        return sum;
    }

    static void Main() => Warm.Run(
        ("linq-where-select-sum", WhereSelectSum),
        ("linq-to-list", SelectToList),
        ("linq-order-by", OrderBy),
        ("linq-group-by", GroupBy),
        ("linq-any-all", AnyAndAll),
        ("foreach-interface-list", () => OverInterface(list)),
        ("foreach-interface-array", () => OverInterface(numbers)),
        ("foreach-list", OverList),
        ("list-indexed", IndexedList),
        ("iterators", Iterators),
        ("lambdas", Lambdas),
        ("local-functions", LocalFunctions),
        ("closures", Closures));
}

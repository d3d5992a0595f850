// Calls that better code guesses or replaces by a few instructions, often: generic virtual methods on classes, interfaces, boxed values and null, strings
// beside literals of all short lengths, GC.KeepAlive.
using System.Runtime.CompilerServices;

interface IVisitor
{
    long Visit<T>(T value);
}

sealed class ByType : IVisitor
{
    public long Visit<T>(T value) => typeof(T).Name.Length + (value is int i ? i : 0);
}

class ByText : IVisitor
{
    public virtual long Visit<T>(T value) => value!.ToString()!.Length;
}

sealed class ByMore : ByText
{
    public override long Visit<T>(T value) => base.Visit(value) + 100;
}

struct Boxed : IVisitor
{
    public int Count;
    public long Visit<T>(T value) => ++Count + (default(T) is null ? 1 : 2);
}

abstract class Shape
{
    public abstract TResult Accept<TState, TResult>(TState state, Func<Shape, TState, TResult> map);
}

sealed class Leaf : Shape
{
    public override TResult Accept<TState, TResult>(TState state, Func<Shape, TState, TResult> map) => map(this, state);
}

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Visits(IVisitor[] visitors, int rounds)
    {
        long sum = 0;
        for (int i = 0; i < rounds; i++)
        {
            IVisitor visitor = visitors[i % visitors.Length];
            sum += visitor.Visit(i & 7) + visitor.Visit("text") + visitor.Visit<object>(1.5) + visitor.Visit((i & 3, "pair"));
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Accepts(Shape?[] shapes, int rounds)
    {
        long sum = 0;
        for (int i = 0; i < rounds; i++)
        {
            try
            {
                sum += shapes[i % shapes.Length]!.Accept(i, static (shape, state) => shape is Leaf ? (long)state : 1) + shapes[i % shapes.Length]!.Accept("x", static (_, state) => state).Length;
            }
            catch (NullReferenceException)
            {
                sum += 7;
            }
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Kind(string? text) => text switch
    {
        "" => 1, "a" => 2, "ab" => 3, "abc" => 4, "abcd" => 5, "abcde" => 6, "abcdef" => 7, "abcdefgh" => 8, "ab\0de" => 9, "äöü€" => 10, "\ud800" => 11,
        "a text that is longer than others: 32" => 12, "a text that is much longer than what is compared word by word in line, so that a call is made" => 13, null => 14, _ => 15,
    };

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Comparisons(string? a) =>
        (a == "abc" ? 1 : 0) + (a != "abd" ? 2 : 0) + ("abc" == a ? 4 : 0) + (string.Equals(a, "abcd") ? 8 : 0) + ("".Equals(a) ? 16 : 0) + ("abc".Equals((object?)a) ? 32 : 0) + (a == (string?)null ? 64 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Instance(string? a)
    {
        try
        {
            return a!.Equals("abc") ? 1 : 2;
        }
        catch (NullReferenceException)
        {
            return 3;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Kept(int i)
    {
        var first = new int[1 + i % 3];
        var weak = new WeakReference(first);
        if (i % 500 == 0)
            GC.Collect();
        int alive = weak.IsAlive ? 1 : 0;
        GC.KeepAlive(first);
        GC.KeepAlive(null);
        return alive;
    }

    static void Main()
    {
        string?[] texts = ["", "a", "ab", "abc", "abd", "abcd", "abcde", "abcdef", "abcdeg", "abcdefgh", "abcdefgi", "ab\0de", "ab\0df", "äöü€", "\ud800", null,
            "a text that is longer than others: 32", "a text that is longer than others: 33",
            "a text that is much longer than what is compared word by word in line, so that a call is made"];
        for (int i = 0; i < texts.Length; i++)
            texts[i] = texts[i] is { Length: > 0 } text ? new string(text.AsSpan()) : texts[i];
        long visits = 0, accepts = 0, kinds = 0, kept = 0;
        for (int round = 0; round < 60; round++)
        {
            visits += Visits([new ByType()], 300) + Visits([new ByText(), new ByMore()], 300) + Visits([new Boxed(), new ByType(), new ByMore(), new ByText()], 300);
            accepts += Accepts([new Leaf()], 300) + Accepts([new Leaf(), null, new Leaf()], 30);
            for (int i = 0; i < 2000; i++)
            {
                string? text = texts[i % texts.Length];
                kinds = (kinds * 31 + Kind(text) * 64 + Comparisons(text) * 4 + Instance(text)) % 1_000_000_007;
            }
            for (int i = 0; i < 1000; i++)
                kept += Kept(i);
        }
        Console.WriteLine($"{visits} {accepts} {kinds} {kept}");
        foreach (string? text in texts)
            Console.WriteLine($"{Kind(text)} {Comparisons(text)} {Instance(text)}");
    }
}

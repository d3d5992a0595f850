// env: DOTNET_TC_OnStackReplacement_InitialCounter=1
// rows: N7a-029 N7a-030 N7a-032 N7a-033 N7a-034 N7a-035 N7a-037 N7a-038 N7a-047
// Methods that are called once and loop for long: their code is replaced while they run, with all kinds of variables alive.
using System.Runtime.CompilerServices;

struct Triple
{
    public long A;
    public object? B;
    public short C;
}

static class Late
{
    public static readonly int Value = Announce();

    static int Announce()
    {
        Console.WriteLine("Late is initialised");
        return 17;
    }

    static Late() { }
}

static class Program
{
    const int Turns = 3_000_000;

    static bool IsAsciiDigit(char c) => (uint)(c - '0') <= 9;

    // A reference, a struct with one, a variable whose address is taken, a reference to an element, a span on the stack, floating point.
    static string AllKinds(int turns)
    {
        string text = "start";
        object boxed = 1;
        Triple triple = default;
        int addressed = 0;
        double sum = 0;
        float small = 1;
        decimal money = 0;
        byte narrow = 0;
        long wide = 1;
        ulong unsigned = 1;
        bool flag = false;
        char letter = 'a';
        int[] array = new int[16];
        Span<int> span = stackalloc int[8];
        (int, string) pair = (0, "p");
        int? perhaps = null;
        ref int element = ref array[3];
        for (int i = 0; i < turns; i++)
        {
            Add(ref addressed, i);
            element += i & 3;
            span[i & 7] = span[i & 7] * 3 + i;
            sum += 0.5;
            small = -small;
            narrow++;
            wide = wide * 31 + i;
            unsigned = unsigned >> 1 ^ (ulong)i;
            flag ^= (i & 1) == 0;
            triple.A += i;
            triple.C--;
            if (i % 500_000 == 0)
            {
                text += letter++;
                boxed = (int)boxed + 1;
                triple.B = new string('x', triple.B is string s ? s.Length + 1 : 1);
                money += 1.25m;
                pair = (pair.Item1 + 1, pair.Item2 + "q");
                perhaps = (perhaps ?? 40) + 1;
                element = ref array[(i / 500_000) % array.Length];
                GC.Collect(0);
            }
        }
        return $"{text} {boxed} {triple.A} {triple.B} {triple.C} {addressed} {sum} {small} {money} {narrow} {wide} {unsigned} {flag} {letter} "
            + $"{string.Join(',', array)} {string.Join(',', span.ToArray())} {pair} {perhaps} {element}";
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Add(ref int target, int i) => target = unchecked(target + i);

    static int ThrowsAfter(int turns, int[] values)
    {
        int sum = 0;
        for (int i = 0; ; i++)
        {
            sum += values[i % 7];
            if (i == turns)
                values = [1, 2, 3];
        }
    }

    static (long, string) CatchesInside(int turns)
    {
        long sum = 0;
        string order = "";
        for (int i = 0; i < turns; i++)
        {
            try
            {
                if (i % 1_000_000 == 999_999)
                    throw new InvalidOperationException(i.ToString());
                sum += i;
            }
            catch (InvalidOperationException e) when (e.Message.Length > 3)
            {
                order += "c" + e.Message[0];
            }
            finally
            {
                sum++;
            }
        }
        return (sum, order);
    }

    static string NestedLoops(int outer, int inner)
    {
        int digits = 0, last = -1;
        for (int i = 0; i < outer; i++)
        {
            for (int j = 0; j < inner; j++)
            {
                if (IsAsciiDigit((char)j))
                    digits++;
            }
            last = i;
        }
        return $"{digits} {last}";
    }

    static int StaticAfterLoop(int turns)
    {
        int sum = 0;
        for (int i = 0; i < turns; i++)
            sum ^= i;
        Console.WriteLine("after the loop");
        return sum + Late.Value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string TraceFromLoop(int turns)
    {
        int sum = 0;
        for (int i = 0; i < turns; i++)
            sum += i & 1;
        try
        {
            Fail(sum);
            return "none";
        }
        catch (ArgumentException e)
        {
            string[] lines = e.StackTrace!.Split('\n');
            return $"{lines.Length} {lines[0].Trim()} / {lines[1].Trim()} {sum}";
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Fail(int value) => throw new ArgumentException(value.ToString());

    static void Main()
    {
        Console.WriteLine(AllKinds(Turns));
        Console.WriteLine(CatchesInside(Turns));
        Console.WriteLine(NestedLoops(100, char.MaxValue));
        Console.WriteLine(StaticAfterLoop(Turns));
        Console.WriteLine(TraceFromLoop(Turns));
        try
        {
            ThrowsAfter(Turns, [1, 2, 3, 4, 5, 6, 7]);
        }
        catch (IndexOutOfRangeException)
        {
            Console.WriteLine("out of range, out of the replaced loop");
        }
        // Once more: the methods start from their beginning again.
        Console.WriteLine(NestedLoops(3, 100) + " " + AllKinds(3).Length);
    }
}

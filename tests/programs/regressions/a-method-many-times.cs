// A method that calls the same one so often that only some of the calls can have all of it put in: the others, too, give the
// same, also where it throws.
using System.Diagnostics;
using System.Runtime.CompilerServices;

static class Program
{
    readonly record struct Word(uint Low, uint High);

    static void Mix(ref uint a, ref uint b)
    {
        b ^= a;
        a = uint.RotateLeft(a, 20) + b;
        b = uint.RotateLeft(b, 9) ^ a;
        a = uint.RotateLeft(a, 27) + b;
        b = uint.RotateLeft(b, 19);
    }

    static uint Part(Word word, ref uint a, ref uint b)
    {
        a += word.Low;
        Mix(ref a, ref b);
        a += word.High;
        Mix(ref a, ref b);
        return a ^ b;
    }

    static uint Hash(Word[] words, int count)
    {
        uint a = 17, b = (uint)count, sum = 0;
        for (int i = 0; i < count; i += 2)
        {
            sum += Part(words[i], ref a, ref b);
            sum ^= Part(words[i + 1], ref a, ref b);
        }
        Mix(ref a, ref b);
        return sum ^ a ^ b;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint All(Word[] words, int count, int last, out int done)
    {
        uint sum = 0;
        done = 0;
        sum ^= Hash(words, count); done++; sum += Hash(words, count); done++;
        sum ^= Hash(words, count); done++; sum += Hash(words, count); done++;
        sum ^= Hash(words, count); done++; sum += Hash(words, count); done++;
        sum ^= Hash(words, count); done++; sum += Hash(words, count); done++;
        sum ^= Hash(words, count); done++; sum += Hash(words, count); done++;
        sum ^= Hash(words, count); done++; sum += Hash(words, count); done++;
        sum ^= Hash(words, count); done++; sum += Hash(words, last); done++;
        sum ^= Hash(words, count); done++; sum += Hash(words, count); done++;
        return sum;
    }

    static void Try(Word[] words, int count, int last)
    {
        int done = -1;
        try
        {
            Console.WriteLine($"{All(words, count, last, out done):x} {done}");
        }
        catch (IndexOutOfRangeException problem)
        {
            string[] names = [.. new StackTrace(problem).GetFrames().Select(frame => frame.GetMethod()!.Name)];
            Console.WriteLine($"{string.Join(" ", names)} after {done}");
        }
    }

    static void Main()
    {
        Word[] words = [.. Enumerable.Range(1, 64).Select(i => new Word((uint)(i * 0x9e3779b9L), (uint)(i * 0x85ebca6bL)))];
        uint sum = 0;
        for (int i = 0; i < 60_000; i++)
            sum += All(words, i % 32 * 2, 64, out _);
        Console.WriteLine($"{sum:x}");
        Try(words, 64, 64);
        Try(words, 0, 65);
        Try(words, 66, 2);
    }
}

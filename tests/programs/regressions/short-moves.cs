// Moves whose sizes become known when code is put in: characters of literals, and parts of spans that overlap.
using System.Runtime.CompilerServices;
using System.Text;

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Literals(char[] room, int at)
    {
        string text = "";
        text += Copied("", room, at) + Copied("a", room, at) + Copied("ab", room, at) + Copied("äbc", room, at) + Copied("0123456", room, at);
        text += Copied("01234567", room, at) + Copied("0123456789abcdef", room, at) + Copied("0123456789abcdefg", room, at);
        text += Copied("0123456789abcdefghijklmnopqrstuv", room, at) + Copied("0123456789abcdefghijklmnopqrstuvw", room, at);
        return text;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static string Copied(string literal, char[] room, int at)
    {
        room.AsSpan().Fill('.');
        bool fits = literal.TryCopyTo(room.AsSpan(at));
        return $"{fits}:{new string(room).TrimEnd('.')} ";
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Overlapping(byte[] bytes)
    {
        Span<byte> span = bytes;
        span.Slice(0, 5).CopyTo(span.Slice(1));
        span.Slice(3, 8).CopyTo(span.Slice(2));
        span.Slice(0, 16).CopyTo(span.Slice(7));
        span.Slice(9, 31).CopyTo(span.Slice(8));
        span.Slice(1, 64).CopyTo(span.Slice(2));
        span.Slice(5, 65).CopyTo(span.Slice(4));
        span.Slice(70, 0).CopyTo(span.Slice(80));
        return Convert.ToHexString(bytes);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Nowhere(Span<char> room)
    {
        try
        {
            "text".CopyTo(room);
            return new string(room);
        }
        catch (ArgumentException problem)
        {
            return problem.Message;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Formatted(bool value, int number)
    {
        var builder = new StringBuilder();
        builder.Append("first ").Append(value).Append(", ").Append("x").Append($"and {number} more, {value} at the end.");
        return builder + $"<{number}>{value}</{number}> a somewhat longer part that is copied as it stands {value}";
    }

    static void Main()
    {
        string last = "";
        for (int round = 0; round < 3000; round++)
        {
            var bytes = new byte[90];
            for (int i = 0; i < bytes.Length; i++)
                bytes[i] = (byte)(i * 7);
            string text = $"{Literals(new char[40], 0)}|{Literals(new char[40], 9)}|{Literals(new char[40], 40)}|{Overlapping(bytes)}|";
            text += $"{Nowhere(new char[4])} {Nowhere(new char[3])} {Nowhere(default)}|{Formatted(true, 12)} {Formatted(false, -3)}";
            if (round > 0 && text != last)
                Console.WriteLine($"round {round} differs: {text}");
            last = text;
        }
        Console.WriteLine(last);
    }
}

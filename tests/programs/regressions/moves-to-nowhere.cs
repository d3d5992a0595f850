// Moves of known size from and to addresses that no memory is at: the exception comes at the same place, in try regions and outside.
using System.Runtime.CompilerServices;

static unsafe class Program
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static void Copy(Span<byte> from, Span<byte> to)
    {
        if (from.Length == 16 && to.Length == 16)
            from.CopyTo(to);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Try(byte* from, byte* to, int size)
    {
        string where = "begin";
        try
        {
            where = "in";
            Copy(new Span<byte>(from, size), new Span<byte>(to, size));
            where = "after";
        }
        catch (NullReferenceException)
        {
            return "null " + where;
        }
        return where;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Plain(byte* from, byte* to, int size) => Copy(new Span<byte>(from, size), new Span<byte>(to, size));

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Outside(byte* from, byte* to, int size)
    {
        try
        {
            Plain(from, to, size);
            return "fine";
        }
        catch (NullReferenceException)
        {
            return "null";
        }
    }

    static void Main()
    {
        byte* room = stackalloc byte[64];
        string last = "";
        for (int i = 0; i < 2000; i++)
        {
            string text = $"{Try(room, room + 8, 16)} {Try(null, room, 16)} {Try(room, null, 16)} {Try(room, (byte*)40, 16)} {Try(null, null, 0)} ";
            text += $"{Outside(room, null, 16)} {Outside(null, room, 16)} {Outside(room, room + 1, 16)}";
            if (i > 0 && text != last)
                Console.WriteLine($"round {i} differs: {text}");
            last = text;
        }
        Console.WriteLine(last);
    }
}

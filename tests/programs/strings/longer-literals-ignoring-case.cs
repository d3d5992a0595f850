// Strings compared with literals of many lengths without regard to case, from methods where the literal is known.
using System.Runtime.CompilerServices;
using System.Text;

static class Program
{
    static ulong hash = 14695981039346656037;
    static int equal;

    static void Note(bool answer)
    {
        hash = (hash ^ (answer ? 3ul : 5ul)) * 1099511628211;
        if (answer)
            equal++;
    }

    const StringComparison Ignoring = StringComparison.OrdinalIgnoreCase;

    // Put into methods that know the literal.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static void Ask(string text, string literal)
    {
        Note(text.StartsWith(literal, Ignoring));
        Note(text.EndsWith(literal, Ignoring));
        Note(literal.Equals(text, Ignoring));
        Note(text.AsSpan().StartsWith(literal, Ignoring));
        Note(text.AsSpan().EndsWith(literal, Ignoring));
        Note(text.AsSpan().Equals(literal, Ignoring));
    }

    [MethodImpl(MethodImplOptions.NoInlining)] static void Ask3(string text) => Ask(text, "k:/");
    [MethodImpl(MethodImplOptions.NoInlining)] static void Ask7(string text) => Ask(text, "Sessio-");
    [MethodImpl(MethodImplOptions.NoInlining)] static void Ask8(string text) => Ask(text, "https://");
    [MethodImpl(MethodImplOptions.NoInlining)] static void Ask9(string text) => Ask(text, "[K]eep@{i");
    [MethodImpl(MethodImplOptions.NoInlining)] static void Ask16(string text) => Ask(text, "application/json");
    [MethodImpl(MethodImplOptions.NoInlining)] static void Ask17(string text) => Ask(text, "Transfer-Encoding");
    [MethodImpl(MethodImplOptions.NoInlining)] static void Ask32(string text) => Ask(text, "Access-Control-Allow-Credentials");
    [MethodImpl(MethodImplOptions.NoInlining)] static void Ask33(string text) => Ask(text, "Access-Control-Allow-Credentials:");
    [MethodImpl(MethodImplOptions.NoInlining)] static void AskOther(string text) => Ask(text, "ſtraße-K");
    [MethodImpl(MethodImplOptions.NoInlining)] static void AskOthers(string text) => Ask(text, "ÄÖÜİıſKµ");

    static int IndexOf(ReadOnlySpan<char> text) => text.IndexOfAny(":\\/?#") * 100 + text.IndexOf("://") + text.LastIndexOfAny("/x");

    static readonly string[] literals =
    [
        "k:/", "Sessio-", "https://", "[K]eep@{i", "application/json", "Transfer-Encoding",
        "Access-Control-Allow-Credentials", "Access-Control-Allow-Credentials:", "ſtraße-K", "ÄÖÜİıſKµ",
    ];

    static void AskAll(string text)
    {
        Ask3(text); Ask7(text); Ask8(text); Ask9(text); Ask16(text); Ask17(text); Ask32(text); Ask33(text); AskOther(text); AskOthers(text);
        hash = (hash ^ (ulong)IndexOf(text)) * 1099511628211;
    }

    static IEnumerable<string> Variants(string literal)
    {
        yield return literal;
        yield return literal.ToUpperInvariant();
        yield return literal.ToLowerInvariant();
        yield return literal + "x";
        yield return "x" + literal;
        yield return literal[1..];
        yield return literal[..^1];
        for (int i = 0; i < literal.Length; i++)
        {
            // The characters that differ by the bit of the case, letters or not, and those that other cultures fold to letters.
            foreach (char other in new[] { (char)(literal[i] ^ 0x20), (char)(literal[i] + 1), (char)(literal[i] ^ 0x2000), '\u212A', 'ſ', 'ı', 'İ', '\0' })
            {
                var text = new StringBuilder(literal) { [i] = other };
                yield return text.ToString();
            }
        }
    }

    static void Main()
    {
        for (int round = 0; round < 30; round++)
        {
            foreach (string literal in literals)
            {
                foreach (string text in Variants(literal))
                    AskAll(text);
            }
            AskAll("");
        }
        Console.WriteLine($"{equal} {hash:x}");
    }
}

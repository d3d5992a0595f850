// rows: N7c-092 N7c-107 N7c-157
// Strings compared with constants, structures read from memory, and automata that change their kind.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;

// Each constant against itself, and against texts that differ in one place or in length.
string[] constants = ["", "M", "MD5", "SHA1", "SHA256", "SHA384", "SHA512", "SHA3-256", "a constant of thirty-three chars!", "é日本語の文字列"];
foreach (string constant in constants)
{
    var wrong = new List<string>();
    for (int i = 0; i < constant.Length; i++)
    {
        char[] changed = constant.ToCharArray();
        changed[i] ^= (char)0x20;
        if (Known(new string(changed)) != Slow(constants, new string(changed)) || Known(constant[..i]) != Slow(constants, constant[..i]))
            wrong.Add($"{i}");
    }
    Console.Write($"{Known(new string(constant.ToCharArray()))}{(wrong.Count == 0 ? "" : " wrong at " + string.Join(' ', wrong))} {Known(constant + "x")} {Spelled(constant.ToLowerInvariant())} {Spanned(constant)}; ");
}
Console.WriteLine($"{Known(null!)} {Known("SHA256\0")}");

unsafe
{
    // A blittable structure by a cast and by the marshaller; one with directives only by the marshaller.
    byte* memory = (byte*)Marshal.AllocHGlobal(64);
    new Span<byte>(memory, 64).Clear();
    Marshal.StructureToPtr(new Simple { First = 42, Second = -84 }, (nint)memory, false);
    Simple marshalled = Marshal.PtrToStructure<Simple>((nint)memory), cast = *(Simple*)memory;
    Simple unaligned = *(Simple*)(memory + 1);
    Console.WriteLine($"{marshalled.First} {marshalled.Second} {cast.Equals(marshalled)} {unaligned.First} {((Simple*)memory)->Second} {sizeof(Simple)} {Marshal.SizeOf<Simple>()}");
    Marshal.StructureToPtr(new Directed { Flag = true, Text = "text", Letter = 'é', Numbers = [1, 2, 3] }, (nint)memory, false);
    Directed directed = Marshal.PtrToStructure<Directed>((nint)memory);
    Console.WriteLine($"{directed.Flag} {directed.Text} {directed.Letter} {string.Join(' ', directed.Numbers!)} {Marshal.SizeOf<Directed>()} {Convert.ToHexString(new ReadOnlySpan<byte>(memory, 24))} {Throws(() => Marshal.PtrToStructure<Simple>(0))} {Throws(() => Marshal.SizeOf<List<int>>())}");
    Marshal.FreeHGlobal((nint)memory);
}

// A regular expression without backtracking starts as a deterministic automaton; one with too many states goes on as the other kind.
var few = new Regex("(a|b)*abb", RegexOptions.NonBacktracking);
var manyStates = new Regex("(?:a|b)*a(?:a|b){16}c", RegexOptions.NonBacktracking);
var random = new Random(5);
string letters = new([.. Enumerable.Range(0, 9_000).Select(_ => (char)('a' + random.Next(2)))]);
int expected = letters.IndexOf('a', 7_000) + 17;
string found = letters.Insert(expected, "c").Insert(letters.IndexOf('b', 2_000) + 17, "c");
Match match = manyStates.Match(found);
Console.WriteLine($"{few.Match("xababbabbx").Value} {few.Count(letters)} {manyStates.IsMatch(letters)} {match.Success} {match.Index + match.Length - 1 - expected}");
Console.WriteLine($"{manyStates.Match("b" + new string('a', 1) + new string('b', 16) + "c").Value} {Throws(() => new Regex(@"(a)\1", RegexOptions.NonBacktracking))} {Throws(() => new Regex("(?=a)", RegexOptions.NonBacktracking))}");

static int Slow(string[] constants, string text) => Array.FindIndex(constants, constant => string.CompareOrdinal(constant, text) == 0);

[MethodImpl(MethodImplOptions.NoInlining)]
static int Known(string text)
{
    if (text == "") return 0;
    if (text == "M") return 1;
    if (text == "MD5") return 2;
    if (text == "SHA1") return 3;
    if (text == "SHA256") return 4;
    if (text == "SHA384") return 5;
    if (text == "SHA512") return 6;
    if (text == "SHA3-256") return 7;
    if (text == "a constant of thirty-three chars!") return 8;
    return text == "é日本語の文字列" ? 9 : -1;
}

[MethodImpl(MethodImplOptions.NoInlining)]
static bool Spelled(string text) => text.Equals("SHA256", StringComparison.OrdinalIgnoreCase) || text.StartsWith("a constant", StringComparison.OrdinalIgnoreCase);

[MethodImpl(MethodImplOptions.NoInlining)]
static int Spanned(ReadOnlySpan<char> text) => text switch
{
    "MD5" => 5,
    "SHA256" => 256,
    _ => text.SequenceEqual("SHA1") ? 1 : 0,
};

static string Throws<T>(Func<T> action)
{
    try
    {
        return $"{action()}";
    }
    catch (Exception e)
    {
        return e.GetType().Name;
    }
}

struct Simple
{
    public int First, Second;
}

struct Directed
{
    [MarshalAs(UnmanagedType.I1)] public bool Flag;
    [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 8)] public string Text;
    public char Letter;
    [MarshalAs(UnmanagedType.ByValArray, SizeConst = 3)] public int[]? Numbers;
}

// Type.GetType without regard to case: letters of all alphabets.
using System.Reflection;
using System.Reflection.Emit;
static class Program
{
    static void Main()
    {
        // for every c: which type does 'T<c>' find ignoring case, if a type exists for exactly one letter
        var a = AssemblyBuilder.DefineDynamicAssembly(new("fold"), AssemblyBuilderAccess.Run);
        var m = a.DefineDynamicModule("fold");
        var lower = new List<char>();
        for (int c = 0x80; c < 0xFFFF; c++) if ((c < 0x250 || c % 9 == 0) && char.IsLetter((char)c) && (char.ToLowerInvariant((char)c) != c || char.ToUpperInvariant((char)c) != c) || c is 0x130 or 0x131 or 0x17f or 0x212a or 0x1e9e || c >= 0x2160 && c <= 0x217f || c >= 0x24b6 && c < 0x24ea) lower.Add((char)c);
        Console.WriteLine(lower.Count);
        // defined: those that are their own lower case
        foreach (char c in lower) if (char.ToLowerInvariant(c) == c) m.DefineType("T" + c, TypeAttributes.Public).CreateType();
        foreach (char c in lower) { Type t = a.GetType("t" + c, false, true); char want = char.ToLowerInvariant(c); if (t == null) Console.WriteLine($"{(int)c:x4} none, lower {(int)want:x4}"); else if (t.Name[1] != want) Console.WriteLine($"{(int)c:x4} -> {(int)t.Name[1]:x4}, lower {(int)want:x4}"); }
        foreach (char c in "ABZ\u212a\u0130\u017f") Console.WriteLine(a.GetType("t" + c, false, true));
        m.DefineType("S\U00010428", TypeAttributes.Public).CreateType();
        Console.WriteLine("deseret " + (a.GetType("s\U00010400", false, true) != null));
    }
}

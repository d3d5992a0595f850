using System.Runtime.InteropServices;
using System.Text;

static partial class Native
{
    [DllImport("libc")] public static extern nuint strlen(string text);
    [DllImport("libc")] public static extern int atoi(string text);
    [DllImport("libc", CharSet = CharSet.Ansi)] public static extern int setenv(string name, string value, bool overwrite);
    [DllImport("libc", EntryPoint = "getenv")] public static extern nint GetEnvironmentPointer(string name);
    [DllImport("libc", EntryPoint = "strdup")] public static extern string Duplicate(string text);
    [DllImport("libc", EntryPoint = "strdup")] [return: MarshalAs(UnmanagedType.LPUTF8Str)] public static extern string DuplicateUtf8([MarshalAs(UnmanagedType.LPUTF8Str)] string text);
    [DllImport("libc", EntryPoint = "strlen", CharSet = CharSet.Unicode)] public static extern nuint LengthOfWide(string text);
    [DllImport("libc", EntryPoint = "strlen")] public static extern nuint LengthOfMarkedWide([MarshalAs(UnmanagedType.LPWStr)] string text);
    [DllImport("libc", EntryPoint = "strcpy")] public static extern nint Copy(StringBuilder to, string from);
    [DllImport("libc", EntryPoint = "strcat")] public static extern nint Append(StringBuilder to, string from);
    [DllImport("libc", EntryPoint = "memcpy", CharSet = CharSet.Unicode)] public static extern nint CopyWide(StringBuilder to, string from, nuint bytes);
    [DllImport("libc", EntryPoint = "toupper")] public static extern int ToUpper(char c);
    [DllImport("libc", EntryPoint = "towupper", CharSet = CharSet.Unicode)] public static extern char ToWideUpper(char c);
    [DllImport("libc", EntryPoint = "isdigit")] public static extern bool IsDigit(int c);
    [DllImport("libc", EntryPoint = "isdigit")] [return: MarshalAs(UnmanagedType.I1)] public static extern bool LowByteOfIsDigit(int c);
    [DllImport("libc", EntryPoint = "abs")] public static extern int NumberOfBool(bool b);
    [DllImport("libc", EntryPoint = "abs")] public static extern int NumberOfByteBool([MarshalAs(UnmanagedType.U1)] bool b);
    [DllImport("libc", EntryPoint = "strtol")] public static extern long ParseLong(string text, out nint end, int radix);
    [DllImport("libc", EntryPoint = "mkdir", SetLastError = true)] public static extern int MakeDirectory(string path, int mode);
    [DllImport("libc", EntryPoint = "strcmp")] public static extern int Compare(string? a, string b);
}

static class Program
{
    static void Main()
    {
        Console.WriteLine(Native.strlen("") + " " + Native.strlen("hello") + " " + Native.strlen("grüße €"));
        Console.WriteLine(Native.atoi("42 apples"));
        Console.WriteLine(Native.setenv("CELER_TEST_VARIABLE", "wärme", true));
        Console.WriteLine(Marshal.PtrToStringUTF8(Native.GetEnvironmentPointer("CELER_TEST_VARIABLE")));
        Console.WriteLine(Native.Duplicate("copied ünï") + " " + Native.DuplicateUtf8("çopied"));
        Console.WriteLine(Native.LengthOfWide("wide") + " " + Native.LengthOfMarkedWide("w"));
        var buffer = new StringBuilder(64);
        Native.Copy(buffer, "into the buffer");
        Console.WriteLine(buffer + " " + buffer.Length);
        Native.Append(buffer, ", more");
        Console.WriteLine(buffer.ToString());
        buffer.Clear();
        Native.CopyWide(buffer, "wïde text\0", 20);
        Console.WriteLine(buffer + " " + buffer.Length);
        Console.WriteLine((char)Native.ToUpper('q') + " " + Native.ToWideUpper('w'));
        Console.WriteLine(Native.IsDigit('7') + " " + Native.IsDigit('x') + " " + Native.LowByteOfIsDigit('x'));
        Console.WriteLine($"{Native.NumberOfBool(true)} {Native.NumberOfBool(false)} {Native.NumberOfByteBool(true)}");
        Console.WriteLine(Native.ParseLong("123xyz", out nint end, 10) + " " + (end != 0));
        Console.WriteLine(Native.MakeDirectory("/", 0) + " " + Marshal.GetLastPInvokeError());
        for (int i = 0; i < 20_000; i++)
            if (Native.strlen(new string('a', i % 50)) != (nuint)(i % 50))
                Console.WriteLine("wrong length");
        GC.Collect();
    }
}

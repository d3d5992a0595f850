using System.Runtime.InteropServices;

[StructLayout(LayoutKind.Sequential, CharSet = CharSet.Ansi)]
struct SystemName
{
    [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 65)] public string System;
    [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 65)] public string Node;
    [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 65)] public string Release;
    [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 65)] public string Version;
    [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 65)] public string Machine;
    [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 65)] public string Domain;
}

[StructLayout(LayoutKind.Sequential)]
struct Time
{
    public int Second, Minute, Hour, Day, Month, Year, WeekDay, YearDay, IsDst;
    public long Offset;
    public nint Zone;
}

[StructLayout(LayoutKind.Sequential)]
class TimeClass
{
    public int Second, Minute, Hour, Day, Month, Year, WeekDay, YearDay, IsDst;
    public long Offset;
    public nint Zone;
}

[StructLayout(LayoutKind.Sequential, CharSet = CharSet.Ansi)]
struct Mixed
{
    public bool Flag;
    [MarshalAs(UnmanagedType.U1)] public bool Small;
    public char Letter;
    public string Text;
    [MarshalAs(UnmanagedType.LPWStr)] public string Wide;
    [MarshalAs(UnmanagedType.ByValArray, SizeConst = 3)] public int[] Numbers;
    public Inner Nested;
    public double Last;
}

struct Inner
{
    [MarshalAs(UnmanagedType.U1)] public bool Variant;
    public short Number;
}

[StructLayout(LayoutKind.Explicit)]
struct Union
{
    [FieldOffset(0)] public int Integer;
    [FieldOffset(0)] public float Float;
    [FieldOffset(8)] public byte Byte;
}

[StructLayout(LayoutKind.Sequential, Pack = 1)]
struct Packed
{
    public byte A;
    public int B;
    public short C;
}

[StructLayout(LayoutKind.Sequential)]
class Base
{
    public int First;
    public string? Name;
}

[StructLayout(LayoutKind.Sequential)]
class Derived : Base
{
    public bool Last;
}

static unsafe class Program
{
    [DllImport("libc", EntryPoint = "uname")] static extern int GetSystemName(out SystemName name);
    [DllImport("libc", EntryPoint = "gmtime_r")] static extern nint BreakDown(in long time, out Time result);
    [DllImport("libc", EntryPoint = "timegm")] static extern long Compose(ref Time time);
    [DllImport("libc", EntryPoint = "timegm")] static extern long Compose(TimeClass time);
    [DllImport("libc", EntryPoint = "memcmp")] static extern int Compare(byte[] a, byte[] b, nuint size);
    [DllImport("libc", EntryPoint = "memset")] static extern nint Fill(int[] array, int value, nuint size);
    [DllImport("libc", EntryPoint = "pipe")] static extern int Pipe(int[] ends);
    [DllImport("libc", EntryPoint = "close")] static extern int Close(int end);
    [DllImport("libc", EntryPoint = "memcpy")] static extern nint CopyMixed(byte* to, ref Mixed from, nuint size);

    static void Main()
    {
        Console.WriteLine(GetSystemName(out SystemName name) + " " + name.System + " " + (name.Release.Length > 0) + " " + name.Machine);
        BreakDown(86400L * 365, out Time time);
        Console.WriteLine($"{time.Year} {time.Month} {time.Day} {time.WeekDay}");
        time.Day += 40;
        Console.WriteLine(Compose(ref time) + $" {time.Month} {time.Day}");
        var timeClass = new TimeClass { Year = 100, Day = 60 };
        Console.WriteLine(Compose(timeClass) + $" {timeClass.Month} {timeClass.Day}");
        Console.WriteLine(Compare(new byte[] { 1, 2 }, new byte[] { 1, 2 }, 2));
        int[] array = new int[3];
        Fill(array, 1, 8);
        Console.WriteLine(string.Join(",", array));
        int[] ends = new int[2];
        Console.WriteLine(Pipe(ends) + " " + (ends[0] > 2 && ends[1] > ends[0]) + Close(ends[0]) + Close(ends[1]));

        Console.WriteLine($"{Marshal.SizeOf<Mixed>()} {Marshal.SizeOf<SystemName>()} {Marshal.SizeOf<Union>()} {Marshal.SizeOf<Packed>()} {Marshal.SizeOf<Inner>()} {Marshal.SizeOf<Derived>()}");
        Console.WriteLine($"{Marshal.SizeOf<int>()} {Marshal.SizeOf<bool>()} {Marshal.SizeOf<char>()} {Marshal.SizeOf<nint>()} {Marshal.SizeOf<decimal>()} {Marshal.SizeOf<Guid>()} {Marshal.SizeOf(typeof(double))}");
        foreach (string field in new[] { "Flag", "Small", "Letter", "Text", "Wide", "Numbers", "Nested", "Last" })
            Console.Write($"{field}@{Marshal.OffsetOf<Mixed>(field)} ");
        Console.WriteLine();
        var mixed = new Mixed { Flag = true, Small = true, Letter = 'z', Text = "tëxt", Wide = "wïde", Numbers = new[] { 7, 8, 9 }, Last = 1.5, Nested = new Inner { Variant = true, Number = -3 } };
        int size = Marshal.SizeOf<Mixed>();
        nint memory = Marshal.AllocHGlobal(size);
        Marshal.StructureToPtr(mixed, memory, false);
        Console.WriteLine($"{Marshal.ReadInt32(memory)} {Marshal.ReadByte(memory, 4)} {(char)Marshal.ReadByte(memory, 5)} {Marshal.PtrToStringUTF8(Marshal.ReadIntPtr(memory, 8))} {Marshal.PtrToStringUni(Marshal.ReadIntPtr(memory, 16))} {Marshal.ReadInt32(memory, 28)} {Marshal.ReadInt16(memory, 36)}");
        Show(Marshal.PtrToStructure<Mixed>(memory));
        Marshal.DestroyStructure<Mixed>(memory);
        Marshal.FreeHGlobal(memory);
        byte* copy = stackalloc byte[size];
        CopyMixed(copy, ref mixed, (nuint)size);
        Console.WriteLine(copy[4] + " " + (char)copy[5]);
        Show(mixed);

        nint block = Marshal.AllocHGlobal(64);
        Marshal.StructureToPtr(new Derived { First = 5, Name = "derived", Last = true }, block, false);
        Derived back = Marshal.PtrToStructure<Derived>(block)!;
        Console.WriteLine($"{back.First} {back.Name} {back.Last}");
        var filled = new Derived();
        Marshal.PtrToStructure(block, filled);
        Console.WriteLine(filled.Name);
        Marshal.DestroyStructure(block, typeof(Derived));
        Marshal.StructureToPtr(new Packed { A = 1, B = 2, C = 3 }, block, false);
        Console.WriteLine(Marshal.ReadInt32(block, 1) + " " + Marshal.OffsetOf<Packed>("C"));
        Marshal.FreeHGlobal(block);
        try
        {
            Marshal.SizeOf(typeof(Program).Assembly.GetType("Program")!);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            Marshal.SizeOf<DayOfWeek>();
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            Marshal.StructureToPtr(new Mixed { Numbers = new int[1] }, Marshal.AllocHGlobal(size), false);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
    }

    static void Show(Mixed mixed)
    {
        Console.WriteLine($"{mixed.Flag} {mixed.Small} {mixed.Letter} {mixed.Text} {mixed.Wide} {string.Join(",", mixed.Numbers)} {mixed.Nested.Variant} {mixed.Nested.Number} {mixed.Last}");
    }
}

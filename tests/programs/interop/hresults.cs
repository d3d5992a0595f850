// All HRESULTs that mean something: the exceptions that they stand for, and what failures to load a file say about them.
using System.Reflection;
using System.Runtime.InteropServices;

static class Program
{
    static readonly MethodInfo loading =
        typeof(FileLoadException).GetMethod("FormatFileLoadExceptionMessage", BindingFlags.NonPublic | BindingFlags.Static)!;

    static string Loading(uint result) => (string)loading.Invoke(null, ["F", (int)result])!;

    // What most codes say is counted, not printed.
    static void Sweep(uint upper, uint count)
    {
        int plain = 0, undefinedCount = 0;
        for (uint lower = 0; lower < count; lower++)
        {
            uint result = upper << 16 | lower;
            Exception? e = Marshal.GetExceptionForHR((int)result, -1);
            string text = e == null ? "null" : $"{e.GetType()} {e.HResult:x8} {e.Message}";
            string load = Loading(result);
            uint number = upper == 0x8007 ? lower : result;
            string error = $"Error {number} (0x{result:X8})", undefined = $"Undefined resource string ID:0x{0x6000 + lower:X} (0x{result:X8})";
            if (text == $"{typeof(COMException)} {result:x8} {error}" && load == $"Could not load file or assembly 'F'. {error}")
                plain++;
            else if (text == $"{typeof(COMException)} {result:x8} {undefined}" && load == $"Could not load file or assembly 'F'. {undefined}")
                undefinedCount++;
            else
                Console.WriteLine($"{result:x8} {text} | {load}");
        }
        Console.WriteLine($"{upper:x4}: {plain} plain, {undefinedCount} undefined");
    }

    static void Main()
    {
        foreach (uint upper in new uint[] { 0x8000, 0x8001, 0x8002, 0x8003, 0x8004, 0x800a, 0x800b, 0x800c, 0x800d, 0x8019, 0xc007, 0xc013, 0xe013, 0x9013 })
            Sweep(upper, 0x300);
        Sweep(0x8007, 0x800);
        Sweep(0x8013, 0x2100);
        for (uint result = 0x8013_2f00; result < 0x8013_3010; result += 0x10)
            Console.WriteLine(Marshal.GetExceptionForHR((int)result, -1)!.Message);
        foreach (uint result in new uint[] { 0x80004001, 0x80004002, 0x80004003, 0x80004004, 0x80004005, 0x8000ffff, 0x800a7919, 0x800a793c, 0x800a793d, 0x80040154, 0, 1, 5, 0x7fffffff })
        {
            Exception? e = Marshal.GetExceptionForHR((int)result, -1);
            Console.WriteLine($"{result:x8} {e?.GetType()} {e?.HResult:x8} {e?.Message} | {Loading(result)}");
            try
            {
                Marshal.ThrowExceptionForHR((int)result, -1);
                Console.WriteLine("no exception");
            }
            catch (Exception thrown)
            {
                Console.WriteLine(thrown.GetType());
            }
        }
        foreach (Exception e in new Exception[] { new(), new ArgumentException(), new COMException("m", 77), new ExternalException("m", -5), new OutOfMemoryException(), new FileNotFoundException() })
            Console.WriteLine($"{Marshal.GetHRForException(e):x8}");
        Console.WriteLine(Marshal.GetHRForException(null));
    }
}

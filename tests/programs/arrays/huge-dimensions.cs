// More elements than an Int32 counts: only the dimensions are limited. Nearly no page is touched.
using System;

class Program {
    static void Main() {
        var bytes = new byte[50000, 50000];
        bytes[49999, 49999] = 1;
        bytes[25000, 0] = 2;
        bytes.SetValue((byte)3, 49999, 49998);
        ref byte last = ref bytes[49999, 49999];
        last++;
        Console.WriteLine($"{bytes[49999, 49999]} {bytes[25000, 0]} {bytes[49999, 49998]} {bytes[49999, 49997]} {bytes[0, 0]}");
        Console.WriteLine($"{bytes.LongLength} {bytes.GetLength(0)} {bytes.GetUpperBound(1)} {bytes.Rank}");
        try {
            Console.WriteLine(bytes.Length);
        } catch (OverflowException e) {
            Console.WriteLine(e.Message);
        }
        try {
            Console.WriteLine(bytes[50000, 0]);
        } catch (IndexOutOfRangeException e) {
            Console.WriteLine(e.Message);
        }
        try {
            Console.WriteLine(new byte[70000, 70000].LongLength);
        } catch (OutOfMemoryException e) {
            Console.WriteLine(e.Message);
        }
        GC.Collect();
        Console.WriteLine(bytes[49999, 49999]);
    }
}

// Three messages: the length no array or string can have, and the heap that is full. Arrays of several dimensions that do not
// fit ended the process. The heap limit makes it full early.
// env: DOTNET_GCHeapHardLimit=10000000
using System;
using System.Collections.Generic;
using System.Text;

class Program {
    static void Try(string name, Func<object> make) {
        try {
            Console.WriteLine($"{name}: {make().GetType()}");
        } catch (Exception e) {
            Console.WriteLine($"{name}: {e.GetType()} {e.Message} {e.HResult:x}");
        }
    }

    static void Main() {
        Try("array too long", () => new byte[int.MaxValue]);
        Try("dimensions too large", () => new byte[50000, 50000]);
        Try("negative dimension", () => new byte[5, int.Parse("-1")]);
        Try("list too long", () => new List<decimal>(int.MaxValue));
        Try("CreateInstance too long", () => Array.CreateInstance(typeof(decimal), int.MaxValue));
        Try("CreateInstance dimensions", () => Array.CreateInstance(typeof(decimal), int.MaxValue, 2));
        Try("uninitialized too long", () => GC.AllocateUninitializedArray<int>(int.MaxValue));
        Try("string too long", () => new string('x', int.MaxValue));
        Try("array", () => new decimal[0x7fffffc7]);
        Try("dimensions", () => new decimal[50000, 40000]);
        Try("CreateInstance", () => Array.CreateInstance(typeof(decimal), 2000000000));
        Try("CreateInstance of dimensions", () => Array.CreateInstance(typeof(decimal), 50000, 40000));
        Try("uninitialized", () => GC.AllocateUninitializedArray<decimal>(2000000000));
        Try("string", () => new string('x', 0x3fffffdf));
        Try("clone", () => { var many = new List<object>(); var one = new byte[1 << 20]; for (;;) many.Add(one.Clone()); });
        Try("own", () => throw new OutOfMemoryException());
    }
}

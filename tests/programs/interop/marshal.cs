using System.Runtime.InteropServices;

struct Blittable
{
    public int A;
    public double B;
    public byte C;
}

static unsafe class Program
{
    static void Main()
    {
        nint p = Marshal.AllocHGlobal(64);
        Marshal.WriteInt32(p, 0x01020304);
        Marshal.WriteByte(p, 4, 0xff);
        Marshal.WriteInt64(p + 8, long.MinValue);
        Console.WriteLine($"{Marshal.ReadInt32(p):x} {Marshal.ReadByte(p, 1)} {Marshal.ReadInt16(p, 3):x} {Marshal.ReadInt64(p, 8)}");
        Marshal.StructureToPtr(new Blittable { A = 1, B = 2.5, C = 3 }, p, false);
        Blittable back = Marshal.PtrToStructure<Blittable>(p);
        Console.WriteLine($"{back.A} {back.B} {back.C} {Marshal.SizeOf<Blittable>()}");
        int[] data = { 1, 2, 3, 4 };
        Marshal.Copy(data, 0, p, 4);
        int[] copy = new int[3];
        Marshal.Copy(p + 4, copy, 0, 3);
        Console.WriteLine(string.Join(",", copy));
        p = Marshal.ReAllocHGlobal(p, 128);
        Marshal.FreeHGlobal(p);
        nint s = Marshal.StringToCoTaskMemUTF8("ünïcode");
        Console.WriteLine(Marshal.PtrToStringUTF8(s) + Marshal.PtrToStringUTF8(s, 3));
        Marshal.FreeCoTaskMem(s);
        nint u = Marshal.StringToHGlobalUni("wide");
        Console.WriteLine(Marshal.PtrToStringUni(u));
        Marshal.FreeHGlobal(u);
        void* aligned = NativeMemory.AlignedAlloc(100, 64);
        Console.WriteLine((nuint)aligned % 64);
        NativeMemory.Clear(aligned, 100);
        NativeMemory.AlignedFree(aligned);
        nint library = NativeLibrary.Load("libc.so.6");
        var abs = (delegate* unmanaged<int, int>)NativeLibrary.GetExport(library, "abs");
        Console.WriteLine(abs(-9) + " " + NativeLibrary.TryGetExport(library, "nothing_like_this", out _) + " " + NativeLibrary.TryLoad("no_such_lib", out _));
        Console.WriteLine(Marshal.GetExceptionForHR(unchecked((int)0x80070057))!.GetType().Name + " " + Marshal.GetHRForException(new ArgumentException()).ToString("x"));
        using var safe = new Handle();
        Console.WriteLine(safe.IsInvalid);
        GCHandle h = GCHandle.Alloc(data, GCHandleType.Pinned);
        Console.WriteLine(Marshal.UnsafeAddrOfPinnedArrayElement(data, 1) - h.AddrOfPinnedObject());
        h.Free();
        Console.WriteLine(MemoryMarshal.GetReference(data.AsSpan(2)) + MemoryMarshal.CreateSpan(ref data[0], 2).Length);
        Console.WriteLine(Marshal.GetLastSystemError() >= 0);
    }

    class Handle() : SafeHandle(0, true)
    {
        public override bool IsInvalid => handle == 0;
        protected override bool ReleaseHandle() => true;
    }
}

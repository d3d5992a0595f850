// cpblk, initblk, copies of structs and of spans through null and other addresses in the first page: NullReferenceException.
// skip: optimized copies from wild addresses near null: LLVM leaves out reads whose values nobody needs, and reads in its own order
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

struct Large { public long A; public unsafe fixed byte Bytes[400]; public int B; }
struct Medium { public long A, B, C, D, E, F, G, H, I, J; }
struct Small { public int A; public byte B; }
struct WithReference { public object? R; public long A, B, C; }

static unsafe class Program
{
    static readonly byte[] buffer = new byte[1 << 20];

    static void Show(string name, Action run)
    {
        string result = "done";
        try
        {
            run();
        }
        catch (Exception e)
        {
            result = e.GetType().Name + ": " + e.Message;
        }
        Console.WriteLine(name + ": " + result);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static T Hide<T>(T value) => value;

    static void Copies<T>() where T : struct
    {
        string name = typeof(T).Name;
        foreach (nint address in new nint[] { 0, 8, 0x7ff })
        {
            Show($"{name} read at {address}", () => { T copy = Unsafe.AsRef<T>((void*)Hide(address)); GC.KeepAlive(copy); });
            Show($"{name} write at {address}", () => Unsafe.AsRef<T>((void*)Hide(address)) = default);
            Show($"{name} write of a value at {address}", () => { T[] one = new T[1]; Unsafe.AsRef<T>((void*)Hide(address)) = one[0]; });
            Show($"{name} copy from {address}", () => { T[] one = new T[1]; one[0] = Unsafe.AsRef<T>((void*)Hide(address)); });
            Show($"{name} box of {address}", () => { object box = Unsafe.AsRef<T>((void*)Hide(address)); GC.KeepAlive(box); });
        }
    }

    static void Blocks(uint size)
    {
        foreach (nint address in new nint[] { 0, 1, 16, 0x7f0 })
        {
            Show($"cpblk of {size} to {address}", () => Unsafe.CopyBlock(ref Unsafe.AsRef<byte>((void*)Hide(address)), ref buffer[0], Hide(size)));
            Show($"cpblk of {size} from {address}", () => Unsafe.CopyBlock(ref buffer[0], ref Unsafe.AsRef<byte>((void*)Hide(address)), Hide(size)));
            Show($"cpblk of {size} both {address}", () => Unsafe.CopyBlockUnaligned((void*)Hide(address), (void*)Hide(address), Hide(size)));
            Show($"initblk of {size} at {address}", () => Unsafe.InitBlock(ref Unsafe.AsRef<byte>((void*)Hide(address)), 7, Hide(size)));
            Show($"unaligned initblk of {size} at {address}", () => Unsafe.InitBlockUnaligned((void*)Hide(address), 0, Hide(size)));
            Show($"memory copy of {size} to {address}", () => { fixed (byte* p = buffer) Buffer.MemoryCopy(p, (void*)Hide(address), size, size); });
            if (size < 512) Show($"native clear of {size} at {address}", () => NativeMemory.Clear((void*)Hide(address), size));
            Show($"native fill of {size} at {address}", () => NativeMemory.Fill((void*)Hide(address), size, 3));
            Show($"native copy of {size} from {address}", () => { fixed (byte* p = buffer) NativeMemory.Copy((void*)Hide(address), p, size); });
        }
        Show($"span copy of {size}", () => MemoryMarshal.CreateSpan(ref Unsafe.NullRef<byte>(), (int)size).CopyTo(buffer));
        Show($"span copy to {size}", () => buffer.AsSpan(0, (int)size).CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.NullRef<byte>(), (int)size)));
        Show($"span clear of {size}", () => MemoryMarshal.CreateSpan(ref Unsafe.NullRef<byte>(), (int)size).Clear());
        Show($"span fill of {size}", () => MemoryMarshal.CreateSpan(ref Unsafe.NullRef<byte>(), (int)size).Fill(9));
        if (size < 500) Show($"span of objects, clear of {size}", () => MemoryMarshal.CreateSpan(ref Unsafe.NullRef<object>(), (int)size).Clear());
    }

    delegate void Block(nint to, nint from, uint size);

    static Block Emitted(bool fill, int prefixes)
    {
        var method = new DynamicMethod("Block", typeof(void), [typeof(nint), typeof(nint), typeof(uint)], typeof(Program).Module);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldarg_1);
        if (fill) il.Emit(OpCodes.Conv_U1);
        il.Emit(OpCodes.Ldarg_2);
        if ((prefixes & 1) != 0) il.Emit(OpCodes.Volatile);
        if ((prefixes & 2) != 0) il.Emit(OpCodes.Unaligned, (byte)1);
        il.Emit(fill ? OpCodes.Initblk : OpCodes.Cpblk);
        il.Emit(OpCodes.Ret);
        return (Block)method.CreateDelegate(typeof(Block));
    }

    // The handler of the method itself, inside loops and with values that live in registers across the fault.
    static int Nested(nint address, int rounds)
    {
        int caught = 0;
        for (int i = 0; i < rounds; i++)
        {
            long kept = i * 3L;
            try
            {
                try
                {
                    Unsafe.InitBlock((void*)address, (byte)i, (uint)(i * 37 + 1));
                    caught = -1000;
                }
                finally
                {
                    caught += (int)kept;
                }
            }
            catch (NullReferenceException)
            {
                caught++;
            }
        }
        return caught;
    }

    static void Main()
    {
        Copies<Small>();
        Copies<Medium>();
        Copies<Large>();
        Copies<WithReference>();
        Copies<int>();
        Copies<Guid>();
        foreach (uint size in new uint[] { 0, 1, 7, 8, 16, 33, 100, 129, 513, 4096, 70_000 }) Blocks(size);
        for (int prefixes = 0; prefixes < 4; prefixes++)
        {
            foreach (bool fill in new[] { false, true })
            {
                Block block = Emitted(fill, prefixes);
                foreach (uint size in new uint[] { 0, 1, 24, 300, 5000 })
                    Show($"IL {fill} {prefixes} {size}", () => block(Hide<nint>(0), 64, Hide(size)));
            }
        }
        Console.WriteLine(Nested(0, 50));
        Console.WriteLine(Nested(512, 50));
        fixed (byte* p = buffer)
        {
            Block copy = Emitted(false, 0), fill = Emitted(true, 0);
            fill((nint)p, 0x1ab, 100);
            copy((nint)p + 50, (nint)p, 50);
            copy((nint)p, (nint)p, 100);
            Console.WriteLine(buffer[0] + " " + buffer[99] + " " + buffer[100]);
        }
    }
}

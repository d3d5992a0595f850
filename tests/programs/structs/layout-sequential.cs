using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

struct A { public byte B; public int I; public byte C; }
struct B { public byte X; public long L; public short S; }
[StructLayout(LayoutKind.Sequential, Pack = 1)] struct P1 { public byte X; public int I; public long L; }
[StructLayout(LayoutKind.Sequential, Pack = 2)] struct P2 { public byte X; public int I; public long L; }
[StructLayout(LayoutKind.Sequential, Size = 32)] struct Sized { public int I; }
[StructLayout(LayoutKind.Sequential, Size = 2)] struct TooSmall { public long I; }
struct Empty { }
struct WithRef { public byte X; public string S; public int I; public object O; }
[StructLayout(LayoutKind.Auto)] struct Auto { public byte X; public long L; public byte Y; public int I; public short S; }
struct Nested { public byte X; public A A; public P1 P; public byte Y; }
struct Decimals { public byte X; public decimal D; }
struct Generic<T> { public byte X; public T Value; public byte Y; }
struct Doubles { public float F; public double D; public float G; }
struct Times { public DateTime D; public bool B; public Guid G; public nint N; }

static unsafe class Program
{
    static void Main()
    {
        Console.WriteLine($"{Unsafe.SizeOf<A>()} {Unsafe.SizeOf<B>()} {Unsafe.SizeOf<P1>()} {Unsafe.SizeOf<P2>()} {Unsafe.SizeOf<Sized>()} {Unsafe.SizeOf<TooSmall>()}");
        Console.WriteLine($"{Unsafe.SizeOf<Empty>()} {Unsafe.SizeOf<WithRef>()} {Unsafe.SizeOf<Auto>()} {Unsafe.SizeOf<Nested>()} {Unsafe.SizeOf<Decimals>()}");
        Console.WriteLine($"{Unsafe.SizeOf<Generic<byte>>()} {Unsafe.SizeOf<Generic<int>>()} {Unsafe.SizeOf<Generic<long>>()} {Unsafe.SizeOf<Generic<string>>()} {Unsafe.SizeOf<Generic<Generic<short>>>()}");
        Console.WriteLine($"{Unsafe.SizeOf<Doubles>()} {Unsafe.SizeOf<Times>()} {sizeof(A)} {sizeof(P2)}");
        Console.WriteLine($"{Unsafe.SizeOf<(byte, int)>()} {Unsafe.SizeOf<(byte, int, byte, long)>()} {Unsafe.SizeOf<int?>()} {Unsafe.SizeOf<long?>()} {Unsafe.SizeOf<byte?>()} {Unsafe.SizeOf<KeyValuePair<byte, string>>()}");
        Console.WriteLine($"{Unsafe.SizeOf<Int128>()} {Unsafe.SizeOf<Half>()} {Unsafe.SizeOf<DateTimeOffset>()} {Unsafe.SizeOf<Memory<int>>()} {Unsafe.SizeOf<string>()}");
        A a = default;
        Console.WriteLine($"{(byte*)&a.I - (byte*)&a} {(byte*)&a.C - (byte*)&a}");
        P2 p = default;
        Console.WriteLine($"{(byte*)&p.I - (byte*)&p} {(byte*)&p.L - (byte*)&p}");
        Nested n = default;
        Console.WriteLine($"{(byte*)&n.A - (byte*)&n} {(byte*)&n.P - (byte*)&n} {(byte*)&n.Y - (byte*)&n}");
        Auto x = default;
        Console.WriteLine($"{(byte*)&x.L - (byte*)&x} {(byte*)&x.I - (byte*)&x} {(byte*)&x.S - (byte*)&x} {(byte*)&x.X - (byte*)&x} {(byte*)&x.Y - (byte*)&x}");
        Console.WriteLine($"{Marshal.SizeOf<A>()} {Marshal.SizeOf<P1>()} {Marshal.OffsetOf<A>("C")}");
    }
}

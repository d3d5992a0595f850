// Instructions that load and store a part of a vector: from and to places that are not aligned, around which nothing changes, and null.
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

static unsafe class Program
{
    static readonly byte[] memory = new byte[64];

    static void Show(string what, Action<nint> write)
    {
        for (int i = 0; i < memory.Length; i++) memory[i] = (byte)(i * 37 + 11);
        try
        {
            fixed (byte* at = memory) write((nint)(at + 5));
            Console.WriteLine($"{what}: {Convert.ToHexString(memory)}");
            write(0);
            Console.WriteLine("nothing at null");
        }
        catch (NullReferenceException)
        {
            Console.WriteLine($"{what}: null");
        }
    }

    static void All()
    {
        Vector128<int> ints = Vector128.Create(0x11223344, 0x55667788, -3, -4);
        Vector128<long> longs = Vector128.Create(0x1122334455667788, -7);
        Vector128<float> floats = Vector128.Create(1.5f, -2.5f, float.NaN, 4);
        Vector128<double> doubles = Vector128.Create(-0.0, double.NaN);
        Show("int", at => Sse2.StoreScalar((int*)at, ints));
        Show("uint", at => Sse2.StoreScalar((uint*)at, ints.AsUInt32()));
        Show("long", at => Sse2.StoreScalar((long*)at, longs));
        Show("ulong", at => Sse2.StoreScalar((ulong*)at, longs.AsUInt64()));
        Show("float", at => Sse.StoreScalar((float*)at, floats));
        Show("double", at => Sse2.StoreScalar((double*)at, doubles));
        Show("low floats", at => Sse.StoreLow((float*)at, floats));
        Show("high floats", at => Sse.StoreHigh((float*)at, floats));
        Show("low double", at => Sse2.StoreLow((double*)at, doubles));
        Show("high double", at => Sse2.StoreHigh((double*)at, doubles));
        Show("load int", at => Console.WriteLine(Sse2.LoadScalarVector128((int*)at)));
        Show("load uint", at => Console.WriteLine(Sse2.LoadScalarVector128((uint*)at)));
        Show("load long", at => Console.WriteLine(Sse2.LoadScalarVector128((long*)at)));
        Show("load ulong", at => Console.WriteLine(Sse2.LoadScalarVector128((ulong*)at)));
        Show("load float", at => Console.WriteLine(Sse.LoadScalarVector128((float*)at).AsInt32()));
        Show("load double", at => Console.WriteLine(Sse2.LoadScalarVector128((double*)at).AsInt64()));
        Show("load low floats", at => Console.WriteLine(Sse.LoadLow(floats, (float*)at).AsInt32()));
        Show("load high double", at => Console.WriteLine(Sse2.LoadHigh(doubles, (double*)at).AsInt64()));
    }

    static void Main()
    {
        if (!Sse2.IsSupported) return;
        for (int i = 0; i < 50; i++) All();
    }
}

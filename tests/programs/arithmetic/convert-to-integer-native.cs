// env: DOTNET_EnableAVX512=0
// Conversions of floats as the processor does them: what is out of range, to integers of every size.
static class Program
{
    static void Main()
    {
        foreach (double d in new[] { 0.0, -1.0, 1.5, 3e9, 5e9, -3e9, 1e19, 2e19, double.NaN, double.PositiveInfinity, double.NegativeInfinity, -0.5, 9.3e18 })
        {
            float f = (float)d;
            Console.WriteLine($"{d}: {double.ConvertToIntegerNative<uint>(d)} {double.ConvertToIntegerNative<ulong>(d)} {double.ConvertToIntegerNative<int>(d)} {double.ConvertToIntegerNative<long>(d)}");
            Console.WriteLine($"  {double.ConvertToIntegerNative<nuint>(d)} {double.ConvertToIntegerNative<ushort>(d)} {double.ConvertToIntegerNative<sbyte>(d)} {double.ConvertToIntegerNative<byte>(d)} {double.ConvertToIntegerNative<short>(d)}");
            Console.WriteLine($"  {float.ConvertToIntegerNative<uint>(f)} {float.ConvertToIntegerNative<ulong>(f)} {float.ConvertToIntegerNative<ushort>(f)} {(ulong)d} {(uint)f} {double.ConvertToInteger<ulong>(d)} {float.ConvertToInteger<byte>(f)}");
        }
    }
}

using System.Numerics;

foreach (ulong v in new ulong[] { 0, 1, 2, 3, 0x80, 0xff, 0x8000, 0x12345678, 0x80000000, 0xffffffff, 0x123456789abcdef0, 0x8000000000000000, ulong.MaxValue })
{
    uint u = (uint)v;
    Console.WriteLine($"{v:x}: {BitOperations.LeadingZeroCount(u)} {BitOperations.LeadingZeroCount(v)} {BitOperations.TrailingZeroCount(u)} {BitOperations.TrailingZeroCount(v)} "
        + $"{BitOperations.PopCount(u)} {BitOperations.PopCount(v)} {BitOperations.Log2(u)} {BitOperations.Log2(v)} {BitOperations.RotateLeft(u, 5):x} {BitOperations.RotateRight(v, 13):x} "
        + $"{BitOperations.IsPow2(v)} {BitOperations.RoundUpToPowerOf2(u)}");
}
Console.WriteLine($"{Math.BigMul(int.MaxValue, int.MaxValue)} {Math.BigMul(ulong.MaxValue, 12345, out ulong low)} {low}");
Console.WriteLine($"{System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(0x12345678)} {System.Buffers.Binary.BinaryPrimitives.ReverseEndianness((ushort)0x1234)} {System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(0x123456789abcdef0)}");
Console.WriteLine($"{BitOperations.Crc32C(0, 0x12345678)}");

Console.WriteLine(Convert.ToHexString(BitConverter.GetBytes(1.5)) + Convert.ToHexString(BitConverter.GetBytes(-2)) + Convert.ToHexString(BitConverter.GetBytes(1.5f)));
Console.WriteLine(BitConverter.ToInt16(new byte[] { 1, 2 }) + BitConverter.ToUInt64(new byte[] { 1, 2, 3, 4, 5, 6, 7, 8 }).ToString() + BitConverter.ToDouble(new byte[8]) + BitConverter.IsLittleEndian);
Console.WriteLine(BitConverter.DoubleToInt64Bits(-1.5) + " " + BitConverter.Int32BitsToSingle(0x40490fdb) + " " + BitConverter.SingleToInt32Bits(float.NaN));
Console.WriteLine(BitConverter.ToString(new byte[] { 1, 0xab }));
Console.WriteLine(System.Buffers.Binary.BinaryPrimitives.ReadInt32BigEndian(new byte[] { 1, 2, 3, 4 }));
byte[] buffer = new byte[8];
System.Buffers.Binary.BinaryPrimitives.WriteDoubleBigEndian(buffer, 3.25);
Console.WriteLine(Convert.ToHexString(buffer));
Console.WriteLine(Convert.ToBase64String(new byte[] { 1, 2, 3, 250 }) + Convert.ToHexString(Convert.FromBase64String("AQIDBA==")) + Convert.FromHexString("0aFF").Length);
foreach (object o in new object[] { 1, 2.7, "3", true, 'a', 4m, (short)5, 6UL })
    Console.Write($"{Convert.ToInt64(o is char c ? (int)c : o)} {Convert.ToString(o)} {Convert.GetTypeCode(o)} ");
Console.WriteLine();
Console.WriteLine(Convert.ChangeType(5, typeof(string)) + " " + Convert.ChangeType("1.5", typeof(decimal)) + " " + Convert.ChangeType(65, typeof(char)));
Console.WriteLine(System.Buffers.Text.Utf8Parser.TryParse("123abc"u8, out int v, out int used) + " " + v + used);
Span<byte> utf8 = stackalloc byte[32];
System.Buffers.Text.Utf8Formatter.TryFormat(12345.5m, utf8, out int n);
Console.WriteLine(System.Text.Encoding.ASCII.GetString(utf8[..n]));
Console.WriteLine(System.Runtime.InteropServices.MemoryMarshal.Read<int>(new byte[] { 1, 1, 0, 0 }));

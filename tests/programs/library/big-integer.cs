using System.Numerics;

BigInteger f = 1;
for (int i = 2; i <= 60; i++)
    f *= i;
Console.WriteLine(f);
Console.WriteLine(BigInteger.Pow(2, 300));
Console.WriteLine(BigInteger.Parse("123456789012345678901234567890") / 987654321 + " " + BigInteger.Parse("-123456789012345678901234567890") % 97);
Console.WriteLine(BigInteger.ModPow(3, 1000, 1000007) + " " + BigInteger.GreatestCommonDivisor(f, BigInteger.Pow(6, 50)));
Console.WriteLine((f >> 100) + " " + (BigInteger.One << 70) + " " + (f & 0xffffffffffff) + " " + ~new BigInteger(5));
Console.WriteLine(f.ToString("X").Length + " " + f.GetBitLength() + " " + Convert.ToHexString(new BigInteger(-1234567890123).ToByteArray()));
Console.WriteLine((double)f + " " + (BigInteger)1e20 + " " + BigInteger.Log10(f).ToString("F6"));
Console.WriteLine(f.CompareTo(BigInteger.Zero) + " " + (f == f + 0) + " " + BigInteger.Negate(f).Sign + f.IsEven);
BigInteger a = 0, b = 1;
for (int i = 0; i < 500; i++)
    (a, b) = (b, a + b);
Console.WriteLine(a);
try
{
    Console.WriteLine((int)f);
}
catch (OverflowException e)
{
    Console.WriteLine(e.Message);
}
var product = BigInteger.Parse(new string('7', 400)) * BigInteger.Parse(new string('3', 500));
Console.WriteLine(product % BigInteger.Parse("1000000000000000000000007"));
Console.WriteLine(Complex.Sqrt(new Complex(-4, 0)).Imaginary.ToString("F3") + " " + (new Complex(1, 2) * new Complex(3, -1)));
Console.WriteLine(new Vector3(1, 2, 3) + new Vector3(4, 5, 6) * 2 + " " + Vector3.Dot(new(1, 2, 3), new(4, 5, 6)) + Vector3.Cross(Vector3.UnitX, Vector3.UnitY));
Console.WriteLine(Matrix4x4.CreateScale(2) * Matrix4x4.CreateTranslation(1, 2, 3));
Console.WriteLine(Quaternion.Normalize(new Quaternion(1, 1, 1, 1)));

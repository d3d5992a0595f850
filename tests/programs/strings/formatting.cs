using System.Globalization;

Console.WriteLine(string.Join("|", new[] { "C", "D5", "E2", "F1", "G", "N0", "P", "X", "B" }.Select(f => 1234.ToString(f, CultureInfo.InvariantCulture))));
Console.WriteLine(string.Join("|", new[] { "C2", "E4", "F0", "F3", "G3", "N2", "P1", "R" }.Select(f => 1234.5678.ToString(f, CultureInfo.InvariantCulture))));
Console.WriteLine(string.Join("|", new[] { "#,##0.00", "0000.0", "#.##", "0.00%", "+0;-0;zero", "'text' 0", "0.###e+00" }.Select(f => (-1234.5678).ToString(f, CultureInfo.InvariantCulture))));
foreach (double d in new[] { 0, 1, 0.1, 1e21, 1e-7, 123456789.123456789, 5e-324, double.MaxValue, 2.0 / 3, 1e15, 1e16, 100 })
    Console.Write(d.ToString(CultureInfo.InvariantCulture) + " " + d.ToString("G17", CultureInfo.InvariantCulture) + " ");
Console.WriteLine();
foreach (float f in new[] { 0f, 0.1f, 1e10f, 3.4028235e38f, 1.17549435e-38f, 16777216f, 2f / 3 })
    Console.Write(f.ToString(CultureInfo.InvariantCulture) + " ");
Console.WriteLine();
Console.WriteLine($"{1,5}|{-1,-5}|{1.5,8:F2}|{"s",3}|{true,6}|{'c',2}|{DateTime.UnixEpoch,12:yyyy}");
Console.WriteLine(0.0.ToString("F2") + (-0.0).ToString() + (-0.001).ToString("F2") + 1e6.ToString("N0"));
Console.WriteLine(byte.MaxValue.ToString("X4") + sbyte.MinValue.ToString("X") + long.MinValue.ToString("N0") + ulong.MaxValue.ToString("E3"));
Console.WriteLine(string.Format("{0:0.0} {0:X} {1:yyyy-MM-dd} {{}} {2}", 255, new DateTime(2024, 1, 2), null));
try
{
    Console.WriteLine(string.Format("{0} {1}", 1));
}
catch (FormatException e)
{
    Console.WriteLine(e.Message);
}
FormattableString fs = $"{1.5:F3} and {"x"}";
Console.WriteLine(fs.Format + fs.ArgumentCount + fs.ToString(CultureInfo.InvariantCulture));
Console.WriteLine(new Custom().ToString() + $"{new Custom():big}" + $"{new Custom()}");

class Custom : IFormattable
{
    public string ToString(string? format, IFormatProvider? provider) => $"<{format ?? "none"}>";
    public override string ToString() => "plain";
}

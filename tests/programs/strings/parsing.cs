using System.Globalization;

string[] ints = { "0", "-1", " 42 ", "+7", "2147483648", "", "1 2", "1e3", "0x10", "1,000", "99999999999999999999" };
foreach (string s in ints)
    Console.Write($"{int.TryParse(s, CultureInfo.InvariantCulture, out int i)}:{i} {long.TryParse(s, out long l)}:{l} | ");
Console.WriteLine();
Console.WriteLine(int.Parse("1,234", NumberStyles.AllowThousands, CultureInfo.InvariantCulture) + int.Parse("ff", NumberStyles.HexNumber) + int.Parse("(5)", NumberStyles.AllowParentheses) + int.Parse("1010", NumberStyles.BinaryNumber));
string[] doubles = { "0", "1.5", "-1e10", "Infinity", "NaN", "1.7976931348623157e308", "1e400", "4.9e-324", ".5", "5.", "1_0", "  3.25  ", "0.1", "123456789012345678901234567890" };
foreach (string s in doubles)
    Console.Write($"{double.TryParse(s, CultureInfo.InvariantCulture, out double d)}:{d.ToString("R", CultureInfo.InvariantCulture)} ");
Console.WriteLine();
Console.WriteLine(float.Parse("3.14159274", CultureInfo.InvariantCulture) + " " + decimal.Parse("-79228162514264337593543950335", CultureInfo.InvariantCulture));
Console.WriteLine(bool.TryParse("TRUE", out bool b) + " " + b + char.Parse("x") + Guid.Parse("12345678-1234-1234-1234-123456789abc"));
Console.WriteLine(DateTime.Parse("2024-02-29T13:45:10.123Z", CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind).ToString("o"));
Console.WriteLine(DateTime.ParseExact("31/12/1999", "dd/MM/yyyy", CultureInfo.InvariantCulture).DayOfYear);
Console.WriteLine(TimeSpan.Parse("1.02:03:04.5") + " " + TimeSpan.TryParse("25:00:00", out _));
Console.WriteLine(Version.Parse("1.2.3.4") + " " + new Version(1, 2).CompareTo(new Version("1.10")));
Console.WriteLine(Convert.ToInt32("12") + Convert.ToInt64(3.5) + Convert.ToInt32(true) + Convert.ToByte('a') + Convert.ToString(10, 2) + Convert.ToInt32("777", 8) + Convert.ToString(-1, 16));
Console.WriteLine(Convert.ToInt32(2.5) + " " + Convert.ToInt32(3.5) + " " + Convert.ChangeType("42", typeof(int)) + " " + Convert.ToDouble("1e2", CultureInfo.InvariantCulture));
foreach (Action a in new Action[] { () => int.Parse("x"), () => int.Parse(""), () => int.Parse(null!), () => byte.Parse("256"), () => double.Parse("abc"), () => Guid.Parse("bad"), () => DateTime.Parse("notadate"), () => bool.Parse("maybe"), () => Convert.ToByte(300), () => Convert.ChangeType("x", typeof(DateTime)), () => char.Parse("xy") })
{
    try
    {
        a();
    }
    catch (Exception e)
    {
        Console.WriteLine(e.GetType().Name + ": " + e.Message);
    }
}

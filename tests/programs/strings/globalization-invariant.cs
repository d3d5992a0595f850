using System.Globalization;

Console.WriteLine($"[{CultureInfo.CurrentCulture.Name}] {CultureInfo.InvariantCulture.NumberFormat.CurrencySymbol} {CultureInfo.InvariantCulture.DateTimeFormat.ShortDatePattern}");
Console.WriteLine(1234.5.ToString("C") + " " + new DateTime(2024, 3, 9, 14, 5, 6).ToString("F") + " " + new DateTime(2024, 3, 9, 14, 5, 6));
Console.WriteLine("ÀÉî".ToLower() + "àéî".ToUpper() + "ﬀ".ToUpper());
Console.WriteLine(string.Compare("a", "B") + " " + string.Compare("a", "B", true) + " " + "é".CompareTo("f"));
try
{
    Console.WriteLine(new CultureInfo("de-DE").Name);
}
catch (CultureNotFoundException e)
{
    Console.WriteLine(e.GetType().Name);
}
var custom = (NumberFormatInfo)NumberFormatInfo.InvariantInfo.Clone();
custom.NumberDecimalSeparator = ",";
custom.NumberGroupSeparator = ".";
custom.NegativeSign = "~";
Console.WriteLine((-1234567.89).ToString("N", custom) + double.Parse("~1,5", custom));
var format = (DateTimeFormatInfo)DateTimeFormatInfo.InvariantInfo.Clone();
format.DateSeparator = ".";
Console.WriteLine(new DateTime(2024, 3, 9).ToString("dd/MM/yyyy ddd MMM", format));
Console.WriteLine(CultureInfo.InvariantCulture.Calendar.GetWeekOfYear(new DateTime(2024, 12, 30), CalendarWeekRule.FirstFourDayWeek, DayOfWeek.Monday) + " " + ISOWeek.GetWeekOfYear(new DateTime(2024, 12, 30)));
Console.WriteLine(CultureInfo.InvariantCulture.TextInfo.ToTitleCase("hello big WORLD"));
Console.WriteLine(new GregorianCalendar().IsLeapYear(1900) + " " + new HebrewCalendar().GetYear(new DateTime(2024, 3, 9)) + " " + char.GetUnicodeCategory('€'));

// options: icu
using System.Globalization;

var german = new CultureInfo("de-DE");
var us = new CultureInfo("en-US");
Console.WriteLine(1234567.891.ToString("N2", german) + " " + 1234567.891.ToString("N2", us) + " " + 0.256.ToString("P1", us));
Console.WriteLine(new DateTime(2024, 3, 9).ToString("D", german) + " | " + new DateTime(2024, 3, 9).ToString("D", us));
Console.WriteLine(double.Parse("1.234,5", german) + " " + german.TextInfo.ToTitleCase("hallo welt"));
Console.WriteLine(string.Compare("straße", "strasse", german, CompareOptions.None) + " " + string.Compare("a", "B", us, CompareOptions.None) + " " + string.Compare("a", "B", StringComparison.Ordinal));
Console.WriteLine("istanbul".ToUpper(new CultureInfo("tr-TR")) + " " + "I".ToLower(new CultureInfo("tr-TR")));
Console.WriteLine(us.DateTimeFormat.GetDayName(DayOfWeek.Monday) + german.DateTimeFormat.GetMonthName(3) + us.NumberFormat.CurrencySymbol);
string[] words = { "zebra", "Äpfel", "apfel", "Zoo", "öl" };
Array.Sort(words, StringComparer.Create(german, false));
Console.WriteLine(string.Join(",", words));
Console.WriteLine("café".IndexOf("CAFE", StringComparison.InvariantCultureIgnoreCase) + " " + us.CompareInfo.IndexOf("café", "cafe", CompareOptions.IgnoreNonSpace));
CultureInfo.CurrentCulture = german;
Console.WriteLine(1.5 + " " + new DateTime(2024, 3, 9).ToShortDateString());
Console.WriteLine("e\u0301".Normalize() == "é");
Console.WriteLine(CultureInfo.InvariantCulture.Name.Length + us.DisplayName);

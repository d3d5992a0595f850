// options: icu
// Culture data of the machine: formats, calendars, sorting, casing, normalization, IDN, time zones.
using System.Globalization;
using System.Text;

static class Program
{
    static void Try(string what, Func<object?> f) { try { Console.WriteLine($"{what}: {f()}"); } catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message}"); } }

    static void Main()
    {
        var date = new DateTime(2024, 2, 29, 13, 5, 9, 87, DateTimeKind.Utc);
        foreach (string name in new[] { "", "en-US", "de-DE", "fr-FR", "ja-JP", "ar-SA", "he-IL", "th-TH", "tr-TR", "hi-IN", "fa-IR", "sv-SE", "pt-BR", "zh-Hans-CN", "ru-RU", "de-CH", "en-IN" })
        {
            var c = CultureInfo.GetCultureInfo(name);
            Console.WriteLine($"{c.Name}|{c.EnglishName}|{c.NativeName}|{c.TwoLetterISOLanguageName}|{c.ThreeLetterISOLanguageName}|{c.LCID:X}|{c.Parent.Name}|{c.Calendar.GetType().Name}|{c.NumberFormat.CurrencySymbol}|{c.NumberFormat.NumberDecimalSeparator}|{c.NumberFormat.NumberGroupSeparator}|{string.Join(",", c.NumberFormat.NumberGroupSizes)}|{c.DateTimeFormat.FirstDayOfWeek}|{c.DateTimeFormat.ShortDatePattern}|{c.TextInfo.IsRightToLeft}|{c.TextInfo.ListSeparator}");
            foreach (string f in new[] { "d", "D", "t", "T", "g", "F", "M", "Y", "ddd dd MMM yyyy", "tt", "MMMM" }) Console.Write(date.ToString(f, c) + " / ");
            foreach (string f in new[] { "C", "N2", "P1", "E2", "G", "#,##0.00;(#,##0.00)" }) Console.Write((-1234567.891).ToString(f, c) + " / ");
            Console.WriteLine();
            Try("parse", () => DateTime.Parse(date.ToString("D", c), c).ToString("u") + double.Parse((1234.5).ToString("N", c), NumberStyles.Any, c) + decimal.Parse((-12.5m).ToString("C", c), NumberStyles.Currency, c));
        }
        foreach (Calendar cal in new Calendar[] { new HebrewCalendar(), new HijriCalendar(), new UmAlQuraCalendar(), new PersianCalendar(), new JapaneseCalendar(), new ThaiBuddhistCalendar(), new TaiwanCalendar(), new KoreanCalendar(), new JulianCalendar(), new ChineseLunisolarCalendar(), new GregorianCalendar() })
            Try(cal.GetType().Name, () => $"{cal.GetEra(date)} {cal.GetYear(date)}-{cal.GetMonth(date)}-{cal.GetDayOfMonth(date)} {cal.GetDayOfYear(date)} {cal.GetDaysInYear(cal.GetYear(date))} {cal.GetMonthsInYear(cal.GetYear(date))} {cal.IsLeapYear(cal.GetYear(date))} {cal.AddMonths(date, 5):u} {cal.AddYears(date, -1):u} {cal.ToDateTime(cal.GetYear(date), cal.GetMonth(date), 1, 0, 0, 0, 0):d} {cal.GetWeekOfYear(date, CalendarWeekRule.FirstFourDayWeek, DayOfWeek.Monday)} {cal.ToFourDigitYear(30)}");
        string[] words = ["zebra", "Äpfel", "apple", "Zoo", "ähnlich", "Straße", "strasse", "co-op", "coop", "çılgın", "ılık", "Istanbul", "istanbul", "resume", "résumé", "Résumé", "a1", "a10", "a2", "ß", "ss", "ö", "z", "æ", "ae"];
        foreach (string name in new[] { "en-US", "de-DE", "sv-SE", "tr-TR", "" })
        {
            var ci = CultureInfo.GetCultureInfo(name); var cmp = ci.CompareInfo;
            Console.WriteLine(name + ": " + string.Join(" ", words.Order(StringComparer.Create(ci, false))));
            Console.WriteLine("  " + cmp.Compare("résumé", "RESUME", CompareOptions.IgnoreCase | CompareOptions.IgnoreNonSpace) + cmp.Compare("a", "A", CompareOptions.Ordinal) + cmp.Compare("ｶ", "カ", CompareOptions.IgnoreWidth | CompareOptions.IgnoreKanaType) + cmp.IndexOf("the Straße", "STRASSE", CompareOptions.IgnoreCase) + cmp.IsPrefix("Ægir", "ae", CompareOptions.IgnoreCase) + cmp.IsSuffix("co-op", "OP", CompareOptions.IgnoreCase) + cmp.LastIndexOf("abcABC", "bc", CompareOptions.IgnoreCase) + " " + "TITLE i".ToLower(ci) + "title ı".ToUpper(ci) + ci.TextInfo.ToTitleCase("war and PEACE o'neil") + cmp.GetSortKey("ab").KeyData.Length + (cmp.GetHashCode("ABC", CompareOptions.IgnoreCase) == cmp.GetHashCode("abc", CompareOptions.IgnoreCase)) + string.Compare("a10", "a2", ci, CompareOptions.NumericOrdering));
        }
        foreach (string s in new[] { "e\u0301", "\u00e9", "ﬁ", "Å", "\u1E9B\u0323", "한글", "①" })
            Console.Write(string.Join(" ", new[] { NormalizationForm.FormC, NormalizationForm.FormD, NormalizationForm.FormKC, NormalizationForm.FormKD }.Select(f => string.Join(".", s.Normalize(f).Select(ch => ((int)ch).ToString("X"))) + s.IsNormalized(f))) + "; ");
        Console.WriteLine(); Try("invalid", () => "\ud800".Normalize());
        var idn = new IdnMapping(); Console.WriteLine(idn.GetAscii("bücher.example") + idn.GetUnicode("xn--bcher-kva.example")); Try("idn", () => idn.GetAscii("a..b"));
        var te = StringInfo.GetTextElementEnumerator("e\u0301👨‍👩‍👧🇩🇪각x"); while (te.MoveNext()) Console.Write(te.ElementIndex + ":" + te.GetTextElement().Length + " "); Console.WriteLine(new StringInfo("👨‍👩‍👧ab").LengthInTextElements);
        foreach (char ch in "aZ5٣ⅷ½ \u00a0_-€ǅ中") Console.Write($"{CharUnicodeInfo.GetUnicodeCategory(ch)} {CharUnicodeInfo.GetNumericValue(ch)} {char.IsLetter(ch)}{char.IsWhiteSpace(ch)}{char.IsSymbol(ch)} ");
        Console.WriteLine(string.Join(",", "aé😀".EnumerateRunes().Select(r => r.Value.ToString("X") + Rune.GetUnicodeCategory(r) + r.Utf8SequenceLength)));
        foreach (string id in new[] { "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC", "Pacific Standard Time" })
            Try(id, () => { var z = TimeZoneInfo.FindSystemTimeZoneById(id); var summer = new DateTime(2024, 7, 1, 12, 0, 0); var gap = new DateTime(2024, 3, 31, 2, 30, 0); var twice = new DateTime(2024, 10, 27, 2, 30, 0); return $"{z.Id} {z.BaseUtcOffset} {z.SupportsDaylightSavingTime} {z.GetUtcOffset(summer)} {z.IsDaylightSavingTime(summer)} {z.IsInvalidTime(gap)} {z.IsAmbiguousTime(twice)} {(z.IsAmbiguousTime(twice) ? string.Join("|", z.GetAmbiguousTimeOffsets(twice)) : "")} {TimeZoneInfo.ConvertTimeFromUtc(date, z):u} {z.StandardName} {z.DaylightName} {z.DisplayName}"; });
        Try("no zone", () => TimeZoneInfo.FindSystemTimeZoneById("Nowhere/None")); Console.WriteLine(TimeZoneInfo.TryConvertIanaIdToWindowsId("Europe/Berlin", out string? win) + win + TimeZoneInfo.TryConvertWindowsIdToIanaId("Tokyo Standard Time", out string? iana) + iana);
        var custom = TimeZoneInfo.CreateCustomTimeZone("X", TimeSpan.FromHours(3.5), "X disp", "X std"); Console.WriteLine(TimeZoneInfo.ConvertTime(new DateTimeOffset(date), custom) + custom.ToSerializedString());
        Try("culture", () => new CultureInfo("xx-invalid-zzzzzzzzzzz")); var r2 = new RegionInfo("JP"); Console.WriteLine($"{r2.EnglishName} {r2.NativeName} {r2.ISOCurrencySymbol} {r2.CurrencySymbol} {r2.IsMetric} {r2.CurrencyEnglishName} {r2.ThreeLetterISORegionName}");
        CultureInfo.CurrentCulture = new CultureInfo("de-DE"); Console.WriteLine($"{1234.5:N1} {date:D} {1.5} {string.Create(CultureInfo.InvariantCulture, $"{1.5}")} {FormattableString.Invariant($"{2.5}")} {Convert.ToDouble("1,5")} {"I".ToLower()} {"STRASSE".Equals("straße", StringComparison.CurrentCultureIgnoreCase)}"); Task.Run(() => Console.WriteLine(CultureInfo.CurrentCulture.Name)).Wait();
        Console.WriteLine(CultureInfo.GetCultures(CultureTypes.SpecificCultures).Length > 300);
    }
}

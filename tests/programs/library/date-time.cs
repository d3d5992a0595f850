var d = new DateTime(2024, 2, 29, 13, 45, 30, 123, DateTimeKind.Utc);
Console.WriteLine(d.ToString("o") + " " + d.ToString("R") + " " + d.ToString("s") + " " + d.ToString("u") + " " + d.ToString("yyyy/MM/dd HH:mm:ss.fff tt ddd"));
Console.WriteLine($"{d.AddYears(1):d} {d.AddMonths(-1):d} {d.AddDays(366):d} {d.AddHours(11):o} {d.DayOfWeek} {d.DayOfYear} {d.Ticks}");
Console.WriteLine(DateTime.DaysInMonth(2023, 2) + " " + DateTime.IsLeapYear(2000) + " " + (d - new DateTime(2000, 1, 1)).TotalDays);
TimeSpan t = new(1, 2, 3, 4, 5);
Console.WriteLine($"{t} {t.TotalHours} {t:c} {t:g} {t:hh\\:mm} {t.Negate()} {t * 2} {t / 3} {TimeSpan.FromMinutes(90.5)} {TimeSpan.FromSeconds(1) < t}");
var o = new DateTimeOffset(2024, 6, 1, 12, 0, 0, TimeSpan.FromHours(-7));
Console.WriteLine(o + " " + o.UtcDateTime.ToString("o") + " " + o.ToUnixTimeSeconds() + " " + o.ToOffset(TimeSpan.FromHours(5.5)) + " " + (o == o.ToUniversalTime()));
Console.WriteLine(DateTimeOffset.FromUnixTimeMilliseconds(1700000000123).ToString("o"));
Console.WriteLine(DateOnly.FromDateTime(d).AddDays(1) + " " + TimeOnly.FromDateTime(d).AddHours(15) + " " + new DateOnly(2024, 1, 1).DayNumber + " " + new TimeOnly(23, 59).IsBetween(new(22, 0), new(1, 0)));
Console.WriteLine(DateTime.MinValue + " " + DateTime.MaxValue.Ticks + " " + DateTime.UnixEpoch.Kind);
Console.WriteLine(DateTime.Compare(d, d.AddTicks(1)) + " " + d.Equals(new DateTime(d.Ticks)) + " " + d.Date.ToString("o") + d.TimeOfDay);
try
{
    new DateTime(2023, 2, 29);
}
catch (ArgumentOutOfRangeException e)
{
    Console.WriteLine(e.Message);
}
try
{
    DateTime.MaxValue.AddDays(1);
}
catch (ArgumentOutOfRangeException e)
{
    Console.WriteLine(e.ParamName);
}
Console.WriteLine(TimeZoneInfo.Utc.DisplayName + " " + TimeZoneInfo.Local.BaseUtcOffset + " " + TimeZoneInfo.ConvertTime(d, TimeZoneInfo.CreateCustomTimeZone("x", TimeSpan.FromHours(3), "x", "x")).Hour);
var now = DateTime.UtcNow;
Console.WriteLine(now.Year >= 2024 && System.Diagnostics.Stopwatch.GetTimestamp() > 0 && Environment.TickCount64 >= 0);

int[] a = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
Console.WriteLine(a[^1] + a[^3]);
Console.WriteLine(string.Join(",", a[2..5]));
Console.WriteLine(string.Join(",", a[..3]));
Console.WriteLine(string.Join(",", a[^3..]));
Console.WriteLine("hello world"[6..^1]);
Span<int> span = a;
Console.WriteLine(span[3..^3].Length);
Range r = 1..^2;
Console.WriteLine(r + " " + r.GetOffsetAndLength(10));
Index i = ^4;
Console.WriteLine(i + " " + a[i]);
try
{
    Console.WriteLine(a[5..3].Length);
}
catch (ArgumentOutOfRangeException e)
{
    Console.WriteLine(e.ParamName);
}
List<int> list = [1, 2, .. a[7..], 3];
Console.WriteLine(string.Join(",", list) + " " + list[^2]);
int[] spread = [.. list, .. "ab".Select(c => (int)c)];
Console.WriteLine(string.Join(",", spread));

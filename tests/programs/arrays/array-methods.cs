int[] a = { 5, 3, 8, 1, 9, 2 };
int[] b = (int[])a.Clone();
Array.Sort(b);
Console.WriteLine(string.Join(",", b) + " " + Array.BinarySearch(b, 8) + " " + Array.BinarySearch(b, 4));
Array.Reverse(b, 1, 3);
Console.WriteLine(string.Join(",", b));
Array.Copy(a, 0, a, 2, 4);
Console.WriteLine(string.Join(",", a));
Array.Copy(a, 1, a, 0, 5);
Console.WriteLine(string.Join(",", a));
long[] wide = new long[3];
Array.Copy(new int[] { 1, -2, 3 }, wide, 3);
Console.WriteLine(string.Join(",", wide));
object[] boxes = new object[2];
Array.Copy(new[] { 1.5, 2.5 }, boxes, 2);
Console.WriteLine(boxes[1]);
int[] unboxed = new int[1];
Array.Copy(new object[] { 7 }, unboxed, 1);
Console.WriteLine(unboxed[0]);
Console.WriteLine(Array.IndexOf(a, 8) + " " + Array.LastIndexOf(a, 8) + " " + Array.IndexOf(new[] { "a", "b" }, "b"));
Array.Resize(ref a, 8);
Array.Fill(a, -1, 6, 2);
Console.WriteLine(string.Join(",", a));
Array.Clear(a, 0, 3);
Console.WriteLine(string.Join(",", a) + Array.Exists(a, x => x < 0) + Array.TrueForAll(a, x => x < 100));
string[] keys = { "c", "a", "b" };
int[] values = { 3, 1, 2 };
Array.Sort(keys, values);
Console.WriteLine(string.Join(",", keys) + string.Join(",", values));
Console.WriteLine(string.Join(",", Array.ConvertAll(values, v => v * 1.5)));
Buffer.BlockCopy(new[] { 0x01020304 }, 0, values, 4, 4);
Console.WriteLine(values[1].ToString("x"));
Array untyped = Array.CreateInstance(typeof(string), 2);
untyped.SetValue("v", 1);
Console.WriteLine(untyped.GetValue(1) + " " + untyped.Length);
try
{
    Array.Copy(new int[1], new int[1], 2);
}
catch (ArgumentException e)
{
    Console.WriteLine(e.GetType().Name);
}
int[] big = Enumerable.Range(0, 1000).Select(i => i * 7919 % 1000).ToArray();
Array.Sort(big, (x, y) => y.CompareTo(x));
Console.WriteLine(big[0] + " " + big[999] + " " + big.Distinct().Count());
Console.WriteLine(GC.AllocateUninitializedArray<byte>(5000).Length + GC.AllocateArray<int>(3, pinned: true).Length);

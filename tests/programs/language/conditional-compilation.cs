// options: debug
#if DEBUG
Console.WriteLine("DEBUG");
#else
Console.WriteLine("no DEBUG symbol");
#endif
System.Diagnostics.Debug.Assert(false, "not compiled in");
int unused = 5;
int[] values = new int[3];
for (int i = 0; i < values.Length; i++)
{
    values[i] = i + unused;
    Console.WriteLine(values[i]);
}
var text = values.Length switch
{
    3 => "three",
    _ => "many",
};
Console.WriteLine(text);
checked
{
    Console.WriteLine(values[0] * 2);
}

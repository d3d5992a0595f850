try
{
    object o = "text";
    Console.WriteLine((int)o);
}
catch (InvalidCastException e)
{
    Console.WriteLine(e.Message);
}
try
{
    int[] a = new int[2];
    int i = 2;
    a[i] = 1;
}
catch (IndexOutOfRangeException e)
{
    Console.WriteLine(e.Message);
}
try
{
    string? s = null;
    Console.WriteLine(s!.Length);
}
catch (NullReferenceException e)
{
    Console.WriteLine(e.Message);
}
try
{
    int zero = 0;
    Console.WriteLine(1 / zero);
}
catch (DivideByZeroException e)
{
    Console.WriteLine(e.Message);
}

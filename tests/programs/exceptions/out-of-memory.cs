try
{
    var array = new long[int.MaxValue];
    Console.WriteLine(array.Length);
}
catch (OutOfMemoryException e)
{
    Console.WriteLine(e.Message);
}
throw new OutOfMemoryException("of the program's own making");

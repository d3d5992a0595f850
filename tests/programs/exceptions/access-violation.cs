unsafe
{
    Console.WriteLine("before");
    try
    {
        *(int*)0x123456789 = 5;
    }
    catch (Exception e)
    {
        Console.WriteLine("never " + e.Message);
    }
}

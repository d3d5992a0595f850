// Messages of load failures that are made without a text.
Console.WriteLine(new FileNotFoundException(null, "x.dll").Message);
Console.WriteLine(new FileLoadException(null, "x.dll").Message);
Console.WriteLine(new BadImageFormatException(null, "x.dll").Message);
Console.WriteLine(new FileNotFoundException(null, (string?)null).Message);
Console.WriteLine(new TypeLoadException().Message);
foreach (uint result in new[] { 0x80070002, 0x80070003, 0x80131018, 0x80131509, 0x80131515, 0x80070057, 0x80131500, 0x80131522 })
{
    Console.WriteLine(new FileLoadException(null, "y.dll") { HResult = unchecked((int)result) }.Message);
}

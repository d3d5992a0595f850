// A heap limit, and nobody handles the OutOfMemoryException.
// env: DOTNET_GCHeapHardLimit=0x3000000
var held = new List<object>();
Console.WriteLine("filling");
while (true) held.Add(new byte[10_000]);

Console.Error.WriteLine("to stderr");
Console.WriteLine("to stdout");
Console.Error.Write("no line end");
return 3;

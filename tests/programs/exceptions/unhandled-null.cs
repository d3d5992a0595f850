object? o = args.Length > 5 ? "x" : null;
Console.WriteLine("start");
Console.WriteLine(o!.ToString());

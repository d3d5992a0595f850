// args: alpha "beta gamma" "" δέλτα
Console.WriteLine(args.Length);
foreach (string arg in args)
    Console.WriteLine($"[{arg}]");
Console.WriteLine(Environment.GetCommandLineArgs().Length);

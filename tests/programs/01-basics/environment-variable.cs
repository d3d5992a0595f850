// env: GREETING=good morning
Console.WriteLine(Environment.GetEnvironmentVariable("GREETING"));
Console.WriteLine(Environment.GetEnvironmentVariable("NOT_THERE") ?? "(null)");
Environment.SetEnvironmentVariable("SET_HERE", "value");
Console.WriteLine(Environment.GetEnvironmentVariable("SET_HERE"));
Console.WriteLine(Environment.ProcessorCount > 0);
Console.WriteLine(Environment.NewLine.Length);

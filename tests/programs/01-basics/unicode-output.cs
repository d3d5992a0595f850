Console.WriteLine("Grüße, 世界, Привет, 👋🏽");
Console.WriteLine("👋".Length);
Console.WriteLine(new string('é', 3));

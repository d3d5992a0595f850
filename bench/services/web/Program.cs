// A small web service: a line of text, and an object as JSON. `--urls` says where it listens.
WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
builder.Logging.SetMinimumLevel(LogLevel.Warning);
WebApplication app = builder.Build();
app.MapGet("/plain", () => "Hello, World!");
app.MapGet("/json", () => new Answer("Hello, World!", DateTime.UnixEpoch, [.. Enumerable.Range(0, 10).Select(i => new Item(i, "item " + i, i * 1.5))]));
app.Run();

record Item(int Id, string Name, double Price);
record Answer(string Message, DateTime At, Item[] Items);

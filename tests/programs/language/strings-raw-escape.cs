string json = """
    {
      "key": "value \n not escaped"
    }
    """;
Console.WriteLine(json);
int n = 5;
Console.WriteLine($$"""{"n": {{n}}, "literal": {} }""");
Console.WriteLine(@"verbatim \ ""quoted""");
Console.WriteLine("tab\tnul\\0 \u0041\x42\U00000043 \"q\"");
Console.WriteLine("a\0b".Length);
ReadOnlySpan<byte> utf8 = "héé"u8;
Console.WriteLine(utf8.Length);
Console.WriteLine($"{DateTime.UnixEpoch:yyyy-MM-dd} {1.5,8:F2}|{"left",-8}|{nameof(json)}");
const string constant = $"const {nameof(n)}";
Console.WriteLine(constant);

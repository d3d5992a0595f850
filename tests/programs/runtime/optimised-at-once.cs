// rows: N7a-013 N7a-029
// Methods that are called once. With arguments (the file of the engine's listing, then names) it waits until the listing says of those that they
// have optimised code, then writes all that have; tests/hosts.py runs it so.
using System.Runtime.CompilerServices;

static class Program
{
    static readonly string[] Methods = ["Plain", "Loops", "Asked"];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Plain(int value) => value + 1;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Loops(int count)
    {
        int sum = 0;
        for (int i = 0; i < count; i++) sum += i;
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    static int Asked(int value) => value * 3;

    static bool IsOptimised(string method, string[] listing) => listing.Any(line => line.Contains($"Program:{method}(") && line.Contains("[Tier1"));

    static string[] ReadListing(string file)
    {
        using var stream = new FileStream(file, FileMode.OpenOrCreate, FileAccess.Read, FileShare.ReadWrite);
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd().Split('\n');
    }

    static void Main(string[] arguments)
    {
        Console.WriteLine($"{Plain(1)} {Loops(5)} {Asked(7)}");
        if (arguments is not [string file, .. string[] expected]) return;
        string[] listing = ReadListing(file);
        while (!expected.All(method => IsOptimised(method, listing)))
        {
            Thread.Sleep(10);
            listing = ReadListing(file);
        }
        Console.WriteLine(string.Join(' ', Methods.Where(method => IsOptimised(method, listing))));
    }
}

// Tests as people write them, some of which fail on purpose: the results, messages and stacks are what is compared.
using Xunit;
using Xunit.Abstractions;

public sealed class Database : IDisposable
{
    public List<string> Rows { get; } = ["one", "two"];
    public void Dispose() => Rows.Clear();
}

public sealed class Tests(Database database, ITestOutputHelper output) : IClassFixture<Database>
{
    [Fact]
    public void Passes() => Assert.Equal(4, 2 + 2);

    [Fact]
    public void SharesItsFixture() => Assert.Contains("two", database.Rows);

    [Fact]
    public void Writes() => output.WriteLine("what a test says");

    [Fact]
    public void Fails() => Assert.Equal([1, 2, 3], new List<int> { 1, 2, 4 });

    [Fact]
    public void Throws() => throw new InvalidOperationException("wanted");

    [Fact(Skip = "not today")]
    public void IsSkipped() => Assert.Fail();

    [Theory]
    [InlineData(1, "1")]
    [InlineData(255, "ff")]
    [InlineData(16, "11")]
    public void Hexadecimal(int number, string text) => Assert.Equal(text, number.ToString("x"));

    public static TheoryData<DayOfWeek[]> Days => [[], [DayOfWeek.Monday], [DayOfWeek.Friday, DayOfWeek.Sunday]];

    [Theory]
    [MemberData(nameof(Days))]
    public void Sorts(DayOfWeek[] days) => Assert.Equal(days.Order(), days);

    [Fact]
    public async Task Awaits()
    {
        await Task.Delay(1);
        await Assert.ThrowsAsync<TaskCanceledException>(() => Task.Delay(1000, new CancellationToken(true)));
    }

    [Fact]
    public void NamesItsEngine() => output.WriteLine("engine: " + File.ReadLines("/proc/self/maps")
        .Select(line => line[(line.IndexOf('/') + 1)..]).First(path => path.EndsWith("/libcoreclr.so")));
}

// include: row.part
// include: ../told.part
// include: bench.part
// Formatting and string builders in part 2 of the .NET 7 inventory.
using System.ComponentModel;
using System.Text;
using BenchmarkDotNet.Attributes;

namespace N7b.Builders;

public class Builders
{
    const string Message =
        "The connection cannot become a WebSocket. The other side answered with the extension '{0}', for which this side did not ask, or it agreed to a "
        + "compression window that is larger than the one that was offered; it has to choose from what the opening request lists, and nothing else is valid here.";

    readonly StringBuilder builder = new();
    DateTimeOffset moment = new(2022, 8, 31, 17, 4, 59, 123, TimeSpan.FromHours(-7));

    [Benchmark, Row("B7b-45", "N7b-106")]
    public int AppendFormat()
    {
        builder.Clear();
        builder.AppendFormat(Message, "permessage-deflate");
        return builder.Length;
    }

    [Benchmark, Row("B7b-46", "N7b-107", "N7b-109")]
    public int AppendSpan()
    {
        builder.Clear();
        builder.Append("this".AsSpan());
        builder.Append("is".AsSpan());
        builder.Append("a".AsSpan());
        builder.Append("test".AsSpan());
        builder.Append(".".AsSpan());
        return builder.Length;
    }

    [Benchmark, Row("B7b-47", "N7b-110")]
    public string DateTimeOffsetToString() => moment.ToString();

    [Benchmark, Row("B7b-48", "N7b-112")]
    public int Insert()
    {
        builder.Clear();
        builder.Insert(0, 12345);
        return builder.Length;
    }

    [Benchmark(Baseline = true), Arguments("SomeProperty", ListSortDirection.Descending), Row("B7b-49", "N7b-114")]
    public string WithStringBuilder(string name, ListSortDirection direction)
    {
        var made = new StringBuilder();
        made.Append('[');
        made.Append(name);
        made.Append(']');
        if (direction == ListSortDirection.Descending)
            made.Append(" DESC");
        return made.ToString();
    }

    [Benchmark, Arguments("SomeProperty", ListSortDirection.Descending), Row("B7b-49", "N7b-114", "N7b-115")]
    public string WithConcat(string name, ListSortDirection direction) => direction == ListSortDirection.Descending ? $"[{name}] DESC" : $"[{name}]";
}

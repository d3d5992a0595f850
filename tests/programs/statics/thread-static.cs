class PerThread
{
    [ThreadStatic] public static int Number;
    [ThreadStatic] public static string? Text;
    [ThreadStatic] static List<int>? list;
    public static List<int> Items => list ??= new();
}

class PerThreadGeneric<T>
{
    [ThreadStatic] public static T? Value;
}

static class Program
{
    static readonly ThreadLocal<int> local = new(() => Environment.CurrentManagedThreadId > 0 ? 42 : 0);
    static readonly AsyncLocal<string> flow = new();

    static void Main()
    {
        PerThread.Number = 1;
        PerThread.Text = "main";
        PerThread.Items.Add(1);
        PerThreadGeneric<int>.Value = 5;
        PerThreadGeneric<string>.Value = "five";
        local.Value++;
        flow.Value = "flows";
        for (int i = 0; i < 3; i++)
        {
            int n = i;
            var t = new Thread(() =>
            {
                Console.WriteLine($"{PerThread.Number} {PerThread.Text ?? "null"} {PerThread.Items.Count} {PerThreadGeneric<int>.Value} {PerThreadGeneric<string>.Value ?? "null"} {local.Value} {flow.Value}");
                PerThread.Number = n;
                PerThread.Text = "thread" + n;
                PerThread.Items.AddRange(new[] { 1, 2, 3 });
                PerThreadGeneric<string>.Value = "x" + n;
                flow.Value = "changed";
                GC.Collect();
                Console.WriteLine($"{PerThread.Number} {PerThread.Text} {PerThread.Items.Count} {PerThreadGeneric<string>.Value} {flow.Value}");
            });
            t.Start();
            t.Join();
        }
        Console.WriteLine($"{PerThread.Number} {PerThread.Text} {PerThread.Items.Count} {PerThreadGeneric<int>.Value} {PerThreadGeneric<string>.Value} {local.Value} {flow.Value}");
        int sum = 0;
        for (int i = 0; i < 1000; i++)
            sum += ++PerThread.Number;
        Console.WriteLine(sum);
    }
}

class Publisher
{
    public event EventHandler<int>? Changed;
    EventHandler? custom;
    public event EventHandler Custom
    {
        add
        {
            Console.WriteLine("add");
            custom += value;
        }
        remove
        {
            Console.WriteLine("remove");
            custom -= value;
        }
    }
    public static event Action? Static;
    public void Raise(int n)
    {
        Changed?.Invoke(this, n);
        custom?.Invoke(this, EventArgs.Empty);
        Static?.Invoke();
    }
}

static class Program
{
    static void OnChanged(object? sender, int n) => Console.WriteLine($"static handler {n} {sender is Publisher}");

    static void Main()
    {
        var p = new Publisher();
        int total = 0;
        EventHandler<int> lambda = (_, n) => total += n;
        p.Changed += OnChanged;
        p.Changed += lambda;
        p.Changed += lambda;
        EventHandler c = (_, _) => Console.WriteLine("custom");
        p.Custom += c;
        Publisher.Static += () => Console.WriteLine("static event");
        p.Raise(5);
        p.Changed -= lambda;
        p.Changed -= OnChanged;
        p.Custom -= c;
        p.Raise(7);
        Console.WriteLine(total);
    }
}

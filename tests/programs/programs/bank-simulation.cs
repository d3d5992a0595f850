using System.Collections.Concurrent;

class Account(int id, decimal balance)
{
    readonly Lock gate = new();
    public int Id => id;
    public decimal Balance { get; private set; } = balance;
    public static bool Transfer(Account from, Account to, decimal amount)
    {
        var (first, second) = from.Id < to.Id ? (from, to) : (to, from);
        lock (first.gate)
        {
            lock (second.gate)
            {
                if (from.Balance < amount)
                    throw new InvalidOperationException($"account {from.Id} has only {from.Balance}");
                from.Balance -= amount;
                to.Balance += amount;
                return true;
            }
        }
    }
}

static class Program
{
    static async Task Main()
    {
        var accounts = Enumerable.Range(0, 10).Select(i => new Account(i, 1000m)).ToArray();
        var errors = new ConcurrentQueue<string>();
        int done = 0;
        await Task.WhenAll(Enumerable.Range(0, 6).Select(w => Task.Run(async () =>
        {
            var random = new Random(w);
            for (int i = 0; i < 500; i++)
            {
                int a = random.Next(10), b = (a + 1 + random.Next(9)) % 10;
                try
                {
                    Account.Transfer(accounts[a], accounts[b], random.Next(1, 900));
                    Interlocked.Increment(ref done);
                }
                catch (InvalidOperationException e)
                {
                    errors.Enqueue(e.Message);
                }
                if (i % 100 == 0)
                    await Task.Yield();
            }
        })));
        Console.WriteLine(accounts.Sum(a => a.Balance));
        Console.WriteLine(done + errors.Count);
        Console.WriteLine(accounts.All(a => a.Balance >= 0) + " " + errors.All(e => e.StartsWith("account ")));
    }
}

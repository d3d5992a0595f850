// Interned strings, locks and hash codes of objects that live and of such that die, through collections of young objects and full ones.
using System.Runtime.CompilerServices;

static class Program
{
    const int Count = 3000;

    static string Text(int i) => string.Concat("interned ", i.ToString(), "!");

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Intern(int from, int to)
    {
        for (int i = from; i < to; i++)
            string.Intern(Text(i));
    }

    static int Interned(int to)
    {
        int good = 0;
        for (int i = 0; i < to; i++)
            good += string.IsInterned(Text(i)) is { } found && found == Text(i) && ReferenceEquals(found, string.Intern(Text(i))) ? 1 : 0;
        return good;
    }

    // An object with a hash code and a lock needs an entry of a table.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static (object, int) MakeLocked()
    {
        object made = new int[3];
        int hash = RuntimeHelpers.GetHashCode(made);
        Monitor.Enter(made);
        return (made, hash);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Drop(int count)
    {
        int same = 0;
        for (int i = 0; i < count; i++)
        {
            (object made, int hash) = MakeLocked();
            same += RuntimeHelpers.GetHashCode(made) == hash && Monitor.IsEntered(made) ? 1 : 0;
        }
        return same;
    }

    static void Main()
    {
        var kept = new List<(object Made, int Hash)>();
        var plain = new object[100]; // old when they are locked
        for (int i = 0; i < plain.Length; i++)
            plain[i] = new object();
        int dropped = 0;
        for (int round = 0; round < 12; round++)
        {
            Intern(round * Count / 12, (round + 1) * Count / 12);
            for (int i = 0; i < 200; i++)
            {
                kept.Add(MakeLocked());
                dropped += Drop(3);
            }
            foreach (object old in plain)
            {
                RuntimeHelpers.GetHashCode(old);
                lock (old)
                    kept.Add(MakeLocked());
            }
            GC.Collect(round % 4 == 3 ? 2 : 0);
            if (round % 3 == 2) // entries of what was kept and dies old
                kept.RemoveRange(0, 100);
        }
        Console.WriteLine($"interned {Interned(Count)}, others {string.IsInterned(Text(Count)) == null}");
        Console.WriteLine($"kept {kept.Count}, hash codes {kept.Count(entry => RuntimeHelpers.GetHashCode(entry.Made) == entry.Hash)}, locked {kept.Count(entry => Monitor.IsEntered(entry.Made))}");
        Console.WriteLine($"dropped {dropped}, not locked {plain.Count(old => !Monitor.IsEntered(old))}");
        foreach ((object made, _) in kept)
            Monitor.Exit(made);
        Console.WriteLine($"free {kept.Count(entry => Monitor.TryEnter(entry.Made))}");
    }
}

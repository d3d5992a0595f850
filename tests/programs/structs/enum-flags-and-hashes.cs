// Enum.HasFlag and GetHashCode of enums: all underlying types, flags of every origin, boxes of another type, null, order of effects.
using System.Runtime.CompilerServices;

[Flags] enum OfSByte : sbyte { None, A = 1, B = 2, Least = sbyte.MinValue, All = -1 }
[Flags] enum OfByte : byte { None, A = 1, B = 2, High = 0x80, All = 0xff }
[Flags] enum OfShort : short { None, A = 1, B = 2, Least = short.MinValue, All = -1 }
[Flags] enum OfUShort : ushort { None, A = 1, B = 2, High = 0x8000, All = 0xffff }
[Flags] enum OfInt { None, A = 1, B = 2, Least = int.MinValue, All = -1 }
[Flags] enum OfUInt : uint { None, A = 1, B = 2, High = 0x80000000, All = uint.MaxValue }
[Flags] enum OfLong : long { None, A = 1, B = 2, High = 1L << 40, Least = long.MinValue, All = -1 }
[Flags] enum OfULong : ulong { None, A = 1, B = 2, High = 1UL << 63, All = ulong.MaxValue }

record Holder<T>(T Value, string Name) where T : struct, Enum;

class Node
{
    public OfInt Flags = OfInt.A | OfInt.B;
    public OfByte Small = OfByte.High;
}

static class Program
{
    static int effects;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static T Effect<T>(T value, string name)
    {
        Console.Write($"{name}{++effects} ");
        return value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Has<T>(T value, T flag) where T : struct, Enum => value.HasFlag(flag);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Hash<T>(T value) where T : struct, Enum => value.GetHashCode();

    static string Try(Func<object> action)
    {
        try
        {
            return action().ToString()!;
        }
        catch (Exception e)
        {
            return e.GetType().Name + ": " + e.Message;
        }
    }

    static void All<T>() where T : struct, Enum
    {
        T[] values = Enum.GetValues<T>();
        foreach (T value in values)
        {
            int hash = value.GetHashCode();
            Console.Write($"{typeof(T).Name}.{value} {hash} {Hash(value) == hash} {((object)value).GetHashCode() == hash} {((Enum)value).GetHashCode() == hash} ");
            Console.Write($"{EqualityComparer<T>.Default.GetHashCode(value) == hash} {new Holder<T>(value, "x").Equals(new Holder<T>(value, "x"))} {((T?)value).GetHashCode() == hash}");
            foreach (T flag in values)
                Console.Write(value.HasFlag(flag) == Has(value, flag) ? value.HasFlag(flag) ? " 1" : " 0" : " differ");
            Console.WriteLine();
        }
        var seen = new Dictionary<T, int>();
        foreach (T value in values)
            seen[value] = seen.GetValueOrDefault(value) + 1;
        Console.WriteLine(string.Join(",", seen.Values));
    }

    static void Main()
    {
        for (int round = 0; round < 3; round++)
        {
            All<OfSByte>();
            All<OfByte>();
            All<OfShort>();
            All<OfUShort>();
            All<OfInt>();
            All<OfUInt>();
            All<OfLong>();
            All<OfULong>();

            var node = new Node();
            Node? none = round == 7 ? node : null;
            OfLong wide = OfLong.High | OfLong.B;
            Console.WriteLine($"{node.Flags.HasFlag(OfInt.B)} {node.Small.HasFlag(OfByte.High)} {node.Small.HasFlag(OfByte.A)} {wide.HasFlag(OfLong.High)} {wide.HasFlag(OfLong.A | OfLong.B)}");
            Console.WriteLine(node.Flags.HasFlag(round == 1 ? OfInt.A : OfInt.Least));
            Console.WriteLine((round == 1 ? node.Flags : OfInt.Least).HasFlag(round == 2 ? OfInt.A : OfInt.None));
            Console.WriteLine(Effect(node.Flags, "value").HasFlag(Effect(OfInt.B, "flag")));
            Console.WriteLine(Effect(OfByte.All, "value").HasFlag(Effect((OfByte)(round + 254), "flag")));
            Console.WriteLine(Try(() => none!.Flags.HasFlag(Effect(OfInt.B, "flag"))));
            Console.WriteLine(Try(() => node.Flags.HasFlag(none!.Flags)));
            Console.WriteLine(Try(() => node.Flags.HasFlag(OfLong.A)));
            Console.WriteLine(Try(() => node.Flags.HasFlag(null!)));
            Console.WriteLine(Try(() => ((Enum)node.Flags).HasFlag(node.Flags)));
            Console.WriteLine(Try(() => ((Enum?)null)!.HasFlag(OfInt.A)));
            int count = 0;
            for (int i = 0; i < 20000; i++)
                count += ((OfInt)i).HasFlag((OfInt)(i & 5)) ? ((OfUShort)i).HasFlag(OfUShort.A) ? 2 : 1 : ((OfInt)i).GetHashCode();
            Console.WriteLine(count);
        }
    }
}

// Two names for one place in memory: what is stored by the one is read by the other, in hot code, too.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

class Node
{
    public int Number;
    public long Wide;
    public Node? Next;
    public Pair Pair;
    public static int Shared;
    public static Node? First;
}

struct Pair
{
    public int A;
    public int B;
    public object? Tag;
}

[StructLayout(LayoutKind.Explicit)]
struct Union
{
    [FieldOffset(0)] public int Whole;
    [FieldOffset(0)] public short Low;
    [FieldOffset(2)] public short High;
    [FieldOffset(1)] public byte Second;
}

[StructLayout(LayoutKind.Explicit)]
class UnionObject
{
    [FieldOffset(0)] public long Whole;
    [FieldOffset(4)] public int High;
    [FieldOffset(6)] public short Highest;
}

[StructLayout(LayoutKind.Explicit)]
struct Views
{
    [FieldOffset(0)] public int[] Signed;
    [FieldOffset(0)] public uint[] Unsigned;
}

// As Node for who looks with Unsafe.As.
class View
{
    public int First;
    public long Second;
    public object? Third;
}

static class Program
{
    const int Rounds = 300;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long SameObject(Node a, Node b)
    {
        long sum = 0;
        for (int i = 0; i < Rounds; i++)
        {
            a.Number = i;
            sum += b.Number;
            b.Wide = i * 3L;
            sum += a.Wide + a.Number;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long ByReference(Node node, ref int number)
    {
        long sum = 0;
        for (int i = 0; i < Rounds; i++)
        {
            node.Number = i;
            sum += number;
            number = i * 2;
            sum += node.Number;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long StaticByReference(ref int shared)
    {
        long sum = 0;
        for (int i = 0; i < Rounds; i++)
        {
            Node.Shared = i;
            sum += shared;
            shared = i + 7;
            sum += Node.Shared;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long ElementsByReference(int[] array, ref int element)
    {
        long sum = 0;
        for (int i = 0; i < Rounds; i++)
        {
            array[3] = i;
            sum += element;
            element = -i;
            sum += array[3];
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long SignedAndUnsigned(int[] a, uint[] b)
    {
        long sum = 0;
        for (int i = 0; i < Rounds; i++)
        {
            a[1] = i;
            sum += b[1];
            b[1] = (uint)(i * 5);
            sum += a[1];
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Unions(Union[] unions, UnionObject a, UnionObject b)
    {
        long sum = 0;
        for (int i = 0; i < Rounds; i++)
        {
            unions[2].Whole = i * 77777;
            sum += unions[2].Low + unions[2].High;
            unions[2].Second = (byte)i;
            sum += unions[2].Whole;
            ref Union again = ref unions[2];
            again.High = (short)i;
            sum += unions[2].Whole;
            a.Whole = i * 12345678901L;
            sum += b.High + b.Highest;
            b.High = i;
            sum += a.Whole;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long StructsInArrays(Pair[] pairs, ref Pair one)
    {
        long sum = 0;
        for (int i = 0; i < Rounds; i++)
        {
            pairs[1].A = i;
            sum += one.A;
            one = new Pair { A = i + 1, B = i + 2, Tag = pairs };
            sum += pairs[1].A + pairs[1].B;
            Pair copy = pairs[1];
            pairs[1].B = 5;
            sum += copy.B + one.B + (ReferenceEquals(pairs[1].Tag, pairs) ? 1 : 0);
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long StructInObject(Node a, Node b)
    {
        long sum = 0;
        for (int i = 0; i < Rounds; i++)
        {
            a.Pair.A = i;
            sum += b.Pair.A;
            b.Pair = new Pair { A = -i, B = i };
            sum += a.Pair.A + a.Pair.B;
            ref int inside = ref b.Pair.B;
            inside = 9;
            sum += a.Pair.B;
        }
        return sum;
    }

    // Each copy reads one place and writes another.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Copies(Pair[] pairs, Node node, Dictionary<string, int> counts)
    {
        long sum = 0;
        for (int i = 0; i < Rounds; i++)
        {
            pairs[0] = new Pair { A = i, B = -i, Tag = node };
            node.Pair = pairs[0];
            pairs[2] = node.Pair;
            Pair copy = pairs[2];
            copy.B++;
            node.Pair = copy;
            sum += node.Pair.A + node.Pair.B + pairs[2].B + (pairs[2].Tag == copy.Tag ? 1 : 0);
        }
        foreach (KeyValuePair<string, int> count in counts)
            sum += count.Key.Length + count.Value;
        KeyValuePair<string, int>[] all = counts.ToArray();
        return sum + all[1].Key.Length * all[2].Value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long OtherClass(Node node, View view)
    {
        long sum = 0;
        for (int i = 0; i < Rounds; i++)
        {
            node.Number = i;
            node.Wide = i + 1L;
            node.Next = (i & 1) != 0 ? node : null;
            sum += view.First + view.Second + (view.Third == null ? 0 : 1);
            view.First = i * 2;
            view.Third = null;
            sum += node.Number + (node.Next == null ? 10 : 20);
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Bytes(int[] array, Span<byte> bytes)
    {
        long sum = 0;
        for (int i = 0; i < Rounds; i++)
        {
            array[0] = i * 65537;
            sum += bytes[2];
            bytes[1] = (byte)i;
            sum += array[0];
            MemoryMarshal.Cast<int, long>(array.AsSpan())[0] = i;
            sum += array[0] + array[1];
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static unsafe long Pointers(Node node, int* number)
    {
        long sum = 0;
        for (int i = 0; i < Rounds; i++)
        {
            node.Number = i;
            sum += *number;
            *number = i + 3;
            sum += node.Number;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long References(Node?[] nodes, object?[] objects, ref Node? first)
    {
        long sum = 0;
        Node a = new() { Number = 1 }, b = new() { Number = 2 };
        for (int i = 0; i < Rounds; i++)
        {
            nodes[0] = a;
            sum += ((Node)objects[0]!).Number;
            objects[0] = b;
            sum += nodes[0]!.Number;
            Node.First = a;
            sum += first!.Number;
            first = b;
            sum += Node.First.Number;
            nodes[0] = null;
            sum += objects[0] == null ? 1 : 0;
        }
        return sum;
    }

    // One of these does not fit, whatever was stored before.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Fits(object?[] array, object?[] values)
    {
        int stored = 0;
        foreach (object? value in values)
        {
            try
            {
                array[stored] = value;
                stored++;
            }
            catch (ArrayTypeMismatchException)
            {
                stored += 100;
                return stored;
            }
        }
        return stored;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long MoreDimensions(int[,] table, ref int element)
    {
        long sum = 0;
        for (int i = 0; i < Rounds; i++)
        {
            table[1, 2] = i;
            sum += element;
            element = i * 9;
            sum += table[1, 2];
            ref int same = ref table[1, 2];
            same++;
            sum += table[1, 2] + element;
        }
        return sum;
    }

    static unsafe void Main()
    {
        long[] sums = new long[16];
        for (int round = 0; round < 400; round++)
        {
            var node = new Node();
            sums[0] += SameObject(node, node);
            sums[1] += ByReference(node, ref node.Number);
            sums[2] += StaticByReference(ref Node.Shared);
            var array = new int[8];
            sums[3] += ElementsByReference(array, ref array[3]);
            sums[4] += SignedAndUnsigned(array, (uint[])(object)array);
            Views views = new() { Signed = array };
            sums[4] += SignedAndUnsigned(views.Signed, views.Unsigned);
            var union = new UnionObject();
            sums[5] += Unions(new Union[4], union, union);
            var pairs = new Pair[3];
            sums[6] += StructsInArrays(pairs, ref pairs[1]);
            sums[7] += StructInObject(node, node);
            var same = new View();
            sums[8] += OtherClass(Unsafe.As<Node>(same), same);
            sums[9] += Bytes(array, MemoryMarshal.AsBytes(array.AsSpan()));
            fixed (int* number = &node.Number)
                sums[10] += Pointers(node, number);
            var nodes = new Node?[2];
            sums[11] += References(nodes, nodes, ref Node.First);
            sums[12] += Fits(new object[4], [1, "two", null, node]);
            sums[12] += Fits(new string[4], ["one", null, round % 10 == 9 ? new object() : "two", "three"]);
            sums[12] += Fits(new IComparable[4], ["one", 2, round % 20 == 9 ? new object() : 3.0, 'c']);
            sums[12] += Fits(new Exception[3], [new InvalidCastException(), round % 30 == 9 ? "x" : null]);
            var table = new int[3, 4];
            sums[13] += MoreDimensions(table, ref table[1, 2]);
            sums[14] += SameObject(new Node(), node);
            sums[15] += Copies(pairs, node, new() { ["one"] = 1, ["three"] = 3, ["five"] = round });
        }
        foreach (long sum in sums) Console.WriteLine(sum);
    }
}

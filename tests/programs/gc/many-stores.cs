// Methods that store more references than have their barriers in line, to old objects, with integers, floats and vectors
// alive around each store; where they are often made, seldom made and on the way to a throw.
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

class Old
{
    public object? A, B, C, D, E, F, G, H, I, J;
    public Old? Next;
    public object?[] Items = new object?[6];
}

static class Program
{
    static readonly Old[] old = [.. Enumerable.Range(0, 200).Select(_ => new Old())];
    static object? kept;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double FillAll(Old to, int i, double x, float y, Vector256<int> v, Vector128<double> w)
    {
        object a = new string('a', i % 5), b = i * 2;
        double sum = x * i;
        Vector256<int> doubled = v + v;
        to.A = a; to.B = b; sum += y;
        to.C = b; to.D = a; doubled += v;
        to.E = new object(); to.F = (i, x); sum += doubled[i % 8];
        to.G = a; to.H = to; w += w;
        to.I = b; to.J = to.Next ?? to; sum += w[0] - w[1];
        to.Next = old[(i + 1) % old.Length];
        return sum + doubled[7] + v[i % 8];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double FillSome(Old to, int i, double x, Vector256<int> v)
    {
        double product = x;
        foreach (int k in (int[])[1, 2, 3])
        {
            to.Items[k] = product;
            product *= v[k];
            if ((i & 127) == 77)
            {
                to.Items[4] = new int[k]; to.Items[5] = new Old { A = to, B = k }; to.Items[0] = to.Items[k];
                product += x;
            }
        }
        return product + v[0] * x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double FillOrThrow(Old to, int i, double x)
    {
        try
        {
            to.A = i; to.B = x; to.C = to.A; to.D = to.B; to.E = to.C;
            if (i % 50 == 49)
                throw new InvalidOperationException("at " + i, new FormatException($"{x:F1}") { Data = { ["old"] = to.E } });
            to.F = to.E; to.G = to.D;
            return x + i;
        }
        catch (InvalidOperationException thrown) when (thrown.InnerException!.Data["old"] is int number && number == i)
        {
            to.H = thrown; to.I = thrown.InnerException; to.J = thrown.Message;
            return x - i;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void FillStruct(ref (object A, object B, (object C, object D) Both) to, object item)
    {
        to = (item, to.A ?? item, (to.B ?? item, to.Both.C ?? item));
        kept = to.Both.D;
    }

    static void Main()
    {
        var pairs = new (object, object, (object, object))[50];
        double sum = 0;
        GC.Collect();
        for (int round = 0; round < 60; round++)
        {
            for (int i = 0; i < old.Length; i++)
            {
                sum += FillAll(old[i], i + round, i + 0.25, round, Vector256.Create(1, 2, 3, 4, 5, 6, 7, i), Vector128.Create(i, 1.5));
                sum += FillSome(old[i], i, i * 0.5, Vector256.Create(round));
                sum += FillOrThrow(old[(i * 7) % old.Length], i, round * 0.5);
                FillStruct(ref pairs[i % pairs.Length], old[i].A!);
            }
            if (round % 20 == 7) GC.Collect(round % 3);
        }
        GC.Collect(0);
        Console.WriteLine(sum);
        Console.WriteLine(string.Join(' ', old.Take(8).Select(o => $"{o.A}/{o.B}/{o.C}/{o.D}/{o.E}/{o.F}/{o.G}")));
        Console.WriteLine(string.Join(' ', old.Where(o => o.H is Exception).Take(5).Select(o => $"{((Exception)o.H!).Message} {((Exception)o.I!).Message} {o.J}")));
        Console.WriteLine(string.Join(' ', old.Skip(75).Take(4).Select(o => $"{o.Items[0]}/{o.Items[1]}/{o.Items[3]}/{(o.Items[4] as int[])?.Length}/{(o.Items[5] as Old)?.B}/{o.Next?.Items.Length}")));
        Console.WriteLine(string.Join(' ', pairs.Take(6).Select(p => p.ToString())) + kept);
    }
}

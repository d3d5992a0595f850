using System.Reflection;

[Flags]
enum F8 : byte
{
    None,
    A = 1,
    B = 2,
    C = 4,
    AB = 3,
    High = 128
}

[Flags]
enum F64 : ulong
{
    Top = 1UL << 63,
    One = 1,
    All = ulong.MaxValue
}

enum SB : sbyte
{
    Min = -128,
    Neg = -1,
    Zero,
    Max = 127
}

enum S16 : short
{
    Min = short.MinValue,
    X = 5
}

enum U16 : ushort
{
    Max = 65535
}

enum I32
{
    A = 1,
    Dup = 1,
    B = -7
}

enum U32 : uint
{
    Max = uint.MaxValue,
    Half = 0x80000000
}

enum I64 : long
{
    Min = long.MinValue,
    Max = long.MaxValue
}

[Flags]
enum FNeg : int
{
    Neg = int.MinValue,
    One = 1
}

enum Empty
{
}

enum One
{
    Only = 42
}

class P
{
    static void W(object? o) => Console.WriteLine(o);
    static void T(string n, Func<object?> f)
    {
        try
        {
            W(n + " " + (f() ?? "null"));
        }
        catch (Exception e)
        {
            W(n + " " + e.GetType().Name + " " + e.Message.Split('\n')[0]);
        }
    }

    static void All<E>(params E[] vs)
        where E : struct, Enum
    {
        W(typeof(E).Name + " " + Enum.GetUnderlyingType(typeof(E)).Name + " " + string.Join(",", Enum.GetNames<E>()) + " " + string.Join(",", Enum.GetValues<E>().Select(v => v.ToString("D"))));
        foreach (var v in vs)
        {
            W($"{v} {v:G} {v:D} {v:X} {v:F} {v.GetHashCode()} {Enum.IsDefined(v)} {Enum.GetName(v) ?? "null"} {Convert.ToString(v)} {v.CompareTo(default(E))} {v.Equals(default(E))} {v.HasFlag(vs[0])} {((IConvertible)v).GetTypeCode()} {((IFormattable)v).ToString("x", null)}");
            object o = v;
            W(o.Equals(v) + "" + o.Equals(Convert.ChangeType(v, Enum.GetUnderlyingType(typeof(E)))) + (o is E) + (o is Enum) + (o is IComparable) + EqualityComparer<E>.Default.Equals(v, vs[0]) + Comparer<E>.Default.Compare(v, vs[0]) + Enum.ToObject(typeof(E), Convert.ChangeType(v, Enum.GetUnderlyingType(typeof(E)))).Equals(v));
            T("parse", () => Enum.Parse<E>(v.ToString()));
            T("parse num", () => Enum.Parse(typeof(E), v.ToString("D")));
            Span<char> buf = stackalloc char[64];
            W(Enum.TryFormat(v, buf, out int n) + new string (buf[..n]));
            var d = new Dictionary<E, int>
            {
                [v] = 1
            };
            W(d.ContainsKey(v) + "" + new HashSet<E>(vs).Count + Array.IndexOf(vs, v) + new List<E>(vs).IndexOf(v) + vs.AsSpan().IndexOf(v));
        }

        foreach (var s in new[]
        {
            "",
            " ",
            "A",
            "a",
            "A, B",
            " A ,C ",
            "1",
            "-1",
            "300",
            "99999999999999999999",
            "Nope",
            "A,Nope",
            "0x1",
            "+5",
            "1,2",
            "Min",
            "max",
            ","
        }

        )
            T("P[" + s + "]", () => Enum.Parse<E>(s).ToString("D") + Enum.TryParse<E>(s, true, out var r) + r.ToString("D"));
    }

    static string Sw(F8 f) => f switch
    {
        F8.None => "none",
        F8.A | F8.B => "ab",
        F8.High => "high",
        _ => "other"
    };
    static string SwL(F64 f)
    {
        switch (f)
        {
            case F64.Top:
                return "top";
            case F64.All:
                return "all";
            case (F64)2:
                return "two";
            default:
                return "def";
        }
    }

    static void Main()
    {
        All(F8.A, F8.AB, F8.A | F8.C, F8.High, (F8)0, (F8)8, (F8)255);
        All(F64.Top, F64.All, F64.Top | F64.One, (F64)6);
        All(SB.Min, SB.Neg, SB.Zero, (SB)5);
        All(S16.Min, S16.X);
        All(U16.Max, (U16)3);
        All(I32.A, I32.B, (I32)9);
        All(U32.Max, U32.Half);
        All(I64.Min, I64.Max, (I64)(-1));
        All(FNeg.Neg, FNeg.Neg | FNeg.One, (FNeg)(-1));
        All<Empty>((Empty)3);
        All(One.Only);
        All(DayOfWeek.Friday);
        All(AttributeTargets.Class | AttributeTargets.Enum, AttributeTargets.All);
        All(BindingFlags.Instance | BindingFlags.Public);
        W(Sw(F8.None) + Sw((F8)3) + Sw(F8.High) + Sw(F8.C));
        W(SwL(F64.Top) + SwL(F64.All) + SwL((F64)2) + SwL(0));
        F8 f = F8.A;
        f |= F8.High;
        f &= ~F8.A;
        f ^= F8.B;
        f++;
        W(f);
        W((byte)~f);
        W((F8)(f - 1));
        W(f - F8.A);
        W(unchecked((int)(F8.C) - (int)F8.High));
        U32 u = U32.Half;
        W((int)u + " " + (long)u + " " + (u > 0) + (float)u + (double)u);
        I64 l = I64.Min;
        W((ulong)l + "" + unchecked((int)l));
        try
        {
            W(checked((int)l));
        }
        catch (OverflowException)
        {
            W("ovf");
        }

        SB sb = SB.Max;
        sb++;
        W(sb);
        T("checked++", () =>
        {
            SB q = SB.Max;
            checked
            {
                q++;
            }

            return q;
        });
        W((char)(U16)65);
        W((F8)'a');
        F8? nf = null;
        W((nf | F8.A) == null);
        nf = F8.C;
        W(nf.Value + "" + (nf == F8.C) + nf);
        object bx = F8.A;
        W((byte)bx);
        W(bx is byte);
        W((F8)(object)(byte)4);
        T("unbox", () => (int)bx);
        T("unbox2", () => (One)(object)42);
        T("cast", () => (I32)(object)One.Only);
        int[] ia = (int[])(object)new[]
        {
            One.Only
        };
        W(ia[0]);
        W(((One[])(object)new[] { 42 })[0]);
        T("toobject", () => Enum.ToObject(typeof(F8), 257));
        T("toobject2", () => Enum.ToObject(typeof(int), 1));
        T("toobject3", () => Enum.ToObject(typeof(F8), "x"));
        T("getname", () => Enum.GetName(typeof(I32), 1));
        T("getname2", () => Enum.GetName(typeof(I32), 1L));
        T("isdef", () => Enum.IsDefined(typeof(I32), "Dup") + "" + Enum.IsDefined(typeof(I32), 2));
        T("isdef bad", () => Enum.IsDefined(typeof(I32), 2L));
        T("format", () => Enum.Format(typeof(F8), (byte)5, "F"));
        T("format bad", () => Enum.Format(typeof(F8), 5, "G"));
        T("bad fmt", () => F8.A.ToString("Q"));
        T("compare", () => ((IComparable)F8.A).CompareTo(One.Only));
        T("convert", () => Convert.ToInt32(U32.Half));
        T("changetype", () => Convert.ChangeType(One.Only, typeof(string)));
        W(typeof(F8).IsEnum + "" + typeof(Enum).IsEnum + typeof(Enum).IsValueType + typeof(F8).IsPrimitive + typeof(F8).BaseType + typeof(F8).GetEnumUnderlyingType() + Type.GetTypeCode(typeof(F64)));
        W(Enum.GetValuesAsUnderlyingType<F8>().GetType());
        W(string.Join(",", typeof(I32).GetFields().Select(x => x.Name + x.IsLiteral + x.Attributes)));
        W(typeof(One).GetField("Only")!.GetRawConstantValue());
        W(typeof(One).GetField("Only")!.GetValue(null));
        W(typeof(One).GetField("value__")!.GetValue(One.Only));
        W(default(DayOfWeek) + "" + new DayOfWeek());
        W($"{F8.A | F8.B, 10}|{One.Only, -10}".Length > 0 ? "fmt" : "");
        W(string.Concat(F8.A, One.Only) + F8.A + 'x' + One.Only);
        const F8 K = F8.A | F8.C;
        W(K);
        W(nameof(F8.A));
        W(((Enum)F8.A).HasFlag(F8.None));
        T("hasflag bad", () => ((Enum)F8.A).HasFlag(One.Only));
        W(F8.A.GetType() + "" + ((object)F8.A).GetType());
        W(Enum.Parse(typeof(F8), "a, HIGH", true));
    }
}

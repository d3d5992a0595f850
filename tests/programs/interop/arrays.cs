using System.Runtime.InteropServices;
using System.Text;

// Arrays, builders, classes and strings in every direction.

struct Pair
{
    public bool Flag;
    public string Name;
}

struct PairNative
{
    public int Flag;
    public nint Name;
}

[StructLayout(LayoutKind.Sequential)]
class Node
{
    public int Id;
    public string? Name;
}

[StructLayout(LayoutKind.Sequential)]
class Plain
{
    public int A;
    public double B;
}

struct NodeNative
{
    public int Id;
    public nint Name;
}

delegate int Strings([In, Out] string[] values, int count);
delegate int StringsIn(string[] values, int count);
delegate int StringsOut([Out] string[] values, int count);
delegate int Bools([In, Out] bool[] values, int count);
delegate int SmallBools([In, Out, MarshalAs(UnmanagedType.LPArray, ArraySubType = UnmanagedType.U1)] bool[] values, int count);
delegate int WideStrings([MarshalAs(UnmanagedType.LPArray, ArraySubType = UnmanagedType.LPWStr)] string[] values, int count);
delegate int Pairs([In, Out] Pair[] values, int count);
delegate int Dates([In, Out] DateTime[] values, int count);
delegate int Chars([In, Out] char[] values, int count);
[UnmanagedFunctionPointer(CallingConvention.Cdecl, CharSet = CharSet.Unicode)] delegate int CharsWide(char[] values, int count);
delegate int RefInts([MarshalAs(UnmanagedType.LPArray, SizeParamIndex = 1)] ref int[] values, ref int count);
delegate int OutInts([MarshalAs(UnmanagedType.LPArray, SizeParamIndex = 1)] out int[] values, out int count);
delegate int OutStrings([MarshalAs(UnmanagedType.LPArray, SizeConst = 2)] out string[] values);
delegate int RefIntsAlone(ref int[] values);
delegate int RefNode(ref Node? node);
delegate int OutNode(out Node? node);
delegate int NodeIn(Node? node);
delegate int NodeOut([Out] Node node);
delegate int NodeInOut([In, Out] Node node);
delegate Node? NodeResult(int id);
delegate int RefPlain(ref Plain? node);
delegate Plain? PlainResult(int id);
delegate int PlainIn(Plain? plain);
delegate int Builder(StringBuilder builder, int capacity);
delegate int RefBuilder(ref StringBuilder? builder);
delegate StringBuilder? BuilderResult();
delegate int Matrix(int[,] values, int count);
delegate int RefString(ref string? value);
delegate int BStrings([MarshalAs(UnmanagedType.BStr)] string? value, [MarshalAs(UnmanagedType.AnsiBStr)] string? ansi);
[return: MarshalAs(UnmanagedType.BStr)] delegate string BStringResult();
delegate int GuidPointer([MarshalAs(UnmanagedType.LPStruct)] Guid guid);
delegate int Any([MarshalAs(UnmanagedType.AsAny)] object? value, int kind);
delegate int AnyOut([Out, MarshalAs(UnmanagedType.AsAny)] object? value, int kind);
delegate DateTime DateFunction(DateTime date, ref DateTime other);
delegate int Money([MarshalAs(UnmanagedType.Currency)] decimal money);

static unsafe class Program
{
    static T As<T>(void* function) where T : Delegate => Marshal.GetDelegateForFunctionPointer<T>((nint)function);
    static string Text(nint text) => Marshal.PtrToStringUTF8(text) ?? "null";

    [UnmanagedCallersOnly]
    static int StringsNative(nint* values, int count)
    {
        if (values == null) return -1;
        for (int i = 0; i < count; i++)
        {
            Console.Write(Text(values[i]) + " ");
            Marshal.FreeCoTaskMem(values[i]);
            values[i] = i == 1 ? 0 : Marshal.StringToCoTaskMemUTF8("new" + i);
        }
        Console.WriteLine();
        return count;
    }

    [UnmanagedCallersOnly]
    static int WideStringsNative(nint* values, int count)
    {
        for (int i = 0; i < count; i++) Console.Write((Marshal.PtrToStringUni(values[i]) ?? "null") + " ");
        Console.WriteLine();
        return count;
    }

    [UnmanagedCallersOnly]
    static int BoolsNative(int* values, int count)
    {
        int sum = 0;
        for (int i = 0; i < count; i++)
        {
            sum = sum * 10 + values[i];
            values[i] = values[i] == 0 ? 5 : 0;
        }
        return sum;
    }

    [UnmanagedCallersOnly]
    static int BytesNative(byte* values, int count)
    {
        int sum = 0;
        for (int i = 0; i < count; i++)
        {
            sum += values[i];
            values[i]++;
        }
        return sum;
    }

    [UnmanagedCallersOnly]
    static int CharsNative(char* values, int count)
    {
        int sum = 0;
        for (int i = 0; i < count; i++) sum += values[i]++;
        return sum;
    }

    [UnmanagedCallersOnly]
    static int PairsNative(PairNative* values, int count)
    {
        for (int i = 0; i < count; i++)
        {
            Console.Write($"{values[i].Flag}:{Text(values[i].Name)} ");
            values[i].Flag = 1 - values[i].Flag;
        }
        Console.WriteLine();
        return count;
    }

    [UnmanagedCallersOnly]
    static int DatesNative(double* values, int count)
    {
        for (int i = 0; i < count; i++) Console.Write(values[i] + " ");
        values[0] += 1;
        Console.WriteLine();
        return count;
    }

    [UnmanagedCallersOnly]
    static int RefIntsNative(int** values, int* count)
    {
        int sum = 0;
        for (int i = 0; *values != null && i < *count; i++) sum += (*values)[i];
        *count += 2;
        *values = (int*)Marshal.ReAllocCoTaskMem((nint)(*values), 4 * *count);
        for (int i = 0; i < *count; i++) (*values)[i] = i * i;
        return sum;
    }

    [UnmanagedCallersOnly]
    static int OutStringsNative(nint** values)
    {
        *values = (nint*)Marshal.AllocCoTaskMem(16);
        (*values)[0] = Marshal.StringToCoTaskMemUTF8("first");
        (*values)[1] = Marshal.StringToCoTaskMemUTF8("second");
        return 2;
    }

    [UnmanagedCallersOnly]
    static int RefNodeNative(NodeNative** node)
    {
        int id = *node == null ? -1 : (*node)->Id;
        if (*node != null) Console.WriteLine(Text((*node)->Name));
        if (id == 99)
        {
            *node = null;
            return id;
        }
        if (*node == null) *node = (NodeNative*)Marshal.AllocCoTaskMem(16);
        (*node)->Id = id + 1;
        (*node)->Name = Marshal.StringToCoTaskMemUTF8("from native");
        return id;
    }

    [UnmanagedCallersOnly]
    static int NodeNative_(NodeNative* node)
    {
        if (node == null) return -1;
        Console.WriteLine(node->Id + " " + Text(node->Name));
        node->Id += 100;
        node->Name = Marshal.StringToCoTaskMemUTF8("changed");
        return 1;
    }

    [UnmanagedCallersOnly]
    static NodeNative* NodeResultNative(int id)
    {
        if (id == 0) return null;
        var node = (NodeNative*)Marshal.AllocCoTaskMem(16);
        node->Id = id;
        node->Name = Marshal.StringToCoTaskMemUTF8("result");
        return node;
    }

    [UnmanagedCallersOnly]
    static int RefPlainNative(int** plain)
    {
        if (*plain == null) return -1;
        **plain += 1;
        return **plain;
    }

    [UnmanagedCallersOnly]
    static int PlainNative(int* plain) => plain == null ? -1 : ++*plain;

    [UnmanagedCallersOnly]
    static int* PlainResultNative(int id)
    {
        var plain = (int*)Marshal.AllocCoTaskMem(16);
        plain[0] = id;
        *(double*)(plain + 2) = 0.5;
        return plain;
    }

    [UnmanagedCallersOnly]
    static int BuilderNative(byte* text, int capacity)
    {
        if (text == null) return -1;
        string old = Text((nint)text);
        "hällo"u8.CopyTo(new Span<byte>(text, capacity));
        text[6] = 0;
        Console.WriteLine("old: " + old);
        return old.Length;
    }

    [UnmanagedCallersOnly]
    static int RefBuilderNative(byte** text)
    {
        Console.WriteLine(Text((nint)(*text)));
        *text = (byte*)Marshal.StringToCoTaskMemUTF8("builder back");
        return 1;
    }

    [UnmanagedCallersOnly] static nint BuilderResultNative() => Marshal.StringToCoTaskMemUTF8("built");

    [UnmanagedCallersOnly]
    static int RefStringNative(nint* text)
    {
        Console.WriteLine(Text(*text));
        bool wasNull = *text == 0;
        Marshal.FreeCoTaskMem(*text);
        *text = wasNull ? Marshal.StringToCoTaskMemUTF8("not null") : 0;
        return 1;
    }

    [UnmanagedCallersOnly]
    static int BStringsNative(nint value, nint ansi)
    {
        Console.WriteLine((value == 0 ? "null" : Marshal.PtrToStringBSTR(value)) + " " + (ansi == 0 ? "null" : Text(ansi) + Marshal.ReadInt32(ansi, -4)));
        return value == 0 ? -1 : Marshal.ReadInt32(value, -4);
    }

    [UnmanagedCallersOnly] static nint BStringResultNative() => Marshal.StringToBSTR("bstr rësult");
    [UnmanagedCallersOnly] static int GuidNative(Guid* guid) => guid->ToByteArray()[0];
    [UnmanagedCallersOnly]
    static double DateNative(double date, double* other)
    {
        *other += 0.5;
        return date + 365;
    }
    [UnmanagedCallersOnly] static int MoneyNative(long money) => (int)money;

    [UnmanagedCallersOnly]
    static int AnyNative(nint value, int kind)
    {
        if (value == 0) return -1;
        if (kind == 0) Console.WriteLine(Text(value));
        if (kind == 1) return *(int*)value + ((int*)value)[1]++;
        if (kind == 2) return ((NodeNative*)value)->Id++;
        if (kind == 3)
        {
            Console.WriteLine(Text(value));
            *(byte*)value = (byte)'!';
        }
        return 0;
    }

    static void Arrays()
    {
        var function = (delegate* unmanaged<nint*, int, int>)&StringsNative;
        string?[] texts = { "eins", null, "drei" };
        As<Strings>(function)(texts!, 3);
        Console.WriteLine(string.Join(",", texts.Select(t => t ?? "null")));
        As<StringsIn>(function)(texts!, 3);
        Console.WriteLine(string.Join(",", texts.Select(t => t ?? "null")));
        As<StringsOut>(function)(texts!, 3);
        Console.WriteLine(string.Join(",", texts.Select(t => t ?? "null")));
        Console.WriteLine(As<Strings>(function)(null!, 0) + " " + As<Strings>(function)(new string[0], 0));
        As<WideStrings>((delegate* unmanaged<nint*, int, int>)&WideStringsNative)(new[] { "wïde", "öne" }, 2);
        bool[] flags = { true, false, true };
        Console.Write(As<Bools>((delegate* unmanaged<int*, int, int>)&BoolsNative)(flags, 3) + " ");
        Console.WriteLine(string.Join(",", flags));
        Console.Write(As<SmallBools>((delegate* unmanaged<byte*, int, int>)&BytesNative)(flags, 3) + " ");
        Console.WriteLine(string.Join(",", flags));
        char[] letters = { 'a', 'b' };
        Console.Write(As<Chars>((delegate* unmanaged<byte*, int, int>)&BytesNative)(letters, 2) + " ");
        Console.Write(new string(letters) + " ");
        Console.Write(As<CharsWide>((delegate* unmanaged<char*, int, int>)&CharsNative)(letters, 2) + " ");
        Console.WriteLine(new string(letters));
        Pair[] pairs = { new() { Flag = true, Name = "p" }, new() { Name = "q" } };
        As<Pairs>((delegate* unmanaged<PairNative*, int, int>)&PairsNative)(pairs, 2);
        Console.WriteLine(string.Join(",", pairs.Select(p => p.Flag + p.Name)));
        DateTime[] dates = { new(1999, 12, 31), new(1900, 1, 1) };
        As<Dates>((delegate* unmanaged<double*, int, int>)&DatesNative)(dates, 2);
        Console.WriteLine(string.Join(",", dates.Select(d => d.ToString("s"))));
        int[,] matrix = { { 1, 0 }, { 1, 1 } };
        Console.WriteLine(As<Matrix>((delegate* unmanaged<int*, int, int>)&BoolsNative)(matrix, 4) + " " + matrix[0, 1]);
        int[] numbers = { 1, 2, 3 };
        int count = 3;
        Console.Write(As<RefInts>((delegate* unmanaged<int**, int*, int>)&RefIntsNative)(ref numbers, ref count) + " ");
        Console.WriteLine(string.Join(",", numbers));
        count = 0;
        As<OutInts>((delegate* unmanaged<int**, int*, int>)&RefIntsNative)(out numbers, out count);
        Console.WriteLine(string.Join(",", numbers));
        As<OutStrings>((delegate* unmanaged<nint**, int>)&OutStringsNative)(out texts!);
        Console.WriteLine(string.Join(",", texts));
        int[] alone = { 5, 6, 7 };
        Console.Write(As<RefIntsAlone>((delegate* unmanaged<int**, int>)&RefPlainNative)(ref alone) + " ");
        Console.WriteLine(string.Join(",", alone));
    }

    static void Classes()
    {
        var reference = (delegate* unmanaged<NodeNative**, int>)&RefNodeNative;
        Node? node = new() { Id = 5, Name = "nöde" };
        Node original = node;
        Console.Write(As<RefNode>(reference)(ref node) + " ");
        Console.WriteLine($"{node!.Id} {node.Name} {ReferenceEquals(node, original)} {original.Id}");
        node = null;
        As<RefNode>(reference)(ref node);
        Console.WriteLine($"{node!.Id} {node.Name}");
        As<OutNode>(reference)(out node);
        Console.WriteLine($"{node!.Id} {node.Name}");
        var direct = (delegate* unmanaged<NodeNative*, int>)&NodeNative_;
        foreach (int which in new[] { 0, 1, 2 })
        {
            node = new Node { Id = which, Name = "näme" };
            if (which == 0) As<NodeIn>(direct)(node);
            if (which == 1) As<NodeOut>(direct)(node);
            if (which == 2) As<NodeInOut>(direct)(node);
            Console.WriteLine($"{node.Id} {node.Name}");
        }
        Console.WriteLine(As<NodeIn>(direct)(null));
        Node? result = As<NodeResult>((delegate* unmanaged<int, NodeNative*>)&NodeResultNative)(12);
        Console.WriteLine($"{result!.Id} {result.Name} {As<NodeResult>((delegate* unmanaged<int, NodeNative*>)&NodeResultNative)(0) == null}");
        Plain? plain = new() { A = 4, B = 2.5 };
        Console.Write(As<PlainIn>((delegate* unmanaged<int*, int>)&PlainNative)(plain) + " ");
        Console.Write(As<RefPlain>((delegate* unmanaged<int**, int>)&RefPlainNative)(ref plain) + " ");
        Console.WriteLine($"{plain!.A} {plain.B}");
        Plain back = As<PlainResult>((delegate* unmanaged<int, int*>)&PlainResultNative)(8)!;
        Console.WriteLine($"{back.A} {back.B}");
    }

    static void Texts()
    {
        var builder = new StringBuilder("öld", 16);
        Console.WriteLine(As<Builder>((delegate* unmanaged<byte*, int, int>)&BuilderNative)(builder, 16) + " " + builder + " " + builder.Length);
        Console.WriteLine(As<Builder>((delegate* unmanaged<byte*, int, int>)&BuilderNative)(null!, 0));
        StringBuilder? other = new("reference");
        As<RefBuilder>((delegate* unmanaged<byte**, int>)&RefBuilderNative)(ref other);
        Console.WriteLine(other);
        Console.WriteLine(As<BuilderResult>((delegate* unmanaged<nint>)&BuilderResultNative)());
        string? text = "ünd";
        As<RefString>((delegate* unmanaged<nint*, int>)&RefStringNative)(ref text);
        Console.WriteLine(text ?? "null");
        As<RefString>((delegate* unmanaged<nint*, int>)&RefStringNative)(ref text);
        Console.WriteLine(text);
        Console.WriteLine(As<BStrings>((delegate* unmanaged<nint, nint, int>)&BStringsNative)("b-strïng", "änsi"));
        Console.WriteLine(As<BStrings>((delegate* unmanaged<nint, nint, int>)&BStringsNative)(null, null));
        Console.WriteLine(As<BStringResult>((delegate* unmanaged<nint>)&BStringResultNative)());
        Console.WriteLine(As<GuidPointer>((delegate* unmanaged<Guid*, int>)&GuidNative)(new Guid("00000042-0000-0000-0000-000000000000")));
        var other2 = new DateTime(2001, 2, 3);
        Console.WriteLine(As<DateFunction>((delegate* unmanaged<double, double*, double>)&DateNative)(new DateTime(2010, 5, 6), ref other2).ToString("s") + " " + other2.ToString("s"));
        Console.WriteLine(As<Money>((delegate* unmanaged<long, int>)&MoneyNative)(1.2345m));
    }

    static void Anything()
    {
        var any = (delegate* unmanaged<nint, int, int>)&AnyNative;
        As<Any>(any)("täxt", 0);
        int[] ints = { 3, 4 };
        Console.WriteLine(As<Any>(any)(ints, 1) + " " + ints[1]);
        Console.WriteLine(As<AnyOut>(any)(ints, 1) >= 0);
        var node = new Node { Id = 7, Name = "any" };
        Console.WriteLine(As<Any>(any)(node, 2) + " " + node.Id);
        Console.WriteLine(As<Any>(any)(null, 0));
        var builder = new StringBuilder("builder");
        As<Any>(any)(builder, 3);
        Console.WriteLine(builder);
        try
        {
            As<Any>(any)(new object(), 0);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
    }

    static void Main()
    {
        Arrays();
        Classes();
        Texts();
        Anything();
    }
}

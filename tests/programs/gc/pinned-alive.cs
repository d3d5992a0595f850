// What `fixed` and running native calls refer to is alive, although nothing else names it any more.
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

class Holder { public long First = 1, Second = 2; }

class Own(byte[] bytes) { public ref byte GetPinnableReference() => ref bytes[0]; }

class Handle : SafeHandle
{
    public Handle() : base(0, true) => handle = 1;
    public override bool IsInvalid => false;
    protected override bool ReleaseHandle() => true;
}

delegate int Callback(int value);

static unsafe class Made
{
    static WeakReference weak = new(null);

    public static bool IsAlive => weak.IsAlive;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static T Note<T>(T made) where T : class
    {
        weak = new WeakReference(made);
        return made;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] public static byte[] Bytes() => Note(new byte[100]);
    [MethodImpl(MethodImplOptions.NoInlining)] public static byte[] ManyBytes() => Note(new byte[100_000]);
    [MethodImpl(MethodImplOptions.NoInlining)] public static string Text() => Note(new string('x', 50));
    [MethodImpl(MethodImplOptions.NoInlining)] public static Holder Holder() => Note(new Holder());
    [MethodImpl(MethodImplOptions.NoInlining)] public static Handle Handle() => Note(new Handle());
    [MethodImpl(MethodImplOptions.NoInlining)] public static Callback Callback(int addend) => Note<Callback>(value => value + addend);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool SurvivesCollection(int depth = 0)
    {
        if (depth > 0) return SurvivesCollection(depth - 1);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        return IsAlive;
    }
}

static unsafe class Program
{
    static readonly nint* memory = (nint*)NativeMemory.Alloc(64);

    // --- Pinned variables. What is left of the address is its complement, in memory that is not the collector's.

    static void Hide(void* address) => *memory = ~(nint)address;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Array()
    {
        fixed (byte* p = Made.Bytes())
        {
            Hide(p);
            return Made.SurvivesCollection();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool LargeArray()
    {
        fixed (byte* p = Made.ManyBytes())
        {
            Hide(p);
            return Made.SurvivesCollection(20);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Element()
    {
        fixed (byte* p = &Made.Bytes()[99])
        {
            Hide(p);
            return Made.SurvivesCollection();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Text()
    {
        fixed (char* p = Made.Text())
        {
            Hide(p);
            return Made.SurvivesCollection();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Field()
    {
        fixed (long* p = &Made.Holder().Second)
        {
            Hide(p);
            return Made.SurvivesCollection();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool SpanOfArray()
    {
        Span<byte> span = Made.Bytes();
        fixed (byte* p = span)
        {
            Hide(p);
            return Made.SurvivesCollection();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool OwnReference()
    {
        fixed (byte* p = new Own(Made.Bytes()))
        {
            Hide(p);
            return Made.SurvivesCollection();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool InTry()
    {
        try
        {
            fixed (byte* p = Made.Bytes())
            {
                Hide(p);
                return Made.SurvivesCollection();
            }
        }
        finally
        {
            *memory = 0;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int InLoop()
    {
        int alive = 0;
        for (int i = 0; i < 20; i++)
        {
            fixed (byte* p = Made.Bytes())
            {
                Hide(p);
                if (Made.SurvivesCollection(i)) alive++;
            }
        }
        return alive;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static bool PutIn(byte[] bytes, int depth)
    {
        fixed (byte* p = bytes)
        {
            Hide(p);
            return Made.SurvivesCollection(depth);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Callers()
    {
        int alive = 0;
        for (int i = 0; i < 10; i++)
            if (PutIn(Made.Bytes(), i)) alive++;
        return alive;
    }

    // A loop that is left for better code while the variable is pinned.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool AcrossReplacement()
    {
        fixed (byte* p = Made.Bytes())
        {
            Hide(p);
            long sum = 0;
            for (int i = 0; i < 200_000_000; i++)
                sum += i ^ (sum >> 3);
            memory[1] = (nint)sum;
            return Made.SurvivesCollection();
        }
    }

    // What C# does not write: nobody reads the variable.
    static bool NeverRead(Type type, string maker)
    {
        var method = new DynamicMethod("NeverRead", typeof(bool), [typeof(int)], typeof(Program).Module, true);
        ILGenerator il = method.GetILGenerator();
        il.DeclareLocal(type, pinned: true);
        il.Emit(OpCodes.Call, typeof(Made).GetMethod(maker)!);
        if (type.IsByRef)
        {
            il.Emit(OpCodes.Ldc_I4_3);
            il.Emit(OpCodes.Ldelema, typeof(byte));
        }
        il.Emit(OpCodes.Stloc_0);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, typeof(Made).GetMethod("SurvivesCollection")!);
        il.Emit(OpCodes.Ret);
        return method.CreateDelegate<Func<int, bool>>()(3);
    }

    // --- Arguments of native calls

    [DllImport("pinned-alive", EntryPoint = "hold")] static extern int HoldArray(byte[] data, int* inside, int* release);
    [DllImport("pinned-alive", EntryPoint = "hold")] static extern int HoldReference(ref byte data, int* inside, int* release);
    [DllImport("pinned-alive", EntryPoint = "hold")] static extern int HoldPointer(void* data, int* inside, int* release);
    [DllImport("pinned-alive", EntryPoint = "hold", CharSet = CharSet.Unicode)] static extern int HoldText(string data, int* inside, int* release);
    [DllImport("pinned-alive", EntryPoint = "hold")] static extern int HoldHandle(Handle data, int* inside, int* release);
    [DllImport("pinned-alive", EntryPoint = "hold")] static extern int HoldCallback(Callback data, int* inside, int* release);

    [MethodImpl(MethodImplOptions.NoInlining)] static int CallWithArray(int* inside, int* release) => HoldArray(Made.Bytes(), inside, release);
    [MethodImpl(MethodImplOptions.NoInlining)] static int CallWithReference(int* inside, int* release) => HoldReference(ref Made.Bytes()[50], inside, release);
    [MethodImpl(MethodImplOptions.NoInlining)] static int CallWithText(int* inside, int* release) => HoldText(Made.Text(), inside, release);
    [MethodImpl(MethodImplOptions.NoInlining)] static int CallWithHandle(int* inside, int* release) => HoldHandle(Made.Handle(), inside, release);
    [MethodImpl(MethodImplOptions.NoInlining)] static int CallWithCallback(int* inside, int* release) => HoldCallback(Made.Callback(*release), inside, release);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int CallWithPinned(int* inside, int* release)
    {
        fixed (byte* p = Made.Bytes())
            return HoldPointer((void*)~(nint)p, inside, release);
    }

    static bool SurvivesIn(Func<nint, nint, int> call)
    {
        int* inside = (int*)memory, release = inside + 1;
        *inside = *release = 0;
        var thread = new Thread(() => call((nint)inside, (nint)release));
        thread.Start();
        while (Volatile.Read(ref *inside) == 0) Thread.Yield();
        bool alive = Made.SurvivesCollection();
        Volatile.Write(ref *release, 1);
        thread.Join();
        return alive;
    }

    static void Main()
    {
        Console.WriteLine($"{Array()} {LargeArray()} {Element()} {Text()} {Field()} {SpanOfArray()} {OwnReference()} {InTry()} {InLoop()} {Callers()} {AcrossReplacement()}");
        Console.WriteLine($"{NeverRead(typeof(byte[]), "Bytes")} {NeverRead(typeof(string), "Text")} {NeverRead(typeof(byte).MakeByRefType(), "Bytes")}");
        Console.WriteLine(SurvivesIn((inside, release) => CallWithArray((int*)inside, (int*)release)));
        Console.WriteLine(SurvivesIn((inside, release) => CallWithReference((int*)inside, (int*)release)));
        Console.WriteLine(SurvivesIn((inside, release) => CallWithText((int*)inside, (int*)release)));
        Console.WriteLine(SurvivesIn((inside, release) => CallWithHandle((int*)inside, (int*)release)));
        Console.WriteLine(SurvivesIn((inside, release) => CallWithCallback((int*)inside, (int*)release)));
        Console.WriteLine(SurvivesIn((inside, release) => CallWithPinned((int*)inside, (int*)release)));
    }
}

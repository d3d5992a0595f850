// ComWrappers: identity and counts of managed objects as COM objects and of native objects as managed ones.
using System.Collections;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

interface INumber { int Get(); void Set(int value); }

class Number : INumber
{
    public static int finalized;
    int value;
    public int Get() => value;
    public void Set(int value) => this.value = value;
    ~Number() => Interlocked.Increment(ref finalized);
}

class Picky : Number, ICustomQueryInterface
{
    public static readonly Guid Custom = new("11111111-2222-3333-4444-555555555555");
    public static readonly Guid Refused = new("11111111-2222-3333-4444-555555555556");
    public static readonly Guid Throws = new("11111111-2222-3333-4444-555555555557");
    public CustomQueryInterfaceResult GetInterface(ref Guid iid, out nint result)
    {
        result = 0;
        if (iid == Throws) throw new InvalidOperationException();
        if (iid == Refused) return CustomQueryInterfaceResult.Failed;
        if (iid != Custom) return CustomQueryInterfaceResult.NotHandled;
        result = 0x1234;
        return CustomQueryInterfaceResult.Handled;
    }
}

unsafe class Proxy(nint self) : INumber
{
    public static int finalized;
    public nint self = self;
    public int Get() { int result; ((delegate* unmanaged<nint, int*, int>)(*(void***)self)[3])(self, &result); return result; }
    public void Set(int value) => ((delegate* unmanaged<nint, int, int>)(*(void***)self)[4])(self, value);
    ~Proxy() { Interlocked.Increment(ref finalized); }
}

unsafe class Wrappers : ComWrappers
{
    public static readonly Guid Iid = new("aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee");
    static readonly ComInterfaceEntry* entries = Make();
    static readonly nint* ownUnknown = MakeUnknown();
    public int created, computed;
    public bool nothing, noEntries;

    static ComInterfaceEntry* Make()
    {
        nint* vtable = (nint*)RuntimeHelpers.AllocateTypeAssociatedMemory(typeof(Wrappers), 5 * sizeof(nint));
        GetIUnknownImpl(out vtable[0], out vtable[1], out vtable[2]);
        vtable[3] = (nint)(delegate* unmanaged<ComInterfaceDispatch*, int*, int>)&Get;
        vtable[4] = (nint)(delegate* unmanaged<ComInterfaceDispatch*, int, int>)&Set;
        var entries = (ComInterfaceEntry*)RuntimeHelpers.AllocateTypeAssociatedMemory(typeof(Wrappers), 12 * sizeof(ComInterfaceEntry));
        for (int i = 0; i < 12; i++)
        {
            entries[i].IID = i == 0 ? Iid : new Guid(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
            entries[i].Vtable = (nint)vtable;
        }
        return entries;
    }

    static nint* MakeUnknown()
    {
        nint* vtable = (nint*)RuntimeHelpers.AllocateTypeAssociatedMemory(typeof(Wrappers), 3 * sizeof(nint));
        GetIUnknownImpl(out vtable[0], out vtable[1], out vtable[2]);
        return vtable;
    }

    [UnmanagedCallersOnly] static int Get(ComInterfaceDispatch* self, int* result) { *result = ComInterfaceDispatch.GetInstance<INumber>(self).Get(); return 0; }
    [UnmanagedCallersOnly]
    static int Set(ComInterfaceDispatch* self, int value)
    {
        try { ComInterfaceDispatch.GetInstance<INumber>(self).Set(value); return 0; }
        catch (Exception e) { return e.HResult; }
    }

    protected override ComInterfaceEntry* ComputeVtables(object obj, CreateComInterfaceFlags flags, out int count)
    {
        computed++;
        count = nothing ? 1 : noEntries ? 0 : flags.HasFlag(CreateComInterfaceFlags.TrackerSupport) ? 12 : 1;
        return nothing || noEntries ? null : entries;
    }

    protected override object? CreateObject(nint external, CreateObjectFlags flags)
    {
        created++;
        if (nothing) return null;
        Marshal.AddRef(external);
        return new Proxy(external);
    }

    protected override void ReleaseObjects(IEnumerable objects) => throw new NotSupportedException();
}

static unsafe class Program
{
    static void Try(string what, Func<object?> action)
    {
        try { Console.WriteLine($"{what}: {action()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name} {e.Message}"); }
    }

    static int Count(nint unknown) { Marshal.AddRef(unknown); return Marshal.Release(unknown); }

    static int Query(nint unknown, Guid iid, out nint result) => Marshal.QueryInterface(unknown, in iid, out result);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void ManagedSide()
    {
        var wrappers = new Wrappers();
        var number = new Number();
        nint unknown = wrappers.GetOrCreateComInterfaceForObject(number, CreateComInterfaceFlags.None);
        nint again = wrappers.GetOrCreateComInterfaceForObject(number, CreateComInterfaceFlags.TrackerSupport);
        Console.WriteLine($"same {unknown == again} computed {wrappers.computed} count {Count(unknown)}");
        Console.WriteLine($"{Marshal.Release(again)} {Count(unknown)}");
        Console.WriteLine($"{Query(unknown, Wrappers.Iid, out nint typed):x} {typed != 0} {typed == unknown} {Count(unknown)} {Count(typed)}");
        Console.WriteLine($"{Query(typed, new Guid("00000000-0000-0000-C000-000000000046"), out nint identity):x} {identity == unknown}");
        Marshal.Release(identity);
        Console.WriteLine($"{Query(unknown, Guid.NewGuid(), out nint none):x} {none}");
        Console.WriteLine($"{Query(unknown, new Guid("64bd43f8-bfee-4ec4-b7eb-2935158dae21"), out none):x} {none}");
        Console.WriteLine($"{((delegate* unmanaged<nint, Guid*, nint*, int>)(*(void***)unknown)[0])(unknown, null, null):x}");
        var proxy = new Proxy(typed);
        proxy.Set(42);
        Console.WriteLine($"{number.Get()} {proxy.Get()}");
        Console.WriteLine($"try {ComWrappers.TryGetObject(unknown, out object? found)} {ReferenceEquals(found, number)} {ComWrappers.TryGetComInstance(number, out _)}");
        Try("unwrap", () => ReferenceEquals(wrappers.GetOrCreateObjectForComInstance(unknown, CreateObjectFlags.Unwrap), number));
        Try("other unwraps", () => new Wrappers().GetOrCreateObjectForComInstance(unknown, CreateObjectFlags.Unwrap).GetType());
        Try("proxy of own", () => wrappers.GetOrCreateObjectForComInstance(unknown, CreateObjectFlags.None).GetType() + " " + wrappers.created);
        var second = new Wrappers();
        nint other = second.GetOrCreateComInterfaceForObject(number, CreateComInterfaceFlags.None);
        Console.WriteLine($"other instance {other == unknown}");
        Marshal.Release(other);
        GC.SuppressFinalize(proxy);
        Marshal.Release(typed);
        Console.WriteLine(Marshal.Release(unknown));
        Try("null", () => wrappers.GetOrCreateComInterfaceForObject(null!, CreateComInterfaceFlags.None));
        Try("nothing", () => new Wrappers { nothing = true }.GetOrCreateComInterfaceForObject(new object(), CreateComInterfaceFlags.None));
        Try("no entries", () => new Wrappers { noEntries = true }.GetOrCreateComInterfaceForObject(new object(), CreateComInterfaceFlags.None) != 0);
        var picky = new Picky();
        nint p = wrappers.GetOrCreateComInterfaceForObject(picky, CreateComInterfaceFlags.TrackerSupport);
        foreach (Guid iid in new[] { Picky.Custom, Picky.Refused, Wrappers.Iid, Guid.Empty, Picky.Throws, Picky.Custom })
        {
            int result = Query(p, iid, out nint got);
            Console.WriteLine($"picky {result:x} {(got is 0 or 0x1234 ? got.ToString("x") : "pointer")}");
        }
        for (int i = 1; i < 12; i++)
        {
            int result = Query(p, new Guid(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), out nint got);
            Console.Write($"{result} ");
            if (got != 0) Marshal.Release(got);
        }
        Query(p, new Guid("64bd43f8-bfee-4ec4-b7eb-2935158dae21"), out nint target);
        var vtable = *(void***)target;
        Console.WriteLine($"tracker {((delegate* unmanaged<nint, int>)vtable[3])(target)} {((delegate* unmanaged<nint, int>)vtable[3])(target)} {((delegate* unmanaged<nint, int>)vtable[4])(target)} {((delegate* unmanaged<nint, int>)vtable[4])(target)} {((delegate* unmanaged<nint, int>)vtable[4])(target)} {((delegate* unmanaged<nint, int>)vtable[5])(target)} {((delegate* unmanaged<nint, int>)vtable[6])(target)}");
        GC.KeepAlive(picky);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static nint[] MakeMany(Wrappers wrappers, int count, bool release)
    {
        var all = new nint[count];
        for (int i = 0; i < count; i++)
        {
            all[i] = wrappers.GetOrCreateComInterfaceForObject(new Number(), CreateComInterfaceFlags.None);
            if (release) Marshal.Release(all[i]);
        }
        return all;
    }

    static void Collect()
    {
        for (int i = 0; i < 4; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Lifetimes()
    {
        var wrappers = new Wrappers();
        Number.finalized = 0;
        nint[] kept = MakeMany(wrappers, 200, false);
        MakeMany(wrappers, 200, true);
        Collect();
        Console.WriteLine($"released ones die: {Number.finalized is > 180 and <= 200}");
        bool alive = true;
        foreach (nint one in kept) alive &= ComWrappers.TryGetObject(one, out object? o) && o is Number;
        Console.WriteLine($"kept ones live: {alive}");
        foreach (nint one in kept) Marshal.Release(one);
        Collect();
        Console.WriteLine($"then they die: {Number.finalized is > 380 and <= 400}");
    }

    // A native object made by hand: its vtable counts.
    struct Native { public void** vtable; public int count; public int value; public int destroyed; }

    [UnmanagedCallersOnly]
    static int NativeQuery(Native* self, Guid* iid, nint* result)
    {
        if (*iid == Wrappers.Iid || *iid == new Guid("00000000-0000-0000-C000-000000000046")) { self->count++; *result = (nint)self; return 0; }
        *result = 0;
        return unchecked((int)0x80004002);
    }
    [UnmanagedCallersOnly] static int NativeAddRef(Native* self) => Interlocked.Increment(ref self->count);
    [UnmanagedCallersOnly] static int NativeRelease(Native* self) => Interlocked.Decrement(ref self->count);
    [UnmanagedCallersOnly] static int NativeGet(Native* self, int* result) { *result = self->value; return 0; }
    [UnmanagedCallersOnly] static int NativeSet(Native* self, int value) { self->value = value; return 0; }

    static Native* NewNative()
    {
        var native = (Native*)NativeMemory.AllocZeroed((nuint)sizeof(Native));
        native->vtable = (void**)NativeMemory.Alloc(5 * (nuint)sizeof(void*));
        native->vtable[0] = (delegate* unmanaged<Native*, Guid*, nint*, int>)&NativeQuery;
        native->vtable[1] = (delegate* unmanaged<Native*, int>)&NativeAddRef;
        native->vtable[2] = (delegate* unmanaged<Native*, int>)&NativeRelease;
        native->vtable[3] = (delegate* unmanaged<Native*, int*, int>)&NativeGet;
        native->vtable[4] = (delegate* unmanaged<Native*, int, int>)&NativeSet;
        native->count = 1;
        return native;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void NativeSide()
    {
        var wrappers = new Wrappers();
        Native* native = NewNative();
        nint pointer = (nint)native;
        var proxy = (Proxy)wrappers.GetOrCreateObjectForComInstance(pointer, CreateObjectFlags.None);
        proxy.Set(7);
        Console.WriteLine($"{proxy.Get()} {native->value} count {native->count}");
        Console.WriteLine(ReferenceEquals(proxy, wrappers.GetOrCreateObjectForComInstance(pointer, CreateObjectFlags.None)));
        Console.WriteLine(ReferenceEquals(proxy, wrappers.GetOrCreateObjectForComInstance(pointer, CreateObjectFlags.UniqueInstance)));
        Console.WriteLine($"{ComWrappers.TryGetComInstance(proxy, out nint instance)} {instance == pointer}");
        Marshal.Release(instance);
        Console.WriteLine(ComWrappers.TryGetObject(pointer, out _));
        Try("register", () => ReferenceEquals(wrappers.GetOrRegisterObjectForComInstance(pointer, CreateObjectFlags.None, new object()), proxy));
        Try("register null", () => wrappers.GetOrRegisterObjectForComInstance(pointer, CreateObjectFlags.None, null!));
        var fresh = NewNative();
        var own = new object();
        Try("register own", () => ReferenceEquals(wrappers.GetOrRegisterObjectForComInstance((nint)fresh, CreateObjectFlags.None, own), own));
        Try("register twice", () => wrappers.GetOrRegisterObjectForComInstance((nint)NewNative(), CreateObjectFlags.None, own));
        Try("inner", () => wrappers.GetOrRegisterObjectForComInstance((nint)NewNative(), CreateObjectFlags.None, new object(), 5));
        Try("null pointer", () => wrappers.GetOrCreateObjectForComInstance(0, CreateObjectFlags.None));
        Try("null object", () => new Wrappers { nothing = true }.GetOrCreateObjectForComInstance((nint)NewNative(), CreateObjectFlags.None));
        Try("user state", () => wrappers.GetOrCreateObjectForComInstance((nint)NewNative(), CreateObjectFlags.None, "state"));
        Try("tracker support", () => { ComWrappers.RegisterForTrackerSupport(wrappers); ComWrappers.RegisterForTrackerSupport(wrappers); return 0; });
        GC.KeepAlive(proxy);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void MakeProxies(Wrappers wrappers, nint[] natives)
    {
        foreach (nint native in natives) wrappers.GetOrCreateObjectForComInstance(native, CreateObjectFlags.None);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void ProxiesDie()
    {
        var wrappers = new Wrappers();
        var natives = new nint[200];
        for (int i = 0; i < natives.Length; i++) natives[i] = (nint)NewNative();
        Collect();
        Proxy.finalized = 0;
        MakeProxies(wrappers, natives);
        Collect();
        Console.WriteLine($"proxies die: {Proxy.finalized > 180}");
        int before = wrappers.created;
        MakeProxies(wrappers, natives);
        Console.WriteLine($"and are made again: {wrappers.created - before > 180}");
    }

    static void Main()
    {
        ManagedSide();
        Lifetimes();
        NativeSide();
        ProxiesDie();
    }
}

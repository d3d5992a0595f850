// rows: N7c-175 N7c-176 N7c-177 N7c-178 N7c-180 N7c-181 N7c-182 N7c-183 N7c-184 N7c-185
// Checks of arguments by helpers that throw: what they say, that nothing runs after them, also when the callers are inlined and hot.
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

unsafe
{
    Print(() => Length("text"));
    Print(() => Length(null!));
    Print(() => { ArgumentNullException.ThrowIfNull(new object()); return 0; });
    Print(() => { ArgumentNullException.ThrowIfNull((object?)null, "named"); return 0; });
    Print(() => { object? holder = null; ArgumentNullException.ThrowIfNull(holder?.ToString()); return 0; });
    Print(() => ThroughPointer(5));
    Print(() => ThroughPointer(null));
    Print(() => { ArgumentNullException.ThrowIfNull((void*)0, "pointer"); return 0; });
}
foreach (string? text in (string?[])[null, "", " ", "x"])
{
    Print(() => { ArgumentException.ThrowIfNullOrEmpty(text); return text.Length; });
    Print(() => { ArgumentException.ThrowIfNullOrWhiteSpace(text); return text.Length; });
}
var disposable = new Disposable();
Print(disposable.Use);
disposable.Dispose();
Print(disposable.Use);
Print(() => { ObjectDisposedException.ThrowIf(true, typeof(List<int>)); return 0; });
Print(() => { ObjectDisposedException.ThrowIf(false, new object()); return 1; });
foreach (int value in (int[])[-1, 0, 1, 5])
{
    Print(() => { ArgumentOutOfRangeException.ThrowIfNegative(value); ArgumentOutOfRangeException.ThrowIfZero(value); ArgumentOutOfRangeException.ThrowIfGreaterThan(value, 4); return value; });
    Print(() => { ArgumentOutOfRangeException.ThrowIfLessThanOrEqual((Half)value, (Half)0); ArgumentOutOfRangeException.ThrowIfNotEqual(value, 1); return value; });
}
Print(() => { ArgumentOutOfRangeException.ThrowIfEqual("a", "a" + ""); return 0; });

// The name of an argument is the caller's text.
Print(() => Named(1 + 2 * 3));
Print(() => Named((disposable, new[] { 1 }.Length)));

// Hot callers, into which the checks are inlined, throw as before; values and effects before the check stay.
int caught = 0;
long sum = 0;
for (int i = 0; i < 300_000; i++)
{
    try
    {
        sum += Checked(i % 1000 == 999 ? null : "abc", i % 7) + HandWritten(i % 1500 == 1499 ? null : "abcd", i % 5) + Generic(i) + Generic((long)i) + Generic(i % 3000 == 1 ? null! : "g");
    }
    catch (ArgumentNullException e)
    {
        caught += e.ParamName!.Length;
    }
    catch (ArgumentOutOfRangeException e)
    {
        caught += 1000 + e.ParamName!.Length;
    }
}
Console.WriteLine($"{sum} {caught} {Effects.Before} {Effects.After}");
// Each argument is evaluated once, in order, before any check.
var order = new List<int>();
Print(() => Two(Note(1, (string?)null), Note(2, (string?)null)));
Console.WriteLine(string.Join(' ', order));

// The helper's frame is in the trace, and finally blocks run on the way.
try
{
    WithFinally(null);
}
catch (Exception e)
{
    Console.WriteLine($"{e.StackTrace!.Contains(nameof(WithFinally))} {e.StackTrace!.Contains("Thrower.Throw")} {Effects.Finally} {e.Message}");
}

T Note<T>(int number, T value)
{
    order.Add(number);
    return value;
}

static int Two(string? first, string? second)
{
    ArgumentNullException.ThrowIfNull(second);
    ArgumentNullException.ThrowIfNull(first);
    return 0;
}

static int Length(string text)
{
    ArgumentNullException.ThrowIfNull(text);
    return text.Length;
}

static unsafe int ThroughPointer(int? value)
{
    int local = value ?? 0;
    int* pointer = value is null ? null : &local;
    ArgumentNullException.ThrowIfNull(pointer);
    return *pointer;
}

static string Named<T>(T value, [CallerArgumentExpression(nameof(value))] string? text = null) => $"{text} is {value?.GetType().Name}";

static int Checked(string? text, int index)
{
    Effects.Before++;
    ArgumentNullException.ThrowIfNull(text);
    if ((uint)index >= (uint)text.Length)
        Thrower.ThrowOutOfRange(nameof(index));
    Effects.After++;
    return text[index];
}

static int HandWritten(string? text, int index)
{
    if (text is null)
        Thrower.Throw(nameof(text));
    return index < text.Length ? text[index] : -1;
}

static int Generic<T>(T value)
{
    ArgumentNullException.ThrowIfNull(value);
    return typeof(T).IsValueType ? 1 : 2;
}

[MethodImpl(MethodImplOptions.NoInlining)]
static void WithFinally(object? value)
{
    try
    {
        if (value is null)
            Thrower.Throw("the value");
        Effects.Finally += 100;
    }
    finally
    {
        Effects.Finally++;
    }
}

static void Print<T>(Func<T> action)
{
    try
    {
        Console.WriteLine(action());
    }
    catch (Exception e)
    {
        Console.WriteLine($"{e.GetType().Name} {(e as ArgumentException)?.ParamName} {(e as ObjectDisposedException)?.ObjectName}: {e.Message.ReplaceLineEndings("~")}");
    }
}

static class Effects
{
    public static int Before, After, Finally;
}

static class Thrower
{
    [DoesNotReturn, MethodImpl(MethodImplOptions.NoInlining)]
    public static void Throw(string name) => throw new ArgumentNullException(name, string.Join(' ', "a", "message", "that", "takes", "work", name));

    [DoesNotReturn]
    public static void ThrowOutOfRange(string name) => throw new ArgumentOutOfRangeException(name);
}

sealed class Disposable : IDisposable
{
    bool disposed;

    public int Use()
    {
        ObjectDisposedException.ThrowIf(disposed, this);
        return 7;
    }

    public void Dispose() => disposed = true;
}

// Small methods that a compiler may put into their callers: traces name them all, handlers find variables as they were.
using System;
using System.Diagnostics;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;

class Program
{
    static int calls;

    static void Check(int value) { calls++; if (value > 3) throw new ArgumentException("too large: " + value); }
    static int Twice(int value) { Check(value); return 2 * value; }
    static int Sum(int a, int b) { int left = Twice(a); return left + Twice(b); }
    static long Divide(long a, long b) { return a / b; }
    static int Length(string text) { return text.Length; }
    static byte Narrow(int value) { return (byte)value; }
    static double Half(double value) { return value / 2; }
    static string Name() { return new StackTrace().ToString().Trim().Split('\n')[0].Trim(); }
    static MethodBase Me() { return MethodBase.GetCurrentMethod()!; }
    static Assembly Mine() { return Assembly.GetExecutingAssembly(); }

    static void Show(Exception e) => Console.WriteLine(e.GetType().Name + ": " + e.Message + "\n" + e.StackTrace + "\n" + e.TargetSite);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Kept(int a, int b, string text)
    {
        int stage = 0, sum = 1, last = a;
        long product = 1;
        object kept = text;
        for (int i = 0; i < 4; i++)
        {
            try
            {
                stage = 10 * i + 1;
                sum += Sum(a + i, b);
                stage++;
                product = Divide(product + sum, i - b);
                stage++;
                last = Length(i == 2 ? null! : text) + last;
                stage++;
            }
            catch (ArgumentException e)
            {
                Console.WriteLine($"{i} {stage} {sum} {product} {last} {kept} {e.Message}");
                sum += 100;
            }
            catch (DivideByZeroException)
            {
                Console.WriteLine($"{i} {stage} {sum} {product} {last} {kept} divided");
                product = 7;
            }
            catch (NullReferenceException)
            {
                Console.WriteLine($"{i} {stage} {sum} {product} {last} {kept} null");
            }
        }
        return sum + (int)product + last + stage;
    }

    // A register variable that the failing operation would overwrite.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Overwritten(int[] array, int index, int other)
    {
        int x = 5, y = other, z = 9;
        for (int i = 0; i < 3; i++)
        {
            try { x = y + array[index + i]; z = x + array[index + i + 1]; y += z; }
            catch (IndexOutOfRangeException) { Console.WriteLine($"x {x} y {y} z {z}"); }
        }
        return x + y + z;
    }

    static bool Accepts(Exception e)
    {
        Console.WriteLine(string.Join(" < ", new StackTrace().GetFrames().Select(f => f.GetMethod()!)
            .Where(m => m.DeclaringType == typeof(Program)).Select(m => m.Name)));
        return e.Message.EndsWith("9");
    }

    static void Filtered(int value)
    {
        try { Twice(value); }
        catch (Exception e) when (Accepts(e)) { Console.WriteLine("filtered " + e.StackTrace!.Split('\n').Length); }
        finally { Console.WriteLine("finally " + calls); }
    }

    static void Rethrown(int value)
    {
        try { Sum(1, value); }
        catch (ArgumentException) { calls += 10; throw; }
    }

    static void Main()
    {
        foreach (int value in new[] { 2, 5 })
        {
            try { Console.WriteLine(Sum(1, value)); } catch (ArgumentException e) { Show(e); }
        }
        try { Console.WriteLine(Divide(7, calls - calls)); } catch (DivideByZeroException e) { Show(e); }
        try { Console.WriteLine(Length(null!)); } catch (NullReferenceException e) { Show(e); }
        Console.WriteLine(Narrow(300) + " " + Half(3) + " " + Narrow(-1));
        Console.WriteLine(Name());
        Console.WriteLine(Me());
        Console.WriteLine(Mine().GetName().Name);
        Console.WriteLine(Kept(1, 1, "text"));
        Console.WriteLine(Kept(2, 3, "other"));
        Console.WriteLine(Overwritten(new[] { 1, 2, 3 }, 1, 40));
        Filtered(9);
        try { Filtered(8); } catch (ArgumentException e) { Show(e); }
        try { Rethrown(6); } catch (ArgumentException e) { Show(e); }
        Console.WriteLine(calls);
    }
}

// What a type is that comes as an argument is known where its method is put in.
using System.Runtime.CompilerServices;

static class Program
{
    enum Color { Red }

    static int Of(Type type)
    {
        int answer = type.IsValueType ? 1 : 0;
        if (type.IsPrimitive)
            answer += 2;
        if (type.IsEnum)
            answer += 4;
        if (type == typeof(int))
            answer += 8;
        if (type != typeof(string))
            answer += 16;
        return answer;
    }

    static int OfFirst<T>(Type type) => type == typeof(T) ? Of(typeof(T)) * 100 : Of(type);

    static int OfChanged(Type type, bool changes)
    {
        if (changes)
            type = typeof(double);
        return Of(type);
    }

    static int OfNull(Type? type)
    {
        try
        {
            return type!.IsValueType ? 1 : 2;
        }
        catch (NullReferenceException)
        {
            return 3;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Round(int i, Type unknown)
    {
        int sum = Of(typeof(int)) + 3 * Of(typeof(string)) + 5 * Of(typeof(Color)) + 7 * Of(typeof(object)) + 11 * Of(typeof(DateTime));
        sum += OfFirst<int>(typeof(int)) + OfFirst<string>(typeof(int)) + OfFirst<Color>(typeof(Color)) + OfFirst<object>(typeof(List<>));
        sum += OfChanged(typeof(string), i % 2 == 0) + OfNull(null) + OfNull(typeof(int[])) + Of(unknown);
        sum += Of(new object().GetType()) + Of(typeof(List<int>)) + Of(typeof(int*)) + Of(typeof(int?)) + Of(typeof(nint));
        return sum;
    }

    static void Main()
    {
        Type[] unknown = [typeof(int), typeof(string), typeof(Color), typeof(Span<int>)];
        long total = 0;
        for (int i = 0; i < 40_000; i++)
            total = total * 3 + Round(i, unknown[i % unknown.Length]);
        Console.WriteLine(total);
    }
}

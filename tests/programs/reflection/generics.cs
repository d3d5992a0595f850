using System.Reflection;

class Outer<T>
{
    public T? Field;
    public class Inner<U>
    {
        public V M<V>(T t, U u, V v, List<V[]> list) => v;
    }
    public static string Name() => typeof(T).Name;
}

interface IConstraint<T> where T : class, IComparable<T>, new()
{
}

static class Program
{
    static string Static<A, B>() where A : struct => typeof(A).Name + typeof(B).Name;

    static void Main()
    {
        Type open = typeof(Outer<>.Inner<>);
        Console.WriteLine(open + " " + open.IsGenericTypeDefinition + " " + open.GetGenericArguments().Length);
        Type closed = open.MakeGenericType(typeof(int), typeof(string));
        Console.WriteLine(closed + " " + (closed == typeof(Outer<int>.Inner<string>)));
        MethodInfo m = closed.GetMethod("M")!;
        Console.WriteLine(m + " " + m.IsGenericMethodDefinition + " " + m.GetParameters()[3].ParameterType);
        MethodInfo made = m.MakeGenericMethod(typeof(double));
        Console.WriteLine(made + " " + made.Invoke(Activator.CreateInstance(closed), new object?[] { 1, "u", 2.5, null }));
        Console.WriteLine(typeof(Outer<>).GetMethod("Name")!.ContainsGenericParameters);
        Console.WriteLine(typeof(Outer<>).MakeGenericType(typeof(List<int>)).GetMethod("Name")!.Invoke(null, null));
        MethodInfo s = typeof(Program).GetMethod("Static", BindingFlags.NonPublic | BindingFlags.Static)!;
        Console.WriteLine(s.MakeGenericMethod(typeof(int), typeof(string)).Invoke(null, null));
        foreach (Action a in new Action[]
        {
            () => s.MakeGenericMethod(typeof(string), typeof(int)),
            () => s.Invoke(null, null),
            () => typeof(IConstraint<>).MakeGenericType(typeof(object)),
            () => typeof(List<>).MakeGenericType(typeof(int), typeof(int)),
            () => typeof(List<>).MakeGenericType(typeof(Span<int>)),
        })
        {
            try
            {
                a();
                Console.WriteLine("fine");
            }
            catch (Exception e)
            {
                Console.WriteLine(e.GetType().Name + ": " + e.Message);
            }
        }
        Type parameter = typeof(IConstraint<>).GetGenericArguments()[0];
        Console.WriteLine(parameter.GenericParameterAttributes + " " + string.Join(",", parameter.GetGenericParameterConstraints().Select(c => c.ToString())));
        Console.WriteLine(typeof(Outer<>).GetField("Field")!.FieldType + " " + typeof(Outer<int>).GetField("Field")!.FieldType);
        Console.WriteLine(typeof(Func<,>).GetGenericArguments()[0].GenericParameterAttributes);
        Console.WriteLine(typeof(Outer<int>).GetGenericTypeDefinition().GetMember("Field")[0].Equals(typeof(Outer<>).GetField("Field")));
        Console.WriteLine(typeof(List<>).MakeArrayType() + " " + typeof(int).MakeArrayType(2) + " " + typeof(int).MakePointerType() + " " + typeof(KeyValuePair<,>).MakeGenericType(typeof(int), typeof(Outer<>).GetGenericArguments()[0]));
    }
}

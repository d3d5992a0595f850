// A derived class that matches by variance wins over an exact match in its base class.
using System.Collections;
using System.Reflection;

class Animals : IEnumerable<object>
{
    IEnumerator<object> IEnumerable<object>.GetEnumerator() { yield return "animal"; }
    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<object>)this).GetEnumerator();
}
class Cats : Animals, IEnumerable<string>
{
    IEnumerator<string> IEnumerable<string>.GetEnumerator() { yield return "cat"; }
}
class Lions : Cats, IEnumerable<object>
{
    IEnumerator<object> IEnumerable<object>.GetEnumerator() { yield return "lion"; }
}
interface ISource<out T> { string Get(); string Kind() => "source of " + typeof(T).Name; }
interface ISink<in T> { string Put(T value); }
class Plain : ISource<object>, ISink<string>
{
    public virtual string Get() => "Plain.Get";
    string ISink<string>.Put(string value) => "Plain.Put " + value;
}
class Both : Plain, ISource<string>, ISink<object>
{
    string ISource<string>.Get() => "Both.Get";
    string ISink<object>.Put(object value) => "Both.Put " + value;
}
class Overriding : Both { public override string Get() => "Overriding.Get"; }
class Again : Both, ISource<object> { public new string Get() => "Again.Get"; }
struct Value : ISource<string>, ISource<object>
{
    public int Count;
    string ISource<string>.Get() => "string " + ++Count;
    string ISource<object>.Get() => "object " + ++Count;
}

static class Program
{
    static string First<T>(IEnumerable<T> items) { foreach (T item in items) return "" + item; return ""; }
    static string Ask<S, T>(S source) where S : ISource<T> => source.Get() + ", " + source.Kind();
    static void Main()
    {
        foreach (Animals animals in new Animals[] { new(), new Cats(), new Lions() })
        {
            Console.WriteLine(First<object>(animals) + " " + animals.OfType<object>().First() + " " + new List<object>(animals)[0]);
            if (animals is IEnumerable<string> cats) Console.WriteLine("  " + First(cats) + " " + First<object>(cats));
            Console.WriteLine("  " + new Func<IEnumerator<object>>(((IEnumerable<object>)animals).GetEnumerator)().GetType().Name);
            MethodInfo get = typeof(IEnumerable<object>).GetMethod("GetEnumerator")!;
            Console.WriteLine("  " + get.Invoke(animals, null)!.GetType().Name + " " + animals.GetType().GetInterfaceMap(typeof(IEnumerable<object>)).TargetMethods[0]);
        }
        foreach (Plain plain in new Plain[] { new(), new Both(), new Overriding(), new Again() })
        {
            Console.WriteLine(plain.GetType().Name + ": " + ((ISource<object>)plain).Get() + ", " + ((ISource<object>)plain).Kind() + ", " + ((ISink<string>)plain).Put("x")
                + ", " + Ask<Plain, object>(plain) + ", " + ((plain as ISource<string>)?.Get() ?? "no strings") + ", " + ((plain as ISink<object>)?.Put("y") ?? "no objects"));
        }
        Value value = default;
        Console.WriteLine(Ask<Value, string>(value) + ", " + Ask<Value, object>(value) + ", " + Ask<ISource<object>, object>(value) + " " + value.Count);
    }
}

// include: Race.part
// Threads ask reflection for the same new types, members, attributes and calls at once while another thread collects: all get
// the same objects where there is only one, and equal answers everywhere.
using System.Reflection;

[AttributeUsage(AttributeTargets.All)]
class NoteAttribute(string text, params Type[] types) : Attribute
{
    public string Text => text + types.Length;
    public int Number { get; set; }
}

[Note("enum")] enum Colour { Red, [Note("green", typeof(int))] Green = 5, Blue }

interface IShown<T> { T Shown { get; } event Action<T> Changed; }

[Note("class", typeof(string), typeof(int[]), Number = 4)]
class Holder<T> : IShown<T> where T : struct
{
    public T Value;
    static readonly Dictionary<T, string> names = [];
    [Note("property", Number = 1)] public T Shown => Value;
    public event Action<T>? Changed;
    public Holder() { }
    public Holder(T value, [Note("parameter")] string text = "default") { Value = value; Text = text; }
    public string? Text;
    public U Change<U>(U value, ref T reference) { reference = Value; Changed?.Invoke(reference); return value; }
    class Inner<V> { public (T, V) Both; }
    public static int Count => names.Count;
}

struct Wrap<T>;

static class Program
{
    const int Threads = Race.Threads, Rounds = 20;
    // What every thread must get the very same of.
    static object[] Unique(Type argument)
    {
        Type holder = typeof(Holder<>).MakeGenericType(argument);
        Type inner = holder.GetNestedType("Inner`1", BindingFlags.NonPublic)!.MakeGenericType(argument, typeof(string));
        return
        [
            holder, inner, holder.MakeArrayType(), holder.MakeArrayType(3), holder.MakeByRefType(), argument.MakePointerType(), inner.MakeArrayType().MakeArrayType(),
            typeof(Func<,>).MakeGenericType(holder, argument), typeof(KeyValuePair<,>).MakeGenericType(argument, argument.MakeArrayType()),
            typeof(Nullable<>).MakeGenericType(argument), holder.BaseType!, holder.GetInterfaces()[0], holder.GetField("Value")!, holder.GetMethod("Change")!,
            holder.GetProperty("Shown")!, holder.GetEvent("Changed")!, holder.GetConstructors()[1], holder.Module, holder.Assembly,
        ];
    }

    static IEnumerable<string> Answers(Type argument)
    {
        Type holder = typeof(Holder<>).MakeGenericType(argument);
        yield return string.Join(",", holder.GetMembers(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly)
            .Select(member => member.MemberType + " " + member.Name).Order(StringComparer.Ordinal));
        var note = holder.GetCustomAttribute<NoteAttribute>()!;
        yield return note.Text + note.Number + holder.GetProperty("Shown")!.GetCustomAttribute<NoteAttribute>()!.Text;
        ParameterInfo parameter = holder.GetConstructors()[1].GetParameters()[1];
        yield return parameter.Name + parameter.DefaultValue + parameter.GetCustomAttribute<NoteAttribute>()!.Text + parameter.GetCustomAttributesData().Count;
        yield return string.Join(",", Enum.GetNames<Colour>()) + (Colour)5 + Enum.Parse<Colour>("Blue") + typeof(Colour).GetField("Green")!.GetCustomAttribute<NoteAttribute>()!.Text;

        object value = Activator.CreateInstance(argument)!;
        object made = Activator.CreateInstance(holder, value, "text")!;
        object?[] arguments = ["given", value];
        MethodInfo change = holder.GetMethod("Change")!.MakeGenericMethod(typeof(string));
        int events = 0;
        Delegate handler = typeof(Program).GetMethod("Handler", BindingFlags.NonPublic | BindingFlags.Static)!.MakeGenericMethod(argument)
            .CreateDelegate(typeof(Action<>).MakeGenericType(argument), new Action(() => events++));
        holder.GetEvent("Changed")!.AddEventHandler(made, handler);
        yield return change.Invoke(made, arguments) + " " + events + arguments[1]!.Equals(value) + holder.GetProperty("Shown")!.GetValue(made)!.Equals(value);
        holder.GetField("Text")!.SetValue(made, "set");
        yield return holder.GetField("Text")!.GetValue(made) + "" + holder.GetProperty("Count")!.GetValue(null);
        try { holder.GetMethod("Change")!.Invoke(made, arguments); }
        catch (InvalidOperationException e) { events += e.Message.Length > 0 ? 1 : 0; }
        try { holder.GetConstructors()[1].Invoke([value]); }
        catch (TargetParameterCountException) { events++; }
        yield return events + " " + holder.IsInstanceOfType(made) + typeof(object[]).IsAssignableFrom(holder.MakeArrayType()) + (holder.GetHashCode() == made.GetType().GetHashCode());
    }
    static void Handler<T>(Action action, T value) => action();

    static void Main()
    {
        var unique = new object[Rounds, Threads][];
        var answers = new string[Rounds, Threads];
        Type argument = typeof(int);
        var arguments = new Type[Rounds];
        for (int i = 0; i < Rounds; i++)
            arguments[i] = argument = typeof(Wrap<>).MakeGenericType(argument);
        Race.Run(Rounds, (round, thread) =>
        {
            if (thread % 2 == 0)
                unique[round, thread] = Unique(arguments[round]);
            answers[round, thread] = string.Join("\n", Answers(arguments[round]));
            if (thread % 2 != 0)
                unique[round, thread] = Unique(arguments[round]);
        });
        int different = 0, compared = 0;
        for (int round = 0; round < Rounds; round++)
        {
            for (int i = 1; i < Threads; i++)
            {
                for (int k = 0; k < unique[round, 0].Length; k++, compared++)
                    if (!ReferenceEquals(unique[round, i][k], unique[round, 0][k]) && !(unique[round, i][k] is MemberInfo and not Type && unique[round, i][k].Equals(unique[round, 0][k])))
                        Console.WriteLine($"round {round}, thread {i}: another {unique[round, 0][k]}, {++different}");
                if (answers[round, i] != answers[0, 0])
                    Console.WriteLine($"round {round}, thread {i}: {answers[round, i]}");
            }
        }
        Console.WriteLine($"{compared} objects compared");
        Console.WriteLine(answers[0, 0]);
    }
}

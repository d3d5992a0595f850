using System.Reflection;

namespace Space
{
    public abstract class Base<T>
    {
        protected T? field;
        public abstract void Abstract();
    }

    public sealed class Derived : Base<int>, IDisposable, IComparable<Derived>
    {
        public const string Constant = "const";
        public static readonly int Static = 5;
        private int hidden;
        public int Property { get; set; }
        public int this[int i] => i;
        public event EventHandler? Event;
        public Derived()
        {
        }
        private Derived(int n) => hidden = n;
        public override void Abstract() => Event?.Invoke(this, EventArgs.Empty);
        public void Dispose()
        {
        }
        public int CompareTo(Derived? other) => hidden;
        public T Generic<T, U>(T t, ref U u, out int o, params string[] rest) where T : class
        {
            o = 0;
            return t;
        }
        public struct Nested
        {
        }
        public enum Kind { A, B = 5 }
        public delegate int D(string s);
    }
}

static class Program
{
    static void Main()
    {
        Type t = typeof(Space.Derived);
        Console.WriteLine($"{t} {t.FullName} {t.Name} {t.Namespace} {t.BaseType} {t.IsSealed} {t.IsAbstract} {t.IsPublic} {t.IsClass} {t.Attributes}");
        Console.WriteLine(string.Join(",", t.GetInterfaces().Select(i => i.ToString()).Order(StringComparer.Ordinal)));
        foreach (MemberInfo m in t.GetMembers(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly).OrderBy(m => m.MemberType).ThenBy(m => m.ToString(), StringComparer.Ordinal))
            Console.WriteLine($"  {m.MemberType} {m}");
        MethodInfo g = t.GetMethod("Generic")!;
        Console.WriteLine(string.Join(";", g.GetParameters().Select(p => $"{p.Position} {p.ParameterType} {p.Name} {p.IsOut} {p.ParameterType.IsByRef} {p.IsDefined(typeof(ParamArrayAttribute))}")));
        Console.WriteLine(string.Join(",", g.GetGenericArguments().Select(a => a.Name + a.GenericParameterAttributes)));
        Console.WriteLine(typeof(Dictionary<,>) + " " + typeof(Dictionary<string, List<int[]>>) + " " + typeof(int[,][]) + " " + typeof(int*) + " " + typeof(int).MakeByRefType());
        Console.WriteLine(typeof(Space.Derived.Kind).IsEnum + " " + typeof(Space.Derived.Nested).IsValueType + " " + typeof(Space.Derived.D).BaseType + " " + typeof(IDisposable).IsInterface + " " + typeof(int).IsPrimitive + " " + typeof(int[]).GetElementType());
        Console.WriteLine(typeof(Space.Base<>).GetGenericArguments()[0].IsGenericParameter + " " + typeof(Space.Base<>).MakeGenericType(typeof(string)) + " " + (t.BaseType!.GetGenericTypeDefinition() == typeof(Space.Base<>)));
        Console.WriteLine(typeof(object).IsAssignableFrom(t) + " " + t.IsSubclassOf(typeof(object)) + " " + typeof(IEnumerable<object>).IsAssignableFrom(typeof(List<string>)) + " " + t.IsInstanceOfType("x") + " " + typeof(int?).IsAssignableTo(typeof(int?)));
        Console.WriteLine(Type.GetType("System.Int32") + " " + Type.GetType("Space.Derived+Nested") + " " + (Type.GetType("No.Such.Type") == null) + " " + Type.GetType("System.Collections.Generic.List`1[System.String]"));
        try
        {
            Type.GetType("No.Such.Type", true);
        }
        catch (TypeLoadException e)
        {
            Console.WriteLine(e.Message);
        }
        Console.WriteLine(string.Join(",", typeof(Program).Assembly.GetTypes().Where(x => x.Namespace == "Space").Select(x => x.Name)));
        Console.WriteLine(typeof(Program).Assembly.GetName().Name + " " + typeof(string).Assembly.GetName().Name + " " + typeof(Program).Module.Name);
        Console.WriteLine(typeof(List<int>).TypeHandle.Equals(typeof(List<int>).TypeHandle) + " " + typeof(List<>).ContainsGenericParameters + " " + typeof((int, string)).GetFields().Length + " " + t.GetNestedTypes().Length);
        Console.WriteLine(typeof(Space.Derived).GetInterfaceMap(typeof(IDisposable)).TargetMethods[0].Name);
        Console.WriteLine(typeof(string).GetProperty("Length")!.GetMethod!.Name + typeof(Action<int>).GetMethod("Invoke"));
        Console.WriteLine(new { A = 1 }.GetType().IsGenericType + " " + typeof(void) + " " + typeof(TypedReference).IsByRefLike + typeof(Span<int>).IsByRefLike);
    }
}

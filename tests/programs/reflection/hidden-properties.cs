// Which properties of ancestors a type's own ones hide, in reflection, when type arguments make them alike or tell them apart.
using System.Reflection;
class B<T> { public T P => default!; public virtual T V => default!; public T this[T i] => default!; public event Action<T>? E { add { } remove { } } public T F = default!; public void M(T t) { } }
class D<T> : B<int> { public new T P => default!; public new virtual T V => default!; public new T this[T i] => default!; public new event Action<T>? E { add { } remove { } } public new T F = default!; public new void M(T t) { } }
class E<U> : B<U> { public new U P => default!; public new U V => default!; public new U this[U i] => default!; public new U F = default!; public new void M(U t) { } }
class X<A, C> : B<A> { public new C P => default!; public new C this[C i] => default!; public new void M(C t) { } }
class Y<A, C> : B<C> { public new C P => default!; public new C this[C i] => default!; public new void M(C t) { } }
class N : B<object> { public new object P => null!; public new object this[object i] => null!; public new void M(object t) { } }
class O<T> : N { public new T P => default!; public new T this[T i] => default!; public new void M(T t) { } }
static class Program
{
    static void Main()
    {
        foreach (Type type in new[] { typeof(D<>), typeof(D<int>), typeof(D<string>), typeof(E<>), typeof(E<int>), typeof(E<string>), typeof(X<,>), typeof(X<int, int>), typeof(X<int, string>), typeof(Y<,>), typeof(Y<int, int>), typeof(Y<int, string>), typeof(N), typeof(O<>), typeof(O<object>), typeof(O<string>) })
            foreach (MemberTypes kind in new[] { MemberTypes.Property, MemberTypes.Event, MemberTypes.Field, MemberTypes.Method })
                Console.WriteLine($"{type} {kind}: " + string.Join("; ", type.GetMembers((BindingFlags)20).Where(m => m.MemberType == kind && m.DeclaringType != typeof(object)).Select(m => m.DeclaringType!.Name + " " + m)));
    }
}

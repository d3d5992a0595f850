// `is`, casts and array stores: variance, arrays, enums behind integers, nullables, nested variance.
using System;
using System.Collections;
using System.Collections.Generic;

interface IOut<out T> { T Get(); }
interface IIn<in T> { void Put(T value); }
interface IBoth<in A, out R> { R Turn(A value); }
class Animal { }
class Dog : Animal, IOut<Dog>, IIn<Animal>
{
    public Dog Get() => this;
    public void Put(Animal value) { }
}
class Turner : IBoth<object, string> { public string Turn(object value) => "t"; }
class Circular : IIn<IIn<Circular>> { public void Put(IIn<Circular> value) { } }
enum Small : byte { A }
struct Point : IComparable { public int X; public int CompareTo(object other) => 0; }
delegate R Maker<out R>();

static class Program
{
    static void Is<T>(object value, string what) => Console.WriteLine(what + " is " + typeof(T) + ": " + (value is T));

    static void Store(Array array, object value)
    {
        try
        {
            ((object[])array)[0] = value;
            Console.WriteLine("stored " + value.GetType() + " in " + array.GetType());
        }
        catch (Exception e)
        {
            Console.WriteLine(e.GetType() + ": " + value.GetType() + " in " + array.GetType());
        }
    }

    static void Cast<T>(object value)
    {
        try
        {
            T result = (T)value;
            Console.WriteLine("cast to " + typeof(T) + ": " + result);
        }
        catch (InvalidCastException e)
        {
            Console.WriteLine(e.Message);
        }
    }

    static void Main()
    {
        object dog = new Dog();
        Is<Animal>(dog, "Dog");
        Is<IOut<Animal>>(dog, "Dog");
        Is<IOut<object>>(dog, "Dog");
        Is<IIn<Dog>>(dog, "Dog");
        Is<IIn<object>>(dog, "Dog");
        Is<IBoth<string, object>>(new Turner(), "Turner");
        Is<IBoth<int, object>>(new Turner(), "Turner");
        Is<IIn<Circular>>(new Circular(), "Circular");
        Is<IEnumerable<object>>(new List<string>(), "List<string>");
        Is<IEnumerable<object>>(new List<int>(), "List<int>");
        Is<IEnumerable<IEnumerable<object>>>(new List<string[]>(), "List<string[]>");
        Is<IReadOnlyDictionary<string, object>>(new Dictionary<string, string>(), "Dictionary<string, string>");
        Is<Func<object>>((Func<string>)(() => ""), "Func<string>");
        Is<Maker<object>>((Maker<string>)(() => ""), "Maker<string>");
        Is<Action<string>>((Action<object>)(o => { }), "Action<object>");
        Is<Action<object>>((Action<string>)(o => { }), "Action<string>");

        object ints = new int[2];
        Is<uint[]>(ints, "int[]");
        Is<long[]>(ints, "int[]");
        Is<float[]>(ints, "int[]");
        Is<object[]>(ints, "int[]");
        Is<IList<uint>>(ints, "int[]");
        Is<IEnumerable<int>>(ints, "int[]");
        Is<IReadOnlyList<DayOfWeek>>(ints, "int[]");
        Is<IList<object>>(ints, "int[]");
        Is<IStructuralEquatable>(ints, "int[]");
        Is<sbyte[]>(new Small[1], "Small[]");
        Is<byte[]>(new Small[1], "Small[]");
        Is<Enum[]>(new Small[1], "Small[]");
        Is<short[]>(new char[1], "char[]");
        Is<byte[]>(new bool[1], "bool[]");
        Is<nuint[]>(new nint[1], "nint[]");
        Is<long[]>(new nint[1], "nint[]");
        Is<object[]>(new string[1], "string[]");
        Is<IComparable[]>(new string[1], "string[]");
        Is<IList<object>>(new string[1], "string[]");
        Is<IEnumerable<IComparable>>(new string[1], "string[]");
        Is<object[][]>(new string[1][], "string[][]");
        Is<object[,]>(new string[1, 1], "string[,]");
        Is<object[]>(new string[1, 1], "string[,]");
        Is<uint[][]>(new int[1][], "int[][]");
        Is<IList<uint[]>>(new int[1][], "int[][]");
        Is<IComparable[]>(new Point[1], "Point[]");
        Is<Array>(ints, "int[]");

        Is<int?>(5, "int");
        Is<uint>(5, "int");
        Is<Small>((byte)1, "byte");
        Is<byte>(Small.A, "Small");
        Is<Enum>(Small.A, "Small");
        Is<ValueType>(new Point(), "Point");
        Is<IComparable>(new Point(), "Point");
        Is<IComparable<int>>(5, "int");
        Is<object>(null, "null");

        Store(new string[1], "text");
        Store(new string[1], new object());
        Store(new Animal[1], new Dog());
        Store(new Dog[1], new Animal());
        Store(new IOut<Animal>[1], new Dog());
        Store(new IComparable[1], 5);
        Store(new object[1], 5);
        Store(new int[1][], new uint[1]);
        Store(new Func<object>[1], (Func<string>)(() => ""));

        Cast<string>(new object());
        Cast<IOut<string>>(dog);
        Cast<Dog>(new Animal());
        Cast<int>(5L);
        Cast<int>(DayOfWeek.Friday);
        Cast<DayOfWeek>(5);
        Cast<int?>(null);
        Cast<IList<int>>(new string[0]);
        Cast<List<string>>(new List<object>());
    }
}

static class Program
{
    class Box<T>
    {
        public T Value;
        public Box(T value) => Value = value;
    }

    static T Second<T>(T a, T b) => b;
    static int Open<T>(Box<T> box) where T : struct => box.Value is int i ? i : 3;

    static int Main() => Second(1, 20) + Open(new Box<int>(50)) + Open(new Box<long>(9)) + (Second("a", "bb").Length);
}

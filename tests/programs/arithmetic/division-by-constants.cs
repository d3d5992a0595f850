static class Program
{
    static void Main()
    {
        for (int i = -25; i <= 25; i += 5)
            Console.WriteLine($"{i / 1} {i / -1} {i / 2} {i / 3} {i / 4} {i / -5} {i / 7} {i / 8} {i / 10} {i % 2} {i % 3} {i % 4} {i % -5} {i % 7} {i % 8}");
        for (long i = -1L << 40; i <= 1L << 40; i += 1L << 38)
            Console.WriteLine($"{i / 3} {i / 10} {i / 1000000007} {i % 3} {i % 10} {i / 16} {i % 16}");
        for (uint i = 0xffffffff; i > 10; i /= 9)
            Console.WriteLine($"{i / 3} {i / 7} {i / 10} {i / 641} {i % 7} {i % 10} {i / 0x80000000}");
    }
}

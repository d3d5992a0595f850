// include: ../told.part
// include: ../warm.part
static class Program
{
    delegate int Operation(int x);

    class Adder
    {
        public int Offset = 3;
        public int Add(int x) => x + Offset;
    }

    static int Double(int x) => x * 2;

    static int Apply(Operation f, int x) => f(x);

    static long Kernel()
    {
        int captured = 5;
        Operation instance = new Adder().Add, fixedOne = Double, closure = x => x ^ captured;
        Func<int, int, int> two = (a, b) => a - b;
        long sum = 0;
        for (int i = 0; i < 500_000; i++)
        {
            sum += Apply(instance, i) + Apply(fixedOne, i) + closure(i) + two(i, 3);
            if ((i & 1023) == 0)
                captured++;
        }
        return sum;
    }

    static void Main() => Warm.Run(("delegates", Kernel));
}

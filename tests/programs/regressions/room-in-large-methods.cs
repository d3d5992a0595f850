// A method that becomes too large for all of its calls: what it runs most is put in, wherever that stands, and the rest is right
// when it is run after all.
class Machine
{
    readonly int[] stack = new int[16];
    readonly int[] seen = new int[48];
    int top;
    uint turned = 1;

    void Push(int value)
    {
        if (top == stack.Length)
        {
            Array.Copy(stack, 1, stack, 0, stack.Length - 1);
            top--;
        }
        stack[top++] = value;
    }

    int Pop()
    {
        if (top == 0)
            return 7;
        int value = stack[--top];
        stack[top] = 0;
        return value;
    }

    int Peek() => top == 0 ? 11 : stack[top - 1];

    static int Mix(int a, int b, int c)
    {
        int mixed = a * 31 + (b ^ c);
        if ((mixed & 1) != 0)
            mixed = mixed * 3 + 1;
        else
            mixed >>= 1;
        return mixed ^ (mixed << 7) ^ c;
    }

    void Turn(int bits)
    {
        turned = turned << bits | turned >> 32 - bits;
        if ((turned & 0xff) == 0)
            turned += 0x9e3779b9;
    }

    void Note(int operation)
    {
        if ((uint)operation >= (uint)seen.Length)
            throw new ArgumentOutOfRangeException(nameof(operation));
        seen[operation]++;
    }

    public int Run(ReadOnlySpan<byte> program, int times)
    {
        for (int i = 0; i < times; i++)
        {
            switch (program[i % program.Length])
            {
                case 0: Push(Mix(Pop(), Peek(), 1)); Turn(1); Note(0); break;
                case 1: Push(Mix(Pop(), Peek(), 38)); Turn(2); Note(1); break;
                case 2: Push(Mix(Pop(), Peek(), 14)); Turn(3); Note(2); break;
                case 3: Push(Mix(Pop(), Peek(), 51)); Turn(4); Note(3); break;
                case 4: Push(Mix(Pop(), Peek(), 27)); Turn(5); Note(4); break;
                case 5: Push(Mix(Pop(), Peek(), 3)); Turn(6); Note(5); break;
                case 6: Push(Mix(Pop(), Peek(), 40)); Turn(7); Note(6); break;
                case 7: Push(Mix(Pop(), Peek(), 16)); Turn(1); Note(7); break;
                case 8: Push(Mix(Pop(), Peek(), 53)); Turn(2); Note(8); break;
                case 9: Push(Mix(Pop(), Peek(), 29)); Turn(3); Note(9); break;
                case 10: Push(Mix(Pop(), Peek(), 5)); Turn(4); Note(10); break;
                case 11: Push(Mix(Pop(), Peek(), 42)); Turn(5); Note(11); break;
                case 12: Push(Mix(Pop(), Peek(), 18)); Turn(6); Note(12); break;
                case 13: Push(Mix(Pop(), Peek(), 55)); Turn(7); Note(13); break;
                case 14: Push(Mix(Pop(), Peek(), 31)); Turn(1); Note(14); break;
                case 15: Push(Mix(Pop(), Peek(), 7)); Turn(2); Note(15); break;
                case 16: Push(Mix(Pop(), Peek(), 44)); Turn(3); Note(16); break;
                case 17: Push(Mix(Pop(), Peek(), 20)); Turn(4); Note(17); break;
                case 18: Push(Mix(Pop(), Peek(), 57)); Turn(5); Note(18); break;
                case 19: Push(Mix(Pop(), Peek(), 33)); Turn(6); Note(19); break;
                case 20: Push(Mix(Pop(), Peek(), 9)); Turn(7); Note(20); break;
                case 21: Push(Mix(Pop(), Peek(), 46)); Turn(1); Note(21); break;
                case 22: Push(Mix(Pop(), Peek(), 22)); Turn(2); Note(22); break;
                case 23: Push(Mix(Pop(), Peek(), 59)); Turn(3); Note(23); break;
                case 24: Push(Mix(Pop(), Peek(), 35)); Turn(4); Note(24); break;
                case 25: Push(Mix(Pop(), Peek(), 11)); Turn(5); Note(25); break;
                case 26: Push(Mix(Pop(), Peek(), 48)); Turn(6); Note(26); break;
                case 27: Push(Mix(Pop(), Peek(), 24)); Turn(7); Note(27); break;
                case 28: Push(Mix(Pop(), Peek(), 61)); Turn(1); Note(28); break;
                case 29: Push(Mix(Pop(), Peek(), 37)); Turn(2); Note(29); break;
                case 30: Push(Mix(Pop(), Peek(), 13)); Turn(3); Note(30); break;
                case 31: Push(Mix(Pop(), Peek(), 50)); Turn(4); Note(31); break;
                case 32: Push(Mix(Pop(), Peek(), 26)); Turn(5); Note(32); break;
                case 33: Push(Mix(Pop(), Peek(), 2)); Turn(6); Note(33); break;
                case 34: Push(Mix(Pop(), Peek(), 39)); Turn(7); Note(34); break;
                case 35: Push(Mix(Pop(), Peek(), 15)); Turn(1); Note(35); break;
                case 36: Push(Mix(Pop(), Peek(), 52)); Turn(2); Note(36); break;
                case 37: Push(Mix(Pop(), Peek(), 28)); Turn(3); Note(37); break;
                case 38: Push(Mix(Pop(), Peek(), 4)); Turn(4); Note(38); break;
                case 39: Push(Mix(Pop(), Peek(), 41)); Turn(5); Note(39); break;
                case 40: Push(Mix(Pop(), Peek(), 17)); Turn(6); Note(40); break;
                case 41: Push(Mix(Pop(), Peek(), 54)); Turn(7); Note(41); break;
                case 42: Push(Mix(Pop(), Peek(), 30)); Turn(1); Note(42); break;
                case 43: Push(Mix(Pop(), Peek(), 6)); Turn(2); Note(43); break;
                case 44: Push(Mix(Pop(), Peek(), 43)); Turn(3); Note(44); break;
                case 45: Push(Mix(Pop(), Peek(), 19)); Turn(4); Note(45); break;
                case 46: Push(Mix(Pop(), Peek(), 56)); Turn(5); Note(46); break;
                case 47: Push(Mix(Pop(), Peek(), 32)); Turn(6); Note(47); break;
                default: throw new InvalidOperationException($"no operation {program[i % program.Length]}");
            }
        }
        return Peek() ^ (int)turned ^ seen[47] ^ seen[3];
    }
}

static class Program
{
    static void Main()
    {
        var machine = new Machine();
        byte[] last = [47, 46, 45, 47, 44];
        byte[] first = [0, 1, 2, 3, 4, 5];
        byte[] all = Enumerable.Range(0, 48).Select(i => (byte)(i * 29 % 48)).ToArray();
        for (int round = 0; round < 60; round++)
            Console.WriteLine(machine.Run(round < 30 ? first : round < 45 ? last : all, 300_000));
        try
        {
            machine.Run([1, 48], 10);
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
            Console.WriteLine(machine.Run(all, 100));
        }
    }
}

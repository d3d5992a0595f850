enum Op { Push, Add, Multiply, Subtract, Load, Store, JumpIfZero, Jump, Print, Call, Return, Less, Halt }

readonly record struct Instruction(Op Op, long Operand = 0);

class Machine(Instruction[] code, TextWriter output)
{
    readonly Stack<long> stack = new();
    readonly Stack<int> calls = new();
    readonly Dictionary<long, long> memory = new();
    public long Steps { get; private set; }

    public void Run()
    {
        int pc = 0;
        while (true)
        {
            Steps++;
            Instruction i = code[pc++];
            switch (i.Op)
            {
                case Op.Push: stack.Push(i.Operand); break;
                case Op.Add: stack.Push(stack.Pop() + stack.Pop()); break;
                case Op.Multiply: stack.Push(stack.Pop() * stack.Pop()); break;
                case Op.Subtract: { long b = stack.Pop(); stack.Push(stack.Pop() - b); break; }
                case Op.Load: stack.Push(memory.GetValueOrDefault(i.Operand)); break;
                case Op.Store: memory[i.Operand] = stack.Pop(); break;
                case Op.JumpIfZero: if (stack.Pop() == 0) pc = (int)i.Operand; break;
                case Op.Jump: pc = (int)i.Operand; break;
                case Op.Print: output.WriteLine(stack.Pop()); break;
                case Op.Call: calls.Push(pc); pc = (int)i.Operand; break;
                case Op.Return: pc = calls.Pop(); break;
                case Op.Less: { long b = stack.Pop(); stack.Push(stack.Pop() < b ? 1 : 0); break; }
                case Op.Halt: return;
                default: throw new InvalidOperationException();
            }
        }
    }
}

static class Program
{
    static void Main()
    {
        // sum = 0; for (n = 0; n < 2000; n++) sum += square(n); print
        var code = new Instruction[]
        {
            new(Op.Load, 0), new(Op.Push, 2000), new(Op.Less), new(Op.JumpIfZero, 13),
            new(Op.Load, 0), new(Op.Call, 16), new(Op.Load, 1), new(Op.Add), new(Op.Store, 1),
            new(Op.Load, 0), new(Op.Push, 1), new(Op.Add), new(Op.Jump, 19),
            new(Op.Load, 1), new(Op.Print), new(Op.Halt),
            new(Op.Store, 2), new(Op.Load, 2), new(Op.Jump, 21),
            new(Op.Store, 0), new(Op.Jump, 0),
            new(Op.Load, 2), new(Op.Multiply), new(Op.Return),
        };
        var m = new Machine(code, Console.Out);
        m.Run();
        Console.WriteLine(m.Steps);
    }
}

// Which bodies are programs: every opcode reached, not reached and cut off, branches into instructions, what follows prefixes,
// ranges of exception clauses, depths of the stack. A line is a family of bodies with a letter for each: what calling it does.
// Left out:
// - bodies that read what is not there (a reference returned as a number), and `break`, which asks for a debugger;
// - what CoreCLR dies of (SIGSEGV): `endfilter` outside of a filter, an unreachable `leave` to the end of the code, clauses that
//   are finally and fault at once;
// - branches into the operand of a `br` to the next instruction: CoreCLR takes all of it but the first byte for nops.
using System.Reflection;
using System.Reflection.Emit;
using System.Text;

static class Program
{
    static readonly byte[] locals = LocalSignature();
    static int count;

    static byte[] LocalSignature()
    {
        SignatureHelper helper = SignatureHelper.GetLocalVarSigHelper();
        helper.AddArgument(typeof(int));
        return helper.GetSignature();
    }

    static byte[] Hex(string code) => Convert.FromHexString(code.Replace(" ", ""));

    static string Result(byte[] code, int maxStack = 8, byte[]? clauses = null)
    {
        count++;
        try
        {
            var method = new DynamicMethod("M", typeof(int), [typeof(int), typeof(object)], typeof(Program), true);
            DynamicILInfo info = method.GetDynamicILInfo();
            info.SetLocalSignature(locals);
            info.SetCode(code, maxStack);
            info.SetExceptions(clauses ?? []);
            return method.CreateDelegate<Func<int, object?, int>>()(0, null).ToString();
        }
        catch (InvalidProgramException)
        {
            return "-";
        }
        catch (BadImageFormatException)
        {
            return "F";
        }
        catch (NullReferenceException)
        {
            return "N";
        }
        catch (Exception e)
        {
            return "<" + e.GetType().Name + ">";
        }
    }

    static void Show(string name, string code, int maxStack = 8, byte[]? clauses = null) => Console.WriteLine($"{name}: {Result(Hex(code), maxStack, clauses)}");

    static readonly string[] names = MakeOpcodes();

    static string[] MakeOpcodes()
    {
        var result = new List<string>();
        for (int i = 0; i < 0xFE; i++) result.Add(i.ToString("X2"));
        for (int i = 0; i < 0x100; i++) result.Add("FE" + i.ToString("X2"));
        result.Add("FF");
        return result.ToArray();
    }

    // Sixteen bytes of zeros are an operand and nops behind it, whatever the opcode.
    const string Zeros = "0000000000000000";

    static void Family(string name, Func<string, string> body, Func<string, bool>? leaveOut = null, int maxStack = 8, Func<string, byte[]>? clauses = null)
    {
        var line = new StringBuilder();
        for (int i = 0; i < names.Length; i++)
        {
            if (i % 32 == 0) line.Append('\n').Append(names[i]).Append(": ");
            if (names[i] is "01" or "FE11" || (leaveOut != null && leaveOut(names[i]))) continue;
            line.Append(Result(Hex(body(names[i])), maxStack, clauses?.Invoke(names[i])));
        }
        Console.WriteLine($"{name}{line}");
    }

    static byte[] Clauses(params (int Kind, int Try, int TryEnd, int Handler, int HandlerEnd, int Extra)[] clauses)
    {
        var words = new List<int> { 0x41 | (4 + 24 * clauses.Length) << 8 };
        foreach (var c in clauses) words.AddRange([c.Kind, c.Try, c.TryEnd - c.Try, c.Handler, c.HandlerEnd - c.Handler, c.Extra]);
        byte[] result = new byte[words.Count * 4];
        Buffer.BlockCopy(words.ToArray(), 0, result, 0, result.Length);
        return result;
    }

    static void Opcodes()
    {
        Family("behind ret", o => $"16 2A {o} {Zeros} 16 2A");
        Family("behind throw", o => $"14 7A {o} {Zeros} 16 2A");
        Family("jumped over", o => $"2B {(o.Length / 2 + 8):X2} {o} {Zeros} 16 2A");
        Family("behind a constant branch", o => $"17 2D {(o.Length / 2 + 8):X2} {o} {Zeros} 16 2A");
        Family("behind a constant comparison", o => $"16 16 2E {(o.Length / 2 + 8):X2} {o} {Zeros} 16 2A");
        Family("behind an argument's branch", o => $"02 2C {(o.Length / 2 + 8):X2} {o} {Zeros} 16 2A");
        Family("reached with nothing", o => $"{o} {Zeros} 16 2A");
        Family("at the end", o => $"16 2A {o} {Zeros}");
        Family("before ret at the end", o => $"16 2A {o} {Zeros} 2A");
        for (int length = 0; length < 8; length++)
        {
            Family($"cut off after {length}", o => $"16 2A {o} {Zeros[..(2 * length)]}", o => o == "DE" && length == 1 || o == "DD" && length == 4);
        }
        Family("branch to the second byte", o => $"2B 01 {o} {Zeros} 16 2A");
        Family("branch to the third byte", o => $"2B 02 {o} {Zeros} 16 2A", o => o == "38");
        Family("unreachable branch to the second byte", o => $"16 2A 2B 01 {o} {Zeros} 16 2A");
        Family("unreachable branch to the third byte", o => $"16 2A 2B 02 {o} {Zeros} 16 2A", o => o == "38");
        Family("unreachable branch to the fourth byte", o => $"16 2A 2B 03 {o} {Zeros} 16 2A", o => o == "38");
    }

    static void Prefixes()
    {
        foreach (string prefix in new[] { "FE12 01", "FE13", "FE14", "FE16 00000000", "FE19 01", "FE1E" })
        {
            Family($"{prefix} behind ret", o => $"16 2A {prefix} {o} {Zeros} 16 2A");
            Family($"{prefix} with nothing", o => $"{prefix} {o} {Zeros} 16 2A");
            foreach (string second in new[] { "FE12 01", "FE13", "FE14", "FE16 00000000", "FE19 01", "FE1E" })
            {
                Show($"{prefix} {second} behind ret", $"16 2A {prefix} {second} 28 00000000 2A");
                Show($"{prefix} {second} jumped over", $"2B {(prefix.Replace(" ", "").Length + second.Replace(" ", "").Length) / 2:X2} {prefix} {second} 16 2A");
            }
            Show($"{prefix} at the end", $"16 2A {prefix}");
            Show($"{prefix} branch behind it", $"16 2A {prefix} 26 2B FD");
        }
        for (int alignment = 0; alignment < 256; alignment++) Show($"unreachable unaligned. {alignment}", $"16 2A FE12 {alignment:X2} 4A 2A");
        foreach (string call in new[] { "28 00000000", "6F 00000000", "29 00000000", "27 00000000", "73 00000000" })
        {
            foreach (string after in new[] { "2A", "00 2A", "26 2A", "26 16 2A", "2B 00 2A", "FE14 2A" })
            {
                Show($"unreachable tail. {call} {after}", $"16 2A FE14 {call} {after}");
            }
        }
    }

    static void Branches()
    {
        foreach (string branch in new[] { "2B", "2C", "2D", "2E", "2F", "30", "31", "32", "33", "34", "35", "36", "37", "DE" })
        {
            var line = new StringBuilder();
            for (int offset = -20; offset < 20; offset++) line.Append(Result(Hex($"16 2A 20 16000000 {branch} {(byte)offset:X2} 20 00000000 2A")));
            Console.WriteLine($"unreachable {branch}: {line}");
        }
        for (int offset = -12; offset < 12; offset++)
        {
            Show($"unreachable switch to {offset}", $"16 2A 45 01000000 {(byte)offset:X2}{(offset < 0 ? "FFFFFF" : "000000")} 20 00000000 2A");
            Show($"unreachable br to {offset}", $"16 2A 38 {(byte)offset:X2}{(offset < 0 ? "FFFFFF" : "000000")} 20 00000000 2A");
        }
        foreach (string size in new[] { "00000000", "01000000", "02000000", "03000000", "FFFFFF3F", "00000040", "FFFFFF7F", "00000080", "FFFFFFFF" })
        {
            Show($"unreachable switch of {size}", $"16 2A 45 {size} 00000000 00000000 16 2A");
            Show($"switch of {size}", $"16 45 {size} 00000000 00000000 16 2A");
        }
    }

    static void Stacks()
    {
        for (int depth = 1; depth <= 20; depth++)
        {
            string pushes = new('6', 0);
            for (int i = 0; i < depth; i++) pushes += "16";
            string pops = "";
            for (int i = 1; i < depth; i++) pops += "58";
            var line = new StringBuilder();
            for (int maxStack = 0; maxStack <= 20; maxStack++) line.Append(Result(Hex(pushes + pops + "2A"), maxStack));
            Console.WriteLine($"depth {depth}: {line}");
        }
        foreach (int maxStack in new[] { 0, 1, 2, 8, 0xFFFF })
        {
            Show($"dup, stack {maxStack}", "16 25 58 2A", maxStack);
            Show($"dup and pop, stack {maxStack}", "16 25 26 2A", maxStack);
            Show($"garbage behind ret, stack {maxStack}", "16 2A 16 16 16 16 16 16 16 16 16 16 16 16 26 2A", maxStack);
            Show($"garbage over a branch, stack {maxStack}", "16 2B 01 25 2A", maxStack);
            Show($"nothing, stack {maxStack}", "14 7A", maxStack);
            Show($"catch, stack {maxStack}", "DE 03 26 DE 00 16 2A", maxStack, Clauses((0, 0, 2, 2, 5, 0)));
            Show($"finally, stack {maxStack}", "DE 01 DC 16 2A", maxStack, Clauses((2, 0, 2, 2, 3, 0)));
        }
        Show("empty", "");
        Show("ret of two", "16 16 2A");
        Show("ret of none", "2A");
        Show("backward branch with a value", "2B 02 16 2A 16 2B FB");
        Show("values at an unreachable block", "16 2A 26 58 2D FC 2A");
        Show("jmp of nothing", "27 00000000");
        Show("unreachable jmp at the end", "16 2A 27 00000000");
        Show("unreachable jmp of nothing", "16 2A 27 FFFFFF06 2A");
        foreach (int index in new[] { 0, 1, 2, 3, 4, 200, 255 })
        {
            foreach (string o in new[] { "0E", "0F", "10", "11", "12", "13" }) Show($"unreachable {o} {index}", $"16 2A {o} {index:X2} 16 2A");
            foreach (string o in new[] { "FE09", "FE0A", "FE0B", "FE0C", "FE0D", "FE0E" })
            {
                Show($"unreachable {o} {index}", $"16 2A {o} {index:X2}00 16 2A");
                Show($"unreachable {o} {index} of many", $"16 2A {o} {index:X2}FF 16 2A");
            }
        }
    }

    static void Ranges()
    {
        // nop; leave.s end; nop; leave.s end; nop; ldc.i4.0; ret, and with endfinally in the place of the second leave
        foreach (var (kind, code) in new[] { (0, "00 DE 06 26 DE 03 00 00 00 16 2A"), (2, "00 DE 06 00 DC 00 00 00 00 16 2A"), (4, "00 DE 06 00 DC 00 00 00 00 16 2A") })
        {
            byte[] bytes = Hex(code);
            for (int start = 0; start <= 11; start++)
            {
                var line = new StringBuilder();
                for (int end = start; end <= 12; end++)
                {
                    if (start > 3 && end % 3 != 0) continue;
                    line.Append(' ');
                    for (int handler = 0; handler <= 11; handler++)
                    {
                        for (int handlerEnd = handler + (handler % 2); handlerEnd <= 12; handlerEnd += 2)
                        {
                            line.Append(Result(bytes, 8, Clauses((kind, start, end, handler, handlerEnd, 0))));
                        }
                    }
                }
                Console.WriteLine($"clause {kind} from {start}:{line}");
            }
        }
    }

    static void Kinds()
    {
        for (int kind = 0; kind < 40; kind++)
        {
            if ((kind & 6) == 6) continue;
            Show($"kind {kind}", "00 DE 01 DC 16 2A", 8, Clauses((kind, 0, 3, 3, 4, 0)));
            Show($"kind {kind} of unreachable code", "16 2A DE 01 DC 16 2A", 8, Clauses((kind, 2, 4, 4, 5, 0)));
        }
        for (int filter = 0; filter < 10; filter++) Show($"filter at {filter}", "00 DE 06 26 16 FE11 26 DE 00 16 2A", 8, Clauses((1, 0, 3, 7, 10, filter)));
        uint seed = 7;
        int Next(int below)
        {
            seed = seed * 1664525 + 1013904223;
            return (int)((seed >> 8) % (uint)below);
        }
        // Two clauses over four blocks of a leave and an endfinally each.
        const string Blocks = "DE 0B 00 DC DE 07 00 DC DE 03 00 DC 00 16 2A";
        for (int round = 0; round < 40; round++)
        {
            var line = new StringBuilder();
            for (int i = 0; i < 20; i++)
            {
                int[] at = [Next(7), Next(7), Next(7), Next(7)];
                (int, int, int, int, int, int) One(int a, int b) => (2, 2 * Math.Min(a, b), 2 * Math.Max(a, b) + 2, 2 * Math.Max(a, b) + 2, 2 * Math.Max(a, b) + 4, 0);
                line.Append(Result(Hex(Blocks), 8, Clauses(One(at[0], at[1]), One(at[2], at[3]))));
            }
            Console.WriteLine($"nesting {round}: {line}");
        }
    }

    static void Main()
    {
        Opcodes();
        Prefixes();
        Branches();
        Stacks();
        Ranges();
        Kinds();
        Console.WriteLine($"{count} bodies");
    }
}

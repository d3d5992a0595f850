// System.Linq.Expressions: trees built by the compiler and by hand, compiled (to dynamic methods with closures) and interpreted.
using System.Linq.Expressions;
using System.Reflection;
using System.Runtime.CompilerServices;
using static System.Linq.Expressions.Expression;

static class Program
{
    static void Show(string what, object? value) => Console.WriteLine($"{what}: {value switch { null => "null", System.Collections.IEnumerable e and not string => string.Join(",", e.Cast<object>()), _ => value }}");

    static void Both<T>(string what, Expression<T> tree, Func<T, object?> use) where T : Delegate
    {
        foreach (bool interpret in new[] { false, true })
        {
            try { Show(what + (interpret ? " (interpreted)" : ""), use(tree.Compile(interpret))); }
            catch (Exception e) { Console.WriteLine($"{what}{(interpret ? " (interpreted)" : "")}: {e.GetType().Name}: {e.Message}"); }
        }
    }

    class Point
    {
        public int X; public int Y { get; set; }
        public List<int> Tags { get; } = new();
        public Point? Inner { get; set; }
        public int this[int i] { get => X * i; set => X = value + i; }
        public static Point operator +(Point a, Point b) => new() { X = a.X + b.X, Y = a.Y + b.Y };
        public static implicit operator int(Point p) => p.X * 100 + p.Y;
        public override string ToString() => $"({X},{Y},[{string.Join(" ", Tags)}],{Inner})";
    }

    struct Money { public decimal Amount; public Money(decimal a) => Amount = a; public static Money operator -(Money a, Money b) => new(a.Amount - b.Amount); public void Add(decimal d) => Amount += d; public override string ToString() => Amount + "$"; }

    enum Color : byte { Red, Green = 7, Blue }

    static void CompilerTrees()
    {
        int captured = 10;
        Expression<Func<int, int>> f = x => x * captured + 1;
        Both("closure", f, d => d(4));
        captured = 20;
        Both("closure changed", f, d => d(4));
        Both<Func<int, string, Point>>("member init", (a, s) => new Point { X = a, Y = s.Length, Tags = { 1, a, 3 }, Inner = new Point { X = 9 } }, d => d(3, "four"));
        Both<Func<int[], int>>("linq in tree", a => a.Where(x => x % 2 == 0).Select(x => x * x).Sum(), d => d([1, 2, 3, 4]));
        Both<Func<object, string>>("type tests", o => o is string ? "s:" + (string)o : o as Type != null ? "type" : o.ToString() ?? "", d => d("a") + d(typeof(int)) + d(3.5));
        Both<Func<int?, int?, int?>>("lifted", (a, b) => a + b * 2 ?? a ?? b, d => $"{d(1, 2)} {d(null, 3)} {d(1, null)} {d(null, null)}");
        Both<Func<int?, int?, bool>>("lifted compare", (a, b) => a < b || a == b, d => $"{d(1, 2)} {d(null, null)} {d(null, 3)}");
        Both<Func<bool?, bool?, bool?>>("three values", (a, b) => a & b | !a, d => $"{d(true, null)} {d(false, null)} {d(null, false)}");
        Both<Func<Color, int>>("enum", c => (int)c + (c == Color.Blue ? 100 : 0), d => $"{d(Color.Green)} {d(Color.Blue)}");
        Both<Func<Point, Point, int>>("operators", (a, b) => a + b, d => d(new Point { X = 1, Y = 2 }, new Point { X = 3, Y = 4 }));
        Both<Func<decimal, double, float, decimal>>("numbers", (m, r, s) => m * (decimal)r - (decimal)s, d => d(1.5m, 2.25, .5f));
        Both<Func<int, int, int[,]>>("new array bounds", (a, b) => new int[a, b], d => d(2, 3).GetLength(1));
        Both<Func<string, Func<int, char>>>("nested lambda", s => i => s[i + captured - 20], d => d("hello")(1));
        Both<Func<long, int>>("checked", x => checked((int)x), d => d(5_000_000_000));
        Both<Func<long, int>>("unchecked", x => unchecked((int)x), d => d(5_000_000_000));
        Both<Func<int, int>>("divide", x => 100 / x, d => d(0));
        Both<Func<object, int>>("unbox", x => (int)x, d => d("no"));
        Both<Func<Point?, int>>("null member", x => x!.Y, d => d(null));
        Both<Func<Money, Money, string>>("struct operator", (a, b) => (a - b).ToString(), d => d(new(5), new(1.5m)));
        Both<Func<double, string>>("interpolated", x => $"{x:F2}|{x,8:E1}", d => d(1234.5678));
        Console.WriteLine(f);
        Expression<Func<Point, bool>> printed = p => p.X > 3 && !(p.Y < 2) || p.Tags.Contains(p.X) ^ p.Inner == null;
        Console.WriteLine(printed);
    }

    static void HandTrees()
    {
        // factorial with a loop, break, assignment
        var n = Parameter(typeof(int), "n");
        var result = Variable(typeof(long), "result");
        var done = Label(typeof(long), "done");
        var factorial = Lambda<Func<int, long>>(Block([result], Assign(result, Constant(1L)),
            Loop(IfThenElse(GreaterThan(n, Constant(1)), Block(MultiplyAssign(result, Convert(n, typeof(long))), PostDecrementAssign(n)), Break(done, result)), done)), n);
        Both("factorial", factorial, d => d(15));

        // try / catch with filter / finally / fault
        var log = new List<string>();
        var add = typeof(List<string>).GetMethod("Add")!;
        Expression Log(string s) => Call(Constant(log), add, Constant(s));
        var e = Parameter(typeof(InvalidOperationException), "e");
        var thrower = Parameter(typeof(Func<int>), "f");
        var guarded = Lambda<Func<Func<int>, int>>(TryCatchFinally(Block(Log("try"), Invoke(thrower)), Log("finally"),
            Catch(e, Block(Log("caught"), Property(Property(e, "Message"), "Length")), NotEqual(Property(e, "Message"), Constant("pass"))),
            Catch(typeof(ArgumentException), Block(Log("argument"), Constant(-7)))), thrower);
        foreach (bool interpret in new[] { false, true })
        {
            log.Clear();
            var d = guarded.Compile(interpret);
            Console.WriteLine(d(() => 5) + " " + d(() => throw new InvalidOperationException("hello")) + " " + d(() => throw new ArgumentException("x")));
            try { d(() => throw new InvalidOperationException("pass")); } catch (InvalidOperationException failure) { log.Add("out:" + failure.Message); }
            Show("log", log);
        }

        // switch on strings (many cases: a dictionary) and ints, with a value
        var text = Parameter(typeof(string), "text");
        var cases = Enumerable.Range(0, 20).Select(i => SwitchCase(Constant(i * 3), Constant("k" + i))).ToArray();
        Both("string switch", Lambda<Func<string, int>>(Switch(text, Constant(-1), cases), text), d => $"{d("k0")} {d("k19")} {d("zzz")} {d(null!)}");
        var k = Parameter(typeof(int), "k");
        Both("int switch", Lambda<Func<int, string>>(Switch(k, Constant("other"), SwitchCase(Constant("small"), Constant(1), Constant(2)), SwitchCase(Constant("big"), Constant(1000))), k), d => $"{d(1)} {d(2)} {d(1000)} {d(3)}");

        // ref parameters, indexers, coalesce, conditional access by hand
        var byRef = Parameter(typeof(int).MakeByRefType(), "r");
        var inc = Lambda<Bump>(Block(AddAssign(byRef, Constant(5)), Multiply(byRef, Constant(2))), byRef);
        foreach (bool interpret in new[] { false, true }) { int v = 1; int r = inc.Compile(interpret)(ref v); Console.WriteLine($"ref {v} {r}"); }
        var p = Parameter(typeof(Point), "p");
        Both("indexer", Lambda<Func<Point, int>>(Block(Assign(Property(p, "Item", Constant(4)), Constant(6)), AddAssign(Field(p, "X"), Constant(1)), Property(p, "Item", Constant(2))), p), d => d(new Point()));

        // closures: a counter factory; variables hoisted into StrongBox
        var count = Variable(typeof(int), "count");
        var counter = Lambda<Func<Func<int>>>(Block([count], Assign(count, Constant(10)), Lambda<Func<int>>(PreIncrementAssign(count))));
        Both("counter", counter, d => { var c = d(); var c2 = d(); return $"{c()} {c()} {c2()} {c()}"; });

        // recursion through a variable
        var fib = Variable(typeof(Func<int, int>), "fib");
        var i2 = Parameter(typeof(int), "i");
        var fibTree = Lambda<Func<int, int>>(Block([fib], Assign(fib, Lambda<Func<int, int>>(Condition(LessThan(i2, Constant(2)), i2,
            Add(Invoke(fib, Subtract(i2, Constant(1))), Invoke(fib, Subtract(i2, Constant(2))))), i2)), Invoke(fib, k)), k);
        Both("fibonacci", fibTree, d => d(15));

        // many kinds of numeric nodes
        var a = Parameter(typeof(int)); var b = Parameter(typeof(int));
        foreach (var kind in new[] { ExpressionType.Add, ExpressionType.AddChecked, ExpressionType.Subtract, ExpressionType.MultiplyChecked, ExpressionType.Divide, ExpressionType.Modulo, ExpressionType.And, ExpressionType.Or, ExpressionType.ExclusiveOr, ExpressionType.LeftShift, ExpressionType.RightShift })
            Both(kind.ToString(), Lambda<Func<int, int, int>>(MakeBinary(kind, a, b), a, b), d => $"{d(77, 3)} {d(-77, 5)} {Attempt(() => d(int.MaxValue, 2))}");
        var x = Parameter(typeof(double));
        Both("power", Lambda<Func<double, double>>(Power(x, Constant(3.0)), x), d => d(1.5));
        foreach (var t in new[] { typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(uint), typeof(long), typeof(ulong), typeof(float), typeof(char), typeof(decimal) })
            Both("convert " + t.Name, Lambda<Func<double, object>>(Convert(Convert(x, t), typeof(object)), x), d => $"{Code(d(65.9))} {(t == typeof(decimal) || t == typeof(float) ? Code(d(-3.7)) : "")}");
        foreach (var t in new[] { typeof(byte), typeof(sbyte), typeof(short), typeof(uint), typeof(ulong) })
            Both("convert checked " + t.Name, Lambda<Func<double, object>>(Convert(ConvertChecked(x, t), typeof(object)), x), d => $"{d(99.9)} {Attempt(() => d(-1e10))}");

        // struct values: copies and calls on them
        var m = Variable(typeof(Money));
        Both("struct local", Lambda<Func<Money>>(Block([m], Assign(m, New(typeof(Money).GetConstructor([typeof(decimal)])!, Constant(5m))), Call(m, typeof(Money).GetMethod("Add")!, Constant(2.5m)), m)), d => d());

        // dynamic quote, goto, default, typeequal, arrays
        Both("type equal", Lambda<Func<object, bool>>(TypeEqual(Parameter(typeof(object), "o") is var o ? o : null!, typeof(string)), o), d => $"{d("x")} {d(1)} {d(null!)}");
        var arr = Parameter(typeof(int[]));
        Both("array", Lambda<Func<int[], int>>(Block(Assign(ArrayAccess(arr, Constant(1)), Add(ArrayIndex(arr, Constant(0)), ArrayLength(arr))), ArrayAccess(arr, Constant(1))), arr), d => $"{d([5, 0, 0])} {Attempt(() => d([1]))}");
        Both("default", Lambda<Func<DateTime>>(Default(typeof(DateTime))), d => d().Ticks);
        Both("new array", Lambda<Func<string[]>>(NewArrayInit(typeof(string), Constant("a"), Constant(null, typeof(string)), Constant("c"))), d => d());
        Both("list init", Lambda<Func<Dictionary<string, int>>>(ListInit(New(typeof(Dictionary<string, int>)), ElementInit(typeof(Dictionary<string, int>).GetMethod("Add")!, Constant("one"), Constant(1)))), d => d());
        var runtimeVariables = Lambda<Func<int, string, IRuntimeVariables>>(RuntimeVariables(k, text), k, text);
        Both("runtime variables", runtimeVariables, d => { var v = d(5, "s"); v[0] = 6; return $"{v.Count} {v[0]} {v[1]}"; });
    }

    delegate int Bump(ref int value);
    static object Code(object o) => o is char c ? (int)c : o;
    static string Attempt(Func<object> f) { try { return f().ToString()!; } catch (Exception e) { return e.GetType().Name; } }

    class Replace(Dictionary<Expression, Expression> map) : ExpressionVisitor
    {
        public override Expression? Visit(Expression? node) => node != null && map.TryGetValue(node, out var r) ? r : base.Visit(node);
        protected override Expression VisitLambda<T>(Expression<T> node) => Lambda<T>(Visit(node.Body)!, node.Parameters);
        protected override Expression VisitConstant(ConstantExpression node) => node.Value is int i ? Constant(i + 1) : node;
    }

    static void Visitors()
    {
        Expression<Func<int, int, int>> f = (x, y) => x * 2 + y * 3 - Math.Max(x, 4);
        var g = (Expression<Func<int, int, int>>)new Replace(new() { [f.Parameters[1]] = Negate(f.Parameters[0]) }).Visit(f)!;
        Console.WriteLine(g);
        Both("visited", g, d => d(5, 0));
        IQueryable<int> q = new[] { 5, 3, 8, 1 }.AsQueryable().Where(v => v > 2).OrderByDescending(v => v).Select(v => v * 10);
        Console.WriteLine(q.Expression);
        Show("queryable", q);
        Show("aggregate", new[] { 1, 2, 3 }.AsQueryable().Aggregate((s, v) => s * 10 + v));
        var many = new Delegate[20];
        for (int i = 0; i < many.Length; i++) { var z = Parameter(typeof(int)); many[i] = Lambda(Add(z, Constant(i)), z).Compile(); }
        Show("many", many.Select(d => d.DynamicInvoke(100)));
        var wide = Enumerable.Range(0, 20).Select(i => Parameter(typeof(int), "p" + i)).ToArray();
        var sum = Lambda(wide.Aggregate((Expression)Constant(0), Add), wide);
        Console.WriteLine(sum.Type.IsGenericType + " " + sum.Compile().DynamicInvoke(Enumerable.Range(1, 20).Cast<object>().ToArray()));
    }

    static void Main()
    {
        CompilerTrees();
        HandTrees();
        Visitors();
    }
}

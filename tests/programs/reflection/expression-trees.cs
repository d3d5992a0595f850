using System.Linq.Expressions;

class Item
{
    public int Id { get; set; }
    public string Name = "";
    public List<int> Values { get; } = new();
}

static class Program
{
    static Expression<Func<T, bool>> And<T>(Expression<Func<T, bool>> a, Expression<Func<T, bool>> b)
    {
        ParameterExpression p = a.Parameters[0];
        return Expression.Lambda<Func<T, bool>>(Expression.AndAlso(a.Body, new Replace(b.Parameters[0], p).Visit(b.Body)), p);
    }

    class Replace(Expression from, Expression to) : ExpressionVisitor
    {
        public override Expression? Visit(Expression? node) => node == from ? to : base.Visit(node);
    }

    static void Main()
    {
        Expression<Func<int, int>> square = x => x * x + 1;
        Console.WriteLine(square + " " + square.Compile()(7));
        int captured = 10;
        Expression<Func<string, int>> withCapture = s => s.Length + captured;
        Console.WriteLine(withCapture.Compile()("abc"));
        Expression<Func<Item, bool>> even = i => i.Id % 2 == 0, named = i => i.Name.StartsWith("n");
        Func<Item, bool> both = And(even, named).Compile();
        Console.WriteLine(both(new Item { Id = 2, Name = "nn" }) + " " + both(new Item { Id = 3, Name = "nn" }));
        Console.WriteLine(And(even, named));
        ParameterExpression n = Expression.Parameter(typeof(int), "n"), result = Expression.Variable(typeof(long), "r");
        LabelTarget end = Expression.Label(typeof(long));
        var factorial = Expression.Lambda<Func<int, long>>(Expression.Block(new[] { result },
            Expression.Assign(result, Expression.Constant(1L)),
            Expression.Loop(Expression.IfThenElse(Expression.GreaterThan(n, Expression.Constant(1)),
                Expression.MultiplyAssign(result, Expression.Convert(Expression.PostDecrementAssign(n), typeof(long))),
                Expression.Break(end, result)), end)), n);
        Console.WriteLine(factorial.Compile()(15));
        Expression<Func<int, Item>> init = id => new Item { Id = id, Name = "made" + id, Values = { 1, 2, id } };
        Item item = init.Compile()(5);
        Console.WriteLine(item.Name + item.Values.Sum());
        Expression<Func<int, Func<int, int>>> nested = a => b => a - b;
        Console.WriteLine(nested.Compile()(10)(3));
        var tryCatch = Expression.Lambda<Func<int, string>>(Expression.TryCatch(
            Expression.Call(Expression.Divide(Expression.Constant(100), n), "ToString", null),
            Expression.Catch(typeof(DivideByZeroException), Expression.Constant("div")))
            , n).Compile();
        Console.WriteLine(tryCatch(5) + tryCatch(0));
        Expression<Func<object, string>> conditional = o => o is string ? "s" : o == null ? "null" : o.ToString()!;
        Console.WriteLine(conditional.Compile()(5) + conditional.Compile()("x"));
        Console.WriteLine(square.Compile(preferInterpretation: true)(8));
        Expression<Func<int, int, int>> sw = (a, b) => Math.Max(a, b);
        Console.WriteLine(((MethodCallExpression)sw.Body).Method.Name + sw.Compile()(3, 4));
        IQueryable<Item> query = new[] { item, new Item { Id = 9, Name = "other" } }.AsQueryable().Where(i => i.Id > 5).OrderBy(i => i.Name);
        Console.WriteLine(query.Count() + query.First().Name);
    }
}

class MyException : Exception
{
    public int Code { get; }
    public MyException(int code) : base($"code {code}") => Code = code;
    public MyException(int code, Exception inner) : base("wrapped", inner) => Code = code;
    public override string Message => base.Message + "!";
}

class Derived : MyException
{
    public Derived() : base(7)
    {
    }
    public override string ToString() => "Derived as string";
}

static class Program
{
    static void Main()
    {
        try
        {
            throw new Derived();
        }
        catch (MyException e)
        {
            Console.WriteLine(e.Code + e.Message + e);
        }
        try
        {
            try
            {
                throw new MyException(1);
            }
            catch (MyException e) when (e.Code == 1)
            {
                throw new MyException(2, e);
            }
        }
        catch (MyException e)
        {
            Console.WriteLine(e);
            Console.WriteLine(e.GetBaseException().Message);
            e.Data["key"] = 5;
            Console.WriteLine(e.Data["key"]);
        }
        var x = new Exception();
        Console.WriteLine(x.Message + "|" + (x.StackTrace == null) + "|" + x);
        var aggregate = new AggregateException("many", new Exception("one"), new AggregateException(new Exception("two")));
        Console.WriteLine(aggregate.Message);
        Console.WriteLine(aggregate.Flatten().InnerExceptions.Count);
        Console.WriteLine(new ArgumentNullException("p").Message);
        Console.WriteLine(new ArgumentOutOfRangeException("p", 5, "bad").Message);
        Console.WriteLine(new FileNotFoundException("nf", "a.txt").FileName);
        Console.WriteLine(new ObjectDisposedException("thing").Message);
        Console.WriteLine(new KeyNotFoundException().Message);
        Console.WriteLine(new OperationCanceledException().Message);
        Console.WriteLine(new TimeoutException().Message + new NotImplementedException().Message + new NotSupportedException().Message);
        try
        {
            ArgumentNullException.ThrowIfNull((object?)null, "arg");
        }
        catch (ArgumentNullException e)
        {
            Console.WriteLine(e.ParamName);
        }
        try
        {
            new Dictionary<string, int>()["missing"].ToString();
        }
        catch (KeyNotFoundException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            Enumerable.Empty<int>().First();
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
    }
}

using System.Collections;

static class Program
{
    static Exception Catch(Action a)
    {
        try
        {
            a();
            return new Exception("none");
        }
        catch (Exception e)
        {
            return e;
        }
    }

    static void Thrower(string s) => throw new InvalidOperationException(s) { HelpLink = "help", Data = { ["k"] = "v" }, Source = "mine" };

    static void Main()
    {
        Exception e = Catch(() => Thrower("m"));
        Console.WriteLine($"{e.Message} {e.HelpLink} {e.Data["k"]} {e.Source} {e.HResult:x8} {e.TargetSite!.Name} {e.InnerException == null}");
        Console.WriteLine(e.StackTrace!.Split('\n').Length);
        string first = e.StackTrace;
        Exception again = Catch(() => throw e);
        Console.WriteLine(ReferenceEquals(e, again) + " " + (again.StackTrace == first) + " " + again.StackTrace!.Split('\n').Length);
        var aggregate = (AggregateException)Catch(() => Task.WaitAll(Task.Run(() => Thrower("1")), Task.Run(() => throw new FormatException("2"))));
        Console.WriteLine(string.Join(",", aggregate.InnerExceptions.Select(x => x.Message).Order(StringComparer.Ordinal)));
        try
        {
            aggregate.Handle(x => x is FormatException);
        }
        catch (AggregateException rest)
        {
            Console.WriteLine(rest.InnerExceptions.Count);
        }
        Exception never = new("never thrown");
        Console.WriteLine((never.StackTrace ?? "null") + (never.TargetSite == null) + (never.Source ?? "null"));
        Exception withInner = new("outer", new ArgumentException("inner", "param"));
        Console.WriteLine(withInner);
        Console.WriteLine(withInner.GetBaseException().Message);
        var dispatch = System.Runtime.ExceptionServices.ExceptionDispatchInfo.SetRemoteStackTrace(new Exception("remote"), "   at Some.Where()");
        Console.WriteLine(Catch(() => throw dispatch).StackTrace!.Split('\n')[0]);
        foreach (DictionaryEntry entry in e.Data)
            Console.WriteLine(entry.Key + "=" + entry.Value);
        Console.WriteLine(new InvalidCastException("m", 5).HResult + " " + new OverflowException().HResult.ToString("x") + " " + new IndexOutOfRangeException().HResult.ToString("x"));
    }
}

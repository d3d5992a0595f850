using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;

class MyEx : Exception
{
    public int Code;
    public MyEx(string m, int c) : base(m)
    {
        Code = c;
        HResult = unchecked((int)0x80001234);
    }

    public override string ToString() => "MyEx!" + Code;
    public override string Message => "msg:" + base.Message + Code;
}

class MsgThrows : Exception
{
    public override string Message => throw new InvalidOperationException("in Message");
}

class P
{
    static void W(string s) => Console.WriteLine(s);
    static bool F(string s, bool r)
    {
        W("filter " + s);
        return r;
    }

    static bool FThrow(string s)
    {
        W("filter throws " + s);
        throw new Exception("lost");
    }

    static int Ret(int k)
    {
        try
        {
            try
            {
                if (k == 0)
                    return 1;
                if (k == 1)
                    throw new Exception("k1");
                if (k == 2)
                    goto end;
                for (int i = 0;; i++)
                {
                    try
                    {
                        if (i == 3)
                            break;
                        if (i == 1)
                            continue;
                        W("loop " + i);
                    }
                    finally
                    {
                        W("fin loop " + i);
                    }
                }

                return 4;
            }
            catch (Exception e)when (F(e.Message, true))
            {
                W("caught");
                return 5;
            }
            finally
            {
                W("inner fin");
            }
        }
        finally
        {
            W("outer fin");
        }

        end:
            W("end");
        return 6;
    }

    static void A()
    {
        try
        {
            B();
        }
        finally
        {
            W("A fin");
        }
    }

    static void B()
    {
        try
        {
            C();
        }
        catch (ArgumentException)when (F("B arg", true))
        {
            W("never");
        }
        catch (Exception e)when (F("B " + e.Message, false))
        {
            W("never");
        }
        finally
        {
            W("B fin");
        }
    }

    static void C()
    {
        try
        {
            throw new InvalidOperationException("C");
        }
        catch (InvalidOperationException)when (FThrow("C"))
        {
            W("never");
        }
        finally
        {
            W("C fin");
            throw new NotSupportedException("from finally");
        }
    }

    static void Rethrow(int mode)
    {
        try
        {
            Thrower();
        }
        catch (Exception e)
        {
            switch (mode)
            {
                case 0:
                    throw;
                case 1:
                    throw e;
                case 2:
                    ExceptionDispatchInfo.Capture(e).Throw();
                    break;
                case 3:
                    throw new Exception("wrap", e);
                case 4:
                    ExceptionDispatchInfo.Throw(e);
                    break;
                case 5:
                    try
                    {
                        throw new Exception("other");
                    }
                    catch
                    {
                    }

                    throw;
                case 6:
                    Thrower();
                    break;
                case 7:
                    try
                    {
                        throw;
                    }
                    finally
                    {
                        W("rethrow fin");
                    }
            }
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Thrower() => throw new MyEx("t", 3);
    static string Trace(Exception e) => string.Join(" < ", (e.StackTrace ?? "null").Split('\n').Select(l =>
    {
        var x = l.Trim();
        int p = x.IndexOf('(');
        if (p > 0)
            x = x[..p];
        return x.Replace("at ", "");
    }));
    static IEnumerable<int> It()
    {
        try
        {
            yield return 1;
            try
            {
                yield return 2;
                throw new Exception("it");
            }
            finally
            {
                W("it inner");
            }
        }
        finally
        {
            W("it outer");
        }
    }

    static async Task As()
    {
        try
        {
            await Task.Yield();
            throw new MyEx("as", 1);
        }
        catch (MyEx e)when (F("async", e.Code == 1))
        {
            await Task.Yield();
            W("async catch");
            throw;
        }
        finally
        {
            await Task.Yield();
            W("async fin");
        }
    }

    static int depth;
    static void Deep(int n)
    {
        try
        {
            if (n == 0)
                throw new Exception("deep");
            Deep(n - 1);
        }
        finally
        {
            depth++;
        }
    }

    static void DeepCatch(int n)
    {
        try
        {
            if (n == 0)
                throw new Exception("d0");
            DeepCatch(n - 1);
        }
        catch (Exception e)
        {
            throw new Exception("d" + n, e);
        }
    }

    static int FinallyOverride()
    {
        int x = 1;
        try
        {
            return x;
        }
        finally
        {
            x = 2;
            W("x " + x);
        }
    }

    static ref int RefRet(int[] a)
    {
        try
        {
            return ref a[1];
        }
        finally
        {
            a[1]++;
        }
    }

    static void Gen<T>()
        where T : Exception, new()
    {
        try
        {
            throw new T();
        }
        catch (T e)when (e is T)
        {
            W("gen " + e.GetType().Name);
        }
    }

    static void GenMiss<T, U>()
        where T : Exception where U : Exception, new()
    {
        try
        {
            throw new U();
        }
        catch (T)
        {
            W("T " + typeof(T).Name);
        }
        catch (U)
        {
            W("U " + typeof(U).Name);
        }
    }

    static void Main()
    {
        for (int k = 0; k < 4; k++)
            W("ret " + Ret(k));
        try
        {
            A();
        }
        catch (Exception e)
        {
            W(e.GetType().Name + e.Message);
        }

        for (int m = 0; m < 8; m++)
            try
            {
                Rethrow(m);
            }
            catch (Exception e)
            {
                W(m + " " + e.Message + " " + Trace(e) + (e.InnerException != null ? " inner " + Trace(e.InnerException) : ""));
            }

        try
        {
            foreach (int i in It())
                W("i" + i);
        }
        catch (Exception e)
        {
            W(e.Message);
        }

        foreach (int i in It())
        {
            W("i" + i);
            break;
        }

        try
        {
            As().Wait();
        }
        catch (AggregateException e)
        {
            W(e.Message + " " + e.InnerException!.Message + e.Flatten().InnerExceptions.Count);
        }

        try
        {
            Deep(500);
        }
        catch (Exception e)
        {
            W(e.Message + depth + " " + e.StackTrace!.Split('\n').Length);
        }

        try
        {
            DeepCatch(20);
        }
        catch (Exception e)
        {
            int c = 0;
            for (Exception? x = e; x != null; x = x.InnerException)
                c++;
            W(c + e.GetBaseException().Message);
        }

        W(FinallyOverride() + "");
        int[] a =
        {
            1,
            2
        };
        RefRet(a) += 10;
        W(a[1] + "");
        Gen<ArgumentNullException>();
        Gen<DivideByZeroException>();
        GenMiss<ArgumentException, ArgumentNullException>();
        GenMiss<ArgumentNullException, ArgumentException>();
        GenMiss<MyEx, Exception>();
        W(new MyEx("q", 2).ToString() + new MyEx("q", 3).Message + new MyEx("w", 1).HResult.ToString("x"));
        W(new Exception("a", new MyEx("b", 4)).ToString());
        W(new AggregateException("agg", new Exception("1"), new MyEx("2", 2)).ToString().Replace("\r", ""));
        try
        {
            W(new MsgThrows().ToString());
        }
        catch (InvalidOperationException e)
        {
            W(e.Message);
        }

        foreach (var e in new Exception[]
        {
            new(),
            new ArgumentException(),
            new ArgumentException("m", "p"),
            new ArgumentNullException("p"),
            new ArgumentOutOfRangeException("p", 5, "m"),
            new IndexOutOfRangeException(),
            new NullReferenceException(),
            new InvalidCastException(),
            new OverflowException(),
            new DivideByZeroException(),
            new OutOfMemoryException(),
            new StackOverflowException(),
            new TypeLoadException(),
            new MissingMethodException("C", "M"),
            new MissingFieldException("C", "F"),
            new FileNotFoundException(null, "f.x"),
            new BadImageFormatException(null, "b.dll"),
            new TimeoutException(),
            new OperationCanceledException(),
            new TaskCanceledException(),
            new ObjectDisposedException("obj"),
            new NotImplementedException(),
            new NotSupportedException(),
            new FormatException(),
            new RankException(),
            new ArrayTypeMismatchException(),
            new AccessViolationException(),
            new ThreadInterruptedException(),
            new SynchronizationLockException(),
            new InvalidProgramException(),
            new EntryPointNotFoundException(),
            new DllNotFoundException(),
            new KeyNotFoundException(),
            new System.Security.SecurityException(),
            new System.Runtime.InteropServices.COMException("c", 5),
            new System.ComponentModel.Win32Exception(2),
            new TypeInitializationException("T", null),
            new AggregateException(),
            new System.Reflection.TargetInvocationException(null),
            new System.Reflection.AmbiguousMatchException(),
            new UnauthorizedAccessException(),
            new CultureNotFoundException2(),
            new InsufficientExecutionStackException()
        }

        )
            W($"{e.GetType().Name} {e.HResult:x8} {e.Message.Replace("\n", "|")}");
        var edi = ExceptionDispatchInfo.Capture(new Exception("never thrown"));
        for (int i = 0; i < 3; i++)
            try
            {
                edi.Throw();
            }
            catch (Exception e)
            {
                W(Trace(e));
            }

        var sst = ExceptionDispatchInfo.SetCurrentStackTrace(new Exception("sst"));
        W(Trace(sst));
        try
        {
            ExceptionDispatchInfo.SetCurrentStackTrace(sst);
        }
        catch (Exception e)
        {
            W(e.GetType().Name);
        }

        var rst = ExceptionDispatchInfo.SetRemoteStackTrace(new Exception("r"), "   at Remote.Thing()");
        W(rst.StackTrace!);
        try
        {
            throw rst;
        }
        catch (Exception e)
        {
            W(Trace(e));
        }

        var ex = new Exception("data");
        ex.Data["k"] = 1;
        ex.Data[2] = "two";
        W(string.Join(",", ex.Data.Keys.Cast<object>()));
        W(ex.Source + "|" + ex.TargetSite + "|" + ex.HelpLink);
        try
        {
            throw ex;
        }
        catch (Exception e)
        {
            W(e.Source + "|" + e.TargetSite);
        }

        object? nul = null;
        try
        {
            throw (Exception)nul!;
        }
        catch (NullReferenceException e)
        {
            W(e.Message);
        }

        try
        {
            try
            {
                throw new Exception("1");
            }
            finally
            {
                try
                {
                    throw new Exception("2");
                }
                catch (Exception e)
                {
                    W("in " + e.Message);
                }
            }
        }
        catch (Exception e)
        {
            W("out " + e.Message);
        }

        try
        {
            try
            {
                throw new Exception("1");
            }
            catch
            {
                try
                {
                    throw new Exception("2");
                }
                catch
                {
                    throw;
                }
                finally
                {
                    W("f");
                }
            }
        }
        catch (Exception e)
        {
            W("out " + e.Message);
        }

        int z = 0;
        try
        {
            z = 1 / z;
        }
        catch (DivideByZeroException)when ((z = 5) == 5)
        {
            W("z " + z);
        }

        try
        {
            Nested1();
        }
        catch (Exception e)
        {
            W(e.Message);
        }

        void Nested1()
        {
            try
            {
                Nested2();
            }
            catch (Exception e)when (Fil(e))
            {
            }
        }

        bool Fil(Exception e)
        {
            try
            {
                throw new Exception("inside filter");
            }
            catch (Exception i)
            {
                W("filter saw " + e.Message + " and " + i.Message);
            }
            finally
            {
                W("filter finally");
            }

            return false;
        }

        void Nested2()
        {
            try
            {
                throw new Exception("N2");
            }
            finally
            {
                W("N2 fin");
            }
        }

        Func<int> lam = () =>
        {
            try
            {
                return int.Parse("x");
            }
            catch (FormatException)
            {
                return -1;
            }
            finally
            {
                W("lam fin");
            }
        };
        W(lam() + "");
        W(Environment.StackTrace.Split('\n').Select(x => x.Trim()).First(x => x.Contains("P.Main")).Split('(')[0]);
    }
}

class CultureNotFoundException2 : System.Globalization.CultureNotFoundException
{
}

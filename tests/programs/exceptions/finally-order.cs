static class Program
{
    static void Log(string s) => Console.WriteLine(s);

    static int Return()
    {
        try
        {
            Log("try");
            return 1;
        }
        finally
        {
            Log("finally");
        }
    }

    static int Nested()
    {
        int x = 0;
        try
        {
            try
            {
                x = 1;
                throw new InvalidOperationException("inner");
            }
            finally
            {
                Log("inner finally " + x);
                x = 2;
            }
        }
        catch (InvalidOperationException e)
        {
            Log("catch " + e.Message + x);
            x = 3;
            return x;
        }
        finally
        {
            Log("outer finally " + x);
            x = 4;
        }
    }

    static string Loops()
    {
        string s = "";
        for (int i = 0; i < 4; i++)
        {
            try
            {
                if (i == 1)
                    continue;
                if (i == 3)
                    break;
                s += i;
            }
            finally
            {
                s += "f";
            }
        }
        return s;
    }

    static void Replace()
    {
        try
        {
            try
            {
                throw new Exception("first");
            }
            finally
            {
                throw new Exception("second");
            }
        }
        catch (Exception e)
        {
            Log(e.Message);
        }
    }

    static void LeaveMany()
    {
        try
        {
            try
            {
                try
                {
                    goto end;
                }
                finally
                {
                    Log("1");
                }
            }
            finally
            {
                Log("2");
            }
        }
        finally
        {
            Log("3");
        }
        end:
        Log("end");
    }

    static void FinallyWithTry()
    {
        try
        {
            throw new Exception("A");
        }
        catch
        {
            Log("caught");
        }
        finally
        {
            try
            {
                throw new Exception("B");
            }
            catch (Exception e)
            {
                Log("in finally " + e.Message);
            }
            finally
            {
                Log("finally in finally");
            }
        }
    }

    static void Main()
    {
        Log(Return().ToString());
        Log(Nested().ToString());
        Log(Loops());
        Replace();
        LeaveMany();
        FinallyWithTry();
    }
}

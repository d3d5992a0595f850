static class Program
{
    static int Pick(int x)
    {
        switch (x)
        {
            case 0: return 1;
            case 1: return 2;
            case 2: return 4;
            case 3: return 8;
            case 4: return 16;
            default: return 32;
        }
    }

    static int Main() => Pick(0) + Pick(2) + Pick(4) + Pick(5) + Pick(-1) + Pick(int.MinValue);
}

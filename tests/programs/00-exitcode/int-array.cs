static class Program
{
    static int Main()
    {
        int[] a = new int[10];
        for (int i = 0; i < a.Length; i++)
            a[i] = i * i;
        int sum = 0;
        foreach (int x in a)
            sum += x;
        return sum % 256;
    }
}

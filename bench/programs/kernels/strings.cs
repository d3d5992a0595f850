// include: ../told.part
// include: ../warm.part
static class Program
{
    static long Kernel()
    {
        long sum = 0;
        string text = "the quick brown fox jumps over the lazy dog";
        for (int i = 0; i < 4000; i++)
        {
            string s = text + i;
            sum += s.Length + s.IndexOf('z');
            string upper = s.ToUpperInvariant();
            for (int k = 0; k < upper.Length; k++)
                sum = sum * 31 + upper[k];
            sum += upper.Substring(4, 11).Replace('U', 'V').CompareTo("QVICK BROWN");
            if (string.Concat(i, "-", i) == "77-77")
                sum++;
        }
        return sum;
    }

    static void Main() => Warm.Run(("strings", Kernel));
}

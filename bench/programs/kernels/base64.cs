// include: ../told.part
// include: ../warm.part
static class Program
{
    static readonly byte[] data = Enumerable.Range(0, 8192).Select(i => (byte)(i * 31)).ToArray();
    static readonly string text = Convert.ToBase64String(data), hex = Convert.ToHexString(data);

    static long Kernel()
    {
        long sum = 0;
        for (int i = 0; i < 30; i++)
        {
            sum += Convert.ToBase64String(data).Length + Convert.FromBase64String(text)[i];
            sum += Convert.ToHexString(data).Length + Convert.FromHexString(hex)[i];
        }
        return sum;
    }

    static void Main() => Warm.Run(("base64", Kernel));
}

unsafe static class Program
{
    struct Node
    {
        public int Value;
        public Node* Next;
    }

    static int Sum(int n)
    {
        int* p = stackalloc int[n];
        for (int i = 0; i < n; i++)
            p[i] = i;
        int sum = 0;
        for (int* q = p; q < p + n; q++)
            sum += *q;
        return sum;
    }

    static void Loop()
    {
        for (int i = 0; i < 3; i++)
            Chunk(i);
        static void Chunk(int i)
        {
            Span<long> s = stackalloc long[] { i, i + 1, i + 2 };
            Console.WriteLine(s[0] * s[1] * s[2]);
        }
    }

    static void Main()
    {
        Console.WriteLine(Sum(10) + Sum(1000) + Sum(0));
        Loop();
        Node a = new() { Value = 1 }, b = new() { Value = 2, Next = &a };
        Node* n = &b;
        n->Next->Value = 10;
        Console.WriteLine(a.Value + n->Value);
        byte[] bytes = { 1, 2, 3, 4, 5, 6, 7, 8 };
        fixed (byte* p = bytes)
        {
            Console.WriteLine(*(int*)p);
            Console.WriteLine(*(long*)p);
            *(ushort*)(p + 3) = 0xffff;
        }
        fixed (byte* p = &bytes[6])
            Console.WriteLine(*p);
        fixed (char* c = "pinned")
            Console.WriteLine(c[2]);
        Console.WriteLine(string.Join(",", bytes));
        Span<byte> zeroed = stackalloc byte[100];
        int nonzero = 0;
        foreach (byte x in zeroed)
            nonzero += x;
        Console.WriteLine(nonzero);
        Buffer buffer = default;
        buffer.Data[5] = 42;
        Console.WriteLine(buffer.Data[5] + sizeof(Buffer));
        int** pp;
        int v = 3;
        int* pv = &v;
        pp = &pv;
        **pp = 9;
        Console.WriteLine(v);
        void* raw = pv;
        Console.WriteLine(*(int*)raw == v);
        bool[] flags = { true, false };
        fixed (bool* f = flags)
            Console.WriteLine(*(byte*)f);
    }

    struct Buffer
    {
        public fixed int Data[10];
    }
}

// Stack overflow on a thread-pool thread and in an async method.
// stderr: 1 lines
static class Program
{
    static async Task<int> Deep(int n) => await Deep(n + 1) + 1;
    static void Main() => Console.WriteLine(Task.Run(() => Deep(0)).Result);
}

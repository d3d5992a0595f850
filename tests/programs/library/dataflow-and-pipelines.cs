using System.IO.Pipelines;
using System.Text;
using System.Threading.Tasks.Dataflow;

var multiply = new TransformBlock<int, int>(x => x * 10, new ExecutionDataflowBlockOptions { MaxDegreeOfParallelism = 2 });
var batch = new BatchBlock<int>(3);
var results = new List<string>();
var print = new ActionBlock<int[]>(xs => results.Add(string.Join("+", xs)));
multiply.LinkTo(batch, new DataflowLinkOptions { PropagateCompletion = true });
batch.LinkTo(print, new DataflowLinkOptions { PropagateCompletion = true });
for (int i = 0; i < 8; i++)
    multiply.Post(i);
multiply.Complete();
await print.Completion;
Console.WriteLine(string.Join(" ", results));
var pipe = new Pipe();
Task writing = Task.Run(async () =>
{
    for (int i = 0; i < 5; i++)
    {
        await pipe.Writer.WriteAsync(Encoding.UTF8.GetBytes($"line {i}\n"));
        await Task.Yield();
    }
    await pipe.Writer.CompleteAsync();
});
var text = new StringBuilder();
while (true)
{
    ReadResult read = await pipe.Reader.ReadAsync();
    foreach (ReadOnlyMemory<byte> segment in read.Buffer)
        text.Append(Encoding.UTF8.GetString(segment.Span));
    pipe.Reader.AdvanceTo(read.Buffer.End);
    if (read.IsCompleted)
        break;
}
await writing;
Console.Write(text);

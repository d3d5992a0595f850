// Files, directories, watchers, mapped files, pipes, processes, archives.
using System.Buffers;
using System.Collections.Concurrent;
using System.Diagnostics;
using System.IO.Compression;
using System.IO.MemoryMappedFiles;
using System.IO.Pipelines;
using System.IO.Pipes;
using System.Runtime.InteropServices;
using System.Text;

static class Program
{
    static string root = Directory.CreateTempSubdirectory("io2").FullName;
    static string At(string name) => Path.Combine(root, name);
    static void Try(string what, Func<object?> f) { try { Console.WriteLine($"{what}: {f()}"); } catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message.Replace(root, "ROOT")}"); } }

    static async Task Files()
    {
        File.WriteAllText(At("a.txt"), "line1\nline2\r\nünï\n"); File.AppendAllLines(At("a.txt"), ["x", "y"]);
        Console.WriteLine(string.Join("|", File.ReadLines(At("a.txt"))) + new FileInfo(At("a.txt")).Length + string.Join(",", await File.ReadAllLinesAsync(At("a.txt")).ContinueWith(t => t.Result.Length.ToString().ToCharArray())));
        using (var f = new FileStream(At("b.bin"), new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.ReadWrite, BufferSize = 16, Options = FileOptions.Asynchronous, PreallocationSize = 1000 }))
        {
            for (int i = 0; i < 100; i++) await f.WriteAsync(BitConverter.GetBytes(i)); f.Seek(-8, SeekOrigin.End); byte[] b = new byte[8]; await f.ReadExactlyAsync(b); Console.WriteLine(BitConverter.ToInt32(b, 4) + " " + f.Length + f.CanSeek + f.Position); f.SetLength(20); f.Position = 100; f.WriteByte(1); Console.WriteLine(f.Length);
            Try("share", () => new FileStream(At("b.bin"), FileMode.Open, FileAccess.Write, FileShare.None).Length); Try("end", () => { f.ReadExactly(new byte[5]); return 0; });
        }
        using (var h = File.OpenHandle(At("c.bin"), FileMode.Create, FileAccess.ReadWrite)) { RandomAccess.Write(h, [new byte[] { 1, 2 }, new byte[] { 3 }], 5); byte[] b = new byte[10]; Console.WriteLine(RandomAccess.Read(h, b, 2) + Convert.ToHexString(b) + RandomAccess.GetLength(h)); }
        Try("missing", () => File.ReadAllText(At("no/file"))); Try("missing2", () => File.OpenRead(At("nofile"))); Try("exists", () => new FileStream(At("a.txt"), FileMode.CreateNew)); Try("dir", () => File.ReadAllBytes(root)); Try("null", () => File.ReadAllText(null!)); Try("empty", () => File.OpenRead("")); Try("copy", () => { File.Copy(At("a.txt"), At("b.bin")); return 0; });
        File.Copy(At("a.txt"), At("d.txt")); File.Move(At("d.txt"), At("e.txt")); File.SetLastWriteTimeUtc(At("e.txt"), new DateTime(2020, 1, 2, 3, 4, 5)); File.SetUnixFileMode(At("e.txt"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.OtherExecute); File.CreateSymbolicLink(At("link"), At("e.txt"));
        var info = new FileInfo(At("e.txt")); Console.WriteLine($"{info.LastWriteTimeUtc:s} {info.UnixFileMode} {info.Attributes} {info.Extension} {info.Directory!.Name == Path.GetFileName(root)} {new FileInfo(At("link")).LinkTarget!.Replace(root, "ROOT")} {File.ResolveLinkTarget(At("link"), true)!.Name} {File.Exists(root)} {Path.Exists(At("link"))}");
        foreach (string d in new[] { "dir/sub/deep", "dir/other" }) Directory.CreateDirectory(At(d)); foreach (string f in new[] { "dir/1.log", "dir/2.txt", "dir/sub/3.log", "dir/sub/deep/4.LOG", "dir/.hidden.log" }) File.WriteAllText(At(f), f);
        foreach (var (pattern, option) in new[] { ("*.log", SearchOption.AllDirectories), ("?.*", SearchOption.TopDirectoryOnly), ("*", SearchOption.AllDirectories) }) Console.WriteLine(string.Join(" ", Directory.EnumerateFileSystemEntries(At("dir"), pattern, option).Select(p => Path.GetRelativePath(root, p)).Order(StringComparer.Ordinal)));
        Console.WriteLine(string.Join(" ", Directory.GetFiles(At("dir"), "*.log", new EnumerationOptions { RecurseSubdirectories = true, MatchCasing = MatchCasing.CaseInsensitive, MaxRecursionDepth = 2, AttributesToSkip = FileAttributes.Hidden }).Select(Path.GetFileName).Order(StringComparer.Ordinal)));
        Try("not empty", () => { Directory.Delete(At("dir")); return 0; }); Directory.Move(At("dir/sub"), At("moved")); Directory.Delete(At("dir"), true); Console.WriteLine(Directory.Exists(At("dir")) + " " + File.ReadAllText(At("moved/deep/4.LOG")));
        Console.WriteLine($"{Path.GetFullPath("../x", "/a/b")} {Path.Combine("a", "/b", "c")} {Path.Join("a", "/b")} {Path.ChangeExtension("a.b.c", ".d")} {Path.GetRelativePath("/a/b/c", "/a/d")} {Path.GetFileNameWithoutExtension("x/y.tar.gz")} {Path.TrimEndingDirectorySeparator("/a/")} {Path.IsPathRooted("a")} {Path.GetDirectoryName("/a/b/")} {Path.HasExtension("a.")} {Path.GetPathRoot("/x")} {Path.GetInvalidPathChars().Length}");
    }

    static async Task Watch()
    {
        string dir = At("watched"); Directory.CreateDirectory(dir); var events = new ConcurrentQueue<string>(); var renamed = new TaskCompletionSource(); var deleted = new TaskCompletionSource();
        using var w = new FileSystemWatcher(dir) { IncludeSubdirectories = true, NotifyFilter = NotifyFilters.FileName | NotifyFilters.LastWrite | NotifyFilters.DirectoryName };
        w.Created += (s, e) => events.Enqueue("created " + e.Name); w.Renamed += (s, e) => { events.Enqueue($"renamed {e.OldName} {e.Name}"); renamed.TrySetResult(); }; w.Deleted += (s, e) => { events.Enqueue("deleted " + e.Name); deleted.TrySetResult(); }; w.EnableRaisingEvents = true;
        File.WriteAllText(Path.Combine(dir, "f"), "1"); File.Move(Path.Combine(dir, "f"), Path.Combine(dir, "g")); await renamed.Task.WaitAsync(TimeSpan.FromSeconds(10)); File.Delete(Path.Combine(dir, "g")); await deleted.Task.WaitAsync(TimeSpan.FromSeconds(10));
        Console.WriteLine(string.Join(", ", events));
    }

    [StructLayout(LayoutKind.Sequential)] struct Record { public int A; public double B; public byte C; }

    static async Task MapsAndPipes()
    {
        using (var m = MemoryMappedFile.CreateFromFile(At("map"), FileMode.Create, null, 10000)) { using var v = m.CreateViewAccessor(100, 1000); v.Write(0, new Record { A = 1, B = 2.5, C = 3 } is var r ? r.A : 0); var rec = new Record { A = 7, B = 8.5, C = 9 }; v.Write(16, ref rec); v.Read(16, out Record back); v.WriteArray(100, new[] { 1, 2, 3 }, 0, 3); int[] got = new int[3]; v.ReadArray(100, got, 0, 3); using var s = m.CreateViewStream(116, 8); Console.WriteLine($"{back.A} {back.B} {back.C} {got[2]} {v.Capacity} {s.ReadByte()} {v.ReadInt32(0)}"); Try("outside", () => v.ReadInt64(996)); unsafe { byte* p = null; v.SafeMemoryMappedViewHandle.AcquirePointer(ref p); Console.WriteLine(p[v.PointerOffset + 16]); v.SafeMemoryMappedViewHandle.ReleasePointer(); } }
        using (var server = new AnonymousPipeServerStream(PipeDirection.In)) using (var client = new AnonymousPipeClientStream(PipeDirection.Out, server.ClientSafePipeHandle)) { var t = Task.Run(() => { using var w = new StreamWriter(client); for (int i = 0; i < 1000; i++) w.WriteLine(i); }); using var r = new StreamReader(server); int n = 0; while (r.ReadLine() is not null) n++; await t; Console.WriteLine(n); }
        string name = "celer-" + Guid.NewGuid().ToString("N"); using (var server = new NamedPipeServerStream(name, PipeDirection.InOut, 2, PipeTransmissionMode.Byte, System.IO.Pipes.PipeOptions.Asynchronous)) { var wait = server.WaitForConnectionAsync(); using var c = new NamedPipeClientStream(".", name, PipeDirection.InOut, System.IO.Pipes.PipeOptions.Asynchronous); await c.ConnectAsync(5000); await wait; await c.WriteAsync("ping"u8.ToArray()); byte[] b = new byte[4]; await server.ReadExactlyAsync(b); Console.WriteLine(Encoding.ASCII.GetString(b) + server.IsConnected); c.Dispose(); Console.WriteLine(await server.ReadAsync(b)); }
        var pipe = new Pipe(new System.IO.Pipelines.PipeOptions(pauseWriterThreshold: 100, resumeWriterThreshold: 50, minimumSegmentSize: 16));
        var produce = Task.Run(async () => { for (int i = 0; i < 200; i++) { var mem = pipe.Writer.GetMemory(20); int n = Encoding.ASCII.GetBytes($"message {i}\n", mem.Span); pipe.Writer.Advance(n); await pipe.Writer.FlushAsync(); } await pipe.Writer.CompleteAsync(); });
        int lines = 0; long total = 0; for (;;) { var r = await pipe.Reader.ReadAsync(); var buffer = r.Buffer; while (buffer.PositionOf((byte)'\n') is { } pos) { var line = buffer.Slice(0, pos); lines++; total += line.Length; buffer = buffer.Slice(buffer.GetPosition(1, pos)); } pipe.Reader.AdvanceTo(buffer.Start, buffer.End); if (r.IsCompleted) break; } await produce; Console.WriteLine($"{lines} {total}");
        var sr = new SequenceReader<byte>(new ReadOnlySequence<byte>("key=value;k2=v2"u8.ToArray())); while (sr.TryReadTo(out ReadOnlySequence<byte> k, (byte)'=')) { if (!sr.TryReadTo(out ReadOnlySequence<byte> v, (byte)';')) { v = sr.UnreadSequence; sr.AdvanceToEnd(); } Console.Write(Encoding.ASCII.GetString(k) + ":" + Encoding.ASCII.GetString(v) + " "); } Console.WriteLine();
    }

    static async Task Processes()
    {
        Process Start(string file, params string[] args) { var i = new ProcessStartInfo(file) { RedirectStandardOutput = true, RedirectStandardError = true, RedirectStandardInput = true, WorkingDirectory = "/" }; foreach (string a in args) i.ArgumentList.Add(a); i.Environment["CELER_TEST_X"] = "ü x"; return Process.Start(i)!; }
        using (var p = Start("/bin/sh", "-c", "pwd; echo \"$CELER_TEST_X\" \"$1\"; echo err >&2; cat; exit 7", "sh", "a \"b\" c")) { await p.StandardInput.WriteAsync("to cat"); p.StandardInput.Close(); var o = p.StandardOutput.ReadToEndAsync(); var e = p.StandardError.ReadToEndAsync(); await p.WaitForExitAsync(); Console.WriteLine((await o).Replace('\n', '|') + await e + p.ExitCode + p.HasExited); }
        using (var p = new Process { StartInfo = new ProcessStartInfo("/bin/sh", "-c \"echo one; echo two; echo three\"") { RedirectStandardOutput = true }, EnableRaisingEvents = true }) { var got = new List<string>(); var exited = new TaskCompletionSource(); p.OutputDataReceived += (s, e) => { if (e.Data != null) lock (got) got.Add(e.Data); }; p.Exited += (s, e) => exited.TrySetResult(); p.Start(); p.BeginOutputReadLine(); p.WaitForExit(); await exited.Task; Console.WriteLine(string.Join(",", got)); }
        using (var p = Start("/bin/sleep", "100")) { Console.WriteLine(p.WaitForExit(20) + " " + p.HasExited); p.Kill(true); p.WaitForExit(); Console.WriteLine(p.ExitCode); }
        Try("no file", () => Process.Start("/does/not/exist")); using var me = Process.GetCurrentProcess(); Console.WriteLine($"{me.Id == Environment.ProcessId} {me.WorkingSet64 > 1000000} {me.Threads.Count > 0} {Process.GetProcessById(me.Id).ProcessName == me.ProcessName} {me.TotalProcessorTime > TimeSpan.Zero}"); Try("no process", () => Process.GetProcessById(99999999));
    }

    static void Archives()
    {
        byte[] data = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, 2000).Select(i => $"entry {i % 37} ")));
        foreach (var (name, wrap, unwrap) in new (string, Func<Stream, Stream>, Func<Stream, Stream>)[] { ("deflate", s => new DeflateStream(s, CompressionLevel.SmallestSize, true), s => new DeflateStream(s, CompressionMode.Decompress)), ("gzip", s => new GZipStream(s, CompressionLevel.Fastest, true), s => new GZipStream(s, CompressionMode.Decompress)), ("zlib", s => new ZLibStream(s, CompressionLevel.Optimal, true), s => new ZLibStream(s, CompressionMode.Decompress)), ("brotli", s => new BrotliStream(s, CompressionLevel.Optimal, true), s => new BrotliStream(s, CompressionMode.Decompress)) })
        { var ms = new MemoryStream(); using (var z = wrap(ms)) z.Write(data); byte[] c = ms.ToArray(); var o = new MemoryStream(); using (var u = unwrap(new MemoryStream(c))) u.CopyTo(o); Console.WriteLine($"{name} {c.Length < data.Length / 5} {o.ToArray().SequenceEqual(data)}"); c[c.Length / 2] ^= 0xff; Try("corrupt " + name, () => { using var u = unwrap(new MemoryStream(c)); var x = new MemoryStream(); u.CopyTo(x); return x.ToArray().SequenceEqual(data); }); }
        using (var zip = ZipFile.Open(At("z.zip"), ZipArchiveMode.Create)) { using (var s = new StreamWriter(zip.CreateEntry("dir/a.txt", CompressionLevel.Optimal).Open())) s.Write("hello zip"); zip.CreateEntry("empty/"); using (var s = zip.CreateEntry("raw", CompressionLevel.NoCompression).Open()) s.Write(data); zip.Comment = "note"; }
        using (var zip = ZipFile.Open(At("z.zip"), ZipArchiveMode.Update)) { zip.GetEntry("raw")!.Delete(); using var s = zip.GetEntry("dir/a.txt")!.Open(); s.Seek(0, SeekOrigin.End); s.Write("!!"u8); }
        using (var zip = ZipFile.OpenRead(At("z.zip"))) Console.WriteLine(zip.Comment + string.Join(",", zip.Entries.Select(e => $"{e.FullName}:{e.Length}:{e.Crc32:X}"))); ZipFile.ExtractToDirectory(At("z.zip"), At("out")); Console.WriteLine(File.ReadAllText(At("out/dir/a.txt"))); Try("not zip", () => ZipFile.OpenRead(At("a.txt")));
        System.Formats.Tar.TarFile.CreateFromDirectory(At("out"), At("t.tar"), false); using var tar = new System.Formats.Tar.TarReader(File.OpenRead(At("t.tar"))); var names = new List<string>(); while (tar.GetNextEntry() is { } e) names.Add(e.EntryType + ":" + e.Name + ":" + e.Length); Console.WriteLine(string.Join(",", names.Order(StringComparer.Ordinal)));
    }

    static async Task Main() { await Files(); await Watch(); await MapsAndPipes(); await Processes(); Archives(); Directory.Delete(root, true); }
}

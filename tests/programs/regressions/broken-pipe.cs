// Writing to a pipe that nobody reads is an exception, not the end of the process (SIGPIPE is ignored); found by a web server
// that ended while clients went away.
using System;
using System.IO;
using System.IO.Pipes;

class Program {
    static void Main() {
        using var server = new AnonymousPipeServerStream(PipeDirection.Out, HandleInheritability.None);
        using (var client = new AnonymousPipeClientStream(PipeDirection.In, server.ClientSafePipeHandle)) server.WriteByte(1);
        try {
            server.WriteByte(2);
            Console.WriteLine("written");
        } catch (IOException exception) {
            Console.WriteLine(exception.Message);
        }
    }
}

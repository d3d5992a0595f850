// A startup hook: says how many bytes live after full collections, each time that an assembly is loaded and at the end. These
// places are the same on all engines.
using System;
using System.Collections.Generic;
using System.IO;

internal class StartupHook
{
    static readonly List<string> lines = new();
    [ThreadStatic] static bool measures;

    public static void Initialize()
    {
        AppDomain.CurrentDomain.AssemblyLoad += static (_, e) => Measure(e.LoadedAssembly.GetName().Name);
        AppDomain.CurrentDomain.ProcessExit += static (_, _) =>
        {
            Measure("exit");
            File.WriteAllLines(Environment.GetEnvironmentVariable("RETENTION_FILE"), lines);
        };
    }

    static void Measure(string place)
    {
        if (measures)
            return;
        measures = true;
        for (int i = 0; i < 2; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        lock (lines)
            lines.Add($"{place} {GC.GetTotalMemory(true)}");
        measures = false;
    }
}

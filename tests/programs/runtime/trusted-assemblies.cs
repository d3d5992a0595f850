// The list of trusted assemblies names files that exist, and none under two paths. With the argument "once" it names each
// only once, which is more than CoreCLR does: there the host adds System.Private.CoreLib once more (tests/hosts.py).
IEnumerable<string> trusted = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(':', StringSplitOptions.RemoveEmptyEntries);
if (args.Length == 0) trusted = trusted.Distinct();
Console.WriteLine("absent: " + string.Join(" ", trusted.Where(path => !File.Exists(path))));
Console.WriteLine("twice: " + string.Join(" ", trusted.GroupBy(Path.GetFileName).Where(group => group.Count() > 1).Select(group => group.Key)));
Console.WriteLine(trusted.Contains(typeof(object).Assembly.Location));

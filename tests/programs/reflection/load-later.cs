// An assembly that is missing at first and found later: nothing of the failures is kept.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Loader;
string folder = Path.Combine(Path.GetTempPath(), "celer-later-" + Environment.ProcessId);
Directory.CreateDirectory(folder);
PersistedAssemblyBuilder lib = new(new AssemblyName("lib"), typeof(object).Assembly);
var lm = lib.DefineDynamicModule("lib"); var lt = lm.DefineType("L", TypeAttributes.Public);
var get = lt.DefineMethod("Get", MethodAttributes.Public | MethodAttributes.Static, typeof(int), []);
var il = get.GetILGenerator(); il.Emit(OpCodes.Ldc_I4_7); il.Emit(OpCodes.Ret); lt.CreateType(); 
string hidden = Path.Combine(folder, "hidden"); Directory.CreateDirectory(hidden);
lib.Save(Path.Combine(hidden, "lib.dll"));
PersistedAssemblyBuilder user = new(new AssemblyName("user"), typeof(object).Assembly);
var um = user.DefineDynamicModule("user"); var ut = um.DefineType("U", TypeAttributes.Public);
foreach (string n in new[]{"A","B"}) { var m = ut.DefineMethod(n, MethodAttributes.Public | MethodAttributes.Static, typeof(int), []); il = m.GetILGenerator(); il.Emit(OpCodes.Call, get); il.Emit(OpCodes.Ret); }
ut.CreateType();
var dt = um.DefineType("D", TypeAttributes.Public, lt); dt.CreateType();
user.Save(Path.Combine(folder, "user.dll"));
var ctx = new AssemblyLoadContext("c");
var u = ctx.LoadFromAssemblyPath(Path.Combine(folder, "user.dll"));
void Try(string w, Func<object> f) { try { Console.WriteLine(w + " " + f()); } catch (Exception e) { Console.WriteLine(w + " " + (e.InnerException ?? e).GetType().Name + " " + (e.InnerException ?? e).Message.Trim()); } }
int asked = 0;
var a = u.GetType("U")!.GetMethod("A")!.CreateDelegate<Func<int>>();
var b = u.GetType("U")!.GetMethod("B")!.CreateDelegate<Func<int>>();
Try("A", () => a()); Try("A", () => a());
Try("D", () => u.GetType("D", true)!);
ctx.Resolving += (c, n) => { asked++; return null; };
Try("A asked", () => a()); Console.WriteLine(asked);
Try("B asked", () => b()); Console.WriteLine(asked);
Try("name", () => ctx.LoadFromAssemblyName(new AssemblyName("lib"))); Console.WriteLine(asked);
Try("name", () => ctx.LoadFromAssemblyName(new AssemblyName("lib"))); Console.WriteLine(asked);
ctx.Resolving += (c, n) => { return c.LoadFromAssemblyPath(Path.Combine(hidden, "lib.dll")); };
Try("A found", () => a());
Try("B found", () => b());
Try("D found", () => u.GetType("D", true)!);
Console.WriteLine(asked);
Directory.Delete(folder, true);

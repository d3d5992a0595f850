// Everything that reflection tells about four assemblies of the framework: a hash for each type. With arguments ASSEMBLY TYPE: the text.
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;
static class Program
{
    static StringBuilder sb = new();
    static void L(string s) => sb.Append(s).Append('\n');
    static string T(Func<object> f) { try { object o = f(); return o switch { null => "null", Array a => "[" + string.Join(",", a.Cast<object>().Select(x => x?.ToString() ?? "null")) + "]", System.Collections.IEnumerable e when e is not string => "{" + string.Join(",", e.Cast<object>().Select(x => x?.ToString())) + "}", _ => o.ToString() }; } catch (Exception e) { return e.GetType().Name + ":" + e.Message; } }
    static string Attrs(ICustomAttributeProvider p) => T(() => p.GetCustomAttributes(false).Select(a => a.GetType().Name).ToArray());
    static string Data(MemberInfo p) => T(() => p.GetCustomAttributesData().Select(a => a.ToString()).ToArray());
    static void Member(MemberInfo m)
    {
        L($" {m.MemberType} {T(() => m)} {m.DeclaringType} {m.ReflectedType == m.DeclaringType} {m.MetadataToken:x} {Data(m)} {Attrs(m)}");
        if (m is MethodBase b)
        {
            L($"  {b.Attributes} {b.MethodImplementationFlags} {b.CallingConvention} {b.IsGenericMethod}{b.IsGenericMethodDefinition}{b.ContainsGenericParameters}{b.IsConstructedGenericMethod}{b.IsSecurityCritical}{b.IsHideBySig}");
            foreach (var p in b.GetParameters()) P(p);
            if (m is MethodInfo mi) { P(mi.ReturnParameter); L("  " + T(() => mi.GetBaseDefinition().DeclaringType) + T(() => mi.ReturnTypeCustomAttributes)); if (b.IsGenericMethodDefinition) foreach (var g in b.GetGenericArguments()) G(g); }
            L("  body " + T(() => { var x = b.GetMethodBody(); return x == null ? "none" : x.MaxStackSize + " " + x.InitLocals + " " + x.GetILAsByteArray().Length + " " + x.LocalSignatureMetadataToken.ToString("x") + " " + string.Join(";", x.LocalVariables) + " " + string.Join(";", x.ExceptionHandlingClauses.Select(c => c.Flags + " " + c.TryOffset + " " + c.TryLength + " " + c.HandlerOffset)); }));
            L("  tok " + T(() => m.Module.ResolveMethod(m.MetadataToken, m.DeclaringType?.GetGenericArguments(), null) == m) + T(() => ((object)MethodBase.GetMethodFromHandle(b.MethodHandle, m.DeclaringType.TypeHandle)).Equals(m)));
        }
        if (m is FieldInfo f) { L($"  {f.Attributes} {f.FieldType} {T(() => f.GetRequiredCustomModifiers())} {T(() => f.GetOptionalCustomModifiers())} {(f.IsLiteral ? T(() => f.GetRawConstantValue()) + T(() => f.GetValue(null)) : "")} {T(() => m.Module.ResolveField(m.MetadataToken) == m)} {T(() => f.GetModifiedFieldType())}"); N(T(() => new NullabilityInfoContext().Create(f).ReadState)); }
        if (m is PropertyInfo q) { L($"  {q.Attributes} {q.PropertyType} {q.CanRead}{q.CanWrite} {T(() => q.GetAccessors(true))} {T(() => q.GetRequiredCustomModifiers())} {T(() => q.GetConstantValue())} {T(() => q.GetMethod)} {T(() => q.SetMethod)}"); foreach (var p in q.GetIndexParameters()) P(p); N(T(() => new NullabilityInfoContext().Create(q).WriteState)); }
        if (m is EventInfo e) L($"  {e.Attributes} {e.EventHandlerType} {T(() => e.GetAddMethod(true))} {T(() => e.GetRemoveMethod(true))} {T(() => e.GetRaiseMethod(true))} {T(() => e.GetOtherMethods(true))} {e.IsMulticast}");
    }
    static void N(string s) => L("  n " + s);
    static void P(ParameterInfo p) { L($"   {p.Position} {p.Name} {p.ParameterType} {p.Attributes} {p.HasDefaultValue} {T(() => p.DefaultValue)} {T(() => p.RawDefaultValue)} {T(() => p.GetRequiredCustomModifiers())} {T(() => p.GetOptionalCustomModifiers())} {p.MetadataToken:x} {T(() => p)} {T(() => p.GetCustomAttributesData().Select(a => a.ToString()).ToArray())}"); N(T(() => { var n = new NullabilityInfoContext().Create(p); return n.ReadState + " " + string.Join(",", n.GenericTypeArguments.Select(x => x.ReadState)); })); }
    static void G(Type g) => L($"   gp {g} {g.GenericParameterAttributes} {g.GenericParameterPosition} {T(() => g.GetGenericParameterConstraints())} {T(() => g.DeclaringMethod)} {g.DeclaringType} {g.BaseType} {T(() => g.GetInterfaces())} {g.Attributes} {g.MetadataToken:x} {T(() => g.GetCustomAttributesData().Select(a => a.ToString()).ToArray())}");
    static void Walk(Type t)
    {
        L($"{t} {t.FullName} {t.AssemblyQualifiedName} {t.Attributes} {t.BaseType} {t.DeclaringType} {t.MetadataToken:x} {t.IsByRefLike}{t.IsSerializable}{t.IsEnum}{t.IsPrimitive}{t.IsCOMObject}{t.IsContextful}{t.IsMarshalByRef}{t.IsSecurityTransparent}{t.IsVisible} {T(() => t.StructLayoutAttribute is { } s ? s.Value + " " + s.Pack + " " + s.Size + " " + s.CharSet : "")} {T(() => t.GUID)} {T(() => Type.GetTypeCode(t))} {T(() => t.TypeInitializer)} {t.Namespace} {T(() => t.IsDefined(typeof(ObsoleteAttribute), true))} {T(() => t.GetDefaultMembers().Length)} {T(() => t.GetEnumNames())} {T(() => t.GetEnumUnderlyingType())}");
        L(Data(t) + Attrs(t)); 
        if (t.IsGenericTypeDefinition) foreach (var g in t.GetGenericArguments()) G(g);
        L(T(() => t.GetInterfaces()));
        if (!t.IsInterface && !t.IsGenericTypeDefinition) foreach (Type i in t.GetInterfaces()) L("  map " + i + T(() => { var m = t.GetInterfaceMap(i); return string.Join(";", m.InterfaceMethods.Zip(m.TargetMethods).Select(x => x.First + "=>" + x.Second?.DeclaringType + "." + x.Second)); }));
        foreach (var m in t.GetMembers(BindingFlags.DeclaredOnly | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance)) Member(m);
        foreach (BindingFlags f in new[] { (BindingFlags)20, (BindingFlags)84, (BindingFlags)40, (BindingFlags)60, (BindingFlags)28, BindingFlags.Public, BindingFlags.Default }) L("  flags " + T(() => t.GetMembers(f).Length) + T(() => t.GetMethods(f).Select(m => m.Name).ToArray()) + T(() => t.GetProperties(f)) + T(() => t.GetFields(f).Length) + T(() => t.GetConstructors(f).Length) + T(() => t.GetNestedTypes(f)) + T(() => t.GetEvents(f)));
    }
    static void Main(string[] args)
    {
        string only = args.Length > 1 ? args[1] : null;
        string[] names = args.Length > 0 ? args[0].Split(',') : ["System.Linq", "System.Collections", "System.Console", "System.Text.Json"];
        foreach (string name in names)
        {
            Assembly a = Assembly.Load(name); Console.WriteLine("# " + a + " " + a.GetTypes().Length + T(() => a.GetForwardedTypes().Length) + T(() => a.GetReferencedAssemblies()) + T(() => a.GetCustomAttributesData().Select(x => x.ToString()).ToArray()) + T(() => a.ManifestModule.GetFields()) + a.ManifestModule.ModuleVersionId + T(() => a.GetManifestResourceNames()) + a.EntryPoint);
            foreach (Type t in a.GetTypes())
            {
                if (only != null) { if (t.FullName == only) { sb.Clear(); Walk(t); Console.WriteLine(sb); } continue; }
                sb.Clear(); try { Walk(t); } catch (Exception e) { L("WALK " + e.GetType() + e.Message); }
                Console.WriteLine(t.FullName + " " + Convert.ToHexString(System.Security.Cryptography.SHA1.HashData(Encoding.UTF8.GetBytes(sb.ToString())))[..16] + " " + sb.Length);
            }
        }
    }
}

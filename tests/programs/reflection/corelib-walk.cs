// skip: gcstress asks reflection 300,000 questions, which takes long
// Every type of System.Private.CoreLib and what reflection says of it: a line a type, with a hash of its text. With the name of a
// type as argument, that text.
using System.Reflection;
using System.Reflection.Metadata;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

const BindingFlags All = (BindingFlags)62;
foreach (Type type in typeof(object).Assembly.GetTypes())
{
    if (args.Length != 0 && args[0] != type.FullName) continue;
    var text = new StringBuilder();
    int members = 0;
    void Add(string what, Func<object?> ask)
    {
        text.Append(what).Append(": ");
        try { text.Append(ask() ?? "null"); }
        catch (Exception e) { text.Append(e.GetType().Name + " " + e.Message); }
        text.Append('\n');
    }
    string Attributes(MemberInfo member) => string.Join(" ", member.GetCustomAttributes(true).Select(a => a + "(" + string.Join(",", a.GetType().GetProperties().Select(q => q.Name + "=" + q.GetValue(a))) + ")"));
    string Parameter(ParameterInfo p) => $"{Modified(p.GetModifiedParameterType())} {p.Name} {p.Attributes} {p.Position} {(p.HasDefaultValue ? p.RawDefaultValue ?? "null" : "")} {p.MetadataToken:x} [{string.Join(" ", p.GetCustomAttributesData())}] [{string.Join(" ", p.GetRequiredCustomModifiers().Concat(p.GetOptionalCustomModifiers()).Select(t => t.ToString()))}]";
    string Variables(IEnumerable<Type> variables) => string.Join("; ", variables.Select(t => !t.IsGenericParameter ? t.ToString() : $"{t} {t.GenericParameterAttributes} {t.GenericParameterPosition} : {string.Join(", ", t.GetGenericParameterConstraints().Select(c => c.ToString()))} [{Attributes(t)}]"));

    Add("type", () => type.AssemblyQualifiedName);
    Add("attributes", () => type.Attributes + " " + Attributes(type));
    Add("parent", () => type.BaseType + " " + type.DeclaringType + " " + type.MetadataToken.ToString("x") + " " + type.GUID);
    Add("variables", () => Variables(type.GetGenericArguments()));
    Add("kind", () => $"{type.IsClass} {type.IsValueType} {type.IsEnum} {type.IsInterface} {type.IsByRefLike} {type.IsSerializable} {type.IsVisible} {type.IsNested} {type.IsImport} {type.IsCOMObject} {type.IsContextful} {type.IsMarshalByRef} {type.IsSpecialName} {type.IsLayoutSequential} {type.IsExplicitLayout} {type.IsSecurityCritical} {Type.GetTypeCode(type)}");
    Add("layout", () => type.StructLayoutAttribute is { } l ? $"{l.Value} {l.Pack} {l.Size} {l.CharSet}" : "none");
    if (type.IsEnum) Add("enum", () => type.GetEnumUnderlyingType() + " " + string.Join(" ", type.GetEnumNames()) + string.Join(" ", type.GetEnumValuesAsUnderlyingType().Cast<object>()));
    Add("interfaces", () => string.Join(" ", type.GetInterfaces().Select(i => i.ToString())));
    Add("members", () => string.Join(" ", type.GetMembers((BindingFlags)60).Select(m => m.MemberType + m.Name).Order(StringComparer.Ordinal)));
    Add("default", () => string.Join(" ", type.GetDefaultMembers().Select(m => m.ToString())));
    foreach (Type instance in Instances(type))
    {
        Add("instance", () => instance + " " + instance.BaseType + " " + instance.IsByRefLike + instance.ContainsGenericParameters);
        Add(" interfaces", () => string.Join(" ", instance.GetInterfaces().Select(i => i.ToString())));
        foreach (MemberInfo member in instance.GetMembers((BindingFlags)(60 | 64))) Add(" member", () => $"{member.MemberType} {member} {member.MetadataToken:x} {member.DeclaringType}");
        if (!instance.IsInterface) foreach (Type listed in instance.GetInterfaces()) Add(" map of " + listed, () => Map(instance, listed));
    }
    foreach (MemberInfo member in type.GetMembers(All))
    {
        members++;
        Add("member", () => $"{member.MemberType} {member} {member.MetadataToken:x} {member.DeclaringType} {member.ReflectedType}");
        Add(" attributes", () => Attributes(member));
        switch (member)
        {
            case MethodBase method:
                Add(" method", () => $"{method.Attributes} {method.MethodImplementationFlags} {method.CallingConvention} {method.IsHideBySig} {method.ContainsGenericParameters}");
                Add(" parameters", () => string.Join("; ", method.GetParameters().Select(Parameter)));
                if (method.IsGenericMethod) Add(" variables", () => Variables(method.GetGenericArguments()));
                if (method is MethodInfo info)
                {
                    Add(" return", () => Parameter(info.ReturnParameter));
                    Add(" base", () => info.GetBaseDefinition() is { } b ? b.DeclaringType + " " + b : null);
                }
                if (method.GetMethodBody() is { } body) Add(" body", () => $"{body.MaxStackSize} {body.InitLocals} {Convert.ToHexString(body.GetILAsByteArray()!)} {body.LocalSignatureMetadataToken:x} {string.Join(" ", body.LocalVariables)} {string.Join(" ", body.ExceptionHandlingClauses)}");
                break;
            case FieldInfo field:
                Add(" field", () => $"{Modified(field.GetModifiedFieldType())} {field.FieldType} {field.Attributes} {(field.IsLiteral ? field.GetRawConstantValue() : "")} [{string.Join(" ", field.GetRequiredCustomModifiers().Concat(field.GetOptionalCustomModifiers()).Select(t => t.ToString()))}]");
                break;
            case PropertyInfo property:
                Add(" property", () => $"{property.PropertyType} {property.Attributes} {property.GetMethod} {property.SetMethod} {string.Join("; ", property.GetIndexParameters().Select(Parameter))} [{string.Join(" ", property.GetRequiredCustomModifiers().Select(t => t.ToString()))}]");
                break;
            case EventInfo happening:
                Add(" event", () => $"{happening.EventHandlerType} {happening.Attributes} {happening.AddMethod} {happening.RemoveMethod} {happening.RaiseMethod}");
                break;
        }
    }
    if (!type.IsInterface && !type.IsGenericTypeDefinition)
    {
        foreach (Type listed in type.GetInterfaces())
        {
            Add("map of " + listed, () => Map(type, listed));
        }
    }
    if (args.Length != 0) Console.Write(text);
    else Console.WriteLine($"{type} {members} {Hash(text.ToString()):x16}");
}

static string Map(Type type, Type listed)
{
    InterfaceMapping map = type.GetInterfaceMap(listed);
    return string.Join("; ", map.InterfaceMethods.Select((m, i) => m + " = " + (map.TargetMethods[i] is { } t ? t.DeclaringType + " " + t : "none")));
}

static string Modified(Type type) => type + " " + string.Join(",", type.GetRequiredCustomModifiers().Concat(type.GetOptionalCustomModifiers()).Select(t => t.ToString())) + (type.HasElementType ? " of " + Modified(type.GetElementType()!) : "") + (type.IsFunctionPointer ? " returns " + Modified(type.GetFunctionPointerReturnType()) + " takes " + string.Join(",", type.GetFunctionPointerParameterTypes().Select(Modified)) + string.Join(",", type.GetFunctionPointerCallingConventions().Select(t=>t.ToString())) : "");

// Of a generic type: over references and over numbers, as far as its constraints allow it.
static IEnumerable<Type> Instances(Type type)
{
    if (!type.IsGenericTypeDefinition) yield break;
    foreach (Type argument in new[] { typeof(object), typeof(string), typeof(int), typeof(DayOfWeek), typeof(Guid) })
    {
        Type? instance = null;
        try { instance = type.MakeGenericType(Enumerable.Repeat(argument, type.GetGenericArguments().Length).ToArray()); } catch (ArgumentException) { }
        if (instance != null) yield return instance;
    }
}

static ulong Hash(string text)
{
    ulong hash = 14695981039346656037;
    foreach (char c in text) hash = (hash ^ c) * 1099511628211;
    return hash;
}

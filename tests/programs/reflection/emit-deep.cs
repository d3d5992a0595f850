// Reflection.Emit in depth: generic types, properties, events, exceptions, interfaces, statics, closures over builders, IL of many kinds.
using System.Linq.Expressions;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

public interface IAdder { int Add(int a, int b); string Name { get; } }
public abstract class Animal { public abstract string Speak(int times); public virtual string Kind() => "animal"; public int Legs = 4; }

static class Program
{
    static void Main()
    {
        AssemblyBuilder assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Deep, Version=1.2.3.4"), AssemblyBuilderAccess.RunAndCollect);
        ModuleBuilder module = assembly.DefineDynamicModule("DeepModule");

        TypeBuilder adder = module.DefineType("My.Space.Adder", TypeAttributes.Public | TypeAttributes.Class, typeof(object), new[] { typeof(IAdder) });
        FieldBuilder calls = adder.DefineField("calls", typeof(int), FieldAttributes.Public | FieldAttributes.Static);
        FieldBuilder name = adder.DefineField("_name", typeof(string), FieldAttributes.Private);
        ConstructorBuilder constructor = adder.DefineConstructor(MethodAttributes.Public, CallingConventions.Standard, new[] { typeof(string) });
        ILGenerator il = constructor.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Call, typeof(object).GetConstructor(Type.EmptyTypes)!);
        il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Ldarg_1); il.Emit(OpCodes.Stfld, name); il.Emit(OpCodes.Ret);
        MethodBuilder add = adder.DefineMethod("Add", MethodAttributes.Public | MethodAttributes.Virtual | MethodAttributes.Final | MethodAttributes.HideBySig | MethodAttributes.NewSlot, typeof(int), new[] { typeof(int), typeof(int) });
        add.DefineParameter(1, ParameterAttributes.None, "left"); add.DefineParameter(2, ParameterAttributes.Optional, "right").SetConstant(5);
        il = add.GetILGenerator();
        il.Emit(OpCodes.Ldsfld, calls); il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Add); il.Emit(OpCodes.Stsfld, calls);
        il.Emit(OpCodes.Ldarg_1); il.Emit(OpCodes.Ldarg_2); il.Emit(OpCodes.Add_Ovf); il.Emit(OpCodes.Ret);
        MethodBuilder getter = adder.DefineMethod("get_Name", MethodAttributes.Public | MethodAttributes.Virtual | MethodAttributes.SpecialName | MethodAttributes.HideBySig, typeof(string), Type.EmptyTypes);
        il = getter.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Ldfld, name); il.Emit(OpCodes.Ldstr, "!é"); il.Emit(OpCodes.Call, typeof(string).GetMethod("Concat", new[] { typeof(string), typeof(string) })!); il.Emit(OpCodes.Ret);
        PropertyBuilder property = adder.DefineProperty("Name", PropertyAttributes.None, typeof(string), null);
        property.SetGetMethod(getter);
        property.SetCustomAttribute(new CustomAttributeBuilder(typeof(ObsoleteAttribute).GetConstructor(new[] { typeof(string) })!, new object[] { "emitted" }));
        Type adderType = adder.CreateType();
        var instance = (IAdder)Activator.CreateInstance(adderType, "adder")!;
        Console.WriteLine(instance.Add(2, 3) + " " + instance.Name + " " + adderType.GetField("calls")!.GetValue(null));
        try { instance.Add(int.MaxValue, 1); } catch (OverflowException) { Console.WriteLine("overflow"); }
        Console.WriteLine(adderType + " " + adderType.Assembly + " " + adderType.Module.ScopeName + " " + adderType.GetProperty("Name")!.GetCustomAttribute<ObsoleteAttribute>()!.Message);
        foreach (ParameterInfo p in adderType.GetMethod("Add")!.GetParameters()) Console.WriteLine(p.Name + " " + p.Attributes + " " + p.HasDefaultValue);

        TypeBuilder dog = module.DefineType("Dog", TypeAttributes.Public, typeof(Animal));
        MethodBuilder speak = dog.DefineMethod("Speak", MethodAttributes.Public | MethodAttributes.Virtual, typeof(string), new[] { typeof(int) });
        il = speak.GetILGenerator();
        LocalBuilder text = il.DeclareLocal(typeof(string)); LocalBuilder i = il.DeclareLocal(typeof(int));
        Label loop = il.DefineLabel(), done = il.DefineLabel();
        il.Emit(OpCodes.Ldstr, ""); il.Emit(OpCodes.Stloc, text);
        il.MarkLabel(loop);
        il.Emit(OpCodes.Ldloc, i); il.Emit(OpCodes.Ldarg_1); il.Emit(OpCodes.Bge, done);
        il.Emit(OpCodes.Ldloc, text); il.Emit(OpCodes.Ldstr, "woof"); il.Emit(OpCodes.Call, typeof(string).GetMethod("Concat", new[] { typeof(string), typeof(string) })!); il.Emit(OpCodes.Stloc, text);
        il.Emit(OpCodes.Ldloc, i); il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Add); il.Emit(OpCodes.Stloc, i); il.Emit(OpCodes.Br, loop);
        il.MarkLabel(done); il.Emit(OpCodes.Ldloc, text); il.Emit(OpCodes.Ret);
        dog.DefineDefaultConstructor(MethodAttributes.Public);
        MethodBuilder guarded = dog.DefineMethod("Guarded", MethodAttributes.Public | MethodAttributes.Static, typeof(string), new[] { typeof(Action) });
        il = guarded.GetILGenerator();
        LocalBuilder result = il.DeclareLocal(typeof(string));
        il.BeginExceptionBlock();
        il.BeginExceptionBlock();
        il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Callvirt, typeof(Action).GetMethod("Invoke")!);
        il.Emit(OpCodes.Ldstr, "fine"); il.Emit(OpCodes.Stloc, result);
        il.BeginCatchBlock(typeof(InvalidOperationException));
        il.Emit(OpCodes.Callvirt, typeof(Exception).GetProperty("Message")!.GetGetMethod()!); il.Emit(OpCodes.Stloc, result);
        il.EndExceptionBlock();
        il.BeginFinallyBlock();
        il.Emit(OpCodes.Ldloc, result); il.Emit(OpCodes.Ldstr, "+finally"); il.Emit(OpCodes.Call, typeof(string).GetMethod("Concat", new[] { typeof(string), typeof(string) })!); il.Emit(OpCodes.Stloc, result);
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ldloc, result); il.Emit(OpCodes.Ret);
        Type dogType = dog.CreateType();
        var animal = (Animal)Activator.CreateInstance(dogType)!;
        Console.WriteLine(animal.Speak(3) + " " + animal.Kind() + " " + animal.Legs);
        var run = dogType.GetMethod("Guarded")!.CreateDelegate<Func<Action, string>>();
        Console.WriteLine(run(() => { }) + " " + run(() => throw new InvalidOperationException("caught")));

        TypeBuilder box = module.DefineType("Box`1", TypeAttributes.Public | TypeAttributes.Sealed);
        GenericTypeParameterBuilder t = box.DefineGenericParameters("T")[0];
        t.SetGenericParameterAttributes(GenericParameterAttributes.None);
        FieldBuilder value = box.DefineField("Value", t, FieldAttributes.Public);
        ConstructorBuilder boxConstructor = box.DefineConstructor(MethodAttributes.Public, CallingConventions.Standard, new Type[] { t });
        il = boxConstructor.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Call, typeof(object).GetConstructor(Type.EmptyTypes)!);
        il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Ldarg_1); il.Emit(OpCodes.Stfld, value); il.Emit(OpCodes.Ret);
        MethodBuilder map = box.DefineMethod("ToList", MethodAttributes.Public, typeof(List<>).MakeGenericType(t), Type.EmptyTypes);
        il = map.GetILGenerator();
        Type listOfT = typeof(List<>).MakeGenericType(t);
        il.Emit(OpCodes.Newobj, TypeBuilder.GetConstructor(listOfT, typeof(List<>).GetConstructor(Type.EmptyTypes)!));
        il.Emit(OpCodes.Dup); il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Ldfld, value);
        il.Emit(OpCodes.Callvirt, TypeBuilder.GetMethod(listOfT, typeof(List<>).GetMethod("Add")!)); il.Emit(OpCodes.Ret);
        Type boxType = box.CreateType();
        object ints = Activator.CreateInstance(boxType.MakeGenericType(typeof(int)), 42)!;
        object strings = Activator.CreateInstance(boxType.MakeGenericType(typeof(string)), "s")!;
        Console.WriteLine(ints + " " + ((List<int>)ints.GetType().GetMethod("ToList")!.Invoke(ints, null)!)[0] + " " + strings.GetType().GetField("Value")!.GetValue(strings));

        TypeBuilder point = module.DefineType("Point", TypeAttributes.Public | TypeAttributes.Sealed | TypeAttributes.SequentialLayout, typeof(ValueType));
        point.DefineField("X", typeof(int), FieldAttributes.Public); point.DefineField("Y", typeof(double), FieldAttributes.Public);
        Type pointType = point.CreateType();
        object p0 = Activator.CreateInstance(pointType)!;
        pointType.GetField("X")!.SetValue(p0, 7);
        Console.WriteLine(p0.Equals(Activator.CreateInstance(pointType)) + " " + pointType.GetField("X")!.GetValue(p0) + " " + pointType.IsValueType);

        EnumBuilder color = module.DefineEnum("Color", TypeAttributes.Public, typeof(byte));
        color.DefineLiteral("Red", (byte)1); color.DefineLiteral("Green", (byte)2);
        color.SetCustomAttribute(new CustomAttributeBuilder(typeof(FlagsAttribute).GetConstructor(Type.EmptyTypes)!, Array.Empty<object>()));
        Type colorType = color.CreateType();
        Console.WriteLine(Enum.ToObject(colorType, 3) + " " + string.Join(",", Enum.GetNames(colorType)) + " " + Enum.GetUnderlyingType(colorType));

        TypeBuilder outer = module.DefineType("Outer", TypeAttributes.Public);
        TypeBuilder nested = outer.DefineNestedType("Nested", TypeAttributes.NestedPublic);
        nested.DefineDefaultConstructor(MethodAttributes.Public);
        outer.DefineDefaultConstructor(MethodAttributes.Public);
        Type outerType = outer.CreateType(); Type nestedType = nested.CreateType();
        Console.WriteLine(nestedType.FullName + " " + nestedType.DeclaringType + " " + outerType.GetNestedTypes().Length + " " + (assembly.GetType("Outer+Nested") == nestedType));

        TypeBuilder generic = module.DefineType("GenericMethods", TypeAttributes.Public | TypeAttributes.Abstract | TypeAttributes.Sealed);
        MethodBuilder identity = generic.DefineMethod("Identity", MethodAttributes.Public | MethodAttributes.Static);
        GenericTypeParameterBuilder u = identity.DefineGenericParameters("U")[0];
        identity.SetReturnType(u); identity.SetParameters(u);
        il = identity.GetILGenerator(); il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Ret);
        MethodBuilder twice = generic.DefineMethod("Twice", MethodAttributes.Public | MethodAttributes.Static, typeof(int), new[] { typeof(int) });
        il = twice.GetILGenerator(); il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Call, identity.MakeGenericMethod(typeof(int))); il.Emit(OpCodes.Ldc_I4_2); il.Emit(OpCodes.Mul); il.Emit(OpCodes.Ret);
        Type genericType = generic.CreateType();
        Console.WriteLine(genericType.GetMethod("Twice")!.Invoke(null, new object[] { 21 }) + " " + genericType.GetMethod("Identity")!.MakeGenericMethod(typeof(string)).Invoke(null, new object[] { "id" }));

        var dynamic = new DynamicMethod("Switch", typeof(string), new[] { typeof(int), typeof(int[]) }, typeof(Program).Module, true);
        il = dynamic.GetILGenerator();
        Label[] cases = { il.DefineLabel(), il.DefineLabel() }; Label end = il.DefineLabel();
        il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Switch, cases); il.Emit(OpCodes.Ldstr, "other"); il.Emit(OpCodes.Br, end);
        il.MarkLabel(cases[0]); il.Emit(OpCodes.Ldstr, "zero"); il.Emit(OpCodes.Br, end);
        il.MarkLabel(cases[1]); il.Emit(OpCodes.Ldarg_1); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ldelema, typeof(int)); il.Emit(OpCodes.Call, typeof(int).GetMethod("ToString", Type.EmptyTypes)!);
        il.MarkLabel(end); il.Emit(OpCodes.Ret);
        var switched = dynamic.CreateDelegate<Func<int, int[], string>>();
        Console.WriteLine(switched(0, null!) + switched(1, new[] { 9 }) + switched(5, null!) + " " + switched.Method.Name + " " + dynamic.Invoke(null, new object?[] { 0, null }));

        Expression<Func<int, string, object>> tree = (n, s) => new { Sum = n + s.Length, Items = new List<string> { s, n.ToString() } };
        Console.WriteLine(tree.Compile()(3, "abc"));
        ParameterExpression x = Expression.Parameter(typeof(int), "x");
        var block = Expression.Lambda<Func<int, string>>(
            Expression.TryCatchFinally(
                Expression.Block(Expression.IfThen(Expression.GreaterThan(x, Expression.Constant(2)), Expression.Throw(Expression.New(typeof(InvalidOperationException)))), Expression.Constant("small")),
                Expression.Empty(), Expression.Catch(typeof(InvalidOperationException), Expression.Constant("big"))), x).Compile();
        Console.WriteLine(block(1) + block(3));
        var nestedLambda = Expression.Lambda<Func<int, Func<int, int>>>(Expression.Lambda<Func<int, int>>(Expression.Add(x, Expression.Parameter(typeof(int), "y") is var y ? y : null!), y), x).Compile();
        Console.WriteLine(nestedLambda(4)(5));
        dynamic d = new System.Dynamic.ExpandoObject();
        d.Value = 5; d.Add = (Func<int, int>)(k => k + d.Value);
        Console.WriteLine(d.Add(6) + " " + (d.Value + 0.5));
        dynamic list = new List<int> { 1, 2, 3 };
        list.Add(4);
        Console.WriteLine(list.Count + " " + list[3]);
        try { list.NoSuch(); } catch (Microsoft.CSharp.RuntimeBinder.RuntimeBinderException e) { Console.WriteLine(e.Message); }
        Console.WriteLine(AppDomain.CurrentDomain.GetAssemblies().Count(a => a.IsDynamic && a.GetName().Name == "Deep"));
    }
}

#!/usr/bin/env python3
"""Makes random C# programs, runs them on CoreCLR and on Celer, and compares what they print: finds wrong code.

The programs compute with all number types, structs of all sizes and mixes, fields, arrays, calls with many arguments, interfaces,
generic methods, delegates, nullable values and checked arithmetic, in loops, conditions and exception handlers; every method ends by
printing its variables. The same seed makes the same program. Sources stay in out/random until the next run. Where CoreCLR's optimised
code differs from its own without optimisation, and Celer equals the latter, the program is named and skipped.
"""
import argparse
import collections
import os
import random
import sys

import run

SOURCES = os.path.join(run.OUT, "random", "source")
BUILT = os.path.join(run.OUT, "random", "built")
INTEGERS = ["int", "long", "uint", "ulong", "byte", "short", "sbyte", "ushort"]
FLOATS = ["double", "float"]
TYPES = INTEGERS + FLOATS + ["bool", "char"]
FIELDS = ["int", "long", "double", "float", "byte"]
ARRAYS = ["int", "long", "double", "byte"]
CALLEES = ["int", "long", "double", "float", "uint"]
PARTS = ["byte", "short", "int", "long", "float", "double", "int", "float"]
STRUCTS = 6
METHODS = 40  # in a program
AT_ONCE = 250  # programs compiled in one process, which keeps them all
FIELD_LIST = " ".join(f"public {t} f_{t};" for t in FIELDS)

HEAD = f"""using System;
struct S {{ {FIELD_LIST} }}
class O {{
    {FIELD_LIST}
    public void Mix(ref S s, int k) {{ s.f_int += k; f_long ^= s.f_int; s.f_float += f_float; f_byte += (byte)k; }}
}}
interface IShape {{ int Area(int k); long Wide<T>(T v, long l) => l + Area(2) + (v is int i ? i : 1); }}
class Round : IShape {{ public virtual int Area(int k) => k * 3; }}
class Square : Round {{ public override int Area(int k) => base.Area(k) ^ k; public long Wide<T>(T v, long l) => l * 2; }}
struct Boxed : IShape {{ public int Side; public int Area(int k) => Side++ * k; }}
static class Program {{
    static int hash;
    static O obj = new O();
    {" ".join(f"static {t}[] arr_{t} = new {t}[8];" for t in ARRAYS)}
    static S Make(int a, double d) {{ S s = new S(); s.f_int = a; s.f_double = d; s.f_byte = (byte)a; return s; }}
    static S Swap(S s) {{ S r = s; r.f_int = (int)s.f_long; r.f_long = s.f_int; return r; }}
    static int Add(S a, int k, S b) => unchecked(a.f_int + k * (int)b.f_long + b.f_byte);
    static Func<int, long, double> fun = (a, b) => a * 0.5 + b + hash;
    static IShape[] shapes = {{ new Round(), new Square(), new Boxed {{ Side = 3 }} }};
    static T Twice<T>(T v, int k) where T : struct {{ T[] a = {{ v, v }}; return a[k & 1]; }}
    static int Hash<T>(T v) => v is int i ? i : v is double d ? (int)Math.Min(Math.Abs(d), 1000) : v is long l ? (int)(l >> 3) : 9;
    static string Text(double d) => BitConverter.DoubleToInt64Bits(double.IsNaN(d) ? double.NaN : d).ToString();
"""


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.variables = []  # (name, type)
        self.loops = 0
        self.structs = [self.random.choices(PARTS, k=self.random.randint(1, 6)) for _ in range(STRUCTS)]
        self.signatures = {t: self.random.choices(TYPES, k=self.random.randint(1, 9)) for t in CALLEES}

    def pick(self, *choices):
        return self.random.choice(choices)

    def literal(self, t):
        value = self.pick(0, 1, 2, 3, 7, 8, 31, 100, 127, 128, 255, 256, 65535, 2**31 - 1, -1, -2, -7, -128, -2**31)
        if t == "bool":
            return self.pick("true", "false")
        if t in FLOATS:
            return f"({t})({self.pick('0.0', '1.5', '-2.25', '1e10', '-1e20', 'double.NaN', '0.1', str(value))})"
        return f"unchecked(({t})({value}))"

    def expression(self, t, depth):
        known = [name for name, type_ in self.variables if type_ == t]
        if depth <= 0 or self.random.random() < 0.15:
            return self.random.choice(known) if known and self.random.random() < 0.75 else self.literal(t)
        sub = lambda type_, down=1: self.expression(type_, depth - down)
        if t == "bool":
            u = self.random.choice(["int", "long", "uint", "ulong", "double", "float"])
            return self.pick(f"({sub(u)} {self.pick('<', '<=', '>', '>=', '==', '!=')} {sub(u)})",
                             f"({sub(t)} {self.pick('&&', '||', '&', '|', '^')} {sub(t)})", f"(!{sub(t)})")
        kind = self.random.random()
        if kind < 0.12:
            return f"({sub('bool')} ? {sub(t)} : {sub(t)})"
        if kind < 0.20:
            return f"unchecked(({t})({sub(self.random.choice(INTEGERS + FLOATS))}))"
        if kind < 0.28 and t in CALLEES:
            return f"Call_{t}({', '.join(sub(u, 2) for u in self.signatures[t])})"
        if kind < 0.34 and t in ARRAYS:
            return f"arr_{t}[({sub('int')}) & 7]"
        if kind < 0.40 and t in FIELDS:
            return f"{self.pick('s1', 's2', 'obj')}.f_{t}"
        if kind < 0.46:
            return self.mixed(t, sub)
        if t in FLOATS:
            return f"({t})({sub(t)} {self.pick('+', '-', '*', '/')} {sub(t)})"
        if t == "char":
            return f"unchecked((char)({sub('int')}))"
        return f"unchecked(({t})({self.integer_operation(t, sub)}))"

    # Structs by value, interfaces, generics, delegates, nullable values, checked arithmetic.
    def mixed(self, t, sub):
        k = self.random.randrange(STRUCTS)
        part = self.random.randrange(len(self.structs[k]))
        value = self.pick(f"Pass{k}(v{k}, {sub('int', 2)}, Make{k}({sub('double', 2)}), {sub('float', 2)}).p{part}", f"v{k}.p{part}",
                          f"Many{k}({sub('int', 2)}, v{k}, v{k}, 1.5f, v{k}, {sub('long', 2)}, v{k})",
                          f"shapes[({sub('int', 2)} & 0x7fffffff) % 3].Area({sub('int', 2)})",
                          f"shapes[{self.random.randrange(3)}].Wide({sub(self.pick('int', 'double'), 2)}, {sub('long', 2)})",
                          f"fun({sub('int', 2)}, {sub('long', 2)})", f"Twice({sub(t, 2)}, {sub('int', 2)})" if t != "bool" else "1",
                          f"Hash({sub(self.pick('int', 'double', 'long'), 2)})", f"((int?)({sub('int', 2)}) + n1 ?? 4)",
                          f"Math.Clamp({sub('int', 2)}, -50, 50)", f"(n1 ?? {sub('int', 2)})")
        return f"unchecked(({t})({value}))"

    def struct_declarations(self):
        lines = []
        for k, parts in enumerate(self.structs):
            fields = " ".join(f"public {t} p{i};" for i, t in enumerate(parts))
            total = " + ".join(f"(double)a.p{i} * {i + 1}" for i in range(len(parts)))
            lines.append(f"struct S{k} {{ {fields} }}")
            lines.append(f"static partial class Parts {{ public static double Sum(S{k} a) => {total}; }}")
        return lines

    def struct_methods(self):
        lines = []
        for k, parts in enumerate(self.structs):
            filled = " ".join(f"r.p{i} = unchecked(({t})(long)(limited + {i}));" for i, t in enumerate(parts))
            lines.append(f"static S{k} Make{k}(double d) {{ double limited = Math.Abs(d) < 1e9 ? d : 7; S{k} r; {filled} return r; }}")
            lines.append(f"static S{k} Pass{k}(S{k} a, int k, S{k} b, float f) {{ hash += k; S{k} r = (k & 1) == 0 ? a : b; "
                         f"r.p0 = unchecked(({parts[0]})(r.p0 + (f < 1e6f && f > -1e6f ? (int)f : 3))); return r; }}")
            lines.append(f"static double Many{k}(int k, S{k} a, S{k} b, float f, S{k} c, long l, S{k} d) => "
                         f"Parts.Sum(a) - Parts.Sum(b) * 2 + Parts.Sum(c) / 4 + Parts.Sum(d) + k + f + l % 1000;")
        return lines

    def integer_operation(self, t, sub):
        op = self.pick("+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>", "~")
        if op == "~":
            return f"~{sub(t)}"
        if op in ("<<", ">>"):
            return f"{sub(t)} {op} (int)({sub('int')})"
        if op in ("/", "%"):
            divisor = self.pick(f"({t}){self.pick(1, 2, 3, 7, 8, 10, 64, 100)}", f"({t})(({sub(t)} & 1023) | 1)")
            return f"{sub(t)} {op} {divisor}"
        return f"{sub(t)} {op} {sub(t)}"

    def assignment(self):
        name, t = self.random.choice(self.variables)
        if t in INTEGERS and self.random.random() < 0.3:
            return f"{name} {self.pick('+=', '-=', '^=', '|=', '&=')} {self.expression(t, 3)};"
        return f"{name} = {self.expression(t, 4)};"

    def statement(self, depth):
        kind = self.random.random()
        if kind < 0.45 or depth <= 0:
            return [self.assignment()]
        if kind < 0.52:
            t = self.random.choice(ARRAYS)
            return [f"arr_{t}[({self.expression('int', 2)}) & 7] = {self.expression(t, 3)};"]
        if kind < 0.60:
            t = self.random.choice(FIELDS)
            return [f"{self.pick('s1', 's2', 'obj')}.f_{t} = {self.expression(t, 3)};"]
        if kind < 0.66:
            word = self.expression("int", 2)
            k = self.random.randrange(STRUCTS)
            return [self.pick(f"v{k} = Pass{k}(v{k}, {word}, Make{k}({word}), 2);", f"v{k} = Twice(Make{k}({word}), {word});",
                              f"n1 = {self.pick('null', word)};", f"hash += checked({word} + hash % 100);",
                              "s2 = s1;", "s1 = Swap(s2);", f"s2 = Make({word}, {self.expression('double', 2)});",
                              f"hash += Add(s2, {word}, s1);", f"obj.Mix(ref s1, {word});")]
        if kind < 0.78:
            return [f"if ({self.expression('bool', 3)}) {{", *self.block(depth - 1), "} else {", *self.block(depth - 1), "}"]
        if kind < 0.88:
            self.loops += 1
            i = f"i{self.loops}"
            return [f"for (int {i} = 0; {i} < {self.random.randint(1, 5)}; {i}++) {{", *self.block(depth - 1), "}"]
        if kind < 0.94:
            return self.protected(depth)
        cases = [f"case {value}: {self.assignment()} break;" for value in self.random.sample(range(8), 4)]
        return [f"switch (({self.expression('int', 2)}) & 7) {{", *cases, "}"]

    def protected(self, depth):
        body = ["try {", *self.block(depth - 1), f"hash += checked((int)(arr_long[0] * 0 + {self.expression('long', 2)}));",
                f"hash += 100 / (({self.expression('int', 2)}) ^ (hash & 0));"]
        end = self.pick(["} catch (Exception e) when (e.Message.Length > 40) { hash += 3; } catch { hash ^= 77;"],
                        ["} catch (Exception) { hash += 5;", *self.block(depth - 2), "} finally { hash *= 3;", *self.block(depth - 2)],
                        ["} catch { hash += 11;"])
        return body + end + ["}"]

    def block(self, depth):
        return [line for _ in range(self.random.randint(1, 3)) for line in self.statement(depth)]

    def method(self, number):
        arguments = [(f"a{i}", t) for i, t in enumerate(self.random.choices(TYPES, k=self.random.randint(0, 8)))]
        locals_ = [(f"l{i}", t) for i, t in enumerate(self.random.choices(TYPES, k=self.random.randint(2, 8)))]
        self.variables = list(arguments)
        lines = [f"static void M{number}({', '.join(f'{t} {name}' for name, t in arguments)}) {{ S s1 = new S(), s2 = new S(); int? n1 = null;"
                 + " ".join(f"S{k} v{k} = Make{k}({k});" for k in range(STRUCTS))]
        for name, t in locals_:
            lines.append(f"{t} {name} = {self.expression(t, 2)};")
            self.variables.append((name, t))
        for _ in range(self.random.randint(3, 9)):
            lines += self.statement(3)
        values = [f"Text({name})" if t in FLOATS else f"((int){name}).ToString()" if t == "char" else f"{name}.ToString()"
                  for name, t in self.variables]
        values += [f"Text(Parts.Sum(v{k}))" for k in range(STRUCTS)]
        values += ["n1.ToString()", "s1.f_int.ToString()", "Text(s2.f_double)", "obj.f_long.ToString()", "arr_int[3].ToString()", "hash.ToString()"]
        lines.append(f'Console.WriteLine("M{number} " + string.Join(" ", new string[] {{ {", ".join(values)} }})); }}')
        self.variables = []
        call = f"M{number}({', '.join(self.literal(t) for _, t in arguments)})"
        return lines, f'try {{ {call}; }} catch (Exception e) {{ Console.WriteLine("M{number} " + e.GetType()); }}'

    def callee(self, t):
        parameters = ", ".join(f"{u} p{i}" for i, u in enumerate(self.signatures[t]))
        terms = [f"({t})(p{i} ? {i + 1} : 2)" if u == "bool" else f"unchecked(({t})p{i}) * {i + 1}"
                 for i, u in enumerate(self.signatures[t])]
        return f"static {t} Call_{t}({parameters}) {{ hash++; return unchecked(({t})({' + '.join(terms)})); }}"

    def program(self, methods):
        lines = [self.callee(t) for t in CALLEES] + self.struct_methods()
        calls = []
        for number in range(methods):
            body, call = self.method(number)
            lines += body
            calls.append(call)
        end = ["static void Main() {", *calls, "} }", *self.struct_declarations()]
        return HEAD + "\n".join(lines + end) + "\n"


class Suite(run.Suite):
    """A difference counts where CoreCLR agrees with itself."""

    def run(self, program, mode, settings=None):
        verdict, text, seconds = super().run(program, mode, settings)
        if verdict != "failed":
            return verdict, text, seconds
        expected = self.expected(program)
        unoptimised = run.execute([self.reference, program.dll], program, dict(self.base, DOTNET_JITMinOpts="1", DOTNET_TieredCompilation="0"),
                                  program.timeout)
        actual = self.celer(program, {**self.base, **run.MODES[mode], **(settings or {})})
        if not run.difference(expected, unoptimised, program) or run.difference(unoptimised, actual, program):
            return verdict, text, seconds
        print(f"{program.name}: CoreCLR's optimised code differs from its own without optimisation, which Celer equals", flush=True)
        return "skipped", "", seconds


def write_sources(seeds, methods, folder=SOURCES):
    """Exactly the programs of these seeds; a file that is right already keeps its time, so that it is not compiled again."""
    os.makedirs(folder, exist_ok=True)
    wanted = {f"r{seed}.cs": Generator(seed).program(methods) for seed in seeds}
    for name in set(os.listdir(folder)) - set(wanted):
        os.remove(os.path.join(folder, name))
    for name, text in wanted.items():
        path = os.path.join(folder, name)
        if not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--count", type=int, default=60, help="how many programs")
    parser.add_argument("--methods", type=int, default=METHODS, help="methods in each")
    run.add_engine_options(parser)
    options = parser.parse_args()
    counts = collections.Counter()
    end = options.seed + options.count
    for first in range(options.seed, end, AT_ONCE):
        seeds = range(first, min(first + AT_ONCE, end))
        write_sources(seeds, options.methods)
        if not run.compile_programs(SOURCES, BUILT):
            return 1
        counts += run.verdicts(Suite(options), [run.Program(f"r{seed}", SOURCES, BUILT) for seed in seeds], ["plain"])
    return run.closed(counts)


if __name__ == "__main__":
    sys.exit(main())

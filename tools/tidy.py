#!/usr/bin/env python3
"""Checks what the compiler does not: layering, sizes, forbidden includes and paths. Each rule is one test."""
import os
import re
import subprocess
import sys

import cpp_source
import features

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILE_LINES = 800
FUNCTION_LINES = 70
CLASS_DECLARATIONS = 60
CODE = (".cpp", ".h", ".S", ".py", ".cs", ".cmake")
HEAVY_HEADERS = {"iostream", "regex", "filesystem", "functional"}
# The command and the headers of tests may; what the engine is built of may not.
LIGHT_NOT_NEEDED = re.compile(r"^src/(host/command/|.*test|metadata/framework_files)")
# What belongs to one processor lies in folders of its name, below a component.
CPU_FOLDER = re.compile(r"^src/(\w+/)+(x64|arm64)/")
# Other code for one processor, and why.
CPU_ELSEWHERE = {
    "src/optimizer/": "asks LLVM for the processor's instructions and conventions; LLVM knows them by their own names",
    "src/import/vector_instructions.cpp": "the libraries of compilers name this source in their builds",
}
CPU_MARKS = {
    "macro of a processor": r"\b_*(?:x86_64|i[3-6]86|amd64|aarch64|arm64|arm|SSE[\w]*|AVX[\w]*)__\b",
    "header of a processor": r"#\s*include\s*<(?:\w*intrin|cpuid|arm_\w+|ucontext|sys/ucontext|asm/\w+|Zydis/\w+)\.h>",
    "builtin of a processor": r"\b(?:__builtin_(?:ia32|arm|aarch64|cpu)_\w+|_mm\d*_\w+|v\w+q_[fsu]\d+|__get_cpuid\w*|__cpuid\w*|_?_?rdtscp?|_xgetbv)\b",
    "variant of a processor": r"\b(?:gnu::target|__target__|target\s*\(\s*\"|target_clones)",
    "assembly": r"\b(?:asm|__asm|__asm__)\b(?!\s*(?:volatile\s*)?\(\s*\"\"\s*[:)])",
    "register in a signal context": r"\b(?:REG_(?:R[A-Z0-9]+|EFL|CR2|ERR|TRAPNO)|gregs|greg_t|fpregs|mcontext_t|uc_mcontext|ucontext_t)\b",
    "register": r"(?<![.\w])(?:[re](?:[abcd]x|[sd]i|[sb]p|ip)|r1[0-5]d?|[xyz]mm\d{1,2})\b",
    "machine code": r"\b0x4[89cdCD], 0x(?:8[0-9a-fA-F]|[bB][89a-fA-F]|[cC]7|63|0[fF]|[fF]7)\b",
    "instruction of a processor": r"\bVectorInstructionId::[A-Z][A-Z0-9_]+\b|using enum VectorInstructionId",
}
CPU_MARK = re.compile("|".join(f"(?P<{name.replace(' ', '_')}>{pattern})" for name, pattern in CPU_MARKS.items()))
CPU_INCLUDE = re.compile(r'#\s*include\s+"((\w+)/(?:\w+/)*(?:x64|arm64)/[^"]+)"')
SYSTEM_FOLDER = re.compile(r"^src/platform/\w+/")
WRITABLE_SLOT = re.compile(r"_cast<(celer::)?Object ?\*( ?\*)?[*&]>")
PROCESS_WORDS = re.compile(r"\bSection::Process\b|\bSection\s*\(\s*4\s*\)|\busing enum (celer::)?Section\b")
SYSTEM_MACRO = re.compile(r"^\s*#\s*(?:if|elif|ifdef|ifndef)\b.*\b(__linux__|__APPLE__|_WIN32)\b")
# What ties the tree to one machine: split so that this file does not find itself.
MACHINE = re.compile("|".join(("/usr/share/" + "dotnet", "/wo" + "rk/", "/tmp/" + r"(?:wt|ref|b\b)", "/ho" + "me/", r"api\.nu" + "get",
                               "deb\\.deb" + "ian", "registry\\.n" + "pm")))


def tracked():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for path in listed.splitlines() if os.path.isfile(os.path.join(ROOT, path))]


def lines_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as file:
        return file.read().splitlines()


def allowed_includes():
    """The table of src/CMakeLists.txt: component -> everything it links, directly or not."""
    direct = {}
    for match in re.finditer(r"celer_component\((\w+)([^)]*)\)", "\n".join(lines_of("src/CMakeLists.txt"))):
        dependencies = re.search(r"DEPENDS ([\w ]+?)(?: LIBRARIES|$)", match.group(2).replace("\n", " ").strip())
        direct[match.group(1)] = dependencies.group(1).split() if dependencies else []
    closure = {}
    for name, dependencies in direct.items():
        closure[name] = {name}.union(*(closure.get(dependency, {dependency}) for dependency in dependencies))
    return closure


def check_layering(paths):
    allowed = allowed_includes()
    for path in paths:
        match = re.match(r"src/(\w+)/.*\.(cpp|h|S|def)$", path)
        if not match:
            continue
        component = match.group(1)
        if component not in allowed:
            yield f"{path}: `{component}` is not in src/CMakeLists.txt"
            continue
        for number, line in enumerate(lines_of(path), 1):
            include = re.match(r'\s*#\s*include\s+"(\w+)/', line)
            if include and include.group(1) not in allowed[component]:
                yield f"{path}:{number}: {component} may not include {include.group(1)}"


def check_file_sizes(paths):
    for path in paths:
        if path.endswith(CODE):
            count = len(lines_of(path))
            if count > FILE_LINES:
                yield f"{path}: {count} lines, more than {FILE_LINES}"


def check_headers(paths):
    for path in paths:
        if not path.startswith("src/") or not path.endswith((".cpp", ".h")):
            continue
        for number, line in enumerate(lines_of(path), 1):
            include = re.match(r"\s*#\s*include\s+[<\"]([\w/.-]+)[>\"]", line)
            if not include:
                continue
            name = include.group(1)
            if re.match(r"llvm(-c)?/", name) and not path.startswith("src/optimizer/"):
                yield f"{path}:{number}: only src/optimizer may include LLVM"
            if path.endswith(".h") and name in HEAVY_HEADERS and not LIGHT_NOT_NEEDED.match(path):
                yield f"{path}:{number}: <{name}> is too heavy for a header"


def cpu_marks(path, lines):
    """What of a processor a source names outside comments. A header may include its component's folder for one: it chooses."""
    for number, line in enumerate(lines, 1):
        code = re.sub(r"//.*", "", line)
        mark = CPU_MARK.search(code)
        if mark:
            yield f"{path}:{number}: {mark.group(0)}: {mark.lastgroup.replace('_', ' ')}; it belongs in <part>/<cpu>"
        include = CPU_INCLUDE.search(code)
        if include and not (path.endswith(".h") and path.startswith(f"src/{include.group(2)}/")):
            yield f"{path}:{number}: {include.group(1)} is for headers of {include.group(2)} that choose the processor"


def check_targets(paths):
    for path in paths:
        if not path.startswith("src/") or not path.endswith((".cpp", ".h", ".def", ".inc", ".S")):
            continue
        lines = lines_of(path)
        if not CPU_FOLDER.match(path) and not path.startswith(tuple(CPU_ELSEWHERE)):
            yield from cpu_marks(path, lines)
        for number, line in enumerate(lines, 1):
            if SYSTEM_MACRO.match(line) and not SYSTEM_FOLDER.match(path):
                yield f"{path}:{number}: code for one system belongs in platform/<os>"


# Each line must be found in a source, and none of these.
CPU_PLANTED = (
    "#if defined(__x86_64__)", "#ifdef __AVX2__", "#include <immintrin.h>", "#include <cpuid.h>", "#include <ucontext.h>",
    "    __builtin_ia32_pause();", '    return __builtin_cpu_supports("avx2");', "    __m128i sum = _mm_add_epi32(a, b);",
    '[[gnu::target("avx2")]] void move();', '__attribute__((target("avx"))) void move();', '    asm volatile("pause");',
    '__asm__(".symver exp,exp@GLIBC_2.2.5");', "    auto ip = context->uc_mcontext.gregs[REG_RIP];", '    move("rax", value);',
    "    bytes({0x48, 0x89, 0xe5});", '#include "runtime/x64/calls.h"', "    emit(VectorInstructionId::PADDB);",
)
CPU_INNOCENT = (
    '    asm volatile("" ::: "memory");  // no tail call', "    uint64_t value;  // rax", '#include "runtime/cpu.h"', '{"r8", ElementType::R8},',
    'OPCODE(LdcR8, "ldc.r8", 0x23, R8, 0, 1, Next)', "    if (id == VectorInstructionId::None) return;", "    char* alarm = charm;",
)


def check_planted(_):
    """The rule about processors by itself: it sees each of its marks."""
    for line in CPU_PLANTED:
        if not list(cpu_marks("src/gc/planted.cpp", [line])):
            yield f"tools/tidy.py: `{line.strip()}` is not found"
    for line in CPU_INNOCENT:
        yield from (f"tools/tidy.py: {finding}" for finding in cpu_marks("src/gc/innocent.cpp", [line]))


def check_reference_stores(paths):
    """A slot is made writable only where it is handed to gc/barrier.h."""
    for path in paths:
        if not path.startswith("src/") or path.startswith("src/gc/") or path.endswith("_test.cpp"):
            continue
        for number, line in enumerate(lines_of(path), 1):
            if WRITABLE_SLOT.search(line) and "gc::" not in line:
                yield f"{path}:{number}: references are stored through gc/barrier.h"


def process_words(path, lines):
    for number, line in enumerate(lines, 1):
        if PROCESS_WORDS.search(re.sub(r"//.*", "", line)):
            yield f"{path}:{number}: words of this process are taken by their kind: platform/process_cells.h"


def check_process_cells(paths):
    """Section::Process is shared out by kind only, so that process_cells.def tells what another process has to put there."""
    for path in paths:
        if re.match(r"src/(?!platform/).*\.(cpp|h)$", path) and not path.endswith("_test.cpp"):
            yield from process_words(path, lines_of(path))
    used = "\n".join("\n".join(lines_of(path)) for path in paths if re.match(r"src/.*\.(cpp|h)$", path))
    for kind in re.findall(r"^CELER_PROCESS_CELL\((\w+),", "\n".join(lines_of("src/platform/process_cells.def")), re.MULTILINE):
        if f"ProcessCell::{kind}" not in used:
            yield f"src/platform/process_cells.def: nobody takes cells of the kind {kind}"


PROCESS_PLANTED = ("    auto* cell = arena_new<void*>(Section::Process);", "    void** cell = new_beside<void*>(method,\n        Section::Process);",
                   "    return heap_allocate(heap, celer::Section::Process, 8);", "    using enum Section;", "    return arena_allocate(Section(4), 8);")
PROCESS_INNOCENT = ("    // lies in Section::Process", "    auto* cell = new_process_cell<void*>(ProcessCell::Statics, heap);", "    arena_allocate(Section::Types, 8);")


def check_planted_cells(_):
    """The rule about process cells by itself."""
    for text in PROCESS_PLANTED:
        if not list(process_words("src/types/planted.cpp", text.split("\n"))):
            yield f"tools/tidy.py: `{text.strip()}` is not found"
    for text in PROCESS_INNOCENT:
        yield from (f"tools/tidy.py: {finding}" for finding in process_words("src/types/innocent.cpp", [text]))


def check_static_locals(paths):
    """A static local whose initialiser asks the engine: whoever comes second waits where no collection waits for it."""
    asks = re.compile(r"^\s+static (?!constexpr|constinit)[^()]*=\s*(?!new\b)[^;]*\b(find_(?:method|field|type)\w*|\w+_type|field_offset|\w+_field|sz_array_of|helper|make_signature)\(")
    for path in paths:
        if not re.match(r"src/(?!optimizer/).*\.(cpp|h)$", path) or path.endswith(("_test.cpp", "test_framework.h")):
            continue
        lines = lines_of(path)
        for number, line in enumerate(lines, 1):
            if re.match(r"\s+static ", line) and asks.match(" ".join(lines[number - 1:number + 3])):
                yield f"{path}:{number}: a static local that asks the engine; base/computed_once.h"


def check_machine_paths(paths):
    for path in paths:
        for number, line in enumerate(lines_of(path), 1):
            found = MACHINE.search(line)
            if found:
                yield f"{path}:{number}: names {found.group(0)}, which belongs to one machine"


def check_header_guards(paths):
    for path in paths:
        if path.startswith("src/") and path.endswith(".h") and "#pragma once" not in lines_of(path):
            yield f"{path}: no #pragma once"


def check_format(paths):
    sources = [path for path in paths if path.startswith(("src/", "fuzz/")) and path.endswith((".cpp", ".h"))]
    result = subprocess.run(["clang-format-22", "--dry-run", "-Werror", *sources], cwd=ROOT, capture_output=True, text=True)
    if result.returncode:
        found = sorted(set(re.findall(r"^(\S+?):\d+:\d+: error", result.stderr, re.MULTILINE)))
        yield from (f"{path}: not as `make format` leaves it" for path in found)


def sources(paths):
    for path in paths:
        if path.endswith((".cpp", ".h")):
            yield path, "\n".join(lines_of(path))


def check_functions(paths):
    for path, text in sources(paths):
        for line, count, head in cpp_source.functions(text):
            if count > FUNCTION_LINES:
                yield f"{path}:{line}: {count} lines, more than {FUNCTION_LINES}: {head.strip()[:80]}"


def check_classes(paths):
    """A class with many declarations does too much, unless there is one for each instruction or table: then it says so."""
    for path, text in sources(paths):
        for line, name, count, has_reason in cpp_source.classes(text):
            if count > CLASS_DECLARATIONS and not has_reason:
                yield f"{path}:{line}: {name} has {count} declarations, more than {CLASS_DECLARATIONS}: divide it, or say `Large because`"


# Each opens a function, which is found when its body is long; none of the others does.
FUNCTION_PLANTED = (
    "int plain(int a) {", "static void Class::method(int a) const noexcept {", "Class::Class(int a) : a_(a) {", "Class::Class() : a_{1}, b_{f()} {",
    "Class::~Class() {", "template <typename T>\nbool operator==(const T& a, const T& b) {", "bool Class::operator()(int a) {",
    "void wide(int a,\n          int b) {", "auto trailing(int a) -> std::vector<int> {", 'extern "C" void exported() {', "TEST(Suite, Name) {",
    "struct S {\n    int method() const {\n    }\n    S() {", "namespace n {\nint inside() {", "void f() {\n    auto g = [&](int a) {",
    "void f() {\n    each(list, [this] {", "void f() {\n    auto g = [](int a) mutable -> int {", "operator bool() const {", "Class(Class&& other) noexcept {",
)
FUNCTION_INNOCENT = ("namespace n {", "struct S {", "class C final : public Base<int> {", "enum class E : int {", "constexpr int table[] = {", 'extern "C" {',
                     "constexpr std::array<int, 3> list{", "int g_table[3]{")
CLASS_PLANTED = ("class C {", "struct C : B {", "class [[nodiscard]] C final {", "template <typename T>\nclass C {", "struct Outer {\n    struct C {",
                 "void f() {\n    struct C {", "class alignas(64) C : public B<int> {", "union C {")
DECLARATIONS_PLANTED = {
    "int a;": 1, "int a, b;": 2, "std::map<int, int> a;": 1, "int f(int a, int b);": 1, "int f() { return g(1, 2); }": 1, "C() : a_{1}, b_(2) {}": 1,
    "struct { int a; int b; } pair;": 3, "struct N { int a; int f(); };": 3, "enum class E { A, B } e;": 1, "int a{1}, b = f(2);": 2,
    "  public:\n    using T = int;\n    friend class F;\n    static_assert(true);": 0, "template <typename T>\nT f(T a) {\n    return a;\n}": 1,
    "std::function<void(int)> f;": 1, "bool operator==(const C&) const = default;": 1, "// int a;\n/* int b; */": 0, 'const char* s = "int a; int b;";': 1,
}


def check_planted_shapes(_):
    """The rules about functions and classes by themselves."""
    for head in FUNCTION_PLANTED:
        text = head + "\n    x();" * FUNCTION_LINES + "\n}" * (head.count("{"))
        if all(count <= FUNCTION_LINES for _, count, _ in cpp_source.functions(text)):
            yield f"tools/cpp_source.py: the body of `{head}` is not found"
    for head in FUNCTION_INNOCENT:
        text = head + "\n    1," * FUNCTION_LINES + "\n};"
        yield from (f"tools/cpp_source.py: `{found}` is no function" for _, _, found in cpp_source.functions(text))
    for head in CLASS_PLANTED:
        for reason in ("", "// Large because there is one for each instruction.\n"):
            text = reason + head + "\n    int a;" * (CLASS_DECLARATIONS + 1) + "\n}" * head.count("{") + ";"
            found = [has_reason for _, name, count, has_reason in cpp_source.classes(text) if name == "C" and count > CLASS_DECLARATIONS]
            if found != [bool(reason) and head.count("{") == 1]:
                yield f"tools/cpp_source.py: `{reason}{head}` is not seen as it is"
    for body, count in DECLARATIONS_PLANTED.items():
        found = [declared for _, name, declared, _ in cpp_source.classes("class C {\n    " + body + "\n};") if name == "C"]
        if found != [count]:
            yield f"tools/cpp_source.py: `{body}` declares {count}, not {found}"


def check_features(_):
    """Every row of the inventories of features is shown by a program or has its reason."""
    findings = features.Findings(features.tracked())
    print(findings.summary())
    yield from features.problems(findings)


ROWS_PLANTED = """// rows: N5-001 N5-002
// rows: N6a-001
// args: a
using System;
// rows: N7a-001
"""


def check_planted_features(_):
    """The readers of row ids by themselves."""
    if features.directive_ids(ROWS_PLANTED) != ["N5-001", "N5-002", "N6a-001"]:
        yield "tools/features.py: `// rows:` is not read as it is"
    if list(features.attribute_ids('[Benchmark, Row("B5-01",\n "N5-010")] [Row("B5-02")] Row(x)')) != [("B5-01", ["N5-010"]), ("B5-02", [])]:
        yield "tools/features.py: [Row] is not read as it is"


CHECKS = {
    "layering": check_layering,
    "file sizes": check_file_sizes,
    "includes": check_headers,
    "include guards": check_header_guards,
    "target code": check_targets,
    "planted target code": check_planted,
    "stores of references": check_reference_stores,
    "process cells": check_process_cells,
    "planted process cells": check_planted_cells,
    "machine paths": check_machine_paths,
    "static locals": check_static_locals,
    "functions": check_functions,
    "classes": check_classes,
    "planted functions and classes": check_planted_shapes,
    "features": check_features,
    "planted features": check_planted_features,
}


def main():
    paths = tracked()
    failed = 0
    for name, check in CHECKS.items():
        findings = list(check(paths))
        failed += bool(findings)
        for finding in findings:
            print(f"FAILED {name}: {finding}")
    unformatted = list(check_format(paths))
    if unformatted:
        print(f"note: {len(unformatted)} files are not as `make format` leaves them")
    print(f"{len(CHECKS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

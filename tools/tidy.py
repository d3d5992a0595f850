#!/usr/bin/env python3
"""Checks what the compiler does not: layering, sizes, forbidden includes and paths. Each rule is one test."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILE_LINES = 800
FUNCTION_LINES = 70
CODE = (".cpp", ".h", ".S", ".py", ".cs", ".cmake")
HEAVY_HEADERS = {"iostream", "regex", "filesystem", "functional"}
# The command and the headers of tests may; what the engine is built of may not.
LIGHT_NOT_NEEDED = re.compile(r"^src/(host/command/|.*test|metadata/framework_files)")
# Folders that may hold what belongs to one CPU or one operating system.
TARGET_FOLDERS = re.compile(r"^src/(platform/\w+|(baseline|code|runtime)/(x64|arm64))/")
WRITABLE_SLOT = re.compile(r"_cast<(celer::)?Object ?\*( ?\*)?[*&]>")
TARGET_MACRO = re.compile(r"^\s*#\s*(?:if|elif|ifdef|ifndef)\b.*\b(__x86_64__|__aarch64__|__linux__|__APPLE__|_WIN32)\b")
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


def check_targets(paths):
    for path in paths:
        if path.startswith("src/") and path.endswith((".cpp", ".h")) and not TARGET_FOLDERS.match(path):
            for number, line in enumerate(lines_of(path), 1):
                if TARGET_MACRO.match(line):
                    yield f"{path}:{number}: target-specific code belongs in platform/<os> or <part>/<cpu>"


def check_reference_stores(paths):
    """A slot is made writable only where it is handed to gc/barrier.h."""
    for path in paths:
        if not path.startswith("src/") or path.startswith("src/gc/") or path.endswith("_test.cpp"):
            continue
        for number, line in enumerate(lines_of(path), 1):
            if WRITABLE_SLOT.search(line) and "gc::" not in line:
                yield f"{path}:{number}: references are stored through gc/barrier.h"


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


def long_functions(paths):
    """Bodies that open and close at the start of a line or one level in, as clang-format lays them out."""
    for path in paths:
        if not path.startswith("src/") or not path.endswith((".cpp", ".h")):
            continue
        start, name = None, ""
        for number, line in enumerate(lines_of(path), 1):
            if start is None and re.match(r"\S.*\)( const| noexcept)* \{$", line) and not line.startswith(("namespace", "struct", "class")):
                start, name = number, line
            elif start is not None and line == "}":
                if number - start > FUNCTION_LINES:
                    yield number - start, f"{path}:{start}: {number - start} lines: {name[:80]}"
                start = None


CHECKS = {
    "layering": check_layering,
    "file sizes": check_file_sizes,
    "includes": check_headers,
    "include guards": check_header_guards,
    "target code": check_targets,
    "stores of references": check_reference_stores,
    "machine paths": check_machine_paths,
    "static locals": check_static_locals,
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
    longest = sorted(long_functions(paths), reverse=True)
    if longest:
        print(f"note: {len(longest)} functions are longer than {FUNCTION_LINES} lines; the longest:")
        print("\n".join("    " + text for _, text in longest[:5]))
    print(f"{len(CHECKS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

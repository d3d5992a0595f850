// celer dump: brings an engine up without running a program and prints what it knows of a type or method.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "baseline/disassembler.h"
#include "diagnostics/dump.h"
#include "host/engine_host.h"
#include "metadata/image.h"
#include "runtime/thread.h"
#include "types/loader.h"

namespace {

namespace fs = std::filesystem;
using namespace celer;

constexpr const char* usage =
    "Usage: celer dump type ASSEMBLY TYPE              fields, interfaces, vtable\n"
    "       celer dump il|import|code ASSEMBLY TYPE METHOD  IL, the compilers' form, native code of tier 0\n"
    "ASSEMBLY is a path, or the simple name of a framework assembly (System.Linq). TYPE is Namespace.Name; nested: "
    "Outer+Inner.\n";

int fail(const std::string& message) {
    std::fprintf(stderr, "celer dump: %s\n", message.c_str());
    return 1;
}

std::string trusted_assemblies(const char* dotnet_root) {
    constexpr std::string_view release = "10.0.";
    std::string list;
    std::error_code error;
    fs::path newest;
    int newest_patch = -1;
    for (const fs::directory_entry& version :
         fs::directory_iterator(fs::path(dotnet_root) / "shared" / "Microsoft.NETCore.App", error)) {
        std::string name = version.path().filename();
        if (!name.starts_with(release)) continue;
        int patch = std::atoi(name.c_str() + release.size());
        if (patch <= newest_patch) continue;
        newest_patch = patch;
        newest = version.path();
    }
    for (const fs::directory_entry& file : fs::directory_iterator(newest, error)) {
        if (file.path().extension() == ".dll") list += file.path().string() + ":";
    }
    return list;
}

// "Namespace.Outer+Inner+Innermost".
Result<MethodTable*> find_nested_type(Assembly* assembly, std::string_view name) {
    std::string_view outer = name.substr(0, name.find('+'));
    size_t dot = outer.rfind('.');
    MethodTable* table =
        CELER_TRY(find_type(assembly, dot == std::string_view::npos ? std::string_view{} : outer.substr(0, dot),
                            dot == std::string_view::npos ? outer : outer.substr(dot + 1)));
    const metadata::Image& image = *table->module->image();
    for (size_t plus = outer.size(); plus < name.size();) {
        size_t end = std::min(name.find('+', plus + 1), name.size());
        std::string_view inner = name.substr(plus + 1, end - plus - 1);
        uint32_t rid = image.find_type_def({}, inner, metadata::Token(table->info->token).rid());
        if (rid == 0)
            return celer::fail(ErrorKind::TypeLoad,
                               "no type " + std::string(inner) + " in " + std::string(name.substr(0, plus)));
        TypeHandle nested =
            CELER_TRY(load_type(table->module, metadata::Token(metadata::Table::TypeDef, rid).value(), {}));
        table = nested.method_table();
        plus = end;
    }
    CELER_TRY_VOID(ensure_loaded(table));
    return table;
}

Result<int> dump(std::vector<std::string_view> words) {
    std::string_view kind = words[0];
    bool is_path = words[1].find('/') != std::string_view::npos || words[1].ends_with(".dll");
    Assembly* assembly =
        CELER_TRY(is_path ? load_assembly_from_path(std::string(words[1]), 0) : load_assembly(words[1]));
    MethodTable* table = CELER_TRY(find_nested_type(assembly, words[2]));
    std::string text;
    if (kind == "type") {
        text = dump_type(table);
    } else {
        for (uint32_t i = 0; i < table->info->method_count; i++) {
            MethodDesc* method = declared_method(table, i);
            if (method == nullptr || method_name(method) != words[3] || method->kind != MethodKind::IL) continue;
            text += kind == "il"       ? dump_il(method)
                    : kind == "import" ? dump_imported(method)
                                       : dump_code(method, disassemble);
        }
        if (text.empty()) return fail("no method " + std::string(words[3]) + " with IL in " + std::string(words[2]));
    }
    std::fputs(text.c_str(), stdout);
    return 0;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int celer_dump_main(int argc, char** argv, const char* dotnet_root) {
    std::vector<std::string_view> words(argv, argv + argc);
    bool complete = argc >= 3 && (words[0] == "type" ||
                                  (argc >= 4 && (words[0] == "il" || words[0] == "import" || words[0] == "code")));
    if (!complete) {
        std::fputs(usage, argc > 0 && words[0] == "--help" ? stdout : stderr);
        return argc > 0 && words[0] == "--help" ? 0 : 1;
    }
    std::string list = trusted_assemblies(dotnet_root);
    const char* keys[] = {"TRUSTED_PLATFORM_ASSEMBLIES"};
    const char* values[] = {list.c_str()};
    EngineHost host;
    if (HostError error = host.initialize_for_dump(keys, values); error.hresult != 0) return fail(error.message);
    ManagedScope managed(current_thread());
    Result<int> code = dump(words);
    return code ? *code : fail(code.error().message);
}

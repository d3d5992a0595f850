#include "compile/services.h"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/options.h"
#include "base/upcalls.h"
#include "code/process_cells.h"
#include "import/supplied_body.h"
#include "types/dispatch.h"

namespace celer {

namespace {

Compiler* g_second;

// What lies beside CoreLib.
bool is_of_framework(const MethodDesc* method) {
    const auto directory = [](const Assembly* assembly) {
        return std::filesystem::path(assembly_location(assembly)).parent_path();
    };
    return directory(method->owner->module->assembly) == directory(corelib());
}

std::string disassemble(const MethodCode* code) {
    return g_upcalls.disassemble(code);
}

const CompilerServices& engine_services() {
    static const CompilerServices services = {
        .version = services_version,
        .layout = services_layout,
        .helper_slots = g_helper_slots,
        .tls_offsets = g_tls_offsets,
        .code_range = g_code_range,
        .barrier_cells = g_barrier_cells,
#define CELER_SERVICE(result, name, parameters, arguments) .name = [] parameters -> result { return name arguments; },
#include "compile/services.def"
#undef CELER_SERVICE
    };
    return services;
}

}  // namespace

bool enter_phase(Compilation& compilation, Phase phase) {
    return compilation.enter(phase);
}

bool enter_native_work() {
    return g_upcalls.leave_managed_mode != nullptr && g_upcalls.leave_managed_mode();
}

void leave_native_work(bool entered) {
    if (entered) g_upcalls.return_to_managed_mode();
}

Result<Compiler*> load_compiler(const char* path) {
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return fail(ErrorKind::DllNotFound, dlerror());
    auto* entry = reinterpret_cast<CompilerEntry*>(dlsym(library, compiler_entry_name));
    Compiler* compiler = entry == nullptr ? nullptr : entry(&engine_services());
    if (compiler == nullptr)
        return fail(ErrorKind::BadImageFormat, std::string(path) + " is no compiler for this engine");
    return compiler;
}

Result<void> load_second_compiler(const char* path) {
    Result<Compiler*> loaded = load_compiler(path);
    if (!loaded) return fail(loaded.error().kind, "AltJitName: " + loaded.error().message);
    g_second = *loaded;
    return {};
}

Compiler* second_compiler() {
    return g_second;
}

bool is_in_sample(const MethodDesc* method, int64_t every) {
    return method->id % static_cast<uint32_t>(std::max<int64_t>(every, 1)) == 0 || !is_of_framework(method);
}

Compiler& compiler_for(CompileRequest& request) {
    if (g_second == nullptr || !is_in_method_set(options().AltJit, request.method)) return baseline();
    if (!is_in_sample(request.method, options().AltJitEvery)) return baseline();
    request.tier = CodeTier::Optimized;
    return *g_second;
}

}  // namespace celer

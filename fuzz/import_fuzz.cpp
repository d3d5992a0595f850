// Imports whatever bytes the input has as IL, in the place of a method of CoreLib: it may be rejected, must not crash,
// and what is accepted must verify. Input: u16 MethodDef row, u8 clauses (at most 4) of 6 bytes each (kind, try, try
// length, handler, handler length, filter), then the code. Needs an installed framework. Tokens of the code are
// CoreLib's own.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "base/upcalls.h"
#include "import/damaged_bodies.h"
#include "metadata/framework_files.h"
#include "platform/arena.h"
#include "types/dispatch.h"
#include "types/well_known.h"

namespace celer {
namespace {

constexpr size_t arena_limit = size_t{192} << 20;

void* fake_stub(MethodDesc* method) {
    return method->stub = method;
}
void** fake_dispatch_table() {
    static void** table = arena_new<void*>(Section::Types, interface_dispatch_size);
    return table;
}

// The method of that row in its type, if it is not generic; else null.
MethodDesc* method_of_row(Module* module, uint32_t rid) {
    const metadata::Image& image = *module->image();
    uint32_t type = image.type_of_method(rid);
    Result<TypeHandle> handle = load_type(module, metadata::Token(metadata::Table::TypeDef, type).value(), {});
    if (!handle || handle->method_table() == nullptr) return nullptr;
    MethodTable* table = handle->method_table();
    if (table->is_generic_definition() || !ensure_loaded(table)) return nullptr;
    for (uint32_t i = 0; i < table->info->method_count; ++i) {
        MethodDesc* method = declared_method(table, i);
        if (method != nullptr && (method->token & 0xffffff) == rid) {
            return method->kind == MethodKind::IL && !method->is_generic() ? method : nullptr;
        }
    }
    return nullptr;
}

}  // namespace
}  // namespace celer

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    using namespace celer;
    BindingProperties properties;
    properties.trusted_assemblies.push_back(metadata::framework_directory() + "/System.Private.CoreLib.dll");
    arena_initialize();
    g_upcalls.method_stub = g_upcalls.callable_stub = fake_stub;
    g_upcalls.interface_dispatch = fake_dispatch_table;
    initialize_binding(properties);
    if (!load_well_known_types()) abort();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace celer;
    if (size < 4) return 0;
    Module* module = corelib()->module;
    uint32_t rid =
        1 + static_cast<uint32_t>(data[0] | data[1] << 8) % module->image()->row_count(metadata::Table::MethodDef);
    uint32_t clause_count = data[2] % 5;
    if (size < 4 + clause_count * 6) return 0;
    MethodDesc* method = method_of_row(module, rid);
    if (method == nullptr) return 0;
    std::vector<std::byte> clauses;
    for (uint32_t i = 0; i < clause_count * 6; ++i) {
        clauses.push_back(std::byte(i % 6 == 0 ? data[3 + i] % 5 : data[3 + i]));
        clauses.resize(clauses.size() + 3);
    }
    DynamicBody body;
    body.code = Bytes(reinterpret_cast<const std::byte*>(data) + 3 + clause_count * 6, size - 3 - clause_count * 6);
    body.fat_clauses = clauses;
    static ImportedCode code;
    std::string error = testing_support::import_damaged(method, body, code);
    if (!error.empty()) {
        fprintf(stderr, "%s\n%s", error.c_str(), print(code).c_str());
        abort();
    }
    AddressRange used = section_used(Section::Types);
    if (used.end - used.begin > arena_limit) _exit(0);
    return 0;
}

// Loads whatever the input says is an assembly: all types to Complete, all members, all tokens of all bodies. Needs an
// installed framework. The arena only grows, so a process ends itself after some thousand inputs: run it with -jobs or
// in a loop.
#include <unistd.h>

#include <cstdio>

#include "base/upcalls.h"
#include "il/decoder.h"
#include "il/method_body.h"
#include "metadata/framework_files.h"
#include "platform/arena.h"
#include "types/dispatch.h"
#include "types/literals.h"
#include "types/loader_state.h"

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

void resolve_body(Module* module, MethodDesc* method) {
    const metadata::Image& image = *module->image();
    Result<il::MethodBody> body = il::MethodBody::of_method(image, metadata::Token(method->token).rid());
    if (!body) return;
    GenericContext context = context_of(method);
    il::Decoder decoder(body->code());
    il::Instruction instruction;
    while (decoder.next(instruction)) {
        uint32_t token = instruction.token().value();
        if (instruction.operand == il::OperandKind::Method) {
            Result<MethodDesc*> called = resolve_method(module, token, context);
            if (called) static_cast<void>(method_signature(*called));
        } else if (instruction.operand == il::OperandKind::Field) {
            Result<FieldDesc*> field = resolve_field(module, token, context);
            if (field) static_cast<void>(field_type(*field));
        } else if (instruction.operand == il::OperandKind::Type) {
            Result<TypeHandle> type = load_type(module, token, context);
            if (type && !type->is_type_desc()) static_cast<void>(ensure_loaded(type->method_table()));
        } else if (instruction.operand == il::OperandKind::Signature) {
            static_cast<void>(standalone_signature(module, token, context, nullptr));
        } else if (instruction.operand == il::OperandKind::String) {
            static_cast<void>(string_literal(module, token));
        }
    }
}

void load_everything(Module* module) {
    for (uint32_t rid = 1; rid <= module->type_def_count; rid++) {
        Result<MethodTable*> table = load_definition({module, rid});
        if (!table) continue;
        static_cast<void>(ensure_loaded(*table));
        static_cast<void>(display_name(TypeHandle(*table)));
        for (uint32_t i = 0; i < (*table)->info->method_count; i++) {
            MethodDesc* method = declared_method(*table, i);
            static_cast<void>(method_signature(method));
            static_cast<void>(display_name(method));
            resolve_body(module, method);
            if (method->is_virtual() && !method->is_static() && !(*table)->is_interface()) {
                static_cast<void>(resolve_virtual(*table, method));
            }
        }
    }
}

}  // namespace
}  // namespace celer

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    using namespace celer;
    std::string directory = metadata::framework_directory();
    BindingProperties properties;
    for (const char* name :
         {"System.Private.CoreLib", "System.Runtime", "System.Collections", "System.Console", "System.Linq"}) {
        properties.trusted_assemblies.push_back(directory + "/" + name + ".dll");
    }
    arena_initialize();
    initialize_binding(properties);
    g_upcalls.method_stub = g_upcalls.callable_stub = fake_stub;
    g_upcalls.interface_dispatch = fake_dispatch_table;
    if (Result<void> result = load_well_known_types(); !result) {
        std::fprintf(stderr, "%s\n", result.error().message.c_str());
        _exit(1);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace celer;
    AddressRange used = section_used(Section::Types);
    if (used.end - used.begin > arena_limit) _exit(0);
    const auto* bytes = reinterpret_cast<const std::byte*>(data);
    Result<Assembly*> assembly = load_assembly_from_memory({bytes, bytes + size}, create_load_context(0, nullptr));
    if (assembly) load_everything((*assembly)->module);
    return 0;
}

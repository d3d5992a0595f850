// System.ModuleHandle and System.Reflection.RuntimeModule.
#include <vector>

#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/barrier.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "reflection/exposed_objects.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/loader.h"

namespace celer {

namespace {

// --- Tokens ----------------------------------------------------------------------------------------------------------

GenericContext context_from(const TypeHandle* type_arguments, int32_t type_count, const TypeHandle* method_arguments,
                            int32_t method_count) {
    GenericContext context;
    if (type_count > 0)
        context.type_arguments = intern_instantiation({type_arguments, static_cast<size_t>(type_count)});
    if (method_count > 0)
        context.method_arguments = intern_instantiation({method_arguments, static_cast<size_t>(method_count)});
    return context;
}

void check_token(const QCallModule& module, uint32_t token) {
    if (!module.module->image()->is_valid(metadata::Token(token)))
        throw_well_known("System", "BadImageFormatException");
}

void resolve_type(QCallModule module, uint32_t token, const TypeHandle* type_arguments, int32_t type_count,
                  const TypeHandle* method_arguments, int32_t method_count, ObjectHandleOnStack result) {
    check_token(module, token);
    GenericContext context = context_from(type_arguments, type_count, method_arguments, method_count);
    TypeHandle type = value_or_throw(load_type(module.module, token, context));
    if (MethodTable* table = type.method_table()) success_or_throw(ensure_loaded(table));
    result.set(type_object(type));
}

MethodDesc* resolve_method_token(QCallModule module, uint32_t token, const TypeHandle* type_arguments,
                                 int32_t type_count, const TypeHandle* method_arguments, int32_t method_count) {
    check_token(module, token);
    GenericContext context = context_from(type_arguments, type_count, method_arguments, method_count);
    MethodDesc* method = value_or_throw(resolve_method(module.module, token, context));
    success_or_throw(ensure_loaded(method->owner));
    return method;
}

void resolve_field_token(QCallModule module, uint32_t token, const TypeHandle* type_arguments, int32_t type_count,
                         const TypeHandle* method_arguments, int32_t method_count, ObjectHandleOnStack result) {
    check_token(module, token);
    GenericContext context = context_from(type_arguments, type_count, method_arguments, method_count);
    FieldDesc* field = value_or_throw(resolve_field(module.module, token, context));
    if (field->flags & field_flags::is_literal)  // CoreLib makes its object from metadata then
        throw_well_known("System", "MissingFieldException");
    success_or_throw(ensure_loaded(field->owner));
    result.set(field_stub_object(field));
}

// --- The module itself -----------------------------------------------------------------------------------------------

int32_t module_token(QCallModule) {
    return 1;
}

void module_type(QCallModule module, ObjectHandleOnStack result) {
    Result<MethodTable*> type = global_type(module.module);  // one that cannot be loaded is as none
    if (type) result.set(type_object(*type));
}

// System.Reflection.PortableExecutableKinds
void pe_kind(QCallModule module, int32_t* kind, int32_t* machine) {
    constexpr int32_t il_only = 1;
    constexpr int32_t required_32_bit = 2;
    constexpr int32_t pe32_plus = 4;
    constexpr int32_t i386 = 0x14c;  // what compilers write for any processor
    const metadata::Image& image = *module.module->image();
    if (image.is_ready_to_run()) {  // the native code is not what the module is about
        *kind = il_only;
        *machine = i386;
        return;
    }
    *kind = (image.is_il_only() ? il_only : 0) | (image.is_pe32_plus() ? pe32_plus : 0) |
            (image.cor_flags() & metadata::cor_flags::k32BitRequired ? required_32_bit : 0);
    *machine = image.machine();
}

int32_t metadata_version(QCallModule) {
    return 0x20000;
}

void fully_qualified_name(QCallModule module, StringHandleOnStack result) {
    const std::string& path = assembly_location(module.module->assembly);
    const char* no_file = module.module->assembly->is_dynamic ? "<In Memory Module>" : "<Unknown>";
    result.set(new_string_or_throw(path.empty() ? no_file : std::string_view(path)));
}

void scope_name(QCallModule module, StringHandleOnStack result) {
    const metadata::Image& image = *module.module->image();
    result.set(new_string_or_throw(image.string(image.module_def(1).name)));
}

// Every type but <Module>; an error for each that does not load, and a null handle behind the others.
struct LoadedTypes {
    std::vector<TypeHandle> types;
    std::vector<Error> errors;
};

LoadedTypes load_all_types(Module* module) {
    LoadedTypes loaded;
    for (uint32_t rid = 2; rid <= module->image()->row_count(metadata::Table::TypeDef); rid++) {
        Result<TypeHandle> type = load_type(module, metadata::Token(metadata::Table::TypeDef, rid).value(), {});
        Result<void> complete = type ? ensure_loaded(type->method_table()) : Result<void>();
        if (type && complete) {
            loaded.types.push_back(*type);
        } else {
            loaded.errors.push_back(type ? std::move(complete).error() : std::move(type).error());
        }
    }
    loaded.types.resize(loaded.types.size() + loaded.errors.size());
    return loaded;
}

Object* make_load_exception(Thread& thread, Object* types, const std::vector<Error>& errors) {
    ArrayObject* exceptions = new_array(well_known(WellKnown::Exception), static_cast<uint32_t>(errors.size()));
    for (size_t i = 0; i < errors.size(); i++) {
        gc::store_element(exceptions, i, make_exception(thread, errors[i]));
    }
    MethodTable* table = corelib_type("System.Reflection", "ReflectionTypeLoadException");
    Object* exception = allocate_or_throw(table);
    MethodDesc* constructor = find_method(table, ".ctor", "void (System.Type[], System.Exception[], string)");
    Object* message = new_string_or_throw("Unable to load one or more of the requested types.");
    CallResult call = call_managed(thread, constructor,
                                   {reinterpret_cast<uint64_t>(exception), reinterpret_cast<uint64_t>(types),
                                    reinterpret_cast<uint64_t>(exceptions), reinterpret_cast<uint64_t>(message)});
    return call.exception != nullptr ? call.exception : exception;
}

void types_of_module(QCallModule module, ObjectHandleOnStack result) {
    auto* loaded = new LoadedTypes(load_all_types(module.module));
    Object* array = new_type_array(loaded->types, true);
    Object* exception = loaded->errors.empty() ? nullptr : make_load_exception(current_thread(), array, loaded->errors);
    delete loaded;
    if (exception != nullptr) throw_exception(exception);
    result.set(array);
}

const NativeEntry entries[] = {
    CELER_QCALL("ModuleHandle_ResolveType", resolve_type),
    CELER_QCALL("ModuleHandle_ResolveMethod", resolve_method_token),
    CELER_QCALL("ModuleHandle_ResolveField", resolve_field_token),
    CELER_QCALL("ModuleHandle_GetToken", module_token),
    CELER_QCALL("ModuleHandle_GetModuleType", module_type),
    CELER_QCALL("ModuleHandle_GetPEKind", pe_kind),
    CELER_QCALL("ModuleHandle_GetMDStreamVersion", metadata_version),
    CELER_QCALL("RuntimeModule_GetFullyQualifiedName", fully_qualified_name),
    CELER_QCALL("RuntimeModule_GetScopeName", scope_name),
    CELER_QCALL("RuntimeModule_GetTypes", types_of_module),
};

}  // namespace

NativeTable modules_contract() {
    return entries;
}

}  // namespace celer

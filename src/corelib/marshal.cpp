// System.Runtime.InteropServices.Marshal, System.StubHelpers and System.Runtime.JitInfo.
#include <cerrno>

#include "compile/compilation.h"
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "interop/delegates.h"
#include "interop/stub_code.h"
#include "reflection/exposed_objects.h"
#include "runtime/engine.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"

namespace celer {

namespace {

// --- Errors of native calls ------------------------------------------------------------------------------------------

int32_t get_last_error() {
    return current_thread().last_pinvoke_error;
}
void set_last_error(int32_t error) {
    current_thread().last_pinvoke_error = error;
}
void keep_errno() {
    current_thread().last_pinvoke_error = errno;
}
void clear_errno() {
    errno = 0;
}
void* exception_pointers() {
    return nullptr;  // only Windows has them
}

// --- Structures and delegates ----------------------------------------------------------------------------------------

// Marshal.SizeOf and OffsetOf speak of the argument, not of marshalling.
Error no_native_form(TypeHandle type) {
    return {ErrorKind::Argument,
            "Type '" + display_name(type) +
                "' cannot be marshaled as an unmanaged structure; no meaningful size or offset can be computed.",
            {}};
}

Result<uint32_t> native_size(TypeHandle type) {
    Error no_size = no_native_form(type);
    ElementType element = type.element_type();
    if (element == ElementType::Void) return 1;
    bool is_typed_reference = type == TypeHandle(well_known(WellKnown::TypedReference));
    if (element == ElementType::ByRef || is_typed_reference) return std::unexpected(std::move(no_size));
    bool has_layout = element == ElementType::ValueType || element == ElementType::Class;
    if (!has_layout || type.is_type_desc()) {
        Result<Conversion> conversion = classify(type, {}, {}, MarshalUse::Field);
        if (conversion && conversion->managed.is_value_type()) return conversion->size_bytes;
        if (type.is_type_desc() && conversion) return conversion->size_bytes;
        return std::unexpected(std::move(no_size));
    }
    MethodTable* table = type.method_table();
    if (table->is_enum() || !has_native_layout(table)) return std::unexpected(std::move(no_size));
    Result<const NativeLayout*> layout = marshalable_layout(table);
    if (!layout) return std::unexpected(std::move(no_size));
    return (*layout)->size_bytes;
}

int32_t size_of(QCallTypeHandle type, QBool) {
    return static_cast<int32_t>(value_or_throw(native_size(type.type())));
}

Result<uint32_t> native_offset(FieldDesc* field) {
    Result<const NativeLayout*> layout = marshalable_layout(field->owner);
    if (!layout) return std::unexpected(no_native_form(TypeHandle(field->owner)));
    for (const NativeField& one : std::span((*layout)->fields, (*layout)->field_count)) {
        if (one.field == field) return one.offset;
    }
    return fail(ErrorKind::Argument, "Field '" + std::string(field_name(field)) + "' has no native offset.");
}

intptr_t offset_of(FieldDesc* field) {
    return value_or_throw(native_offset(field));
}

// A null stub stands for a plain copy.
Result<void> find_struct_stub(MethodTable* table, const void** stub, size_t* size_bytes) {
    const NativeLayout* layout = CELER_TRY(marshalable_layout(table));
    *size_bytes = layout->size_bytes;
    *stub = layout->is_same ? nullptr : CELER_TRY(struct_stub(table, layout));
    return {};
}

// False: the type has no native form.
QBool try_get_struct_marshal_stub(MethodTable* table, const void** stub, size_t* size_bytes) {
    if (!has_native_layout(table)) {
        *stub = nullptr;
        *size_bytes = 0;
        return false;
    }
    success_or_throw(find_struct_stub(table, stub, size_bytes));
    return true;
}

void* function_pointer_for_delegate(ObjectHandleOnStack delegate) {
    if (delegate.get()->method_table->info->instantiation != nullptr) {
        throw_argument("The specified Type must not be a generic type.", "delegate");
    }
    return value_or_throw(function_pointer_for(delegate.get()));
}

void delegate_for_function_pointer(void* function, QCallTypeHandle type, ObjectHandleOnStack result) {
    MethodTable* table = type.type().method_table();
    success_or_throw(ensure_loaded(table));
    if (!table->is_delegate() || table->info->delegate_invoke == nullptr)
        throw_argument("Type must derive from Delegate.", "t");
    if (Object* known = delegate_behind(function); known != nullptr) {
        if (known->method_table != table) throw_invalid_cast(known, TypeHandle(table));
        return result.set(known);
    }
    Object* delegate = allocate_object(table);
    if (delegate == nullptr) throw_out_of_memory();
    result.set(delegate);
    success_or_throw(bind_to_native(delegate, function));
}

// Compiles or binds the method now.
void prelink(MethodDesc* method) {
    if (method->is_open()) return;
    if (Object* exception = run_initializers(current_thread(), method)) throw_exception(exception);
    if (Result<void*> prepared = prepare_method(method); !prepared) {
        throw_error_owned(new Error(std::move(prepared).error()));
    }
}

// --- Compilation times -----------------------------------------------------------------------------------------------

const CompileTimes& times(bool of_thread) {
    return of_thread ? thread_compile_times() : compile_times();
}
int64_t compiled_il_bytes(bool of_thread) {
    return static_cast<int64_t>(times(of_thread).il_bytes);
}
int64_t compiled_methods(bool of_thread) {
    return static_cast<int64_t>(times(of_thread).methods);
}
int64_t compilation_ticks(bool of_thread) {
    const CompileTimes& all = times(of_thread);
    return static_cast<int64_t>((all.import_ns + all.compile_ns) / 100);
}

constexpr const char* marshal_type = "System.Runtime.InteropServices.Marshal";
constexpr const char* stub_helpers_type = "System.StubHelpers.StubHelpers";
constexpr const char* jit_info_type = "System.Runtime.JitInfo";

const NativeEntry entries[] = {
    CELER_INTERNAL_CALL(marshal_type, "GetLastPInvokeError", get_last_error),
    CELER_INTERNAL_CALL(marshal_type, "SetLastPInvokeError", set_last_error),
    CELER_INTERNAL_CALL(marshal_type, "GetExceptionPointers", exception_pointers),
    CELER_QCALL("MarshalNative_Prelink", prelink),
    CELER_QCALL("MarshalNative_SizeOfHelper", size_of),
    CELER_QCALL("MarshalNative_OffsetOf", offset_of),
    CELER_QCALL("MarshalNative_TryGetStructMarshalStub", try_get_struct_marshal_stub),
    CELER_QCALL("MarshalNative_GetFunctionPointerForDelegateInternal", function_pointer_for_delegate),
    CELER_QCALL("MarshalNative_GetDelegateForFunctionPointerInternal", delegate_for_function_pointer),
    CELER_INTERNAL_CALL(stub_helpers_type, "SetLastError", keep_errno),
    CELER_INTERNAL_CALL(stub_helpers_type, "ClearLastError", clear_errno),
    CELER_INTERNAL_CALL(jit_info_type, "GetCompiledILBytes", compiled_il_bytes),
    CELER_INTERNAL_CALL(jit_info_type, "GetCompiledMethodCount", compiled_methods),
    CELER_INTERNAL_CALL(jit_info_type, "GetCompilationTimeInTicks", compilation_ticks),
};

}  // namespace

NativeTable marshal_contract() {
    return entries;
}

}  // namespace celer

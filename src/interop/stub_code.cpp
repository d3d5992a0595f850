#include "interop/stub_code.h"

#include <pthread.h>

#include <map>

#include "base/assert.h"
#include "code/method_code.h"
#include "runtime/engine.h"
#include "types/literals.h"
#include "types/type_info.h"
#include "types/well_known.h"

namespace celer {

namespace {

constexpr const char* interop_services = "System.Runtime.InteropServices";
constexpr const char* stub_helpers = "System.StubHelpers";

// [reference or address] -> null goes on as zero, all else through `convert`.
template <typename F>
void unless_null(IlWriter& il, TypeHandle type, F convert) {
    IlWriter::Local value = il.new_local(type);
    IlWriter::Label null = il.new_label();
    IlWriter::Label end = il.new_label();
    IlWriter::Local result = il.new_local(primitive_type(ElementType::I));
    il.store(value);
    il.load(value);
    il.branch(il::Opcode::Brfalse, null);
    il.load(value);
    convert();
    il.store(result);
    il.branch(il::Opcode::Br, end);
    il.bind(null);
    il.constant(0);
    il.op(il::Opcode::ConvI);
    il.store(result);
    il.bind(end);
    il.load(result);
}

}  // namespace

void emit_to_native(IlWriter& il, const Conversion& conversion) {
    switch (conversion.native) {
        case Native::Same:
            return;
        case Native::Bool:
            il.constant(0);
            return il.op(il::Opcode::CgtUn);
        case Native::AnsiChar:
            il.constant(1);
            il.constant(0);
            return il.call(stub_helpers, "AnsiCharMarshaler", "ConvertToNative");
        case Native::Utf8String:
            return il.call(interop_services, "Marshal", "StringToCoTaskMemUTF8");
        case Native::WideString:
            return il.call(interop_services, "Marshal", "StringToCoTaskMemUni");
        case Native::Function:
            return unless_null(il, conversion.managed, [&] {
                il.call(interop_services, "Marshal", "GetFunctionPointerForDelegateInternal", "nint (System.Delegate)");
            });
        case Native::Array:
            return unless_null(il, conversion.managed, [&] {
                il.call(interop_services, "MemoryMarshal", "GetArrayDataReference", "byte& (System.Array)");
                il.op(il::Opcode::ConvU);
            });
        case Native::LayoutClass:
            return unless_null(il, conversion.managed, [&] {
                il.call("System.Runtime.CompilerServices", "RuntimeHelpers", "GetRawData", "byte& (object)");
                il.op(il::Opcode::ConvU);
            });
        case Native::CriticalHandle:
            return il.field_op(il::Opcode::Ldfld,
                               find_field(interop_type(interop_services, "CriticalHandle"), "handle"));
        case Native::HandleRef:
            return il.field_op(il::Opcode::Ldfld, find_field(interop_type(interop_services, "HandleRef"), "_handle"));
        case Native::Utf8Builder:
        case Native::WideBuilder:
        case Native::CopiedClass:
        case Native::CopiedStruct:
        case Native::SafeHandle:
        case Native::FixedUtf8:
        case Native::FixedWide:
        case Native::FixedArray:
            break;
    }
    CELER_PANIC("no conversion of a value alone");
}

void emit_to_managed(IlWriter& il, const Conversion& conversion) {
    switch (conversion.native) {
        case Native::Same:
            return;
        case Native::Bool:
            il.constant(0);
            return il.op(il::Opcode::CgtUn);
        case Native::AnsiChar:
            return il.call(stub_helpers, "AnsiCharMarshaler", "ConvertToManaged");
        case Native::Utf8String:
            return il.call(interop_services, "Marshal", "PtrToStringUTF8", "string (nint)");
        case Native::WideString:
            return il.call(interop_services, "Marshal", "PtrToStringUni", "string (nint)");
        case Native::Function: {
            IlWriter::Local pointer = il.new_local(primitive_type(ElementType::I));
            IlWriter::Local result = il.new_local(conversion.managed);
            IlWriter::Label null = il.new_label();
            il.store(pointer);
            il.op(il::Opcode::Ldnull);
            il.store(result);
            il.load(pointer);
            il.branch(il::Opcode::Brfalse, null);
            il.load(pointer);
            il.type_op(il::Opcode::Ldtoken, conversion.managed);
            il.call("System", "Type", "GetTypeFromHandle");
            il.call(interop_services, "Marshal", "GetDelegateForFunctionPointerInternal",
                    "System.Delegate (nint, System.RuntimeType)");
            il.store(result);
            il.bind(null);
            return il.load(result);
        }
        case Native::Array:
        case Native::LayoutClass:
        case Native::CriticalHandle:
        case Native::HandleRef:
        case Native::Utf8Builder:
        case Native::WideBuilder:
        case Native::CopiedClass:
        case Native::CopiedStruct:
        case Native::SafeHandle:
        case Native::FixedUtf8:
        case Native::FixedWide:
        case Native::FixedArray:
            break;
    }
    CELER_PANIC("no conversion of a value alone");
}

bool needs_release(Native native) {
    return native == Native::Utf8String || native == Native::WideString;
}

void emit_release(IlWriter& il, const Conversion&) {
    il.call(interop_services, "Marshal", "FreeCoTaskMem");
}

// --- Structs ---------------------------------------------------------------------------------------------------------

const MethodSignature* struct_stub_signature() {
    static const MethodSignature* signature =
        make_signature(well_known(WellKnown::Void),
                       {byref_to(well_known(WellKnown::Byte)), pointer_to(well_known(WellKnown::Byte)),
                        well_known(WellKnown::Int32), byref_to(interop_type(stub_helpers, "CleanupWorkListElement"))},
                       false);
    return signature;
}

namespace {

constexpr uint32_t managed_argument = 0;
constexpr uint32_t native_argument = 1;
constexpr uint32_t operation_argument = 2;
constexpr uint32_t cleanup_argument = 3;

class StructStub {
  public:
    explicit StructStub(const NativeLayout* layout) : layout_(layout) {}

    Result<const void*> make();

  private:
    void managed_address(const NativeField& field);
    void native_address(const NativeField& field);
    Result<void> call_nested(const NativeField& field, StructOperation operation);
    void array_to_native(const NativeField& field);
    void array_to_managed(const NativeField& field);
    Result<void> to_native(const NativeField& field);
    Result<void> to_managed(const NativeField& field);
    Result<void> release(const NativeField& field);

    const NativeLayout* layout_;
    IlWriter il_;
};

void StructStub::managed_address(const NativeField& field) {
    uint32_t base = field.field->owner->is_value_type() ? 0 : sizeof(Object*);
    il_.argument(managed_argument);
    il_.constant(static_cast<int32_t>(field.field->offset - base));
    il_.op(il::Opcode::Add);
}

void StructStub::native_address(const NativeField& field) {
    il_.argument(native_argument);
    il_.constant(static_cast<int32_t>(field.offset));
    il_.op(il::Opcode::Add);
}

Result<void> StructStub::call_nested(const NativeField& field, StructOperation operation) {
    MethodTable* table = field.conversion.managed.method_table();
    const NativeLayout* layout = CELER_TRY(native_layout(table));
    const void* stub = CELER_TRY(struct_stub(table, layout));
    managed_address(field);
    native_address(field);
    il_.constant(static_cast<int32_t>(operation));
    il_.argument(cleanup_argument);
    il_.pointer(stub);
    il_.call_indirect(struct_stub_signature());
    return {};
}

// A null array leaves zeros.
void StructStub::array_to_native(const NativeField& field) {
    const Conversion& conversion = field.conversion;
    IlWriter::Local array = il_.new_local(conversion.managed);
    IlWriter::Label null = il_.new_label();
    IlWriter::Label end = il_.new_label();
    IlWriter::Label fits = il_.new_label();
    managed_address(field);
    il_.op(il::Opcode::LdindRef);
    il_.store(array);
    il_.load(array);
    il_.branch(il::Opcode::Brfalse, null);
    il_.load(array);
    il_.op(il::Opcode::Ldlen);
    il_.op(il::Opcode::ConvI4);
    il_.constant(static_cast<int32_t>(conversion.count));
    il_.branch(il::Opcode::Bge, fits);
    il_.string(intern_literal(
        u"Type could not be marshaled because the length of an embedded array instance does not match the "
        u"declared length in the layout."));
    il_.new_object(find_method(interop_type("System", "ArgumentException"), ".ctor", "void (string)"));
    il_.op(il::Opcode::Throw);
    il_.bind(fits);
    native_address(field);
    il_.load(array);
    il_.call(interop_services, "MemoryMarshal", "GetArrayDataReference", "byte& (System.Array)");
    il_.constant(static_cast<int32_t>(conversion.size_bytes));
    il_.op(il::Opcode::Cpblk);
    il_.branch(il::Opcode::Br, end);
    il_.bind(null);
    native_address(field);
    il_.constant(0);
    il_.constant(static_cast<int32_t>(conversion.size_bytes));
    il_.op(il::Opcode::Initblk);
    il_.bind(end);
}

void StructStub::array_to_managed(const NativeField& field) {
    const Conversion& conversion = field.conversion;
    IlWriter::Local array = il_.new_local(conversion.managed);
    il_.constant(static_cast<int32_t>(conversion.count));
    il_.type_op(il::Opcode::Newarr, TypeHandle::from_raw(conversion.managed.method_table()->element_type));
    il_.store(array);
    il_.load(array);
    il_.call(interop_services, "MemoryMarshal", "GetArrayDataReference", "byte& (System.Array)");
    native_address(field);
    il_.constant(static_cast<int32_t>(conversion.size_bytes));
    il_.op(il::Opcode::Cpblk);
    managed_address(field);
    il_.load(array);
    il_.op(il::Opcode::StindRef);
}

Result<void> StructStub::to_native(const NativeField& field) {
    const Conversion& conversion = field.conversion;
    if (conversion.native == Native::CopiedStruct) return call_nested(field, StructOperation::ToNative);
    if (conversion.native == Native::FixedArray) {
        array_to_native(field);
    } else if (conversion.native == Native::FixedUtf8 || conversion.native == Native::FixedWide) {
        bool is_wide = conversion.native == Native::FixedWide;
        if (!is_wide) il_.constant(0);  // conversion flags
        managed_address(field);
        il_.op(il::Opcode::LdindRef);
        native_address(field);
        il_.constant(static_cast<int32_t>(conversion.count));
        il_.call(stub_helpers, is_wide ? "FixedWSTRMarshaler" : "CSTRMarshaler",
                 is_wide ? "ConvertToNative" : "ConvertFixedToNative");
    } else {
        native_address(field);
        managed_address(field);
        il_.type_op(il::Opcode::Ldobj, conversion.managed);
        emit_to_native(il_, conversion);
        il_.type_op(il::Opcode::Stobj, conversion.type);
    }
    return {};
}

Result<void> StructStub::to_managed(const NativeField& field) {
    const Conversion& conversion = field.conversion;
    if (conversion.native == Native::CopiedStruct) return call_nested(field, StructOperation::ToManaged);
    if (conversion.native == Native::FixedArray) {
        array_to_managed(field);
    } else if (conversion.native == Native::FixedUtf8 || conversion.native == Native::FixedWide) {
        bool is_wide = conversion.native == Native::FixedWide;
        managed_address(field);
        native_address(field);
        il_.constant(static_cast<int32_t>(conversion.count));
        il_.call(stub_helpers, is_wide ? "FixedWSTRMarshaler" : "CSTRMarshaler",
                 is_wide ? "ConvertToManaged" : "ConvertFixedToManaged");
        il_.op(il::Opcode::StindRef);
    } else {
        managed_address(field);
        native_address(field);
        il_.type_op(il::Opcode::Ldobj, conversion.type);
        emit_to_managed(il_, conversion);
        il_.type_op(il::Opcode::Stobj, conversion.managed);
    }
    return {};
}

Result<void> StructStub::release(const NativeField& field) {
    if (field.conversion.native == Native::CopiedStruct) return call_nested(field, StructOperation::Release);
    if (!needs_release(field.conversion.native)) return {};
    native_address(field);
    il_.type_op(il::Opcode::Ldobj, field.conversion.type);
    emit_release(il_, field.conversion);
    return {};
}

Result<const void*> StructStub::make() {
    IlWriter::Label to_native_label = il_.new_label();
    IlWriter::Label to_managed_label = il_.new_label();
    il_.argument(operation_argument);
    il_.branch(il::Opcode::Brfalse, to_native_label);
    il_.argument(operation_argument);
    il_.constant(1);
    il_.branch(il::Opcode::Beq, to_managed_label);
    std::span<const NativeField> fields(layout_->fields, layout_->field_count);
    for (const NativeField& field : fields) CELER_TRY_VOID(release(field));
    il_.op(il::Opcode::Ret);
    il_.bind(to_native_label);
    il_.argument(native_argument);  // padding is zero, too
    il_.constant(0);
    il_.constant(static_cast<int32_t>(layout_->size_bytes));
    il_.op(il::Opcode::Initblk);
    for (const NativeField& field : fields) CELER_TRY_VOID(to_native(field));
    il_.op(il::Opcode::Ret);
    il_.bind(to_managed_label);
    for (const NativeField& field : fields) CELER_TRY_VOID(to_managed(field));
    il_.op(il::Opcode::Ret);
    // Stack traces show the code under the name of the method that asks for such stubs.
    MethodDesc* host = find_method(interop_type(stub_helpers, "StubHelpers"), "FmtClassUpdateNativeInternal");
    MethodCode* code = compile_supplied(host, il_.finish(struct_stub_signature()));
    code->hides_from_stack_trace = true;
    return code->start;
}

pthread_mutex_t g_stubs_lock = PTHREAD_MUTEX_INITIALIZER;
std::map<const MethodTable*, const void*>& known_stubs() {
    static auto* stubs = new std::map<const MethodTable*, const void*>;
    return *stubs;
}

}  // namespace

Result<const void*> struct_stub(MethodTable* table, const NativeLayout* layout) {
    pthread_mutex_lock(&g_stubs_lock);
    auto known = known_stubs().find(table);
    const void* stub = known != known_stubs().end() ? known->second : nullptr;
    pthread_mutex_unlock(&g_stubs_lock);
    if (stub != nullptr) return stub;
    stub = CELER_TRY(StructStub(layout).make());
    pthread_mutex_lock(&g_stubs_lock);
    known_stubs().emplace(table, stub);
    pthread_mutex_unlock(&g_stubs_lock);
    return stub;
}

}  // namespace celer

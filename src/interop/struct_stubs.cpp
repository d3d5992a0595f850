// Values in memory: fields, elements, whole structs.

#include <map>

#include "base/assert.h"
#include "base/computed_once.h"
#include "base/lock.h"
#include "base/write_once_table.h"
#include "code/method_code.h"
#include "interop/stub_code.h"
#include "runtime/engine.h"
#include "types/literals.h"
#include "types/loader_allocator.h"
#include "types/type_info.h"
#include "types/well_known.h"

namespace celer {

namespace {

// Whether releasing does anything.
bool holds_memory(const Conversion& conversion) {
    if (conversion.native == Native::FixedArray) return holds_memory(*conversion.element);
    return needs_release(conversion.native) || conversion.native == Native::CopiedStruct ||
           conversion.native == Native::EmbeddedClass;
}

const MethodSignature* struct_stub_signature() {
    return computed_once<[]() -> const MethodSignature* {
        return make_signature(well_known(WellKnown::Void),
                              {byref_to(well_known(WellKnown::Byte)), pointer_to(well_known(WellKnown::Byte)),
                               well_known(WellKnown::Int32), byref_to(cleanup_list_type())},
                              false);
    }>();
}

// One value in memory and what is to be done with it.
class MemoryCode {
  public:
    MemoryCode(IlWriter& il, const Conversion& conversion, const MemoryPair& memory)
        : il_(il), conversion_(conversion), memory_(memory) {}

    Result<void> to_native();
    Result<void> to_managed();
    Result<void> release();

  private:
    Result<void> call_struct_stub(StructOperation operation);
    Result<void> embedded_class(StructOperation operation);
    Result<void> array_elements(StructOperation operation, IlWriter::Local array);
    Result<void> array_to_native();
    Result<void> array_to_managed();
    void fixed_string_to_native();
    void fixed_string_to_managed();
    void check_handle_unchanged();
    void fill_with_zeros();
    void load_reference();

    IlWriter& il_;
    const Conversion& conversion_;
    const MemoryPair& memory_;
};

Result<void> MemoryCode::call_struct_stub(StructOperation operation) {
    MethodTable* table = conversion_.managed.method_table();
    const void* stub = CELER_TRY(struct_stub(table, CELER_TRY(marshalable_layout(table))));
    il_.load(memory_.managed);
    il_.load(memory_.native);
    il_.constant(static_cast<int32_t>(operation));
    il_.load(memory_.cleanup);
    il_.pointer(stub);
    il_.call_indirect(struct_stub_signature());
    return {};
}

void MemoryCode::load_reference() {
    il_.load(memory_.managed);
    il_.op(il::Opcode::LdindRef);
}

void MemoryCode::fill_with_zeros() {
    il_.load(memory_.native);
    il_.constant(0);
    il_.constant(static_cast<int32_t>(conversion_.size_bytes));
    il_.op(il::Opcode::Initblk);
}

// --- Classes in place ------------------------------------------------------------------------------------------------

// Null leaves zeros; what comes back is a new object.
Result<void> MemoryCode::embedded_class(StructOperation operation) {
    MemoryPair inside = memory_;
    inside.managed = il_.new_local(byref_to(well_known(WellKnown::Byte)));
    IlWriter::Label null = il_.new_label();
    IlWriter::Label end = il_.new_label();
    if (operation == StructOperation::ToManaged) {
        il_.load(memory_.managed);
        emit_new_uninitialized(il_, conversion_.managed);
        il_.op(il::Opcode::StindRef);
    } else {
        load_reference();
        il_.branch(il::Opcode::Brfalse, null);
    }
    load_reference();
    emit_object_data(il_);
    il_.store(inside.managed);
    CELER_TRY_VOID(MemoryCode(il_, conversion_, inside).call_struct_stub(operation));
    il_.branch(il::Opcode::Br, end);
    il_.bind(null);
    if (operation == StructOperation::ToNative) fill_with_zeros();
    il_.bind(end);
    return {};
}

// --- Arrays in place -------------------------------------------------------------------------------------------------

Result<void> MemoryCode::array_elements(StructOperation operation, IlWriter::Local array) {
    const Conversion& element = *conversion_.element;
    MemoryPair first = new_memory_pair(il_, memory_.cleanup);
    if (operation != StructOperation::Release) {
        il_.load(array);
        emit_array_data(il_);
        il_.store(first.managed);
    }
    il_.load(memory_.native);
    il_.store(first.native);
    if (element.native == Native::Same && operation != StructOperation::Release) {
        bool to_native = operation == StructOperation::ToNative;
        il_.load(to_native ? first.native : first.managed);
        il_.load(to_native ? first.managed : first.native);
        il_.constant(static_cast<int32_t>(conversion_.size_bytes));
        il_.op(il::Opcode::Cpblk);
        return {};
    }
    IlWriter::Local count = il_.new_local(well_known(WellKnown::Int32));
    il_.constant(static_cast<int32_t>(conversion_.count));
    il_.store(count);
    return emit_elements(il_, element, operation, first, count);
}

// A null array leaves zeros.
Result<void> MemoryCode::array_to_native() {
    IlWriter::Local array = il_.new_local(conversion_.managed);
    IlWriter::Label null = il_.new_label();
    IlWriter::Label end = il_.new_label();
    IlWriter::Label fits = il_.new_label();
    load_reference();
    il_.store(array);
    il_.load(array);
    il_.branch(il::Opcode::Brfalse, null);
    il_.load(array);
    il_.call(find_method(interop_type("System", "Array"), "get_Length"));
    il_.constant(static_cast<int32_t>(conversion_.count));
    il_.branch(il::Opcode::Bge, fits);
    il_.string(intern_literal(
        u"Type could not be marshaled because the length of an embedded array instance does not match the "
        u"declared length in the layout."));
    il_.new_object(find_method(interop_type("System", "ArgumentException"), ".ctor", "void (string)"));
    il_.op(il::Opcode::Throw);
    il_.bind(fits);
    CELER_TRY_VOID(array_elements(StructOperation::ToNative, array));
    il_.branch(il::Opcode::Br, end);
    il_.bind(null);
    fill_with_zeros();
    il_.bind(end);
    return {};
}

Result<void> MemoryCode::array_to_managed() {
    IlWriter::Local array = il_.new_local(conversion_.managed);
    il_.constant(static_cast<int32_t>(conversion_.count));
    il_.type_op(il::Opcode::Newarr, conversion_.element->managed);
    il_.store(array);
    CELER_TRY_VOID(array_elements(StructOperation::ToManaged, array));
    il_.load(memory_.managed);
    il_.load(array);
    il_.op(il::Opcode::StindRef);
    return {};
}

// --- Strings in place and handles ------------------------------------------------------------------------------------

void MemoryCode::fixed_string_to_native() {
    bool is_wide = conversion_.native == Native::FixedWide;
    if (!is_wide) il_.constant(0);  // conversion flags
    load_reference();
    il_.load(memory_.native);
    il_.constant(static_cast<int32_t>(conversion_.count));
    il_.call(stub_helpers, is_wide ? "FixedWSTRMarshaler" : "CSTRMarshaler",
             is_wide ? "ConvertToNative" : "ConvertFixedToNative");
}

void MemoryCode::fixed_string_to_managed() {
    bool is_wide = conversion_.native == Native::FixedWide;
    il_.load(memory_.managed);
    il_.load(memory_.native);
    il_.constant(static_cast<int32_t>(conversion_.count));
    il_.call(stub_helpers, is_wide ? "FixedWSTRMarshaler" : "CSTRMarshaler",
             is_wide ? "ConvertToManaged" : "ConvertFixedToManaged");
    il_.op(il::Opcode::StindRef);
}

// A handle in a struct cannot be replaced by native code.
void MemoryCode::check_handle_unchanged() {
    IlWriter::Label same = il_.new_label();
    IlWriter::Label changed = il_.new_label();
    load_reference();
    il_.branch(il::Opcode::Brfalse, changed);
    il_.load(memory_.native);
    il_.op(il::Opcode::LdindI);
    load_reference();
    il_.field_op(il::Opcode::Ldfld, handle_field(conversion_.native));
    il_.branch(il::Opcode::Beq, same);
    il_.bind(changed);
    il_.call(
        stub_helpers, "HandleMarshaler",
        conversion_.native == Native::SafeHandle ? "ThrowSafeHandleFieldChanged" : "ThrowCriticalHandleFieldChanged");
    il_.bind(same);
}

// --- The three operations --------------------------------------------------------------------------------------------

Result<void> MemoryCode::to_native() {
    Native native = conversion_.native;
    if (native == Native::CopiedStruct) return call_struct_stub(StructOperation::ToNative);
    if (native == Native::EmbeddedClass) return embedded_class(StructOperation::ToNative);
    if (native == Native::FixedArray) return array_to_native();
    if (native == Native::FixedUtf8 || native == Native::FixedWide) {
        fixed_string_to_native();
        return {};
    }
    if (native == Native::SafeHandle) {
        il_.load(memory_.native);
        load_reference();
        il_.load(memory_.cleanup);
        il_.call(stub_helpers, "HandleMarshaler", "ConvertSafeHandleToNative");
        il_.op(il::Opcode::StindI);
        return {};
    }
    il_.load(memory_.native);
    il_.load(memory_.managed);
    il_.type_op(il::Opcode::Ldobj, conversion_.managed);
    emit_to_native(il_, conversion_);
    il_.type_op(il::Opcode::Stobj, conversion_.type);
    return {};
}

Result<void> MemoryCode::to_managed() {
    Native native = conversion_.native;
    if (native == Native::CopiedStruct) return call_struct_stub(StructOperation::ToManaged);
    if (native == Native::EmbeddedClass) return embedded_class(StructOperation::ToManaged);
    if (native == Native::FixedArray) return array_to_managed();
    if (native == Native::FixedUtf8 || native == Native::FixedWide) {
        fixed_string_to_managed();
        return {};
    }
    if (native == Native::SafeHandle || native == Native::CriticalHandle) {
        check_handle_unchanged();
        return {};
    }
    il_.load(memory_.managed);
    il_.load(memory_.native);
    il_.type_op(il::Opcode::Ldobj, conversion_.type);
    emit_to_managed(il_, conversion_);
    il_.type_op(il::Opcode::Stobj, conversion_.managed);
    return {};
}

Result<void> MemoryCode::release() {
    Native native = conversion_.native;
    if (!holds_memory(conversion_)) return {};
    if (native == Native::FixedArray) return array_elements(StructOperation::Release, 0);
    if (!needs_release(native)) return call_struct_stub(StructOperation::Release);  // looks at the native side only
    il_.load(memory_.native);
    il_.type_op(il::Opcode::Ldobj, conversion_.type);
    emit_release(il_, conversion_);
    return {};
}

// --- Structs ---------------------------------------------------------------------------------------------------------

constexpr uint32_t managed_argument = 0;
constexpr uint32_t native_argument = 1;
constexpr uint32_t operation_argument = 2;
constexpr uint32_t cleanup_argument = 3;

class StructStub {
  public:
    explicit StructStub(const NativeLayout* layout) : layout_(layout) {}

    Result<const void*> make();

  private:
    Result<void> all_fields(StructOperation operation);

    const NativeLayout* layout_;
    IlWriter il_;
    IlWriter::Local cleanup_ = 0;
};

Result<void> StructStub::all_fields(StructOperation operation) {
    for (uint32_t i = 0; i < layout_->field_count; i++) {
        const NativeField& field = layout_->fields[i];
        uint32_t base = field.field->owner->is_value_type() ? 0 : sizeof(Object*);
        MemoryPair memory = new_memory_pair(il_, cleanup_);
        il_.argument(managed_argument);
        il_.constant(static_cast<int32_t>(field.field->offset - base));
        il_.op(il::Opcode::Add);
        il_.store(memory.managed);
        il_.argument(native_argument);
        il_.constant(static_cast<int32_t>(field.offset));
        il_.op(il::Opcode::Add);
        il_.store(memory.native);
        if (field.repeat == 1) {
            CELER_TRY_VOID(emit_memory(il_, field.conversion, operation, memory));
            continue;
        }
        IlWriter::Local count = il_.new_local(well_known(WellKnown::Int32));
        il_.constant(static_cast<int32_t>(field.repeat));
        il_.store(count);
        CELER_TRY_VOID(emit_elements(il_, field.conversion, operation, memory, count));
    }
    il_.op(il::Opcode::Ret);
    return {};
}

Result<const void*> StructStub::make() {
    IlWriter::Label to_native_label = il_.new_label();
    IlWriter::Label to_managed_label = il_.new_label();
    cleanup_ = new_cleanup_address(il_);
    il_.argument(cleanup_argument);
    il_.store(cleanup_);
    il_.argument(operation_argument);
    il_.branch(il::Opcode::Brfalse, to_native_label);
    il_.argument(operation_argument);
    il_.constant(static_cast<int32_t>(StructOperation::ToManaged));
    il_.branch(il::Opcode::Beq, to_managed_label);
    CELER_TRY_VOID(all_fields(StructOperation::Release));
    il_.bind(to_native_label);
    il_.argument(native_argument);  // padding is zero, too
    il_.constant(0);
    il_.constant(static_cast<int32_t>(layout_->size_bytes));
    il_.op(il::Opcode::Initblk);
    CELER_TRY_VOID(all_fields(StructOperation::ToNative));
    il_.bind(to_managed_label);
    CELER_TRY_VOID(all_fields(StructOperation::ToManaged));
    // Stack traces show the code under the name of the method that asks for such stubs.
    MethodDesc* host = find_method(interop_type(stub_helpers, "StubHelpers"), "FmtClassUpdateNativeInternal");
    MethodCode* code =
        CELER_TRY(compile_supplied(host, il_.finish(struct_stub_signature()), code_flags::hides_from_stack_trace));
    return code->start;
}

constinit Lock g_stubs_lock(LockRank::StructStubs);
std::map<const MethodTable*, const void*>& known_stubs() {
    static auto* stubs = new std::map<const MethodTable*, const void*>;
    return *stubs;
}
constinit WriteOnceTable<MethodTable, const void, 256> g_stubs_found;

}  // namespace

TypeHandle cleanup_list_type() {
    return interop_type(stub_helpers, "CleanupWorkListElement");
}

IlWriter::Local new_cleanup_address(IlWriter& il) {
    return il.new_local(byref_to(cleanup_list_type()));
}

MemoryPair new_memory_pair(IlWriter& il, IlWriter::Local cleanup) {
    IlWriter::Local managed = il.new_local(byref_to(well_known(WellKnown::Byte)));
    IlWriter::Local native = il.new_local(primitive_type(ElementType::I));
    return {managed, native, cleanup};
}

Result<void> emit_memory(IlWriter& il, const Conversion& conversion, StructOperation operation,
                         const MemoryPair& memory) {
    MemoryCode code(il, conversion, memory);
    switch (operation) {
        case StructOperation::ToNative:
            return code.to_native();
        case StructOperation::ToManaged:
            return code.to_managed();
        case StructOperation::Release:
            return code.release();
    }
    return {};
}

Result<void> emit_elements(IlWriter& il, const Conversion& element, StructOperation operation, const MemoryPair& memory,
                           IlWriter::Local count) {
    IlWriter::Local index = il.new_local(well_known(WellKnown::Int32));
    IlWriter::Label next = il.new_label();
    IlWriter::Label test = il.new_label();
    il.constant(0);
    il.store(index);
    il.branch(il::Opcode::Br, test);
    il.bind(next);
    CELER_TRY_VOID(emit_memory(il, element, operation, memory));
    if (operation != StructOperation::Release) {
        il.load(memory.managed);
        il.constant(static_cast<int32_t>(managed_size(element.managed)));
        il.op(il::Opcode::Add);
        il.store(memory.managed);
    }
    il.load(memory.native);
    il.constant(static_cast<int32_t>(element.size_bytes));
    il.op(il::Opcode::Add);
    il.store(memory.native);
    il.load(index);
    il.constant(1);
    il.op(il::Opcode::Add);
    il.store(index);
    il.bind(test);
    il.load(index);
    il.load(count);
    il.branch(il::Opcode::Blt, next);
    return {};
}

void forget_unloading_struct_stubs() {
    std::erase_if(known_stubs(), [](const auto& known) {
        if (is_unloading(known.first)) g_stubs_found.forget(known.first);
        return is_unloading(known.first);
    });
}

Result<const void*> struct_stub(MethodTable* table, const NativeLayout* layout) {
    if (const void* found = g_stubs_found.find(table)) return found;
    g_stubs_lock.lock();
    auto known = known_stubs().find(table);
    const void* stub = known != known_stubs().end() ? known->second : nullptr;
    g_stubs_lock.unlock();
    if (stub != nullptr) return stub;
    stub = CELER_TRY(StructStub(layout).make());
    g_stubs_lock.lock();
    stub = known_stubs().emplace(table, stub).first->second;
    g_stubs_found.add(table, stub);
    g_stubs_lock.unlock();
    return stub;
}

}  // namespace celer

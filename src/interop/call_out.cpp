#include "interop/call_out.h"

#include "base/assert.h"
#include "code/method_code.h"
#include "interop/stub_code.h"
#include "runtime/engine.h"
#include "types/type_info.h"
#include "types/well_known.h"

namespace celer {

namespace {

constexpr const char* interop_services = "System.Runtime.InteropServices";
constexpr const char* stub_helpers = "System.StubHelpers";

// One stub being written. Order: prepare what must exist before the call, convert in, call, keep errno, convert out;
// release in a finally handler.
class CallOut {
  public:
    CallOut(MethodDesc* method, const CallPlan& plan, const void* function)
        : method_(method), plan_(plan), function_(function), first_argument_(function == nullptr ? 1 : 0) {}

    Result<const void*> make();

  private:
    struct Slot {
        TypeHandle type;             // in the native signature
        IlWriter::Local native = 0;  // the value to pass
        IlWriter::Local flag = 0;    // SafeHandle: a reference was added
        IlWriter::Local handle = 0;  // out SafeHandle: the new object
        bool direct = false;         // the argument itself is passed
    };

    uint32_t argument(uint32_t index) const { return first_argument_ + index; }
    IlWriter::Local new_handle(TypeHandle type);
    Result<void> check_handle(TypeHandle type) const;
    void init_handle(IlWriter::Local handle, IlWriter::Local value);
    void allocate_copy(const Slot& slot, uint32_t size_bytes);
    void call_struct_stub(const void* stub, StructOperation operation, IlWriter::Local native, uint32_t index,
                          bool is_class);
    Result<void> prepare(uint32_t index);
    Result<void> convert_in(uint32_t index);
    void builder_in(uint32_t index, bool wide);
    void builder_out(uint32_t index, bool wide);
    Result<void> convert_out(uint32_t index);
    Result<void> release(uint32_t index);
    void call_function();
    void store_result();
    bool must_release(uint32_t index) const;
    Result<const void*> copy_stub(const Conversion& conversion) const;

    MethodDesc* method_;
    const CallPlan& plan_;
    const void* function_;
    uint32_t first_argument_;
    IlWriter il_;
    std::vector<Slot> slots_;
    IlWriter::Local native_result_ = 0;
    IlWriter::Local result_ = 0;
    IlWriter::Local result_handle_ = 0;
    IlWriter::Local status_ = 0;
    IlWriter::Local no_cleanup_list_ = 0;
};

Result<void> CallOut::check_handle(TypeHandle type) const {
    MethodTable* table = type.method_table();
    bool is_abstract = (table->info->attributes & 0x80) != 0;
    if (!is_abstract && table->info->constructor != nullptr) return {};
    return fail(ErrorKind::MarshalDirective,
                "Cannot marshal a result to " + display_name(type) + ": it is abstract or has no default constructor.");
}

IlWriter::Local CallOut::new_handle(TypeHandle type) {
    IlWriter::Local handle = il_.new_local(type);
    il_.new_object(type.method_table()->info->constructor);
    il_.store(handle);
    return handle;
}

void CallOut::init_handle(IlWriter::Local handle, IlWriter::Local value) {
    il_.load(handle);
    il_.load(value);
    il_.call(interop_services, "Marshal", "InitHandle");
}

Result<const void*> CallOut::copy_stub(const Conversion& conversion) const {
    MethodTable* table = conversion.managed.method_table();
    const NativeLayout* layout = CELER_TRY(native_layout(table));
    return struct_stub(table, layout);
}

// Zeroed memory for a native copy.
void CallOut::allocate_copy(const Slot& slot, uint32_t size_bytes) {
    il_.constant(static_cast<int32_t>(size_bytes));
    il_.call(interop_services, "Marshal", "AllocCoTaskMem");
    il_.store(slot.native);
    il_.load(slot.native);
    il_.constant(0);
    il_.constant(static_cast<int32_t>(size_bytes));
    il_.op(il::Opcode::Initblk);
}

void CallOut::call_struct_stub(const void* stub, StructOperation operation, IlWriter::Local native, uint32_t index,
                               bool is_class) {
    il_.argument(argument(index));
    if (is_class) il_.call("System.Runtime.CompilerServices", "RuntimeHelpers", "GetRawData", "byte& (object)");
    il_.load(native);
    il_.constant(static_cast<int32_t>(operation));
    il_.load_address(no_cleanup_list_);
    il_.pointer(stub);
    il_.call_indirect(struct_stub_signature());
}

Result<void> CallOut::prepare(uint32_t index) {
    const MarshalledParameter& parameter = plan_.parameters[index];
    const Conversion& conversion = parameter.conversion;
    Slot& slot = slots_[index];
    slot.type = parameter.by_reference ? pointer_to(well_known(WellKnown::Byte)) : conversion.type;
    if (conversion.native == Native::Same) {
        slot.type = parameter.declared;
        slot.direct = true;
        return {};
    }
    if (conversion.native == Native::CopiedStruct || conversion.native == Native::CopiedClass) {
        slot.type = primitive_type(ElementType::I);
        slot.native = il_.new_local(slot.type);
        return {};
    }
    slot.native = il_.new_local(conversion.type);
    if (conversion.native == Native::SafeHandle) {
        if (parameter.by_reference) {
            CELER_TRY_VOID(check_handle(conversion.managed));
            slot.handle = new_handle(conversion.managed);
        } else {
            slot.flag = il_.new_local(well_known(WellKnown::Boolean));
        }
    }
    return {};
}

// A buffer for the capacity; UTF-8 takes at most three bytes a character.
void CallOut::builder_in(uint32_t index, bool wide) {
    const Slot& slot = slots_[index];
    MethodTable* builder = interop_type("System.Text", "StringBuilder");
    IlWriter::Label null = il_.new_label();
    il_.argument(argument(index));
    il_.branch(il::Opcode::Brfalse, null);
    il_.argument(argument(index));
    il_.call(find_method(builder, "get_Capacity"));
    il_.constant(wide ? 2 : 3);
    il_.op(il::Opcode::MulOvf);
    il_.constant(4);
    il_.op(il::Opcode::AddOvf);
    il_.call(interop_services, "Marshal", "AllocCoTaskMem");
    il_.store(slot.native);
    il_.load(slot.native);
    il_.constant(0);
    il_.op(il::Opcode::StindI4);
    if (plan_.parameters[index].copies_in) {
        if (wide) {
            il_.argument(argument(index));
            il_.call(find_method(builder, "ToString", "string ()"));
            il_.load(slot.native);
            il_.argument(argument(index));
            il_.call(find_method(builder, "get_Length"));
            il_.constant(1);
            il_.op(il::Opcode::Add);
            il_.call(stub_helpers, "FixedWSTRMarshaler", "ConvertToNative");
        } else {
            il_.argument(argument(index));
            il_.load(slot.native);
            il_.constant(0);
            il_.call(stub_helpers, "UTF8BufferMarshaler", "ConvertToNative");
            il_.op(il::Opcode::Pop);
        }
    }
    il_.bind(null);
}

void CallOut::builder_out(uint32_t index, bool wide) {
    const Slot& slot = slots_[index];
    if (!wide) {
        il_.argument(argument(index));
        il_.load(slot.native);
        return il_.call(stub_helpers, "UTF8BufferMarshaler", "ConvertToManaged");
    }
    MethodTable* builder = interop_type("System.Text", "StringBuilder");
    IlWriter::Label null = il_.new_label();
    il_.argument(argument(index));
    il_.branch(il::Opcode::Brfalse, null);
    il_.argument(argument(index));
    il_.constant(0);
    il_.call(find_method(builder, "set_Length"));
    il_.argument(argument(index));
    il_.load(slot.native);
    il_.call(interop_services, "Marshal", "PtrToStringUni", "string (nint)");
    il_.call(find_method(builder, "Append", "System.Text.StringBuilder (string)"));
    il_.op(il::Opcode::Pop);
    il_.bind(null);
}

Result<void> CallOut::convert_in(uint32_t index) {
    const MarshalledParameter& parameter = plan_.parameters[index];
    const Conversion& conversion = parameter.conversion;
    const Slot& slot = slots_[index];
    if (slot.direct || (parameter.by_reference && !parameter.copies_in && conversion.native != Native::CopiedStruct))
        return {};
    if (conversion.native == Native::CopiedStruct || conversion.native == Native::CopiedClass) {
        bool is_class = conversion.native == Native::CopiedClass;
        const void* stub = CELER_TRY(copy_stub(conversion));
        const NativeLayout* layout = CELER_TRY(native_layout(conversion.managed.method_table()));
        IlWriter::Label null = il_.new_label();
        il_.argument(argument(index));
        il_.branch(il::Opcode::Brfalse, null);
        allocate_copy(slot, layout->size_bytes);
        if (parameter.copies_in) call_struct_stub(stub, StructOperation::ToNative, slot.native, index, is_class);
        il_.bind(null);
        return {};
    }
    if (conversion.native == Native::Utf8Builder || conversion.native == Native::WideBuilder) {
        builder_in(index, conversion.native == Native::WideBuilder);
        return {};
    }
    il_.argument(argument(index));
    if (conversion.native == Native::SafeHandle) {
        il_.load_address(slot.flag);
        il_.call(stub_helpers, "StubHelpers", "SafeHandleAddRef");
    } else {
        if (parameter.by_reference) il_.type_op(il::Opcode::Ldobj, conversion.managed);
        emit_to_native(il_, conversion);
    }
    il_.store(slot.native);
    return {};
}

Result<void> CallOut::convert_out(uint32_t index) {
    const MarshalledParameter& parameter = plan_.parameters[index];
    const Conversion& conversion = parameter.conversion;
    const Slot& slot = slots_[index];
    if (slot.direct || !parameter.copies_out) return {};
    switch (conversion.native) {
        case Native::Utf8Builder:
        case Native::WideBuilder:
            builder_out(index, conversion.native == Native::WideBuilder);
            return {};
        case Native::CopiedStruct:
        case Native::CopiedClass: {
            const void* stub = CELER_TRY(copy_stub(conversion));
            IlWriter::Label null = il_.new_label();
            il_.load(slot.native);
            il_.branch(il::Opcode::Brfalse, null);
            call_struct_stub(stub, StructOperation::ToManaged, slot.native, index,
                             conversion.native == Native::CopiedClass);
            il_.bind(null);
            return {};
        }
        case Native::SafeHandle:
            init_handle(slot.handle, slot.native);
            il_.argument(argument(index));
            il_.load(slot.handle);
            il_.op(il::Opcode::StindRef);
            return {};
        case Native::Same:
        case Native::Bool:
        case Native::AnsiChar:
        case Native::Utf8String:
        case Native::WideString:
        case Native::Array:
        case Native::LayoutClass:
        case Native::Function:
        case Native::CriticalHandle:
        case Native::HandleRef:
        case Native::FixedUtf8:
        case Native::FixedWide:
        case Native::FixedArray:
            break;
    }
    il_.argument(argument(index));
    il_.load(slot.native);
    emit_to_managed(il_, conversion);
    il_.type_op(il::Opcode::Stobj, conversion.managed);
    return {};
}

bool CallOut::must_release(uint32_t index) const {
    const MarshalledParameter& parameter = plan_.parameters[index];
    Native native = parameter.conversion.native;
    return needs_release(native) || (native == Native::SafeHandle && !parameter.by_reference) ||
           native == Native::CopiedStruct || native == Native::CopiedClass || native == Native::Utf8Builder ||
           native == Native::WideBuilder;
}

Result<void> CallOut::release(uint32_t index) {
    const MarshalledParameter& parameter = plan_.parameters[index];
    const Conversion& conversion = parameter.conversion;
    const Slot& slot = slots_[index];
    if (!must_release(index)) return {};
    if (conversion.native == Native::SafeHandle) {
        IlWriter::Label skip = il_.new_label();
        il_.load(slot.flag);
        il_.branch(il::Opcode::Brfalse, skip);
        il_.argument(argument(index));
        il_.call(stub_helpers, "StubHelpers", "SafeHandleRelease");
        il_.bind(skip);
        return {};
    }
    if (conversion.native == Native::CopiedStruct || conversion.native == Native::CopiedClass) {
        const void* stub = CELER_TRY(copy_stub(conversion));
        IlWriter::Label null = il_.new_label();
        il_.load(slot.native);
        il_.branch(il::Opcode::Brfalse, null);
        call_struct_stub(stub, StructOperation::Release, slot.native, index, conversion.native == Native::CopiedClass);
        il_.bind(null);
    }
    il_.load(slot.native);
    il_.call(interop_services, "Marshal", "FreeCoTaskMem");
    return {};
}

void CallOut::call_function() {
    std::vector<TypeHandle> types;
    for (uint32_t i = 0; i < slots_.size(); i++) {
        const Slot& slot = slots_[i];
        types.push_back(slot.type);
        if (slot.direct) {
            il_.argument(argument(i));
        } else if (plan_.parameters[i].by_reference && plan_.parameters[i].conversion.native != Native::CopiedStruct) {
            il_.load_address(slot.native);
            il_.op(il::Opcode::ConvU);
        } else {
            il_.load(slot.native);
        }
    }
    bool returns = plan_.result.managed != TypeHandle(well_known(WellKnown::Void));
    TypeHandle native_type = plan_.result.type;
    if (!plan_.preserve_signature) {
        if (returns) {
            types.push_back(pointer_to(native_type));
            il_.load_address(native_result_);
            il_.op(il::Opcode::ConvU);
        }
        native_type = well_known(WellKnown::Int32);
    }
    if (function_ != nullptr) {
        il_.pointer(function_);
    } else {
        il_.argument(0);
        il_.field_op(il::Opcode::Ldfld, find_field(well_known(WellKnown::Delegate), "_methodPtrAux"));
    }
    uint32_t flags = plan_.suppress_transition ? signature_flags::suppress_gc_transition : 0;
    il_.call_indirect(make_signature(native_type, types, false, unmanaged_convention, flags));
    if (!plan_.preserve_signature) {
        il_.store(status_);
    } else if (returns) {
        il_.store(native_result_);
    }
}

void CallOut::store_result() {
    if (plan_.result.managed == TypeHandle(well_known(WellKnown::Void))) return;
    if (plan_.result.native == Native::SafeHandle) {
        init_handle(result_handle_, native_result_);
        il_.load(result_handle_);
    } else {
        il_.load(native_result_);
        emit_to_managed(il_, plan_.result);
        if (needs_release(plan_.result.native)) {
            il_.load(native_result_);
            emit_release(il_, plan_.result);
        }
    }
    il_.store(result_);
}

Result<const void*> CallOut::make() {
    slots_.resize(plan_.parameters.size());
    no_cleanup_list_ = il_.new_local(interop_type(stub_helpers, "CleanupWorkListElement"));
    bool returns = plan_.result.managed != TypeHandle(well_known(WellKnown::Void));
    if (returns) {
        native_result_ = il_.new_local(plan_.result.type);
        result_ = il_.new_local(plan_.result.managed);
    }
    if (!plan_.preserve_signature) status_ = il_.new_local(well_known(WellKnown::Int32));
    bool releases = false;
    for (uint32_t i = 0; i < slots_.size(); i++) {
        CELER_TRY_VOID(prepare(i));
        releases |= must_release(i);
    }
    if (plan_.result.native == Native::SafeHandle) {
        CELER_TRY_VOID(check_handle(plan_.result.managed));
        result_handle_ = new_handle(plan_.result.managed);
    }
    if (releases) il_.begin_try();
    for (uint32_t i = 0; i < slots_.size(); i++) CELER_TRY_VOID(convert_in(i));
    if (plan_.set_last_error) il_.call(stub_helpers, "StubHelpers", "ClearLastError");
    call_function();
    if (plan_.set_last_error) il_.call(stub_helpers, "StubHelpers", "SetLastError");
    if (!plan_.preserve_signature) {
        il_.load(status_);
        il_.call(interop_services, "Marshal", "ThrowExceptionForHR", "void (int)");
    }
    for (uint32_t i = 0; i < slots_.size(); i++) CELER_TRY_VOID(convert_out(i));
    store_result();
    IlWriter::Label end = il_.new_label();
    if (releases) {
        il_.branch(il::Opcode::Leave, end);
        il_.begin_finally();
        for (uint32_t i = 0; i < slots_.size(); i++) CELER_TRY_VOID(release(i));
        il_.end_finally();
    }
    il_.bind(end);
    if (returns) il_.load(result_);
    il_.op(il::Opcode::Ret);
    return compile_supplied(method_, il_.finish(nullptr))->start;
}

}  // namespace

Result<const void*> make_call_out(MethodDesc* method, const CallPlan& plan, const void* function) {
    return CallOut(method, plan, function).make();
}

}  // namespace celer

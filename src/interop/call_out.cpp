#include "interop/call_out.h"

#include "base/assert.h"
#include "code/method_code.h"
#include "interop/outgoing.h"
#include "runtime/engine.h"
#include "types/type_info.h"
#include "types/well_known.h"

namespace celer {

namespace {

// One stub being written. Order: prepare what must exist before the call, convert in, call, keep errno, convert out;
// release in a finally handler.
class CallOut {
  public:
    CallOut(MethodDesc* method, const CallPlan& plan, CallTarget target, const void* function)
        : method_(method), plan_(plan), target_(target), function_(function) {}

    Result<const void*> make(const MethodSignature* signature);

  private:
    Result<void> prepare();
    Result<void> convert_and_call();
    Result<void> release();
    void load_function();
    void call_function();
    Result<void> store_result();
    void value_result();
    void struct_result();
    Result<void> memory_result();
    Result<void> class_result();
    void custom_result();

    MethodDesc* method_;
    const CallPlan& plan_;
    CallTarget target_;
    const void* function_;
    IlWriter il_;
    OutgoingCall call_{il_, method_, plan_, 0, 0};
    std::vector<OutgoingParameter> parameters_;
    IlWriter::Local native_result_ = 0;
    IlWriter::Local result_ = 0;
    IlWriter::Local status_ = 0;
    IlWriter::Local marshaler_ = 0;  // custom: of the result
    IlWriter::Local cleanup_list_ = 0;
};

Result<void> CallOut::prepare() {
    cleanup_list_ = il_.new_local(cleanup_list_type());
    call_.cleanup = new_cleanup_address(il_);
    call_.first_argument = target_ == CallTarget::Delegate ? 1 : 0;
    il_.load_address(cleanup_list_);
    il_.store(call_.cleanup);
    if (plan_.returns()) {
        native_result_ = il_.new_local(plan_.result.type);
        result_ = il_.new_local(plan_.result.managed);
    }
    if (!plan_.preserve_signature) status_ = il_.new_local(well_known(WellKnown::Int32));
    for (uint32_t i = 0; i < plan_.parameters.size(); i++) {
        parameters_.emplace_back(call_, i);
        Result<void> prepared = parameters_.back().prepare();
        if (!prepared) return cannot_marshal("parameter #" + std::to_string(i + 1), prepared.error());
    }
    Native result = plan_.result.native;
    if (result == Native::SafeHandle || result == Native::CriticalHandle) {
        bool is_safe = result == Native::SafeHandle;
        Result<void> checked =
            check_handle_type(plan_.result.managed, is_safe ? "Returned SafeHandles" : "Returned CriticalHandles");
        if (!checked) return cannot_marshal("return value", checked.error());
        emit_new_handle(il_, plan_.result.managed, result_);
    }
    return {};
}

void CallOut::load_function() {
    switch (target_) {
        case CallTarget::Cell:
            il_.pointer(function_);
            return il_.op(il::Opcode::LdindI);
        case CallTarget::Delegate:
            il_.argument(0);
            return il_.field_op(il::Opcode::Ldfld, find_field(well_known(WellKnown::Delegate), "_methodPtrAux"));
        case CallTarget::LastArgument:
            return il_.argument(static_cast<uint32_t>(parameters_.size()));
    }
}

void CallOut::call_function() {
    std::vector<TypeHandle> types;
    for (OutgoingParameter& parameter : parameters_) {
        types.push_back(parameter.native_type());
        parameter.pass();
    }
    TypeHandle native_type = plan_.result.type;
    if (!plan_.preserve_signature) {
        if (plan_.returns()) {
            types.push_back(pointer_to(native_type));
            il_.load_address(native_result_);
            il_.op(il::Opcode::ConvU);
        }
        native_type = well_known(WellKnown::Int32);
    }
    load_function();
    uint32_t flags = plan_.suppress_transition ? signature_flags::suppress_gc_transition : 0;
    il_.call_indirect(make_signature(native_type, types, false, unmanaged_convention, flags));
    if (!plan_.preserve_signature) {
        il_.store(status_);
    } else if (plan_.returns()) {
        il_.store(native_result_);
    }
}

// --- Results ---------------------------------------------------------------------------------------------------------

void CallOut::value_result() {
    il_.load(native_result_);
    emit_to_managed(il_, plan_.result);
    il_.store(result_);
    if (!needs_release(plan_.result.native)) return;
    il_.load(native_result_);
    emit_release(il_, plan_.result);
}

void CallOut::struct_result() {
    il_.load(native_result_);
    il_.type_op(il::Opcode::Ldobj, plan_.result.managed);
    il_.store(result_);
}

Result<void> CallOut::memory_result() {
    MemoryPair pair = new_memory_pair(il_, call_.cleanup);
    il_.load_address(result_);
    il_.store(pair.managed);
    il_.load_address(native_result_);
    il_.op(il::Opcode::ConvU);
    il_.store(pair.native);
    CELER_TRY_VOID(emit_memory(il_, plan_.result, StructOperation::ToManaged, pair));
    return emit_memory(il_, plan_.result, StructOperation::Release, pair);
}

// A pointer to native memory that is freed: a builder's text or the fields of a new object.
Result<void> CallOut::class_result() {
    const Conversion& result = plan_.result;
    IlWriter::Label null = il_.new_label();
    il_.load(native_result_);
    il_.branch(il::Opcode::Brfalse, null);
    if (result.native == Native::Utf8Builder || result.native == Native::WideBuilder) {
        bool wide = result.native == Native::WideBuilder;
        il_.load(native_result_);
        il_.call(interop_services, "Marshal", wide ? "PtrToStringUni" : "PtrToStringUTF8", "string (nint)");
        il_.new_object(find_method(result.managed.method_table(), ".ctor", "void (string)"));
        il_.store(result_);
    } else {
        MemoryPair pair = new_memory_pair(il_, call_.cleanup);
        emit_new_uninitialized(il_, result.managed);
        il_.store(result_);
        il_.load(result_);
        emit_object_data(il_);
        il_.store(pair.managed);
        il_.load(native_result_);
        il_.store(pair.native);
        Conversion as_struct = result;
        as_struct.native = Native::CopiedStruct;
        CELER_TRY_VOID(emit_memory(il_, as_struct, StructOperation::ToManaged, pair));
        CELER_TRY_VOID(emit_memory(il_, as_struct, StructOperation::Release, pair));
    }
    il_.load(native_result_);
    il_.call(interop_services, "Marshal", "FreeCoTaskMem");
    il_.bind(null);
    return {};
}

void CallOut::custom_result() {
    IlWriter::Local object = il_.new_local(well_known(WellKnown::Object));
    for (const char* step : {"ConvertContentsToManaged", "ClearNative"}) {
        il_.load(marshaler_);
        il_.load_address(object);
        il_.load_address(native_result_);
        il_.call(stub_helpers, "MngdRefCustomMarshaler", step);
    }
    il_.load(object);
    il_.type_op(il::Opcode::Castclass, plan_.result.managed);
    il_.store(result_);
}

Result<void> CallOut::store_result() {
    if (!plan_.returns()) return {};
    switch (shape_of(plan_.result.native)) {
        case NativeShape::Value:
            value_result();
            return {};
        case NativeShape::Handle:
            emit_set_handle(il_, plan_.result.native, result_, native_result_);
            return {};
        case NativeShape::Struct:
            return memory_result();
        case NativeShape::StructPointer:
            struct_result();
            return {};
        case NativeShape::Object:
        case NativeShape::Builder:
            return class_result();
        case NativeShape::Custom:
            custom_result();
            return {};
        case NativeShape::Array:
        case NativeShape::Any:
        case NativeShape::InPlace:
            break;
    }
    CELER_PANIC("no result has this shape");
}

// --- The whole -------------------------------------------------------------------------------------------------------

Result<void> CallOut::convert_and_call() {
    for (OutgoingParameter& parameter : parameters_) CELER_TRY_VOID(parameter.convert_in());
    if (plan_.result.native == Native::Custom) {  // exists before the call
        marshaler_ = il_.new_local(interop_type(interop_services, "ICustomMarshaler"));
        emit_custom_marshaler(il_, method_, plan_.result_token, plan_.result.managed);
        il_.store(marshaler_);
    }
    if (plan_.set_last_error) il_.call(stub_helpers, "StubHelpers", "ClearLastError");
    call_function();
    if (plan_.set_last_error) il_.call(stub_helpers, "StubHelpers", "SetLastError");
    if (!plan_.preserve_signature) {
        il_.load(status_);
        il_.call(interop_services, "Marshal", "ThrowExceptionForHR", "void (int)");
    }
    for (OutgoingParameter& parameter : parameters_) CELER_TRY_VOID(parameter.convert_out());
    return store_result();
}

Result<void> CallOut::release() {
    for (OutgoingParameter& parameter : parameters_) CELER_TRY_VOID(parameter.release());
    il_.load(call_.cleanup);
    il_.call(stub_helpers, "StubHelpers", "DestroyCleanupList");
    return {};
}

Result<const void*> CallOut::make(const MethodSignature* signature) {
    CELER_TRY_VOID(prepare());
    bool releases = plan_.result.native == Native::CopiedStruct;
    for (const OutgoingParameter& parameter : parameters_) releases |= parameter.must_release();
    if (releases) il_.begin_try();
    CELER_TRY_VOID(convert_and_call());
    IlWriter::Label end = il_.new_label();
    if (releases) {
        il_.branch(il::Opcode::Leave, end);
        il_.begin_finally();
        CELER_TRY_VOID(release());
        il_.end_finally();
    }
    il_.bind(end);
    if (plan_.returns()) il_.load(result_);
    il_.op(il::Opcode::Ret);
    // The caller of such a target shows in stack traces.
    uint8_t flags = target_ == CallTarget::LastArgument ? code_flags::hides_from_stack_trace : 0;
    MethodCode* code = CELER_TRY(compile_supplied(method_, il_.finish(signature), flags));
    return code->start;
}

}  // namespace

Result<const void*> make_call_out(MethodDesc* method, const CallPlan& plan, CallTarget target, const void* function,
                                  const MethodSignature* signature) {
    return CallOut(method, plan, target, function).make(signature);
}

}  // namespace celer

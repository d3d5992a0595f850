#include "interop/call_in.h"

#include "code/method_code.h"
#include "interop/stub_code.h"
#include "runtime/engine.h"
#include "types/well_known.h"

namespace celer {

namespace {

class CallInWriter {
  public:
    CallInWriter(MethodDesc* invoke, const CallPlan& plan) : invoke_(invoke), plan_(plan) {}

    Result<CallIn> make();

  private:
    struct Slot {
        bool direct = false;
        IlWriter::Local managed = 0;
    };

    Result<void> convert_in(uint32_t index);
    Result<void> convert_out(uint32_t index);
    Result<void> call_struct_stub(uint32_t index, StructOperation operation);

    MethodDesc* invoke_;
    const CallPlan& plan_;
    IlWriter il_;
    std::vector<Slot> slots_;
    std::vector<TypeHandle> native_types_;
    IlWriter::Local no_cleanup_list_ = 0;
};

constexpr uint32_t first_argument = 1;  // after the delegate

std::unexpected<Error> unsupported(uint32_t index, TypeHandle type) {
    return fail(ErrorKind::MarshalDirective, "Cannot marshal 'parameter #" + std::to_string(index + 1) +
                                                 "': Celer does not marshal " + display_name(type) +
                                                 " from native code yet.");
}

bool converts_alone(Native native) {
    return native == Native::Bool || native == Native::AnsiChar || native == Native::Utf8String ||
           native == Native::WideString || native == Native::Function;
}

Result<void> CallInWriter::call_struct_stub(uint32_t index, StructOperation operation) {
    MethodTable* table = plan_.parameters[index].conversion.managed.method_table();
    const NativeLayout* layout = CELER_TRY(native_layout(table));
    const void* stub = CELER_TRY(struct_stub(table, layout));
    il_.load_address(slots_[index].managed);
    il_.argument(first_argument + index);
    il_.constant(static_cast<int32_t>(operation));
    il_.load_address(no_cleanup_list_);
    il_.pointer(stub);
    il_.call_indirect(struct_stub_signature());
    return {};
}

Result<void> CallInWriter::convert_in(uint32_t index) {
    const MarshalledParameter& parameter = plan_.parameters[index];
    const Conversion& conversion = parameter.conversion;
    Slot& slot = slots_[index];
    slot.direct = conversion.native == Native::Same;
    native_types_.push_back(parameter.by_reference ? parameter.declared : conversion.type);
    if (slot.direct) return {};
    bool is_copy = conversion.native == Native::CopiedStruct;
    if (!converts_alone(conversion.native) && !is_copy) return unsupported(index, conversion.managed);
    if (parameter.by_reference) native_types_.back() = primitive_type(ElementType::I);
    slot.managed = il_.new_local(conversion.managed);
    if (parameter.by_reference && !parameter.copies_in) return {};
    if (is_copy) return call_struct_stub(index, StructOperation::ToManaged);
    il_.argument(first_argument + index);
    if (parameter.by_reference) il_.type_op(il::Opcode::Ldobj, conversion.type);
    emit_to_managed(il_, conversion);
    il_.store(slot.managed);
    return {};
}

Result<void> CallInWriter::convert_out(uint32_t index) {
    const MarshalledParameter& parameter = plan_.parameters[index];
    const Conversion& conversion = parameter.conversion;
    if (slots_[index].direct || !parameter.by_reference || !parameter.copies_out) return {};
    if (conversion.native == Native::CopiedStruct) return call_struct_stub(index, StructOperation::ToNative);
    il_.argument(first_argument + index);
    il_.load(slots_[index].managed);
    emit_to_native(il_, conversion);
    il_.type_op(il::Opcode::Stobj, conversion.type);
    return {};
}

Result<CallIn> CallInWriter::make() {
    slots_.resize(plan_.parameters.size());
    no_cleanup_list_ = il_.new_local(interop_type("System.StubHelpers", "CleanupWorkListElement"));
    Native result = plan_.result.native;
    if (result != Native::Same && !converts_alone(result)) return unsupported(UINT32_MAX, plan_.result.managed);
    for (uint32_t i = 0; i < slots_.size(); i++) CELER_TRY_VOID(convert_in(i));
    il_.argument(0);
    for (uint32_t i = 0; i < slots_.size(); i++) {
        if (slots_[i].direct) {
            il_.argument(first_argument + i);
        } else if (plan_.parameters[i].by_reference) {
            il_.load_address(slots_[i].managed);
        } else {
            il_.load(slots_[i].managed);
        }
    }
    il_.call_virtual(invoke_);
    bool returns = plan_.result.managed != TypeHandle(well_known(WellKnown::Void));
    IlWriter::Local native_result = 0;
    if (returns) {
        native_result = il_.new_local(plan_.result.type);
        emit_to_native(il_, plan_.result);
        il_.store(native_result);
    }
    for (uint32_t i = 0; i < slots_.size(); i++) CELER_TRY_VOID(convert_out(i));
    if (returns) il_.load(native_result);
    il_.op(il::Opcode::Ret);
    const MethodSignature* signature = make_signature(plan_.result.type, native_types_, true);
    MethodCode* code = compile_supplied(invoke_, il_.finish(signature));
    code->hides_from_stack_trace = true;
    return CallIn{signature, code->start};
}

}  // namespace

Result<CallIn> make_call_in(MethodDesc* invoke, const CallPlan& plan) {
    return CallInWriter(invoke, plan).make();
}

}  // namespace celer

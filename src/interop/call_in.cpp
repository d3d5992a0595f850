#include "interop/call_in.h"

#include "code/method_code.h"
#include "interop/outgoing.h"
#include "runtime/engine.h"
#include "types/well_known.h"

namespace celer {

namespace {

constexpr uint32_t first_argument = 1;  // after the delegate

// One parameter: a managed local made from the native argument, and written back through it.
class IncomingParameter {
  public:
    IncomingParameter(IlWriter& il, MethodDesc* invoke, const CallPlan& plan, uint32_t index, IlWriter::Local cleanup)
        : il_(il),
          invoke_(invoke),
          plan_(plan),
          parameter_(plan.parameters[index]),
          argument_(first_argument + index),
          cleanup_(cleanup) {}

    TypeHandle native_type() const;
    Result<void> convert_in();
    void pass();
    Result<void> convert_out();

  private:
    const Conversion& conversion() const { return parameter_.conversion; }
    bool is_direct() const { return conversion().native == Native::Same; }
    void load_native();
    Result<void> memory(StructOperation operation);
    Result<void> pointed(StructOperation operation);
    Result<void> object_in();
    Result<void> new_native_object();
    void load_array_count();
    Result<void> elements(StructOperation operation);
    Result<void> array_in();
    Result<void> new_native_array();
    void builder_in();
    bool is_behind_pointer() const {
        NativeShape shape = shape_of(conversion().native);
        return shape == NativeShape::Object || shape == NativeShape::Array || shape == NativeShape::Builder;
    }
    Result<void> pointer_contents_in();
    Result<void> pointer_contents_out();
    Result<void> release_contents();
    Result<void> replace_contents();
    void store_pointer_back();
    void custom(const char* step);
    void custom_in();
    void custom_out();

    IlWriter& il_;
    MethodDesc* invoke_;
    const CallPlan& plan_;
    const MarshalledParameter& parameter_;
    uint32_t argument_;
    IlWriter::Local cleanup_;
    IlWriter::Local managed_ = 0;
    IlWriter::Local pointer_ = 0;  // what the native argument points to, where that is what is converted
    IlWriter::Local count_ = 0;
    IlWriter::Local helper_ = 0;  // custom: the marshaller
    IlWriter::Local object_ = 0;  // custom: the value as an object
};

TypeHandle IncomingParameter::native_type() const {
    if (is_direct()) return parameter_.declared;
    return parameter_.by_reference ? TypeHandle(primitive_type(ElementType::I)) : conversion().type;
}

std::unexpected<Error> not_from_native(const std::string& what) {
    return fail(ErrorKind::MarshalDirective, what + " unmanaged to managed.");
}

std::unexpected<Error> unsupported(TypeHandle type) {
    return fail(ErrorKind::MarshalDirective, "Celer does not marshal " + display_name(type) + " from native code yet.");
}

// -> [the native value], also behind a reference.
void IncomingParameter::load_native() {
    il_.argument(argument_);
    if (parameter_.by_reference) il_.type_op(il::Opcode::Ldobj, conversion().type);
}

Result<void> IncomingParameter::memory(StructOperation operation) {
    MemoryPair pair = new_memory_pair(il_, cleanup_);
    il_.load_address(managed_);
    il_.store(pair.managed);
    if (parameter_.by_reference) {
        il_.argument(argument_);
    } else {
        il_.argument_address(argument_);
        il_.op(il::Opcode::ConvU);
    }
    il_.store(pair.native);
    return emit_memory(il_, conversion(), operation, pair);
}

// --- Classes ---------------------------------------------------------------------------------------------------------

Result<void> IncomingParameter::pointed(StructOperation operation) {
    MemoryPair pair = new_memory_pair(il_, cleanup_);
    if (operation != StructOperation::Release) {
        il_.load(managed_);
        emit_object_data(il_);
        il_.store(pair.managed);
    }
    il_.load(pointer_);
    il_.store(pair.native);
    Conversion as_struct = conversion();
    as_struct.native = Native::CopiedStruct;
    return emit_memory(il_, as_struct, operation, pair);
}

Result<void> IncomingParameter::object_in() {
    IlWriter::Label null = il_.new_label();
    il_.load(pointer_);
    il_.branch(il::Opcode::Brfalse, null);
    emit_new_uninitialized(il_, conversion().managed);
    il_.store(managed_);
    if (parameter_.copies_in) CELER_TRY_VOID(pointed(StructOperation::ToManaged));
    il_.bind(null);
    return {};
}

Result<void> IncomingParameter::new_native_object() {
    const NativeLayout* layout = CELER_TRY(marshalable_layout(conversion().managed.method_table()));
    il_.constant(static_cast<int32_t>(layout->size_bytes));
    il_.store(count_);
    emit_zeroed_memory(il_, count_, pointer_);
    return pointed(StructOperation::ToNative);
}

// --- Arrays ----------------------------------------------------------------------------------------------------------

void IncomingParameter::load_array_count() {
    int32_t constant = static_cast<int32_t>(conversion().count);
    if (conversion().count_parameter < 0) return il_.constant(constant == 0 ? 1 : constant);
    auto source = static_cast<uint32_t>(conversion().count_parameter);
    il_.argument(first_argument + source);
    if (plan_.parameters[source].by_reference) il_.type_op(il::Opcode::Ldobj, plan_.parameters[source].conversion.type);
    il_.op(il::Opcode::ConvI4);
    il_.constant(constant);
    il_.op(il::Opcode::AddOvf);
}

Result<void> IncomingParameter::elements(StructOperation operation) {
    MemoryPair pair = new_memory_pair(il_, cleanup_);
    if (operation != StructOperation::Release) {
        il_.load(managed_);
        emit_array_data(il_);
        il_.store(pair.managed);
    }
    il_.load(pointer_);
    il_.store(pair.native);
    return emit_elements(il_, *conversion().element, operation, pair, count_);
}

Result<void> IncomingParameter::array_in() {
    IlWriter::Label null = il_.new_label();
    il_.load(pointer_);
    il_.branch(il::Opcode::Brfalse, null);
    load_array_count();
    il_.store(count_);
    il_.load(count_);
    il_.type_op(il::Opcode::Newarr, conversion().element->managed);
    il_.store(managed_);
    if (parameter_.copies_in) CELER_TRY_VOID(elements(StructOperation::ToManaged));
    il_.bind(null);
    return {};
}

Result<void> IncomingParameter::new_native_array() {
    IlWriter::Local bytes = il_.new_local(well_known(WellKnown::Int32));
    il_.load(managed_);
    il_.call(find_method(interop_type("System", "Array"), "get_Length"));
    il_.store(count_);
    il_.load(count_);
    il_.constant(static_cast<int32_t>(conversion().element->size_bytes));
    il_.op(il::Opcode::MulOvf);
    il_.store(bytes);
    emit_zeroed_memory(il_, bytes, pointer_);
    return elements(StructOperation::ToNative);
}

// --- Builders --------------------------------------------------------------------------------------------------------

void IncomingParameter::builder_in() {
    bool wide = conversion().native == Native::WideBuilder;
    IlWriter::Label null = il_.new_label();
    il_.load(pointer_);
    il_.branch(il::Opcode::Brfalse, null);
    emit_new_builder(il_, wide, pointer_);
    il_.store(managed_);
    if (parameter_.copies_in) emit_builder_text(il_, wide, managed_, pointer_);
    il_.bind(null);
}

// --- What lies behind pointers ---------------------------------------------------------------------------------------

Result<void> IncomingParameter::pointer_contents_in() {
    pointer_ = il_.new_local(primitive_type(ElementType::I));
    count_ = il_.new_local(well_known(WellKnown::Int32));
    if (!parameter_.by_reference || parameter_.copies_in) {
        load_native();
        il_.store(pointer_);
    }
    NativeShape shape = shape_of(conversion().native);
    if (shape == NativeShape::Object) return object_in();
    if (shape == NativeShape::Array) return array_in();
    builder_in();
    return {};
}

Result<void> IncomingParameter::release_contents() {
    NativeShape shape = shape_of(conversion().native);
    if (shape == NativeShape::Object) return pointed(StructOperation::Release);
    if (shape == NativeShape::Array) return elements(StructOperation::Release);
    return {};
}

// Native code has given its memory away, and gets new memory.
Result<void> IncomingParameter::replace_contents() {
    NativeShape shape = shape_of(conversion().native);
    IlWriter::Label was_null = il_.new_label();
    IlWriter::Label is_null = il_.new_label();
    il_.load(pointer_);
    il_.branch(il::Opcode::Brfalse, was_null);
    CELER_TRY_VOID(release_contents());
    il_.load(pointer_);
    il_.call(interop_services, "Marshal", "FreeCoTaskMem");
    il_.constant(0);
    il_.op(il::Opcode::ConvI);
    il_.store(pointer_);
    il_.bind(was_null);
    il_.load(managed_);
    il_.branch(il::Opcode::Brfalse, is_null);
    if (shape == NativeShape::Object) CELER_TRY_VOID(new_native_object());
    if (shape == NativeShape::Array) CELER_TRY_VOID(new_native_array());
    if (shape == NativeShape::Builder) {
        bool wide = conversion().native == Native::WideBuilder;
        emit_builder_buffer(il_, wide, managed_, pointer_);
        emit_builder_to_native(il_, wide, managed_, pointer_);
    }
    il_.bind(is_null);
    store_pointer_back();
    return {};
}

void IncomingParameter::store_pointer_back() {
    il_.argument(argument_);
    il_.load(pointer_);
    il_.type_op(il::Opcode::Stobj, conversion().type);
}

Result<void> IncomingParameter::pointer_contents_out() {
    if (parameter_.by_reference) return replace_contents();
    IlWriter::Label null = il_.new_label();
    il_.load(pointer_);
    il_.branch(il::Opcode::Brfalse, null);
    NativeShape shape = shape_of(conversion().native);
    if (shape == NativeShape::Object) CELER_TRY_VOID(pointed(StructOperation::ToNative));
    if (shape == NativeShape::Array) CELER_TRY_VOID(elements(StructOperation::ToNative));
    if (shape == NativeShape::Builder) {
        emit_builder_to_native(il_, conversion().native == Native::WideBuilder, managed_, pointer_);
    }
    il_.bind(null);
    return {};
}

// --- Custom marshallers ----------------------------------------------------------------------------------------------

void IncomingParameter::custom(const char* step) {
    il_.load(helper_);
    il_.load_address(object_);
    il_.load_address(pointer_);
    il_.call(stub_helpers, "MngdRefCustomMarshaler", step);
}

void IncomingParameter::custom_in() {
    object_ = il_.new_local(well_known(WellKnown::Object));
    pointer_ = il_.new_local(primitive_type(ElementType::I));
    helper_ = il_.new_local(interop_type(interop_services, "ICustomMarshaler"));
    emit_custom_marshaler(il_, invoke_, parameter_.token, conversion().managed);
    il_.store(helper_);
    if (parameter_.by_reference && !parameter_.copies_in) return;
    load_native();
    il_.store(pointer_);
    custom("ConvertContentsToManaged");
    il_.load(object_);
    il_.type_op(il::Opcode::Castclass, conversion().managed);
    il_.store(managed_);
}

void IncomingParameter::custom_out() {
    if (parameter_.by_reference && parameter_.copies_out) {
        if (parameter_.copies_in) custom("ClearNative");
        il_.load(managed_);
        il_.store(object_);
        custom("ConvertContentsToNative");
        store_pointer_back();
    }
    custom("ClearManaged");
}

// --- The steps -------------------------------------------------------------------------------------------------------

Result<void> IncomingParameter::convert_in() {
    Native native = conversion().native;
    NativeShape shape = shape_of(native);
    if (is_direct()) return {};
    managed_ = il_.new_local(conversion().managed);
    if (native == Native::SafeHandle) return not_from_native("SafeHandles cannot be marshaled from");
    if (native == Native::CriticalHandle) return not_from_native("CriticalHandles cannot be marshaled from");
    if (native == Native::HandleRef) return not_from_native("HandleRefs cannot be marshaled ByRef or from");
    if (native == Native::AsAny) return fail(ErrorKind::MarshalDirective, as_any_only_in);
    if (is_behind_pointer()) return pointer_contents_in();
    if (shape == NativeShape::Custom) {
        custom_in();
        return {};
    }
    if (parameter_.by_reference && !parameter_.copies_in) return {};
    if (shape == NativeShape::Struct) return memory(StructOperation::ToManaged);
    if (shape == NativeShape::StructPointer) {
        il_.argument(argument_);
        il_.type_op(il::Opcode::Ldobj, conversion().managed);
        il_.store(managed_);
        return {};
    }
    if (!converts_to_managed(native)) return unsupported(conversion().managed);
    load_native();
    emit_to_managed(il_, conversion());
    il_.store(managed_);
    return {};
}

void IncomingParameter::pass() {
    if (is_direct()) {
        il_.argument(argument_);
    } else if (parameter_.by_reference) {
        il_.load_address(managed_);
    } else {
        il_.load(managed_);
    }
}

Result<void> IncomingParameter::convert_out() {
    NativeShape shape = shape_of(conversion().native);
    if (shape == NativeShape::Custom) {
        custom_out();
        return {};
    }
    if (is_direct() || !parameter_.copies_out) return {};
    if (is_behind_pointer()) return pointer_contents_out();
    if (!parameter_.by_reference) return {};
    if (shape == NativeShape::Struct) return memory(StructOperation::ToNative);
    if (needs_release(conversion().native) && parameter_.copies_in) {
        load_native();
        emit_release(il_, conversion());
    }
    il_.argument(argument_);
    il_.load(managed_);
    emit_to_native(il_, conversion());
    il_.type_op(il::Opcode::Stobj, conversion().type);
    return {};
}

// --- The whole -------------------------------------------------------------------------------------------------------

class CallInWriter {
  public:
    CallInWriter(MethodDesc* invoke, const CallPlan& plan) : invoke_(invoke), plan_(plan) {}

    Result<CallIn> make();

  private:
    Result<void> parameters();
    Result<void> convert_result();
    Result<void> result_memory();
    void custom_result();
    void custom_result_step(const char* step);

    MethodDesc* invoke_;
    const CallPlan& plan_;
    IlWriter il_;
    std::vector<IncomingParameter> parameters_;
    std::vector<TypeHandle> native_types_;
    IlWriter::Local cleanup_ = 0;
    IlWriter::Local managed_result_ = 0;
    IlWriter::Local native_result_ = 0;
    IlWriter::Local marshaler_ = 0;  // custom: of the result
    IlWriter::Local object_result_ = 0;
};

Result<void> CallInWriter::parameters() {
    for (uint32_t i = 0; i < plan_.parameters.size(); i++) {
        IncomingParameter& parameter = parameters_.emplace_back(il_, invoke_, plan_, i, cleanup_);
        native_types_.push_back(parameter.native_type());
        Result<void> converted = parameter.convert_in();
        if (!converted) return cannot_marshal("parameter #" + std::to_string(i + 1), converted.error());
    }
    return {};
}

// A struct, or an object whose fields go to new native memory.
Result<void> CallInWriter::result_memory() {
    MemoryPair pair = new_memory_pair(il_, cleanup_);
    if (plan_.result.native == Native::CopiedStruct) {
        il_.load_address(managed_result_);
        il_.store(pair.managed);
        il_.load_address(native_result_);
        il_.op(il::Opcode::ConvU);
        il_.store(pair.native);
        return emit_memory(il_, plan_.result, StructOperation::ToNative, pair);
    }
    const NativeLayout* layout = CELER_TRY(native_layout(plan_.result.managed.method_table()));
    IlWriter::Label null = il_.new_label();
    IlWriter::Local size = il_.new_local(well_known(WellKnown::Int32));
    il_.load(managed_result_);
    il_.branch(il::Opcode::Brfalse, null);
    il_.constant(static_cast<int32_t>(layout->size_bytes));
    il_.store(size);
    emit_zeroed_memory(il_, size, native_result_);
    il_.load(managed_result_);
    emit_object_data(il_);
    il_.store(pair.managed);
    il_.load(native_result_);
    il_.store(pair.native);
    Conversion as_struct = plan_.result;
    as_struct.native = Native::CopiedStruct;
    CELER_TRY_VOID(emit_memory(il_, as_struct, StructOperation::ToNative, pair));
    il_.bind(null);
    return {};
}

void CallInWriter::custom_result() {
    object_result_ = il_.new_local(well_known(WellKnown::Object));
    il_.load(managed_result_);
    il_.store(object_result_);
    custom_result_step("ConvertContentsToNative");
}

void CallInWriter::custom_result_step(const char* step) {
    il_.load(marshaler_);
    il_.load_address(object_result_);
    il_.load_address(native_result_);
    il_.call(stub_helpers, "MngdRefCustomMarshaler", step);
}

Result<void> CallInWriter::convert_result() {
    managed_result_ = il_.new_local(plan_.result.managed);
    native_result_ = il_.new_local(plan_.result.type);
    il_.store(managed_result_);
    NativeShape shape = shape_of(plan_.result.native);
    if (shape == NativeShape::Struct || shape == NativeShape::Object) return result_memory();
    if (shape == NativeShape::Custom) {
        custom_result();
        return {};
    }
    if (!converts_to_native(plan_.result.native)) return unsupported(plan_.result.managed);
    il_.load(managed_result_);
    emit_to_native(il_, plan_.result);
    il_.store(native_result_);
    return {};
}

Result<CallIn> CallInWriter::make() {
    IlWriter::Local list = il_.new_local(cleanup_list_type());
    cleanup_ = new_cleanup_address(il_);
    il_.load_address(list);
    il_.store(cleanup_);
    CELER_TRY_VOID(parameters());
    if (plan_.result.native == Native::Custom) {  // exists before the call
        marshaler_ = il_.new_local(interop_type(interop_services, "ICustomMarshaler"));
        emit_custom_marshaler(il_, invoke_, plan_.result_token, plan_.result.managed);
        il_.store(marshaler_);
    }
    il_.argument(0);
    for (IncomingParameter& parameter : parameters_) parameter.pass();
    il_.call_virtual(invoke_);
    if (plan_.returns()) CELER_TRY_VOID(convert_result());
    for (IncomingParameter& parameter : parameters_) CELER_TRY_VOID(parameter.convert_out());
    if (plan_.result.native == Native::Custom) custom_result_step("ClearManaged");
    if (plan_.returns()) il_.load(native_result_);
    il_.op(il::Opcode::Ret);
    const MethodSignature* signature = make_signature(plan_.result.type, native_types_, true);
    MethodCode* code = CELER_TRY(compile_supplied(invoke_, il_.finish(signature), code_flags::hides_from_stack_trace));
    return CallIn{signature, code->start};
}

}  // namespace

Result<CallIn> make_call_in(MethodDesc* invoke, const CallPlan& plan) {
    return CallInWriter(invoke, plan).make();
}

}  // namespace celer

#include "interop/outgoing.h"

#include "base/assert.h"
#include "types/type_info.h"
#include "types/well_known.h"

namespace celer {

namespace {

constexpr uint32_t type_is_abstract = 0x80;  // TypeAttributes
constexpr int32_t array_state_bytes = 64;    // holds CoreLib's MngdNativeArrayMarshaler.MarshalerState

}  // namespace

// --- Handles ---------------------------------------------------------------------------------------------------------

Result<void> check_handle_type(TypeHandle type, const char* use) {
    const TypeInfo& info = *type.method_table()->info;
    if ((info.attributes & type_is_abstract) != 0) {
        return fail(ErrorKind::MarshalDirective, std::string(use) + " cannot be abstract.");
    }
    if (info.constructor != nullptr) return {};
    return fail(ErrorKind::MissingMethod, ".ctor");
}

void emit_new_handle(IlWriter& il, TypeHandle type, IlWriter::Local handle) {
    il.new_object(type.method_table()->info->constructor);
    il.store(handle);
}

void emit_set_handle(IlWriter& il, Native kind, IlWriter::Local handle, IlWriter::Local value) {
    il.load(handle);
    il.load(value);
    if (kind == Native::SafeHandle) return il.call(interop_services, "Marshal", "InitHandle");
    il.field_op(il::Opcode::Stfld, handle_field(kind));
}

void OutgoingParameter::handle_in() {
    if (parameter_.by_reference && !parameter_.copies_in) return;
    load_value();
    il_.store(helper_);
    il_.load(helper_);
    il_.load_address(flag_);
    il_.call(stub_helpers, "StubHelpers", "SafeHandleAddRef");
    il_.store(native_);
    if (parameter_.by_reference) {
        il_.load(native_);
        il_.store(count_);  // as it went in
    }
}

// A handle by reference is replaced only if native code changed it.
void OutgoingParameter::handle_out() {
    IlWriter::Label same = il_.new_label();
    if (parameter_.copies_in) {
        il_.load(native_);
        il_.load(count_);
        il_.branch(il::Opcode::Beq, same);
    }
    emit_set_handle(il_, Native::SafeHandle, object_, native_);
    il_.argument(argument());
    il_.load(object_);
    il_.op(il::Opcode::StindRef);
    il_.bind(same);
}

void OutgoingParameter::critical_handle_out() {
    emit_set_handle(il_, Native::CriticalHandle, object_, native_);
    il_.argument(argument());
    il_.load(object_);
    il_.op(il::Opcode::StindRef);
}

// --- Custom marshallers and AsAny ------------------------------------------------------------------------------------

void emit_custom_marshaler(IlWriter& il, const MethodDesc* method, uint32_t parameter_token, TypeHandle managed) {
    il.pointer(method);
    il.constant(static_cast<int32_t>(parameter_token));
    il.pointer(reinterpret_cast<const void*>(managed.value));
    il.call(stub_helpers, "StubHelpers", "CreateCustomMarshaler", "object (nint, int, nint)");
}

void OutgoingParameter::custom_in() {
    emit_custom_marshaler(il_, call_.method, parameter_.token, managed());
    il_.store(helper_);
    if (!parameter_.copies_in) return;
    load_value();
    il_.store(object_);
    il_.load(helper_);
    il_.load_address(object_);
    il_.load_address(native_);
    il_.call(stub_helpers, "MngdRefCustomMarshaler", "ConvertContentsToNative");
}

void OutgoingParameter::custom_out() {
    if (parameter_.by_reference && parameter_.copies_in) {
        il_.load(helper_);
        il_.load_address(object_);
        il_.load_address(native_);
        il_.call(stub_helpers, "MngdRefCustomMarshaler", "ClearManaged");
    }
    il_.load(helper_);
    il_.load_address(object_);
    il_.load_address(native_);
    il_.call(stub_helpers, "MngdRefCustomMarshaler", "ConvertContentsToManaged");
    if (!parameter_.by_reference) return;
    il_.argument(argument());
    il_.load(object_);
    il_.type_op(il::Opcode::Castclass, managed());
    il_.op(il::Opcode::StindRef);
}

void OutgoingParameter::any_in() {
    constexpr int32_t flag_in = 0x10000000;
    constexpr int32_t flag_out = 0x20000000;
    constexpr int32_t flag_ansi = 0xff0000;
    constexpr int32_t flag_best_fit = 0xff;
    int32_t flags = (parameter_.copies_in ? flag_in : 0) | (parameter_.copies_out ? flag_out : 0) |
                    (parameter_.wide_characters ? 0 : flag_ansi) | flag_best_fit;
    MethodTable* marshaler = interop_type(stub_helpers, "AsAnyMarshaler");
    il_.load_address(helper_);
    il_.load(object_);
    il_.call(find_method(marshaler, ".ctor", "void (nint)"));
    il_.load_address(helper_);
    load_value();
    il_.constant(flags);
    il_.call(find_method(marshaler, "ConvertToNative"));
    il_.store(native_);
}

// --- Builders --------------------------------------------------------------------------------------------------------

void OutgoingParameter::builder_in(bool wide) {
    IlWriter::Label null = il_.new_label();
    if (by_address_ && !parameter_.copies_in) return;
    load_value();
    il_.store(object_);
    il_.load(object_);
    il_.branch(il::Opcode::Brfalse, null);
    emit_builder_buffer(il_, wide, object_, native_);
    if (parameter_.copies_in) emit_builder_to_native(il_, wide, object_, native_);
    il_.bind(null);
}

// By reference a new builder comes back, unless it is null.
void OutgoingParameter::builder_out(bool wide) {
    IlWriter::Label null = il_.new_label();
    il_.load(native_);
    il_.branch(il::Opcode::Brfalse, null);
    if (by_address_) {
        emit_new_builder(il_, wide, native_);
        il_.store(object_);
    }
    emit_builder_text(il_, wide, object_, native_);
    il_.bind(null);
    if (!by_address_) return;
    il_.argument(argument());
    il_.load(object_);
    il_.op(il::Opcode::StindRef);
}

// --- Structs and classes with layout ---------------------------------------------------------------------------------

// The struct of the argument and its native form in native_.
Result<void> OutgoingParameter::memory(StructOperation operation) {
    MemoryPair pair = new_memory_pair(il_, call_.cleanup);
    if (parameter_.by_reference) {
        il_.argument(argument());
    } else {
        il_.argument_address(argument());
    }
    il_.store(pair.managed);
    il_.load_address(native_);
    il_.op(il::Opcode::ConvU);
    il_.store(pair.native);
    return emit_memory(il_, parameter_.conversion, operation, pair);
}

// The fields of `object` and the memory that native_ points to.
Result<void> OutgoingParameter::object_memory(StructOperation operation, IlWriter::Local object) {
    MemoryPair pair = new_memory_pair(il_, call_.cleanup);
    if (operation != StructOperation::Release) {
        il_.load(object);
        emit_object_data(il_);
        il_.store(pair.managed);
    }
    il_.load(native_);
    il_.store(pair.native);
    Conversion as_struct = parameter_.conversion;
    as_struct.native = Native::CopiedStruct;
    return emit_memory(il_, as_struct, operation, pair);
}

Result<void> OutgoingParameter::class_in() {
    if (parameter_.by_reference && !parameter_.copies_in) return {};
    const NativeLayout* layout = CELER_TRY(native_layout(managed().method_table()));
    IlWriter::Label null = il_.new_label();
    load_value();
    il_.store(object_);
    il_.load(object_);
    il_.branch(il::Opcode::Brfalse, null);
    il_.constant(static_cast<int32_t>(layout->size_bytes));
    il_.store(count_);
    emit_zeroed_memory(il_, count_, native_);
    if (parameter_.copies_in) CELER_TRY_VOID(object_memory(StructOperation::ToNative, object_));
    il_.bind(null);
    return {};
}

// By reference a new object comes back.
Result<void> OutgoingParameter::class_out() {
    IlWriter::Label null = il_.new_label();
    if (parameter_.by_reference) {
        il_.op(il::Opcode::Ldnull);
        il_.store(object_);
    }
    il_.load(native_);
    il_.branch(il::Opcode::Brfalse, null);
    if (parameter_.by_reference) {
        emit_new_uninitialized(il_, managed());
        il_.store(object_);
    }
    CELER_TRY_VOID(object_memory(StructOperation::ToManaged, object_));
    il_.bind(null);
    if (!parameter_.by_reference) return {};
    il_.argument(argument());
    il_.load(object_);
    il_.op(il::Opcode::StindRef);
    return {};
}

Result<void> OutgoingParameter::class_release() {
    IlWriter::Label null = il_.new_label();
    il_.load(native_);
    il_.branch(il::Opcode::Brfalse, null);
    CELER_TRY_VOID(object_memory(StructOperation::Release, object_));
    il_.bind(null);
    il_.load(native_);
    il_.call(interop_services, "Marshal", "FreeCoTaskMem");
    return {};
}

// --- Arrays ----------------------------------------------------------------------------------------------------------

Result<void> OutgoingParameter::elements(StructOperation operation, IlWriter::Local array, IlWriter::Local count) {
    MemoryPair first = new_memory_pair(il_, call_.cleanup);
    if (operation != StructOperation::Release) {
        il_.load(array);
        emit_array_data(il_);
        il_.store(first.managed);
    }
    il_.load(native_);
    il_.store(first.native);
    return emit_elements(il_, *parameter_.conversion.element, operation, first, count);
}

Result<void> OutgoingParameter::array_in() {
    if (parameter_.by_reference && !parameter_.copies_in) return {};
    IlWriter::Local bytes = il_.new_local(well_known(WellKnown::Int32));
    IlWriter::Label null = il_.new_label();
    load_value();
    il_.store(object_);
    il_.load(object_);
    il_.branch(il::Opcode::Brfalse, null);
    il_.load(object_);
    il_.call(find_method(interop_type("System", "Array"), "get_Length"));
    il_.store(count_);
    il_.load(count_);
    il_.constant(static_cast<int32_t>(parameter_.conversion.element->size_bytes));
    il_.op(il::Opcode::MulOvf);
    il_.store(bytes);
    emit_zeroed_memory(il_, bytes, native_);
    if (parameter_.copies_in) CELER_TRY_VOID(elements(StructOperation::ToNative, object_, count_));
    il_.bind(null);
    return {};
}

// MarshalAs tells how many elements came back by reference; one, if it says nothing.
void OutgoingParameter::load_array_count() {
    const Conversion& conversion = parameter_.conversion;
    int32_t constant = static_cast<int32_t>(conversion.count);
    if (conversion.count_parameter < 0) return il_.constant(constant == 0 ? 1 : constant);
    const MarshalledParameter& source = call_.plan.parameters[static_cast<size_t>(conversion.count_parameter)];
    il_.argument(call_.first_argument + static_cast<uint32_t>(conversion.count_parameter));
    if (source.by_reference) il_.type_op(il::Opcode::Ldobj, source.conversion.managed);
    il_.op(il::Opcode::ConvI4);
    il_.constant(constant);
    il_.op(il::Opcode::AddOvf);
}

Result<void> OutgoingParameter::array_out() {
    IlWriter::Label null = il_.new_label();
    IlWriter::Label end = il_.new_label();
    il_.load(native_);
    il_.branch(il::Opcode::Brfalse, null);
    if (parameter_.by_reference) {
        load_array_count();
        il_.store(count_);
        il_.load(count_);
        il_.type_op(il::Opcode::Newarr, parameter_.conversion.element->managed);
        il_.store(object_);
    }
    CELER_TRY_VOID(elements(StructOperation::ToManaged, object_, count_));
    il_.branch(il::Opcode::Br, end);
    il_.bind(null);
    il_.op(il::Opcode::Ldnull);
    il_.store(object_);
    il_.bind(end);
    if (!parameter_.by_reference) return {};
    il_.argument(argument());
    il_.load(object_);
    il_.op(il::Opcode::StindRef);
    return {};
}

Result<void> OutgoingParameter::array_release() {
    IlWriter::Label null = il_.new_label();
    il_.load(native_);
    il_.branch(il::Opcode::Brfalse, null);
    CELER_TRY_VOID(elements(StructOperation::Release, object_, count_));
    il_.load(native_);
    il_.call(interop_services, "Marshal", "FreeCoTaskMem");
    il_.bind(null);
    return {};
}

// --- The steps -------------------------------------------------------------------------------------------------------

// [the managed value], also behind a reference.
void OutgoingParameter::load_value() {
    il_.argument(argument());
    if (parameter_.by_reference) il_.type_op(il::Opcode::Ldobj, managed());
}

Result<void> OutgoingParameter::prepare_handle() {
    bool is_safe = native() == Native::SafeHandle;
    object_ = il_.new_local(managed());
    helper_ = il_.new_local(managed());
    flag_ = il_.new_local(well_known(WellKnown::Boolean));
    count_ = il_.new_local(primitive_type(ElementType::I));
    if (!by_address_) return {};
    CELER_TRY_VOID(check_handle_type(
        managed(), is_safe ? "Ref and out SafeHandle parameters" : "Ref and out CriticalHandle parameters"));
    emit_new_handle(il_, managed(), object_);
    if (parameter_.copies_in) return {};
    il_.load(object_);  // native code that fails writes nothing: then the handle stays as its constructor left it
    il_.field_op(il::Opcode::Ldfld, handle_field(native()));
    il_.store(native_);
    return {};
}

Result<void> OutgoingParameter::prepare() {
    TypeHandle word = primitive_type(ElementType::I);
    NativeShape shape = shape_of(native());
    by_address_ = parameter_.by_reference;
    native_type_ = by_address_ ? pointer_to(well_known(WellKnown::Byte)) : parameter_.conversion.type;
    direct_ = native() == Native::Same || shape == NativeShape::StructPointer;
    if (direct_) {
        native_type_ = native() == Native::Same ? parameter_.declared : word;
        return {};
    }
    native_ = il_.new_local(parameter_.conversion.type);
    if (shape == NativeShape::Handle) return prepare_handle();
    if (shape == NativeShape::Object || shape == NativeShape::Array || shape == NativeShape::Builder) {
        object_ = il_.new_local(managed());
        count_ = il_.new_local(well_known(WellKnown::Int32));
    } else if (shape == NativeShape::Custom) {
        object_ = il_.new_local(well_known(WellKnown::Object));
        helper_ = il_.new_local(interop_type(interop_services, "ICustomMarshaler"));
    } else if (shape == NativeShape::Any) {
        object_ = il_.new_local(word);
        il_.constant(array_state_bytes);
        il_.op(il::Opcode::ConvU);
        il_.op(il::Opcode::Localloc);
        il_.store(object_);
        helper_ = il_.new_local(interop_type(stub_helpers, "AsAnyMarshaler"));
    }
    return {};
}

// What is passed where it lies.
bool OutgoingParameter::is_pinned() const {
    return native() == Native::Array || (native() == Native::LayoutClass && !by_address_);
}

void OutgoingParameter::value_in() {
    if (by_address_ && !parameter_.copies_in) return;
    load_value();
    emit_to_native(il_, parameter_.conversion);
    il_.store(native_);
}

Result<void> OutgoingParameter::convert_in() {
    if (direct_) return {};
    switch (shape_of(native())) {
        case NativeShape::Struct:
            return parameter_.copies_in ? memory(StructOperation::ToNative) : Result<void>();
        case NativeShape::Object:
            if (!is_pinned()) return class_in();
            value_in();
            return {};
        case NativeShape::Array:
            if (!is_pinned()) return array_in();
            value_in();
            return {};
        case NativeShape::Builder:
            builder_in(native() == Native::WideBuilder);
            return {};
        case NativeShape::Handle:
            if (native() == Native::SafeHandle) {
                handle_in();
            } else {
                value_in();
            }
            return {};
        case NativeShape::Any:
            any_in();
            return {};
        case NativeShape::Custom:
            custom_in();
            return {};
        case NativeShape::Value:
        case NativeShape::StructPointer:
        case NativeShape::InPlace:
            value_in();
            return {};
    }
    return {};
}

void OutgoingParameter::pass() {
    if (native() == Native::StructPointer) {
        il_.argument_address(argument());
        il_.op(il::Opcode::ConvU);
    } else if (direct_) {
        il_.argument(argument());
    } else if (by_address_) {
        il_.load_address(native_);
        il_.op(il::Opcode::ConvU);
    } else {
        il_.load(native_);
    }
}

void OutgoingParameter::value_out() {
    if (!by_address_) return;
    il_.argument(argument());
    il_.load(native_);
    emit_to_managed(il_, parameter_.conversion);
    il_.type_op(il::Opcode::Stobj, managed());
}

void OutgoingParameter::any_out() {
    il_.load_address(helper_);
    load_value();
    il_.load(native_);
    il_.call(find_method(interop_type(stub_helpers, "AsAnyMarshaler"), "ConvertToManaged"));
}

Result<void> OutgoingParameter::convert_out() {
    if (direct_ || is_pinned() || !parameter_.copies_out) return {};
    switch (shape_of(native())) {
        case NativeShape::Struct:
            return memory(StructOperation::ToManaged);
        case NativeShape::Object:
            return class_out();
        case NativeShape::Array:
            return array_out();
        case NativeShape::Builder:
            builder_out(native() == Native::WideBuilder);
            return {};
        case NativeShape::Handle:
            if (by_address_ && native() == Native::SafeHandle) handle_out();
            if (by_address_ && native() == Native::CriticalHandle) critical_handle_out();
            return {};
        case NativeShape::Any:
            any_out();
            return {};
        case NativeShape::Custom:
            custom_out();
            return {};
        case NativeShape::Value:
        case NativeShape::StructPointer:
        case NativeShape::InPlace:
            value_out();
            return {};
    }
    return {};
}

bool OutgoingParameter::must_release() const {
    switch (shape_of(native())) {
        case NativeShape::Value:
            return needs_release(native());
        case NativeShape::Handle:
            return native() == Native::SafeHandle && (!by_address_ || parameter_.copies_in);
        case NativeShape::Object:
        case NativeShape::Array:
            return !is_pinned();
        case NativeShape::Struct:
        case NativeShape::Builder:
        case NativeShape::Any:
        case NativeShape::Custom:
            return true;
        case NativeShape::StructPointer:
        case NativeShape::InPlace:
            return false;
    }
    return false;
}

void OutgoingParameter::handle_release() {
    IlWriter::Label skip = il_.new_label();
    il_.load(flag_);
    il_.branch(il::Opcode::Brfalse, skip);
    il_.load(helper_);
    il_.call(stub_helpers, "StubHelpers", "SafeHandleRelease");
    il_.bind(skip);
}

Result<void> OutgoingParameter::release() {
    if (!must_release()) return {};
    switch (shape_of(native())) {
        case NativeShape::Struct:
            return memory(StructOperation::Release);
        case NativeShape::Object:
            return class_release();
        case NativeShape::Array:
            return array_release();
        case NativeShape::Handle:
            handle_release();
            return {};
        case NativeShape::Any:
            il_.load_address(helper_);
            il_.load(native_);
            il_.call(find_method(interop_type(stub_helpers, "AsAnyMarshaler"), "ClearNative"));
            return {};
        case NativeShape::Custom:
            il_.load(helper_);
            il_.load_address(object_);
            il_.load_address(native_);
            il_.call(stub_helpers, "MngdRefCustomMarshaler", "ClearNative");
            return {};
        case NativeShape::Value:
        case NativeShape::Builder:
        case NativeShape::StructPointer:
        case NativeShape::InPlace:
            il_.load(native_);
            emit_release(il_, parameter_.conversion);
            return {};
    }
    return {};
}

}  // namespace celer

// What the intrinsics become.
#include "import/arithmetic.h"
#include "import/arrays.h"
#include "import/call_emission.h"
#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/handles.h"
#include "import/import_state.h"
#include "import/intrinsic_operations.h"
#include "import/intrinsics.h"
#include "import/memory.h"
#include "import/objects.h"
#include "import/scalar_instructions.h"
#include "import/type_facts.h"
#include "object/object.h"
#include "platform/instruction_sets.h"

namespace celer {

namespace {

bool is_integer_element(ElementType element) {
    return (element >= ElementType::Boolean && element <= ElementType::U8) || element == ElementType::I ||
           element == ElementType::U;
}

bool holds_references(MethodTable* table, int depth = 0) {
    if (table->contains_gc_pointers()) return true;
    if (!table->is_by_ref_like() || depth > 16) return false;
    for (uint32_t i = 0; i < table->info->field_count; ++i) {
        FieldDesc& field = table->info->fields[i];
        if (field.is_static()) continue;
        if (field.element == ElementType::ByRef || field.element == ElementType::TypedByRef) return true;
        Result<TypeHandle> type = field_type(&field);
        if (type && type->is_value_type() && type->method_table() != table &&
            holds_references(type->method_table(), depth + 1)) {
            return true;
        }
    }
    return false;
}

bool is_vector_element(TypeHandle type) {
    MethodTable* table = type.method_table();
    if (table == nullptr || !table->is_true_primitive()) return false;
    ElementType e = table->element;
    return (e >= ElementType::I1 && e <= ElementType::R8) || e == ElementType::I || e == ElementType::U;
}

// The type of a value that is an enum's box, or null.
MethodTable* boxed_enum(const ImportedCode& code, const Value& value) {
    if (value.kind != Kind::Ref || value.end == 0) return nullptr;
    const Inst& last = code.insts[value.end - 1];
    return last.op == Op::Box && last.type->is_enum() ? last.type : nullptr;
}

}  // namespace

// One expansion: `target` is about to be called with its arguments on the stack. Functions return false to leave the
// call alone.
struct IntrinsicExpander {
    ImportState& state;
    EvaluationStack& in;
    TypeFacts& types;
    ArithmeticOperations& arithmetic;
    MemoryOperations& memory;
    ArrayOperations& arrays;
    ObjectOperations& objects;
    Handles& handles;
    CallEmission& calls;
    IntrinsicOperations& intrinsics;
    ImportScratch& scratch;
    MethodDesc* target;
    const MethodSignature* signature;
    uint32_t row;

    uint32_t parameters() const { return signature->parameter_count; }
    TypeHandle argument(uint32_t i) const {
        return target->instantiation != nullptr && i < target->instantiation->count
                   ? target->instantiation->arguments[i]
                   : TypeHandle();
    }

    bool constant(int64_t value) {
        for (uint32_t i = 0; i < parameters() + signature->has_this; ++i) in.drop();
        in.push_integer(Kind::I4, value);
        return true;
    }
    bool is_known_constant() {
        if (!state.options.for_optimizer) return constant(0);
        if (in.top().known == Known::Integer || in.top().known == Known::Null) return constant(1);
        in.emit(Op::IsKnownConstant, Kind::I4);
        in.push_result(1, Kind::I4, true);
        return true;
    }
    bool compare_references(Condition condition) {
        if (!in.coerce(Kind::Ref) || !in.coerce_below(1, Kind::Ref)) return true;
        arithmetic.compare(condition);
        return true;
    }
    bool compare_addresses(Condition condition) {
        if (!in.coerce(Kind::I8) || !in.coerce_below(1, Kind::I8)) return true;
        arithmetic.compare(condition);
        return true;
    }
    bool retype(Kind kind) {
        if (in.coerce(kind)) in.top().forget_type();
        return true;
    }

    bool known_type(Expansion expansion) {
        if (in.top().known != Known::TypeObject) return false;
        MethodTable* table = in.top().subject.method_table();
        if (expansion == Expansion::TypeHandleOf) {
            TypeHandle type = in.top().subject;
            in.drop();
            handles.push_type_token(type);
            return true;
        }
        if (in.top().subject.contains_variables() && table == nullptr) return false;
        bool answer = false;
        if (table != nullptr && expansion == Expansion::TypeIsValueType) {
            answer = table->is_value_type();
        } else if (table != nullptr && expansion == Expansion::TypeIsPrimitive) {
            answer = table->is_true_primitive();  // void, too: CoreCLR's compiler says so, its library does not
        } else if (table != nullptr) {
            answer = table->is_enum();
        }
        return constant(answer);
    }

    bool references_in(TypeHandle type) {
        if (type.is_null()) return false;
        if (!type.is_value_type()) return constant(type.is_reference());
        if (!state.loaded(type.method_table(), LoadLevel::Layout)) return true;
        return constant(holds_references(type.method_table()));
    }

    bool enum_equals() {
        MethodTable* table = argument(0).method_table();
        if (table == nullptr || !table->is_enum() || !is_integer_element(table->element)) return false;
        arithmetic.compare(Condition::Eq);
        return true;
    }

    // Of two boxes of one type, which are not made then: (value & flag) == flag.
    bool has_flag() {
        if (in.size() < 2) return false;
        MethodTable* type = boxed_enum(state.code, in.top());
        if (type == nullptr || boxed_enum(state.code, in.top(1)) != type || !is_integer_element(type->element))
            return false;
        auto unbox = [&] {
            objects.unbox_any(TypeHandle(type));
            return !state.is_invalid;
        };
        if (!unbox() || !in.operate_below(1, unbox)) return true;
        uint32_t flag = in.new_temporary(in.top().kind, {});
        in.store_variable(flag);
        in.push_variable(flag);
        arithmetic.binary(Op::And);
        in.push_variable(flag);
        arithmetic.compare(Condition::Eq);
        return true;
    }

    bool method_table_of() {
        if (!in.coerce(Kind::Ref)) return true;
        uint8_t flags = base_flags(in.top());
        in.emit(Op::ObjectType, Kind::I8).flags = flags;
        in.push_result(1, Kind::I8, false);
        return true;
    }

    // ReadOnlySpan<T> over the data of a field in the image.
    bool create_span() {
        if (in.top().known != Known::FieldToken) return false;
        FieldDesc* field = in.top().field;
        if (!(field->flags & field_flags::has_rva)) return false;
        MethodTable* span = signature->return_type.method_table();
        if (span == nullptr || !state.loaded(span, LoadLevel::Layout)) return span != nullptr;
        FieldDesc* reference = find_field(span, "_reference");
        FieldDesc* length = find_field(span, "_length");
        Result<TypeHandle> data = field_type(field);
        Shape data_shape, element;
        if (reference == nullptr || length == nullptr || !data || !types.struct_shape(*data, data_shape) ||
            !types.struct_shape(argument(0), element)) {
            return state.ended;
        }
        if (field->owner->module->rva_data(field->offset, data_shape.size_bytes) == nullptr) return false;
        in.drop();
        uint32_t variable = in.new_temporary(Kind::Struct, span);
        auto store_part = [&](FieldDesc* part, Kind kind, ElementType memory, auto&& push_part) {
            in.emit(Op::VarAddress, Kind::ByRef).target = variable;
            ++scratch.address_uses[variable];
            push_part();
            Inst& store = in.emit(Op::Store, kind);
            store.element = memory;
            store.imm = part->offset;
            store.field = part;
            store.flags = inst_flags::on_stack_base | inst_flags::non_null_base;
        };
        store_part(reference, Kind::ByRef, ElementType::ByRef, [&] {
            Inst& address = in.emit(Op::RvaAddress, Kind::ByRef);
            address.imm = field->offset;
            address.field = field;
            address.module = field->owner->module;
        });
        store_part(length, Kind::I4, ElementType::I4,
                   [&] { in.emit(Op::ConstI4, Kind::I4).imm = data_shape.size_bytes / element.size_bytes; });
        in.push_variable(variable);
        return true;
    }

    // Copies the data when the array is a new one of known length; else CoreLib checks and copies.
    bool initialize_array() {
        if (in.top().known != Known::FieldToken || !in.require(2)) return false;
        FieldDesc* field = in.top().field;
        const Value& array = in.top(1);
        MethodTable* table = array.type.method_table();
        if (!(field->flags & field_flags::has_rva) || array.array_length < 0 || table == nullptr ||
            !table->is_sz_array())
            return false;
        Result<TypeHandle> data = field_type(field);
        Shape shape;
        if (!data || !types.struct_shape(*data, shape)) return state.ended;
        uint64_t size = static_cast<uint64_t>(array.array_length) * table->component_size();
        if (table->contains_gc_pointers() || size > shape.size_bytes) return false;
        if (field->owner->module->rva_data(field->offset, static_cast<uint32_t>(size)) == nullptr) return false;
        in.drop();
        memory.add_offset(array_data_offset, false);
        Inst& address = in.emit(Op::RvaAddress, Kind::I8);
        address.imm = field->offset;
        address.field = field;
        address.module = field->owner->module;
        in.push(Kind::I8);
        in.push_integer(Kind::I8, static_cast<int64_t>(size));
        memory.copy_block(false);
        return true;
    }

    // Activator.CreateInstance<T>: a value type without a constructor of its own is its default value.
    bool default_instance() {
        MethodTable* table = argument(0).method_table();
        if (parameters() != 0 || table == nullptr || !table->is_value_type()) return false;
        if (!state.loaded(table, LoadLevel::Complete)) return true;
        if (table->info->constructor != nullptr) return false;
        Shape shape;
        if (!types.struct_shape(table, shape)) return true;
        uint32_t variable = in.new_temporary(shape.kind, table);
        in.emit(Op::ClearVar, shape.kind).target = variable;
        in.push_variable(variable);
        return true;
    }

    bool array_data() {
        if (parameters() != 1 || signature->parameters[0] == TypeHandle(well_known(WellKnown::Array))) return false;
        if (!in.coerce(Kind::Ref)) return true;
        memory.add_offset(array_data_offset, !in.top().non_null);
        return true;
    }

    bool unsafe_as() {
        if (target->instantiation == nullptr) return false;
        if (target->instantiation->count == 2) return retype(Kind::ByRef);
        Value& value = in.top();
        if (!in.coerce(Kind::Ref)) return true;
        if (value.type != argument(0)) {
            value.type = argument(0);
            value.exact = false;
        }
        return true;
    }

    // [address, index] scaled by the element unless in bytes.
    bool pointer(bool add, bool in_bytes) {
        if (!in.require(2)) return true;
        Kind address = in.top(1).kind == Kind::I8 || in.top(1).kind == Kind::I4 ? Kind::I8 : Kind::ByRef;
        if (!in.coerce_below(1, address)) return true;
        Shape element;
        element.size_bytes = 1;
        if (!in_bytes && !types.struct_shape(argument(0), element)) return true;
        in.to_pointer_size(0);
        if (element.size_bytes != 1) {
            in.push_integer(Kind::I8, element.size_bytes);
            arithmetic.binary(Op::Mul);
        }
        if (state.is_invalid) return true;
        // A constant becomes an offset.
        if (in.top().known == Known::Integer && in.droppable(in.top()) && address == Kind::ByRef) {
            int64_t offset = add ? in.top().imm : -in.top().imm;
            if (offset >= 0 && offset < null_guard_bytes) {
                in.drop();
                memory.add_offset(static_cast<uint32_t>(offset), false);
                return true;
            }
        }
        arithmetic.binary(add ? Op::Add : Op::Sub);
        return true;
    }

    bool byte_offset() {
        if (!in.coerce(Kind::I8) || !in.coerce_below(1, Kind::I8)) return true;
        arithmetic.binary(Op::Sub);
        arithmetic.unary(Op::Neg);
        return true;
    }

    bool read(uint8_t prefix) {
        state.prefixes.used |= prefix;
        memory.load_object(signature->return_type);
        return true;
    }
    bool write(uint8_t prefix) {
        state.prefixes.used |= prefix;
        memory.store_object(signature->parameters[1]);
        return true;
    }

    // [address, value] or [address, value, comparand].
    bool atomic(IntrinsicOp op) {
        uint32_t values = op == IntrinsicOp::CompareExchange ? 2 : 1;
        if (parameters() != values + 1) return false;
        TypeHandle type = signature->parameters[1];
        Shape shape = shape_of(type);
        if (shape.kind != Kind::I4 && shape.kind != Kind::I8 && shape.kind != Kind::Ref) return false;
        for (uint32_t i = 0; i < values; ++i) {
            if (!in.coerce_below(i, shape.kind)) return true;
            in.retype(i);
        }
        if (!in.coerce_below(values, Kind::ByRef)) return true;
        Inst& inst = in.emit(Op::Intrinsic, shape.kind);
        inst.small = static_cast<uint8_t>(op);
        inst.element = shape.element;
        for (uint32_t i = 0; i <= values; ++i) in.pop();
        in.push_shape(shape);
        if (shape.size_bytes < 4) arithmetic.convert(shape.element, false, false);
        return true;
    }
    // Exchange-add gives the old value; these want the new one.
    bool add_constant(int64_t amount) {
        Shape shape = shape_of(signature->return_type);
        if (parameters() != 1 || (shape.kind != Kind::I4 && shape.kind != Kind::I8) || !in.coerce(Kind::ByRef))
            return state.is_invalid;
        in.push_integer(shape.kind, amount);
        exchange_add(shape);
        in.push_integer(shape.kind, amount);
        arithmetic.binary(Op::Add);
        return true;
    }
    bool add_value() {
        Shape shape = shape_of(signature->return_type);
        if (parameters() != 2 || (shape.kind != Kind::I4 && shape.kind != Kind::I8)) return false;
        if (!in.coerce(shape.kind) || !in.coerce_below(1, Kind::ByRef)) return true;
        uint32_t amount = in.new_temporary(shape.kind, {});
        in.store_variable(amount);
        in.push_variable(amount);
        exchange_add(shape);
        in.push_variable(amount);
        arithmetic.binary(Op::Add);
        return true;
    }
    void exchange_add(const Shape& shape) {
        Inst& inst = in.emit(Op::Intrinsic, shape.kind);
        inst.small = static_cast<uint8_t>(IntrinsicOp::ExchangeAdd);
        inst.element = shape.element;
        in.pop();
        in.pop();
        in.push_shape(shape);
    }
    bool barrier(IntrinsicOp op) {
        if (parameters() != 0) return false;
        in.emit(Op::Intrinsic).small = static_cast<uint8_t>(op);
        return true;
    }

    bool float_bits(BitsOp op) {
        Shape shape = shape_of(signature->return_type);
        if (parameters() != 1 || (shape.kind != Kind::F4 && shape.kind != Kind::F8)) return false;
        if (!in.coerce(shape.kind)) return true;
        in.emit(Op::Bits, shape.kind).small = static_cast<uint8_t>(op);
        in.push_result(1, shape.kind, true);
        return true;
    }
    bool reciprocal(bool of_root) {
        VectorInstructionId id = reciprocal_instruction(of_root, in.top().kind);
        if (id != VectorInstructionId::None) return intrinsics.operate_on_scalar(id, in.top().kind);
        if (of_root && !float_bits(BitsOp::Sqrt)) return false;
        Kind kind = in.top().kind;
        uint32_t variable = in.new_temporary(kind, {});
        in.store_variable(variable);
        bool wide = kind == Kind::F8;
        in.emit(wide ? Op::ConstF8 : Op::ConstF4, kind).imm = wide ? 0x3ff0000000000000 : 0x3f800000;
        in.push(kind, {}, true);
        in.push_variable(variable);
        arithmetic.binary(Op::Div);
        return true;
    }
    // CoreCLR uses the fused instruction where the machine has it; so does Math.FusedMultiplyAdd.
    bool multiply_add() {
        if (!may_fuse_multiply_add()) {
            Kind kind = in.top().kind;
            uint32_t addend = in.new_temporary(kind, {});
            in.store_variable(addend);
            arithmetic.binary(Op::Mul);
            in.push_variable(addend);
            arithmetic.binary(Op::Add);
            return true;
        }
        bool wide = signature->return_type.verification_type() == ElementType::R8;
        Result<MethodTable*> math = find_type(corelib(), "System", wide ? "Math" : "MathF");
        MethodDesc* fused = math ? find_method(*math, "FusedMultiplyAdd") : nullptr;
        if (fused == nullptr) return false;
        Result<const MethodSignature*> own = method_signature(fused);
        if (!own) return false;
        calls.emit_call(fused, *own, CallKind::Direct, false);
        return true;
    }
    // BigMul(ulong, ulong, out ulong low) -> high
    bool big_mul() {
        if (parameters() != 3 || signature->parameters[0] != signature->parameters[1] ||
            signature->parameters[0].verification_type() != ElementType::U8) {
            return false;
        }
        if (!in.coerce(Kind::ByRef) || !in.coerce_below(1, Kind::I8) || !in.coerce_below(2, Kind::I8)) return true;
        uint32_t low = in.new_temporary(Kind::ByRef, {});
        in.store_variable(low);
        uint32_t b = in.new_temporary(Kind::I8, {});
        in.store_variable(b);
        uint32_t a = in.new_temporary(Kind::I8, {});
        in.store_variable(a);
        in.push_variable(low);
        in.push_variable(a);
        in.push_variable(b);
        arithmetic.binary(Op::Mul);
        Shape shape;
        shape.kind = Kind::I8;
        shape.element = ElementType::I8;
        shape.size_bytes = 8;
        memory.store_indirect(shape);
        in.push_variable(a);
        in.push_variable(b);
        in.emit(Op::Bits, Kind::I8).small = static_cast<uint8_t>(BitsOp::BigMulHighUn);
        in.push_result(2, Kind::I8, true);
        return true;
    }

    bool integer_bits(BitsOp op, bool counts) {
        Kind kind = shape_of(signature->parameters[0]).kind;
        uint32_t count = op == BitsOp::RotateLeft || op == BitsOp::RotateRight ? 2 : 1;
        if (parameters() != count || (kind != Kind::I4 && kind != Kind::I8)) return false;
        if (op == BitsOp::ByteSwap && shape_of(signature->parameters[0]).size_bytes < 4) return false;
        if (count == 2 && !in.coerce(Kind::I4)) return true;
        if (!in.coerce_below(count - 1, kind)) return true;
        in.emit(Op::Bits, kind).small = static_cast<uint8_t>(op);
        in.push_result(count, counts ? Kind::I4 : kind, true);
        return true;
    }

    bool vector_count() {
        const Instantiation* own = target->owner->info->instantiation;
        if (own == nullptr || !is_vector_element(own->arguments[0])) return false;
        if (!state.loaded(target->owner, LoadLevel::Layout)) return true;
        uint32_t size = own->arguments[0].method_table()->instance_field_bytes;
        return size == 0 ? false
                         : constant(target->owner->instance_field_bytes / shape_of(own->arguments[0]).size_bytes);
    }
    bool vector_supported() {
        const Instantiation* own = target->owner->info->instantiation;
        return own != nullptr && constant(is_vector_element(own->arguments[0]));
    }

    bool array_length() {
        if (!in.coerce(Kind::Ref)) return true;
        arrays.load_length();
        arithmetic.convert(ElementType::I4, true, false);  // all dimensions together may have more elements
        return true;
    }
    bool string_length() {
        if (!in.coerce(Kind::Ref)) return true;
        uint8_t flags = base_flags(in.top());
        in.emit(Op::StringLength, Kind::I4).flags = flags;
        in.push_result(1, Kind::I4, false);
        return true;
    }

    bool string_char() {
        if (!in.coerce(Kind::I4) || !in.coerce_below(1, Kind::Ref)) return true;
        uint8_t flags = base_flags(in.top(1));
        in.emit(Op::StringChar, Kind::I4).flags = flags;
        in.push_result(2, Kind::I4, false);
        return true;
    }
    // The element of a span: an address.
    bool span_element() {
        Shape element;
        if (!types.struct_shape(target->owner->info->instantiation->arguments[0], element)) return true;
        if (!in.coerce(Kind::I4) || !in.coerce_below(1, Kind::ByRef)) return true;
        uint8_t flags = base_flags(in.top(1));
        Inst& inst = in.emit(Op::SpanElement, Kind::ByRef);
        inst.flags = flags;
        inst.imm = element.size_bytes;
        in.push_result(2, Kind::ByRef, false);
        in.top().type = signature->return_type;
        return true;
    }

    bool convert_to_integer() {
        ElementType element = argument(0).verification_type();
        if (element == ElementType::I) element = ElementType::I8;
        if (element == ElementType::U) element = ElementType::U8;
        if (!argument(0).is_value_type() || !argument(0).method_table()->is_true_primitive() ||
            !is_integer_element(element))
            return false;
        arithmetic.convert(element, false, false);
        return true;
    }

    bool convert_to_integer_native() {
        ElementType element = argument(0).verification_type();
        bool wide = element == ElementType::I8 || element == ElementType::I;
        bool wide_unsigned = element == ElementType::U8 || element == ElementType::U;
        if (!can_encode_vectors()) return convert_to_integer();
        if (wide_unsigned || element == ElementType::U4) return truncate_to_unsigned(wide_unsigned);
        intrinsics.truncate_natively(wide ? Kind::I8 : Kind::I4);
        return wide || element == ElementType::I4 || convert_to_integer();
    }
    bool truncate_to_unsigned(bool wide) {
        Kind to = wide ? Kind::I8 : Kind::I4;
        VectorInstructionId id = truncation_to_unsigned(in.top().kind, to);
        return id != VectorInstructionId::None ? intrinsics.operate_on_scalar(id, to) : convert_to_integer();
    }

    bool type_from_handle() {
        if (in.top().known != Known::TypeToken) return false;
        TypeHandle type = in.top().subject;
        in.drop();
        handles.push_type_object(type);
        return true;
    }
    bool bitwise_equatable() {
        TypeHandle type = argument(0);
        return constant(type.is_value_type() && is_integer_element(type.method_table()->element));
    }
    bool unsupported(std::string message, ErrorKind kind = ErrorKind::NotSupported) {
        calls.throw_error({kind, std::move(message), {}});
        return true;
    }
    // The same bits as another type: through a variable, or from one kind of register to the other.
    bool bit_cast() {
        if (target->instantiation == nullptr || target->instantiation->count != 2) return false;
        Shape from, to;
        if (!types.struct_shape(argument(0), from) || !types.struct_shape(argument(1), to)) return true;
        if (from.size_bytes != to.size_bytes || from.size_bytes == 0) return false;
        if (from.kind == Kind::Ref || to.kind == Kind::Ref || !in.coerce(from.kind, from.type)) return state.ended;
        bool is_word = from.kind == Kind::I4 || from.kind == Kind::I8;
        if (from.kind == to.kind && is_word && from.size_bytes >= 4) return true;
        VectorInstructionId move = move_between_registers(from.kind, to.kind);
        if (move != VectorInstructionId::None) return intrinsics.operate_on_scalar(move, to.kind);
        uint32_t variable = in.new_temporary(from.kind, argument(0));
        in.store_variable(variable);
        in.push_variable_address(variable);
        state.prefixes.used |= prefixes::unaligned;
        memory.load_object(argument(1));
        return true;
    }
    bool return_address() {
        in.emit(Op::Intrinsic, Kind::I8).small = static_cast<uint8_t>(IntrinsicOp::ReturnAddress);
        in.push(Kind::I8);
        return true;
    }

    bool expand(Expansion expansion);
};

bool IntrinsicExpander::expand(Expansion expansion) {
    switch (expansion) {
#define CELER_EXPANSION(name, action) \
    case Expansion::name:             \
        return action;
#include "import/expansions.def"
#undef CELER_EXPANSION
    }
    return false;
}

bool IntrinsicOperations::expand_intrinsic(MethodDesc* target, const MethodSignature* signature) {
    Intrinsic intrinsic = intrinsic_of(target);
    if (intrinsic.expansion == Expansion::None) [[likely]]
        return false;
    if (!calls_.arguments_fit(signature)) return false;  // the call tells
    return IntrinsicExpander{state_,   stack_, types_, arithmetic_, memory_, arrays_,   objects_,
                             handles_, calls_, *this,  scratch_,    target,  signature, intrinsic.row}
        .expand(intrinsic.expansion);
}

}  // namespace celer

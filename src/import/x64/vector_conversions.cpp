// Vectors as structs of System.Numerics, and between integers and floats.
#include <algorithm>
#include <iterator>

#include "import/x64/vector_expander.h"
#include "platform/instruction_sets.h"
#include "types/assembly.h"

namespace celer {

namespace {

using Id = VectorInstructionId;

constexpr uint32_t vector_bytes_of_structs = 16;
constexpr uint32_t most_struct_parameters = 2;
constexpr std::string_view vector_structs[] = {"Vector2", "Vector3", "Vector4"};
// None of them is declined, whatever its overload.
constexpr std::string_view struct_methods[] = {
    "op_Addition",   "op_Subtraction", "op_Multiply",  "op_Division",    "op_UnaryNegation",  "op_Equality",
    "op_Inequality", "op_BitwiseAnd",  "op_BitwiseOr", "op_ExclusiveOr", "op_OnesComplement", "Dot"};

}  // namespace

bool is_vector_struct(const MethodTable* table) {
    return table->is_value_type() && table->info->instantiation == nullptr &&
           type_namespace(table) == "System.Numerics" &&
           std::ranges::find(vector_structs, type_name(table)) != std::end(vector_structs);
}

bool is_vector_struct_method(std::string_view name_space, std::string_view type, std::string_view method) {
    return name_space == "System.Numerics" && std::ranges::find(vector_structs, type) != std::end(vector_structs) &&
           std::ranges::find(struct_methods, method) != std::end(struct_methods);
}

// --- Structs

// A method of Vector2, Vector3 or Vector4 as that of Vector128<float>. What is above their elements is zero, and
// dropped.
bool VectorExpander::expand_for_struct(uint32_t row) {
    Result<MethodTable*> typical = find_type(corelib(), "System.Runtime.Intrinsics", "Vector128`1");
    if (!typical) return false;
    TypeHandle single = primitive_type(ElementType::R4);
    Result<MethodTable*> vector = instantiate(*typical, {&single, 1});
    if (!vector || !state.loaded(*vector, LoadLevel::Layout) || !work_on(*vector)) return state.ended;
    const MethodSignature* own = signature;
    struct {
        MethodSignature signature;
        TypeHandle second;
    } lifted = {*own, {}};
    if (own->parameter_count > most_struct_parameters) return false;
    if (!lift_arguments(vector_, lifted.signature)) return state.ended;
    signature = &lifted.signature;
    bool done = run(row);
    signature = own;
    if (done && !state.ended && own->return_type.is_value_type() && is_vector_struct(own->return_type.method_table()))
        store_struct(own->return_type);
    return done;
}

bool VectorExpander::lift_arguments(TypeHandle vector, MethodSignature& lifted) {
    uint32_t kept[most_struct_parameters];
    for (uint32_t i = signature->parameter_count; i-- > 0;) {
        Shape shape;
        if (!types.struct_shape(signature->parameters[i], shape) || !in.coerce(shape.kind, shape.type)) return false;
        kept[i] = keep();
    }
    for (uint32_t i = 0; i < signature->parameter_count; i++) {
        lifted.parameters[i] = is_scalar(i) ? signature->parameters[i] : vector;
        is_scalar(i) ? in.push_variable(kept[i]) : load_struct(kept[i], vector);
    }
    if (lifted.return_type.is_value_type() && is_vector_struct(lifted.return_type.method_table()))
        lifted.return_type = vector;
    return true;
}

// The struct of 2, 3 or 4 floats in the variable becomes a vector, with zeros above.
void VectorExpander::load_struct(uint32_t variable, TypeHandle vector) {
    constexpr uint32_t third_element = 8;
    constexpr int64_t to_third_with_zero_above = 0x28;
    uint32_t size = state.code.variables[variable].size_bytes;
    in.push_variable_address(variable);
    if (size == vector_bytes_of_structs) {
        state.prefixes.used |= prefixes::unaligned;
        return memory.load_object(vector);
    }
    emit(Id::MOVQ_LD, 1, Kind::Vector, vector, vector_bytes_of_structs);
    if (size == third_element) return;
    in.push_variable_address(variable);
    memory.add_offset(third_element, false);
    memory.load_object(primitive_type(ElementType::R4));
    emit(Id::INSERTPS, 2, Kind::Vector, vector, vector_bytes_of_structs).imm = to_third_with_zero_above;
}

void VectorExpander::store_struct(TypeHandle type) {
    uint32_t variable = keep();
    in.push_variable_address(variable);
    state.prefixes.used |= prefixes::unaligned;
    memory.load_object(type);
}

bool VectorExpander::from_struct() {
    TypeHandle type = signature->parameters[0];
    if (bytes_ != vector_bytes_of_structs || !type.is_value_type() ||
        type.method_table()->info->instantiation != nullptr)
        return false;
    Shape shape;
    if (!types.struct_shape(type, shape) || !in.coerce(shape.kind, shape.type)) return state.ended;
    if (shape.kind != Kind::Struct || shape.size_bytes > vector_bytes_of_structs) return false;
    load_struct(keep(), vector_);
    return true;
}

bool VectorExpander::to_struct() {
    TypeHandle type = signature->return_type;
    if (signature->parameter_count != 1 || bytes_ != vector_bytes_of_structs || !type.is_value_type()) return false;
    if (vector_bytes(signature->parameters[0]) != bytes_ || !state.loaded(type.method_table(), LoadLevel::Layout))
        return state.ended;
    if (type.method_table()->instance_field_bytes > bytes_ || !coerce_vector()) return state.ended;
    store_struct(type);
    return true;
}

bool VectorExpander::dot() {
    uint32_t bytes = 0;
    if (signature->parameter_count != 2 || !is_scalar_type(signature->return_type)) return false;
    if (vector_bytes(signature->parameters[0]) != bytes_ || vector_bytes(signature->parameters[1]) != bytes_)
        return state.ended;
    if (!coerce_arguments(bytes)) return true;
    multiply_top();
    return sum_top();
}

// --- Numbers

// NaN becomes 0, what is too large the nearest limit. The instruction gives the least integer for all of these.
bool VectorExpander::to_int32() {
    constexpr int64_t two_to_31 = 0x4f000000;
    if (element_ != 8 || signature->parameter_count != 1 || !coerce_vector()) return state.ended;
    uint32_t value = keep();
    in.push_variable(value);
    in.push_variable(value);
    in.push_variable(value);
    operate(Id::CMPPS_ORD, 2);
    operate(Id::PAND, 2);
    operate(Id::CVTTPS2DQ, 1);
    in.push_variable(value);
    push_repeated(5, two_to_31);
    operate(Id::CMPPS_GE, 2);
    operate(Id::PXOR, 2);
    return true;
}

// Below 2^31, or less that; from 2^32 on all bits.
bool VectorExpander::to_uint32() {
    constexpr int64_t two_to_31 = 0x4f000000;
    constexpr int64_t two_to_32 = 0x4f800000;
    constexpr int64_t sign_bit = 31;
    if (element_ != 8 || signature->parameter_count != 1 || !coerce_vector()) return state.ended;
    operate(Id::ZERO, 0);
    operate(Id::MAXPS, 2);  // zero for NaN
    uint32_t value = keep();
    in.push_variable(value);
    operate(Id::CVTTPS2DQ, 1);
    uint32_t small = keep();
    in.push_variable(small);
    in.push_variable(value);
    push_repeated(5, two_to_31);
    operate(Id::SUBPS, 2);
    operate(Id::CVTTPS2DQ, 1);
    in.push_variable(small);
    operate(Id::PSRAD_I, 1).imm = sign_bit;
    operate(Id::PAND, 2);
    operate(Id::POR, 2);
    in.push_variable(value);
    push_repeated(5, two_to_32);
    operate(Id::CMPPS_GE, 2);
    operate(Id::POR, 2);
    return true;
}

// As the processor does it, if it can.
bool VectorExpander::to_unsigned_native(uint32_t element, Id id) {
    if (!is_supported(InstructionSet::Avx512DQ_VL) || element_ != element || signature->parameter_count != 1)
        return false;
    if (coerce_vector()) operate(id, 1);
    return true;
}

// Unsigned ones in two halves, which are exact: only their sum is rounded.
bool VectorExpander::to_single() {
    constexpr int64_t half_bits = 16;
    constexpr int64_t two_to_16 = 0x47800000;
    if ((element_ != 4 && element_ != 5) || signature->parameter_count != 1 || !coerce_vector()) return state.ended;
    if (element_ == 4) {
        operate(Id::CVTDQ2PS, 1);
        return true;
    }
    uint32_t value = keep();
    in.push_variable(value);
    operate(Id::PSRLD_I, 1).imm = half_bits;
    operate(Id::CVTDQ2PS, 1);
    push_repeated(5, two_to_16);
    operate(Id::MULPS, 2);
    in.push_variable(value);
    push_repeated(5, 0xffff);
    operate(Id::PAND, 2);
    operate(Id::CVTDQ2PS, 1);
    operate(Id::ADDPS, 2);
    return true;
}

}  // namespace celer

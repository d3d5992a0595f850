// The methods and operators of the vector types: one instruction by the type of the elements, or a few.
#include "import/x64/vector_expander.h"
#include "platform/instruction_sets.h"

namespace celer {

namespace {

using Id = VectorInstructionId;
constexpr Id _ = Id::None;

constexpr std::string_view names[] = {
#define CELER_VECTOR_METHOD(name, ...) name,
#define CELER_VECTOR_EXPANSION(name, action) name,
#include "import/x64/vector_methods.def"
#undef CELER_VECTOR_METHOD
#undef CELER_VECTOR_EXPANSION
};

bool is_vector_type(TypeHandle type) {
    return type.is_value_type() && type.method_table()->is_vector();
}

// Operands and results of an instruction that is not found by its name.
constexpr Id minimum[] = {Id::PMINSB, Id::PMINUB, Id::PMINSW, Id::PMINUW, Id::PMINSD, Id::PMINUD, _, _, _, _};
constexpr Id maximum[] = {Id::PMAXSB, Id::PMAXUB, Id::PMAXSW, Id::PMAXUW, Id::PMAXSD, Id::PMAXUD, _, _, _, _};
constexpr Id equal[] = {Id::PCMPEQB, Id::PCMPEQB, Id::PCMPEQW, Id::PCMPEQW,  Id::PCMPEQD,
                        Id::PCMPEQD, Id::PCMPEQQ, Id::PCMPEQQ, Id::CMPPS_EQ, Id::CMPPD_EQ};
constexpr Id greater[] = {Id::PCMPGTB, _, Id::PCMPGTW, _, Id::PCMPGTD, _, Id::PCMPGTQ, _, Id::CMPPS_GT, Id::CMPPD_GT};
constexpr Id less[] = {Id::PCMPGTB_R, _, Id::PCMPGTW_R, _,           Id::PCMPGTD_R, _,
                       Id::PCMPGTQ_R, _, Id::CMPPS_LT,  Id::CMPPD_LT};
// Of vectors of 64 bytes, by VectorExpander::Relation.
constexpr Id wide_relations[][vector_element_count] = {
    {Id::PCMPEQB_K, Id::PCMPEQB_K, Id::PCMPEQW_K, Id::PCMPEQW_K, Id::PCMPEQD_K, Id::PCMPEQD_K, Id::PCMPEQQ_K,
     Id::PCMPEQQ_K, Id::CMPPS_K0, Id::CMPPD_K0},
    {Id::PCMPGTB_K, Id::PCMPUB_K6, Id::PCMPGTW_K, Id::PCMPUW_K6, Id::PCMPGTD_K, Id::PCMPUD_K6, Id::PCMPGTQ_K,
     Id::PCMPUQ_K6, Id::CMPPS_K14, Id::CMPPD_K14},
    {Id::PCMPB_K5, Id::PCMPUB_K5, Id::PCMPW_K5, Id::PCMPUW_K5, Id::PCMPD_K5, Id::PCMPUD_K5, Id::PCMPQ_K5, Id::PCMPUQ_K5,
     Id::CMPPS_K13, Id::CMPPD_K13},
    {Id::PCMPB_K1, Id::PCMPUB_K1, Id::PCMPW_K1, Id::PCMPUW_K1, Id::PCMPD_K1, Id::PCMPUD_K1, Id::PCMPQ_K1, Id::PCMPUQ_K1,
     Id::CMPPS_K1, Id::CMPPD_K1},
    {Id::PCMPB_K2, Id::PCMPUB_K2, Id::PCMPW_K2, Id::PCMPUW_K2, Id::PCMPD_K2, Id::PCMPUD_K2, Id::PCMPQ_K2, Id::PCMPUQ_K2,
     Id::CMPPS_K2, Id::CMPPD_K2}};
constexpr uint64_t sign_bits[] = {0x80, 0x8000, 0x80000000, 0x8000000000000000};
constexpr uint32_t unsigned_of_size[] = {1, 3, 5, 7};  // column of the table

}  // namespace

uint32_t vector_method_count() {
    return sizeof(names) / sizeof(names[0]);
}
std::string_view vector_method_name(uint32_t row) {
    return names[row];
}

// --- What the operation works on

bool VectorExpander::find_vector() {
    TypeHandle candidates[2] = {signature->parameter_count > 0 ? signature->parameters[0] : TypeHandle(),
                                signature->return_type};
    for (TypeHandle type : candidates) {
        if (type.is_null() || !type.is_value_type() || type.method_table()->info->instantiation == nullptr) continue;
        return state.loaded(type.method_table(), LoadLevel::Layout) && work_on(type);
    }
    return false;
}

bool VectorExpander::work_on(TypeHandle type) {
    if (!is_vector_type(type)) return false;
    vector_ = type;
    bytes_ = type.method_table()->instance_field_bytes;
    element_ = vector_element_index(type.method_table()->info->instantiation->arguments[0].verification_type());
    return element_ < vector_element_count;
}

uint32_t VectorExpander::vector_bytes(TypeHandle type) const {
    if (!type.is_value_type() || !state.loaded(type.method_table(), LoadLevel::Layout)) return 0;
    return is_vector_type(type) ? type.method_table()->instance_field_bytes : 0;
}

// All of one width, and so is the result.
bool VectorExpander::takes_only_vectors() const {
    for (uint32_t i = 0; i <= signature->parameter_count; i++) {
        TypeHandle type = i == 0 ? signature->return_type : signature->parameters[i - 1];
        if (vector_bytes(type) != bytes_) return false;
    }
    return true;
}

bool VectorExpander::is_scalar_type(TypeHandle type) {
    return type.is_value_type() && type.method_table()->is_true_primitive();
}

bool VectorExpander::is_scalar(uint32_t parameter) const {
    return parameter < signature->parameter_count && is_scalar_type(signature->parameters[parameter]);
}

bool VectorExpander::expand_method(uint32_t row) {
    if (signature->has_this) return false;
    if (is_vector_struct(target->owner)) return expand_for_struct(row);
    if (!find_vector()) return state.ended;
    if (!run(row)) return false;
    // Operations with the type of their operands; the method may give another of that width.
    if (!state.ended && is_vector_type(signature->return_type)) in.top().type = signature->return_type;
    return true;
}

bool VectorExpander::run(uint32_t row) {
    uint32_t next = 0;
#define CELER_VECTOR_METHOD(name, b, B, w, W, d, D, q, Q, s, f)                      \
    if (row == next++) {                                                             \
        using enum VectorInstructionId;                                              \
        static constexpr VectorInstructionId ids[] = {b, B, w, W, d, D, q, Q, s, f}; \
        return instruction(ids);                                                     \
    }
#define CELER_VECTOR_EXPANSION(name, action) \
    if (row == next++) return action;
#include "import/x64/vector_methods.def"
#undef CELER_VECTOR_METHOD
#undef CELER_VECTOR_EXPANSION
    return false;
}

// --- Building blocks

Inst& VectorExpander::operate(Id id, uint32_t operands) {
    return emit(id, operands, Kind::Vector, vector_, bytes_);
}
Inst& VectorExpander::operate_to(Id id, uint32_t operands, Kind kind) {
    return emit(id, operands, kind, {}, bytes_);
}

uint32_t VectorExpander::keep() {
    uint32_t variable = in.temporary_for(in.top());
    in.store_variable(variable);
    return variable;
}

bool VectorExpander::instruction(const Id (&ids)[vector_element_count]) {
    Id id = ids[element_];
    if (id == Id::None || !takes_only_vectors()) return state.ended;
    if (vector_instruction(id).is_evex() && !is_wide()) return false;
    if (signature->parameter_count != vector_instruction(id).operand_count()) return false;
    uint32_t bytes = 0;
    if (!coerce_arguments(bytes)) return true;
    emit(id, signature->parameter_count, Kind::Vector, signature->return_type, bytes_);
    return true;
}

// --- The same bits, constants

bool VectorExpander::retype() {
    if (signature->parameter_count != 1 || !takes_only_vectors()) return state.ended;
    uint32_t bytes = 0;
    if (coerce_arguments(bytes)) in.top().type = signature->return_type;
    return true;
}

bool VectorExpander::constant(Id id) {
    if (signature->parameter_count != 0) return false;
    operate(id, 0);
    return true;
}

// --- Memory

// [address, offset in elements] -> address
bool VectorExpander::add_element_offset() {
    if (!in.coerce(Kind::I8) || !in.coerce_below(1, Kind::ByRef)) return false;
    in.push_integer(Kind::I8, int64_t{1} << element_log2());
    arithmetic.binary(Op::Mul);
    arithmetic.binary(Op::Add);
    return !state.is_invalid;
}

bool VectorExpander::load() {
    if (signature->parameter_count == 2 && !add_element_offset()) return true;
    state.prefixes.used |= prefixes::unaligned;
    memory.load_object(signature->return_type);
    return true;
}

bool VectorExpander::store() {
    if (signature->return_type.verification_type() != ElementType::Void) return false;
    if (signature->parameter_count == 3 && !add_element_offset()) return true;
    if (!in.coerce(Kind::ByRef) || !in.coerce_below(1, Kind::Vector, vector_)) return true;
    uint32_t address = keep();
    uint32_t value = keep();
    in.push_variable(address);
    in.push_variable(value);
    state.prefixes.used |= prefixes::unaligned;
    memory.store_object(vector_);
    return true;
}

// --- Arithmetic

bool VectorExpander::complement() {
    if (!coerce_vector()) return true;
    operate(Id::ONES, 0);
    operate(Id::PXOR, 2);
    return true;
}

bool VectorExpander::negate() {
    if (!coerce_vector()) return true;
    if (is_float()) {
        push_repeated(unsigned_of_size[element_log2()], static_cast<int64_t>(sign_bits[element_log2()]));
        operate(Id::PXOR, 2);
        return true;
    }
    uint32_t value = keep();
    operate(Id::ZERO, 0);
    in.push_variable(value);
    operate(of_element(subtract_elements), 2);
    return true;
}

bool VectorExpander::absolute() {
    constexpr Id ids[] = {Id::PABSB, _, Id::PABSW, _, Id::PABSD, _, _, _, _, _};
    if (is_unsigned()) return retype();
    if (!is_float() && element_log2() < 3) return instruction(ids);
    if (!is_float() && is_wide()) {
        if (coerce_vector()) operate(Id::PABSQ, 1);
        return true;
    }
    if (!coerce_vector()) return true;
    if (!is_float()) {  // without the sign: complemented and one more
        uint32_t value = keep();
        operate(Id::ZERO, 0);
        in.push_variable(value);
        operate(Id::PCMPGTQ, 2);
        uint32_t sign = keep();
        in.push_variable(value);
        in.push_variable(sign);
        operate(Id::PXOR, 2);
        in.push_variable(sign);
        operate(Id::PSUBQ, 2);
        return true;
    }
    push_repeated(unsigned_of_size[element_log2()], static_cast<int64_t>(sign_bits[element_log2()] - 1));
    operate(Id::PAND, 2);
    return true;
}

// By elements as the processor multiplies them, or of parts of them.
bool VectorExpander::multiply() {
    uint32_t bytes = 0;
    if (!takes_only_vectors()) return state.ended || multiply_by_scalar();
    if (coerce_arguments(bytes)) multiply_top();
    return true;
}

void VectorExpander::multiply_top() {
    constexpr Id ids[] = {_, _, Id::PMULLW, Id::PMULLW, Id::PMULLD, Id::PMULLD, _, _, Id::MULPS, Id::MULPD};
    if (of_element(ids) != _) {
        operate(of_element(ids), 2);
    } else if (element_log2() == 0) {
        multiply_bytes();
    } else if (is_wide()) {
        operate(Id::PMULLQ, 2);
    } else {
        multiply_longs();
    }
}

bool VectorExpander::multiply_by_scalar() {
    if (signature->parameter_count != 2 || is_scalar(0) == is_scalar(1)) return false;
    uint32_t bytes = 0;
    if (!coerce_arguments(bytes)) return true;
    if (is_scalar(0)) {
        uint32_t vector = keep();
        broadcast();
        uint32_t factor = keep();
        in.push_variable(vector);
        in.push_variable(factor);
    } else {
        broadcast();
    }
    multiply_top();
    return true;
}

// Those at even and at odd places, as words.
void VectorExpander::multiply_bytes() {
    constexpr int64_t byte_bits = 8;
    uint32_t right = keep();
    uint32_t left = keep();
    in.push_variable(left);
    in.push_variable(right);
    operate(Id::PMULLW, 2);
    operate(Id::PSLLW_I, 1).imm = byte_bits;
    operate(Id::PSRLW_I, 1).imm = byte_bits;
    in.push_variable(left);
    operate(Id::PSRLW_I, 1).imm = byte_bits;
    in.push_variable(right);
    operate(Id::PSRLW_I, 1).imm = byte_bits;
    operate(Id::PMULLW, 2);
    operate(Id::PSLLW_I, 1).imm = byte_bits;
    operate(Id::POR, 2);
}

// The lower halves, and each upper half with the other's lower one.
void VectorExpander::multiply_longs() {
    constexpr int64_t half_bits = 32;
    uint32_t right = keep();
    uint32_t left = keep();
    in.push_variable(left);
    in.push_variable(right);
    operate(Id::PMULUDQ, 2);
    in.push_variable(left);
    operate(Id::PSRLQ_I, 1).imm = half_bits;
    in.push_variable(right);
    operate(Id::PMULUDQ, 2);
    in.push_variable(left);
    in.push_variable(right);
    operate(Id::PSRLQ_I, 1).imm = half_bits;
    operate(Id::PMULUDQ, 2);
    operate(Id::PADDQ, 2);
    operate(Id::PSLLQ_I, 1).imm = half_bits;
    operate(Id::PADDQ, 2);
}

// left * right + addend; an estimate may round twice.
bool VectorExpander::multiply_add(bool is_estimate) {
    bool fuses = may_fuse_multiply_add();
    uint32_t bytes = 0;
    if (!is_float() || (!fuses && !is_estimate) || signature->parameter_count != 3 || !takes_only_vectors())
        return state.ended;
    if (!coerce_arguments(bytes)) return true;
    bool single = element_ == 8;
    if (fuses) {
        operate(single ? Id::FMADD213PS : Id::FMADD213PD, 3);
        return true;
    }
    uint32_t addend = keep();
    operate(single ? Id::MULPS : Id::MULPD, 2);
    in.push_variable(addend);
    operate(single ? Id::ADDPS : Id::ADDPD, 2);
    return true;
}

bool VectorExpander::divide() {
    constexpr Id ids[] = {_, _, _, _, _, _, _, _, Id::DIVPS, Id::DIVPD};
    if (!is_float()) return false;
    uint32_t bytes = 0;
    if (takes_only_vectors()) return instruction(ids);
    if (state.ended || signature->parameter_count != 2 || !is_scalar(1)) return state.ended;
    if (!coerce_arguments(bytes)) return true;
    broadcast();
    operate(of_element(ids), 2);
    return true;
}

bool VectorExpander::conditional_select() {
    uint32_t bytes = 0;
    if (!takes_only_vectors() || !coerce_arguments(bytes)) return state.ended;
    if (is_wide()) {
        constexpr int64_t second_or_third = 0xca;  // by the bits of the first
        operate(Id::PTERNLOGD, 3).imm = second_or_third;
        return true;
    }
    uint32_t otherwise = keep();
    uint32_t chosen = keep();
    uint32_t condition = keep();
    in.push_variable(condition);
    in.push_variable(chosen);
    operate(Id::PAND, 2);
    in.push_variable(condition);
    in.push_variable(otherwise);
    operate(Id::PANDN, 2);
    operate(Id::POR, 2);
    return true;
}

// --- Comparisons

// Of the two vectors on top: elements of ones where it holds.
void VectorExpander::compare_top(Relation relation) {
    bool mirrored = relation == Relation::Less || relation == Relation::LessOrEqual;
    bool or_equal = relation == Relation::GreaterOrEqual || relation == Relation::LessOrEqual;
    if (is_wide()) {
        operate(of_element(wide_relations[static_cast<int>(relation)]), 2);
    } else if (relation == Relation::Equal) {
        operate(of_element(equal), 2);
    } else if (!or_equal && !is_unsigned()) {
        operate(mirrored ? of_element(less) : of_element(greater), 2);
    } else if (is_float()) {
        constexpr Id single[] = {Id::CMPPS_GE, Id::CMPPS_LE};
        constexpr Id wide[] = {Id::CMPPD_GE, Id::CMPPD_LE};
        operate(element_ == 8 ? single[mirrored] : wide[mirrored], 2);
    } else if (element_ < 6) {
        // a >= b: a is the larger of both; a > b: a is not the smaller
        bool smaller = or_equal == mirrored;
        uint32_t right = keep();
        uint32_t left = keep();
        in.push_variable(left);
        in.push_variable(right);
        operate(smaller ? of_element(minimum) : of_element(maximum), 2);
        in.push_variable(left);
        operate(of_element(equal), 2);
        if (!or_equal) complement();
    } else {
        if (is_unsigned()) {  // the order of signed integers is that of unsigned ones with the sign flipped
            uint32_t right = keep();
            push_repeated(element_, static_cast<int64_t>(sign_bits[element_log2()]));
            uint32_t flip = keep();
            in.push_variable(flip);
            operate(Id::PXOR, 2);
            in.push_variable(right);
            in.push_variable(flip);
            operate(Id::PXOR, 2);
        }
        operate(mirrored != or_equal ? Id::PCMPGTQ_R : Id::PCMPGTQ, 2);
        if (or_equal) complement();
    }
}

bool VectorExpander::compare(Relation relation) {
    uint32_t bytes = 0;
    if (!takes_only_vectors() || !coerce_arguments(bytes)) return state.ended;
    compare_top(relation);
    return true;
}

// To a bit for each byte, or each element; then all must be set, or any.
bool VectorExpander::compare_to_bool(Relation relation, bool with_all, Condition condition) {
    uint32_t bytes = 0;
    if (signature->parameter_count != 2 || !coerce_arguments(bytes)) return state.ended;
    compare_top(relation);
    uint32_t count = is_wide() ? bytes_ >> element_log2() : bytes_;
    Kind kind = count == 64 ? Kind::I8 : Kind::I4;
    if (is_wide()) {
        take_mask(kind);
    } else {
        operate_to(Id::PMOVMSKB, 1, kind);
    }
    int64_t all = count == 64 ? -1 : (int64_t{1} << count) - 1;
    in.push_integer(kind, !with_all ? 0 : kind == Kind::I8 ? all : static_cast<int32_t>(all));
    arithmetic.compare(condition);
    return true;
}

// The sign bits of elements of 64 bytes as a number.
void VectorExpander::take_mask(Kind kind) {
    operate_to(Id::KMOV_MASK, 1, kind).type = vector_.method_table();
}

bool VectorExpander::extract_bits() {
    if (!coerce_vector()) return true;
    if (is_wide()) {
        take_mask(Kind::I8);
        return true;
    }
    constexpr Id ids[] = {Id::PMOVMSKB, Id::PMOVMSKB, Id::PMOVMSKB, Id::PMOVMSKB, Id::MOVMSKPS,
                          Id::MOVMSKPS, Id::MOVMSKPD, Id::MOVMSKPD, Id::MOVMSKPS, Id::MOVMSKPD};
    if (element_log2() == 1) {
        operate(Id::ZERO, 0);
        operate(Id::PACKSSWB, 2);
        join_packed_lanes();
    }
    operate_to(ids[element_], 1, Kind::I4);
    return true;
}

// --- Shifts

bool VectorExpander::shift(Shift direction) {
    if (signature->parameter_count != 2 || is_float()) return false;
    if (!is_scalar(1)) return shift_by_elements(direction);
    if (direction == Shift::RightArithmetic && is_unsigned()) direction = Shift::RightLogical;
    if (!in.coerce(Kind::I4)) return true;
    int64_t mask = (8 << element_log2()) - 1;
    bool known = in.top().known == Known::Integer && in.droppable(in.top());
    int64_t count = known ? in.top().imm & mask : -1;
    uint32_t variable = 0;
    if (known) {
        in.drop();
    } else {
        in.push_integer(Kind::I4, mask);
        arithmetic.binary(Op::And);
        variable = keep();
    }
    if (!coerce_vector()) return true;
    bool has_no_instruction = element_log2() == 0 || (element_log2() == 3 && !is_wide());
    if (direction == Shift::RightArithmetic && has_no_instruction) {
        shift_with_sign(count, variable);
    } else if (element_log2() == 0) {
        shift_bytes(direction, count, variable);
    } else {
        shift_top(direction, element_log2(), count, variable);
    }
    return true;
}

// Elements of 2, 4 and 8 bytes, by a count or, if it is negative, the variable that holds it.
void VectorExpander::shift_top(Shift direction, uint32_t size_log2, int64_t count, uint32_t variable) {
    struct Row {
        Id constant, variable;
    };
    constexpr Row rows[3][4] = {
        {{}, {Id::PSLLW_I, Id::PSLLW}, {Id::PSLLD_I, Id::PSLLD}, {Id::PSLLQ_I, Id::PSLLQ}},
        {{}, {Id::PSRLW_I, Id::PSRLW}, {Id::PSRLD_I, Id::PSRLD}, {Id::PSRLQ_I, Id::PSRLQ}},
        {{}, {Id::PSRAW_I, Id::PSRAW}, {Id::PSRAD_I, Id::PSRAD}, {Id::PSRAQ_I, Id::PSRAQ}},
    };
    const Row& row = rows[static_cast<int>(direction)][size_log2];
    if (count >= 0) {
        operate(row.constant, 1).imm = count;
        return;
    }
    in.push_variable(variable);
    emit(Id::MOVD_G2V, 1, Kind::Vector, vector_, 16);
    operate(row.variable, 2);
}

// As words, without the bits that come from the neighbour.
void VectorExpander::shift_bytes(Shift direction, int64_t count, uint32_t variable) {
    constexpr uint32_t word_log2 = 1;
    bool left = direction == Shift::Left;
    shift_top(direction, word_log2, count, variable);
    if (count >= 0) {
        push_repeated(1, left ? (0xff << count) & 0xff : 0xff >> count);
    } else {
        in.push_integer(Kind::I4, 0xff);
        in.push_variable(variable);
        arithmetic.binary(left ? Op::Shl : Op::ShrUn);
        emit(Id::MOVD_G2V, 1, Kind::Vector, vector_, 16);
        operate(Id::PBROADCASTB, 1);
    }
    operate(Id::PAND, 2);
}

// The sign bit, where it lands, is extended by a subtraction: (x ^ sign) - sign.
void VectorExpander::shift_with_sign(int64_t count, uint32_t variable) {
    auto shift_right = [&] {
        element_log2() == 0 ? shift_bytes(Shift::RightLogical, count, variable)
                            : shift_top(Shift::RightLogical, element_log2(), count, variable);
    };
    shift_right();
    push_repeated(unsigned_of_size[element_log2()], static_cast<int64_t>(sign_bits[element_log2()]));
    shift_right();
    uint32_t sign = keep();
    in.push_variable(sign);
    operate(Id::PXOR, 2);
    in.push_variable(sign);
    operate(of_element(subtract_elements), 2);
}

// Each element by its own count. Counts are taken modulo the size.
bool VectorExpander::shift_by_elements(Shift direction) {
    if (direction == Shift::RightArithmetic && is_unsigned()) direction = Shift::RightLogical;
    constexpr Id rows[3][4] = {{_, Id::PSLLVW, Id::PSLLVD, Id::PSLLVQ},
                               {_, Id::PSRLVW, Id::PSRLVD, Id::PSRLVQ},
                               {_, Id::PSRAVW, Id::PSRAVD, Id::PSRAVQ}};
    if (is_float()) return false;
    Id id = rows[static_cast<int>(direction)][element_log2()];
    uint32_t bytes = 0;
    if (id == _ || (vector_instruction(id).is_evex() && !is_wide())) return false;
    if (signature->parameter_count != 2 || !takes_only_vectors() || !coerce_arguments(bytes)) return state.ended;
    push_repeated(element_, (8 << element_log2()) - 1);
    operate(Id::PAND, 2);
    operate(id, 2);
    return true;
}

}  // namespace celer

// The methods and operators of the vector types: one instruction by the type of the elements, or a few.
#include "import/vector_expander.h"

namespace celer {

namespace {

using Id = VectorInstructionId;
constexpr Id _ = Id::None;

constexpr std::string_view names[] = {
#define CELER_VECTOR_METHOD(name, ...) name,
#define CELER_VECTOR_EXPANSION(name, action) name,
#include "import/vector_methods.def"
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
constexpr Id subtract[] = {Id::PSUBB, Id::PSUBB, Id::PSUBW, Id::PSUBW, Id::PSUBD,
                           Id::PSUBD, Id::PSUBQ, Id::PSUBQ, _,         _};
constexpr Id insert_low[] = {Id::MOVD_G2V, Id::MOVD_G2V,   Id::MOVD_G2V,   Id::MOVD_G2V, Id::MOVD_G2V,
                             Id::MOVD_G2V, Id::MOVQ_G2V_Q, Id::MOVQ_G2V_Q, Id::INSERTPS, Id::MOVQ};
constexpr Id spread[] = {Id::PBROADCASTB, Id::PBROADCASTB, Id::PBROADCASTW, Id::PBROADCASTW, Id::PBROADCASTD,
                         Id::PBROADCASTD, Id::PBROADCASTQ, Id::PBROADCASTQ, Id::BROADCASTSS, Id::PBROADCASTQ};
constexpr Id extract[] = {Id::PEXTRB, Id::PEXTRB, Id::PEXTRW, Id::PEXTRW, Id::PEXTRD,
                          Id::PEXTRD, Id::PEXTRQ, Id::PEXTRQ, Id::PSHUFD, Id::PSHUFD};
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
        if (!in.loaded(type.method_table(), LoadLevel::Layout)) return false;
        if (!is_vector_type(type)) return false;
        vector_ = type;
        bytes_ = type.method_table()->instance_field_bytes;
        element_ = vector_element_index(type.method_table()->info->instantiation->arguments[0].verification_type());
        return element_ < vector_element_count;
    }
    return false;
}

// All of one width, and so is the result.
bool VectorExpander::takes_only_vectors() const {
    for (uint32_t i = 0; i <= signature->parameter_count; i++) {
        TypeHandle type = i == 0 ? signature->return_type : signature->parameters[i - 1];
        if (!type.is_value_type() || !in.loaded(type.method_table(), LoadLevel::Layout)) return false;
        if (!is_vector_type(type) || type.method_table()->instance_field_bytes != bytes_) return false;
    }
    return true;
}

bool VectorExpander::is_scalar(uint32_t parameter) const {
    return parameter < signature->parameter_count && signature->parameters[parameter].is_value_type() &&
           signature->parameters[parameter].method_table()->is_true_primitive();
}

bool VectorExpander::expand_method(uint32_t row) {
    if (signature->has_this || !find_vector()) return in.ended_;
    return run(row);
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
#include "import/vector_methods.def"
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

void VectorExpander::push_repeated(uint32_t element, int64_t value) {
    bool wide = element >= 6;
    in.push_integer(wide ? Kind::I8 : Kind::I4, value);
    emit(insert_low[element], 1, Kind::Vector, vector_, 16);
    operate(spread[element], 1);
}

bool VectorExpander::instruction(const Id (&ids)[vector_element_count]) {
    Id id = ids[element_];
    if (id == Id::None || !takes_only_vectors()) return in.ended_;
    if (signature->parameter_count != vector_instruction(id).operand_count()) return false;
    uint32_t bytes = 0;
    if (!coerce_arguments(bytes)) return true;
    emit(id, signature->parameter_count, Kind::Vector, signature->return_type, bytes_);
    return true;
}

// --- The same bits, constants

bool VectorExpander::retype() {
    if (signature->parameter_count != 1 || !takes_only_vectors()) return in.ended_;
    uint32_t bytes = 0;
    if (coerce_arguments(bytes)) in.stack_.back().type = signature->return_type;
    return true;
}

bool VectorExpander::constant(Id id) {
    if (signature->parameter_count != 0) return false;
    operate(id, 0);
    return true;
}

// --- Scalars

bool VectorExpander::create() {
    if (signature->parameter_count > 1) return create_of_elements();
    if (signature->parameter_count != 1 || !is_scalar(0)) return false;
    uint32_t bytes = 0;
    if (!coerce_arguments(bytes)) return true;
    if (!is_float()) emit(insert_low[element_], 1, Kind::Vector, vector_, 16);
    operate(spread[element_], 1);
    return true;
}

// Each element an argument.
bool VectorExpander::create_of_elements() {
    uint32_t count = bytes_ >> element_log2();
    if (bytes_ != 16 || signature->parameter_count != count) return false;
    bool known = true;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_scalar(i)) return false;
        known = known && in.top(i).known == Known::Integer;
    }
    if (known && !is_float()) {
        push_known_elements(count);
        return true;
    }
    uint32_t bytes = 0;
    if (!coerce_arguments(bytes)) return true;
    uint32_t elements[16];
    for (uint32_t i = count; i-- > 0;) elements[i] = keep();
    if (element_ == 8) operate(Id::ZERO, 0);
    in.push_variable(elements[0]);
    constexpr Id insert[] = {Id::PINSRB, Id::PINSRB, Id::PINSRW, Id::PINSRW,   Id::PINSRD,
                             Id::PINSRD, Id::PINSRQ, Id::PINSRQ, Id::INSERTPS, Id::UNPCKLPD};
    operate(insert_low[element_], element_ == 8 ? 2 : 1);
    for (uint32_t i = 1; i < count; i++) {
        in.push_variable(elements[i]);
        operate(of_element(insert), 2).imm = element_ == 8 ? i << 4 : i;
    }
    return true;
}

// The numbers on top as one constant.
void VectorExpander::push_known_elements(uint32_t count) {
    uint64_t halves[2] = {};
    uint32_t size_bits = 8u << element_log2();
    for (uint32_t i = count; i-- > 0;) {
        uint64_t bits = static_cast<uint64_t>(in.top().imm);
        if (size_bits < 64) bits &= (uint64_t{1} << size_bits) - 1;
        halves[i * size_bits / 64] |= bits << i * size_bits % 64;
        in.drop();
    }
    in.push_integer(Kind::I8, static_cast<int64_t>(halves[0]));
    operate(Id::MOVQ_G2V_Q, 1);
    in.push_integer(Kind::I8, static_cast<int64_t>(halves[1]));
    operate(Id::PINSRQ, 2).imm = 1;
}

bool VectorExpander::create_scalar() {
    if (signature->parameter_count != 1 || !is_scalar(0)) return false;
    uint32_t bytes = 0;
    if (!coerce_arguments(bytes)) return true;
    if (insert_low[element_] == Id::INSERTPS) {  // into zeros: the other elements are cleared
        uint32_t value = keep();
        operate(Id::ZERO, 0);
        in.push_variable(value);
        emit(Id::INSERTPS, 2, Kind::Vector, vector_, 16).imm = 0;
        return true;
    }
    if (element_ < 4) {  // what a small integer is extended with is no part of it
        in.push_integer(Kind::I4, element_ < 2 ? 0xff : 0xffff);
        in.binary(Op::And);
    }
    emit(insert_low[element_], 1, Kind::Vector, vector_, 16);
    return true;
}

bool VectorExpander::to_scalar() {
    if (!in.coerce(Kind::Vector)) return true;
    if (is_float()) {
        operate_to(Id::MOVAPS, 1, element_ == 8 ? Kind::F4 : Kind::F8);
        return true;
    }
    bool wide = element_ >= 6;
    emit(wide ? Id::MOVQ_V2G_Q : Id::MOVD_V2G, 1, wide ? Kind::I8 : Kind::I4, {}, 16);
    if (element_ < 4) in.convert(Importer::shape_of(signature->return_type).element, false, false);
    return true;
}

// With a constant index of an element that there is; others are the method's to check.
bool VectorExpander::get_element() {
    if (signature->parameter_count != 2 || bytes_ != 16) return false;
    const Value& index = in.top();
    if (index.known != Known::Integer || !in.droppable(index) || index.imm < 0 || index.imm >= bytes_ >> element_log2())
        return false;
    int64_t number = index.imm;
    in.drop();
    if (!in.coerce(Kind::Vector)) return true;
    if (is_float()) {
        constexpr int64_t upper_half = 0xee;
        int64_t order = element_ == 8 ? number : number == 0 ? 0xe4 : upper_half;
        operate(Id::PSHUFD, 1).imm = order;
        return to_scalar();
    }
    operate_to(extract[element_], 1, element_ >= 6 ? Kind::I8 : Kind::I4).imm = number;
    if (element_ == 0 || element_ == 2) in.convert(Importer::shape_of(signature->return_type).element, false, false);
    return true;
}

// --- Memory

// [address, offset in elements] -> address
bool VectorExpander::add_element_offset() {
    if (!in.coerce(Kind::I8) || !in.coerce_below(1, Kind::ByRef)) return false;
    in.push_integer(Kind::I8, int64_t{1} << element_log2());
    in.binary(Op::Mul);
    in.binary(Op::Add);
    return !in.invalid_;
}

bool VectorExpander::load() {
    if (signature->parameter_count == 2 && !add_element_offset()) return true;
    in.prefixes_.used |= prefixes::unaligned;
    in.load_object(signature->return_type);
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
    in.prefixes_.used |= prefixes::unaligned;
    in.store_object(vector_);
    return true;
}

// --- Arithmetic

bool VectorExpander::complement() {
    if (!in.coerce(Kind::Vector)) return true;
    operate(Id::ONES, 0);
    operate(Id::PXOR, 2);
    return true;
}

bool VectorExpander::negate() {
    if (!in.coerce(Kind::Vector)) return true;
    if (is_float()) {
        push_repeated(unsigned_of_size[element_log2()], static_cast<int64_t>(sign_bits[element_log2()]));
        operate(Id::PXOR, 2);
        return true;
    }
    uint32_t value = keep();
    operate(Id::ZERO, 0);
    in.push_variable(value);
    operate(of_element(subtract), 2);
    return true;
}

bool VectorExpander::absolute() {
    constexpr Id ids[] = {Id::PABSB, _, Id::PABSW, _, Id::PABSD, _, _, _, _, _};
    if (!is_float()) return instruction(ids);
    if (!in.coerce(Kind::Vector)) return true;
    push_repeated(unsigned_of_size[element_log2()], static_cast<int64_t>(sign_bits[element_log2()] - 1));
    operate(Id::PAND, 2);
    return true;
}

bool VectorExpander::conditional_select() {
    uint32_t bytes = 0;
    if (!takes_only_vectors() || !coerce_arguments(bytes)) return in.ended_;
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
    if (relation == Relation::Equal) {
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
    if (!takes_only_vectors() || !coerce_arguments(bytes)) return in.ended_;
    compare_top(relation);
    return true;
}

// To a bit for each byte; then all must be set, or any.
bool VectorExpander::compare_to_bool(Relation relation, bool with_all, Condition condition) {
    uint32_t bytes = 0;
    if (signature->parameter_count != 2 || !coerce_arguments(bytes)) return in.ended_;
    compare_top(relation);
    operate_to(Id::PMOVMSKB, 1, Kind::I4);
    in.push_integer(Kind::I4, with_all ? (int64_t{1} << bytes_) - 1 : 0);
    in.compare(condition);
    return true;
}

bool VectorExpander::extract_bits() {
    if (!in.coerce(Kind::Vector)) return true;
    constexpr Id ids[] = {Id::PMOVMSKB, Id::PMOVMSKB, Id::PMOVMSKB, Id::PMOVMSKB, Id::MOVMSKPS,
                          Id::MOVMSKPS, Id::MOVMSKPD, Id::MOVMSKPD, Id::MOVMSKPS, Id::MOVMSKPD};
    if (element_log2() == 1) {
        if (bytes_ != 16) return false;
        operate(Id::ZERO, 0);
        operate(Id::PACKSSWB, 2);
    }
    operate_to(ids[element_], 1, Kind::I4);
    return true;
}

// --- Shifts

bool VectorExpander::shift(Shift direction) {
    if (signature->parameter_count != 2 || is_float() || !is_scalar(1)) return false;
    if (direction == Shift::RightArithmetic && is_unsigned()) direction = Shift::RightLogical;
    if (direction == Shift::RightArithmetic && element_log2() == 3) return false;
    if (element_log2() == 0) return shift_bytes(direction);
    struct Row {
        Id constant, variable;
    };
    constexpr Row rows[3][4] = {
        {{}, {Id::PSLLW_I, Id::PSLLW}, {Id::PSLLD_I, Id::PSLLD}, {Id::PSLLQ_I, Id::PSLLQ}},
        {{}, {Id::PSRLW_I, Id::PSRLW}, {Id::PSRLD_I, Id::PSRLD}, {Id::PSRLQ_I, Id::PSRLQ}},
        {{}, {Id::PSRAW_I, Id::PSRAW}, {Id::PSRAD_I, Id::PSRAD}, {}},
    };
    const Row& row = rows[static_cast<int>(direction)][element_log2()];
    int64_t mask = (8 << element_log2()) - 1;
    if (!in.coerce(Kind::I4)) return true;
    if (in.top().known == Known::Integer && in.droppable(in.top())) {
        int64_t count = in.top().imm & mask;
        in.drop();
        if (in.coerce(Kind::Vector)) operate(row.constant, 1).imm = count;
        return true;
    }
    if (!in.coerce_below(1, Kind::Vector)) return true;
    in.push_integer(Kind::I4, mask);
    in.binary(Op::And);
    emit(Id::MOVD_G2V, 1, Kind::Vector, vector_, 16);
    operate(row.variable, 2);
    return true;
}

// As words, without the bits that come from the neighbour.
bool VectorExpander::shift_bytes(Shift direction) {
    if (direction == Shift::RightArithmetic) return false;
    if (in.top().known != Known::Integer || !in.droppable(in.top())) return false;
    int64_t count = in.top().imm & 7;
    in.drop();
    if (!in.coerce(Kind::Vector)) return true;
    bool left = direction == Shift::Left;
    operate(left ? Id::PSLLW_I : Id::PSRLW_I, 1).imm = count;
    push_repeated(1, left ? (0xff << count) & 0xff : 0xff >> count);
    operate(Id::PAND, 2);
    return true;
}

// --- Across elements

// Of floats, neighbours first, as CoreCLR adds them: no zero is added that would change the sign of a zero.
bool VectorExpander::sum() {
    uint32_t bytes = 0;
    if (!is_float() || bytes_ != 16 || signature->parameter_count != 1) return false;
    if (!coerce_arguments(bytes)) return true;
    constexpr int64_t swapped_neighbours = 0xb1;
    constexpr int64_t swapped_halves = 0x4e;
    if (element_ == 8) add_shuffled(Id::ADDPS, swapped_neighbours);
    add_shuffled(element_ == 8 ? Id::ADDPS : Id::ADDPD, swapped_halves);
    return to_scalar();
}

void VectorExpander::add_shuffled(Id add, int64_t order) {
    uint32_t value = keep();
    in.push_variable(value);
    in.push_variable(value);
    operate(Id::PSHUFD, 1).imm = order;
    operate(add, 2);
}

// --- Order and size of elements

// Of bytes, with indices that the method knows nothing of: those beyond the last element give zero.
bool VectorExpander::shuffle() {
    uint32_t bytes = 0;
    if (element_log2() != 0 || bytes_ != 16 || !takes_only_vectors()) return in.ended_;
    if (!coerce_arguments(bytes)) return true;
    constexpr int64_t to_sign_bit = 0x70;
    push_repeated(1, to_sign_bit);
    operate(Id::PADDUSB, 2);
    operate(Id::PSHUFB, 2);
    return true;
}

bool VectorExpander::narrow() {
    uint32_t bytes = 0;
    if (signature->parameter_count != 2 || bytes_ != 16 || element_ < 2 || element_ == 8 || !takes_only_vectors())
        return in.ended_;
    if (!coerce_arguments(bytes)) return true;
    TypeHandle result = signature->return_type;
    if (element_ == 9) {
        uint32_t upper = keep();
        operate(Id::CVTPD2PS, 1);
        in.push_variable(upper);
        operate(Id::CVTPD2PS, 1);
        emit(Id::MOVLHPS, 2, Kind::Vector, result, bytes_);
        return true;
    }
    if (element_log2() == 3) {
        constexpr int64_t even_elements = 0x88;
        emit(Id::SHUFPS, 2, Kind::Vector, result, bytes_).imm = even_elements;
        return true;
    }
    uint32_t upper = keep();
    bool words = element_log2() == 1;
    push_repeated(words ? 3 : 5, words ? 0xff : 0xffff);
    uint32_t low_bits = keep();
    in.push_variable(low_bits);
    operate(Id::PAND, 2);
    in.push_variable(upper);
    in.push_variable(low_bits);
    operate(Id::PAND, 2);
    emit(words ? Id::PACKUSWB : Id::PACKUSDW, 2, Kind::Vector, result, bytes_);
    return true;
}

bool VectorExpander::widen_upper() {
    constexpr Id ids[] = {
        Id::PMOVSXBW, Id::PMOVZXBW, Id::PMOVSXWD, Id::PMOVZXWD, Id::PMOVSXDQ, Id::PMOVZXDQ, _, _, Id::CVTPS2PD, _};
    Id id = of_element(ids);
    if (id == Id::None || bytes_ != 16 || !takes_only_vectors() || !in.coerce(Kind::Vector)) return in.ended_;
    constexpr int64_t half_bytes = 8;
    operate(Id::PSRLDQ, 1).imm = half_bytes;
    emit(id, 1, Kind::Vector, signature->return_type, bytes_);
    return true;
}

}  // namespace celer

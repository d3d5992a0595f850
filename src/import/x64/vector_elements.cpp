// Operations on single elements, and those that change how many and how large they are: into and out of registers,
// halves, sums, order, narrower and wider ones.
#include <bit>

#include "import/x64/vector_expander.h"
#include "platform/instruction_sets.h"

namespace celer {

namespace {

using Id = VectorInstructionId;
constexpr Id _ = Id::None;

// What moves a scalar to the lowest element, and from there to all.
constexpr Id insert_low[] = {Id::MOVD_G2V, Id::MOVD_G2V,   Id::MOVD_G2V,   Id::MOVD_G2V, Id::MOVD_G2V,
                             Id::MOVD_G2V, Id::MOVQ_G2V_Q, Id::MOVQ_G2V_Q, Id::INSERTPS, Id::MOVQ};
constexpr Id spread[] = {Id::PBROADCASTB, Id::PBROADCASTB, Id::PBROADCASTW, Id::PBROADCASTW, Id::PBROADCASTD,
                         Id::PBROADCASTD, Id::PBROADCASTQ, Id::PBROADCASTQ, Id::BROADCASTSS, Id::PBROADCASTQ};
constexpr Id extract[] = {Id::PEXTRB, Id::PEXTRB, Id::PEXTRW, Id::PEXTRW, Id::PEXTRD,
                          Id::PEXTRD, Id::PEXTRQ, Id::PEXTRQ, Id::PSHUFD, Id::PSHUFD};
constexpr Id insert[] = {Id::PINSRB, Id::PINSRB, Id::PINSRW, Id::PINSRW,   Id::PINSRD,
                         Id::PINSRD, Id::PINSRQ, Id::PINSRQ, Id::INSERTPS, Id::UNPCKLPD};
constexpr Id add_elements[] = {Id::PADDB, Id::PADDB, Id::PADDW, Id::PADDW, Id::PADDD,
                               Id::PADDD, Id::PADDQ, Id::PADDQ, Id::ADDPS, Id::ADDPD};
constexpr uint32_t lane_bytes = 16;
constexpr int64_t all_in_order = 0xd8;  // VPERMQ: what two lanes have in their lower halves, then the upper ones

}  // namespace

// --- Into registers

void VectorExpander::broadcast() {
    if (!is_float()) emit(insert_low[element_], 1, Kind::Vector, vector_, lane_bytes);
    operate(spread[element_], 1);
}

void VectorExpander::push_repeated(uint32_t element, int64_t value) {
    bool wide = element >= 6;
    in.push_integer(wide ? Kind::I8 : Kind::I4, value);
    emit(insert_low[element], 1, Kind::Vector, vector_, lane_bytes);
    operate(spread[element], 1);
}

bool VectorExpander::create() {
    uint32_t part = signature->parameter_count == 0 ? 0 : vector_bytes(signature->parameters[0]);
    if (state.ended || !work_on(signature->return_type)) return state.ended;
    if (part != 0) return signature->parameter_count <= 2 && create_of_halves(part);
    if (signature->parameter_count > 1) return create_of_elements();
    if (signature->parameter_count != 1 || !is_scalar(0)) return false;
    uint32_t bytes = 0;
    if (coerce_arguments(bytes)) broadcast();
    return true;
}

// new Vector<T>(value)
bool VectorExpander::construct() {
    uint32_t bytes = 0;
    if (signature->parameter_count != 1 || !is_scalar(0) || !work_on(target->owner)) return false;
    if (coerce_arguments(bytes)) broadcast();
    return true;
}

int64_t VectorExpander::element_bits(uint32_t number) const {
    if (element_ == 8) return std::bit_cast<int32_t>(static_cast<float>(number));
    if (element_ == 9) return std::bit_cast<int64_t>(static_cast<double>(number));
    return number;
}

bool VectorExpander::one() {
    if (signature->parameter_count != 0) return false;
    push_repeated(element_log2() * 2 + 1, element_bits(1));
    return true;
}

// 0, 1, 2, ...
bool VectorExpander::indices() {
    if (signature->parameter_count != 0) return false;
    uint32_t count = bytes_ >> element_log2();
    for (uint32_t i = 0; i < count; i++) in.push_integer(element_log2() == 3 ? Kind::I8 : Kind::I4, element_bits(i));
    push_known_elements(count);
    return true;
}

// One half for both, or each.
bool VectorExpander::create_of_halves(uint32_t part) {
    uint32_t bytes = 0;
    if (part * 2 != bytes_) return false;
    if (!coerce_arguments(bytes)) return true;
    if (signature->parameter_count == 1) {
        uint32_t half = keep();
        in.push_variable(half);
        in.push_variable(half);
    }
    operate(insert_half(), 2).imm = 1;
    return true;
}

// Each element an argument.
bool VectorExpander::create_of_elements() {
    uint32_t count = bytes_ >> element_log2();
    if (signature->parameter_count != count) return false;
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
    constexpr uint32_t most_elements = 64;
    uint32_t elements[most_elements];
    for (uint32_t i = count; i-- > 0;) elements[i] = keep();
    push_elements({elements, count});
    return true;
}

// The upper half is in a variable, the lower on top.
void VectorExpander::join_halves(uint32_t upper) {
    in.push_variable(upper);
    operate(insert_half(), 2).imm = 1;
}

// Two vectors of half as many bytes become one.
void VectorExpander::join_top(uint32_t bytes) {
    emit(bytes == 2 * lane_bytes ? Id::INSERTF128 : Id::INSERTF64X4, 2, Kind::Vector, vector_, bytes).imm = 1;
}

// A vector of variables.
void VectorExpander::push_elements(std::span<const uint32_t> elements) {
    auto bytes = static_cast<uint32_t>(elements.size() << element_log2());
    if (bytes == lane_bytes) return push_lane_of(elements);
    push_elements(elements.first(elements.size() / 2));
    push_elements(elements.last(elements.size() / 2));
    join_top(bytes);
}

// 16 bytes of variables.
void VectorExpander::push_lane_of(std::span<const uint32_t> elements) {
    if (element_ == 8) emit(Id::ZERO, 0, Kind::Vector, vector_, lane_bytes);
    in.push_variable(elements[0]);
    emit(insert_low[element_], element_ == 8 ? 2 : 1, Kind::Vector, vector_, lane_bytes);
    for (uint32_t i = 1; i < elements.size(); i++) {
        in.push_variable(elements[i]);
        emit(of_element(insert), 2, Kind::Vector, vector_, lane_bytes).imm = element_ == 8 ? i << 4 : i;
    }
}

// The numbers on top become a vector.
void VectorExpander::push_known_elements(uint32_t count) {
    uint32_t bytes = count << element_log2();
    if (bytes == lane_bytes) return push_known_lane(count);
    push_known_elements(count / 2);
    uint32_t upper = keep();
    push_known_elements(count / 2);
    in.push_variable(upper);
    join_top(bytes);
}

// The numbers on top as one constant of 16 bytes.
void VectorExpander::push_known_lane(uint32_t count) {
    uint64_t halves[2] = {};
    uint32_t size_bits = 8u << element_log2();
    for (uint32_t i = count; i-- > 0;) {
        uint64_t bits = static_cast<uint64_t>(in.top().imm);
        if (size_bits < 64) bits &= (uint64_t{1} << size_bits) - 1;
        halves[i * size_bits / 64] |= bits << i * size_bits % 64;
        in.drop();
    }
    in.push_integer(Kind::I8, static_cast<int64_t>(halves[0]));
    emit(Id::MOVQ_G2V_Q, 1, Kind::Vector, vector_, lane_bytes);
    in.push_integer(Kind::I8, static_cast<int64_t>(halves[1]));
    emit(Id::PINSRQ, 2, Kind::Vector, vector_, lane_bytes).imm = 1;
}

bool VectorExpander::create_scalar() {
    if (signature->parameter_count != 1 || !is_scalar(0)) return false;
    uint32_t bytes = 0;
    if (!coerce_arguments(bytes)) return true;
    if (insert_low[element_] == Id::INSERTPS) {  // into zeros: the other elements are cleared
        uint32_t value = keep();
        operate(Id::ZERO, 0);
        in.push_variable(value);
        emit(Id::INSERTPS, 2, Kind::Vector, vector_, lane_bytes).imm = 0;
        return true;
    }
    if (element_ < 4) {  // what a small integer is extended with is no part of it
        in.push_integer(Kind::I4, element_ < 2 ? 0xff : 0xffff);
        arithmetic.binary(Op::And);
    }
    emit(insert_low[element_], 1, Kind::Vector, vector_, lane_bytes);
    return true;
}

// --- Out of registers

bool VectorExpander::to_scalar() {
    if (!coerce_vector()) return true;
    if (is_float()) {
        emit(Id::MOVAPS, 1, element_ == 8 ? Kind::F4 : Kind::F8, {}, lane_bytes);
        return true;
    }
    bool wide = element_ >= 6;
    emit(wide ? Id::MOVQ_V2G_Q : Id::MOVD_V2G, 1, wide ? Kind::I8 : Kind::I4, {}, lane_bytes);
    if (element_ < 4) arithmetic.convert(shape_of(signature->return_type).element, false, false);
    return true;
}

// The index in top, if it is that of an element and goes away; else -1.
int64_t VectorExpander::take_index() {
    const Value& index = in.top();
    if (index.known != Known::Integer || !in.droppable(index) || index.imm < 0 || index.imm >= bytes_ >> element_log2())
        return -1;
    int64_t number = index.imm;
    in.drop();
    return number;
}

// With a constant index of an element that there is; others are the method's to check.
bool VectorExpander::get_element() {
    if (signature->parameter_count != 2) return false;
    int64_t number = take_index();
    if (number < 0) return false;
    if (!coerce_vector()) return true;
    uint32_t in_lane = lane_bytes >> element_log2();
    if (number >= in_lane) operate(extract_lane(), 1).imm = number / in_lane;
    number %= in_lane;
    if (is_float()) {
        constexpr int64_t upper_half = 0xee;
        int64_t order = element_ == 8 ? number : number == 0 ? 0xe4 : upper_half;
        emit(Id::PSHUFD, 1, Kind::Vector, vector_, lane_bytes).imm = order;
        return to_scalar();
    }
    emit(extract[element_], 1, element_ >= 6 ? Kind::I8 : Kind::I4, {}, lane_bytes).imm = number;
    if (element_ == 0 || element_ == 2) arithmetic.convert(shape_of(signature->return_type).element, false, false);
    return true;
}

bool VectorExpander::with_element() {
    if (signature->parameter_count != 3 || !is_scalar(2)) return false;
    const Value& index = in.top(1);
    int64_t number = index.imm;
    if (index.known != Known::Integer || number < 0 || number >= bytes_ >> element_log2()) return false;
    if (!in.coerce(shape_of(signature->parameters[2]).kind)) return true;
    uint32_t value = keep();
    in.drop();
    if (!coerce_vector()) return true;
    uint32_t in_lane = lane_bytes >> element_log2();
    int64_t lane = number / in_lane;
    number %= in_lane;
    uint32_t whole = 0;
    if (bytes_ > lane_bytes) {
        whole = keep();
        in.push_variable(whole);
        if (lane != 0) operate(extract_lane(), 1).imm = lane;
    }
    in.push_variable(value);
    Id id = element_ == 9 && number == 0 ? Id::MOVSD : of_element(insert);
    emit(id, 2, Kind::Vector, vector_, lane_bytes).imm = element_ == 8 ? number << 4 : number;
    if (bytes_ > lane_bytes) {
        uint32_t changed = keep();
        in.push_variable(whole);
        in.push_variable(changed);
        operate(insert_lane(), 2).imm = lane;
    }
    return true;
}

// --- Halves

bool VectorExpander::get_half(bool upper) {
    uint32_t half = vector_bytes(signature->return_type);
    if (signature->parameter_count != 1 || half * 2 != bytes_ || !coerce_vector()) return state.ended;
    if (upper) {
        emit(extract_half(), 1, Kind::Vector, signature->return_type, bytes_).imm = 1;
    } else {
        emit(Id::MOVAPS, 1, Kind::Vector, signature->return_type, half);
    }
    return true;
}

bool VectorExpander::with_half(bool upper) {
    uint32_t bytes = 0;
    if (signature->parameter_count != 2 || vector_bytes(signature->parameters[1]) * 2 != bytes_) return state.ended;
    if (coerce_arguments(bytes)) operate(insert_half(), 2).imm = upper;
    return true;
}

// The same lower bytes; more of them are zero.
bool VectorExpander::resize() {
    uint32_t from = bytes_;
    uint32_t to = vector_bytes(signature->return_type);
    if (signature->parameter_count != 1 || to == 0) return state.ended;
    if (vector_bytes(signature->parameters[0]) != from) return state.ended || from_struct();
    if (!coerce_vector()) return true;
    if (from != to) emit(Id::MOVAPS, 1, Kind::Vector, signature->return_type, std::min(from, to));
    return true;
}

// --- Across elements

// Of floats, neighbours first, as CoreCLR adds them: no zero is added that would change the sign of a zero.
bool VectorExpander::sum() {
    uint32_t bytes = 0;
    if (signature->parameter_count != 1 || !is_scalar_type(signature->return_type)) return false;
    if (!coerce_arguments(bytes)) return true;
    return sum_top();
}

bool VectorExpander::sum_top() {
    if (is_float()) {
        sum_floats(bytes_);
        return to_scalar();
    }
    for (uint32_t bytes = bytes_; bytes > lane_bytes; bytes /= 2) {
        bool is_lanes = bytes == 2 * lane_bytes;
        uint32_t whole = keep();
        in.push_variable(whole);
        in.push_variable(whole);
        emit(is_lanes ? Id::EXTRACTF128 : Id::EXTRACTF64X4, 1, Kind::Vector, vector_, bytes).imm = 1;
        emit(of_element(add_elements), 2, Kind::Vector, vector_, bytes / 2);
    }
    for (uint32_t step = lane_bytes / 2; step >= 1u << element_log2(); step /= 2) {
        uint32_t value = keep();
        in.push_variable(value);
        in.push_variable(value);
        emit(Id::PSRLDQ, 1, Kind::Vector, vector_, lane_bytes).imm = step;
        emit(of_element(add_elements), 2, Kind::Vector, vector_, lane_bytes);
    }
    return to_scalar();
}

// Of as many bytes of the vector on top: each half for itself, then their sums. It is the lowest element.
void VectorExpander::sum_floats(uint32_t bytes) {
    constexpr int64_t swapped_neighbours = 0xb1;
    constexpr int64_t swapped_halves = 0x4e;
    if (bytes == lane_bytes) return add_in_lane(swapped_neighbours, swapped_halves);
    uint32_t whole = keep();
    in.push_variable(whole);
    emit(bytes == 2 * lane_bytes ? Id::EXTRACTF128 : Id::EXTRACTF64X4, 1, Kind::Vector, vector_, bytes).imm = 1;
    sum_floats(bytes / 2);
    uint32_t upper = keep();
    in.push_variable(whole);
    sum_floats(bytes / 2);
    in.push_variable(upper);
    emit(of_element(add_elements), 2, Kind::Vector, vector_, lane_bytes);
}

void VectorExpander::add_in_lane(int64_t first, int64_t second) {
    if (element_ == 8) add_shuffled(Id::ADDPS, first);
    add_shuffled(element_ == 8 ? Id::ADDPS : Id::ADDPD, second);
}

void VectorExpander::add_shuffled(Id add, int64_t order) {
    uint32_t value = keep();
    in.push_variable(value);
    in.push_variable(value);
    emit(Id::PSHUFD, 1, Kind::Vector, vector_, lane_bytes).imm = order;
    emit(add, 2, Kind::Vector, vector_, lane_bytes);
}

// --- Order and size of elements

// With indices that the method knows nothing of: those beyond the last element give zero.
bool VectorExpander::shuffle() {
    uint32_t bytes = 0;
    if (signature->parameter_count != 2 || !takes_only_vectors()) return state.ended;
    if (is_wide()) return shuffle_wide_vector();
    if (!coerce_arguments(bytes)) return true;
    if (element_log2() != 0) {
        shuffle_wide_elements();
    } else {
        shuffle_bytes();
    }
    return true;
}

// The instructions take as many bits of an index as elements need.
bool VectorExpander::shuffle_wide_vector() {
    constexpr Id ids[] = {Id::PERMB, Id::PERMB,   Id::PERMW,   Id::PERMW,  Id::PERMD,
                          Id::PERMD, Id::PERMQ_E, Id::PERMQ_E, Id::PERMPS, Id::PERMPD_E};
    constexpr Id below[] = {Id::PCMPUB_K1, Id::PCMPUW_K1, Id::PCMPUD_K1, Id::PCMPUQ_K1};
    uint32_t bytes = 0;
    if (element_log2() == 0 && !is_supported(InstructionSet::Avx512Vbmi)) return false;
    if (!coerce_arguments(bytes)) return true;
    uint32_t indices = keep();
    in.push_variable(indices);
    operate(of_element(ids), 2);
    in.push_variable(indices);
    push_repeated(element_log2() * 2 + 1, bytes_ >> element_log2());
    operate(below[element_log2()], 2);
    operate(Id::PAND, 2);
    return true;
}

// Indices on top that are too large get the sign bit, for which PSHUFB gives zero.
void VectorExpander::shuffle_bytes() {
    constexpr int64_t to_sign_bit = 0x80;
    push_repeated(1, to_sign_bit - bytes_);
    operate(Id::PADDUSB, 2);
    shuffle_by_bytes();
}

// Indices below the number of bytes, or with the sign bit.
void VectorExpander::shuffle_by_bytes() {
    if (bytes_ == lane_bytes) {
        operate(Id::PSHUFB, 2);
        return;
    }
    // From each lane, and by the bit that tells which it is.
    constexpr int64_t lower_lane = 0x00;
    constexpr int64_t upper_lane = 0x11;
    constexpr int64_t lane_bit_to_sign = 3;
    uint32_t indices = keep();
    uint32_t value = keep();
    for (int64_t lane : {lower_lane, upper_lane}) {
        in.push_variable(value);
        in.push_variable(value);
        operate(Id::PERM2I128, 2).imm = lane;
        in.push_variable(indices);
        operate(Id::PSHUFB, 2);
    }
    in.push_variable(indices);
    operate(Id::PSLLW_I, 1).imm = lane_bit_to_sign;
    operate(Id::PBLENDVB, 3);
}

// Each index becomes those of the element's bytes.
void VectorExpander::shuffle_wide_elements() {
    uint32_t size = 1u << element_log2();
    uint32_t unsigned_element = element_log2() * 2 + 1;
    constexpr Id equal[] = {_, Id::PCMPEQW, Id::PCMPEQD, Id::PCMPEQQ};
    constexpr Id shift_left[] = {_, Id::PSLLW_I, Id::PSLLD_I, Id::PSLLQ_I};
    uint32_t indices = keep();
    uint64_t beyond = ~uint64_t{bytes_ / size - 1} & (~uint64_t{0} >> (64 - 8 * size));
    in.push_variable(indices);
    push_repeated(unsigned_element, static_cast<int64_t>(beyond));
    operate(Id::PAND, 2);
    operate(Id::ZERO, 0);
    operate(equal[element_log2()], 2);  // ones where there is such an element
    uint32_t valid = keep();
    in.push_variable(indices);
    operate(shift_left[element_log2()], 1).imm = element_log2();
    push_lane_pattern([&](uint32_t i) { return i & ~(size - 1); });
    operate(Id::PSHUFB, 2);
    push_lane_pattern([&](uint32_t i) { return i & (size - 1); });
    operate(Id::PADDB, 2);
    shuffle_by_bytes();
    in.push_variable(valid);
    operate(Id::PAND, 2);
}

// A byte for each place of 16, in all lanes.
template <typename Function>
void VectorExpander::push_lane_pattern(Function byte_at) {
    uint64_t halves[2] = {};
    for (uint32_t i = 0; i < lane_bytes; i++) halves[i / 8] |= uint64_t{byte_at(i)} << (i % 8 * 8);
    in.push_integer(Kind::I8, static_cast<int64_t>(halves[0]));
    emit(Id::MOVQ_G2V_Q, 1, Kind::Vector, vector_, lane_bytes);
    in.push_integer(Kind::I8, static_cast<int64_t>(halves[1]));
    emit(Id::PINSRQ, 2, Kind::Vector, vector_, lane_bytes).imm = 1;
    if (bytes_ == lane_bytes) return;
    uint32_t lane = keep();
    in.push_variable(lane);
    join_halves(lane);
}

// Packing works in each lane for itself.
void VectorExpander::join_packed_lanes() {
    if (bytes_ > lane_bytes) operate(Id::PERMQ, 1).imm = all_in_order;
}

bool VectorExpander::narrow() {
    uint32_t bytes = 0;
    if (signature->parameter_count != 2 || element_ < 2 || element_ == 8 || !takes_only_vectors()) return state.ended;
    if (!coerce_arguments(bytes)) return true;
    if (element_ == 9) {
        if (is_wide()) {
            narrow_halves(Id::CVTPD2PS);
            return true;
        }
        uint32_t upper = keep();
        operate(Id::CVTPD2PS, 1);
        in.push_variable(upper);
        operate(Id::CVTPD2PS, 1);
        if (bytes_ > lane_bytes) {
            operate(Id::INSERTF128, 2).imm = 1;
        } else {
            operate(Id::MOVLHPS, 2);
        }
        return true;
    }
    if (is_wide()) {
        constexpr Id ids[] = {_, Id::PMOVWB, Id::PMOVDW, Id::PMOVQD};
        narrow_halves(ids[element_log2()]);
        return true;
    }
    if (element_log2() == 3) {
        constexpr int64_t even_elements = 0x88;
        operate(Id::SHUFPS, 2).imm = even_elements;
        join_packed_lanes();
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
    operate(words ? Id::PACKUSWB : Id::PACKUSDW, 2);
    join_packed_lanes();
    return true;
}

void VectorExpander::narrow_halves(Id id) {
    uint32_t upper = keep();
    operate(id, 1);
    in.push_variable(upper);
    operate(id, 1);
    operate(insert_half(), 2).imm = 1;
}

bool VectorExpander::widen_upper() {
    constexpr Id ids[] = {
        Id::PMOVSXBW, Id::PMOVZXBW, Id::PMOVSXWD, Id::PMOVZXWD, Id::PMOVSXDQ, Id::PMOVZXDQ, _, _, Id::CVTPS2PD, _};
    Id id = of_element(ids);
    if (id == Id::None || signature->parameter_count != 1 || !takes_only_vectors() || !coerce_vector())
        return state.ended;
    constexpr int64_t half_bytes = 8;
    if (bytes_ > lane_bytes) {
        operate(extract_half(), 1).imm = 1;
    } else {
        operate(Id::PSRLDQ, 1).imm = half_bytes;
    }
    operate(id, 1);
    return true;
}

}  // namespace celer

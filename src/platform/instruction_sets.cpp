#include "platform/instruction_sets.h"

#include <algorithm>

#include "base/options.h"

namespace celer {

namespace {

uint64_t detect() {
    uint64_t sets = 0;
    // The conditions of instruction_sets.def.
#define has(set) ((sets & uint64_t{1} << static_cast<uint32_t>(InstructionSet::set)) != 0)
#define on(option) options().option
#define cpu(feature) __builtin_cpu_supports(feature)
#define CELER_INSTRUCTION_SET(name, class_name, condition) \
    if (condition) sets |= uint64_t{1} << static_cast<uint32_t>(InstructionSet::name);
#include "platform/instruction_sets.def"
#undef CELER_INSTRUCTION_SET
#undef has
#undef on
#undef cpu
    return sets;
}

// As the option says it, rounded down to what there is; an option that names less than the least is none.
uint32_t bytes_of(int64_t bits, uint32_t without_option) {
    constexpr int64_t widths[] = {512, 256, 128};
    for (int64_t width : widths) {
        if (bits >= width) return static_cast<uint32_t>(width / 8);
    }
    return without_option;
}

}  // namespace

bool is_supported(InstructionSet set) {
    static const uint64_t sets = detect();
    return sets & uint64_t{1} << static_cast<uint32_t>(set);
}

InstructionSet find_instruction_set(std::string_view class_name) {
#define CELER_INSTRUCTION_SET(set, its_class, condition) \
    if (class_name == its_class) return InstructionSet::set;
#include "platform/instruction_sets.def"
#undef CELER_INSTRUCTION_SET
    return InstructionSet::None;
}

uint32_t native_vector_bytes() {
    if (is_supported(InstructionSet::Avx512F)) return 64;
    if (is_supported(InstructionSet::Avx)) return 32;
    return is_supported(InstructionSet::Sse2) ? 16 : 0;
}

uint32_t accelerated_vector_bytes() {
    uint32_t most = native_vector_bytes();
    if (most == 64) most = 32;
    if (most == 32 && !is_supported(InstructionSet::Avx2)) most = 16;
    return std::min(most, bytes_of(options().PreferredVectorBitWidth, most));
}

bool can_encode_vectors() {
    return __builtin_cpu_supports("avx2");
}

bool may_fuse_multiply_add() {
    return is_supported(InstructionSet::Fma);
}

uint32_t machine_vector_bytes() {
    constexpr uint32_t least = 16;
    constexpr uint32_t usual = 32;
    return std::max(least, std::min(accelerated_vector_bytes(), bytes_of(options().MaxVectorTBitWidth, usual)));
}

}  // namespace celer

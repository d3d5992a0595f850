#include "platform/instruction_sets.h"

#include "base/options.h"

namespace celer {

namespace {

uint32_t detect() {
    uint32_t sets = 0;
    auto has = [&](InstructionSet set) { return sets & 1u << static_cast<uint32_t>(set); };
    // A set that requires itself is the first.
#define CELER_INSTRUCTION_SET(name, requires_set, option, cpu)                                         \
    if ((InstructionSet::requires_set == InstructionSet::name || has(InstructionSet::requires_set)) && \
        options().option && __builtin_cpu_supports(cpu))                                               \
        sets |= 1u << static_cast<uint32_t>(InstructionSet::name);
#include "platform/instruction_sets.def"
#undef CELER_INSTRUCTION_SET
    return sets;
}

}  // namespace

bool is_supported(InstructionSet set) {
    static const uint32_t sets = detect();
    return sets & 1u << static_cast<uint32_t>(set);
}

InstructionSet find_instruction_set(std::string_view name) {
#define CELER_INSTRUCTION_SET(set, requires_set, option, cpu) \
    if (name == #set) return InstructionSet::set;
#include "platform/instruction_sets.def"
#undef CELER_INSTRUCTION_SET
    return InstructionSet::None;
}

uint32_t accelerated_vector_bytes() {
    return is_supported(InstructionSet::Sse2) ? 16 : 0;
}

namespace {

// AVX2 and what comes with it.
bool has_third_level() {
    return options().EnableHWIntrinsic && options().EnableSSE42 && options().EnableAVX && options().EnableAVX2 &&
           __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

}  // namespace

bool can_encode_vectors() {
    return __builtin_cpu_supports("avx2");
}

bool may_fuse_multiply_add() {
    return has_third_level();
}

uint32_t machine_vector_bytes() {
    int64_t most_bits = options().MaxVectorTBitWidth;
    return has_third_level() && (most_bits == 0 || most_bits >= 256) ? 32 : 16;
}

}  // namespace celer

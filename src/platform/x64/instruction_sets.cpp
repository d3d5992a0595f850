#include "platform/instruction_sets.h"

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
#include "platform/x64/instruction_sets.def"
#undef CELER_INSTRUCTION_SET
#undef has
#undef on
#undef cpu
    return sets;
}

// Intel's processors of 2017 to 2020 with AVX-512: those that CoreCLR lowers the preferred width for.
bool slows_down_for_wide_vectors() {
    return __builtin_cpu_is("skylake-avx512") || __builtin_cpu_is("cascadelake") || __builtin_cpu_is("cooperlake") ||
           __builtin_cpu_is("cannonlake");
}

}  // namespace

bool is_supported(InstructionSet set) {
    static const uint64_t sets = detect();
    return sets & uint64_t{1} << static_cast<uint32_t>(set);
}

InstructionSet find_instruction_set(std::string_view class_name) {
#define CELER_INSTRUCTION_SET(set, its_class, condition) \
    if (class_name == its_class) return InstructionSet::set;
#include "platform/x64/instruction_sets.def"
#undef CELER_INSTRUCTION_SET
    return InstructionSet::None;
}

uint32_t native_vector_bytes() {
    if (is_supported(InstructionSet::Avx512F)) return 64;
    if (is_supported(InstructionSet::Avx)) return 32;
    return is_supported(InstructionSet::Sse2) ? 16 : 0;
}

uint32_t usual_vector_bytes() {
    uint32_t most = native_vector_bytes();
    if (most == 64 && slows_down_for_wide_vectors()) most = 32;
    return most == 32 && !is_supported(InstructionSet::Avx2) ? 16 : most;
}

bool can_encode_vectors() {
    return __builtin_cpu_supports("avx2");
}

bool may_fuse_multiply_add() {
    return is_supported(InstructionSet::Fma);
}

}  // namespace celer

// The instruction sets that programs may use: what the processor has, less what the environment forbids, less what is
// not built yet. The same answers as CoreCLR's under the same switches, once everything is built.
#pragma once

#include <cstdint>
#include <string_view>

namespace celer {

enum class InstructionSet : uint8_t {
#define CELER_INSTRUCTION_SET(name, class_name, condition) name,
#include "platform/x64/instruction_sets.def"
#undef CELER_INSTRUCTION_SET
    None,  // a class that is not built
};

bool is_supported(InstructionSet set);
// By the name of the class in System.Runtime.Intrinsics.X86: Avx2, or Gfni.V256.
InstructionSet find_instruction_set(std::string_view class_name);

// Whether the processor has the encodings of the vector instructions, whatever programs may use.
bool can_encode_vectors();
// Whether arithmetic that may be fused is.
bool may_fuse_multiply_add();
// Bytes of the widest vector that lives in a register and is worked on by instructions: 0, 16, 32.
uint32_t native_vector_bytes();
// Without options: bytes of the widest vector that it pays to use.
uint32_t usual_vector_bytes();
// Bytes of the widest vector for which VectorN.IsHardwareAccelerated says yes: what programs are told to use.
uint32_t accelerated_vector_bytes();
// Bytes of a Vector<T>, accelerated or not.
uint32_t machine_vector_bytes();

}  // namespace celer

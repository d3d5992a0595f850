#include "import/scalar_instructions.h"

#include "platform/instruction_sets.h"

namespace celer {

using enum VectorInstructionId;

VectorInstructionId reciprocal_instruction(bool of_root, Kind kind) {
    bool is_double = kind != Kind::F4;
    if (is_supported(InstructionSet::Avx512F)) {
        if (is_double) return of_root ? RSQRT14SD_1 : RCP14SD_1;
        return of_root ? RSQRT14SS_1 : RCP14SS_1;
    }
    if (is_double || !can_encode_vectors()) return None;  // whatever the switches say
    return of_root ? RSQRTSS_1 : RCPSS_1;
}

VectorInstructionId truncation_to_unsigned(Kind from, Kind to) {
    if (!is_supported(InstructionSet::Avx512F)) return None;
    bool is_double = from == Kind::F8;
    if (to == Kind::I8) return is_double ? CVTTSD2USI_Q : CVTTSS2USI_Q;
    return is_double ? CVTTSD2USI_D : CVTTSS2USI_D;
}

VectorInstructionId move_between_registers(Kind from, Kind to) {
    if (!can_encode_vectors()) return None;
    bool from_float = from == Kind::F4 || from == Kind::F8;
    bool to_float = to == Kind::F4 || to == Kind::F8;
    if (from_float && to == Kind::I4) return MOVD_V2G;
    if (from_float && to == Kind::I8) return MOVQ_V2G_Q;
    if (to_float && from == Kind::I4) return MOVD_G2V;
    if (to_float && from == Kind::I8) return MOVQ_G2V_Q;
    return None;
}

}  // namespace celer

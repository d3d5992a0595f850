#include "runtime/fault_context.h"

#include <ucontext.h>

#include "runtime/x64/calls.h"

namespace celer {

uintptr_t return_address_without_frame(const ThreadContext& context) {
    return *reinterpret_cast<const uintptr_t*>(context.stack_pointer);
}

// div and idiv by a register that is not zero gave too large a quotient.
FaultKind arithmetic_fault(const void* signal_context) {
    static constexpr int registers[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                        REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    const greg_t* values = static_cast<const ucontext_t*>(signal_context)->uc_mcontext.gregs;
    auto* code = reinterpret_cast<const uint8_t*>(values[REG_RIP]);
    uint8_t rex = (code[0] & 0xf0) == 0x40 ? *code++ : 0;
    bool by_register = code[0] == 0xf7 && code[1] >= 0xf0;  // /6 and /7, mod 3
    if (!by_register) return FaultKind::DivideByZero;
    greg_t divisor = values[registers[(rex & 1) << 3 | (code[1] & 7)]];
    bool is_zero = rex & 8 ? divisor == 0 : static_cast<uint32_t>(divisor) == 0;
    return is_zero ? FaultKind::DivideByZero : FaultKind::Overflow;
}

void enter_fault(void* signal_context, FaultKind kind, const FaultSite& site) {
    greg_t* registers = static_cast<ucontext_t*>(signal_context)->uc_mcontext.gregs;
    registers[REG_RIP] = reinterpret_cast<greg_t>(&celer_fault_entry);
    registers[REG_RBP] = static_cast<greg_t>(site.frame_pointer);
    registers[REG_RDI] = static_cast<greg_t>(kind);
    registers[REG_RSI] = static_cast<greg_t>(site.ip);
    registers[REG_RDX] = site.is_fault;
    registers[REG_EFL] &= ~greg_t{0x400};  // direction flag
}

}  // namespace celer

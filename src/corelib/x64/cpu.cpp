// System.Runtime.Intrinsics.X86.X86Base.
#include <cpuid.h>

#include "corelib/contract.h"
#include "corelib/tables.h"

namespace celer {

namespace {

void cpu_id(uint32_t* registers, uint32_t function, uint32_t sub_function) {
    __cpuid_count(function, sub_function, registers[0], registers[1], registers[2], registers[3]);
}

const NativeEntry entries[] = {
    CELER_QCALL("X86BaseCpuId", cpu_id),
};

}  // namespace

NativeTable cpu_contract() {
    return entries;
}

}  // namespace celer

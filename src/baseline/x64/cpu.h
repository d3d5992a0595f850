// What this processor can do beyond x86-64-v2 (SSE4.2, POPCNT), which is required.
#pragma once

namespace celer::x64 {

struct CpuFeatures {
    bool bmi2 = false;
    bool bmi1 = false;  // tzcnt
    bool lzcnt = false;
};

const CpuFeatures& cpu();

}  // namespace celer::x64

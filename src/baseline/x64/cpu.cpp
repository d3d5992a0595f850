#include "baseline/x64/cpu.h"

#include <cpuid.h>

namespace celer::x64 {

namespace {

CpuFeatures detect() {
    CpuFeatures features;
    unsigned a, b, c, d;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        features.bmi1 = b & bit_BMI;
        features.bmi2 = b & bit_BMI2;
    }
    if (__get_cpuid(0x80000001, &a, &b, &c, &d)) features.lzcnt = c & bit_LZCNT;
    return features;
}

}  // namespace

const CpuFeatures& cpu() {
    static const CpuFeatures features = detect();
    return features;
}

}  // namespace celer::x64

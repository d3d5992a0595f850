// System.Math and System.MathF: the C library's functions, as CoreCLR uses them.
#include <cmath>

#include "corelib/contract.h"
#include "corelib/math_versions.h"
#include "corelib/tables.h"

namespace celer {

namespace {

template <typename F>
F mod_f(F value, F* integral) {
    return std::modf(value, integral);
}

template <typename F>
void sin_cos(F value, F* sine, F* cosine) {
    *sine = std::sin(value);
    *cosine = std::cos(value);
}

using Unary64 = double (*)(double);
using Unary32 = float (*)(float);
using Binary64 = double (*)(double, double);
using Binary32 = float (*)(float, float);
using Ternary64 = double (*)(double, double, double);
using Ternary32 = float (*)(float, float, float);

#define CELER_MATH(managed, native, arity)                                                              \
    {"System.Math", managed, nullptr, reinterpret_cast<void*>(static_cast<arity##64>(&std::native))}, { \
        "System.MathF", managed, nullptr, reinterpret_cast<void*>(static_cast<arity##32>(&std::native)) \
    }

const NativeEntry entries[] = {
    CELER_MATH("Acos", acos, Unary),
    CELER_MATH("Acosh", acosh, Unary),
    CELER_MATH("Asin", asin, Unary),
    CELER_MATH("Asinh", asinh, Unary),
    CELER_MATH("Atan", atan, Unary),
    CELER_MATH("Atanh", atanh, Unary),
    CELER_MATH("Cbrt", cbrt, Unary),
    CELER_MATH("Cos", cos, Unary),
    CELER_MATH("Cosh", cosh, Unary),
    CELER_MATH("Exp", exp, Unary),
    CELER_MATH("Log", log, Unary),
    CELER_MATH("Log10", log10, Unary),
    CELER_MATH("Log2", log2, Unary),
    CELER_MATH("Sin", sin, Unary),
    CELER_MATH("Sinh", sinh, Unary),
    CELER_MATH("Sqrt", sqrt, Unary),
    CELER_MATH("Tan", tan, Unary),
    CELER_MATH("Tanh", tanh, Unary),
    CELER_MATH("Ceiling", ceil, Unary),
    CELER_MATH("Floor", floor, Unary),
    CELER_MATH("Atan2", atan2, Binary),
    CELER_MATH("Pow", pow, Binary),
    CELER_MATH("FusedMultiplyAdd", fma, Ternary),
    {"System.Math", "ModF", nullptr, reinterpret_cast<void*>(&mod_f<double>)},
    {"System.MathF", "ModF", nullptr, reinterpret_cast<void*>(&mod_f<float>)},
    {"System.Math", "SinCos", nullptr, reinterpret_cast<void*>(&sin_cos<double>)},
    {"System.MathF", "SinCos", nullptr, reinterpret_cast<void*>(&sin_cos<float>)},
};

}  // namespace

NativeTable math_contract() {
    return entries;
}

}  // namespace celer

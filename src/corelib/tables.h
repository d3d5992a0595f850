// The tables of rows, one per file of this folder. Each founder adds his table here and nowhere else.
#pragma once

#include <array>

#include "corelib/contract.h"

namespace celer {

NativeTable environment_contract();  // environment.cpp
NativeTable exceptions_contract();   // exceptions.cpp
NativeTable math_contract();         // math.cpp
NativeTable threading_contract();    // threading.cpp
NativeTable tracing_contract();      // tracing.cpp

inline auto contract_tables() {
    return std::array{
        environment_contract(),
        exceptions_contract(),
        math_contract(),
        threading_contract(),
        tracing_contract(),
    };
}

}  // namespace celer

// The tables of rows, one per file of this folder. Each founder adds his table here and nowhere else.
#pragma once

#include <array>

#include "corelib/contract.h"

namespace celer {

NativeTable math_contract();  // math.cpp

inline auto contract_tables() {
    return std::array{
        math_contract(),
    };
}

}  // namespace celer

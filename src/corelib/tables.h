// The tables of rows, one per file of this folder. Each founder adds his table here and nowhere else.
#pragma once

#include <array>

#include "corelib/contract.h"

namespace celer {

NativeTable arrays_contract();              // arrays.cpp
NativeTable delegates_contract();           // delegates.cpp
NativeTable environment_contract();         // environment.cpp
NativeTable exceptions_contract();          // exceptions.cpp
NativeTable math_contract();                // math.cpp
NativeTable objects_contract();             // objects.cpp
NativeTable strings_contract();             // strings.cpp
NativeTable threading_contract();           // threading.cpp
NativeTable tracing_contract();             // tracing.cpp
NativeTable type_construction_contract();   // type_construction.cpp
NativeTable type_handles_contract();        // type_handles.cpp
NativeTable type_members_contract();        // type_members.cpp

inline auto contract_tables() {
    return std::array{
        arrays_contract(),
        delegates_contract(),
        environment_contract(),
        exceptions_contract(),
        math_contract(),
        objects_contract(),
        strings_contract(),
        threading_contract(),
        tracing_contract(),
        type_construction_contract(),
        type_handles_contract(),
        type_members_contract(),
    };
}

}  // namespace celer

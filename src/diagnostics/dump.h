// Text dumps of what the engine knows: a type's layout and vtable, a method's IL, imported form and code. For the
// command `celer dump` and for debuggers.
#pragma once

#include <string>
#include <string_view>

#include "code/method_code.h"

namespace celer {

std::string dump_type(MethodTable* table);  // loaded to Complete
std::string dump_il(MethodDesc* method);
std::string dump_imported(MethodDesc* method);
std::string dump_code(MethodDesc* method, std::string (*disassemble)(const MethodCode*));  // compiles it

}  // namespace celer

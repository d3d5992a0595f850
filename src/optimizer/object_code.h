// What LLVM emits for one method: an ELF object, placed in the arena.
#pragma once

#include <cstddef>
#include <string>

#include "code/code_tables.h"

namespace celer::optimizer {

// Makes the record and the code of a method from an object file. Null with `problem` if there is something in it that
// is not understood; nothing is kept then.
MethodCode* install_object(MethodDesc* method, const char* object, size_t object_bytes, std::string& problem);

}  // namespace celer::optimizer

// What the compilers did, for people: DOTNET_JitStdOutFile, DOTNET_JitDisasmSummary and DOTNET_JitDisasm in the shape
// that users of CoreCLR know.
#pragma once

#include <cstdint>
#include <string>

#include "code/method_code.h"

namespace celer {

// "Namespace.Type+Nested`1[int]:Method[System.String](int,System.Object)", as the JIT's listings name methods;
// with_result appends ":Result" unless void and ":this" for instance methods.
std::string listing_name(MethodDesc* method, bool with_result);

// Called for every method compiled; does nothing unless one of the options is on. The disassembler makes the body's
// text.
using Disassembler = std::string (*)(const MethodCode* code);
void list_compiled_method(const MethodCode* code, uint32_t il_size, Disassembler disassemble);

}  // namespace celer

// What the compilers did, for people: DOTNET_JitStdOutFile, DOTNET_JitDisasmSummary and DOTNET_JitDisasm in the shape
// that users of CoreCLR know.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "code/method_code.h"

namespace celer {

// "Namespace.Type+Nested`1[int]:Method[System.String](int,System.Object)", as the JIT's listings name methods;
// with_result appends ":Result" unless void and ":this" for instance methods.
std::string listing_name(MethodDesc* method, bool with_result);

// Called for every method compiled; does nothing unless one of the options is on. The disassembler makes the body's
// text.
using Disassembler = std::string (*)(const MethodCode* code);
void write_listing(std::string_view text);  // where the listings go

// A method set is a list of patterns separated by spaces, each "Method" or "Type:Method", with wildcards.
bool is_in_method_set(std::string_view set, MethodDesc* method);

void list_compiled_method(const MethodCode* code, uint32_t il_size, Disassembler disassemble);

}  // namespace celer

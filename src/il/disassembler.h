// Text of method bodies, for dumps and golden tests.
#pragma once

#include <string>

#include "il/decoder.h"
#include "il/method_body.h"

namespace celer::il {

// Gives the text of an operand token; context is what the caller passed along.
using TokenPrinter = std::string (*)(void* context, metadata::Token token);

// One instruction as "IL_0004: call System.Object::.ctor()", without a line end. Without a printer tokens appear in
// hex.
std::string disassemble(const Instruction& instruction, TokenPrinter printer = nullptr, void* context = nullptr);

// Header, locals, instructions and clauses, a line each. Ends with a line that says so if the code is malformed.
std::string disassemble(const MethodBody& body, TokenPrinter printer = nullptr, void* context = nullptr);

// The method's body with names and string literals out of its image.
std::string disassemble_method(const metadata::Image& image, uint32_t method_rid);

}  // namespace celer::il

// The translation of a callee's body in place of its call. It is the work of a BodyTranslator of its own, which makes
// the same function with the same builder.
#pragma once

#include <span>

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

struct InlinedBody {
    llvm::Value* result;  // where it lies; null: there is none
    ValueFact fact;       // of what it returns
};

// Goes on behind the body. `node`: of the inline tree. `around`: the landing pad around the call. The caller refuses
// what the body does.
InlinedBody translate_inlined(Body& caller, const ImportedCode& code, uint32_t node, const Pad* around,
                              std::span<const Operand> arguments, Kind return_kind, TypeHandle return_type);

}  // namespace celer::optimizer

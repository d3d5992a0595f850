// What LLVM's back end knows of the memory that an instruction touches.
#pragma once

namespace llvm {
class TargetPassConfig;
}

namespace celer::optimizer {

// The pass that makes null checks implicit asks for the IR value behind every memory operand of what it moves past, and
// ends the process if there is none: operands of gathers, and of accesses that the back end has merged. A pass of ours
// before it takes such operands away, which says "may touch anything".
void drop_unknown_memory(llvm::TargetPassConfig& passes);

}  // namespace celer::optimizer

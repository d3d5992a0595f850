// stackalloc: as a part of the frame where the size is known. Owned by BodyTranslator.
#pragma once

#include <optional>

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class Frame;
class OperandStack;
class StructCopier;

// The size of what the LocalAlloc allocates, if that can be a part of the frame.
std::optional<uint32_t> fixed_stack_block(const ImportedCode& code, size_t inst);
bool has_only_fixed_stack_blocks(const ImportedCode& code);

class StackAllocation {
  public:
    StackAllocation(Body& body, OperandStack& stack, Frame& frame, StructCopier& structs)
        : body_(body), builder_(body.state.builder), stack_(stack), frame_(frame), structs_(structs) {}

    // At the entry: if there will be blocks that are not a part of the frame, the stack pointer is kept from here on.
    void keep_stack_pointer();
    void local_alloc(const Inst& inst);

  private:
    void note_stack_pointer();

    Body& body_;
    llvm::IRBuilder<>& builder_;
    OperandStack& stack_;
    Frame& frame_;
    StructCopier& structs_;
};

}  // namespace celer::optimizer

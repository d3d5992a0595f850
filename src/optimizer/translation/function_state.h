// A function of LLVM's that is made of a method, a part of a running one (OSR) or a filter: what all bodies in it
// share.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "code/inline_tree.h"
#include "compile/remarks.h"
#include "optimizer/alias_facts.h"
#include "optimizer/llvm.h"
#include "optimizer/translation/handler_copies.h"
#include "optimizer/translation/inline_budget.h"

namespace celer::optimizer {

struct FunctionState {
    explicit FunctionState(llvm::Module& its_module)
        : module(its_module), context(its_module.getContext()), builder(context) {}

    // What is asked for.
    bool may_inline = true;
    bool may_assume = true;  // as in CompileRequest
    bool may_load = false;   // bodies that were never imported may be: somebody waits for the code
    bool wants_remarks = false;
    // There was not room for all: no large bodies are put in, and only tiny ones where the method seldom gets to.
    bool saves_room = false;

    llvm::Module& module;
    llvm::LLVMContext& context;
    llvm::IRBuilder<> builder;
    llvm::Function* function = nullptr;
    llvm::BasicBlock* entry = nullptr;

    // The bodies that were put in, and how large the function has become.
    std::vector<InlineNode> nodes;  // 1, 2, ...
    struct Size {
        uint32_t bodies = 0;
        uint32_t instructions = 0;
        void add(size_t instructions_of_body) {
            bodies++;
            instructions += static_cast<uint32_t>(instructions_of_body);
        }
        Size since(const Size& before) const { return {bodies - before.bodies, instructions - before.instructions}; }
    };
    Size whole, without_tiny;  // the method itself, too
    InlineBudget budget;
    bool lacks_room = false;        // for what should have been put in where the method often gets to
    bool has_large_bodies = false;  // that were put in
    uint32_t calls_without_room = 0;
    // Callees in whose bodies no call lacked room: how large they were with all that was put into them, but tiny
    // bodies.
    std::unordered_map<const MethodDesc*, Size> whole_bodies;

    std::vector<Handler> handlers;
    std::vector<PadHandlers> pads;
    llvm::AllocaInst* landed = nullptr;  // what a landing pad gets
    // Where the stack pointer of the body is kept, for landings, if stackalloc moves it; else null.
    llvm::AllocaInst* stack_pointer = nullptr;

    bool has_wide_vectors = false;  // or masks: AVX-512
    bool has_filters = false;       // what throws may run code that looks at variables
    bool has_cold_calls = false;    // left alone
    std::vector<Remark> remarks;
    AliasFacts alias_facts;
};

}  // namespace celer::optimizer

// Exception handlers as code has them: copies of finally and fault handlers, landing pads, and what the tables of the
// code say of both.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "import/code.h"
#include "optimizer/llvm.h"

namespace celer::optimizer {

// What a landing pad leads to, inner clauses first: numbers of FunctionState::handlers. LLVM carries the number of the
// list as the name of a type.
inline constexpr const char* pad_prefix = "pad.";
using PadHandlers = std::vector<uint16_t>;

// The landing pad of a try region, and the block behind it that branches to the handler the engine has chosen.
struct Pad {
    llvm::BasicBlock* landing = nullptr;
    llvm::BasicBlock* choice = nullptr;
    PadHandlers handlers;
};

// Where blocks are translated to: the body of the method, or a copy of a finally or fault handler. Control comes into
// such a handler in two ways, each with a copy of its own: by a Leave, and goes on where that leads; and by an
// exception, and ends with Helper::ContinueUnwind.
struct Copy {
    Copy* outer = nullptr;  // null: the body
    uint32_t clause = 0;
    bool by_exception = false;
    uint32_t open_unwinds = 0;  // copies by exception from this one outwards, those of callers included
    std::map<uint32_t, llvm::BasicBlock*> blocks;
    std::map<uint32_t, Pad> pads;                           // by innermost clause
    std::map<uint32_t, llvm::AllocaInst*> exceptions;       // of catch clauses, between the pad and CatchEntry
    std::map<uint32_t, std::unique_ptr<Copy>> by_leave[2];  // copies of handlers in here; [1]: by exception
    llvm::AllocaInst* exception = nullptr;                  // by_exception: the one that goes on
    llvm::AllocaInst* continuation = nullptr;               // else: which of `continuations` is next
    std::vector<llvm::BasicBlock*> continuations;
    std::vector<llvm::BasicBlock*> ends;  // blocks that are to go on there
};

// A clause whose handler landing pads lead to, in one copy of what is around it; its number is the selector.
struct Handler {
    const Copy* home;  // that its try region is in; for telling one from another only
    uint32_t clause;
    ClauseKind kind;
    TypeHandle catch_type;
    uint32_t open_unwinds;
    uint32_t node;  // of the inline tree
};

}  // namespace celer::optimizer

// A body that is translated: the method's, or that of a callee in place of its call. Its form, the place in it, and
// where its code goes. Owned by BodyTranslator; every part sees it.
#pragma once

#include <optional>

#include "code/abi.h"
#include "import/code.h"
#include "import/successors.h"
#include "optimizer/block_heat.h"
#include "optimizer/llvm.h"
#include "optimizer/translation/function_state.h"

namespace celer::optimizer {

// Where a frame of tier 0's code is taken over.
struct OsrPlace {
    const MethodCode* from;
    uint32_t il_offset;
};

struct Body {
    // Of a method. `osr_place`: null: from its start. `filter_clause`: the function is the filter of that clause.
    Body(FunctionState& its_state, const ImportedCode& its_code, const OsrPlace* osr_place,
         std::optional<uint32_t> filter_clause);
    // Of one that is put in where the caller is just now, with a number in the inline tree. `around`: the landing pad
    // of what throws in there and has no handler there.
    Body(Body& its_caller, const ImportedCode& its_code, uint32_t its_node, const Pad* around);

    void refuse(const char* reason) {
        if (refusal == nullptr) refusal = reason;
    }
    bool is_osr() const { return osr != nullptr; }
    bool is_filter() const { return filter.has_value(); }
    const Body& outermost() const;
    // Of the block that is translated.
    double current_heat() const { return entry_heat * heat.of(block); }
    bool is_in_loop() const { return entry_is_in_loop || loops[block] != 0; }
    llvm::BasicBlock* new_block(const char* name) {
        return llvm::BasicBlock::Create(state.context, name, state.function);
    }

    FunctionState& state;
    const ImportedCode& code;
    BlockHeat heat;
    LoopDepths loops;
    double entry_heat = 1;  // of a body that is put in: its place's
    bool entry_is_in_loop = false;
    abi::CallLayout layout;
    const OsrPlace* osr = nullptr;
    std::optional<uint32_t> filter;
    llvm::Value* result_buffer = nullptr;  // the caller's, for a result in memory

    // Of a body that is put in.
    Body* caller = nullptr;
    uint32_t node = 0;
    const Pad* caller_pad = nullptr;
    llvm::DILocation* call_location = nullptr;
    llvm::DISubprogram* scope = nullptr;  // the method has one, too

    // The place that is translated.
    Copy main;
    Copy* copy = &main;
    uint32_t block = 0;
    uint32_t il_offset = 0;
    const char* refusal = nullptr;  // what keeps the method at tier 0
};

}  // namespace celer::optimizer

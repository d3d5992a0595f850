// Where blocks of the importer's form lead to.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "import/code.h"

namespace celer {

inline std::span<const Inst> insts_of(const ImportedCode& code, uint32_t block) {
    return {code.insts.data() + code.blocks[block].first_inst, code.blocks[block].inst_count};
}

// Calls visit(block) for each way out of a block by its last instruction: the same block may come twice, and what an
// exception leads to does not come. A Leave counts as a way to its target, whatever handlers lie between.
template <typename Visit>
void for_each_successor(const ImportedCode& code, uint32_t number, Visit visit) {
    std::span<const Inst> insts = insts_of(code, number);
    if (insts.empty()) return;
    const Inst& last = insts.back();
    bool is_switch = last.op == Op::Switch;
    bool is_branch = last.op == Op::Branch || last.op == Op::BranchIf;
    if (is_switch || is_branch || last.op == Op::Jump || last.op == Op::Leave) visit(last.target);
    if (is_branch) visit(static_cast<uint32_t>(last.imm));
    for (uint32_t i = 0; is_switch && i < last.count; i++)
        visit(code.switch_targets[static_cast<size_t>(last.imm) + i]);
}

// Whether bodies may be put in there.
inline bool has_calls(const ImportedCode& code, uint32_t block) {
    return std::ranges::any_of(insts_of(code, block),
                               [](const Inst& inst) { return inst.op == Op::Call || inst.op == Op::NewObject; });
}

// Surely seldom run, or what it does on the way costs little beside the throw.
inline bool ends_by_throwing(const ImportedCode& code, uint32_t number) {
    std::span<const Inst> insts = insts_of(code, number);
    if (insts.empty()) return false;
    Op last = insts.back().op;
    return last == Op::Throw || last == Op::Rethrow || last == Op::Unreachable;
}

// Calls visit(block) for each block that exceptions lead to.
template <typename Visit>
void for_each_handler_entry(const ImportedCode& code, Visit visit) {
    for (const Clause& clause : code.clauses) {
        for (uint32_t entry : {clause.handler_block, clause.filter_block})
            if (entry != no_block) visit(entry);
    }
}

// What is known of blocks by IL offset (code/profile.h) is about the first of several at the same one.
inline bool has_own_offset(const ImportedCode& code, uint32_t block) {
    return block == 0 || code.blocks[block].il_offset != code.blocks[block - 1].il_offset;
}

// How many loops are around a block, as far as four. A loop is all that lies between a block and the last that jumps
// back to it.
class LoopDepths {
  public:
    void find(const ImportedCode& code);  // keeps the memory of earlier ones
    uint8_t operator[](uint32_t block) const { return depths_[block]; }

  private:
    std::vector<uint8_t> depths_;
    std::vector<uint32_t> ends_;  // by head: one past the last block that jumps back to it
};

}  // namespace celer

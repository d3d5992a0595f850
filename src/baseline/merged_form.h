// A form that grows instruction by instruction, from the instructions of several methods, and what lies on its
// evaluation stack where the next one comes. Owned by Inliner.
#pragma once

#include <string_view>
#include <vector>

#include "baseline/inlined_form.h"
#include "import/code.h"
#include "import/value.h"

namespace celer {

// On the evaluation stack.
struct MergedValue {
    static constexpr uint32_t none = ~0u;
    Kind kind = Kind::Void;
    TypeHandle type = {};     // of an aggregate
    uint32_t made_at = none;  // the one instruction that makes it, out of nothing
};

class MergedForm {
  public:
    // With the variables of the method that others are put into.
    explicit MergedForm(const ImportedCode& root);

    ImportedCode& code() { return code_; }
    const ImportedCode& code() const { return code_; }
    std::span<const uint32_t> node_of_inst() const { return node_of_inst_; }
    std::span<const uint32_t> node_of_block() const { return node_of_block_; }

    // The numbers that the next ones get.
    uint32_t next_block() const { return static_cast<uint32_t>(code_.blocks.size()); }
    size_t next_inst() const { return code_.insts.size(); }
    Region region() const { return code_.blocks.back().region; }

    uint32_t new_variable(const Variable& variable);
    uint32_t new_temporary(const Shape& shape);
    void begin_block(uint32_t node, Region region, uint32_t il_offset, bool is_loop_head = false);
    void add(uint32_t node, const Inst& inst);
    void load(uint32_t node, uint32_t variable, uint32_t il_offset);
    void store(uint32_t node, uint32_t variable, uint32_t il_offset);
    Inst& last() { return code_.insts.back(); }

    const std::vector<MergedValue>& stack() const { return stack_; }
    // Takes back what made the values on top of the stack, the topmost first: those, at most so many, that one
    // instruction each makes, the last ones.
    std::vector<Inst> take_back_simple(size_t most);
    // The topmost value, into a new variable: the instruction that loads it.
    Inst take_into_variable(uint32_t node, uint32_t il_offset);
    std::vector<uint32_t> spill(uint32_t node, uint32_t il_offset);  // all that is there, into variables
    // Whether the topmost value is surely as it would come from memory, a small integer.
    bool is_extended(ElementType element) const;

    // What leads to a block that only jumps leads to where that does, all in one region.
    void skip_jumps();

  private:
    void follow(const Inst& inst);
    void follow(std::string_view operands, const Inst& inst);
    void follow_special(const Inst& inst);
    void follow_vector(const Inst& inst);
    void follow_call(const Inst& inst);
    void pop(size_t count);
    void push(Kind kind, TypeHandle type = {});
    uint32_t end_of_jumps(uint32_t block, Region region) const;

    ImportedCode code_;
    std::vector<uint32_t> node_of_inst_;
    std::vector<uint32_t> node_of_block_;
    std::vector<MergedValue> stack_;
};

}  // namespace celer

// Jumps, branches and switches between blocks. Owned by MethodCompiler.
#pragma once

#include "baseline/x64/flags.h"
#include "import/code.h"

namespace celer::x64 {

class Assembler;
class BlockLabels;
class ColdPaths;
class Comparisons;
class Cursor;
class LiteralPool;
class OperandStack;

// Where a BranchIf goes to by what it tests.
struct Ways {
    uint32_t if_true;
    uint32_t if_false;
};
inline Ways ways_of(const Inst& branch_if) {
    uint32_t otherwise = static_cast<uint32_t>(branch_if.imm);
    bool negate = branch_if.flags & inst_flags::negate;
    return negate ? Ways{otherwise, branch_if.target} : Ways{branch_if.target, otherwise};
}

class ControlFlow {
  public:
    ControlFlow(Assembler& a, const Cursor& cursor, BlockLabels& labels, LiteralPool& literals, OperandStack& stack,
                ColdPaths& cold, Comparisons& comparisons)
        : a_(a),
          cursor_(cursor),
          labels_(labels),
          literals_(literals),
          stack_(stack),
          cold_(cold),
          comparisons_(comparisons) {}

    void jump_to(uint32_t block);
    void branch(const Inst& inst);
    void branch_if(const Inst& inst);
    void switch_op(const Inst& inst);
    void jump_if(Cc condition, uint32_t block);
    void branch_on(Flags flags, uint32_t target, uint32_t otherwise);

  private:
    bool falls_into(uint32_t block) const;

    Assembler& a_;
    const Cursor& cursor_;
    BlockLabels& labels_;
    LiteralPool& literals_;
    OperandStack& stack_;
    ColdPaths& cold_;
    Comparisons& comparisons_;
};

}  // namespace celer::x64

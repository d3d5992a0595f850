// Data behind the body, which reaches it rip-relative: constants and the tables of switches. Owned by MethodCompiler.
#pragma once

#include <vector>

#include "baseline/x64/assembler.h"
#include "baseline/x64/block_labels.h"
#include "baseline/x64/cursor.h"

namespace celer::x64 {

struct PoolConstant {
    uint32_t patch;  // of the rip-relative displacement
    uint64_t bits;
    uint8_t size;
};
struct SwitchTable {
    uint32_t patch;
    uint32_t first;  // in ImportedCode::switch_targets
    uint32_t count;
};

class LiteralPool {
  public:
    LiteralPool(Assembler& a, const Cursor& cursor, const BlockLabels& labels)
        : a_(a), cursor_(cursor), labels_(labels) {}

    void clear();
    void add(const PoolConstant& constant) { constants_.push_back(constant); }
    void add_switch(const SwitchTable& table) { tables_.push_back(table); }
    void emit(uint32_t prologue_bytes);  // which the body will lie behind

  private:
    Assembler& a_;
    const Cursor& cursor_;
    const BlockLabels& labels_;
    std::vector<PoolConstant> constants_;
    std::vector<SwitchTable> tables_;
};

}  // namespace celer::x64

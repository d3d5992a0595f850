// Which IL offset, of which method put in, the native code belongs to. Owned by MethodCompiler.
#pragma once

#include <vector>

#include "baseline/x64/assembler.h"
#include "baseline/x64/cursor.h"
#include "code/code_tables.h"

namespace celer::x64 {

class IlMap {
  public:
    IlMap(const Assembler& a, const Cursor& cursor) : a_(a), cursor_(cursor) {}

    void clear() {
        entries_.clear();
        forget_mark();
    }
    void forget_mark() { last_marked_.il_offset = ~0u; }
    // The instructions that follow belong to where the cursor is.
    void mark() {
        if (cursor_.il_offset() == last_marked_.il_offset && cursor_.inline_node() == last_marked_.inline_node) return;
        last_marked_ = {a_.position(), cursor_.il_offset(), cursor_.inline_node()};
        if (!entries_.empty() && entries_.back().native_offset == last_marked_.native_offset) {
            entries_.back() = last_marked_;
        } else {
            entries_.push_back(last_marked_);
        }
    }
    std::span<const IlMapEntry> entries() const { return entries_; }

  private:
    const Assembler& a_;
    const Cursor& cursor_;
    std::vector<IlMapEntry> entries_;
    IlMapEntry last_marked_ = {};
};

}  // namespace celer::x64

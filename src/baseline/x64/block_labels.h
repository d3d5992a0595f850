// Where the blocks of the form begin in the native code. Owned by MethodCompiler.
#pragma once

#include <vector>

#include "baseline/x64/assembler.h"

namespace celer::x64 {

class BlockLabels {
  public:
    void clear(size_t block_count) {
        labels_.assign(block_count, {});
        starts_.assign(block_count, 0);
    }
    Label& operator[](uint32_t block) { return labels_[block]; }
    void bind(uint32_t block, Assembler& a) {
        starts_[block] = a.position();
        a.bind(labels_[block]);
    }
    void end_body(uint32_t position) { body_end_ = position; }
    // Of the end of the body for what lies behind the last block.
    uint32_t native_start(uint32_t block) const { return block < starts_.size() ? starts_[block] : body_end_; }

  private:
    std::vector<Label> labels_;
    std::vector<uint32_t> starts_;
    uint32_t body_end_ = 0;  // behind it lie the ways out at OSR points
};

}  // namespace celer::x64

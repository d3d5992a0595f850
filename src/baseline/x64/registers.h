// Which registers of one kind hold values, and which the current operation has picked. Owned by MethodCompiler, one for
// general and one for vector registers. Values are counted, since dup shares a register.
#pragma once

#include <cstdint>
#include <cstring>

namespace celer::x64 {

class RegisterBank {
  public:
    void clear() {
        std::memset(uses_, 0, sizeof uses_);
        live_ = 0;
    }
    void hold(uint8_t reg) {
        uses_[reg]++;
        live_ |= 1u << reg;
    }
    void release(uint8_t reg) {
        if (--uses_[reg] == 0) live_ &= ~(1u << reg);
    }
    uint8_t uses(uint8_t reg) const { return uses_[reg]; }
    void move(uint8_t from, uint8_t to) {
        uses_[to] = uses_[from];
        uses_[from] = 0;
        live_ = (live_ & ~(1u << from)) | 1u << to;
    }
    uint32_t live() const { return live_; }

    // Pinned registers are not given to anybody else.
    void pin(uint8_t reg) { pinned_ |= 1u << reg; }
    void unpin(uint8_t reg) { pinned_ &= ~(1u << reg); }
    void unpin_all() { pinned_ = 0; }
    uint32_t pinned() const { return pinned_; }

  private:
    uint8_t uses_[16] = {};
    uint32_t live_ = 0;  // those with uses
    uint32_t pinned_ = 0;
};

}  // namespace celer::x64

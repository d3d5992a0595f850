// The code of one vector instruction, as bytes for inline assembly, with registers chosen by the letters of its form
// (import/vector_instructions.def). All registers are below 8; a mask is k1.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "import/vector_instructions.h"

namespace celer::optimizer {

class VectorEncoder {
  public:
    static constexpr int rounding_mask = 3;  // of an immediate that says how to round

    VectorEncoder(const VectorInstruction& row, uint32_t size_bytes);

    // False: a letter that is not known here.
    bool place(char letter, uint8_t number);
    void set_immediate(int immediate) { immediate_ = immediate; }
    void set_reg(uint8_t reg) { reg_ = reg; }
    std::string text();

  private:
    void add(std::initializer_list<uint8_t> bytes);
    void add_evex_opcode();
    void add_legacy_opcode();
    void add_answer();

    const VectorInstruction& row_;
    uint8_t length_;
    uint8_t reg_ = 0;
    uint8_t vvvv_ = 0;
    uint8_t rm_ = 0;
    int immediate_ = -1;
    bool in_memory_ = false;
    std::string text_;
};

}  // namespace celer::optimizer

// Puts the top entries of the stack to the places that a callee takes arguments from: on the stack, then all
// registers at once. Owned by MethodCompiler.
#pragma once

#include <vector>

#include "baseline/x64/assembler.h"
#include "code/abi.h"

namespace celer::x64 {

class Frame;
class Homes;
class OperandStack;
class RegisterBank;
class StructCopier;
class ValueReader;

// Whether a value travels in a vector register of which it needs more than 16 bytes.
bool is_in_wide_register(const abi::Location& location);

class ArgumentPlacement {
  public:
    ArgumentPlacement(Assembler& a, RegisterBank& gprs, RegisterBank& xmms, Frame& frame, const Homes& homes,
                      ValueReader& reader, OperandStack& stack, StructCopier& structs)
        : a_(a),
          gprs_(gprs),
          xmms_(xmms),
          frame_(frame),
          homes_(homes),
          reader_(reader),
          stack_(stack),
          structs_(structs) {}

    void place_stack_arguments(const abi::CallLayout& layout, uint32_t first);
    void place_register_arguments(const abi::CallLayout& layout, uint32_t first, bool has_target);

    void place_words(uint32_t count);  // in the order of the integer argument registers

  private:
    struct Move {
        bool is_float;
        uint8_t to;
        uint8_t size_bytes;
        uint8_t offset;  // of the piece in a struct
        uint32_t value;  // index into the stack
        bool done;
    };
    void resolve_moves();
    void break_cycle(const Move& stuck);
    bool move_reads(const Move& move, Gpr reg) const;
    void do_move(Move& move);

    Assembler& a_;
    RegisterBank& gprs_;
    RegisterBank& xmms_;
    Frame& frame_;
    const Homes& homes_;
    ValueReader& reader_;
    OperandStack& stack_;
    StructCopier& structs_;
    std::vector<Move> moves_;
};

}  // namespace celer::x64

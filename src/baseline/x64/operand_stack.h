// The compile-time evaluation stack. It hands out registers, so it may move any entry elsewhere: operands stay on the
// stack until the operation has them where it wants them, and pins protect the registers that the operation has
// picked. Owned by MethodCompiler.
#pragma once

#include <span>
#include <vector>

#include "baseline/x64/assembler.h"
#include "baseline/x64/registers.h"
#include "baseline/x64/value.h"

namespace celer::x64 {

class Cursor;
class Frame;
class Homes;
class StructCopier;
class ValueReader;

class OperandStack {
  public:
    OperandStack(Assembler& a, RegisterBank& gprs, RegisterBank& xmms, const Cursor& cursor, Frame& frame,
                 const Homes& homes, ValueReader& reader, StructCopier& structs)
        : a_(a),
          gprs_(gprs),
          xmms_(xmms),
          cursor_(cursor),
          frame_(frame),
          homes_(homes),
          reader_(reader),
          structs_(structs) {}

    void clear() { values_.clear(); }
    bool is_empty() const { return values_.empty(); }
    uint32_t size() const { return static_cast<uint32_t>(values_.size()); }
    std::span<Value> values() { return values_; }
    Value& operator[](uint32_t index) { return values_[index]; }  // from the bottom
    Value take();                                                 // the top entry, with what it holds
    void move_top_below(uint32_t count);                          // under the next `count` entries

    Value& top(uint32_t depth = 0) { return values_[values_.size() - 1 - depth]; }
    Value& push(Kind kind, Where where);
    void push_gpr(Kind kind, Gpr reg);
    void push_xmm(Kind kind, Xmm reg);
    void push_vector(MethodTable* type, Xmm reg);
    void push_constant(Kind kind, int64_t bits);
    Value& push_temp(Kind kind, MethodTable* type, uint32_t size_bytes);
    void duplicate();
    void drop(uint32_t count = 1);
    void release(Value& value);  // frees what it holds; the entry becomes meaningless
    void set_gpr(Value& value, Gpr reg);
    void set_xmm(Value& value, Xmm reg);

    Gpr allocate_gpr(uint32_t allowed = ~0u);
    Gpr free_gpr() const;  // one that holds nothing, to be used at once; no_gpr: there is none
    Xmm allocate_xmm();
    void claim(Gpr reg);    // afterwards nothing is in reg, and it is pinned
    Gpr gpr(Value& value);  // to be read only
    Gpr own(Value& value);  // to be changed
    Gpr scratch();          // pinned until the end of the operation
    Xmm scratch_xmm();
    Xmm xmm(Value& value);
    Xmm own_xmm(Value& value);

    uint32_t live_xmm_bytes(uint32_t registers = ~0u) const;  // the size that keeps what any of them holds

    void spill(Value& value);
    void spill_all_below(uint32_t arguments);  // for a call
    void flush_variable(uint32_t variable, uint32_t arguments);
    void flush_aliases(uint32_t arguments);  // memory is about to change
    void materialise(Value& value);
    Mem address(Value& value, int64_t offset);

  private:
    Assembler& a_;
    RegisterBank& gprs_;
    RegisterBank& xmms_;
    const Cursor& cursor_;
    Frame& frame_;
    const Homes& homes_;
    ValueReader& reader_;
    StructCopier& structs_;
    std::vector<Value> values_;
};

}  // namespace celer::x64

// Throw paths and slow paths: code out of line, emitted where the exception region it belongs to ends, so that one
// range of native code is one region. Owned by MethodCompiler.
#pragma once

#include <vector>

#include "baseline/x64/assembler.h"
#include "code/helpers.h"
#include "code/profile.h"

namespace celer::x64 {

class BlockLabels;
class Cursor;
class IlMap;
class OperandStack;
class RegisterBank;

// Code out of line, emitted when the region ends.
enum class ColdKind : uint8_t {
    Throw,           // helper without arguments, never returns
    Call1,           // helper(imm): a slow path that returns nothing
    AllocateObject,  // rax-like register = helper(imm)
    AllocateArray,   // target = helper(imm, length in reg)
    HelperObject,    // target = helper(imm, source): casts
    CheckObject,     // helper(imm, source)
    BeforeStore,     // of a reference to `place`
    CastCached,      // target = helper(imm, source, cache)
    TestCached,      // likewise, after a look at what failed last; scratch holds the object's MethodTable
    StoreElement,    // helper(target, scratch or imm, source)
    SaturateI4,
    SaturateI8,
    SaturateU4,
    SaturateU8,
    UnsignedToFloat,
    Negate,  // division by -1
    Count,   // one off the count at `place`; at 0 the one at `imm` (0: none) becomes settled
    Met,     // source becomes the last that the CallSite at `imm` has met. r11 is free where targets are found
};

struct Cold {
    ColdKind kind;
    Helper helper;
    uint32_t block;
    uint32_t il_offset;
    uint32_t inline_node;
    Label entry;
    Label back;
    int64_t imm = 0;
    const CastCache* cache = nullptr;
    Mem place;
    uint8_t target = 0;
    uint8_t source = 0;
    uint8_t scratch = 0;
    uint8_t size = 8;  // floats: of the operand
    uint8_t int_size = 8;
    uint32_t live_gprs = 0;  // to be preserved
    uint32_t live_xmms = 0;
    uint32_t xmm_bytes = 8;  // of each that are worth keeping
    bool is_remainder = false;
};

class ColdPaths {
  public:
    ColdPaths(Assembler& a, RegisterBank& gprs, RegisterBank& xmms, Cursor& cursor, IlMap& il_map, BlockLabels& labels,
              OperandStack& stack)
        : a_(a), gprs_(gprs), xmms_(xmms), cursor_(cursor), il_map_(il_map), labels_(labels), stack_(stack) {}

    void clear();
    bool lie_before(uint32_t block) const;  // code that belongs to regions without the block
    Label& throw_label(Helper helper);
    Cold& new_cold(ColdKind kind, Helper helper);  // with the current live registers
    void flush_cold(uint32_t next_block);

  private:
    void emit_cold(Cold& cold);
    void emit_count(Cold& cold);
    void emit_met(Cold& cold);
    void emit_saturation(Cold& cold);
    void emit_cold_helper(Cold& cold);

    Assembler& a_;
    RegisterBank& gprs_;
    RegisterBank& xmms_;
    Cursor& cursor_;
    IlMap& il_map_;
    BlockLabels& labels_;
    OperandStack& stack_;
    std::vector<Cold*> pending_;  // in order
    std::vector<Cold*> pool_;
    size_t used_ = 0;
};

}  // namespace celer::x64

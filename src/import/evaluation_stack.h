// The typed evaluation stack and the code behind its values (III.1.1). A value remembers which instructions made it;
// while they are the last ones and have no effect, dropping it takes them away again. Owned by Importer.
#pragma once

#include <vector>

#include "import/import_state.h"

namespace celer {

class VariableTable;

class EvaluationStack {
  public:
    EvaluationStack(ImportState& state, ImportedCode& code, ImportScratch& scratch, VariableTable& variables)
        : state_(state), code_(code), scratch_(scratch), variables_(variables), values_(scratch.stack) {}

    void clear() { values_.clear(); }
    size_t size() const { return values_.size(); }
    const Value& operator[](size_t index) const { return values_[index]; }  // from the bottom
    // For attempts that may be given up: the top entries, to be put back above the lowest `depth`.
    std::vector<Value> copy_of_top(size_t count) const {
        return {values_.end() - static_cast<ptrdiff_t>(count), values_.end()};
    }
    void restore(size_t depth, const std::vector<Value>& above) {
        values_.resize(depth);
        values_.insert(values_.end(), above.begin(), above.end());
    }

    Inst& emit(Op op, Kind kind = Kind::Void) {
        Inst& inst = code_.insts.emplace_back();
        inst.op = op;
        inst.kind = kind;
        inst.il_offset = state_.il_offset;
        return inst;
    }
    uint32_t position() const { return static_cast<uint32_t>(code_.insts.size()); }

    bool require(uint32_t depth) {
        if (values_.size() >= depth) [[likely]]
            return true;
        state_.invalid();
        return false;
    }
    Value& top(uint32_t below = 0) {
        if (values_.size() <= below) [[unlikely]]
            return missing();
        return values_[values_.size() - 1 - below];
    }
    Value pop() {
        Value value = top();
        if (!values_.empty()) values_.pop_back();
        return value;
    }

    Value& push(Kind kind, TypeHandle type = {}, bool pure = false);
    Value& push_shape(const Shape& shape, bool pure = false);
    // Pops `count` operands whose code is replaced by or followed by an operation; the result's range covers them.
    Value& push_result(uint32_t operands, Kind kind, bool pure_operation, TypeHandle type = {});
    void push_integer(Kind kind, int64_t value);
    void push_null();
    void push_variable(uint32_t variable);
    void push_variable_address(uint32_t variable);
    void push_address(AddressOf what, const void* address);

    // Facts of the value whose instruction is the last: they go into the instruction too.
    void note(Value& value, TypeHandle type);
    void note_new(Value& value);  // exact and not null
    void note_non_null(Value& value);
    // If the value was made as another kind of word.
    void retype(uint32_t depth) {
        if (const Value& value = top(depth); value.made != value.kind) [[unlikely]]
            emit_retype(depth);
    }

    void duplicate();
    bool drop();  // removes the top value; its effects stay
    void drop_all();
    bool droppable(const Value& value) const { return value.pure && value.end == position(); }
    bool coerce(Kind kind, TypeHandle type = {});  // the top value to what a store or call wants; false: invalid
    bool coerce_below(uint32_t depth, Kind kind, TypeHandle type = {});

    uint32_t new_temporary(Kind kind, TypeHandle type, Origin origin = Origin::Temporary, uint32_t index = 0);
    uint32_t temporary_for(const Value& value);
    void store_variable(uint32_t variable);
    // The value `depth` below the top is a box that was just made and that nobody else will see: its contents go to a
    // variable instead, and the value is the variable's address.
    void leave_unboxed(uint32_t depth);
    // Calls `operate` as if value `depth` below the top were on top (spills and reloads what lies above).
    template <typename F>
    bool operate_below(uint32_t depth, F&& operate);
    void to_pointer_size(uint32_t depth, bool zero_extend = false);  // I4 -> I8

  private:
    Value& missing();                       // what there is below the bottom: the code is invalid
    void repeat_facts(const Value& value);  // into the last instruction, which makes the value once more
    void emit_retype(uint32_t depth);

    ImportState& state_;
    ImportedCode& code_;
    ImportScratch& scratch_;
    VariableTable& variables_;
    std::vector<Value>& values_;
    Value dummy_;
};

template <typename F>
bool EvaluationStack::operate_below(uint32_t depth, F&& operate) {
    if (!require(depth + 1)) return false;
    if (depth == 0) return operate();
    std::vector<Value> above(values_.end() - depth, values_.end());
    uint32_t base = values_[values_.size() - depth - 1].end;
    // If the code of the values above is pure and in one piece, it moves behind the operation.
    bool movable = above.back().end == position();
    uint32_t expected = base;
    for (const Value& value : above) {
        movable = movable && value.pure && value.first == expected && code_.insts[value.first].op != Op::Dup;
        expected = value.end;
    }
    if (movable) {
        std::vector<Inst> moved(code_.insts.begin() + base, code_.insts.end());
        code_.insts.resize(base);
        values_.resize(values_.size() - depth);
        if (!operate()) return false;
        uint32_t shift = position() - base;
        code_.insts.insert(code_.insts.end(), moved.begin(), moved.end());
        for (Value value : above) {
            value.first += shift;
            value.end += shift;
            values_.push_back(value);
        }
        return true;
    }
    uint32_t first_temporary = static_cast<uint32_t>(code_.variables.size());
    for (uint32_t i = 0; i < depth; ++i) store_variable(temporary_for(top()));
    if (state_.is_invalid || !operate()) return false;
    for (uint32_t i = 0; i < depth; ++i) {
        push_variable(first_temporary + depth - 1 - i);
        Value& value = values_.back();
        Value old = above[i];
        old.first = value.first;
        old.end = value.end;
        old.made = value.made;
        old.pure = true;
        value = old;
        repeat_facts(value);
    }
    return true;
}

}  // namespace celer

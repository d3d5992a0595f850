// The verifier of the importer's form: stack depths and kinds, terminators, references to blocks and variables.
#include <cstdio>
#include <string_view>

#include "import/code.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations

namespace celer {

namespace {

struct Row {
    const char* name;
    const char* operands;
};
constexpr Row rows[] = {
#define CELER_OP(name, operands, effects, text) {#name, operands},
#include "import/ops.def"
#undef CELER_OP
};

class Verifier {
  public:
    explicit Verifier(const ImportedCode& code) : code_(code) {}

    std::string run() {
        if (code_.blocks.empty()) return "no blocks";
        for (const Clause& clause : code_.clauses) check_clause(clause);
        for (uint32_t b = 0; b < code_.blocks.size() && error_.empty(); ++b) check_block(b);
        return error_;
    }

  private:
    void fail(const char* message) {
        if (!error_.empty()) return;
        char buffer[256];
        const char* op = inst_ == nullptr ? "" : rows[static_cast<int>(inst_->op)].name;
        snprintf(buffer, sizeof(buffer), "block %u, IL_%04x %s: %s", block_, inst_ == nullptr ? 0 : inst_->il_offset,
                 op, message);
        error_ = buffer;
    }

    static bool word(Kind kind) { return kind == Kind::I8 || kind == Kind::Ref || kind == Kind::ByRef; }
    static bool same(Kind a, Kind b) { return a == b || (word(a) && word(b)); }

    Kind pop() {
        if (stack_.empty()) {
            fail("stack underflow");
            return Kind::Void;
        }
        Kind kind = stack_.back();
        stack_.pop_back();
        return kind;
    }
    void expect(Kind kind) {
        if (Kind found = pop(); !same(found, kind)) fail("operand of another kind");
    }
    void expect_index() {
        Kind kind = pop();
        if (kind != Kind::I4 && !word(kind)) fail("index is no integer");
    }
    static Kind kind_of(char letter, const Inst& inst) {
        switch (letter) {
            case 'k':
                return inst.kind;
            case 'c':
                return inst.from;
            case 'i':
                return Kind::I4;
            case 'f':
                return Kind::F4;
            case 'd':
                return Kind::F8;
            case 'r':
                return Kind::Ref;
            case 'b':
                return Kind::ByRef;
            case 's':
                return Kind::Struct;
            default:  // l, w
                return Kind::I8;
        }
    }
    void push(Kind kind) {
        if (kind == Kind::Void) fail("pushes nothing");
        stack_.push_back(kind);
    }
    void block_number(uint64_t number) {
        if (number >= code_.blocks.size()) fail("no such block");
    }
    void check_clause(const Clause& clause) {
        if (clause.handler_block != no_block) block_number(clause.handler_block);
        if (clause.filter_block != no_block) block_number(clause.filter_block);
        if (clause.try_block_begin > clause.try_block_end || clause.handler_block_begin > clause.handler_block_end) {
            fail("clause range");
        }
        if (clause.exception_variable != ~0u && clause.exception_variable >= code_.variables.size())
            fail("clause variable");
    }

    void check_block(uint32_t number) {
        block_ = number;
        const Block& block = code_.blocks[number];
        if (block.inst_count == 0) return fail("empty block");
        stack_.clear();
        bool ended = false;
        for (uint32_t i = block.first_inst; i < block.first_inst + block.inst_count; ++i) {
            inst_ = &code_.insts[i];
            if (ended) return fail("instruction after the terminator");
            check_inst(*inst_, ended);
            if (!error_.empty()) return;
        }
        if (!ended) return fail("no terminator");
    }

    void check_variable(const Inst& inst) {
        if (inst.target >= code_.variables.size()) return fail("no such variable");
        const Variable& v = code_.variables[inst.target];
        if (inst.op == Op::LoadVar) {
            push(v.kind);
        } else if (inst.op == Op::StoreVar) {
            expect(v.kind);
        } else if (inst.op == Op::VarAddress) {
            if (!v.address_taken) fail("address_taken is not set");
            push(Kind::ByRef);
        }
    }

    void check_call(const Inst& inst) {
        const CallInfo* call = inst.call;
        if (call == nullptr) return fail("no call");
        if (call->argument_kinds.size() != call->argument_types.size()) return fail("arguments");
        if (call->kind == CallKind::Indirect || call->kind == CallKind::UnmanagedIndirect) expect(Kind::I8);
        for (size_t i = call->argument_kinds.size(); i-- > 0;) expect(call->argument_kinds[i]);
        if (call->return_kind != Kind::Void) push(call->return_kind);
    }

    void end(bool& ended, bool empty_stack = true) {
        ended = true;
        if (empty_stack && !stack_.empty()) fail("values left on the stack");
    }

    void check_inst(const Inst& inst, bool& ended);
    void apply(const char* operands, const Inst& inst);
    void pop_operand(char letter, const Inst& inst);
    void check_special(const Inst& inst);
    void check_bits(const Inst& inst);
    void check_intrinsic(const Inst& inst);
    void check_fields(const Inst& inst);
    void check_control(const Inst& inst, bool& ended);

    const ImportedCode& code_;
    std::string error_;
    std::vector<Kind> stack_;
    const Inst* inst_ = nullptr;
    uint32_t block_ = 0;
};

void Verifier::check_inst(const Inst& inst, bool& ended) {
    const char* operands = rows[static_cast<int>(inst.op)].operands;
    if (*operands == '?') {
        check_special(inst);
    } else {
        apply(operands, inst);
    }
    check_fields(inst);
    check_control(inst, ended);
}

// Letters as ops.def explains them.
void Verifier::apply(const char* operands, const Inst& inst) {
    std::string_view text = operands;
    size_t arrow = text.find('>');
    for (size_t i = arrow; i-- > 0;) pop_operand(text[i], inst);
    for (char letter : text.substr(arrow + 1)) push(kind_of(letter, inst));
}

void Verifier::pop_operand(char letter, const Inst& inst) {
    if (letter == 'a') {
        pop();
    } else if (letter == 'x') {
        expect_index();
    } else {
        expect(kind_of(letter, inst));
    }
}

// What the instruction's fields decide.
void Verifier::check_special(const Inst& inst) {
    switch (inst.op) {
        case Op::LoadVar:
        case Op::StoreVar:
        case Op::VarAddress:
            return check_variable(inst);
        case Op::Dup: {
            Kind kind = pop();
            push(kind);
            return push(kind);
        }
        case Op::Bits:
            return check_bits(inst);
        case Op::Call:
            return check_call(inst);
        case Op::NewObject:
            check_call(inst);
            return push(inst.kind);
        case Op::Intrinsic:
            return check_intrinsic(inst);
        case Op::Return:
            if (inst.kind != Kind::Void) expect(inst.kind);
            return;
        default:
            fail("no operands in ops.def");
    }
}

void Verifier::check_bits(const Inst& inst) {
    auto op = static_cast<BitsOp>(inst.small);
    bool rotate = op == BitsOp::RotateLeft || op == BitsOp::RotateRight;
    bool two = op == BitsOp::BigMulHighUn;
    bool counts = op == BitsOp::PopCount || op == BitsOp::LeadingZeroCount || op == BitsOp::TrailingZeroCount;
    if (rotate) expect(Kind::I4);
    if (two) expect(inst.kind);
    expect(inst.kind);
    push(counts ? Kind::I4 : inst.kind);
}

void Verifier::check_intrinsic(const Inst& inst) {
    switch (static_cast<IntrinsicOp>(inst.small)) {
        case IntrinsicOp::CompareExchange:
            return apply("wkk>k", inst);
        case IntrinsicOp::Exchange:
        case IntrinsicOp::ExchangeAdd:
            return apply("wk>k", inst);
        case IntrinsicOp::ReturnAddress:
            return push(Kind::I8);
        case IntrinsicOp::MemoryBarrier:
        case IntrinsicOp::ReadBarrier:
        case IntrinsicOp::WriteBarrier:
            return;
    }
}

void Verifier::check_fields(const Inst& inst) {
    bool in_memory = inst.op == Op::Load || inst.op == Op::Store;
    if (in_memory && inst.element == ElementType::End) fail("no element");
    if (inst.op == Op::ConstObject && inst.imm == 0) fail("null object");
    if (inst.op == Op::RvaAddress && inst.module == nullptr) fail("no module");
    if (inst.op == Op::ClearVar) check_variable(inst);
}

// Terminators: where they lead, and that nothing is left on the stack.
void Verifier::check_control(const Inst& inst, bool& ended) {
    switch (inst.op) {
        case Op::Branch:
        case Op::BranchIf:
            block_number(static_cast<uint64_t>(inst.imm));
            block_number(inst.target);
            return end(ended);
        case Op::Switch:
            for (uint32_t i = 0; i < inst.count; ++i) {
                block_number(code_.switch_targets[static_cast<size_t>(inst.imm) + i]);
            }
            block_number(inst.target);
            return end(ended);
        case Op::Jump:
        case Op::Leave:
            block_number(inst.target);
            return end(ended);
        case Op::Return:
        case Op::EndFinally:
        case Op::EndFilter:
            return end(ended);
        case Op::Throw:
        case Op::Rethrow:
        case Op::Unreachable:
            return end(ended, false);
        default:
            return;
    }
}

}  // namespace

std::string verify(const ImportedCode& code) {
    if (code.invalid) return {};
    return Verifier(code).run();
}

}  // namespace celer

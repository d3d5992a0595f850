// The verifier of the importer's form: stack depths and kinds, terminators, references to blocks and variables.
#include <algorithm>
#include <cstdio>

#include "import/code.h"

namespace celer {

namespace {

struct Effect {
    const char* name;
    int8_t pops, pushes;
};
const Effect effects[] = {
#define CELER_OP(name, pops, pushes, text) {#name, pops, pushes},
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
        const char* op = inst_ == nullptr ? "" : effects[static_cast<int>(inst_->op)].name;
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
    void expect_word() { expect(Kind::I8); }
    void expect_index() {
        Kind kind = pop();
        if (kind != Kind::I4 && !word(kind)) fail("index is no integer");
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

    const ImportedCode& code_;
    std::string error_;
    std::vector<Kind> stack_;
    const Inst* inst_ = nullptr;
    uint32_t block_ = 0;
};

void Verifier::check_inst(const Inst& inst, bool& ended) {
    // clang-format off: a table, one line a row
    switch (inst.op) {
        case Op::ConstI4: push(Kind::I4); break;
        case Op::ConstI8: push(Kind::I8); break;
        case Op::ConstF4: push(Kind::F4); break;
        case Op::ConstF8: push(Kind::F8); break;
        case Op::ConstNull: push(Kind::Ref); break;
        case Op::ConstObject: push(Kind::Ref); if (inst.imm == 0) fail("null object"); break;
        case Op::ConstAddress: push(Kind::I8); break;
        case Op::RvaAddress: push(Kind::I8); if (inst.module == nullptr) fail("no module"); break;
        case Op::ThreadStaticAddress: push(Kind::ByRef); break;
        case Op::LoadVar: case Op::StoreVar: case Op::VarAddress: case Op::ClearVar: check_variable(inst); break;
        case Op::Dup: {
            Kind kind = pop();
            push(kind);
            push(kind);
            break;
        }
        case Op::Pop: pop(); break;
        case Op::Add: case Op::Sub: case Op::Mul: case Op::Div: case Op::DivUn: case Op::Rem: case Op::RemUn: case Op::And:
        case Op::Or: case Op::Xor: case Op::AddOvf: case Op::AddOvfUn: case Op::SubOvf: case Op::SubOvfUn: case Op::MulOvf:
        case Op::MulOvfUn:
            expect(inst.kind);
            expect(inst.kind);
            push(inst.kind);
            break;
        case Op::Shl: case Op::Shr: case Op::ShrUn:
            expect(Kind::I4);
            expect(inst.kind);
            push(inst.kind);
            break;
        case Op::Neg: case Op::Not: case Op::CheckFinite:
            expect(inst.kind);
            push(inst.kind);
            break;
        case Op::Compare:
            expect(inst.kind);
            expect(inst.kind);
            push(Kind::I4);
            break;
        case Op::Convert: expect(inst.from); push(inst.kind); break;
        case Op::Select:
            expect(inst.kind);
            expect(inst.kind);
            expect(Kind::I4);
            push(inst.kind);
            break;
        case Op::Bits: {
            auto op = static_cast<BitsOp>(inst.small);
            bool rotate = op == BitsOp::RotateLeft || op == BitsOp::RotateRight;
            bool two = op == BitsOp::MinNumber || op == BitsOp::MaxNumber || op == BitsOp::CopySign || op == BitsOp::BigMulHigh ||
                       op == BitsOp::BigMulHighUn;
            bool counts = op == BitsOp::PopCount || op == BitsOp::LeadingZeroCount || op == BitsOp::TrailingZeroCount;
            if (rotate) expect(Kind::I4);
            if (two) expect(inst.kind);
            if (op == BitsOp::FusedMultiplyAdd) {
                expect(inst.kind);
                expect(inst.kind);
            }
            expect(inst.kind);
            push(counts ? Kind::I4 : inst.kind);
            break;
        }
        case Op::Load: expect_word(); push(inst.kind); if (inst.element == ElementType::End) fail("no element"); break;
        case Op::Store: expect(inst.kind); expect_word(); if (inst.element == ElementType::End) fail("no element"); break;
        case Op::LoadStructField: expect(Kind::Struct); push(inst.kind); break;
        case Op::AddOffset: expect_word(); push(Kind::ByRef); break;
        case Op::CopyStruct: expect_word(); expect_word(); break;
        case Op::ClearStruct: expect_word(); break;
        case Op::NullCheck: expect_word(); break;
        case Op::LocalAlloc: expect(Kind::I8); push(Kind::I8); break;
        case Op::ArrayLength: expect_word(); push(Kind::I8); break;
        case Op::LoadElement: expect_index(); expect_word(); push(inst.kind); break;
        case Op::StoreElement: expect(inst.kind); expect_index(); expect_word(); break;
        case Op::ElementAddress: expect_index(); expect_word(); push(Kind::ByRef); break;
        case Op::Allocate: push(Kind::Ref); break;
        case Op::NewArray: expect_index(); push(Kind::Ref); break;
        case Op::Box: case Op::BoxNullable: pop(); push(Kind::Ref); break;
        case Op::Unbox: expect_word(); push(Kind::ByRef); break;
        case Op::UnboxNullable: expect_word(); push(Kind::Struct); break;
        case Op::CastClass: case Op::IsInstance: expect_word(); push(Kind::Ref); break;
        case Op::ObjectType: expect_word(); push(Kind::I8); break;
        case Op::ClassInit: break;
        case Op::Call: check_call(inst); break;
        case Op::NewObject: check_call(inst); push(inst.kind); break;
        case Op::LoadVirtualFunction: expect_word(); push(Kind::I8); break;
        case Op::MakeDelegate: expect_word(); expect_word(); push(Kind::Ref); break;
        case Op::Intrinsic: {
            auto op = static_cast<IntrinsicOp>(inst.small);
            bool atomic = op == IntrinsicOp::CompareExchange || op == IntrinsicOp::Exchange || op == IntrinsicOp::ExchangeAdd ||
                          op == IntrinsicOp::And || op == IntrinsicOp::Or;
            if (op == IntrinsicOp::CompareExchange) expect(inst.kind);
            if (atomic) {
                expect(inst.kind);
                expect_word();
                push(inst.kind);
            } else if (op == IntrinsicOp::ReturnAddress) {
                push(Kind::I8);
            }
            break;
        }
        case Op::Jump: block_number(inst.target); end(ended); break;
        case Op::Branch:
            expect(inst.kind);
            expect(inst.kind);
            block_number(inst.target);
            block_number(static_cast<uint64_t>(inst.imm));
            end(ended);
            break;
        case Op::BranchIf:
            expect(inst.kind);
            block_number(inst.target);
            block_number(static_cast<uint64_t>(inst.imm));
            end(ended);
            break;
        case Op::Switch:
            expect(Kind::I4);
            block_number(inst.target);
            for (uint32_t i = 0; i < inst.count; ++i) block_number(code_.switch_targets[static_cast<size_t>(inst.imm) + i]);
            end(ended);
            break;
        case Op::Return:
            if (inst.kind != Kind::Void) expect(inst.kind);
            end(ended);
            break;
        case Op::Throw: expect_word(); end(ended, false); break;
        case Op::Rethrow: end(ended, false); break;
        case Op::Leave: block_number(inst.target); end(ended); break;
        case Op::EndFinally: end(ended); break;
        case Op::EndFilter: expect(Kind::I4); end(ended); break;
        case Op::CatchEntry: push(Kind::Ref); break;
        case Op::Unreachable: end(ended, false); break;
        case Op::Patchpoint: break;
    }
    // clang-format on
}

}  // namespace

std::string verify(const ImportedCode& code) {
    if (!code.invalid.empty()) return {};
    return Verifier(code).run();
}

}  // namespace celer

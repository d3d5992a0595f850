// The verifier of the importer's form: what code.h says must hold.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string_view>

#include "code/effects.h"
#include "import/code.h"
#include "import/operands.h"
#include "import/text_form.h"
#include "import/vector_instructions.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations

namespace celer {

namespace {

// Ref and ByRef stand for one another.
bool same(Kind a, Kind b) {
    return a == b || (is_word(a) && is_word(b) && a != Kind::I8 && b != Kind::I8);
}

bool is_normalised(ElementType element) {
    constexpr ElementType normalised[] = {ElementType::I1,    ElementType::U1,       ElementType::I2,
                                          ElementType::U2,    ElementType::I4,       ElementType::I8,
                                          ElementType::R4,    ElementType::R8,       ElementType::Class,
                                          ElementType::ByRef, ElementType::ValueType};
    return std::ranges::find(normalised, element) != std::end(normalised);
}

uint32_t size_of(TypeHandle type) {
    return type.method_table() == nullptr ? 0 : type.method_table()->instance_field_bytes;
}

class Verifier {
  public:
    explicit Verifier(const ImportedCode& code) : code_(code) {}

    std::string run() {
        if (code_.blocks.empty()) return "no blocks";
        check_variables();
        for (uint32_t c = 0; c < code_.clauses.size(); ++c) check_clause(c);
        for (uint32_t b = 0; b < code_.blocks.size() && error_.empty(); ++b) check_block(b);
        return error_;
    }

  private:
    struct Entry {
        Kind kind;
        TypeHandle type;  // of a Struct
    };

    void fail(const char* message) {
        if (!error_.empty()) return;
        char buffer[256];
        const char* op = inst_ == nullptr ? "" : text_form::op_names[static_cast<int>(inst_->op)];
        snprintf(buffer, sizeof(buffer), "block %u, IL_%04x %s: %s", block_, inst_ == nullptr ? 0 : inst_->il_offset,
                 op, message);
        error_ = buffer;
    }

    // --- The stack
    Entry pop() {
        if (stack_.empty()) {
            fail("stack underflow");
            return {Kind::Void, {}};
        }
        Entry entry = stack_.back();
        stack_.pop_back();
        return entry;
    }
    void expect(Kind kind, TypeHandle type = {}) {
        Entry found = pop();
        if (!same(found.kind, kind)) fail("operand of another kind");
        if (is_aggregate(kind) && type && found.type && size_of(found.type) != size_of(type))
            fail("struct of another size");
    }
    void expect_word_or(Kind kind) {
        Kind found = pop().kind;
        if (found != kind && !(is_word(found) && is_word(kind))) fail("operand of another kind");
    }
    void push(Kind kind, TypeHandle type = {}) {
        if (kind == Kind::Void) fail("pushes nothing");
        if (is_aggregate(kind) && size_of(type) == 0) fail("struct without a type");
        stack_.push_back({kind, type});
    }

    // --- Clauses and regions
    void check_variables();
    void check_clause(uint32_t number);
    void check_handler(const Clause& clause, uint32_t block, const BlockRange& range);
    void check_region(uint32_t block);
    bool is_nested(const BlockRange& a, const BlockRange& b) const {
        return a.end <= b.begin || b.end <= a.begin || a.contains(b) || b.contains(a);
    }
    // Calls for every region that is not empty.
    template <typename F>
    void each_region(F&& visit) const {
        for (uint32_t c = 0; c < code_.clauses.size(); ++c) {
            for (RegionPart part : {RegionPart::Try, RegionPart::Handler, RegionPart::Filter}) {
                const BlockRange& range = code_.clauses[c].blocks(part);
                if (!range.is_empty()) visit(Region(c, part), range);
            }
        }
    }
    bool is_handler_entry(uint32_t block) const;
    void check_edge(uint64_t target, bool leaves_handlers = false, bool leaves_try = false);
    void check_leave(const Inst& inst);
    void check_enclosing(const Inst& inst, RegionPart part, bool funclet);

    // --- Instructions
    void check_block(uint32_t number);
    void check_variable(const Inst& inst);
    void check_call(const Inst& inst);
    void check_inst(const Inst& inst);
    void apply(std::string_view operands, const Inst& inst);
    void pop_operand(char letter, const Inst& inst);
    void push_result(char letter, const Inst& inst);
    void check_special(const Inst& inst);
    void check_bits(const Inst& inst);
    void check_vector(const Inst& inst);
    void check_fields(const Inst& inst);
    void check_facts(const Inst& inst);
    void check_control(const Inst& inst);

    const ImportedCode& code_;
    std::string error_;
    std::vector<Entry> stack_;
    const Inst* inst_ = nullptr;
    uint32_t block_ = 0;
};

void Verifier::check_variables() {
    if (code_.argument_count > code_.variables.size()) return fail("more arguments than variables");
    for (uint32_t v = 0; v < code_.variables.size(); ++v) {
        const Variable& variable = code_.variables[v];
        if (variable.is_argument() != (v < code_.argument_count)) fail("arguments are not first");
        if (variable.kind == Kind::Void || variable.element == ElementType::End) fail("variable of no kind");
        if (!is_normalised(variable.element)) fail("element of a variable is not normalised");
        if (is_aggregate(variable.kind) && variable.size_bytes != size_of(variable.type)) fail("variable's size");
    }
}

void Verifier::check_clause(uint32_t number) {
    const Clause& clause = code_.clauses[number];
    each_region([&](Region, const BlockRange& range) {
        if (range.begin > range.end || range.end > code_.blocks.size()) fail("range of blocks");
        for (RegionPart part : {RegionPart::Try, RegionPart::Handler, RegionPart::Filter}) {
            if (!is_nested(range, clause.blocks(part))) fail("regions overlap");
        }
    });
    bool catches = !clause.is_funclet();
    if (catches != (clause.exception_variable != no_variable)) fail("clause's variable");
    if (catches && clause.exception_variable >= code_.variables.size()) return fail("clause's variable");
    if (catches && code_.variables[clause.exception_variable].kind != Kind::Ref) fail("kind of the clause's variable");
    check_handler(clause, clause.handler_block, clause.handler_blocks);
    if (clause.kind == ClauseKind::Filter) {
        check_handler(clause, clause.filter_block, clause.filter_blocks);
        if (clause.filter_block == no_block && clause.handler_block != no_block) fail("handler without its filter");
    } else if (clause.filter_block != no_block || !clause.filter_blocks.is_empty()) {
        fail("filter of a clause without");
    }
}

void Verifier::check_handler(const Clause& clause, uint32_t block, const BlockRange& range) {
    if ((block == no_block) != range.is_empty()) return fail("handler without blocks");
    if (block == no_block) return;
    if (block != range.begin) fail("handler does not begin with its first block");
    if (clause.try_blocks.is_empty()) fail("handler of nothing");
}

// The innermost region of the block: nothing inside it holds the block.
void Verifier::check_region(uint32_t block) {
    Region region = code_.blocks[block].region;
    if (!region.is_none() && region.clause() >= code_.clauses.size()) return fail("no such region");
    if (!code_.contains(region, block)) return fail("block outside of its region");
    each_region([&](Region other, const BlockRange& range) {
        if (!range.contains(block)) return;
        if (region.is_none() || !range.contains(code_.clauses[region.clause()].blocks(region.part())))
            fail("block lies deeper than its region says");
    });
}

bool Verifier::is_handler_entry(uint32_t block) const {
    for (const Clause& clause : code_.clauses) {
        if (clause.handler_block == block || clause.filter_block == block) return true;
    }
    return false;
}

// From the block to another (I.12.4.2.8): what is left and what is entered.
void Verifier::check_edge(uint64_t number, bool leaves_handlers, bool leaves_try) {
    if (number >= code_.blocks.size()) return fail("no such block");
    auto target = static_cast<uint32_t>(number);
    if (is_handler_entry(target)) return fail("jump to a handler");
    each_region([&](Region region, const BlockRange& range) {
        bool from = range.contains(block_);
        bool to = range.contains(target);
        const Clause& clause = code_.clauses[region.clause()];
        if (from && !to) {
            bool allowed = region.is(RegionPart::Try)       ? leaves_try
                           : region.is(RegionPart::Handler) ? leaves_handlers && !clause.is_funclet()
                                                            : false;
            if (!allowed) fail("jump out of a region");
        }
        if (to && !from) {
            bool from_own_handler = leaves_handlers && clause.handler_blocks.contains(block_);
            if (!region.is(RegionPart::Try) || (target != range.begin && !from_own_handler)) fail("jump into a region");
        }
    });
}

// The chain holds the finally clauses whose try is left, innermost first. A Jump leaves only tries without.
void Verifier::check_leave(const Inst& inst) {
    bool is_leave = inst.op == Op::Leave;
    check_edge(inst.target, is_leave, true);
    if (!error_.empty()) return;
    uint32_t next = 0;
    for (uint32_t c = 0; c < code_.clauses.size(); ++c) {
        const Clause& clause = code_.clauses[c];
        if (clause.kind != ClauseKind::Finally) continue;
        if (!clause.try_blocks.contains(block_) || clause.try_blocks.contains(inst.target)) continue;
        if (!is_leave) return fail("Jump out of a try with a finally");
        size_t place = static_cast<size_t>(inst.imm) + next++;
        if (next > inst.count || place >= code_.finally_chain.size() || code_.finally_chain[place] != c)
            return fail("finally_chain lacks a clause");
    }
    if (is_leave && next != inst.count) fail("finally_chain has a clause too many");
}

// The innermost handler or filter around the block is that of the clause in imm.
void Verifier::check_enclosing(const Inst& inst, RegionPart part, bool funclet) {
    auto number = static_cast<uint64_t>(inst.imm);
    if (number >= code_.clauses.size()) return fail("no such clause");
    const Clause& clause = code_.clauses[number];
    const BlockRange& own = clause.blocks(part);
    if (!own.contains(block_) || clause.is_funclet() != funclet) return fail("not in the handler it names");
    each_region([&](Region region, const BlockRange& range) {
        bool is_inner = range.contains(block_) && own.contains(range) && region != Region(inst.imm, part);
        if (!is_inner || region.is(RegionPart::Try)) return;
        bool may_be_inside = inst.op == Op::Rethrow && code_.clauses[region.clause()].is_funclet();
        if (!may_be_inside) fail("in another handler inside the one it names");
    });
}

void Verifier::check_block(uint32_t number) {
    block_ = number;
    inst_ = nullptr;
    const Block& block = code_.blocks[number];
    if (block.inst_count == 0) return fail("empty block");
    if (uint64_t{block.first_inst} + block.inst_count > code_.insts.size())
        return fail("instructions that are not there");
    check_region(number);
    stack_.clear();
    uint32_t last = block.first_inst + block.inst_count - 1;
    for (uint32_t i = block.first_inst; i <= last && error_.empty(); ++i) {
        inst_ = &code_.insts[i];
        bool ends = effects_of(*inst_) & effects::ends;
        if (ends != (i == last)) return fail(ends ? "instruction after the terminator" : "no terminator");
        if ((inst_->op == Op::CatchEntry) !=
            (i == block.first_inst && is_handler_entry(number) && !code_.clauses[block.region.clause()].is_funclet())) {
            return fail("CatchEntry and the beginning of a handler do not meet");
        }
        check_inst(*inst_);
    }
}

void Verifier::check_variable(const Inst& inst) {
    if (inst.target >= code_.variables.size()) return fail("no such variable");
    const Variable& v = code_.variables[inst.target];
    if (inst.op == Op::LoadVar) {
        push(v.kind, v.type);
    } else if (inst.op == Op::StoreVar) {
        expect(v.kind, v.type);
    } else if (inst.op == Op::VarAddress) {
        if (!v.address_taken) fail("address_taken is not set");
        push(Kind::ByRef);
    }
}

void Verifier::check_call(const Inst& inst) {
    const CallInfo* call = inst.call;
    if (call == nullptr) return fail("no call");
    if (call->argument_kinds.size() != call->argument_types.size()) return fail("arguments");
    if (call->kind == CallKind::Indirect || call->kind == CallKind::UnmanagedIndirect) expect(Kind::I8);
    for (size_t i = call->argument_kinds.size(); i-- > 0;) expect(call->argument_kinds[i], call->argument_types[i]);
    bool named = call->kind != CallKind::Indirect && call->kind != CallKind::UnmanagedIndirect;
    if (named && call->kind != CallKind::Helper && call->method == nullptr) fail("call of no method");
    if (call->return_kind != Kind::Void) push(call->return_kind, call->return_type);
}

void Verifier::check_inst(const Inst& inst) {
    std::string_view operands = operands_of(inst);
    if (operands.starts_with('?')) {
        check_special(inst);
    } else {
        apply(operands, inst);
    }
    check_fields(inst);
    check_facts(inst);
    check_control(inst);
}

// Letters as ops.def explains them.
void Verifier::apply(std::string_view operands, const Inst& inst) {
    size_t arrow = operands.find('>');
    for (size_t i = arrow; i-- > 0;) pop_operand(operands[i], inst);
    for (char letter : operands.substr(arrow + 1)) push_result(letter, inst);
}

void Verifier::pop_operand(char letter, const Inst& inst) {
    if (letter == 'a') {
        pop();
    } else if (letter == 'x') {
        if (Kind kind = pop().kind; kind != Kind::I4 && !is_word(kind)) fail("index is no integer");
    } else if (letter == 's') {
        if (!is_aggregate(pop().kind)) fail("operand of another kind");
    } else if (letter == 'w' || letter == 'n' || letter == 'm') {
        expect_word_or(kind_of_operand(letter, inst));
    } else {
        Kind kind = kind_of_operand(letter, inst);
        expect(kind, is_aggregate(kind) && letter == 'k' ? TypeHandle(inst.type) : TypeHandle());
    }
}

void Verifier::push_result(char letter, const Inst& inst) {
    Kind kind = kind_of_operand(letter, inst);
    push(kind, is_aggregate(kind) ? TypeHandle(inst.type) : TypeHandle());
}

// What the instruction's fields decide.
void Verifier::check_special(const Inst& inst) {
    switch (inst.op) {
        case Op::LoadVar:
        case Op::StoreVar:
        case Op::VarAddress:
            return check_variable(inst);
        case Op::Dup: {
            Entry entry = pop();
            if (entry.kind != inst.kind) fail("Dup of another kind");
            push(entry.kind, entry.type);
            return push(entry.kind, entry.type);
        }
        case Op::Retype: {
            if (inst.count >= stack_.size()) return fail("stack underflow");
            Entry& entry = stack_[stack_.size() - 1 - inst.count];
            if (!is_word(entry.kind) || !is_word(inst.kind) || same(entry.kind, inst.kind)) fail("changes nothing");
            entry.kind = inst.kind;
            return;
        }
        case Op::Vector:
            return check_vector(inst);
        case Op::Call:
            return check_call(inst);
        case Op::NewObject:
            check_call(inst);
            return push(inst.kind, inst.call == nullptr ? nullptr : inst.call->type);
        case Op::Return:
            if (inst.kind != Kind::Void) expect(inst.kind, is_aggregate(inst.kind) ? inst.type : nullptr);
            return;
        default:
            fail("no operands in ops.def");
    }
}

void Verifier::check_bits(const Inst& inst) {
    auto op = static_cast<BitsOp>(inst.small);
    bool wants_float = op >= BitsOp::Sqrt && op <= BitsOp::Truncate;
    if (is_float(inst.kind) != wants_float || (!wants_float && inst.kind != Kind::I4 && inst.kind != Kind::I8))
        fail("kind");
}

// Operands by the letters of the instruction's form.
void Verifier::check_vector(const Inst& inst) {
    const VectorInstruction& instruction = vector_instruction(static_cast<VectorInstructionId>(inst.target));
    uint32_t count = instruction.operand_count();
    if (instruction.has_immediate() && !(inst.flags & inst_flags::variable_immediate)) count--;
    for (uint32_t i = count; i-- > 0;) {
        Kind kind = pop().kind;
        bool in_vector = kind == Kind::Vector || kind == Kind::F4 || kind == Kind::F8;
        if (is_vector_operand(instruction.form[i]) != in_vector) fail("operand of another kind");
    }
    if ((instruction.result() != 0) != (inst.kind != Kind::Void)) fail("a result of another kind");
    if (instruction.is_masked() && inst.type == nullptr) fail("a mask of no type");
    if (inst.kind != Kind::Void) push(inst.kind, is_aggregate(inst.kind) ? TypeHandle(inst.type) : TypeHandle());
}

void Verifier::check_fields(const Inst& inst) {
    bool in_memory = inst.op == Op::Load || inst.op == Op::Store || inst.op == Op::LoadStructField ||
                     inst.op == Op::LoadElement || inst.op == Op::StoreElement;
    if (in_memory && inst.element == ElementType::End) fail("no element");
    if (in_memory && is_aggregate(inst.kind) && inst.type == nullptr) fail("no type");
    bool typed = inst.op == Op::NewArray || inst.op == Op::Box || inst.op == Op::BoxNullable || inst.op == Op::Unbox ||
                 inst.op == Op::UnboxNullable || inst.op == Op::CastClass || inst.op == Op::IsInstance ||
                 inst.op == Op::ClassInit || inst.op == Op::MakeDelegate || inst.op == Op::ClearStruct;
    if (typed && inst.type == nullptr) fail("no type");
    if (inst.op == Op::ConstObject && inst.imm == 0) fail("null object");
    if (inst.op == Op::RvaAddress && inst.module == nullptr) fail("no module");
    if (inst.op == Op::Bits) check_bits(inst);
    if (inst.op == Op::ClearVar) check_variable(inst);
    if (inst.op == Op::ConstAddress) {
        auto what = static_cast<AddressOf>(inst.small);
        if (what == AddressOf::StaticField ? inst.field == nullptr
                                           : what == AddressOf::Function && inst.method == nullptr)
            fail("address of nothing");
    }
}

// What is said of the result, and what the operation makes certain.
void Verifier::check_facts(const Inst& inst) {
    TypeHandle type = inst.result_type();
    if ((inst.flags & inst_flags::exact) && !type) fail("exact, but of what type");
    bool is_new = inst.op == Op::NewArray || inst.op == Op::Box || inst.op == Op::MakeDelegate ||
                  inst.op == Op::ConstObject || (inst.op == Op::NewObject && inst.kind == Kind::Ref);
    constexpr uint8_t both = inst_flags::exact | inst_flags::non_null;
    if (is_new && (inst.flags & both) != both) fail("a new object is exact and not null");
    bool as_typed = inst.op == Op::NewArray || inst.op == Op::Box || inst.op == Op::MakeDelegate ||
                    inst.op == Op::CastClass || inst.op == Op::IsInstance;
    if (as_typed && type != TypeHandle(inst.type)) fail("result of another type");
    bool is_object = inst.op == Op::NewObject && (inst.kind == Kind::Ref || is_aggregate(inst.kind));
    if (is_object && type != TypeHandle(inst.call->type)) fail("result of another type");
    if (stack_.empty() || !is_aggregate(stack_.back().kind) || !type) return;
    if (size_of(type) != size_of(stack_.back().type)) fail("result of another type");
}

// Terminators and handlers: where they lead, and that nothing is left on the stack.
void Verifier::check_control(const Inst& inst) {
    switch (inst.op) {
        case Op::Branch:
        case Op::BranchIf:
            check_edge(static_cast<uint64_t>(inst.imm));
            check_edge(inst.target);
            break;
        case Op::Switch:
            if (static_cast<uint64_t>(inst.imm) + inst.count > code_.switch_targets.size()) return fail("targets");
            for (uint32_t i = 0; i < inst.count; ++i) {
                check_edge(code_.switch_targets[static_cast<size_t>(inst.imm) + i]);
            }
            check_edge(inst.target);
            break;
        case Op::Jump:
        case Op::Leave:
            check_leave(inst);
            break;
        case Op::Return:
            each_region([&](Region, const BlockRange& range) {
                if (range.contains(block_)) fail("Return in a region");
            });
            break;
        case Op::EndFinally:
            check_enclosing(inst, RegionPart::Handler, true);
            break;
        case Op::EndFilter:
            check_enclosing(inst, RegionPart::Filter, false);
            break;
        case Op::Rethrow:
            return check_enclosing(inst, RegionPart::Handler, false);
        case Op::CatchEntry: {
            Region region = code_.blocks[block_].region;
            if (region.clause() != static_cast<uint64_t>(inst.imm)) fail("of another clause");
            return;
        }
        default:
            return;
    }
    if (!stack_.empty()) fail("values left on the stack");
}

}  // namespace

std::string verify(const ImportedCode& code) {
    if (code.invalid) return {};
    return Verifier(code).run();
}

}  // namespace celer

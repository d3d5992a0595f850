#include "generator.h"

#include <algorithm>
#include <array>
#include <bit>

#include "types/dispatch.h"
#include "types/well_known.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many kinds

namespace celer::form {

namespace {

struct VariableKind {
    Kind kind;
    ElementType element;
    const char* type;  // in System
};
constexpr VariableKind variable_kinds[] = {
    {Kind::I4, ElementType::I4, "Int32"},  {Kind::I4, ElementType::I4, "Int32"},  {Kind::I8, ElementType::I8, "Int64"},
    {Kind::I8, ElementType::I8, "Int64"},  {Kind::F8, ElementType::R8, "Double"}, {Kind::F4, ElementType::R4, "Single"},
    {Kind::I4, ElementType::U1, "Byte"},   {Kind::I4, ElementType::I2, "Int16"},  {Kind::I4, ElementType::I1, "SByte"},
    {Kind::I4, ElementType::U2, "UInt16"},
};
constexpr const char* caught_types[] = {"Object",
                                        "Exception",
                                        "SystemException",
                                        "ArithmeticException",
                                        "OverflowException",
                                        "ArgumentException",
                                        "IndexOutOfRangeException",
                                        "NullReferenceException"};

MethodTable* system_type(const char* name) {
    Result<MethodTable*> found = find_type(corelib(), "System", name);
    return found && ensure_loaded(*found) ? *found : nullptr;
}

// Structured code: an expression leaves one value, a statement none; both may open blocks only between statements.
class Generator {
  public:
    Generator(uint32_t seed, const std::vector<MethodDesc*>& callees, const MethodSignature* signature,
              ImportedCode& code)
        : random_(seed), callees_(callees), signature_(signature), code_(code) {}
    void run();

  private:
    uint32_t pick(uint32_t count) { return static_cast<uint32_t>(random_() % count); }
    bool chance(uint32_t percent) { return pick(100) < percent; }

    // --- Code
    Inst& emit(Op op, Kind kind = Kind::Void) {
        Inst& inst = code_.insts.emplace_back();
        inst.op = op;
        inst.kind = kind;
        inst.il_offset = ++il_offset_;
        code_.blocks.back().inst_count++;
        return inst;
    }
    uint32_t open_block() {
        code_.blocks.push_back({static_cast<uint32_t>(code_.insts.size()), 0, ++il_offset_, region_, false});
        return static_cast<uint32_t>(code_.blocks.size() - 1);
    }
    uint32_t current() const { return static_cast<uint32_t>(code_.blocks.size() - 1); }
    uint32_t next_block() const { return static_cast<uint32_t>(code_.blocks.size()); }
    uint32_t add_variable(Kind kind, ElementType element, TypeHandle type, Origin origin, uint32_t index);
    uint32_t variable_of(Kind kind);
    void load(uint32_t variable);
    void store(uint32_t variable);
    void constant(Kind kind);
    void small_constant(int32_t value) { emit(Op::ConstI4, Kind::I4).imm = value; }

    // --- Expressions
    void expression(Kind kind, uint32_t depth);
    void integer(Kind kind, uint32_t depth);
    void floating(Kind kind, uint32_t depth);
    void conversion(Kind kind, uint32_t depth);
    void condition(uint32_t depth);
    void bits(Kind kind, uint32_t depth);
    void through_memory(Kind kind, uint32_t depth);
    void through_box(Kind kind, uint32_t depth);
    void element(Kind kind, uint32_t depth);
    void call();
    void index(uint32_t depth);

    // --- Statements
    void statements(uint32_t count, uint32_t depth);
    void statement(uint32_t depth);
    void assign(uint32_t depth);
    void store_element(uint32_t depth);
    void store_through_address(uint32_t depth);
    void choose(uint32_t depth);
    void choose_one(uint32_t depth);
    void loop(uint32_t depth);
    void protect(uint32_t depth);
    void handler(uint32_t number, uint32_t depth, std::vector<uint32_t>& ends);
    void filter(uint32_t number);
    void throw_something();
    void leave_to(uint32_t inst, uint32_t block) { code_.insts[inst].target = block; }
    void finish();

    std::mt19937 random_;
    const std::vector<MethodDesc*>& callees_;
    const MethodSignature* signature_;
    ImportedCode& code_;
    Region region_;
    uint32_t il_offset_ = 0;
    uint32_t locals_ = 0;
    uint32_t fixed_ = 0;  // variables that expressions may use
    uint32_t int_array_ = 0;
    uint32_t wide_array_ = 0;
    uint32_t calls_ = 0;
    bool in_handler_ = false;
};

uint32_t Generator::add_variable(Kind kind, ElementType element, TypeHandle type, Origin origin, uint32_t index) {
    Variable v;
    v.kind = kind;
    v.element = element;
    v.type = type;
    v.origin = origin;
    v.origin_index = index;
    v.size_bytes = element < ElementType::I2              ? 1
                   : element < ElementType::I4            ? 2
                   : kind == Kind::I4 || kind == Kind::F4 ? 4
                                                          : 8;
    v.needs_zero = origin != Origin::Argument;
    code_.variables.push_back(v);
    return static_cast<uint32_t>(code_.variables.size() - 1);
}

uint32_t Generator::variable_of(Kind kind) {
    for (uint32_t start = pick(fixed_), i = 0; i < fixed_; ++i) {
        uint32_t v = (start + i) % fixed_;
        if (code_.variables[v].kind == kind) return v;
    }
    return 0;
}

void Generator::load(uint32_t variable) {
    const Variable& v = code_.variables[variable];
    Inst& inst = emit(Op::LoadVar, v.kind);
    inst.target = variable;
    inst.element = v.element;
    if (v.kind == Kind::Ref) inst.set_result_type(v.type);
}

void Generator::store(uint32_t variable) {
    const Variable& v = code_.variables[variable];
    Inst& inst = emit(Op::StoreVar, v.kind);
    inst.target = variable;
    inst.element = v.element;
}

void Generator::constant(Kind kind) {
    static constexpr int64_t numbers[] = {0,   1,   -1,  2,    3,     7,     8,         31,       64,
                                          100, 255, 256, -128, 32767, 65536, INT32_MAX, INT32_MIN};
    static constexpr int64_t wide[] = {INT64_MAX, INT64_MIN, 0x123456789abcdef, 0xffffffff, 0x100000000};
    static constexpr double floats[] = {0, -0.0, 1, -1.5, 0.1, 3e9, -3e9, 1e19, -1e300, 5e-324, 2147483648.0, 127.9};
    if (kind == Kind::I4) {
        small_constant(static_cast<int32_t>(numbers[pick(std::size(numbers))]));
    } else if (kind == Kind::I8) {
        emit(Op::ConstI8, kind).imm = chance(50) ? numbers[pick(std::size(numbers))] : wide[pick(std::size(wide))];
    } else if (kind == Kind::F8) {
        emit(Op::ConstF8, kind).imm = std::bit_cast<int64_t>(floats[pick(std::size(floats))]);
    } else {
        emit(Op::ConstF4, kind).imm = std::bit_cast<uint32_t>(static_cast<float>(floats[pick(std::size(floats))]));
    }
}

void Generator::expression(Kind kind, uint32_t depth) {
    if (depth == 0 || chance(15)) return chance(70) ? load(variable_of(kind)) : constant(kind);
    switch (pick(10)) {
        case 0:
        case 1:
            return conversion(kind, depth - 1);
        case 2:
            return through_memory(kind, depth - 1);
        case 3:
            return element(kind, depth - 1);
        case 4:
            return through_box(kind, depth - 1);
        default:
            return kind == Kind::I4 || kind == Kind::I8 ? integer(kind, depth - 1) : floating(kind, depth - 1);
    }
}

void Generator::integer(Kind kind, uint32_t depth) {
    static constexpr Op ops[] = {Op::Add,    Op::Sub,      Op::Mul,    Op::Div,      Op::DivUn,  Op::Rem,
                                 Op::RemUn,  Op::And,      Op::Or,     Op::Xor,      Op::Add,    Op::Sub,
                                 Op::AddOvf, Op::AddOvfUn, Op::SubOvf, Op::SubOvfUn, Op::MulOvf, Op::MulOvfUn};
    switch (pick(8)) {
        case 0:
            expression(kind, depth);
            expression(Kind::I4, depth);
            emit(std::array{Op::Shl, Op::Shr, Op::ShrUn}[pick(3)], kind);
            return;
        case 1:
            expression(kind, depth);
            emit(chance(50) ? Op::Neg : Op::Not, kind);
            return;
        case 2:
            return bits(kind, depth);
        case 3:
            if (kind == Kind::I4) return condition(depth);
            if (calls_ < 3 && !callees_.empty()) return call();
            break;
        default:
            break;
    }
    expression(kind, depth);
    expression(kind, depth);
    Op op = ops[pick(chance(90) ? 12 : std::size(ops))];
    bool divides = op == Op::Div || op == Op::DivUn || op == Op::Rem || op == Op::RemUn;
    if (divides && chance(90)) {  // by no zero
        kind == Kind::I4 ? small_constant(1) : static_cast<void>(emit(Op::ConstI8, kind).imm = 1);
        emit(Op::Or, kind);
    }
    emit(op, kind);
}

void Generator::bits(Kind kind, uint32_t depth) {
    static constexpr BitsOp ops[] = {BitsOp::RotateLeft,  BitsOp::RotateRight,      BitsOp::ByteSwap,
                                     BitsOp::PopCount,    BitsOp::LeadingZeroCount, BitsOp::TrailingZeroCount,
                                     BitsOp::BigMulHighUn};
    BitsOp op = ops[pick(kind == Kind::I4 ? 6 : 7)];
    expression(kind, depth);
    if (op == BitsOp::RotateLeft || op == BitsOp::RotateRight) expression(Kind::I4, depth);
    if (op == BitsOp::BigMulHighUn) expression(kind, depth);
    emit(Op::Bits, kind).small = static_cast<uint8_t>(op);
    if (op <= BitsOp::TrailingZeroCount && kind == Kind::I8) {
        Inst& inst = emit(Op::Convert, kind);
        inst.from = Kind::I4;
        inst.element = ElementType::I8;
    }
}

void Generator::condition(uint32_t depth) {
    static constexpr Kind kinds[] = {Kind::I4, Kind::I8, Kind::F4, Kind::F8};
    Kind kind = kinds[pick(4)];
    expression(kind, depth);
    expression(kind, depth);
    emit(Op::Compare, kind).small = static_cast<uint8_t>(pick(10));
}

void Generator::floating(Kind kind, uint32_t depth) {
    static constexpr Op ops[] = {Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem};
    expression(kind, depth);
    if (chance(30)) {
        static constexpr BitsOp functions[] = {BitsOp::Sqrt, BitsOp::Abs, BitsOp::Floor, BitsOp::Ceiling,
                                               BitsOp::Truncate};
        emit(Op::Bits, kind).small = static_cast<uint8_t>(functions[pick(std::size(functions))]);
    } else if (chance(20)) {
        emit(Op::Neg, kind);
    } else {
        expression(kind, depth);
        emit(ops[pick(std::size(ops))], kind);
    }
}

void Generator::conversion(Kind kind, uint32_t depth) {
    static constexpr Kind kinds[] = {Kind::I4, Kind::I8, Kind::F4, Kind::F8};
    static constexpr ElementType small[] = {ElementType::I1, ElementType::U1, ElementType::I2,
                                            ElementType::U2, ElementType::I4, ElementType::U4};
    Kind from = kinds[pick(4)];
    expression(from, depth);
    bool to_float = kind == Kind::F4 || kind == Kind::F8;
    bool from_float = from == Kind::F4 || from == Kind::F8;
    ElementType target = kind == Kind::F4   ? ElementType::R4
                         : kind == Kind::F8 ? ElementType::R8
                         : kind == Kind::I8 ? (chance(50) ? ElementType::I8 : ElementType::U8)
                                            : small[pick(6)];
    if (from == kind && (to_float || kind == Kind::I8)) return;
    Inst& inst = emit(Op::Convert, kind);
    inst.from = from;
    inst.element = target;
    if (!to_float && chance(4)) inst.flags |= inst_flags::overflow;
    bool may_be_unsigned = !from_float && ((inst.flags & inst_flags::overflow) || kind == Kind::F8);
    if (may_be_unsigned && chance(30)) inst.flags |= inst_flags::unsigned_source;
}

// The address of a variable, and a load through it.
void Generator::through_memory(Kind kind, uint32_t depth) {
    uint32_t variable = variable_of(kind);
    const Variable& v = code_.variables[variable];
    if (v.is_argument() || depth == 0) return load(variable);
    code_.variables[variable].address_taken = true;
    Inst& address = emit(Op::VarAddress, Kind::ByRef);
    address.target = variable;
    address.flags = inst_flags::non_null;
    Inst& inst = emit(Op::Load, kind);
    inst.element = v.element;
}

void Generator::through_box(Kind kind, uint32_t depth) {
    const char* name = kind == Kind::I4 ? "Int32" : kind == Kind::I8 ? "Int64" : kind == Kind::F4 ? "Single" : "Double";
    ElementType element = kind == Kind::I4   ? ElementType::I4
                          : kind == Kind::I8 ? ElementType::I8
                          : kind == Kind::F4 ? ElementType::R4
                                             : ElementType::R8;
    MethodTable* type = system_type(name);
    expression(kind, depth);
    Inst& box = emit(Op::Box, Kind::Ref);
    box.type = type;
    box.element = element;
    box.set_result_type(type);
    box.flags = inst_flags::exact | inst_flags::non_null;
    emit(Op::Unbox, Kind::ByRef).type = chance(99) ? type : system_type("Char");
    emit(Op::Load, kind).element = element;
}

void Generator::index(uint32_t depth) {
    expression(Kind::I4, depth > 1 ? 1 : depth);
    if (chance(98)) {
        small_constant(7);
        emit(Op::And, Kind::I4);
    }
}

void Generator::element(Kind kind, uint32_t depth) {
    if (kind != Kind::I4 && kind != Kind::I8) return load(variable_of(kind));
    bool wide = kind == Kind::I8;
    load(wide ? wide_array_ : int_array_);
    index(depth);
    if (chance(30)) {
        emit(Op::ElementAddress, Kind::ByRef).imm = wide ? 8 : 4;
        emit(Op::Load, kind).element = wide ? ElementType::I8 : ElementType::I4;
    } else {
        emit(Op::LoadElement, kind).element = wide ? ElementType::I8 : ElementType::I4;
    }
}

void Generator::call() {
    calls_++;
    MethodDesc* callee = callees_[pick(static_cast<uint32_t>(callees_.size()))];
    CallInfo* call = code_.new_call();
    call->kind = CallKind::Direct;
    call->method = callee;
    call->signature = signature_;
    for (uint32_t i = 0; i < signature_->parameter_count; ++i) {
        Kind kind = generated_arguments[i];
        expression(kind, 1);
        call->argument_kinds.push_back(kind);
        call->argument_types.push_back(signature_->parameters[i]);
    }
    call->return_kind = Kind::I8;
    call->return_type = signature_->return_type;
    Inst& inst = emit(Op::Call, Kind::I8);
    inst.call = call;
    inst.element = ElementType::I8;
}

void Generator::assign(uint32_t depth) {
    uint32_t variable = pick(fixed_);
    expression(code_.variables[variable].kind, depth);
    store(variable);
}

void Generator::store_element(uint32_t depth) {
    bool wide = chance(40);
    Kind kind = wide ? Kind::I8 : Kind::I4;
    load(wide ? wide_array_ : int_array_);
    index(depth);
    expression(kind, depth);
    emit(Op::StoreElement, kind).element = wide ? ElementType::I8 : ElementType::I4;
}

void Generator::store_through_address(uint32_t depth) {
    uint32_t variable = code_.argument_count + pick(fixed_ - code_.argument_count);
    code_.variables[variable].address_taken = true;
    Variable v = code_.variables[variable];
    emit(Op::VarAddress, Kind::ByRef).target = variable;
    expression(v.kind, depth);
    emit(Op::Store, v.kind).element = v.element;
}

void Generator::choose(uint32_t depth) {
    condition(1);
    uint32_t branch = static_cast<uint32_t>(code_.insts.size());
    emit(Op::BranchIf, Kind::I4);
    code_.insts[branch].target = open_block();
    statements(1 + pick(2), depth - 1);
    uint32_t jump = static_cast<uint32_t>(code_.insts.size());
    emit(Op::Jump);
    code_.insts[branch].imm = open_block();
    if (chance(60)) statements(1 + pick(2), depth - 1);
    uint32_t other = static_cast<uint32_t>(code_.insts.size());
    emit(Op::Jump);
    code_.insts[jump].target = code_.insts[other].target = open_block();
}

void Generator::choose_one(uint32_t depth) {
    expression(Kind::I4, 1);
    if (chance(70)) {
        small_constant(3);
        emit(Op::And, Kind::I4);
    }
    uint32_t cases = 2 + pick(3);
    uint32_t first = static_cast<uint32_t>(code_.switch_targets.size());
    code_.switch_targets.resize(first + cases);
    uint32_t place = static_cast<uint32_t>(code_.insts.size());
    Inst& inst = emit(Op::Switch, Kind::I4);
    inst.imm = first;
    inst.count = static_cast<uint16_t>(cases);
    std::vector<uint32_t> jumps;
    for (uint32_t i = 0; i <= cases; ++i) {
        uint32_t block = open_block();
        if (i < cases) {
            code_.switch_targets[first + i] = block;
        } else {
            code_.insts[place].target = block;
        }
        statements(1, depth - 1);
        jumps.push_back(static_cast<uint32_t>(code_.insts.size()));
        emit(Op::Jump);
    }
    uint32_t end = open_block();
    for (uint32_t jump : jumps) code_.insts[jump].target = end;
}

void Generator::loop(uint32_t depth) {
    uint32_t counter = add_variable(Kind::I4, ElementType::I4, system_type("Int32"), Origin::Local, locals_++);
    small_constant(static_cast<int32_t>(1 + pick(6)));
    store(counter);
    Inst& enter = emit(Op::Jump);
    enter.target = next_block();
    uint32_t head = open_block();
    code_.blocks[head].is_loop_head = true;
    statements(1 + pick(2), depth - 1);
    load(counter);
    small_constant(1);
    emit(Op::Sub, Kind::I4);
    emit(Op::Dup, Kind::I4);
    store(counter);
    Inst& back = emit(Op::BranchIf, Kind::I4);
    back.target = head;
    back.imm = next_block();
    open_block();
}

void Generator::throw_something() {
    if (chance(50)) {
        load(int_array_);
        small_constant(99);
        emit(Op::LoadElement, Kind::I4).element = ElementType::I4;
        emit(Op::Pop, Kind::I4);
        return;
    }
    // Only sometimes, so that what follows is reached too.
    condition(1);
    Inst& inst = emit(Op::BranchIf, Kind::I4);
    inst.target = next_block();
    inst.imm = next_block() + 1;
    open_block();
    if (chance(50)) {
        emit(Op::ConstNull, Kind::Ref);
        emit(Op::Throw, Kind::Ref);
    } else {
        small_constant(1);
        small_constant(0);
        emit(Op::Div, Kind::I4);
        emit(Op::Pop, Kind::I4);
        Inst& jump = emit(Op::Jump);
        jump.target = next_block();
    }
    open_block();
}

void Generator::filter(uint32_t number) {
    Clause& clause = code_.clauses[number];
    clause.filter_block = open_block();
    clause.filter_blocks = {clause.filter_block, clause.filter_block + 1};
    emit(Op::CatchEntry, Kind::Ref).imm = number;
    store(clause.exception_variable);
    condition(1);
    emit(Op::EndFilter, Kind::I4).imm = number;
}

void Generator::handler(uint32_t number, uint32_t depth, std::vector<uint32_t>& ends) {
    uint32_t first = open_block();
    code_.clauses[number].handler_block = first;
    bool funclet = code_.clauses[number].is_funclet();
    bool outer = in_handler_;
    in_handler_ = true;
    if (!funclet) {
        emit(Op::CatchEntry, Kind::Ref).imm = number;
        store(code_.clauses[number].exception_variable);
    }
    statements(1 + pick(2), depth - 1);
    if (funclet) {
        emit(Op::EndFinally).imm = number;
    } else if (chance(20)) {
        emit(Op::Rethrow).imm = number;
    } else {
        ends.push_back(static_cast<uint32_t>(code_.insts.size()));
        emit(Op::Leave).imm = static_cast<int64_t>(code_.finally_chain.size());
    }
    in_handler_ = outer;
    code_.clauses[number].handler_blocks = {first, next_block()};
}

// try { } and one or two handlers. Clauses are numbered inner first, so the numbers are put right at the end.
void Generator::protect(uint32_t depth) {
    auto number = static_cast<uint32_t>(code_.clauses.size());
    Clause clause{};
    clause.kind = static_cast<ClauseKind>(pick(4));
    clause.handler_block = clause.filter_block = no_block;
    clause.exception_variable = no_variable;
    if (!clause.is_funclet()) {
        clause.exception_variable =
            add_variable(Kind::Ref, ElementType::Class, system_type("Object"), Origin::Exception, number);
    }
    if (clause.kind == ClauseKind::Catch) clause.catch_type = system_type(caught_types[pick(std::size(caught_types))]);
    code_.clauses.push_back(clause);
    bool has_finally = clause.kind == ClauseKind::Finally;
    Inst& enter = emit(Op::Jump);
    enter.target = next_block();
    Region outer = region_;
    region_ = Region(number, RegionPart::Try);
    uint32_t first = open_block();
    statements(1 + pick(3), depth - 1);
    std::vector<uint32_t> ends;
    ends.push_back(static_cast<uint32_t>(code_.insts.size()));
    emit(has_finally ? Op::Leave : Op::Jump);
    if (has_finally) {
        code_.insts.back().imm = static_cast<int64_t>(code_.finally_chain.size());
        code_.insts.back().count = 1;
        code_.finally_chain.push_back(number);
    }
    code_.clauses[number].try_blocks = {first, next_block()};
    if (clause.kind == ClauseKind::Filter) {
        region_ = Region(number, RegionPart::Filter);
        filter(number);
    }
    region_ = Region(number, RegionPart::Handler);
    handler(number, depth, ends);
    region_ = outer;
    uint32_t end = open_block();
    for (uint32_t inst : ends) leave_to(inst, end);
}

void Generator::statement(uint32_t depth) {
    if (depth == 0) return chance(70) ? assign(2) : store_element(1);
    switch (pick(9)) {
        case 0:
            return choose(depth);
        case 1:
            return loop(depth);
        case 2:
        case 3:
            return protect(depth);
        case 4:
            return choose_one(depth);
        case 5:
            return store_element(2);
        case 6:
            return store_through_address(2);
        case 7:
            return chance(40) ? throw_something() : assign(3);
        default:
            return assign(3);
    }
}

void Generator::statements(uint32_t count, uint32_t depth) {
    for (uint32_t i = 0; i < count && code_.insts.size() < 1500; ++i) statement(depth);
}

// The answer mixes all variables and elements; of floats what comparing and converting show, since NaNs have many bits.
void Generator::finish() {
    emit(Op::ConstI8, Kind::I8).imm = 17;
    auto mix = [&](Kind kind) {
        if (kind != Kind::I8) {
            Inst& inst = emit(Op::Convert, Kind::I8);
            inst.from = kind;
            inst.element = ElementType::I8;
        }
        emit(Op::Xor, Kind::I8);
        emit(Op::ConstI8, Kind::I8).imm = 0x100000001b3;
        emit(Op::Mul, Kind::I8);
    };
    for (uint32_t v = 0; v < fixed_; ++v) {
        load(v);
        mix(code_.variables[v].kind);
    }
    for (int i = 0; i < 8; ++i) {
        load(i % 2 == 0 ? int_array_ : wide_array_);
        small_constant(i);
        Kind kind = i % 2 == 0 ? Kind::I4 : Kind::I8;
        emit(Op::LoadElement, kind).element = i % 2 == 0 ? ElementType::I4 : ElementType::I8;
        mix(kind);
    }
    emit(Op::Return, Kind::I8).element = ElementType::I8;
}

// Inner clauses first: they were numbered as they opened, outer first.
void number_inner_first(ImportedCode& code) {
    auto count = static_cast<uint32_t>(code.clauses.size());
    auto renamed = [&](uint32_t clause) { return count - 1 - clause; };
    std::reverse(code.clauses.begin(), code.clauses.end());
    for (Block& block : code.blocks) {
        if (!block.region.is_none()) block.region = Region(renamed(block.region.clause()), block.region.part());
    }
    for (uint32_t& clause : code.finally_chain) clause = renamed(clause);
    for (Inst& inst : code.insts) {
        bool names_clause = inst.op == Op::CatchEntry || inst.op == Op::Rethrow || inst.op == Op::EndFinally ||
                            inst.op == Op::EndFilter;
        if (names_clause) inst.imm = renamed(static_cast<uint32_t>(inst.imm));
    }
    for (Clause& clause : code.clauses) {
        auto offset = [&](uint32_t block) {
            return block < code.blocks.size() ? code.blocks[block].il_offset : code.il_size;
        };
        clause.try_begin = offset(clause.try_blocks.begin);
        clause.try_end = offset(clause.try_blocks.end);
        clause.handler_begin = offset(clause.handler_blocks.begin);
        clause.handler_end = offset(clause.handler_blocks.end);
    }
}

void Generator::run() {
    code_.signature = signature_;
    for (uint32_t i = 0; i < signature_->parameter_count; ++i) {
        Kind kind = generated_arguments[i];
        ElementType element = kind == Kind::I4 ? ElementType::I4 : kind == Kind::I8 ? ElementType::I8 : ElementType::R8;
        add_variable(kind, element, signature_->parameters[i], Origin::Argument, i);
    }
    code_.argument_count = signature_->parameter_count;
    for (const VariableKind& row : variable_kinds)
        add_variable(row.kind, row.element, system_type(row.type), Origin::Local, locals_++);
    fixed_ = static_cast<uint32_t>(code_.variables.size());
    Result<MethodTable*> ints = sz_array_of(system_type("Int32"));
    Result<MethodTable*> longs = sz_array_of(system_type("Int64"));
    int_array_ = add_variable(Kind::Ref, ElementType::Class, *ints, Origin::Local, locals_++);
    wide_array_ = add_variable(Kind::Ref, ElementType::Class, *longs, Origin::Local, locals_++);
    open_block();
    for (uint32_t array : {int_array_, wide_array_}) {
        small_constant(8);
        Inst& inst = emit(Op::NewArray, Kind::Ref);
        inst.type = code_.variables[array].type.method_table();
        inst.set_result_type(inst.type);
        inst.flags = inst_flags::exact | inst_flags::non_null;
        store(array);
    }
    statements(3 + pick(4), 3);
    finish();
    code_.il_size = il_offset_ + 1;
    number_inner_first(code_);
}

}  // namespace

void generate(uint32_t seed, const std::vector<MethodDesc*>& callees, const MethodSignature* signature,
              ImportedCode& code) {
    code.clear();
    Generator(seed, callees, signature, code).run();
}

}  // namespace celer::form

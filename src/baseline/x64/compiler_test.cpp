// Runs what the compiler makes of hand-built code, without the rest of the engine.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "baseline/baseline.h"
#include "baseline/disassembler.h"
#include "code/helpers.h"
#include "code/profile.h"
#include "compile/compilation.h"
#include "object/object.h"
#include "platform/arena.h"

#pragma clang diagnostic ignored "-Wswitch-enum"

namespace celer {
namespace {

[[noreturn]] void unexpected_helper() {
    std::fprintf(stderr, "a helper was called\n");
    std::abort();
}

void start() {
    if (g_code_range.begin == 0) arena_initialize();
    static bool started = false;
    if (started) return;
    started = true;
    take_helper_slots();
    for (int i = 0; i < static_cast<int>(Helper::Count); i++) {
        g_helper_slots[i] = reinterpret_cast<void*>(unexpected_helper);
    }
}

TypeHandle type_of(Kind kind) {
    static MethodTable* tables[8] = {};
    MethodTable*& table = tables[static_cast<int>(kind)];
    if (table == nullptr) {
        table = arena_new<MethodTable>(Section::Types);
        table->flags = mt_flags::category_true_primitive;
        table->element = kind == Kind::I4     ? ElementType::I4
                         : kind == Kind::F4   ? ElementType::R4
                         : kind == Kind::F8   ? ElementType::R8
                         : kind == Kind::Void ? ElementType::Void
                                              : ElementType::I8;
        table->instance_field_bytes = kind == Kind::I4 || kind == Kind::F4 ? 4 : 8;
    }
    return TypeHandle(table);
}

class Builder {
  public:
    Builder(Kind result, std::vector<Kind> arguments) {
        start();
        auto* signature = static_cast<MethodSignature*>(
            arena_allocate(Section::Types, sizeof(MethodSignature) + arguments.size() * sizeof(TypeHandle)));
        signature->return_type = type_of(result);
        signature->parameter_count = static_cast<uint16_t>(arguments.size());
        for (size_t i = 0; i < arguments.size(); i++) {
            signature->parameters[i] = type_of(arguments[i]);
            variable(arguments[i]);
            code.variables.back().origin = Origin::Argument;
            code.variables.back().origin_index = static_cast<uint32_t>(i);
        }
        code.argument_count = static_cast<uint32_t>(arguments.size());
        code.signature = signature;
        code.method = arena_new<MethodDesc>(Section::Types);
        block();
    }
    uint32_t variable(Kind kind) {
        Variable variable;
        variable.kind = kind;
        variable.type = type_of(kind);
        variable.element = type_of(kind).method_table()->element;
        code.variables.push_back(variable);
        return static_cast<uint32_t>(code.variables.size() - 1);
    }
    void block() { code.blocks.push_back({static_cast<uint32_t>(code.insts.size()), 0, 0, {}, false}); }
    Inst& op(Op op, Kind kind = Kind::Void) {
        code.insts.emplace_back();
        code.blocks.back().inst_count++;
        Inst& inst = code.insts.back();
        inst.op = op;
        inst.kind = kind;
        return inst;
    }
    void load(uint32_t variable) { op(Op::LoadVar, code.variables[variable].kind).target = variable; }
    void store(uint32_t variable) { op(Op::StoreVar, code.variables[variable].kind).target = variable; }
    void constant(Kind kind, int64_t value) {
        Op ops[] = {Op::ConstI4, Op::ConstI4, Op::ConstI8, Op::ConstF4, Op::ConstF8};
        op(ops[static_cast<int>(kind)], kind).imm = value;
    }
    void branch(Condition condition, Kind kind, uint32_t target, uint32_t otherwise) {
        Inst& inst = op(Op::Branch, kind);
        inst.small = static_cast<uint8_t>(condition);
        inst.target = target;
        inst.imm = otherwise;
    }
    template <typename Function>
    Function* make() {
        Compilation compilation({.method = code.method, .is_profiled = is_profiled}, code);
        compiled = baseline_compiler().compile(compilation);
        return reinterpret_cast<Function*>(compiled->start);
    }

    ImportedCode code;
    bool is_profiled = false;
    MethodCode* compiled = nullptr;
};

// --- Arithmetic: every operation with its operands as variables and constants

const int64_t g_values[] = {0,         1,        2,  3,  5,  7,  8,     10,        31,        64,
                            100,       1000,     -1, -2, -7, -8, -1000, INT32_MAX, INT32_MIN, 0x123456789abcdef,
                            INT64_MIN, INT64_MAX};

template <typename T>
T evaluate(Op op, T a, T b) {
    using U = std::make_unsigned_t<T>;
    constexpr int mask = sizeof(T) * 8 - 1;
    switch (op) {
        case Op::Add:
            return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
        case Op::Sub:
            return static_cast<T>(static_cast<U>(a) - static_cast<U>(b));
        case Op::Mul:
            return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
        case Op::Div:
            return b == -1 ? static_cast<T>(-static_cast<U>(a)) : a / b;
        case Op::Rem:
            return b == -1 ? 0 : a % b;
        case Op::DivUn:
            return static_cast<T>(static_cast<U>(a) / static_cast<U>(b));
        case Op::RemUn:
            return static_cast<T>(static_cast<U>(a) % static_cast<U>(b));
        case Op::And:
            return a & b;
        case Op::Or:
            return a | b;
        case Op::Xor:
            return a ^ b;
        case Op::Shl:
            return static_cast<T>(static_cast<U>(a) << (b & mask));
        case Op::Shr:
            return a >> (b & mask);
        case Op::ShrUn:
            return static_cast<T>(static_cast<U>(a) >> (b & mask));
        default:
            return 0;
    }
}

template <typename T>
void check_arithmetic(Kind kind) {
    const Op ops[] = {Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::DivUn, Op::RemUn,
                      Op::And, Op::Or,  Op::Xor, Op::Shl, Op::Shr, Op::ShrUn};
    for (Op op : ops) {
        bool divides = op == Op::Div || op == Op::Rem || op == Op::DivUn || op == Op::RemUn;
        bool shifts = op == Op::Shl || op == Op::Shr || op == Op::ShrUn;
        Kind right_kind = shifts ? Kind::I4 : kind;
        Builder both(kind, {kind, kind});
        both.load(0);
        both.load(1);
        if (shifts && kind == Kind::I8) {
            Inst& narrow = both.op(Op::Convert, Kind::I4);
            narrow.from = Kind::I8;
            narrow.element = ElementType::I4;
        }
        both.op(op, kind);
        both.op(Op::Return, kind);
        auto* of_both = both.make<T(T, T)>();
        for (int64_t b : g_values) {
            T right = static_cast<T>(b);
            if (divides && right == 0) continue;
            Builder constant(kind, {kind});
            uint32_t local = constant.variable(kind);
            constant.load(0);
            constant.constant(right_kind,
                              right_kind == Kind::I4 ? static_cast<int32_t>(right) : static_cast<int64_t>(right));
            constant.op(op, kind);
            constant.store(local);
            constant.load(local);
            constant.op(Op::Return, kind);
            auto* of_constant = constant.make<T(T)>();
            for (int64_t a : g_values) {
                T left = static_cast<T>(a);
                if (divides && right == -1 && left == std::numeric_limits<T>::min()) continue;
                EXPECT_EQ(of_both(left, right), evaluate<T>(op, left, right))
                    << static_cast<int>(op) << " " << a << " " << b;
                EXPECT_EQ(of_constant(left), evaluate<T>(op, left, right))
                    << static_cast<int>(op) << " " << a << " const " << b << "\n"
                    << disassemble(constant.compiled);
            }
        }
    }
}

TEST(Baseline, ArithmeticI4) {
    check_arithmetic<int32_t>(Kind::I4);
}
TEST(Baseline, ArithmeticI8) {
    check_arithmetic<int64_t>(Kind::I8);
}

template <typename T>
bool compare(Condition condition, T a, T b) {
    switch (condition) {
        case Condition::Eq:
            return a == b;
        case Condition::Ne:
            return a != b;
        case Condition::Lt:
            return a < b;
        case Condition::Le:
            return a <= b;
        case Condition::Gt:
            return a > b;
        case Condition::Ge:
            return a >= b;
        default:
            break;
    }
    if constexpr (std::is_integral_v<T>) {
        using U = std::make_unsigned_t<T>;
        return compare<U>(static_cast<Condition>(static_cast<int>(condition) - 4), static_cast<U>(a),
                          static_cast<U>(b));
    } else {
        return a != a || b != b || compare<T>(static_cast<Condition>(static_cast<int>(condition) - 4), a, b);
    }
}

template <typename T>
void check_comparisons(Kind kind, std::vector<T> values) {
    for (int c = 0; c <= static_cast<int>(Condition::GeUn); c++) {
        Condition condition = static_cast<Condition>(c);
        Builder flag(Kind::I4, {kind, kind});
        flag.load(0);
        flag.load(1);
        flag.op(Op::Compare, kind).small = static_cast<uint8_t>(c);
        flag.op(Op::Return, Kind::I4);
        Builder jump(Kind::I4, {kind, kind});
        jump.load(0);
        jump.load(1);
        jump.branch(condition, kind, 2, 1);
        jump.block();
        jump.constant(Kind::I4, 0);
        jump.op(Op::Return, Kind::I4);
        jump.block();
        jump.constant(Kind::I4, 1);
        jump.op(Op::Return, Kind::I4);
        auto* of_flag = flag.make<int(T, T)>();
        auto* of_jump = jump.make<int(T, T)>();
        // compared.h: LtUn .. GeUn follow Lt .. Ge at distance 4
        for (T a : values) {
            for (T b : values) {
                EXPECT_EQ(of_flag(a, b), compare<T>(condition, a, b)) << c << " " << a << " " << b;
                EXPECT_EQ(of_jump(a, b), compare<T>(condition, a, b)) << c << " " << a << " " << b;
            }
        }
    }
}

TEST(Baseline, Comparisons) {
    check_comparisons<int32_t>(Kind::I4, {0, 1, -1, INT32_MIN, INT32_MAX, 42});
    check_comparisons<int64_t>(Kind::I8, {0, 1, -1, INT64_MIN, INT64_MAX, INT32_MAX});
    double infinity = std::numeric_limits<double>::infinity();
    check_comparisons<double>(Kind::F8, {0, -0.0, 1, -1, 1e300, infinity, -infinity, std::nan("")});
    check_comparisons<float>(Kind::F4, {0, -0.0f, 1, -1, 1e30f, std::nanf("")});
}

// --- Conversions

template <typename To, typename From>
To convert(Kind to, Kind from, ElementType element, From value, uint8_t flags = 0) {
    Builder b(to, {from});
    b.load(0);
    Inst& inst = b.op(Op::Convert, to);
    inst.from = from;
    inst.element = element;
    inst.flags = flags;
    b.op(Op::Return, to);
    return b.make<To(From)>()(value);
}

TEST(Baseline, FloatToIntegerSaturates) {
    double values[] = {0,
                       1.9,
                       -1.9,
                       2147483647.5,
                       2147483648.0,
                       -2147483648.9,
                       -2147483649.0,
                       4294967295.5,
                       4294967296.0,
                       1e18,
                       9223372036854775807.0,
                       -9223372036854775808.0,
                       -1e19,
                       1.5e19,
                       18446744073709549568.0,
                       18446744073709551616.0,
                       1e300,
                       -1e300,
                       std::nan(""),
                       300.7,
                       -0.5};
    auto saturate = [](double value, double low, double high, auto top, auto bottom) {
        using T = decltype(top);
        if (value != value) return T{0};
        if (value >= high) return top;
        if (value <= low) return static_cast<T>(bottom);
        return static_cast<T>(value);
    };
    for (double value : values) {
        EXPECT_EQ((convert<int32_t>(Kind::I4, Kind::F8, ElementType::I4, value)),
                  saturate(value, -2147483648.0, 2147483647.0, INT32_MAX, INT32_MIN))
            << value;
        EXPECT_EQ((convert<int64_t>(Kind::I8, Kind::F8, ElementType::I8, value)),
                  saturate(value, -9223372036854775808.0, 9223372036854775807.0, INT64_MAX, INT64_MIN))
            << value;
        EXPECT_EQ((convert<uint32_t>(Kind::I4, Kind::F8, ElementType::U4, value)),
                  saturate(value, 0.0, 4294967295.0, UINT32_MAX, 0u))
            << value;
        EXPECT_EQ((convert<uint64_t>(Kind::I8, Kind::F8, ElementType::U8, value)),
                  saturate(value, 0.0, 18446744073709551615.0, UINT64_MAX, uint64_t{0}))
            << value;
        EXPECT_EQ((convert<uint64_t>(Kind::I8, Kind::F4, ElementType::U8, static_cast<float>(value))),
                  saturate(static_cast<float>(value), 0.0, 18446744073709551615.0, UINT64_MAX, uint64_t{0}))
            << value;
    }
    EXPECT_EQ((convert<int32_t>(Kind::I4, Kind::F8, ElementType::U1, 300.7)), 44);
    EXPECT_EQ((convert<int32_t>(Kind::I4, Kind::F8, ElementType::I1, 200.0)), -56);
}

TEST(Baseline, IntegerToFloat) {
    EXPECT_EQ((convert<double>(Kind::F8, Kind::I4, ElementType::R8, int32_t{-5})), -5.0);
    EXPECT_EQ((convert<double>(Kind::F8, Kind::I4, ElementType::R8, int32_t{-5}, inst_flags::unsigned_source)),
              4294967291.0);
    EXPECT_EQ((convert<double>(Kind::F8, Kind::I8, ElementType::R8, int64_t{-1}, inst_flags::unsigned_source)),
              18446744073709551615.0);
    EXPECT_EQ((convert<double>(Kind::F8, Kind::I8, ElementType::R8, int64_t{7}, inst_flags::unsigned_source)), 7.0);
    EXPECT_EQ((convert<float>(Kind::F4, Kind::F8, ElementType::R4, 0.1)), 0.1f);
}

TEST(Baseline, IntegerConversions) {
    EXPECT_EQ((convert<int32_t>(Kind::I4, Kind::I4, ElementType::I1, int32_t{0x1ff})), -1);
    EXPECT_EQ((convert<int32_t>(Kind::I4, Kind::I8, ElementType::U2, int64_t{0x12345})), 0x2345);
    EXPECT_EQ((convert<int64_t>(Kind::I8, Kind::I4, ElementType::I8, int32_t{-3})), -3);
    EXPECT_EQ((convert<int64_t>(Kind::I8, Kind::I4, ElementType::U8, int32_t{-3})), 0xfffffffd);
    EXPECT_EQ((convert<int32_t>(Kind::I4, Kind::I8, ElementType::I4, int64_t{0x1234567890})), 0x34567890);
}

// --- Control and variables

TEST(Baseline, Loop) {
    Builder b(Kind::I8, {Kind::I4});
    uint32_t i = b.variable(Kind::I4);
    uint32_t sum = b.variable(Kind::I8);
    b.constant(Kind::I4, 0);
    b.store(i);
    b.constant(Kind::I8, 0);
    b.store(sum);
    b.op(Op::Jump).target = 2;
    b.block();
    b.load(sum);
    b.load(i);
    Inst& widen = b.op(Op::Convert, Kind::I8);
    widen.from = Kind::I4;
    widen.element = ElementType::I8;
    b.op(Op::Add, Kind::I8);
    b.store(sum);
    b.load(i);
    b.constant(Kind::I4, 1);
    b.op(Op::Add, Kind::I4);
    b.store(i);
    b.op(Op::Jump).target = 2;
    b.block();
    b.load(i);
    b.load(0);
    b.branch(Condition::Lt, Kind::I4, 1, 3);
    b.block();
    b.load(sum);
    b.op(Op::Return, Kind::I8);
    EXPECT_EQ(b.make<int64_t(int)>()(1000), 499500) << disassemble(b.compiled);
}

TEST(Baseline, StoreKeepsOlderReads) {
    Builder b(Kind::I4, {Kind::I4});
    b.load(0);
    b.constant(Kind::I4, 7);
    b.store(0);
    b.load(0);
    b.op(Op::Sub, Kind::I4);
    b.op(Op::Return, Kind::I4);
    EXPECT_EQ(b.make<int(int)>()(10), 3) << disassemble(b.compiled);
}

// More live values than registers.
TEST(Baseline, Pressure) {
    for (Kind kind : {Kind::I8, Kind::F8}) {
        Builder b(kind, {kind, kind});
        constexpr int depth = 24;
        for (int i = 0; i < depth; i++) {
            b.load(0);
            b.load(1);
            b.op(i % 2 == 0 ? Op::Add : Op::Sub, kind);
        }
        for (int i = 1; i < depth; i++) b.op(Op::Add, kind);
        b.op(Op::Return, kind);
        if (kind == Kind::I8) {
            EXPECT_EQ((b.make<int64_t(int64_t, int64_t)>()(100, 3)), 2400);
        } else {
            EXPECT_EQ((b.make<double(double, double)>()(100, 3)), 2400);
        }
    }
}

TEST(Baseline, ManyArguments) {
    std::vector<Kind> kinds;
    for (int i = 0; i < 10; i++) kinds.push_back(Kind::I4);
    for (int i = 0; i < 10; i++) kinds.push_back(Kind::F8);
    Builder b(Kind::F8, kinds);
    b.constant(Kind::F8, 0);
    for (uint32_t i = 0; i < 20; i++) {
        b.load(i);
        if (i < 10) {
            Inst& inst = b.op(Op::Convert, Kind::F8);
            inst.from = Kind::I4;
            inst.element = ElementType::R8;
        }
        b.constant(Kind::F8, __builtin_bit_cast(int64_t, static_cast<double>(i + 1)));
        b.op(Op::Mul, Kind::F8);
        b.op(Op::Add, Kind::F8);
    }
    b.op(Op::Return, Kind::F8);
    auto* function = b.make<double(int, int, int, int, int, int, int, int, int, int, double, double, double, double,
                                   double, double, double, double, double, double)>();
    EXPECT_EQ(function(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20), 2870.0);
}

// Locals are zeroed with registers that hold no argument.
TEST(Baseline, ZeroingKeepsArguments) {
    for (int locals : {2, 40}) {
        Builder b(Kind::F8, {Kind::F8, Kind::I8});
        for (int i = 0; i < locals; i++) {
            Variable& local = b.code.variables[b.variable(Kind::I8)];
            local.address_taken = local.needs_zero = true;
        }
        b.load(1);
        Inst& inst = b.op(Op::Convert, Kind::F8);
        inst.from = Kind::I8;
        inst.element = ElementType::R8;
        b.load(0);
        b.op(Op::Add, Kind::F8);
        b.op(Op::Return, Kind::F8);
        EXPECT_EQ((b.make<double(double, int64_t)>()(1.5, 40)), 41.5) << disassemble(b.compiled);
    }
}

TEST(Baseline, Call) {
    Builder callee(Kind::I8, {Kind::I8, Kind::I8, Kind::I4});
    callee.load(0);
    callee.load(1);
    callee.op(Op::Sub, Kind::I8);
    callee.op(Op::Return, Kind::I8);
    callee.make<int64_t(int64_t, int64_t, int)>();
    callee.code.method->entry = callee.code.method->stub = callee.compiled->start;
    Builder b(Kind::I8, {Kind::I8, Kind::I8});
    CallInfo* call = b.code.new_call();
    call->kind = CallKind::Direct;
    call->method = callee.code.method;
    call->signature = callee.code.signature;
    call->return_kind = Kind::I8;
    call->return_type = type_of(Kind::I8);
    call->argument_kinds = {Kind::I8, Kind::I8, Kind::I4};
    call->argument_types = {type_of(Kind::I8), type_of(Kind::I8), type_of(Kind::I4)};
    // 1000 * callee(b + 1, a + 0, 7), the arguments crossed
    b.constant(Kind::I8, 1000);
    b.load(1);
    b.constant(Kind::I8, 1);
    b.op(Op::Add, Kind::I8);
    b.load(0);
    b.constant(Kind::I4, 7);
    b.op(Op::Call, Kind::I8).call = call;
    b.op(Op::Mul, Kind::I8);
    b.op(Op::Return, Kind::I8);
    EXPECT_EQ((b.make<int64_t(int64_t, int64_t)>()(3, 5)), 3000) << disassemble(b.compiled);
}

// A call of what a delegate refers to, from code that notes what it meets.
class ProfiledCall {
  public:
    ProfiledCall() : builder_(Kind::I4, {Kind::I8}) {
        auto* signature = arena_new<MethodSignature>(Section::Types);
        signature->has_this = true;
        signature->return_type = type_of(Kind::I4);
        CallInfo* call = builder_.code.new_call();
        call->kind = CallKind::Delegate;
        call->signature = signature;
        call->return_kind = Kind::I4;
        call->return_type = type_of(Kind::I4);
        call->argument_kinds = {Kind::I8};
        call->argument_types = {type_of(Kind::I8)};
        builder_.load(0);
        builder_.op(Op::Call, Kind::I4).call = call;
        builder_.op(Op::Return, Kind::I4);
        builder_.is_profiled = true;
        builder_.code.method->kind = MethodKind::IL;
        function_ = builder_.make<int(void*)>();
    }

    // Makes a target that gives the number.
    uint32_t target(int number) {
        Builder callee(Kind::I4, {Kind::I8});
        callee.constant(Kind::I4, number);
        callee.op(Op::Return, Kind::I4);
        callee.make<int(void*)>();
        return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(callee.compiled->start));
    }

    int call(uint32_t target) const {
        std::array<uint64_t, 1 + delegate_method_pointer_offset / 8> delegate = {};
        delegate.back() = target;
        return function_(delegate.data());
    }

    std::vector<uint32_t> met() const { return {std::begin(site().met), std::end(site().met)}; }
    int32_t changes_left() const { return site().changes_left; }

  private:
    const CallSite& site() const { return profile_of(builder_.code.method)->calls()[0]; }

    Builder builder_;
    int (*function_)(void*);
};

TEST(Baseline, TheLastThreeTargetsThatACallHasMet) {
    ProfiledCall call;
    const uint32_t one = call.target(1);
    const uint32_t two = call.target(2);
    const uint32_t three = call.target(3);
    EXPECT_EQ(call.call(one), 1);
    EXPECT_EQ(call.call(one), 1);
    EXPECT_EQ(call.call(two), 2);
    EXPECT_EQ(call.call(three), 3);
    EXPECT_EQ(call.met(), (std::vector<uint32_t>{three, two, one, 0}));
    EXPECT_EQ(call.changes_left(), most_changes - 3);
}

TEST(Baseline, ACallStopsToNoteWhatItMeets) {
    ProfiledCall call;
    const uint32_t one = call.target(1);
    const uint32_t two = call.target(2);
    const uint32_t three = call.target(3);
    for (int i = 0; i < most_changes; i++) EXPECT_EQ(call.call(i % 2 == 0 ? one : two), 1 + i % 2);
    EXPECT_EQ(call.changes_left(), 0);
    EXPECT_EQ(call.call(three), 3);
    EXPECT_EQ(call.changes_left(), 0);
    EXPECT_EQ(call.met(), (std::vector<uint32_t>{two, one, two, one}));
}

}  // namespace
}  // namespace celer

// Arithmetic as ECMA-335 III.3 and CoreCLR define it, on bits.
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "interpreter.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations

namespace celer::form {

namespace {

uint64_t extended(Kind kind, uint64_t bits) {
    return kind == Kind::I4 ? static_cast<uint64_t>(int64_t{static_cast<int32_t>(bits)}) : bits;
}

template <typename T>
Fault divide(Op op, T a, T b, T& result) {
    if (b == 0) return Fault::DivideByZero;
    if constexpr (std::is_signed_v<T>) {
        if (a == std::numeric_limits<T>::min() && b == -1) return Fault::Overflow;
    }
    bool remainder = op == Op::Rem || op == Op::RemUn;
    result = remainder ? a % b : a / b;
    return Fault::None;
}

template <typename T>
Fault checked(Op op, T a, T b, T& result) {
    bool overflows;
    if (op == Op::AddOvf || op == Op::AddOvfUn) {
        overflows = __builtin_add_overflow(a, b, &result);
    } else if (op == Op::SubOvf || op == Op::SubOvfUn) {
        overflows = __builtin_sub_overflow(a, b, &result);
    } else {
        overflows = __builtin_mul_overflow(a, b, &result);
    }
    return overflows ? Fault::Overflow : Fault::None;
}

template <typename S>
Fault integer_binary(Op op, uint64_t left, uint64_t right, uint64_t& result) {
    using U = std::make_unsigned_t<S>;
    auto a = static_cast<S>(left), b = static_cast<S>(right);
    auto ua = static_cast<U>(left), ub = static_cast<U>(right);
    constexpr U mask = sizeof(S) * 8 - 1;
    S s = 0;
    U u = 0;
    Fault fault = Fault::None;
    switch (op) {
        case Op::Add:
            u = ua + ub;
            break;
        case Op::Sub:
            u = ua - ub;
            break;
        case Op::Mul:
            u = static_cast<U>(uint64_t{ua} * ub);
            break;
        case Op::And:
            u = ua & ub;
            break;
        case Op::Or:
            u = ua | ub;
            break;
        case Op::Xor:
            u = ua ^ ub;
            break;
        case Op::Shl:
            u = static_cast<U>(ua << (ub & mask));
            break;
        case Op::Shr:
            u = static_cast<U>(a >> (ub & mask));
            break;
        case Op::ShrUn:
            u = ua >> (ub & mask);
            break;
        case Op::Div:
        case Op::Rem:
            fault = divide<S>(op, a, b, s);
            u = static_cast<U>(s);
            break;
        case Op::DivUn:
        case Op::RemUn:
            fault = divide<U>(op, ua, ub, u);
            break;
        case Op::AddOvf:
        case Op::SubOvf:
        case Op::MulOvf:
            fault = checked<S>(op, a, b, s);
            u = static_cast<U>(s);
            break;
        case Op::AddOvfUn:
        case Op::SubOvfUn:
        case Op::MulOvfUn:
            fault = checked<U>(op, ua, ub, u);
            break;
        default:
            return Fault::Unsupported;
    }
    result = static_cast<uint64_t>(int64_t{static_cast<S>(u)});
    return fault;
}

template <typename F>
Fault float_binary(Op op, F a, F b, F& result) {
    switch (op) {
        case Op::Add:
            result = a + b;
            return Fault::None;
        case Op::Sub:
            result = a - b;
            return Fault::None;
        case Op::Mul:
            result = a * b;
            return Fault::None;
        case Op::Div:
            result = a / b;
            return Fault::None;
        case Op::Rem:
            result = std::fmod(a, b);
            return Fault::None;
        default:
            return Fault::Unsupported;
    }
}

float as_float(uint64_t bits) {
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
}
uint64_t from_float(float value) {
    return std::bit_cast<uint32_t>(value);
}

struct Range {
    double low, high;  // what truncation leaves lies in [low, high]; both are exact or the next double outside
    int64_t lowest;
    uint64_t highest;
};

Range range_of(ElementType element) {
    switch (element) {
        case ElementType::I1:
            return {-128, 127, -128, 127};
        case ElementType::U1:
            return {0, 255, 0, 255};
        case ElementType::I2:
            return {-32768, 32767, -32768, 32767};
        case ElementType::U2:
            return {0, 65535, 0, 65535};
        case ElementType::I4:
            return {-2147483648.0, 2147483647, INT32_MIN, INT32_MAX};
        case ElementType::U4:
            return {0, 4294967295.0, 0, UINT32_MAX};
        case ElementType::U8:
            return {0, 18446744073709549568.0, 0, UINT64_MAX};
        default:
            return {-9223372036854775808.0, 9223372036854774784.0, INT64_MIN, INT64_MAX};
    }
}

uint64_t narrowed(ElementType element, uint64_t value) {
    switch (element) {
        case ElementType::I1:
            return static_cast<uint64_t>(int64_t{static_cast<int8_t>(value)});
        case ElementType::U1:
            return static_cast<uint8_t>(value);
        case ElementType::I2:
            return static_cast<uint64_t>(int64_t{static_cast<int16_t>(value)});
        case ElementType::U2:
            return static_cast<uint16_t>(value);
        case ElementType::I4:
        case ElementType::U4:
            return extended(Kind::I4, value);
        default:
            return value;
    }
}

// Unchecked: saturates to 32 or 64 bits, NaN is 0; small targets then keep the lower bits.
Fault from_floating(const Inst& inst, double value, uint64_t& result) {
    bool is_checked = inst.flags & inst_flags::overflow;
    ElementType target = inst.element;
    bool is_small = target < ElementType::I4;
    Range range = range_of(is_small && !is_checked ? ElementType::I4 : target);
    double whole = std::trunc(value);
    bool outside = std::isnan(value) || whole < range.low || whole > range.high;
    if (is_checked && outside) return Fault::Overflow;
    uint64_t number;
    if (std::isnan(value)) {
        number = 0;
    } else if (whole < range.low) {
        number = static_cast<uint64_t>(range.lowest);
    } else if (whole > range.high) {
        number = range.highest;
    } else {
        number = whole < 0 ? static_cast<uint64_t>(static_cast<int64_t>(whole)) : static_cast<uint64_t>(whole);
    }
    result = narrowed(target, number);
    return Fault::None;
}

}  // namespace

Fault binary(Op op, Kind kind, uint64_t a, uint64_t b, uint64_t& result) {
    if (kind == Kind::F4) {
        float value = 0;
        Fault fault = float_binary<float>(op, as_float(a), as_float(b), value);
        result = from_float(value);
        return fault;
    }
    if (kind == Kind::F8) {
        double value = 0;
        Fault fault = float_binary<double>(op, std::bit_cast<double>(a), std::bit_cast<double>(b), value);
        result = std::bit_cast<uint64_t>(value);
        return fault;
    }
    return kind == Kind::I4 ? integer_binary<int32_t>(op, a, b, result) : integer_binary<int64_t>(op, a, b, result);
}

Fault unary(Op op, Kind kind, uint64_t a, uint64_t& result) {
    if (op == Op::CheckFinite) {
        result = a;
        double value = kind == Kind::F4 ? as_float(a) : std::bit_cast<double>(a);
        return std::isfinite(value) ? Fault::None : Fault::Overflow;
    }
    if (kind == Kind::F4) {
        result = from_float(-as_float(a));
    } else if (kind == Kind::F8) {
        result = std::bit_cast<uint64_t>(-std::bit_cast<double>(a));
    } else {
        result = extended(kind, op == Op::Neg ? 0 - a : ~a);
    }
    return Fault::None;
}

Fault convert(const Inst& inst, uint64_t value, uint64_t& result) {
    bool is_unsigned = inst.flags & inst_flags::unsigned_source;
    if (inst.from == Kind::F4 || inst.from == Kind::F8) {
        double number = inst.from == Kind::F4 ? as_float(value) : std::bit_cast<double>(value);
        if (inst.element == ElementType::R4) return result = from_float(static_cast<float>(number)), Fault::None;
        if (inst.element == ElementType::R8) return result = std::bit_cast<uint64_t>(number), Fault::None;
        return from_floating(inst, number, result);
    }
    if (inst.from == Kind::I4 && is_unsigned) value = static_cast<uint32_t>(value);
    if (inst.element == ElementType::R4 || inst.element == ElementType::R8) {
        auto number = static_cast<int64_t>(value);
        if (inst.element == ElementType::R4) {
            result = from_float(is_unsigned ? static_cast<float>(value) : static_cast<float>(number));
        } else {
            result = std::bit_cast<uint64_t>(is_unsigned ? static_cast<double>(value) : static_cast<double>(number));
        }
        return Fault::None;
    }
    if (inst.flags & inst_flags::overflow) {
        Range range = range_of(inst.element);
        auto number = static_cast<int64_t>(value);
        bool is_negative = !is_unsigned && number < 0;
        if (is_negative ? number < range.lowest : value > range.highest) return Fault::Overflow;
    } else if (inst.from == Kind::I4 && inst.element == ElementType::U8) {
        value = static_cast<uint32_t>(value);
    }
    result = narrowed(inst.element, value);
    return Fault::None;
}

bool compare(Condition condition, Kind kind, uint64_t a, uint64_t b) {
    if (kind == Kind::F4 || kind == Kind::F8) {
        double x = kind == Kind::F4 ? as_float(a) : std::bit_cast<double>(a);
        double y = kind == Kind::F4 ? as_float(b) : std::bit_cast<double>(b);
        bool unordered = std::isnan(x) || std::isnan(y);
        switch (condition) {
            case Condition::Eq:
                return x == y;
            case Condition::Ne:
                return unordered || x != y;
            case Condition::Lt:
                return x < y;
            case Condition::Le:
                return x <= y;
            case Condition::Gt:
                return x > y;
            case Condition::Ge:
                return x >= y;
            case Condition::LtUn:
                return unordered || x < y;
            case Condition::LeUn:
                return unordered || x <= y;
            case Condition::GtUn:
                return unordered || x > y;
            case Condition::GeUn:
                return unordered || x >= y;
        }
    }
    auto x = static_cast<int64_t>(a), y = static_cast<int64_t>(b);  // sign-extended, which keeps the unsigned order too
    switch (condition) {
        case Condition::Eq:
            return a == b;
        case Condition::Ne:
            return a != b;
        case Condition::Lt:
            return x < y;
        case Condition::Le:
            return x <= y;
        case Condition::Gt:
            return x > y;
        case Condition::Ge:
            return x >= y;
        case Condition::LtUn:
            return a < b;
        case Condition::LeUn:
            return a <= b;
        case Condition::GtUn:
            return a > b;
        case Condition::GeUn:
            return a >= b;
    }
    return false;
}

uint64_t bits_operation(BitsOp op, Kind kind, uint64_t a, uint64_t b) {
    bool wide = kind == Kind::I8;
    auto narrow = static_cast<uint32_t>(a);
    auto floating = [&](auto&& operate) {
        return kind == Kind::F4 ? from_float(static_cast<float>(operate(as_float(a))))
                                : std::bit_cast<uint64_t>(static_cast<double>(operate(std::bit_cast<double>(a))));
    };
    switch (op) {
        case BitsOp::PopCount:
            return static_cast<uint64_t>(wide ? std::popcount(a) : std::popcount(narrow));
        case BitsOp::LeadingZeroCount:
            return static_cast<uint64_t>(wide ? std::countl_zero(a) : std::countl_zero(narrow));
        case BitsOp::TrailingZeroCount:
            return static_cast<uint64_t>(wide ? std::countr_zero(a) : std::countr_zero(narrow));
        case BitsOp::RotateLeft:
            return wide ? std::rotl(a, static_cast<int>(b & 63))
                        : extended(kind, std::rotl(narrow, static_cast<int>(b & 31)));
        case BitsOp::RotateRight:
            return wide ? std::rotr(a, static_cast<int>(b & 63))
                        : extended(kind, std::rotr(narrow, static_cast<int>(b & 31)));
        case BitsOp::ByteSwap:
            return wide ? std::byteswap(a) : extended(kind, std::byteswap(narrow));
        case BitsOp::BigMulHighUn:
            return static_cast<uint64_t>(static_cast<unsigned __int128>(a) * b >> 64);
        case BitsOp::Sqrt:
            return floating([](auto x) { return std::sqrt(x); });
        case BitsOp::Abs:
            return floating([](auto x) { return std::fabs(x); });
        case BitsOp::Floor:
            return floating([](auto x) { return std::floor(x); });
        case BitsOp::Ceiling:
            return floating([](auto x) { return std::ceil(x); });
        case BitsOp::Truncate:
            return floating([](auto x) { return std::trunc(x); });
    }
    return 0;
}

}  // namespace celer::form

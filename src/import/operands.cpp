#include "import/operands.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations

namespace celer {

namespace {

std::string_view operands_of(BitsOp op) {
    switch (op) {
        case BitsOp::PopCount:
        case BitsOp::LeadingZeroCount:
        case BitsOp::TrailingZeroCount:
            return "n>i";
        case BitsOp::RotateLeft:
        case BitsOp::RotateRight:
            return "ni>k";
        case BitsOp::BigMulHighUn:
            return "nk>k";
        default:
            return "n>k";
    }
}

std::string_view operands_of(IntrinsicOp op) {
    switch (op) {
        case IntrinsicOp::CompareExchange:
            return "wkk>k";
        case IntrinsicOp::Exchange:
        case IntrinsicOp::ExchangeAdd:
            return "wk>k";
        case IntrinsicOp::ReturnAddress:
            return ">l";
        default:  // barriers
            return ">";
    }
}

}  // namespace

std::string_view operands_of(const Inst& inst) {
    if (inst.op == Op::Bits) return operands_of(static_cast<BitsOp>(inst.small));
    if (inst.op == Op::Intrinsic) return operands_of(static_cast<IntrinsicOp>(inst.small));
    return operands_of(inst.op);
}

Kind kind_of_operand(char letter, const Inst& inst) {
    switch (letter) {
        case 'k':
        case 'n':
            return inst.kind;
        case 'm':
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

}  // namespace celer

// Blocks of memory of a known size: what CoreLib moves, clears and compares by SpanHelpers.
#include "optimizer/translator.h"
#include "types/well_known.h"

namespace celer::optimizer {

using llvm::Align;
using llvm::Value;

namespace {
constexpr uint64_t most_of_block_operation = 64;  // bytes
}

// Memory without references of a known small size, moved, cleared or compared by SpanHelpers. False: another call.
bool BodyTranslator::block_operation(const CallInfo& info, std::span<const Operand> arguments) {
    if (info.kind != CallKind::Direct || info.method->owner != well_known(WellKnown::SpanHelpers)) return false;
    if (info.method->is_generic() || arguments.empty() || arguments.back().kind != Kind::I8) return false;
    auto* length = llvm::dyn_cast<llvm::ConstantInt>(arguments.back().value);
    if (length == nullptr || length->getValue().ugt(most_of_block_operation)) return false;
    auto size = static_cast<uint32_t>(length->getZExtValue());
    std::string_view name = method_name(info.method);
    bool is_pair = arguments.size() == 3 && arguments[0].kind == Kind::ByRef && arguments[1].kind == Kind::ByRef;
    if (name == "ClearWithoutReferences" && arguments.size() == 2 && arguments[0].kind == Kind::ByRef) {
        if (size == 0) return true;
        check_pointer(arguments[0]);
        clear(arguments[0].value, size);
        return true;
    }
    if (!is_pair || (name != "Memmove" && name != "SequenceEqual")) return false;
    if (size != 0) {
        check_pointer(arguments[0]);
        check_pointer(arguments[1]);
    }
    if (name == "Memmove") {
        move_block(arguments[0].value, arguments[1].value, size);
    } else {
        push(Kind::I4,
             builder_.CreateZExt(is_block_equal(arguments[0].value, arguments[1].value, size), builder_.getInt32Ty()));
    }
    return true;
}

// Everything is read before anything is written.
void BodyTranslator::move_block(Value* to, Value* from, uint32_t size_bytes) {
    std::vector<std::pair<Value*, uint32_t>> pieces;
    uint32_t at = 0;
    for (uint32_t piece = 32; piece != 0; piece /= 2) {
        llvm::Type* type = piece > 8 ? vector_type(piece) : static_cast<llvm::Type*>(builder_.getIntNTy(8 * piece));
        for (; size_bytes - at >= piece; at += piece)
            pieces.emplace_back(builder_.CreateAlignedLoad(type, offset(from, at), Align(1)), at);
    }
    for (auto [value, place] : pieces) builder_.CreateAlignedStore(value, offset(to, place), Align(1));
}

Value* BodyTranslator::is_block_equal(Value* a, Value* b, uint32_t size_bytes) {
    Value* difference = builder_.getInt64(0);
    uint32_t at = 0;
    for (uint32_t piece = 8; piece != 0; piece /= 2) {
        llvm::Type* type = builder_.getIntNTy(8 * piece);
        for (; size_bytes - at >= piece; at += piece) {
            Value* left = builder_.CreateAlignedLoad(type, offset(a, at), Align(1));
            Value* right = builder_.CreateAlignedLoad(type, offset(b, at), Align(1));
            Value* bits = builder_.CreateZExt(builder_.CreateXor(left, right), builder_.getInt64Ty());
            difference = builder_.CreateOr(difference, bits);
        }
    }
    return builder_.CreateICmpEQ(difference, builder_.getInt64(0));
}

}  // namespace celer::optimizer

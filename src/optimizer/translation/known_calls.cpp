#include "optimizer/translation/known_calls.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "gc/alloc_context.h"
#include "object/object.h"
#include "optimizer/block_moves.h"
#include "optimizer/keep_objects.h"
#include "optimizer/literals.h"
#include "optimizer/translation/allocation.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/frame.h"
#include "optimizer/translation/object_headers.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/plain_calls.h"
#include "optimizer/translation/struct_copier.h"
#include "optimizer/translation/values.h"
#include "types/loader.h"
#include "types/well_known.h"

namespace celer::optimizer {

using llvm::Align;
using llvm::BasicBlock;
using llvm::Value;

bool KnownCalls::translate(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                           Kind return_kind, TypeHandle return_type) {
    note_literal_call(info, arguments);
    return new_string(info, types, arguments, return_kind, return_type) || block_operation(info, arguments) ||
           compare_with_literal(info, arguments) || keep_alive(info, arguments);
}

// String.FastAllocateString. The empty string is one object, which the method knows.
bool KnownCalls::new_string(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                            Kind return_kind, TypeHandle return_type) {
    if (info.kind != CallKind::Direct || info.method->kind != MethodKind::InternalCall) return false;
    MethodTable* type = well_known(WellKnown::String);
    if (info.method->owner != type || arguments.size() != 2 || !allocation_.has_inline_allocation()) return false;
    if (method_name(info.method) != "FastAllocateString") return false;
    Value* length = values_.as(arguments[1], Kind::I8);
    uint64_t most = (gc::max_inline_size - type->base_size) / type->component_size();
    Value* is_inline =
        builder_.CreateICmpULT(builder_.CreateSub(length, builder_.getInt64(1)), builder_.getInt64(most));
    BasicBlock* small = body_.new_block("small");
    BasicBlock* done = body_.new_block("string");
    checks_.branch_to_cold(builder_.CreateNot(is_inline), small, "other.string");
    plain_calls_.emit(info, types, arguments, return_kind, return_type, nullptr);
    Value* other_object = stack_.pop_address();
    BasicBlock* other = builder_.GetInsertBlock();
    builder_.CreateBr(done);
    builder_.SetInsertPoint(small);
    Value* small_object = allocation_.allocate_inline(type, length);
    small = builder_.GetInsertBlock();
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    stack_.push(Kind::Ref, either(builder_, other_object, other, small_object, small));
    return true;
}

// Memory without references of a known small size, moved, cleared or compared by SpanHelpers.
bool KnownCalls::block_operation(const CallInfo& info, std::span<const Operand> arguments) {
    if (info.kind != CallKind::Direct || info.method->owner != well_known(WellKnown::SpanHelpers)) return false;
    if (info.method->is_generic() || arguments.empty() || arguments.back().kind != Kind::I8) return false;
    auto* length = llvm::dyn_cast<llvm::ConstantInt>(arguments.back().value);
    if (length == nullptr || length->getValue().ugt(most_of_block_operation)) return false;
    auto size = static_cast<uint32_t>(length->getZExtValue());
    std::string_view name = method_name(info.method);
    bool is_pair = arguments.size() == 3 && arguments[0].kind == Kind::ByRef && arguments[1].kind == Kind::ByRef;
    if (name == "ClearWithoutReferences" && arguments.size() == 2 && arguments[0].kind == Kind::ByRef) {
        if (size == 0) return true;
        checks_.check_pointer(arguments[0]);
        structs_.clear(arguments[0].value, size);
        return true;
    }
    if (!is_pair || (name != "Memmove" && name != "SequenceEqual")) return false;
    if (size != 0) {
        checks_.check_pointer(arguments[0]);
        checks_.check_pointer(arguments[1]);
    }
    if (name == "Memmove") {
        move_block(builder_, arguments[0].value, arguments[1].value, size);
    } else {
        stack_.push(Kind::I4, builder_.CreateZExt(is_block_equal(arguments[0].value, arguments[1].value, size),
                                                  builder_.getInt32Ty()));
    }
    return true;
}

// Of strings, one of which is known and short.
bool KnownCalls::compare_with_literal(const CallInfo& info, std::span<const Operand> arguments) {
    MethodTable* string = well_known(WellKnown::String);
    if (info.kind != CallKind::Direct || info.method->owner != string || arguments.size() != 2) return false;
    std::string_view name = method_name(info.method);
    bool is_inequality = name == "op_Inequality";
    if (!is_inequality && name != "op_Equality" && name != "Equals") return false;
    if (!std::ranges::all_of(info.argument_types, [&](TypeHandle type) { return type == TypeHandle(string); }))
        return false;
    size_t known = constant_address(arguments[1].value) != 0 ? 1 : 0;
    const auto* literal = reinterpret_cast<const StringObject*>(constant_address(arguments[known].value));
    if (literal == nullptr || literal->method_table != string) return false;
    uint32_t size = static_cast<uint32_t>(literal->length) * 2;
    if (size > most_of_block_operation) return false;
    Value* other = values_.as(arguments[1 - known], Kind::Ref);
    llvm::BasicBlock* has_object = body_.new_block("object");
    llvm::BasicBlock* has_length = body_.new_block("length");
    llvm::BasicBlock* done = body_.new_block("compared");
    Value* result = frame_.slot(builder_.getInt32Ty());
    builder_.CreateStore(builder_.getInt32(is_inequality), result);
    if (!info.method->is_static() && known == 1) checks_.check_null(other);
    builder_.CreateCondBr(builder_.CreateIsNull(other), done, has_object);
    builder_.SetInsertPoint(has_object);
    Value* is_as_long =
        builder_.CreateICmpEQ(headers_.string_length(other), builder_.getInt32(static_cast<uint32_t>(literal->length)));
    builder_.CreateCondBr(is_as_long, has_length, done);
    builder_.SetInsertPoint(has_length);
    Value* is_equal = is_equal_to(values_.offset(other, string_characters_offset),
                                  reinterpret_cast<const char*>(literal->characters), size);
    if (is_inequality) is_equal = builder_.CreateNot(is_equal);
    builder_.CreateStore(builder_.CreateZExt(is_equal, builder_.getInt32Ty()), result);
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    stack_.push(Kind::I4, builder_.CreateLoad(builder_.getInt32Ty(), result));
    return true;
}

// Ordinal.EqualsIgnoreCase_Scalar(ref char, ref char, int), _Vector for eight and more, and
// SpanHelpers.Memmove(ref byte, ref byte, nuint). What they compare and move may turn out to be a literal's characters
// once lengths are known (LiteralCallsPass).
void KnownCalls::note_literal_call(const CallInfo& info, std::span<const Operand> arguments) {
    if (info.kind != CallKind::Direct || arguments.size() != 3 || !info.method->is_static()) return;
    bool is_pair = arguments[0].kind == Kind::ByRef && arguments[1].kind == Kind::ByRef;
    if (!is_pair || info.method->owner->module != well_known(WellKnown::String)->module) return;
    llvm::Module& module = *builder_.GetInsertBlock()->getModule();
    std::string_view name = method_name(info.method);
    bool is_comparison = name == "EqualsIgnoreCase_Scalar" || name == "EqualsIgnoreCase_Vector";
    if (arguments[2].kind == Kind::I4 && is_comparison) {
        note_comparison(module, &info.method->entry);
    } else if (info.method->owner == well_known(WellKnown::SpanHelpers) && name == "Memmove") {
        note_move(module, &info.method->entry);
    }
}

// GC.KeepAlive: the object is alive until here, and no call is made. Arrays have no finalizers.
bool KnownCalls::keep_alive(const CallInfo& info, std::span<const Operand> arguments) {
    if (info.kind != CallKind::Direct || info.method->owner != well_known(WellKnown::GC)) return false;
    if (method_name(info.method) != "KeepAlive") return false;
    const MethodTable* type = arguments[0].object_type.method_table();
    bool is_array = type != nullptr && (type->is_array() || type == well_known(WellKnown::Array));
    make_keep_alive(builder_, values_.as(arguments[0], Kind::Ref),
                    is_array ? MemoryOfObject::IsItsOwn : MemoryOfObject::MayBeElsewhere);
    return true;
}

// `other` gives what is compared with the integer of a type at an offset.
template <typename Other>
Value* KnownCalls::is_equal(Value* memory, uint32_t size_bytes, Other other) {
    Value* difference = builder_.getInt64(0);
    uint32_t at = 0;
    for (uint32_t piece = 8; piece != 0; piece /= 2) {
        llvm::Type* type = builder_.getIntNTy(8 * piece);
        for (; size_bytes - at >= piece; at += piece) {
            Value* left = builder_.CreateAlignedLoad(type, values_.offset(memory, at), Align(1));
            Value* bits = builder_.CreateXor(left, other(type, at, piece));
            difference = builder_.CreateOr(difference, builder_.CreateZExt(bits, builder_.getInt64Ty()));
        }
    }
    return builder_.CreateICmpEQ(difference, builder_.getInt64(0));
}

Value* KnownCalls::is_equal_to(Value* memory, const char* bytes, uint32_t size_bytes) {
    return is_equal(memory, size_bytes, [bytes](llvm::Type* type, uint32_t at, uint32_t piece) {
        uint64_t known = 0;
        std::memcpy(&known, bytes + at, piece);
        return llvm::ConstantInt::get(type, known);
    });
}

Value* KnownCalls::is_block_equal(Value* a, Value* b, uint32_t size_bytes) {
    return is_equal(a, size_bytes, [&](llvm::Type* type, uint32_t at, uint32_t) {
        return builder_.CreateAlignedLoad(type, values_.offset(b, at), Align(1));
    });
}

}  // namespace celer::optimizer

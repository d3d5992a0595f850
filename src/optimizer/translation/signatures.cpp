#include "optimizer/translation/signatures.h"

#include "object/object.h"
#include "optimizer/translation/frame.h"
#include "optimizer/translation/struct_copier.h"
#include "optimizer/translation/values.h"
#include "types/type_info.h"
#include "types/well_known.h"

namespace celer::optimizer {

using llvm::Value;

namespace {

llvm::Type* piece_type(llvm::IRBuilder<>& builder, const abi::Piece& piece) {
    if (piece.size_bytes > 8) return llvm::FixedVectorType::get(builder.getInt64Ty(), piece.size_bytes / 8);
    if (piece.is_float) return piece.size_bytes > 4 ? builder.getDoubleTy() : builder.getFloatTy();
    return builder.getInt64Ty();
}

llvm::Type* result_type(llvm::IRBuilder<>& builder, const abi::Result& result, bool is_i4) {
    const abi::Location& location = result.location;
    if (result.in_memory || location.size_bytes == 0) return builder.getVoidTy();
    if (is_i4) return builder.getInt32Ty();
    llvm::Type* first = piece_type(builder, location.pieces[0]);
    if (location.piece_count == 1) return first;
    return llvm::StructType::get(first, piece_type(builder, location.pieces[1]));
}

}  // namespace

CallShape Signatures::shape_of_call(const abi::CallLayout& layout, std::span<const Kind> kinds, Kind return_kind) {
    // Smaller ones are cut out of 64 bits: cut out of 32, they keep it from folding comparisons of remainders.
    bool is_result_i4 = return_kind == Kind::I4 && layout.result().location.size_bytes == 4;
    return shape_of(layout, kinds, builder_.getInt64Ty(), is_result_i4);
}

CallShape Signatures::shape_of_self() {
    std::vector<Kind> kinds;
    for (uint32_t i = 0; i < body_.code.argument_count; i++) kinds.push_back(body_.code.variables[i].kind);
    return shape_of(body_.layout, kinds, builder_.getInt32Ty(), false);
}

CallShape Signatures::shape_of(const abi::CallLayout& layout, std::span<const Kind> kinds, llvm::Type* i4_argument,
                               bool is_result_i4) {
    std::vector<llvm::Type*> types;
    std::vector<llvm::AttributeSet> attributes;
    CallShape shape;
    shape.result_in_memory = layout.result().in_memory;
    auto add = [&](llvm::Type* type, const llvm::AttrBuilder& set) {
        types.push_back(type);
        attributes.push_back(llvm::AttributeSet::get(body_.state.context, set));
    };
    if (shape.result_in_memory) {
        auto* type = llvm::ArrayType::get(builder_.getInt8Ty(), layout.result().location.size_bytes);
        add(builder_.getPtrTy(), llvm::AttrBuilder(body_.state.context).addStructRetAttr(type));
    }
    for (uint32_t i = 0; i < layout.count(); i++) {
        const abi::Location& location = layout.argument(i);
        llvm::AttrBuilder none(body_.state.context);
        if (kinds[i] == Kind::Vector && location.piece_count != 0) {
            add(values_.vector_type(location.size_bytes), none);
        } else if (!is_aggregate(kinds[i])) {
            add(kinds[i] == Kind::I4 ? i4_argument : values_.type_of(kinds[i]), none);
        } else if (location.piece_count == 0) {
            auto* type = llvm::ArrayType::get(builder_.getInt8Ty(), location.size_bytes);
            add(builder_.getPtrTy(),
                llvm::AttrBuilder(body_.state.context).addByValAttr(type).addAlignmentAttr(llvm::Align(8)));
        } else {
            for (uint32_t k = 0; k < location.piece_count; k++) add(piece_type(builder_, location.pieces[k]), none);
        }
    }
    shape.type = llvm::FunctionType::get(result_type(builder_, layout.result(), is_result_i4), types, false);
    shape.attributes = llvm::AttributeList::get(body_.state.context, {}, {}, attributes);
    return shape;
}

bool is_span(const MethodTable* type) {
    if (type == nullptr) return false;
    const MethodTable* definition = type->info->typical;
    return definition == well_known(WellKnown::Span) || definition == well_known(WellKnown::ReadOnlySpan);
}

Value* Signatures::known_piece(const MethodTable* type, uint32_t k, Value* piece) {
    static_assert(span_length_offset == 8);
    return k == 1 && is_span(type) ? builder_.CreateAnd(piece, builder_.getInt64(INT32_MAX)) : piece;
}

void Signatures::lower_argument(const abi::Location& location, const Operand& operand, std::vector<Value*>& values) {
    if (operand.kind == Kind::Vector && location.piece_count == 0) {
        Value* whole = frame_.temporary(location.size_bytes);
        builder_.CreateAlignedStore(operand.value, whole, llvm::Align(8));
        values.push_back(whole);
    } else if (operand.kind != Kind::Struct) {
        Value* value = operand.value;
        values.push_back(operand.kind == Kind::I4 ? builder_.CreateZExt(value, builder_.getInt64Ty()) : value);
    } else if (location.piece_count == 0) {
        values.push_back(operand.value);
    } else {
        for (uint32_t k = 0; k < location.piece_count; k++) {
            const abi::Piece& piece = location.pieces[k];
            llvm::Type* type = piece_type(builder_, piece);
            Value* whole = frame_.temporary(8);
            builder_.CreateStore(builder_.getInt64(0), whole);
            structs_.copy(whole, values_.offset(operand.value, 8 * k), piece.size_bytes);
            values.push_back(builder_.CreateLoad(type, whole));
        }
    }
}

}  // namespace celer::optimizer

#include "optimizer/copies.h"

#include <bit>
#include <vector>

#include "object/method_table.h"
#include "optimizer/pass_support.h"
#include "types/loader.h"
#include "types/type_info.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

namespace {

constexpr const char* edges_name = "celer.edges";
constexpr uint32_t word_bytes = 8;
constexpr uint32_t most_bytes = 32;
constexpr size_t most_pieces = 4;
constexpr uint32_t deepest = 3;  // structs in structs

// A bit for each byte that a field begins at or another ends before. False: it is not known, or there are vectors.
bool find_edges(const MethodTable* type, uint32_t at, uint32_t depth, uint64_t& edges) {
    const TypeInfo& info = *type->info;
    bool is_plain = type->piece_bytes() == word_bytes && !type->is_vector() && !info.is_inline_array;
    if (!is_plain || depth > deepest || info.field_count == 0 || !info.has_reached(LoadLevel::Layout)) return false;
    for (uint32_t i = 0; i < info.field_count; i++) {
        FieldDesc& field = info.fields.get()[i];
        if (field.is_static()) continue;
        uint32_t begin = at + field.offset;
        edges |= 1ull << begin | 1ull << (begin + field.size_bytes);
        if (field.element != ElementType::ValueType) continue;
        Result<TypeHandle> inner = field_type(&field);
        if (!inner || inner->method_table() == nullptr) return false;
        if (!find_edges(inner->method_table(), begin, depth + 1, edges)) return false;
    }
    return true;
}

struct Piece {
    uint32_t at;
    uint32_t size_bytes;
};

// In words, and parts of them where fields are smaller.
std::vector<Piece> pieces_of(uint32_t size_bytes, uint64_t edges) {
    std::vector<Piece> pieces;
    for (uint32_t at = 0; at < size_bytes;) {
        uint32_t size = word_bytes;
        auto has_edge_inside = [&] { return (edges >> (at + 1) & ((1ull << (size - 1)) - 1)) != 0; };
        while (at % size != 0 || at + size > size_bytes || has_edge_inside()) size /= 2;
        pieces.push_back({at, size});
        at += size;
    }
    return pieces;
}

// Unordered: else the back end makes vectors of neighbours again.
void copy_pieces(llvm::MemCpyInst& copy, const std::vector<Piece>& pieces) {
    llvm::IRBuilder<> builder(&copy);
    std::vector<llvm::LoadInst*> values;
    for (Piece piece : pieces) {
        llvm::Type* type = builder.getIntNTy(8 * piece.size_bytes);
        llvm::Value* from = builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), copy.getRawSource(), piece.at);
        values.push_back(builder.CreateAlignedLoad(type, from, llvm::Align(piece.size_bytes)));
        values.back()->setAtomic(llvm::AtomicOrdering::Unordered);
    }
    for (size_t i = 0; i < pieces.size(); i++) {
        llvm::Value* to = builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), copy.getRawDest(), pieces[i].at);
        llvm::StoreInst* store = builder.CreateAlignedStore(values[i], to, llvm::Align(pieces[i].size_bytes));
        store->setAtomic(llvm::AtomicOrdering::Unordered);
    }
    copy.eraseFromParent();
}

llvm::AllocaInst* place_in_frame(llvm::Value* address) {
    return llvm::dyn_cast<llvm::AllocaInst>(address->stripPointerCasts());
}

// LLVM makes new copies of old ones, without the mark; places in the frame keep theirs.
llvm::MDNode* mark_of(const llvm::MemCpyInst& copy) {
    if (llvm::MDNode* mark = copy.getMetadata(edges_name)) return mark;
    for (llvm::Value* address : {copy.getRawDest(), copy.getRawSource()}) {
        llvm::AllocaInst* place = place_in_frame(address);
        llvm::MDNode* mark = place == nullptr ? nullptr : place->getMetadata(edges_name);
        if (mark != nullptr) return mark;
    }
    return nullptr;
}

bool lower(llvm::MemCpyInst& copy) {
    llvm::MDNode* mark = mark_of(copy);
    auto* size = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
    if (mark == nullptr || size == nullptr || size->getZExtValue() > most_bytes) return false;
    std::vector<Piece> pieces = pieces_of(static_cast<uint32_t>(size->getZExtValue()), number_in(*mark));
    if (pieces.size() < 2 || pieces.size() > most_pieces) return false;
    copy_pieces(copy, pieces);
    return true;
}

}  // namespace

void mark_fields(llvm::CallInst& copy, const MethodTable* type) {
    uint64_t edges = 0;
    uint32_t size = type->instance_field_bytes;
    if (size < word_bytes || size > most_bytes || !find_edges(type, 0, 0, edges)) return;
    llvm::MDNode* mark = number_node(copy.getContext(), edges);
    copy.setMetadata(edges_name, mark);
    for (unsigned operand : {0u, 1u}) {
        if (llvm::AllocaInst* place = place_in_frame(copy.getArgOperand(operand))) place->setMetadata(edges_name, mark);
    }
}

llvm::PreservedAnalyses LowerCopiesPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        if (auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&instruction)) changed |= lower(*copy);
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace celer::optimizer

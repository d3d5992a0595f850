#include "optimizer/literals.h"

#include <bit>
#include <cstring>

#include "object/object.h"
#include "optimizer/block_moves.h"
#include "optimizer/pass_support.h"
#include "types/well_known.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

namespace {

constexpr const char* noted_strings = "celer.strings";
constexpr const char* noted_comparisons = "celer.comparisons";
constexpr const char* noted_moves = "celer.moves";
constexpr uint64_t most_characters = 32;

void note(llvm::Module& module, const char* name, const void* address) {
    llvm::MDNode* node = number_node(module.getContext(), reinterpret_cast<uintptr_t>(address));
    llvm::NamedMDNode* noted = module.getOrInsertNamedMetadata(name);
    if (!llvm::is_contained(noted->operands(), node)) noted->addOperand(node);
}

llvm::SmallVector<uint64_t, 4> noted(const llvm::Module& module, const char* name) {
    llvm::SmallVector<uint64_t, 4> addresses;
    const llvm::NamedMDNode* list = module.getNamedMetadata(name);
    if (list == nullptr) return addresses;
    for (const llvm::MDNode* node : list->operands()) addresses.push_back(number_in(*node));
    return addresses;
}

// Of all that is noted. Later facts than the address are not asked for: a literal does not change.
struct Literals {
    explicit Literals(const llvm::Module& module) {
        for (uint64_t address : noted(module, noted_strings))
            objects.push_back(reinterpret_cast<const StringObject*>(address));
    }

    // Length and characters, with the zero behind them.
    bool contains(uint64_t address, uint64_t size) const {
        return llvm::any_of(objects, [&](const StringObject* object) {
            const auto start = reinterpret_cast<uintptr_t>(object);
            const uint64_t end = start + string_characters_offset + 2 * (static_cast<uint64_t>(object->length) + 1);
            return address >= start + string_length_offset && address + size <= end;
        });
    }

    llvm::SmallVector<const StringObject*, 4> objects;
};

uint64_t address_in(const llvm::Value* pointer, const llvm::DataLayout& layout) {
    llvm::APInt offset(64, 0);
    const llvm::Value* base = pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
    const uint64_t address = constant_address(base);
    return address == 0 ? 0 : address + offset.getZExtValue();
}

llvm::Constant* value_of(const llvm::LoadInst& load, const Literals& literals) {
    constexpr uint32_t most_bits = 64;
    auto* type = llvm::dyn_cast<llvm::IntegerType>(load.getType());
    if (type == nullptr || !load.isSimple() || load.getPointerAddressSpace() != 0) return nullptr;
    if (type->getBitWidth() > most_bits || type->getBitWidth() % 8 != 0) return nullptr;
    const uint64_t address = address_in(load.getPointerOperand(), load.getDataLayout());
    const uint32_t size = type->getBitWidth() / 8;
    if (address == 0 || !literals.contains(address, size)) return nullptr;
    uint64_t bits = 0;
    std::memcpy(&bits, reinterpret_cast<const void*>(address), size);
    return llvm::ConstantInt::get(type, bits);
}

// The bit by which the cases of a letter differ. The comparison knows no other characters as equal to ASCII letters.
char16_t case_bit(char16_t c) {
    const auto lower = static_cast<char16_t>(c | 0x20);
    return lower >= 'a' && lower <= 'z' ? 0x20 : 0;
}

llvm::Value* compared(llvm::IRBuilder<>& builder, llvm::Value* memory, const char16_t* text, uint64_t count) {
    llvm::Value* difference = builder.getInt64(0);
    uint64_t at = 0;
    for (uint64_t piece = 4; piece != 0; piece /= 2) {
        llvm::Type* type = builder.getIntNTy(static_cast<uint32_t>(16 * piece));
        for (; count - at >= piece; at += piece) {
            char16_t bits[4] = {};
            char16_t known[4] = {};
            for (uint64_t i = 0; i < piece; i++) {
                bits[i] = case_bit(text[at + i]);
                known[i] = text[at + i] | bits[i];
            }
            llvm::Value* read =
                builder.CreateAlignedLoad(type, builder.CreatePtrAdd(memory, builder.getInt64(2 * at)), llvm::Align(1));
            llvm::Value* folded = builder.CreateOr(read, llvm::ConstantInt::get(type, std::bit_cast<uint64_t>(bits)));
            llvm::Value* other =
                builder.CreateXor(folded, llvm::ConstantInt::get(type, std::bit_cast<uint64_t>(known)));
            difference = builder.CreateOr(difference, builder.CreateZExt(other, builder.getInt64Ty()));
        }
    }
    return builder.CreateICmpEQ(difference, builder.getInt64(0));
}

// The last of three arguments, if it is known and the call goes through one of these cells; else 0.
uint64_t known_count(const llvm::CallInst& call, llvm::ArrayRef<uint64_t> entries) {
    const auto* target = llvm::dyn_cast<llvm::LoadInst>(call.getCalledOperand());
    if (target == nullptr || call.arg_size() != 3) return 0;
    if (!llvm::is_contained(entries, constant_address(target->getPointerOperand()))) return 0;
    const auto* count = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
    return count == nullptr ? 0 : count->getZExtValue();
}

// What a call gives, if it is one of those; null: it stays.
llvm::Value* comparison(llvm::CallInst& call, const Literals& literals, llvm::ArrayRef<uint64_t> entries) {
    const uint64_t count = known_count(call, entries);
    if (count == 0 || count > most_characters || !call.getType()->isIntegerTy()) return nullptr;
    for (uint32_t known : {0u, 1u}) {
        const uint64_t address = address_in(call.getArgOperand(known), call.getDataLayout());
        const auto* text = reinterpret_cast<const char16_t*>(address);
        if (address == 0 || !literals.contains(address, 2 * count)) continue;
        if (llvm::any_of(llvm::ArrayRef(text, count), [](char16_t c) { return c >= 0x80; })) return nullptr;
        llvm::IRBuilder<> builder(&call);
        llvm::Value* is_equal = compared(builder, call.getArgOperand(1 - known), text, count);
        return builder.CreateZExt(is_equal, call.getType());
    }
    return nullptr;
}

// Whether the call was one of those, and is no more.
bool move(llvm::CallInst& call, const Literals& literals, llvm::ArrayRef<uint64_t> entries) {
    const uint64_t size = known_count(call, entries);
    if (size == 0 || size > most_of_block_operation || !call.getType()->isVoidTy()) return false;
    llvm::Value* from = call.getArgOperand(1);
    const uint64_t address = address_in(from, call.getDataLayout());
    const bool is_literal = address != 0 && literals.contains(address, size);
    llvm::IRBuilder<> builder(&call);
    move_block(builder, call.getArgOperand(0), from, size,
               is_literal ? reinterpret_cast<const void*>(address) : nullptr);
    call.eraseFromParent();
    return true;
}

}  // namespace

void note_literal(llvm::Module& module, const void* object) {
    if (static_cast<const Object*>(object)->method_table == well_known(WellKnown::String))
        note(module, noted_strings, object);
}

void note_comparison(llvm::Module& module, const void* entry) {
    note(module, noted_comparisons, entry);
}

void note_move(llvm::Module& module, const void* entry) {
    note(module, noted_moves, entry);
}

llvm::PreservedAnalyses LiteralCallsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const Literals literals(*function.getParent());
    const llvm::SmallVector<uint64_t, 4> comparisons = noted(*function.getParent(), noted_comparisons);
    const llvm::SmallVector<uint64_t, 4> moves = noted(*function.getParent(), noted_moves);
    if (comparisons.empty() && moves.empty()) return llvm::PreservedAnalyses::all();
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (call == nullptr) continue;
        if (move(*call, literals, moves)) {
            changed = true;
            continue;
        }
        llvm::Value* value = comparison(*call, literals, comparisons);
        if (value == nullptr) continue;
        call->replaceAllUsesWith(value);
        call->eraseFromParent();
        changed = true;
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses LiteralsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const Literals literals(*function.getParent());
    if (literals.objects.empty()) return llvm::PreservedAnalyses::all();
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        llvm::Constant* value = load == nullptr ? nullptr : value_of(*load, literals);
        if (value == nullptr) continue;
        load->replaceAllUsesWith(value);
        load->eraseFromParent();
        changed = true;
    }
    return preserved_if_instructions_changed(changed);
}

}  // namespace celer::optimizer

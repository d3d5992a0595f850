#include "optimizer/literals.h"

#include <cstring>

#include "object/object.h"
#include "types/well_known.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

namespace {

constexpr const char* noted_strings = "celer.strings";

// Of all that is noted. Later facts than the address are not asked for: a literal does not change.
struct Literals {
    explicit Literals(const llvm::Module& module) {
        const llvm::NamedMDNode* noted = module.getNamedMetadata(noted_strings);
        if (noted == nullptr) return;
        for (const llvm::MDNode* node : noted->operands()) {
            auto* address = llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0));
            objects.push_back(reinterpret_cast<const StringObject*>(address->getZExtValue()));
        }
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

llvm::Constant* value_of(const llvm::LoadInst& load, const Literals& literals) {
    constexpr uint32_t most_bits = 64;
    auto* type = llvm::dyn_cast<llvm::IntegerType>(load.getType());
    if (type == nullptr || !load.isSimple() || load.getPointerAddressSpace() != 0) return nullptr;
    if (type->getBitWidth() > most_bits || type->getBitWidth() % 8 != 0) return nullptr;
    llvm::APInt offset(64, 0);
    const llvm::Value* base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(
        load.getDataLayout(), offset, /*AllowNonInbounds=*/true);
    const uint64_t address = constant_address(base) + offset.getZExtValue();
    const uint32_t size = type->getBitWidth() / 8;
    if (constant_address(base) == 0 || !literals.contains(address, size)) return nullptr;
    uint64_t bits = 0;
    std::memcpy(&bits, reinterpret_cast<const void*>(address), size);
    return llvm::ConstantInt::get(type, bits);
}

}  // namespace

void note_literal(llvm::Module& module, const void* object) {
    if (static_cast<const Object*>(object)->method_table != well_known(WellKnown::String)) return;
    llvm::LLVMContext& context = module.getContext();
    auto* address = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), reinterpret_cast<uintptr_t>(object));
    auto* node = llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(address));
    llvm::NamedMDNode* noted = module.getOrInsertNamedMetadata(noted_strings);
    if (!llvm::is_contained(noted->operands(), node)) noted->addOperand(node);
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
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses kept;
    kept.preserveSet<llvm::CFGAnalyses>();
    return kept;
}

}  // namespace celer::optimizer

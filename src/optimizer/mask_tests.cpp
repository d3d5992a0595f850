#include "optimizer/mask_tests.h"

#include "optimizer/pass_support.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::CmpInst;
using llvm::Value;
using namespace llvm::PatternMatch;

namespace {

constexpr uint32_t least_lanes = 8;  // of a mask register that is tested as a whole

// Of what `test` compares as a vector of all ones and zeros: the bits that it was made of. Null: it is no such test.
Value* mask_tested(const llvm::ICmpInst& test) {
    if (!test.isEquality()) return nullptr;
    Value* vector = nullptr;
    auto differing = m_BitCast(m_SpecificICmp(CmpInst::ICMP_NE, m_Value(vector), m_Zero()));
    if (!match(&test, m_ICmp(differing, m_Zero()))) return nullptr;
    Value* mask = nullptr;
    if (!match(vector, m_SExt(m_Value(mask))) && !match(vector, m_BitCast(m_SExt(m_Value(mask))))) return nullptr;
    auto* type = llvm::dyn_cast<llvm::FixedVectorType>(mask->getType());
    bool is_mask = type != nullptr && type->getElementType()->isIntegerTy(1) && type->getNumElements() >= least_lanes;
    return is_mask ? mask : nullptr;
}

}  // namespace

llvm::PreservedAnalyses MaskTestsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (!function.hasFnAttribute("min-legal-vector-width")) return llvm::PreservedAnalyses::all();  // no mask registers
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* test = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
        Value* mask = test == nullptr ? nullptr : mask_tested(*test);
        if (mask == nullptr) continue;
        llvm::IRBuilder<> builder(test);
        auto lanes = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
        Value* bits = builder.CreateBitCast(mask, builder.getIntNTy(lanes));
        test->setOperand(0, bits);
        test->setOperand(1, llvm::Constant::getNullValue(bits->getType()));
        changed = true;
    }
    return preserved_if_instructions_changed(changed);
}

}  // namespace celer::optimizer

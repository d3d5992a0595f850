#include "optimizer/mask_tests.h"

#include <string>

#include "optimizer/pass_support.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::CmpInst;
using llvm::FixedVectorType;
using llvm::ICmpInst;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::Value;
using namespace llvm::PatternMatch;

namespace {

constexpr uint32_t least_lanes = 8;  // of a mask register that is tested as a whole
constexpr unsigned most_operations = 4;
constexpr long many_shuffles = 2;  // in a block that asks a vector

unsigned lanes_of(const Value* vector) {
    return llvm::cast<FixedVectorType>(vector->getType())->getNumElements();
}

bool is_mask(const Value* value) {
    auto* type = llvm::dyn_cast<FixedVectorType>(value->getType());
    return type != nullptr && type->getElementType()->isIntegerTy(1);
}

// Of a vector of all ones and zeros. Null: it is none.
Value* mask_of(Value* vector) {
    Value* mask = nullptr;
    while (match(vector, m_BitCast(m_Value(vector)))) {
    }
    return match(vector, m_SExt(m_Value(mask))) && is_mask(mask) ? mask : nullptr;
}

// Of each of the vectors that were compared; 0: nothing is known of them.
unsigned compared_bits(const Value* mask, unsigned operations = 0) {
    if (auto* comparison = llvm::dyn_cast<CmpInst>(mask))
        return comparison->getOperand(0)->getType()->getPrimitiveSizeInBits().getFixedValue();
    auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(mask);
    if (operation == nullptr || !operation->isBitwiseLogicOp() || operations == most_operations) return 0;
    unsigned bits = compared_bits(operation->getOperand(0), operations + 1);
    return bits != 0 ? bits : compared_bits(operation->getOperand(1), operations + 1);
}

// What a number of lanes' bits was made of.
struct Lanes {
    Value* mask = nullptr;  // lanes of all ones and zeros, of compared_bits() together
    bool inverted = false;
    Value* vector = nullptr;  // if there is no such mask: the lanes' signs are the bits

    unsigned bits() const {
        if (mask != nullptr) return compared_bits(mask);
        return vector->getType()->getPrimitiveSizeInBits().getFixedValue();
    }
};

Lanes lanes_behind(Value* bits) {
    Value* vector = nullptr;
    if (match(bits, m_SpecificICmp(CmpInst::ICMP_SLT, m_Value(vector), m_Zero()))) {
        Value* mask = mask_of(vector);
        return {mask, false, mask == nullptr ? vector : nullptr};
    }
    if (match(bits, m_SpecificICmp(CmpInst::ICMP_NE, m_Value(vector), m_Zero()))) {
        if (Value* mask = mask_of(vector)) return {mask};
    }
    if (match(bits, m_SpecificICmp(CmpInst::ICMP_SGT, m_Value(vector), m_AllOnes()))) {
        if (Value* mask = mask_of(vector)) return {mask, true};
    }
    return {bits};
}

class MaskTests {
  public:
    explicit MaskTests(llvm::Function& function)
        : function_(function), has_mask_registers_(function.hasFnAttribute("min-legal-vector-width")) {}

    bool run() {
        bool changed = false;
        for (Instruction& instruction : llvm::instructions(function_)) {
            auto* test = llvm::dyn_cast<ICmpInst>(&instruction);
            Value* bits = nullptr;
            if (test == nullptr || !test->isEquality() || !match(test, m_ICmp(m_BitCast(m_Value(bits)), m_Zero())))
                continue;
            if (is_mask(bits)) changed |= simplify(*test, bits);
        }
        use_vectors();
        return changed;
    }

  private:
    bool simplify(ICmpInst& test, Value* bits) {
        Lanes lanes = lanes_behind(bits);
        unsigned size = lanes.bits();
        if (size == 128 || size == 256) {
            bool is_number = has_shuffles(*test.getParent());
            if (is_needed_beside(*test.getOperand(0), test) || (is_number && !has_mask_registers_)) return false;
            Value* signs = nullptr;
            Value* vector = signed_by(lanes, bits, size, signs);
            if (is_number) {
                auto* number = llvm::cast<Instruction>(test.getOperand(0));
                number->replaceAllUsesWith(number_of(vector, bits, size, *number));
            } else {
                test_vector(test, bits, vector, signs);
            }
            return true;
        }
        bool is_register = lanes.mask != nullptr && lanes_of(lanes.mask) >= least_lanes;
        if (lanes.mask == bits || lanes.inverted || !has_mask_registers_ || !is_register) return false;
        test_register(test, lanes.mask);
        return true;
    }

    // Instructions of the processor's own count as such: most of them are.
    static bool has_shuffles(const llvm::BasicBlock& block) {
        return llvm::count_if(block, [](const Instruction& instruction) {
                   auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
                   bool is_own = call != nullptr && llvm::Intrinsic::isTargetIntrinsic(call->getIntrinsicID());
                   return (is_own && call->getType()->isVectorTy()) || llvm::isa<llvm::ShuffleVectorInst>(instruction);
               }) >= many_shuffles;
    }

    // The number is in a word register anyway where the test is.
    static bool is_needed_beside(const Value& number, const ICmpInst& test) {
        return llvm::any_of(number.uses(), [&](const llvm::Use& use) {
            auto* user = llvm::cast<Instruction>(use.getUser());
            if (user == &test) return false;
            auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
            return (phi != nullptr ? phi->getIncomingBlock(use) : user->getParent()) == test.getParent();
        });
    }

    // A vector whose lanes have the bits as their signs, and what to look at of it.
    Value* signed_by(const Lanes& lanes, Value* bits, unsigned size, Value*& signs) {
        if (lanes.vector != nullptr) {
            auto sign = llvm::APInt::getSignMask(size / lanes_of(bits));
            signs = llvm::ConstantInt::get(lanes.vector->getType(), sign);
            return lanes.vector;
        }
        Value* vector = vector_of(lanes.mask, size);
        if (lanes.inverted) vector = behind(vector).CreateNot(vector);
        return signs = vector;
    }

    static Value* number_of(Value* vector, Value* bits, unsigned size, Instruction& before) {
        IRBuilder<> builder(&before);
        auto* type = FixedVectorType::get(builder.getIntNTy(size / lanes_of(bits)), lanes_of(bits));
        Value* lanes = builder.CreateBitCast(vector, type);
        return builder.CreateBitCast(builder.CreateICmpSLT(lanes, llvm::Constant::getNullValue(type)),
                                     builder.getIntNTy(lanes_of(bits)));
    }

    // Leaves the test without users. The number is made again where it is used, of the vector: of the mask LLVM would
    // make a vector in each block.
    static void test_vector(ICmpInst& test, Value* bits, Value* vector, Value* signs) {
        unsigned size = vector->getType()->getPrimitiveSizeInBits();
        for (llvm::Use& use : llvm::make_early_inc_range(test.getOperand(0)->uses())) {
            auto* user = llvm::cast<Instruction>(use.getUser());
            if (user == &test) continue;
            auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
            use.set(
                number_of(vector, bits, size, phi != nullptr ? *phi->getIncomingBlock(use)->getTerminator() : *user));
        }
        for (llvm::Use& use : llvm::make_early_inc_range(test.uses())) {
            auto* user = llvm::cast<Instruction>(use.getUser());
            bool is_elsewhere = !llvm::isa<llvm::PHINode>(user) && user->getParent() != test.getParent();
            use.set(tested(is_elsewhere ? *user : test, test.getPredicate(), vector, signs));
        }
    }

    // Beside the branch, so that this asks for the flag.
    static Value* tested(Instruction& before, CmpInst::Predicate predicate, Value* vector, Value* signs) {
        IRBuilder<> builder(&before);
        unsigned size = vector->getType()->getPrimitiveSizeInBits();
        auto* words = FixedVectorType::get(builder.getInt64Ty(), size / 64);
        auto id = size == 128 ? llvm::Intrinsic::x86_sse41_ptestz : llvm::Intrinsic::x86_avx_ptestz_256;
        Value* is_zero = builder.CreateIntrinsic(
            id, {}, {builder.CreateBitCast(vector, words), builder.CreateBitCast(signs, words)});
        return builder.CreateICmp(CmpInst::getInversePredicate(predicate), is_zero,
                                  llvm::Constant::getNullValue(is_zero->getType()));
    }

    static void test_register(ICmpInst& test, Value* mask) {
        IRBuilder<> builder(&test);
        Value* bits = builder.CreateBitCast(mask, builder.getIntNTy(lanes_of(mask)));
        test.setOperand(0, bits);
        test.setOperand(1, llvm::Constant::getNullValue(bits->getType()));
    }

    // --- Masks as vectors

    static IRBuilder<> behind(Value* made) { return IRBuilder<>(llvm::cast<Instruction>(made)->getNextNode()); }

    // All ones and zeros, `size` bits together.
    Value* vector_of(Value* mask, unsigned size) {
        auto* lane = llvm::IntegerType::get(mask->getContext(), size / lanes_of(mask));
        auto* type = FixedVectorType::get(lane, lanes_of(mask));
        if (auto* constant = llvm::dyn_cast<llvm::Constant>(mask))
            return llvm::ConstantFoldCastInstruction(Instruction::SExt, constant, type);
        Value* known = vectors_.lookup(mask);
        if (known != nullptr && known->getType() == type) return known;
        Value* vector = new_vector_of(mask, type, size);
        if (known == nullptr) vectors_[mask] = vector;
        return vector;
    }

    Value* new_vector_of(Value* mask, FixedVectorType* type, unsigned size) {
        if (auto* comparison = llvm::dyn_cast<ICmpInst>(mask)) {
            if (Value* vector = has_mask_registers_ ? compared(*comparison, type) : nullptr) return vector;
        }
        auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(mask);
        if (operation == nullptr || !operation->isBitwiseLogicOp()) return behind(mask).CreateSExt(mask, type);
        Value* left = vector_of(operation->getOperand(0), size);
        Value* right = vector_of(operation->getOperand(1), size);
        return behind(mask).CreateBinOp(operation->getOpcode(), left, right);
    }

    // By the instruction that was there before mask registers: LLVM would take one of these.
    static Value* compared(ICmpInst& comparison, FixedVectorType* type) {
        Value* left = comparison.getOperand(0);
        Value* right = comparison.getOperand(1);
        if (left->getType() != type) return nullptr;
        bool is_equal = comparison.getPredicate() == CmpInst::ICMP_EQ;
        if (comparison.getPredicate() == CmpInst::ICMP_SLT) {
            std::swap(left, right);
        } else if (!is_equal && comparison.getPredicate() != CmpInst::ICMP_SGT) {
            return nullptr;
        }
        std::string name = is_equal ? "vpcmpeq" : "vpcmpgt";
        name += "bwdq"[llvm::Log2_32(type->getScalarSizeInBits() / 8)];
        auto* signature = llvm::FunctionType::get(type, {type, type}, false);
        auto* code = llvm::InlineAsm::get(signature, name + " $2, $1, $0", "=x,x,x", false);
        return behind(&comparison).CreateCall(code, {left, right});
    }

    // What is done with a mask behind its test, too: no mask is needed then.
    void use_vectors() {
        llvm::SmallVector<Value*> masks;
        for (auto [mask, vector] : vectors_) masks.push_back(mask);
        while (!masks.empty()) {
            Value* mask = masks.pop_back_val();
            Value* vector = vectors_.lookup(mask);
            for (llvm::User* user : llvm::make_early_inc_range(mask->users())) {
                if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user); phi != nullptr && meets_vectors(*phi)) {
                    masks.push_back(phi);
                } else if (llvm::isa<llvm::SExtInst>(user) && user != vector && user->getType() == vector->getType()) {
                    user->replaceAllUsesWith(vector);
                }
            }
        }
    }

    // And if so, has a vector itself from now on.
    bool meets_vectors(llvm::PHINode& phi) {
        if (vectors_.contains(&phi)) return false;
        bool all = llvm::all_of(phi.incoming_values(), [&](Value* mask) { return vectors_.contains(mask); });
        if (!all) return false;
        Value* first = vectors_.lookup(phi.getIncomingValue(0));
        auto* vector = llvm::PHINode::Create(first->getType(), phi.getNumIncomingValues(), "", phi.getIterator());
        for (unsigned i = 0; i < phi.getNumIncomingValues(); i++)
            vector->addIncoming(vectors_.lookup(phi.getIncomingValue(i)), phi.getIncomingBlock(i));
        vectors_[&phi] = vector;
        return true;
    }

    llvm::Function& function_;
    bool has_mask_registers_;
    llvm::DenseMap<Value*, Value*> vectors_;  // of masks
};

}  // namespace

llvm::PreservedAnalyses MaskTestsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    return preserved_if_instructions_changed(MaskTests(function).run());
}

}  // namespace celer::optimizer

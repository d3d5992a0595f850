#include "optimizer/translation/wide_vectors.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "import/vector_instructions.h"
#include "optimizer/translation/lanes.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/IntrinsicsX86.h>
#pragma clang diagnostic pop

#pragma clang diagnostic ignored "-Wswitch-enum"  // a switch over a few of many instructions

namespace celer::optimizer {

using llvm::CmpInst;
using llvm::Value;
using Id = VectorInstructionId;

namespace {

// Relations by number, as immediates of comparisons have them; of floats the upper 16 differ from these in what they
// signal only.
constexpr CmpInst::Predicate of_signed[] = {CmpInst::ICMP_EQ, CmpInst::ICMP_SLT, CmpInst::ICMP_SLE, {},
                                            CmpInst::ICMP_NE, CmpInst::ICMP_SGE, CmpInst::ICMP_SGT};
constexpr CmpInst::Predicate of_unsigned[] = {CmpInst::ICMP_EQ, CmpInst::ICMP_ULT, CmpInst::ICMP_ULE, {},
                                              CmpInst::ICMP_NE, CmpInst::ICMP_UGE, CmpInst::ICMP_UGT};
constexpr CmpInst::Predicate of_floats[] = {
    CmpInst::FCMP_OEQ, CmpInst::FCMP_OLT, CmpInst::FCMP_OLE, CmpInst::FCMP_UNO, CmpInst::FCMP_UNE, CmpInst::FCMP_UGE,
    CmpInst::FCMP_UGT, CmpInst::FCMP_ORD, CmpInst::FCMP_UEQ, CmpInst::FCMP_ULT, CmpInst::FCMP_ULE, CmpInst::FCMP_FALSE,
    CmpInst::FCMP_ONE, CmpInst::FCMP_OGE, CmpInst::FCMP_OGT, CmpInst::FCMP_TRUE};

// VPCMP and VPCMPU have the relation in their immediate.
std::optional<CmpInst::Predicate> integer_relation(const VectorInstruction& row) {
    std::string_view name = row.name;
    if (!name.starts_with("PCMP") || row.result() != 'K') return std::nullopt;
    if (name.starts_with("PCMPEQ")) return CmpInst::ICMP_EQ;
    if (name.starts_with("PCMPGT")) return CmpInst::ICMP_SGT;
    return (name.starts_with("PCMPU") ? of_unsigned : of_signed)[row.extra];
}

// Parts of a vector that others are put into, or taken out of: their size.
uint32_t part_bits(Id id) {
    switch (id) {
        case Id::EXTRACTI32X4:
        case Id::EXTRACTF32X4:
        case Id::EXTRACTI64X2:
        case Id::EXTRACTF64X2:
        case Id::INSERTI32X4:
        case Id::INSERTF32X4:
        case Id::INSERTI64X2:
        case Id::INSERTF64X2:
            return 128;
        case Id::EXTRACTI32X8:
        case Id::EXTRACTF32X8:
        case Id::EXTRACTI64X4:
        case Id::EXTRACTF64X4:
        case Id::INSERTI32X8:
        case Id::INSERTF32X8:
        case Id::INSERTI64X4:
        case Id::INSERTF64X4:
            return 256;
        default:
            return 0;
    }
}

struct Narrowing {
    Id id;
    uint32_t from_bits;
    uint32_t to_bits;
};
constexpr Narrowing narrowings[] = {{Id::PMOVWB, 16, 8},  {Id::PMOVDB, 32, 8},  {Id::PMOVQB, 64, 8},
                                    {Id::PMOVDW, 32, 16}, {Id::PMOVQW, 64, 16}, {Id::PMOVQD, 64, 32}};

// Between integers and floats, and floats of both sizes, in the current rounding mode, which nothing changes.
struct Conversion {
    Id id;
    llvm::Instruction::CastOps operation;
    uint32_t from_bits;
    uint32_t to_bits;
};
constexpr Conversion conversions[] = {
    {Id::CVTPS2PD, llvm::Instruction::FPExt, 32, 64},   {Id::CVTPD2PS, llvm::Instruction::FPTrunc, 64, 32},
    {Id::CVTDQ2PS, llvm::Instruction::SIToFP, 32, 32},  {Id::CVTDQ2PD, llvm::Instruction::SIToFP, 32, 64},
    {Id::CVTQQ2PD, llvm::Instruction::SIToFP, 64, 64},  {Id::CVTUDQ2PS, llvm::Instruction::UIToFP, 32, 32},
    {Id::CVTUDQ2PD, llvm::Instruction::UIToFP, 32, 64}, {Id::CVTUQQ2PD, llvm::Instruction::UIToFP, 64, 64},
};

}  // namespace

Value* WideVectors::translate(const Inst& inst, std::span<const Operand> operands) {
    auto id = static_cast<Id>(inst.target);
    if (Value* result = compared_integers(inst, operands)) return result;
    if (Value* result = compared_floats(inst, operands)) return result;
    Value* first = operands[0].value;
    if (uint32_t bits = part_bits(id); bits != 0) return with_parts(inst, operands, bits);
    if (Value* result = narrowed(inst, first)) return result;
    switch (id) {
        case Id::PBLENDMB:
        case Id::PBLENDMW:
        case Id::PBLENDMD:
        case Id::PBLENDMQ:
        case Id::BLENDMPS:
        case Id::BLENDMPD:
            return lanes_.blend(operands, 8 * vector_element_bytes(inst.type));
        case Id::PTERNLOGD:
        case Id::PTERNLOGQ:
            return ternary_logic(inst, operands);
        case Id::PABSQ:
            return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::abs, lanes_.elements(first, 64),
                                                  builder_.getFalse());
        case Id::PLZCNTD:
            return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, lanes_.elements(first, 32),
                                                  builder_.getFalse());
        case Id::PLZCNTQ:
            return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, lanes_.elements(first, 64),
                                                  builder_.getFalse());
        default:
            return nullptr;
    }
}

// A part taken out of a vector, or put into one.
Value* WideVectors::with_parts(const Inst& inst, std::span<const Operand> operands, uint32_t bits) {
    Value* first = operands[0].value;
    uint32_t words = bits / 64;
    uint32_t at = (inst.imm & (bits_of(first) / bits - 1)) * words;
    if (operands.size() == 1) return lanes_.part_of(lanes_.elements(first, 64), at, words);
    uint32_t count = bits_of(first) / 64;
    std::vector<int> order;
    for (uint32_t i = 0; i < count; i++) {
        bool is_inserted = i >= at && i < at + words;
        order.push_back(static_cast<int>(is_inserted ? count + i - at : i));
    }
    return builder_.CreateShuffleVector(lanes_.elements(first, 64), lanes_.resized(operands[1].value, bits_of(first)),
                                        order);
}

Value* WideVectors::narrowed(const Inst& inst, Value* vector) {
    auto row = std::ranges::find(narrowings, static_cast<Id>(inst.target), &Narrowing::id);
    if (row == std::end(narrowings)) return nullptr;
    Value* value = lanes_.elements(vector, row->from_bits);
    uint32_t count = bits_of(vector) / row->from_bits;
    Value* narrow = builder_.CreateTrunc(value, llvm::FixedVectorType::get(builder_.getIntNTy(row->to_bits), count));
    uint32_t wanted = 8 * inst.type->instance_field_bytes / row->to_bits;
    return wanted > count ? lanes_.widened(narrow, wanted) : narrow;
}

Value* WideVectors::ternary_logic(const Inst& inst, std::span<const Operand> operands) {
    Value* first = operands[0].value;
    constexpr int64_t second_or_third = 0xca;
    if (inst.imm == second_or_third) {
        Value* condition = lanes_.elements(first, 64);
        return builder_.CreateOr(
            builder_.CreateAnd(condition, lanes_.elements(operands[1].value, 64)),
            builder_.CreateAnd(builder_.CreateNot(condition), lanes_.elements(operands[2].value, 64)));
    }
    constexpr llvm::Intrinsic::ID intrinsics[] = {llvm::Intrinsic::x86_avx512_pternlog_q_128,
                                                  llvm::Intrinsic::x86_avx512_pternlog_q_256,
                                                  llvm::Intrinsic::x86_avx512_pternlog_q_512};
    return builder_.CreateIntrinsic(
        intrinsics[std::countr_zero(inst.count / 16u)],
        {lanes_.elements(first, 64), lanes_.elements(operands[1].value, 64), lanes_.elements(operands[2].value, 64),
         builder_.getInt32(static_cast<uint32_t>(inst.imm & 0xff))});
}

// As many elements as the larger ones are in the length of the instruction.
Value* WideVectors::converted(const Inst& inst, Value* value) {
    Id id = narrow_form(static_cast<Id>(inst.target));
    auto found = std::ranges::find(conversions, id, &Conversion::id);
    if (found == std::end(conversions)) return nullptr;
    auto real = [&](uint32_t bits) { return bits == 32 ? builder_.getFloatTy() : builder_.getDoubleTy(); };
    bool is_real = found->operation == llvm::Instruction::FPExt || found->operation == llvm::Instruction::FPTrunc;
    uint32_t count = 8 * inst.count / std::max(found->from_bits, found->to_bits);
    Value* from = lanes_.part_of(lanes_.elements(value, found->from_bits), 0, count);
    if (is_real) from = builder_.CreateBitCast(from, llvm::FixedVectorType::get(real(found->from_bits), count));
    Value* to = builder_.CreateCast(found->operation, from, llvm::FixedVectorType::get(real(found->to_bits), count));
    uint32_t wanted = 8 * inst.type->instance_field_bytes / found->to_bits;
    return wanted > count ? lanes_.widened(to, wanted) : to;
}

Value* WideVectors::compared_integers(const Inst& inst, std::span<const Operand> operands) {
    std::optional<CmpInst::Predicate> relation = integer_relation(vector_instruction(static_cast<Id>(inst.target)));
    if (!relation) return nullptr;
    uint32_t bits = 8 * vector_element_bytes(inst.type);
    Value* left = lanes_.elements(operands[0].value, bits);
    return builder_.CreateSExt(builder_.CreateICmp(*relation, left, lanes_.elements(operands[1].value, bits)),
                               left->getType());
}

Value* WideVectors::compared_floats(const Inst& inst, std::span<const Operand> operands) {
    const VectorInstruction& row = vector_instruction(static_cast<Id>(inst.target));
    std::string_view name = row.name;
    bool is_single = name.starts_with("CMPPS");
    if (!is_single && !name.starts_with("CMPPD")) return nullptr;
    auto relation = static_cast<uint32_t>(row.extra >= 0 ? row.extra : inst.imm) % std::size(of_floats);
    uint32_t count = inst.count / (is_single ? 4 : 8);
    auto* type = llvm::FixedVectorType::get(is_single ? builder_.getFloatTy() : builder_.getDoubleTy(), count);
    Value* holds = builder_.CreateFCmp(of_floats[relation], builder_.CreateBitCast(operands[0].value, type),
                                       builder_.CreateBitCast(operands[1].value, type));
    return builder_.CreateSExt(holds, llvm::FixedVectorType::get(builder_.getIntNTy(is_single ? 32 : 64), count));
}

}  // namespace celer::optimizer

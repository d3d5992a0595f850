#include "optimizer/translation/vector_ir.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "import/vector_instructions.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/lanes.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/values.h"
#include "optimizer/translation/wide_vectors.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/IntrinsicsX86.h>
#pragma clang diagnostic pop

#pragma clang diagnostic ignored "-Wswitch-enum"  // a switch over a few of many instructions

namespace celer::optimizer {

using llvm::Align;
using llvm::Value;
using llvm::Intrinsic::ID;
using Id = VectorInstructionId;

namespace {

constexpr uint32_t lane_bits = 128;  // most instructions work on each half of a wide vector by itself

struct Widening {
    Id in_register;
    Id from_memory;
    uint32_t from_bits;
    uint32_t to_bits;
    bool is_signed;
};
constexpr Widening widenings[] = {
    {Id::PMOVSXBW, Id::PMOVSXBW_LD, 8, 16, true},  {Id::PMOVZXBW, Id::PMOVZXBW_LD, 8, 16, false},
    {Id::PMOVSXBD, Id::PMOVSXBD_LD, 8, 32, true},  {Id::PMOVZXBD, Id::PMOVZXBD_LD, 8, 32, false},
    {Id::PMOVSXBQ, Id::PMOVSXBQ_LD, 8, 64, true},  {Id::PMOVZXBQ, Id::PMOVZXBQ_LD, 8, 64, false},
    {Id::PMOVSXWD, Id::PMOVSXWD_LD, 16, 32, true}, {Id::PMOVZXWD, Id::PMOVZXWD_LD, 16, 32, false},
    {Id::PMOVSXWQ, Id::PMOVSXWQ_LD, 16, 64, true}, {Id::PMOVZXWQ, Id::PMOVZXWQ_LD, 16, 64, false},
    {Id::PMOVSXDQ, Id::PMOVSXDQ_LD, 32, 64, true}, {Id::PMOVZXDQ, Id::PMOVZXDQ_LD, 32, 64, false},
};

// By element, from two vectors, with intrinsics.
struct Binary {
    Id id;
    ID intrinsic;
    uint32_t bits;
};
constexpr Binary binaries[] = {
    {Id::PMINUB, llvm::Intrinsic::umin, 8},      {Id::PMINUW, llvm::Intrinsic::umin, 16},
    {Id::PMINUD, llvm::Intrinsic::umin, 32},     {Id::PMINSB, llvm::Intrinsic::smin, 8},
    {Id::PMINSW, llvm::Intrinsic::smin, 16},     {Id::PMINSD, llvm::Intrinsic::smin, 32},
    {Id::PMAXUB, llvm::Intrinsic::umax, 8},      {Id::PMAXUW, llvm::Intrinsic::umax, 16},
    {Id::PMAXUD, llvm::Intrinsic::umax, 32},     {Id::PMAXSB, llvm::Intrinsic::smax, 8},
    {Id::PMAXSW, llvm::Intrinsic::smax, 16},     {Id::PMAXSD, llvm::Intrinsic::smax, 32},
    {Id::PMINUQ, llvm::Intrinsic::umin, 64},     {Id::PMINSQ, llvm::Intrinsic::smin, 64},
    {Id::PMAXUQ, llvm::Intrinsic::umax, 64},     {Id::PMAXSQ, llvm::Intrinsic::smax, 64},
    {Id::PADDUSB, llvm::Intrinsic::uadd_sat, 8}, {Id::PADDUSW, llvm::Intrinsic::uadd_sat, 16},
    {Id::PADDSB, llvm::Intrinsic::sadd_sat, 8},  {Id::PADDSW, llvm::Intrinsic::sadd_sat, 16},
    {Id::PSUBUSB, llvm::Intrinsic::usub_sat, 8}, {Id::PSUBUSW, llvm::Intrinsic::usub_sat, 16},
    {Id::PSUBSB, llvm::Intrinsic::ssub_sat, 8},  {Id::PSUBSW, llvm::Intrinsic::ssub_sat, 16},
};

// What LLVM has only as the machine's own operation, for vectors of 16, 32 and 64 bytes; `bits` of the operands'
// elements.
struct Machine {
    Id id;
    ID intrinsics[3];
    uint32_t bits;
};
constexpr Machine machine_operations[] = {
    {Id::PACKUSWB,
     {llvm::Intrinsic::x86_sse2_packuswb_128, llvm::Intrinsic::x86_avx2_packuswb,
      llvm::Intrinsic::x86_avx512_packuswb_512},
     16},
    {Id::PACKSSWB,
     {llvm::Intrinsic::x86_sse2_packsswb_128, llvm::Intrinsic::x86_avx2_packsswb,
      llvm::Intrinsic::x86_avx512_packsswb_512},
     16},
    {Id::PACKUSDW,
     {llvm::Intrinsic::x86_sse41_packusdw, llvm::Intrinsic::x86_avx2_packusdw,
      llvm::Intrinsic::x86_avx512_packusdw_512},
     32},
    {Id::PACKSSDW,
     {llvm::Intrinsic::x86_sse2_packssdw_128, llvm::Intrinsic::x86_avx2_packssdw,
      llvm::Intrinsic::x86_avx512_packssdw_512},
     32},
    {Id::PSHUFB,
     {llvm::Intrinsic::x86_ssse3_pshuf_b_128, llvm::Intrinsic::x86_avx2_pshuf_b,
      llvm::Intrinsic::x86_avx512_pshuf_b_512},
     8},
    {Id::PMADDWD,
     {llvm::Intrinsic::x86_sse2_pmadd_wd, llvm::Intrinsic::x86_avx2_pmadd_wd, llvm::Intrinsic::x86_avx512_pmaddw_d_512},
     16},
    {Id::PMADDUBSW,
     {llvm::Intrinsic::x86_ssse3_pmadd_ub_sw_128, llvm::Intrinsic::x86_avx2_pmadd_ub_sw,
      llvm::Intrinsic::x86_avx512_pmaddubs_w_512},
     8},
};

// All elements by the number that the second operand has in its lower half.
constexpr Machine shifts_by_register[] = {
    {Id::PSLLW,
     {llvm::Intrinsic::x86_sse2_psll_w, llvm::Intrinsic::x86_avx2_psll_w, llvm::Intrinsic::x86_avx512_psll_w_512},
     16},
    {Id::PSLLD,
     {llvm::Intrinsic::x86_sse2_psll_d, llvm::Intrinsic::x86_avx2_psll_d, llvm::Intrinsic::x86_avx512_psll_d_512},
     32},
    {Id::PSLLQ,
     {llvm::Intrinsic::x86_sse2_psll_q, llvm::Intrinsic::x86_avx2_psll_q, llvm::Intrinsic::x86_avx512_psll_q_512},
     64},
    {Id::PSRLW,
     {llvm::Intrinsic::x86_sse2_psrl_w, llvm::Intrinsic::x86_avx2_psrl_w, llvm::Intrinsic::x86_avx512_psrl_w_512},
     16},
    {Id::PSRLD,
     {llvm::Intrinsic::x86_sse2_psrl_d, llvm::Intrinsic::x86_avx2_psrl_d, llvm::Intrinsic::x86_avx512_psrl_d_512},
     32},
    {Id::PSRLQ,
     {llvm::Intrinsic::x86_sse2_psrl_q, llvm::Intrinsic::x86_avx2_psrl_q, llvm::Intrinsic::x86_avx512_psrl_q_512},
     64},
    {Id::PSRAW,
     {llvm::Intrinsic::x86_sse2_psra_w, llvm::Intrinsic::x86_avx2_psra_w, llvm::Intrinsic::x86_avx512_psra_w_512},
     16},
    {Id::PSRAD,
     {llvm::Intrinsic::x86_sse2_psra_d, llvm::Intrinsic::x86_avx2_psra_d, llvm::Intrinsic::x86_avx512_psra_d_512},
     32},
    {Id::PSRAQ,
     {llvm::Intrinsic::x86_avx512_psra_q_128, llvm::Intrinsic::x86_avx512_psra_q_256,
      llvm::Intrinsic::x86_avx512_psra_q_512},
     64},
};

// Elements of both operands in turn, from the lower or the upper half of each lane.
struct Interleaving {
    Id id;
    uint32_t bits;
    bool is_upper;
};
constexpr Interleaving interleavings[] = {
    {Id::PUNPCKLBW, 8, false},   {Id::PUNPCKHBW, 8, true},   {Id::PUNPCKLWD, 16, false}, {Id::PUNPCKHWD, 16, true},
    {Id::PUNPCKLDQ, 32, false},  {Id::PUNPCKHDQ, 32, true},  {Id::UNPCKLPS, 32, false},  {Id::UNPCKHPS, 32, true},
    {Id::PUNPCKLQDQ, 64, false}, {Id::PUNPCKHQDQ, 64, true}, {Id::UNPCKLPD, 64, false},  {Id::UNPCKHPD, 64, true},
};

struct Shift {
    Id id;
    uint32_t bits;
    llvm::Instruction::BinaryOps operation;
};
constexpr Shift shifts[] = {
    {Id::PSLLW_I, 16, llvm::Instruction::Shl},  {Id::PSLLD_I, 32, llvm::Instruction::Shl},
    {Id::PSLLQ_I, 64, llvm::Instruction::Shl},  {Id::PSRLW_I, 16, llvm::Instruction::LShr},
    {Id::PSRLD_I, 32, llvm::Instruction::LShr}, {Id::PSRLQ_I, 64, llvm::Instruction::LShr},
    {Id::PSRAW_I, 16, llvm::Instruction::AShr}, {Id::PSRAD_I, 32, llvm::Instruction::AShr},
    {Id::PSRAQ_I, 64, llvm::Instruction::AShr},
};

// What is done to two vectors element by element, with IR's own instructions. A comparison makes masks; Less and
// AndNotSecond are Greater and AndNot with their operands exchanged.
enum class LaneOperation : uint8_t { Add, Sub, Mul, And, Or, Xor, AndNot, AndNotSecond, Equal, Greater, Less };

struct Lanewise {
    Id id;
    uint32_t bits;
    LaneOperation operation;
};
constexpr Lanewise lanewise_operations[] = {
    {Id::PADDB, 8, LaneOperation::Add},        {Id::PADDW, 16, LaneOperation::Add},
    {Id::PADDD, 32, LaneOperation::Add},       {Id::PADDQ, 64, LaneOperation::Add},
    {Id::PSUBB, 8, LaneOperation::Sub},        {Id::PSUBW, 16, LaneOperation::Sub},
    {Id::PSUBD, 32, LaneOperation::Sub},       {Id::PSUBQ, 64, LaneOperation::Sub},
    {Id::PMULLW, 16, LaneOperation::Mul},      {Id::PMULLD, 32, LaneOperation::Mul},
    {Id::PMULLQ, 64, LaneOperation::Mul},      {Id::PCMPEQB, 8, LaneOperation::Equal},
    {Id::PCMPEQW, 16, LaneOperation::Equal},   {Id::PCMPEQD, 32, LaneOperation::Equal},
    {Id::PCMPEQQ, 64, LaneOperation::Equal},   {Id::PCMPGTB, 8, LaneOperation::Greater},
    {Id::PCMPGTW, 16, LaneOperation::Greater}, {Id::PCMPGTD, 32, LaneOperation::Greater},
    {Id::PCMPGTQ, 64, LaneOperation::Greater}, {Id::PCMPGTB_R, 8, LaneOperation::Less},
    {Id::PCMPGTW_R, 16, LaneOperation::Less},  {Id::PCMPGTD_R, 32, LaneOperation::Less},
    {Id::PCMPGTQ_R, 64, LaneOperation::Less},  {Id::PAND, 64, LaneOperation::And},
    {Id::PANDQ, 64, LaneOperation::And},       {Id::ANDPS, 64, LaneOperation::And},
    {Id::ANDPD, 64, LaneOperation::And},       {Id::POR, 64, LaneOperation::Or},
    {Id::PORQ, 64, LaneOperation::Or},         {Id::ORPS, 64, LaneOperation::Or},
    {Id::ORPD, 64, LaneOperation::Or},         {Id::PXOR, 64, LaneOperation::Xor},
    {Id::PXORQ, 64, LaneOperation::Xor},       {Id::XORPS, 64, LaneOperation::Xor},
    {Id::XORPD, 64, LaneOperation::Xor},       {Id::PANDN, 64, LaneOperation::AndNot},
    {Id::PANDNQ, 64, LaneOperation::AndNot},   {Id::ANDNPS, 64, LaneOperation::AndNot},
    {Id::ANDNPD, 64, LaneOperation::AndNot},   {Id::PANDN_R, 64, LaneOperation::AndNotSecond},
};

// One element, from or to a general register. Others than those of 64 bits leave the upper bits of the register zero.
struct Element {
    Id id;
    uint32_t bits;
};
constexpr Element insertions[] = {{Id::PINSRB, 8}, {Id::PINSRW, 16}, {Id::PINSRD, 32}, {Id::PINSRQ, 64}};
constexpr Element extractions[] = {{Id::PEXTRB, 8}, {Id::PEXTRW, 16}, {Id::PEXTRD, 32}, {Id::PEXTRQ, 64}};

// The first element, everywhere.
struct Broadcast {
    Id id;
    uint32_t bits;
};
constexpr Broadcast broadcasts[] = {
    {Id::PBROADCASTB, 8},  {Id::PBROADCASTW, 16}, {Id::PBROADCASTD, 32},
    {Id::BROADCASTSS, 32}, {Id::PBROADCASTQ, 64}, {Id::BROADCASTSD, 64},
};

template <class Row, size_t count>
const Row* find(const Row (&rows)[count], Id id) {
    auto found = std::ranges::find(rows, id, &Row::id);
    return found == std::end(rows) ? nullptr : found;
}

// What the instruction does, in whatever width.
Id operation_of(const Inst& inst) {
    return narrow_form(static_cast<Id>(inst.target));
}

Value* lanewise(llvm::IRBuilder<>& builder, LaneOperation operation, Value* a, Value* b) {
    using enum LaneOperation;
    switch (operation) {
        case Add:
            return builder.CreateAdd(a, b);
        case Sub:
            return builder.CreateSub(a, b);
        case Mul:
            return builder.CreateMul(a, b);
        case And:
            return builder.CreateAnd(a, b);
        case Or:
            return builder.CreateOr(a, b);
        case Xor:
            return builder.CreateXor(a, b);
        case AndNot:
            return builder.CreateAnd(builder.CreateNot(a), b);
        case AndNotSecond:
            return builder.CreateAnd(builder.CreateNot(b), a);
        case Equal:
            return builder.CreateSExt(builder.CreateICmpEQ(a, b), a->getType());
        case Greater:
            return builder.CreateSExt(builder.CreateICmpSGT(a, b), a->getType());
        case Less:
            return builder.CreateSExt(builder.CreateICmpSLT(a, b), a->getType());
    }
    return nullptr;
}

// Of a part of a vector: so many bits, of which element.
struct PartStore {
    Id id;
    uint32_t bits;
    uint32_t element;
};
constexpr PartStore part_stores[] = {
    {Id::MOVD_ST, 32, 0},   {Id::MOVSS_ST, 32, 0},  {Id::MOVQ_ST, 64, 0},   {Id::MOVSD_ST, 64, 0},
    {Id::MOVLPS_ST, 64, 0}, {Id::MOVLPD_ST, 64, 0}, {Id::MOVHPS_ST, 64, 1}, {Id::MOVHPD_ST, 64, 1},
};

// Bits that come into the lowest element, with zeros behind; 0: another operation.
uint32_t bits_of_lone_load(Id id) {
    if (id == Id::MOVD_LD || id == Id::MOVSS_LD) return 32;
    return id == Id::MOVQ_LD || id == Id::MOVSD_LD ? 64 : 0;
}

bool is_store(Id id) {
    constexpr Id stores[] = {Id::MOVDQU_ST,   Id::MOVUPS_ST,   Id::MOVUPD_ST,  Id::MOVDQU8_ST,
                             Id::MOVDQU16_ST, Id::MOVDQU32_ST, Id::MOVDQU64_ST};
    return std::ranges::find(stores, id) != std::end(stores);
}

}  // namespace

// Operations are as wide as Inst::count says, whatever the width of the types.
bool VectorIr::translate(const Inst& inst) {
    const VectorInstruction& row = vector_instruction(operation_of(inst));
    if (row.touches_memory()) return access(inst);
    uint32_t count = row.operand_count() - row.has_immediate();
    std::span<const Operand> operands = stack_.top(count);
    std::vector<Operand> sized(operands.begin(), operands.end());
    for (Operand& operand : sized) {
        if (operand.kind == Kind::Vector) operand.value = lanes_.resized(operand.value, 8u * inst.count);
    }
    Value* result = computed(inst, sized);
    if (result == nullptr) return false;
    stack_.drop(count);
    if (inst.kind != Kind::Vector) {
        stack_.push(inst.kind, result);
    } else {
        stack_.push_vector(lanes_.resized(result, 8 * inst.type->instance_field_bytes), inst.type);
    }
    return true;
}

bool VectorIr::access(const Inst& inst) {
    auto part = std::ranges::find(part_stores, operation_of(inst), &PartStore::id);
    if (is_store(operation_of(inst)) || part != std::end(part_stores)) {
        Operand operand = stack_.pop();
        Operand base = stack_.pop();
        checks_.check_pointer(base);
        Value* value = operand.value;
        if (part != std::end(part_stores)) {
            auto* parts = llvm::FixedVectorType::get(builder_.getIntNTy(part->bits), bits_of(value) / part->bits);
            value = builder_.CreateExtractElement(builder_.CreateBitCast(value, parts), part->element);
        }
        builder_.CreateAlignedStore(value, values_.as(base, Kind::Ref), Align(1));
        return true;
    }
    llvm::Type* loaded = type_of_load(inst);
    if (loaded == nullptr) return false;
    Operand base = stack_.pop();
    checks_.check_pointer(base);
    Value* value = builder_.CreateAlignedLoad(loaded, values_.as(base, Kind::Ref), Align(1));
    stack_.push_vector(lanes_.resized(spread_load(inst, value), 8 * inst.type->instance_field_bytes), inst.type);
    return true;
}

// Null: not as IR.
Value* VectorIr::computed(const Inst& inst, std::span<const Operand> operands) {
    Id id = operation_of(inst);
    if (id == Id::ZERO) return llvm::Constant::getNullValue(values_.vector_type(inst.count));
    if (id == Id::ONES) return llvm::Constant::getAllOnesValue(values_.vector_type(inst.count));
    bool has_vectors = !operands.empty() && std::ranges::all_of(operands, [](const Operand& operand) {
        return operand.kind == Kind::Vector;
    });
    if (inst.kind == Kind::Vector)
        return has_vectors ? vector_from_vectors(inst, operands) : vector_from_word(inst, operands);
    if (inst.kind != Kind::I4 && inst.kind != Kind::I8) return nullptr;
    return has_vectors ? word_from_vectors(inst, operands) : word_from_words(inst, operands);
}

// What an instruction reads that has an address as its only operand; null: not as IR.
llvm::Type* VectorIr::type_of_load(const Inst& inst) {
    Id id = operation_of(inst);
    if (inst.kind != Kind::Vector) return nullptr;
    uint32_t bits = 8u * inst.count;
    for (const Widening& row : widenings) {
        if (row.from_memory == id)
            return llvm::FixedVectorType::get(builder_.getIntNTy(row.from_bits), bits / row.to_bits);
    }
    if (uint32_t lone = bits_of_lone_load(id)) return builder_.getIntNTy(lone);
    switch (id) {
        case Id::MOVDQU_LD:
        case Id::MOVUPS_LD:
        case Id::MOVUPD_LD:
        case Id::LDDQU:
        case Id::MOVDQU8_LD:
        case Id::MOVDQU16_LD:
        case Id::MOVDQU64_LD:
            return values_.vector_type(inst.count);
        case Id::PBROADCASTB_LD:
            return builder_.getInt8Ty();
        case Id::PBROADCASTW_LD:
            return builder_.getInt16Ty();
        case Id::PBROADCASTD_LD:
        case Id::BROADCASTSS_LD:
            return builder_.getInt32Ty();
        case Id::PBROADCASTQ_LD:
        case Id::BROADCASTSD_LD:
            return builder_.getInt64Ty();
        default:
            return nullptr;
    }
}

Value* VectorIr::spread_load(const Inst& inst, Value* value) {
    uint32_t bits = 8u * inst.count;
    if (uint32_t lone = bits_of_lone_load(operation_of(inst))) {
        auto* zeros = llvm::Constant::getNullValue(llvm::FixedVectorType::get(value->getType(), bits / lone));
        return builder_.CreateInsertElement(zeros, value, uint64_t{0});
    }
    if (!value->getType()->isVectorTy()) return builder_.CreateVectorSplat(bits / bits_of(value), value);
    for (const Widening& row : widenings) {
        if (row.from_memory != operation_of(inst)) continue;
        auto* type = llvm::FixedVectorType::get(builder_.getIntNTy(row.to_bits), bits / row.to_bits);
        return row.is_signed ? builder_.CreateSExt(value, type) : builder_.CreateZExt(value, type);
    }
    return value;
}

Value* VectorIr::vector_from_vectors(const Inst& inst, std::span<const Operand> operands) {
    Id id = operation_of(inst);
    uint32_t bits = 8u * inst.count;
    Value* first = operands[0].value;
    Value* second = operands.size() > 1 ? operands[1].value : nullptr;
    for (const Widening& row : widenings) {
        if (row.in_register != id) continue;
        auto* type = llvm::FixedVectorType::get(builder_.getIntNTy(row.to_bits), bits / row.to_bits);
        Value* low = lanes_.part_of(lanes_.elements(first, row.from_bits), 0, bits / row.to_bits);
        return row.is_signed ? builder_.CreateSExt(low, type) : builder_.CreateZExt(low, type);
    }
    if (const Binary* row = find(binaries, id))
        return builder_.CreateBinaryIntrinsic(row->intrinsic, lanes_.elements(first, row->bits),
                                              lanes_.elements(second, row->bits));
    if (const Machine* row = find(machine_operations, id))
        return builder_.CreateIntrinsic(row->intrinsics[std::countr_zero(bits / lane_bits)],
                                        {lanes_.elements(first, row->bits), lanes_.elements(second, row->bits)});
    if (const Machine* row = find(shifts_by_register, id)) {
        Value* distance = lanes_.part_of(lanes_.elements(second, row->bits), 0, lane_bits / row->bits);
        return builder_.CreateIntrinsic(row->intrinsics[std::countr_zero(bits / lane_bits)],
                                        {lanes_.elements(first, row->bits), distance});
    }
    if (const Interleaving* row = find(interleavings, id)) {
        uint32_t count = bits / row->bits;
        uint32_t in_lane = lane_bits / row->bits;
        std::vector<int> order;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t from = i / in_lane * in_lane + i % in_lane / 2 + (row->is_upper ? in_lane / 2 : 0);
            order.push_back(static_cast<int>(from + (i % 2 == 0 ? 0 : count)));
        }
        return builder_.CreateShuffleVector(lanes_.elements(first, row->bits), lanes_.elements(second, row->bits),
                                            order);
    }
    if (const Shift* row = find(shifts, id)) {
        auto distance = static_cast<uint32_t>(inst.imm & 0xff);
        bool is_beyond = distance >= row->bits;
        if (is_beyond && row->operation != llvm::Instruction::AShr)
            return llvm::Constant::getNullValue(values_.vector_type(bits / 8));
        Value* value = lanes_.elements(first, row->bits);
        return builder_.CreateBinOp(row->operation, value,
                                    llvm::ConstantInt::get(value->getType(), is_beyond ? row->bits - 1 : distance));
    }
    if (const Lanewise* row = find(lanewise_operations, id))
        return lanewise(builder_, row->operation, lanes_.elements(first, row->bits),
                        lanes_.elements(second, row->bits));
    if (const Broadcast* row = find(broadcasts, id))
        return builder_.CreateVectorSplat(
            bits / row->bits, builder_.CreateExtractElement(lanes_.elements(first, row->bits), uint64_t{0}));
    if (Value* result = rearranged(inst, operands)) return result;
    if (Value* result = wide_vectors_.converted(inst, first)) return result;
    if (vector_instruction(static_cast<Id>(inst.target)).is_evex()) return wide_vectors_.translate(inst, operands);
    return wide_vectors_.compared_floats(inst, operands);
}

// Elements in another order, or of one operand or the other.
Value* VectorIr::rearranged(const Inst& inst, std::span<const Operand> operands) {
    Value* first = operands[0].value;
    Value* second = operands.size() > 1 ? operands[1].value : nullptr;
    switch (operation_of(inst)) {
        case Id::PBLENDVB:
            return lanes_.blend(operands, 8);
        case Id::MOVAPS:
            return first;
        case Id::EXTRACTF128:
        case Id::EXTRACTI128:
            return lanes_.part_of(lanes_.elements(first, 64), inst.imm & 1 ? 2 : 0, 2);
        case Id::INSERTF128:
        case Id::INSERTI128:
            return builder_.CreateShuffleVector(
                lanes_.elements(first, 64), lanes_.elements(second, 64),
                inst.imm & 1 ? llvm::ArrayRef<int>({0, 1, 4, 5}) : llvm::ArrayRef<int>({4, 5, 2, 3}));
        case Id::PERMQ: {
            std::vector<int> order;
            for (int i = 0; i < inst.count / 8; i++)
                order.push_back((i & ~3) + static_cast<int>(inst.imm >> 2 * (i & 3) & 3));
            return builder_.CreateShuffleVector(lanes_.elements(first, 64), order);
        }
        case Id::PSHUFD: {
            std::vector<int> order;
            for (int i = 0; i < inst.count / 4; i++)
                order.push_back((i & ~3) + static_cast<int>(inst.imm >> 2 * (i & 3) & 3));
            return builder_.CreateShuffleVector(lanes_.elements(first, 32), order);
        }
        default:
            return nullptr;
    }
}

Value* VectorIr::vector_from_word(const Inst& inst, std::span<const Operand> operands) {
    Id id = operation_of(inst);
    if (const Element* row = find(insertions, id)) {
        if (!operands[1].value->getType()->isIntegerTy()) return nullptr;
        Value* word = builder_.CreateZExtOrTrunc(operands[1].value, builder_.getIntNTy(row->bits));
        return builder_.CreateInsertElement(lanes_.elements(operands[0].value, row->bits), word,
                                            static_cast<uint64_t>(inst.imm) % (lane_bits / row->bits));
    }
    bool is_wide = id == Id::MOVQ_G2V_Q;
    if ((id != Id::MOVD_G2V && !is_wide) || operands.size() != 1) return nullptr;
    llvm::Type* element = is_wide ? builder_.getInt64Ty() : builder_.getInt32Ty();
    if (!operands[0].value->getType()->isIntegerTy()) return nullptr;
    Value* word = builder_.CreateZExtOrTrunc(operands[0].value, element);
    auto* type = llvm::FixedVectorType::get(element, lane_bits / bits_of(word));
    return builder_.CreateInsertElement(llvm::Constant::getNullValue(type), word, uint64_t{0});
}

Value* VectorIr::word_from_vectors(const Inst& inst, std::span<const Operand> operands) {
    llvm::Type* result = values_.type_of(inst.kind);
    Value* first = operands[0].value;
    uint32_t bits = bits_of(first);
    auto signs = [&](uint32_t element_bits) {
        Value* vector = lanes_.elements(first, element_bits);
        Value* negative = builder_.CreateICmpSLT(vector, llvm::Constant::getNullValue(vector->getType()));
        return builder_.CreateZExt(builder_.CreateBitCast(negative, builder_.getIntNTy(bits / element_bits)), result);
    };
    auto is_zero = [&](Value* value) {
        Value* whole = builder_.CreateBitCast(value, builder_.getIntNTy(bits));
        return builder_.CreateICmpEQ(whole, llvm::Constant::getNullValue(whole->getType()));
    };
    auto common = [&] { return is_zero(builder_.CreateAnd(first, operands[1].value)); };
    auto missing = [&] { return is_zero(builder_.CreateAnd(builder_.CreateNot(first), operands[1].value)); };
    if (const Element* row = find(extractions, operation_of(inst))) {
        uint64_t place = static_cast<uint64_t>(inst.imm) % (lane_bits / row->bits);
        return builder_.CreateZExtOrTrunc(builder_.CreateExtractElement(lanes_.elements(first, row->bits), place),
                                          result);
    }
    switch (operation_of(inst)) {
        case Id::PMOVMSKB:
            return signs(8);
        case Id::MOVMSKPS:
            return signs(32);
        case Id::MOVMSKPD:
            return signs(64);
        case Id::KMOV_MASK:
            return signs(8 * vector_element_bytes(inst.type));
        case Id::PTEST_E:
            return builder_.CreateZExt(common(), result);
        case Id::PTEST_B:
            return builder_.CreateZExt(missing(), result);
        case Id::PTEST_A:
            return builder_.CreateZExt(builder_.CreateNot(builder_.CreateOr(common(), missing())), result);
        case Id::MOVD_V2G:
            if (inst.kind != Kind::I4) return nullptr;
            return builder_.CreateExtractElement(lanes_.elements(first, 32), uint64_t{0});
        case Id::MOVQ_V2G_Q:
            if (inst.kind != Kind::I8) return nullptr;
            return builder_.CreateExtractElement(lanes_.elements(first, 64), uint64_t{0});
        default:
            return nullptr;
    }
}

Value* VectorIr::word_from_words(const Inst& inst, std::span<const Operand> operands) {
    llvm::Type* type = values_.type_of(inst.kind);
    for (const Operand& operand : operands) {
        if (operand.value->getType() != type) return nullptr;
    }
    switch (operation_of(inst)) {
        case Id::TZCNT:
        case Id::TZCNT_Q:
            return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, operands[0].value, builder_.getFalse());
        case Id::LZCNT:
        case Id::LZCNT_Q:
            return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, operands[0].value, builder_.getFalse());
        case Id::POPCNT:
        case Id::POPCNT_Q:
            return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, operands[0].value);
        case Id::BLSR:
        case Id::BLSR_Q:
            return builder_.CreateAnd(operands[0].value,
                                      builder_.CreateSub(operands[0].value, llvm::ConstantInt::get(type, 1)));
        case Id::ANDN:
        case Id::ANDN_Q:
            return builder_.CreateAnd(builder_.CreateNot(operands[0].value), operands[1].value);
        default:
            return nullptr;
    }
}

}  // namespace celer::optimizer

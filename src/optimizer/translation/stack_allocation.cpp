#include "optimizer/translation/stack_allocation.h"

#include "optimizer/translation/frame.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/struct_copier.h"

namespace celer::optimizer {

using llvm::Align;
using llvm::Value;

constexpr int64_t most_fixed_bytes = 1024;  // of a block on the stack that is a part of the frame

// A block whose size is known and that is made at most once, before any loop, can be a part of the frame.
std::optional<uint32_t> fixed_stack_block(const ImportedCode& code, size_t inst) {
    size_t at = inst;
    while (at > 0 && code.insts[at - 1].op == Op::Convert) at--;
    if (at == 0) return std::nullopt;
    const Inst& size = code.insts[at - 1];
    if (size.op != Op::ConstI4 && size.op != Op::ConstI8) return std::nullopt;
    if (size.imm < 0 || size.imm > most_fixed_bytes) return std::nullopt;
    for (const Block& block : code.blocks) {
        if (block.is_loop_head) return std::nullopt;
        if (inst < block.first_inst + block.inst_count) break;
    }
    return (static_cast<uint32_t>(size.imm) + 15) & ~15u;
}

bool has_only_fixed_stack_blocks(const ImportedCode& code) {
    if (!code.has_localloc) return true;
    for (size_t i = 0; i < code.insts.size(); i++) {
        if (code.insts[i].op == Op::LocalAlloc && !fixed_stack_block(code, i)) return false;
    }
    return true;
}

void StackAllocation::keep_stack_pointer() {
    if (has_only_fixed_stack_blocks(body_.code)) return;
    body_.state.stack_pointer = frame_.slot(builder_.getPtrTy());
    put_into_stack_map(builder_, body_.state.stack_pointer);
    note_stack_pointer();
}

// Volatile: who lands reads it.
void StackAllocation::note_stack_pointer() {
    builder_.CreateStore(builder_.CreateStackSave(), body_.state.stack_pointer, true);
}

// A size beyond any stack ends at its guard page.
void StackAllocation::local_alloc(const Inst& inst) {
    Value* size = stack_.pop_as(Kind::I8);
    llvm::Type* byte = builder_.getInt8Ty();
    if (auto bytes = fixed_stack_block(body_.code, static_cast<size_t>(&inst - body_.code.insts.data()))) {
        if (*bytes == 0) return stack_.push(Kind::I8, size);
        llvm::AllocaInst* block = frame_.slot(llvm::ArrayType::get(byte, *bytes));
        block->setAlignment(Align(16));
        if (inst.flags & inst_flags::init) structs_.clear(block, (*bytes + 7) & ~7u);
        return stack_.push(Kind::I8, builder_.CreatePtrToInt(block, builder_.getInt64Ty()));
    }
    constexpr uint64_t most_bytes = 0x7ffffff0;
    Value* bounded = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, size, builder_.getInt64(most_bytes));
    Value* whole = builder_.CreateAnd(builder_.CreateAdd(bounded, builder_.getInt64(15)), builder_.getInt64(~15ull));
    llvm::AllocaInst* block = builder_.CreateAlloca(byte, whole);
    block->setAlignment(Align(16));
    note_stack_pointer();
    if (inst.flags & inst_flags::init) {
        llvm::Type* types[] = {builder_.getPtrTy(), builder_.getInt64Ty(), builder_.getInt64Ty()};
        auto* type =
            llvm::FunctionType::get(llvm::StructType::get(body_.state.context, llvm::ArrayRef(types)), types, false);
        const char* constraints = "={di},={ax},={cx},0,1,2,~{memory},~{dirflag},~{fpsr},~{flags}";
        builder_.CreateCall(llvm::InlineAsm::get(type, "rep;stosq", constraints, true),
                            {block, builder_.getInt64(0), builder_.CreateLShr(whole, 3)});
    }
    Value* is_empty = builder_.CreateICmpEQ(size, builder_.getInt64(0));
    Value* address = builder_.CreatePtrToInt(block, builder_.getInt64Ty());
    stack_.push(Kind::I8, builder_.CreateSelect(is_empty, builder_.getInt64(0), address));
}

}  // namespace celer::optimizer

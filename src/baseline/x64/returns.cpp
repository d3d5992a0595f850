#include "baseline/x64/returns.h"

#include "baseline/x64/arguments.h"
#include "baseline/x64/assembler.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/frame.h"
#include "baseline/x64/frame_code.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/struct_copier.h"
#include "baseline/x64/value_reader.h"

namespace celer::x64 {

void Returns::return_struct(Value& value) {
    if (frame_.result().in_memory) {
        Gpr buffer = stack_.scratch();
        a_.mov_rm(8, buffer, at(rbp, frame_.return_buffer()));
        // The caller's frame, as everywhere: gc::Destination::Frame.
        structs_.copy_struct(at(buffer), reader_.memory_of(value), frame_.result().location.size_bytes, value.type);
        if (buffer != rax) a_.mov_rr(8, rax, buffer);
        return;
    }
    if (value.where == Where::Memory) stack_.materialise(value);  // whole words may be read
    Mem from = reader_.memory_of(value);
    for (uint32_t k = 0; k < frame_.result().location.piece_count; k++) {
        const abi::Piece& piece = frame_.result().location.pieces[k];
        Mem word = from;
        word.displacement += 8 * static_cast<int32_t>(k);
        if (piece.is_float) {
            a_.movf_rm(piece.size_bytes > 4 ? 8 : 4, static_cast<Xmm>(piece.index), word);
        } else {
            a_.mov_rm(8, piece.index == 0 ? rax : rdx, word);
        }
    }
}

void Returns::return_wide_vector(Value& value) {
    Xmm from = stack_.xmm(value);
    a_.mov_rm(8, rax, at(rbp, frame_.return_buffer()));
    a_.vmov_mr(value.size_bytes, at(rax), from);
}

// Whether the value on top is known to lie in the range of the type: a constant, or the answer of a comparison.
bool Returns::is_extended(SmallInteger small) const {
    const Value& value = stack_.top();
    if (value.where == Where::Constant) {
        int64_t limit = int64_t{1} << (8 * small.size_bytes - (small.is_signed ? 1 : 0));
        return value.imm < limit && value.imm >= (small.is_signed ? -limit : 0);
    }
    return cursor_.previous_is(Op::Compare);
}

void Returns::return_op(const Inst& inst) {
    if (!stack_.is_empty() && frame_.result().location.size_bytes != 0) {
        Value& value = stack_.top();
        SmallInteger small = small_integer(cursor_.code().signature->return_type.verification_type());
        bool extends = small && !frame_.result().location.is_struct && !is_extended(small);
        if (value.kind == Kind::Struct) {
            return_struct(value);
        } else if (frame_.result().in_memory) {
            return_wide_vector(value);
        } else if (in_xmm(value.kind)) {
            reader_.load_into(xmm0, value);
        } else {
            reader_.load_into(rax, value);
        }
        stack_.drop();
        if (extends) extend(a_, small, rax, rax);
    }
    if (plan_.has_wide_vectors && !is_in_wide_register(frame_.result().location)) a_.vzeroupper();
    frame_code_.emit_epilogue();
}

}  // namespace celer::x64

// tail. calls that pass more on the stack than their caller got itself. The caller's frame becomes that of a stub,
// which has nothing but a larger area for arguments and calls the target. A later tail call from there finds that area
// and reuses it; so recursion between any methods keeps to a few such frames.
#include "base/assert.h"
#include "base/lock.h"
#include "baseline/x64/thunks.h"
#include "code/code_roots.h"
#include "code/code_tables.h"
#include "platform/arena.h"

namespace celer::x64 {

namespace {

constexpr int32_t least_area_bytes = 512;

// From the stub's frame. Another process knows it by its cell, as it knows the thunks.
struct TailCall {
    void* const* cell = nullptr;
    int32_t return_address = 0;
};
constexpr int32_t call_bytes = 2;  // call rax

void* const* cell_of(void* code) {
    void** cell = arena_new<void*>(Section::CodeData);
    *cell = code;
    return cell;
}

void* const* make_call() {
    Assembler a;
    a.call_r(rax);
    CELER_ASSERT(a.position() == call_bytes);
    a.leave();
    a.ret();
    MethodCode* code = publish_code({
        .start = static_cast<uint8_t*>(copy_code(a)),
        .size_bytes = a.position(),
        .flags = code_flags::hides_from_stack_trace,
    });
    return cell_of(code->start);
}

void* make_thunk(const TailCall& call, int32_t stack_bytes) {
    Assembler a;
    Label grow;
    Label placed;
    // In place, if the frame below is the stub's and its area reaches far enough.
    a.alu_mi(Alu::Cmp, 8, at(rbp, 8), call.return_address);
    a.jump(Cc::Ne, grow);
    a.mov_rm(8, r11, at(rbp));
    a.alu_rr(Alu::Sub, 8, r11, rbp);
    a.alu_ri(Alu::Cmp, 8, r11, 16 + stack_bytes);
    a.jump(Cc::B, grow);
    copy_words(a, rsp, rbp, 16, stack_bytes);
    a.leave();
    a.jump_r(rax);
    // The area lies right below rbp. Arguments that are already as low stay where they are.
    a.bind(grow);
    int32_t area = (stack_bytes + 15) & ~15;
    a.lea(8, r11, at(rbp, -(area < least_area_bytes ? least_area_bytes : area)));
    a.alu_rr(Alu::Cmp, 8, rsp, r11);
    a.jump(Cc::Be, placed);
    a.xchg_rr(r11, rsp);
    copy_words(a, r11, rsp, 0, stack_bytes);
    a.bind(placed);
    a.jump_m(absolute(call.cell));
    return copy_code(a);
}

}  // namespace

void* const* Thunks::tail_thunk(uint32_t stack_bytes) {
    LockGuard guard(lock_);
    auto known = [](uint32_t size, auto make) {
        auto* cell = static_cast<void* const*>(find_known_code(CodeKey::TailThunk, code_key(size)));
        if (cell != nullptr) return cell;
        cell = make();
        remember_code(CodeKey::TailThunk, code_key(size), const_cast<void**>(cell), nullptr);
        return cell;
    };
    void* const* call = known(0, make_call);
    int32_t return_address = static_cast<int32_t>(reinterpret_cast<uintptr_t>(*call)) + call_bytes;
    return known(stack_bytes,
                 [&] { return cell_of(make_thunk({call, return_address}, static_cast<int32_t>(stack_bytes))); });
}

}  // namespace celer::x64

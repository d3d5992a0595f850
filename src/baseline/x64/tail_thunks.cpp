// tail. calls that pass more on the stack than their caller got itself. The caller's frame becomes that of a stub,
// which has nothing but a larger area for arguments and calls the target. A later tail call from there finds that area
// and reuses it; so recursion between any methods keeps to a few such frames.
#include <unordered_map>

#include "base/lock.h"
#include "baseline/x64/thunks.h"
#include "code/code_tables.h"
#include "platform/arena.h"

namespace celer::x64 {

namespace {

constexpr int32_t least_area_bytes = 512;

struct TailThunks {
    Lock lock{LockRank::Thunks};
    void* const* call = nullptr;  // cell of the code that calls from the stub's frame
    int32_t return_address = 0;   // of that call
    std::unordered_map<uint32_t, void* const*> by_size;
};

void* const* cell_of(void* code) {
    void** cell = arena_new<void*>(Section::CodeData);
    *cell = code;
    return cell;
}

void make_call(TailThunks& thunks) {
    Assembler a;
    a.call_r(rax);
    int32_t back = static_cast<int32_t>(a.position());
    a.leave();
    a.ret();
    MethodCode* code = publish_code({
        .start = static_cast<uint8_t*>(copy_code(a)),
        .size_bytes = a.position(),
        .flags = code_flags::hides_from_stack_trace,
    });
    thunks.return_address = static_cast<int32_t>(reinterpret_cast<uintptr_t>(code->start)) + back;
    thunks.call = cell_of(code->start);
}

void* make_thunk(const TailThunks& thunks, int32_t stack_bytes) {
    Assembler a;
    Label grow;
    Label placed;
    // In place, if the frame below is the stub's and its area reaches far enough.
    a.alu_mi(Alu::Cmp, 8, at(rbp, 8), thunks.return_address);
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
    a.jump_m(absolute(thunks.call));
    return copy_code(a);
}

}  // namespace

void* const* Thunks::tail_thunk(uint32_t stack_bytes) {
    static TailThunks* const thunks = new TailThunks;
    LockGuard guard(thunks->lock);
    if (thunks->call == nullptr) make_call(*thunks);
    void* const*& cell = thunks->by_size[stack_bytes];
    if (cell == nullptr) cell = cell_of(make_thunk(*thunks, static_cast<int32_t>(stack_bytes)));
    return cell;
}

}  // namespace celer::x64

#include "baseline/x64/thunks.h"

#include <bit>
#include <cstddef>
#include <cstring>
#include <new>
#include <vector>

#include "base/lock.h"
#include "code/code_roots.h"
#include "code/code_tables.h"
#include "platform/loader_heap.h"
#include "types/loader.h"
#include "types/loader_allocator.h"

namespace celer::x64 {

namespace {

constexpr uint32_t stub_bytes = 24;
constexpr uint32_t stub_batch = 128;
constexpr uint32_t prestub_offset = 7;  // of the part that prepares the method, behind the jump
constexpr uint32_t jump_bytes = 5;

int32_t distance(const void* from, const void* to) {
    return static_cast<int32_t>(static_cast<const uint8_t*>(to) - static_cast<const uint8_t*>(from));
}

bool result_in_memory(MethodDesc* method) {
    Result<const MethodSignature*> signature = method_signature(method);
    return signature && abi::classify_result((*signature)->return_type).in_memory;
}

}  // namespace

void* copy_code(const Assembler& assembler, const void* entity) {
    uint8_t* code = allocate_code(assembler.position(), entity);
    write_code(code, assembler.code(), assembler.position());
    return code;
}

// --- Stubs

uint8_t* Thunks::take_stub_memory(const MethodDesc* method) {
    if (LoaderHeap* heap = loader_heap_of(method)) {
        return static_cast<uint8_t*>(heap->allocate(Section::Code, stub_bytes));
    }
    if (stub_next_ == stub_end_) {
        stub_next_ = allocate_code(stub_bytes * stub_batch);
        stub_end_ = stub_next_ + stub_bytes * stub_batch;
    }
    uint8_t* stub = stub_next_;
    stub_next_ += stub_bytes;
    return stub;
}

// jmp [entry] or jmp code; mov r11d, method; jmp [prestub]
void* Thunks::method_stub(MethodDesc* method) {
    LockGuard guard(lock_);
    if (method->stub != nullptr) return method->stub;
    uint8_t* stub = take_stub_memory(method);
    int32_t entry = imm32(&method->entry);
    int32_t prestub = imm32(helper_slot(Helper::Prestub));
    uint8_t bytes[stub_bytes] = {0xff, 0x24, 0x25, 0,    0, 0, 0, 0x41, 0xbb, 0,    0,    0,
                                 0,    0xff, 0x24, 0x25, 0, 0, 0, 0,    0xcc, 0xcc, 0xcc, 0xcc};
    std::memcpy(bytes + 3, &entry, 4);
    std::memcpy(bytes + method_in_stub, &entry, 4);  // the entry is the MethodDesc's first word
    std::memcpy(bytes + 16, &prestub, 4);
    write_code(stub, bytes, stub_bytes);
    void* unprepared = nullptr;
    __atomic_compare_exchange_n(&method->entry, &unprepared, static_cast<void*>(stub + prestub_offset), false,
                                __ATOMIC_RELEASE, __ATOMIC_RELAXED);
    __atomic_store_n(&method->stub, stub, __ATOMIC_SEQ_CST);
    lead_stub_to_newest(method);
    return stub;
}

// In code that others run: the first eight bytes change at once, and nobody is between the two jumps. Not where the
// stub is to be found by other processes: they could not change it.
void Thunks::lead_stub_to_newest(const MethodDesc* method) {
    if (arena_is_mapped() || arena_will_be_written()) return;
    auto* stub = static_cast<uint8_t*>(method->stub);
    for (MethodCode* code = __atomic_load_n(&method->code, __ATOMIC_SEQ_CST); code != nullptr;) {
        uint8_t bytes[sizeof(uint64_t)] = {0xe9, 0, 0, 0, 0, 0xcc, 0xcc, 0x41};
        static_assert(prestub_offset == 7);
        int32_t far = distance(stub + jump_bytes, code->start);
        std::memcpy(bytes + 1, &far, sizeof far);
        write_code_word(stub, std::bit_cast<uint64_t>(bytes));
        MethodCode* newest = __atomic_load_n(&method->code, __ATOMIC_SEQ_CST);
        if (newest == code) return;
        code = newest;
    }
}

void Thunks::unprepare(MethodDesc* method) {
    auto* stub = static_cast<uint8_t*>(method->stub);  // without one, the stub will come with the entry
    void* prestub = stub == nullptr ? nullptr : stub + prestub_offset;
    __atomic_store_n(&method->entry, prestub, __ATOMIC_RELEASE);
}

// add this, 8; jmp [entry]
void* Thunks::unboxing_stub(MethodDesc* method) {
    method_stub(method);
    bool in_memory = result_in_memory(method);
    LockGuard guard(lock_);
    if (void* known = find_known_code(CodeKey::UnboxingStub, code_key(method))) return known;
    uint8_t* stub = take_stub_memory(method);
    int32_t entry = imm32(&method->entry);
    uint8_t bytes[11] = {0x48, 0x83, static_cast<uint8_t>(in_memory ? 0xc6 : 0xc7), 8, 0xff, 0x24, 0x25};
    std::memcpy(bytes + 7, &entry, 4);
    write_code(stub, bytes, sizeof bytes);
    remember_code(CodeKey::UnboxingStub, code_key(method), stub, method);
    return stub;
}

MethodDesc* Thunks::method_of(const void* stub) {
    uintptr_t address = reinterpret_cast<uintptr_t>(stub);
    if (!in_managed_code(address)) return nullptr;
    const uint8_t* code = static_cast<const uint8_t*>(stub);
    uint32_t entry = 0;
    if ((code[0] == 0xff || code[0] == 0xe9) && code[7] == 0x41 && code[8] == 0xbb && code[13] == 0xff &&
        code[14] == 0x24 && code[15] == 0x25) {
        std::memcpy(&entry, code + method_in_stub, 4);
    } else if (code[0] == 0x48 && code[1] == 0x83 && (code[2] & 0xfe) == 0xc6 && code[3] == 8 && code[4] == 0xff &&
               code[5] == 0x24 && code[6] == 0x25) {
        std::memcpy(&entry, code + 7, 4);
    }
    return reinterpret_cast<MethodDesc*>(static_cast<uintptr_t>(entry));
}

void* Thunks::helper_jump(Helper helper) {
    LockGuard guard(lock_);
    if (void* known = find_known_code(CodeKey::HelperJump, code_key(helper))) return known;
    Assembler a;
    a.jump_m(absolute(helper_slot(helper)));
    void* code = copy_code(a);
    remember_code(CodeKey::HelperJump, code_key(helper), code, nullptr);
    return code;
}

// cmp r10d, declared; je target; jmp otherwise
void* Thunks::interface_check(const MethodTable* type, MethodDesc* declared, void* target, void* otherwise) {
    uint8_t bytes[18] = {0x41, 0x81, 0xfa, 0, 0, 0, 0, 0x0f, 0x84, 0, 0, 0, 0, 0xe9};
    uint8_t* code = allocate_code(sizeof bytes, type);
    int32_t method = imm32(declared);
    int32_t to_target = distance(code + 13, target);
    int32_t to_other = distance(code + sizeof bytes, otherwise);
    std::memcpy(bytes + 3, &method, 4);
    std::memcpy(bytes + 9, &to_target, 4);
    std::memcpy(bytes + 14, &to_other, 4);
    write_code(code, bytes, sizeof bytes);
    return code;
}

void* Thunks::interface_search(DispatchTargets* const* cell) {
    constexpr int32_t entries = offsetof(DispatchTargets, entries);
    Assembler a;
    Label again, hit, miss;
    a.mov_rm(8, r11, absolute(cell));
    a.mov_rm(4, rax, at(r10, offsetof(MethodDesc, id)));
    a.bind(again);
    a.alu_rm(Alu::And, 4, rax, at(r11, offsetof(DispatchTargets, mask)));
    a.alu_rm(Alu::Cmp, 4, r10, at(r11, rax, 3, entries + 4));
    a.jump(Cc::E, hit);
    a.alu_mi(Alu::Cmp, 8, at(r11, rax, 3, entries), 0);
    a.jump(Cc::E, miss);
    a.alu_ri(Alu::Add, 4, rax, 1);
    a.jump(again);
    a.bind(hit);
    a.mov_rm(4, rax, at(r11, rax, 3, entries));
    a.jump_r(rax);
    a.bind(miss);
    a.jump_m(absolute(helper_slot(Helper::InterfaceResolve)));
    return copy_code(a, cell);
}

void Thunks::forget_unloading() {
    forget_known_code();
}

// --- Thunks with a frame

FrameThunk::FrameThunk(const abi::CallLayout& incoming) : incoming_(incoming), offsets_(incoming.count()) {
    a_.push(rbp);
    a_.mov_rr(8, rbp, rsp);
    a_.alu_ri(Alu::Sub, 8, rsp, 0x7fffffff);
    frame_patch_ = a_.position() - 4;
}

int32_t FrameThunk::slot(uint32_t size_bytes) {
    frame_bytes_ += static_cast<int32_t>((size_bytes + 7) & ~7u);
    return -frame_bytes_;
}

Mem FrameThunk::argument(uint32_t index) const {
    return at(rbp, offsets_[index]);
}

void FrameThunk::save_arguments() {
    if (incoming_.result().in_memory) {
        return_buffer_ = slot();
        a_.mov_mr(8, at(rbp, return_buffer_), rdi);
    }
    for (uint32_t i = 0; i < incoming_.count(); i++) {
        const abi::Location& location = incoming_.argument(i);
        if (location.piece_count == 0) {
            offsets_[i] = 16 + static_cast<int32_t>(location.stack_offset);
            continue;
        }
        offsets_[i] = slot(location.pieces[0].size_bytes > 8 ? location.size_bytes : 8u * location.piece_count);
        for (uint32_t k = 0; k < location.piece_count; k++) {
            Mem word = at(rbp, offsets_[i] + 8 * static_cast<int32_t>(k));
            const abi::Piece& piece = location.pieces[k];
            if (piece.size_bytes > 8) {
                a_.vmov_mr(piece.size_bytes, word, static_cast<Xmm>(piece.index));
            } else if (piece.is_float) {
                a_.movf_mr(8, word, static_cast<Xmm>(piece.index));
            } else {
                a_.mov_mr(8, word, argument_gprs[piece.index]);
            }
        }
    }
}

void FrameThunk::load_argument(const abi::Location& to, Mem from) {
    for (uint32_t k = 0; k < to.piece_count; k++, from.displacement += 8) {
        const abi::Piece& piece = to.pieces[k];
        if (piece.size_bytes > 8) {
            a_.vmov_rm(piece.size_bytes, static_cast<Xmm>(piece.index), from);
        } else if (piece.is_float) {
            a_.movf_rm(8, static_cast<Xmm>(piece.index), from);
        } else {
            a_.mov_rm(8, argument_gprs[piece.index], from);
        }
    }
    if (to.piece_count != 0) return;
    for (uint32_t offset = 0; offset < to.size_bytes; offset += 8, from.displacement += 8) {
        a_.mov_rm(8, rax, from);
        a_.mov_mr(8, at(rsp, static_cast<int32_t>(to.stack_offset + offset)), rax);
    }
}

void FrameThunk::load_arguments_after_this(const abi::CallLayout& outgoing) {
    if (outgoing.stack_bytes() > outgoing_bytes_) outgoing_bytes_ = outgoing.stack_bytes();
    for (uint32_t i = 1; i < outgoing.count(); i++) load_argument(outgoing.argument(i), argument(i - 1));
    if (outgoing.result().in_memory) a_.mov_rm(8, rdi, at(rbp, return_buffer_));
}

void FrameThunk::load_arguments(const abi::CallLayout& outgoing, uint32_t first) {
    if (outgoing.stack_bytes() > outgoing_bytes_) outgoing_bytes_ = outgoing.stack_bytes();
    for (uint32_t i = 0; i < outgoing.count(); i++) load_argument(outgoing.argument(i), argument(first + i));
    if (outgoing.result().in_memory) a_.mov_rm(8, rdi, at(rbp, return_buffer_));
}

void FrameThunk::save_result(const abi::Result&, int32_t slot) {
    a_.mov_mr(8, at(rbp, slot), rax);
    a_.mov_mr(8, at(rbp, slot + 8), rdx);
    a_.movf_mr(8, at(rbp, slot + 16), xmm0);
    a_.movf_mr(8, at(rbp, slot + 24), xmm1);
}

void FrameThunk::load_result(const abi::Result&, int32_t slot) {
    a_.mov_rm(8, rax, at(rbp, slot));
    a_.mov_rm(8, rdx, at(rbp, slot + 8));
    a_.movf_rm(8, xmm0, at(rbp, slot + 16));
    a_.movf_rm(8, xmm1, at(rbp, slot + 24));
}

void FrameThunk::leave_and_return() {
    a_.leave();
    a_.ret();
}

MethodCode* FrameThunk::finish(MethodDesc* method, uint8_t flags) {
    uint32_t frame = (static_cast<uint32_t>(frame_bytes_) + 15) & ~15u;
    frame += (outgoing_bytes_ + 15) & ~15u;
    a_.patch32(frame_patch_, static_cast<int32_t>(frame));
    return publish_code({
        .method = method,
        .start = static_cast<uint8_t*>(copy_code(a_, method)),
        .size_bytes = a_.position(),
        .flags = static_cast<uint8_t>(flags | code_flags::hides_from_stack_trace),
        .prologue_size = frame_patch_ + 4,
        .frame_size = frame,
    });
}

}  // namespace celer::x64

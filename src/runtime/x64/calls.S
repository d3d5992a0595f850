# The assembly under managed calls and exception dispatch. C++ declarations: runtime/x64/calls.h.
#include "runtime/x64/assembly.inc"

# void celer_managed_call(const void* code, const RegisterArguments*, CallResult*, uint64_t boundary)
# Frame: rbp-8 .. rbp-40 rbx r12 r13 r14 r15; rbp-48 CallResult*; rbp-56 boundary.
    function celer_managed_call
    push rbp
    mov rbp, rsp
    push rbx
    push r12
    push r13
    push r14
    push r15
    push rdx
    push rcx
    sub rsp, 8
    mov rax, rdi
    mov rbx, rsi
    mov rcx, [rbx + RegisterArguments_stack_words]
    mov rdx, rcx
    inc rdx
    and rdx, -2
    shl rdx, 3
    sub rsp, rdx                    # keeps rsp a multiple of 16
    mov rsi, [rbx + RegisterArguments_stack]
    mov rdi, rsp
    rep movsq
    load_vectors rbx + RegisterArguments_vector
    mov rdi, [rbx + RegisterArguments_integer]
    mov rsi, [rbx + RegisterArguments_integer + 8]
    mov rdx, [rbx + RegisterArguments_integer + 16]
    mov rcx, [rbx + RegisterArguments_integer + 24]
    mov r8, [rbx + RegisterArguments_integer + 32]
    mov r9, [rbx + RegisterArguments_integer + 40]
    call rax
    .globl celer_managed_call_return
    .hidden celer_managed_call_return
celer_managed_call_return:
    mov rcx, [rbp - 48]
    mov [rcx + CallResult_value], rax
    mov [rcx + CallResult_high], rdx
    store_results rcx + CallResult_vector
    mov qword ptr [rcx + CallResult_exception], 0
.Lleave_managed_call:
    lea rsp, [rbp - 40]
    pop r15
    pop r14
    pop r13
    pop r12
    pop rbx
    pop rbp
    ret
    .size celer_managed_call, . - celer_managed_call

# [[noreturn]] void celer_land_at_boundary(uintptr_t frame_pointer of a celer_managed_call, Object* exception)
    function celer_land_at_boundary
    mov rbp, rdi
    mov rcx, [rbp - 48]
    mov [rcx + CallResult_exception], rsi
    jmp .Lleave_managed_call
    .size celer_land_at_boundary, . - celer_land_at_boundary

# [[noreturn]] void celer_land(uintptr_t stack_pointer, uintptr_t frame_pointer, const void* handler, Object* exception,
#                              const uint64_t* registers, uint64_t selector)
# Loads rbx r12 r13 r14 r15; the handler gets the exception in rax, the selector in rdx. What the dropped frames left just
# below the new stack pointer is cleared: scanned as part of later frames, it would keep their objects alive. The same goes
# for the registers, which are zero unless the handler expects its frame's.
    .equ cleared_bytes, 8192
    function celer_land
    mov rbx, [r8]
    mov r12, [r8 + 8]
    mov r13, [r8 + 16]
    mov r14, [r8 + 24]
    mov r15, [r8 + 32]
    mov r10, rcx
    mov r11, rdx
    mov rcx, rdi
    sub rcx, rsp
    mov r8d, cleared_bytes
    cmp rcx, r8
    cmova rcx, r8
    mov rsp, rdi
    mov rbp, rsi
    sub rdi, rcx
    shr rcx, 3
    xor eax, eax
    rep stosq
    mov rax, r10
    mov rdx, r9
    jmp r11
    .size celer_land, . - celer_land

# uint64_t celer_call_handler(const void* handler, uintptr_t frame_pointer, Object* exception, uintptr_t* resume,
#                             uintptr_t shared_variables)
# Calls a finally, fault or filter handler on the frame it belongs to. The handler keeps rbp, so the frame here is found
# from rsp. *resume gets what celer_leave_filter needs.
    function celer_call_handler
    push rbp
    mov rbp, rsp
    push rbx
    push r12
    push r13
    push r14
    push r15
    sub rsp, 8
    mov [rcx], rsp
    mov rax, rdi
    mov rdi, rdx
    mov rbp, rsi
    mov rsi, r8
    call rax
.Lleave_handler:
    add rsp, 8
    pop r15
    pop r14
    pop r13
    pop r12
    pop rbx
    pop rbp
    ret
    .size celer_call_handler, . - celer_call_handler

# [[noreturn]] void celer_leave_filter(uintptr_t resume): the filter's own exception is swallowed, its answer is 0.
    function celer_leave_filter
    mov rsp, rdi
    xor eax, eax
    jmp .Lleave_handler
    .size celer_leave_filter, . - celer_leave_filter

# Where a signal handler sends a thread whose instruction faulted: as if the faulting instruction had called this.
# rdi = FaultKind, rsi = rip of the fault (rdx = 1) or the return address of the frameless stub that faulted (rdx = 0).
# rbp is that of the managed frame; managed code has no red zone below rsp.
    function celer_fault_entry
    .cfi_startproc
    mov rcx, rbp
    push rsi
    push rbp
    .cfi_def_cfa rbp, 16
    .cfi_offset rbp, -16
    mov rbp, rsp
    and rsp, -16
    call celer_on_fault
    ud2
    .cfi_endproc
    .size celer_fault_entry, . - celer_fault_entry

    .section .note.GNU-stack, "", @progbits

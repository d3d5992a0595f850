# celer_record_store(const void* address, uint32_t size_bytes): gc::record_store, with all registers kept, as the middle of
# a compiled store needs them.
#include "runtime/x64/assembly.inc"

    function celer_record_store
    push rbp
    mov rbp, rsp
    push rax
    push rcx
    push rdx
    push rsi
    push rdi
    push r8
    push r9
    push r10
    push r11
    mov rax, rsp
    sub rsp, 256
    and rsp, -16
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movups [rsp + 16 * \number], xmm\number
    .endr
    push rax
    push rax
    call celer_note_store
    pop rax
    pop rax
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movups xmm\number, [rsp + 16 * \number]
    .endr
    mov rsp, rax
    pop r11
    pop r10
    pop r9
    pop r8
    pop rdi
    pop rsi
    pop rdx
    pop rcx
    pop rax
    pop rbp
    ret
    .size celer_record_store, . - celer_record_store
    .section .note.GNU-stack, "", @progbits

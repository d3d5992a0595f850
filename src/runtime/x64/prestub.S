# Stubs that a managed call enters before it has a target: they keep the argument registers, ask C++ for the target and
# jump there. The frame is an ordinary rbp frame, so that stack walks pass through it to the caller.
#include "runtime/x64/assembly.inc"

# Saves rdi rsi rdx rcx r8 r9 r10 r11 at rbp-8 .. rbp-64 and xmm0-7 below them. rsp is a multiple of 16 afterwards.
# The unwind tables are for exceptions that C++ throws from here (runtime/callee_saved.h).
    .macro save_arguments
    .cfi_startproc
    push rbp
    mov rbp, rsp
    .cfi_def_cfa rbp, 16
    .cfi_offset rbp, -16
    push rdi
    push rsi
    push rdx
    push rcx
    push r8
    push r9
    push r10
    push r11
    sub rsp, 128
    movups [rsp], xmm0
    movups [rsp + 16], xmm1
    movups [rsp + 32], xmm2
    movups [rsp + 48], xmm3
    movups [rsp + 64], xmm4
    movups [rsp + 80], xmm5
    movups [rsp + 96], xmm6
    movups [rsp + 112], xmm7
    .endm

    .macro restore_arguments
    movups xmm0, [rsp]
    movups xmm1, [rsp + 16]
    movups xmm2, [rsp + 32]
    movups xmm3, [rsp + 48]
    movups xmm4, [rsp + 64]
    movups xmm5, [rsp + 80]
    movups xmm6, [rsp + 96]
    movups xmm7, [rsp + 112]
    add rsp, 128
    pop r11
    pop r10
    pop r9
    pop r8
    pop rcx
    pop rdx
    pop rsi
    pop rdi
    pop rbp
    .endm

# r11 = MethodDesc*. celer_prepare_method stores the entry (offset 0), which is then jumped through.
    function celer_prestub
    save_arguments
    mov rdi, r11
    call celer_prepare_method
    restore_arguments
    jmp [r11]
    .cfi_endproc
    .size celer_prestub, . - celer_prestub

# r10 = interface MethodDesc*. The receiver is in rdi, or in rsi behind a hidden return buffer: C++ knows from the signature.
    function celer_interface_resolve
    save_arguments
    mov rdx, r10
    call celer_resolve_interface
    mov [rbp - 64], rax             # comes back as r11
    restore_arguments
    jmp r11
    .cfi_endproc
    .size celer_interface_resolve, . - celer_interface_resolve

    .section .note.GNU-stack, "", @progbits

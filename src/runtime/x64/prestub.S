# Stubs that a managed call enters before it has a target: they keep the argument registers, ask C++ for the target and
# jump there. The frame is an ordinary rbp frame, so that stack walks pass through it to the caller.
#include "runtime/x64/assembly.inc"

# Saves rdi rsi rdx rcx r8 r9 r10 r11 at rbp-8 .. rbp-64 and the vector registers 0-7 below them, 32 bytes each. rsp is a multiple of 16 afterwards.
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
    sub rsp, 256
    store_vectors rsp
    .endm

    .macro restore_arguments
    load_vectors rsp
    add rsp, 256
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

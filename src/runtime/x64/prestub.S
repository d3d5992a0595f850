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

# Zeroes a register that the frame at [rbp] has saved: it needs its own value no more, and the callee would save it.
    .macro forget_register bit, name
    test byte ptr [rbp + 24], \bit
    jz 5f
    xor \name, \name
5:
    .endm

# Behind the address of code for an OSR point and the mask of the callee-saved registers that the frame has saved: calls the code with
# rdi = the registers of the frame (OsrFrame), which it clears once it has them. The result stays where it is; whoever
# called returns it.
    function celer_enter_osr
    .cfi_startproc
    push rbp
    mov rbp, rsp
    .cfi_def_cfa rbp, 16
    .cfi_offset rbp, -16
    and rsp, -32
    sub rsp, sizeof_OsrFrame
    mov [rsp + OsrFrame_integers + 0], rax
    mov [rsp + OsrFrame_integers + 8], rcx
    mov [rsp + OsrFrame_integers + 16], rdx
    mov [rsp + OsrFrame_integers + 24], rbx
    mov rax, [rbp]
    mov [rsp + OsrFrame_integers + 40], rax     # the frame's rbp
    mov [rsp + OsrFrame_integers + 48], rsi
    mov [rsp + OsrFrame_integers + 56], rdi
    mov [rsp + OsrFrame_integers + 64], r8
    mov [rsp + OsrFrame_integers + 72], r9
    mov [rsp + OsrFrame_integers + 80], r10
    mov [rsp + OsrFrame_integers + 88], r11
    mov [rsp + OsrFrame_integers + 96], r12
    mov [rsp + OsrFrame_integers + 104], r13
    mov [rsp + OsrFrame_integers + 112], r14
    mov [rsp + OsrFrame_integers + 120], r15
    cmp byte ptr [rip + celer_has_wide_vectors], 0
    je 3f
    .irp n, 8, 9, 10, 11, 12, 13, 14, 15
    vmovups [rsp + OsrFrame_floats + 32 * \n], ymm\n
    .endr
    store_vectors rsp + OsrFrame_floats
    vzeroupper
    jmp 4f
3:
    .irp n, 8, 9, 10, 11, 12, 13, 14, 15
    movups [rsp + OsrFrame_floats + 32 * \n], xmm\n
    .endr
    store_vectors rsp + OsrFrame_floats
    .irp n, 8, 9, 10, 11, 12, 13, 14, 15
    movups [rsp + OsrFrame_floats + 16 + 32 * \n], xmm8  # zero by now
    .endr
4:
    forget_register 1, ebx
    forget_register 2, r12d
    forget_register 4, r13d
    forget_register 8, r14d
    forget_register 16, r15d
    mov rdi, rsp
    call [rbp + 16]
    leave
    ret
    .cfi_endproc
    .size celer_enter_osr, . - celer_enter_osr

    .section .note.GNU-stack, "", @progbits

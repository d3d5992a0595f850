# celer_leave_managed_mode(Thread*): records what a collection must scan of a thread in Native mode, then lets go.
#include "runtime/x64/assembly.inc"

    function celer_leave_managed_mode
    mov [rdi + Thread_saved_registers], rbx
    mov [rdi + Thread_saved_registers + 8], rbp
    mov [rdi + Thread_saved_registers + 16], r12
    mov [rdi + Thread_saved_registers + 24], r13
    mov [rdi + Thread_saved_registers + 32], r14
    mov [rdi + Thread_saved_registers + 40], r15
    mov [rdi + Thread_stack_low], rsp
    mov dword ptr [rdi + Thread_mode], 0        # Native: a release store on x86
    ret
    .size celer_leave_managed_mode, . - celer_leave_managed_mode
    .section .note.GNU-stack, "", @progbits

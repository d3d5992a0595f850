# celer_leave_managed_mode(Thread*): records what a collection must scan of a thread in Native mode, then lets go.
# Offsets of Thread: checked by static_assert in runtime/x64/calls.cpp.
#include "runtime/x64/assembly.inc"

    function celer_leave_managed_mode
    mov [rdi + 104], rbx
    mov [rdi + 112], rbp
    mov [rdi + 120], r12
    mov [rdi + 128], r13
    mov [rdi + 136], r14
    mov [rdi + 144], r15
    mov [rdi + 24], rsp        # stack_low
    mov dword ptr [rdi], 0     # mode = Native: a release store on x86
    ret
    .size celer_leave_managed_mode, . - celer_leave_managed_mode
    .section .note.GNU-stack, "", @progbits

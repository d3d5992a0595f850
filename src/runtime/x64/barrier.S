# celer_before_store(const void* slot): gc::before_store, in the middle of a compiled store: changes the flags only.
#include "runtime/x64/assembly.inc"

    .hidden _ZN5celer2gc9g_barrierE  # gc::g_barrier

    function celer_before_store
    push r11
    mov r11, rdi
    sub r11, [rip + _ZN5celer2gc9g_barrierE + BarrierCells_heap_begin]
    cmp r11, [rip + _ZN5celer2gc9g_barrierE + BarrierCells_heap_bytes]
    jae 1f
    mov r11, rdi
    shr r11, 7
    add r11, [rip + _ZN5celer2gc9g_barrierE + BarrierCells_cards]
    cmp byte ptr [r11], 0
    jne 1f
    mov byte ptr [r11], 2
    mov r11, rdi
    shr r11, 15
    add r11, [rip + _ZN5celer2gc9g_barrierE + BarrierCells_logged]
    mov byte ptr [r11], 1
1:
    pop r11
    ret
    .size celer_before_store, . - celer_before_store
    .section .note.GNU-stack, "", @progbits

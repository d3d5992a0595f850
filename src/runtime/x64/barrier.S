# celer_before_store(const void* slot): gc::before_store, in the middle of a compiled store: changes rdi and the flags only.
#include "runtime/x64/assembly.inc"

    .hidden _ZN5celer2gc9g_barrierE  # gc::g_barrier

    function celer_before_store
    sub rdi, [rip + _ZN5celer2gc9g_barrierE + BarrierCells_heap_begin]
    cmp rdi, [rip + _ZN5celer2gc9g_barrierE + BarrierCells_heap_bytes]
    jae 1f
    add rdi, [rip + _ZN5celer2gc9g_barrierE + BarrierCells_heap_begin]
    shr rdi, 7
    add rdi, [rip + _ZN5celer2gc9g_barrierE + BarrierCells_cards]
    cmp byte ptr [rdi], 0
    jne 1f
    mov byte ptr [rdi], 2
    sub rdi, [rip + _ZN5celer2gc9g_barrierE + BarrierCells_cards]
    shr rdi, 15 - 7
    add rdi, [rip + _ZN5celer2gc9g_barrierE + BarrierCells_logged]
    mov byte ptr [rdi], 1
1:
    ret
    .size celer_before_store, . - celer_before_store
    .section .note.GNU-stack, "", @progbits

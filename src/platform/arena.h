// The arena: one reserved address range that holds all the engine knows about types, methods and code.
//
// Invariants (the arena rule):
// - The whole range lies below 2 GiB: an arena address fits a positive signed 32-bit immediate or displacement.
// - No word of a persistent section points outside the arena: not to malloc memory, a C++ vtable, a thread, a mapped
//   assembly or a shared library. What must point outside lives in Section::Process.
// - Section::Process comes up zeroed and belongs to one process (statics, class-initialised flags, handles, caches);
//   its words are taken by kind (platform/process_cells.h).
// - The persistent sections can be written to a file and mapped from it, at the same addresses, by another process
//   (platform/arena_file.h); that finds everything from the ArenaRoots (platform/arena_roots.h).
// - Section::Code is mapped executable at its arena address and writable only through an alias (write_code).
// - Memory is handed out zeroed. arena_allocate's is never freed; what can be unloaded takes its own from a LoaderHeap
//   (platform/loader_heap.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/result.h"

namespace celer {

enum class Section : uint8_t {
    Types,     // MethodTables, method and field descriptors, names, instantiation tables
    Code,      // executable; write with write_code()
    CodeData,  // method code records, EH clauses, ip maps
    Frozen,    // frozen objects: string literals, runtime type objects
    Process,   // values that belong to this process
};
inline constexpr int section_count = 5;

// Reserves the range; call once, first. base == 0 draws a random base. Aborts with a message if no room is left. With
// the option ArenaRead the persistent sections come from that file.
void arena_initialize(uintptr_t base = 0);
bool arena_is_mapped();  // from a file
// Whether another process may run the code that this one makes: then code rests on nothing of this process.
bool arena_will_be_written();

// Asked before everything that a program can repeat without bound: preparing a method, making a type or a method,
// loading an assembly. A section that is nearly full makes it fail with OutOfMemory. Part of what is left, in
// every section, is opened by that, for the program to deal with the exception; the last part only serves what had
// been admitted.
Result<void> admit_growth();
// Whether admit_growth() would succeed; opens nothing. For work that is left undone when memory is short.
bool arena_admits_growth();
// For a thread that does only such work: what it is refused opens nothing either, since no program hears of it.
void leave_growth_to_others();
// For the thread of finalizers, where the exception would end the process: it is admitted to all but the last part.
void grow_past_limits();
// Before a piece whose size input decides: is there room for it without touching what is left for the end?
bool arena_has_room(Section section, size_t size_bytes);

// Zeroed memory; alignment is a power of two. Thread-safe, lock-free. Panics with a message when the section is full:
// who lets a program get so far has not asked admit_growth().
void* arena_allocate(Section section, size_t size_bytes, size_t alignment = 8);

// T has no padding: copied whole, indeterminate padding could look like a stray address to the check of the arena rule.
template <typename T>
    requires std::has_unique_object_representations_v<T>
T* arena_new(Section section, size_t count = 1) {
    return static_cast<T*>(arena_allocate(section, sizeof(T) * count, alignof(T) < 8 ? 8 : alignof(T)));
}

// Copies characters into Section::Types and terminates them with a zero byte.
const char* arena_string(const char* characters, size_t length);

// Writes into Section::Code, through its writable alias; processors that run the code see it afterwards. Whoever may
// run it gets to know of it later than that (release and acquire).
void write_code(void* code_address, const void* bytes, size_t size_bytes);
// Eight aligned bytes of code that others may be running: these run what was there or all of what comes.
void write_code_word(void* code_address, uint64_t word);
// The writable alias of an address in Section::Code: for what is no code, of memory that is free.
void* code_alias(const void* code_address);

struct AddressRange {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    bool contains(uintptr_t address) const { return address - begin < end - begin; }
};

const char* section_name(Section section);

// The whole reserved range, a section's reserved range (the types' begins with the first whole huge page), and the part
// of it in use.
AddressRange arena_range();
AddressRange section_range(Section section);
AddressRange section_used(Section section);

extern AddressRange
    g_code_range;  // == section_range(Section::Code); a global because signal handlers and walkers test it

inline bool in_managed_code(uintptr_t ip) {
    return g_code_range.contains(ip);
}

// Debug check of the arena rule: counts words of the persistent sections that hold the address of a mapping outside the
// arena, prints the first ones to stderr with what they point to. Of code it looks at what instructions load as 64-bit
// immediates, not at constants beside it: their bytes cannot be told from instructions'.
size_t arena_check();

}  // namespace celer

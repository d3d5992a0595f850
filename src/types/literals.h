// Interned strings: the literals of ldstr and String.Intern share one table, so equal contents are one object.
//
// A literal is a frozen object in Section::Frozen, made on first use. A string of the heap that a program interned
// first stays the one for its content; it is held by a strong handle in a process table, because arena tables may not
// point into the heap. A literal of code that can be unloaded is such a string too, held by its loader allocators only.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "object/object.h"
#include "types/assembly.h"
#include "types/loader_allocator.h"

namespace celer {

void initialize_literals();  // tells the collector

Result<StringObject*> string_literal(Module* module, uint32_t token);  // 0x70......
StringObject* intern_literal(std::u16string_view content);  // the interned string; a frozen one if there is none
// The interned string of a literal's content, which the allocator keeps from now on; `string` itself if there is none.
StringObject* keep_literal(StringObject* string, LoaderAllocator* allocator);
StringObject* find_interned(std::u16string_view content);  // String.IsInterned: or null
StringObject* intern_string(StringObject* string);         // String.Intern: string itself if its content is new

}  // namespace celer

#include "code/process_cells.h"

#include <cstring>

#include "gc/barrier.h"
#include "platform/process_cells.h"
#include "types/assembly.h"
#include "types/literals.h"

namespace celer {

const void** new_rva_cell(const MethodDesc* method, const Module* module, uint32_t rva) {
    auto** cell = static_cast<const void**>(
        take_recorded_cell(ProcessCell::RvaData, loader_heap_of(method), sizeof(void*), module, rva));
    *cell = module->rva_data(rva, 1);
    return cell;
}

Object* const* new_heap_string_cell(const MethodDesc* method, Object* string) {
    const auto* content = static_cast<const StringObject*>(string);
    auto length = static_cast<uint32_t>(content->length);
    LoaderHeap* heap = loader_heap_of(method);
    void* text = heap_allocate(heap, Section::Types, length * sizeof(char16_t) + 1);
    std::memcpy(text, content->characters, length * sizeof(char16_t));
    void* cell = take_recorded_cell(ProcessCell::HeapString, heap, sizeof(Object*), text, length);
    gc::store_reference(static_cast<Object**>(cell), string);  // which the table of interned strings keeps alive
    return static_cast<Object* const*>(cell);
}

bool fill_rva_cell(const CellRecord& record) {
    const auto* module = static_cast<const Module*>(record.subject.get());
    const uint8_t* data = module->rva_data(record.argument, 1);
    *static_cast<const void**>(record.cell.get()) = data;
    return data != nullptr;
}

bool fill_heap_string_cell(const CellRecord& record) {
    const auto* text = static_cast<const char16_t*>(record.subject.get());
    gc::store_reference(static_cast<Object**>(record.cell.get()), intern_literal({text, record.argument}));
    return true;
}

}  // namespace celer

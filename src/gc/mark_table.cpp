#include "gc/mark_table.h"

#include <cstring>

#include "platform/memory.h"

namespace celer::gc {

namespace {
constexpr size_t bit_bytes_per_block = words_per_block * sizeof(uint64_t);
}

bool MarkTable::initialize(uintptr_t heap_begin, size_t blocks) {
    begin_ = heap_begin;
    bits_ = static_cast<uint64_t*>(reserve_memory(blocks * bit_bytes_per_block));
    lines_ = static_cast<uint8_t*>(reserve_memory(blocks * lines_per_block));
    if (bits_ != nullptr && lines_ != nullptr) return true;
    release(blocks);
    return false;
}

void MarkTable::release(size_t blocks) {
    if (bits_ != nullptr) release_memory(bits_, blocks * bit_bytes_per_block);
    if (lines_ != nullptr) release_memory(lines_, blocks * lines_per_block);
    *this = MarkTable();
}

void MarkTable::clear(size_t block, size_t count) {
    std::memset(words(block), 0, count * bit_bytes_per_block);
    std::memset(lines(block), 0, count * lines_per_block);
}

void MarkTable::decommit(size_t block, size_t end) {
    decommit_rows(bits_, bit_bytes_per_block, block, end);
    decommit_rows(lines_, lines_per_block, block, end);
}

void MarkTable::populate(size_t block, size_t count) {
    populate_memory(words(block), count * bit_bytes_per_block);
    populate_memory(lines(block), count * lines_per_block);
}

}  // namespace celer::gc

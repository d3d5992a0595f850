#include "gc/card_table.h"

#include <cstring>

#include "platform/memory.h"

namespace celer::gc {

bool CardTable::initialize(uintptr_t heap_begin, size_t blocks) {
    constexpr size_t count = 5;
    size_t sizes[count] = {blocks * cards_per_block, blocks, blocks, blocks * cards_per_block, blocks};
    uint8_t** tables[count] = {&cards_, &logged_, &ages_, &stored_to_, &has_stored_to_};
    bool all = true;
    for (size_t i = 0; i < count; i++) {
        *tables[i] = static_cast<uint8_t*>(reserve_memory(sizes[i]));
        all &= *tables[i] != nullptr;
    }
    begin_ = heap_begin;
    for (size_t i = 0; !all && i < count; i++) {
        if (*tables[i] != nullptr) release_memory(*tables[i], sizes[i]);
        *tables[i] = nullptr;
    }
    return all;
}

void CardTable::decommit(size_t block, size_t end) {
    for (uint8_t* table : {cards_, stored_to_}) decommit_rows(table, cards_per_block, block, end);
}

void CardTable::make_young(size_t block, size_t first_line, size_t line_count) {
    std::memset(of_block(block) + first_line, static_cast<int>(Card::Young), line_count);
    __atomic_fetch_or(ages_ + block, block_age::young, __ATOMIC_RELAXED);
}

BarrierCells CardTable::cells(size_t heap_bytes) const {
    return {
        .heap_begin = begin_,
        .heap_bytes = heap_bytes,
        .cards = reinterpret_cast<uintptr_t>(cards_) - (begin_ >> card_shift),
        .logged = reinterpret_cast<uintptr_t>(logged_) - (begin_ >> block_shift),
    };
}

}  // namespace celer::gc

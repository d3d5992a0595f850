#include "gc/cards.h"

#include <cstring>

#include "gc/heap_state.h"
#include "gc/marker.h"

namespace celer::gc {

namespace {

constexpr auto clean = static_cast<uint8_t>(Card::Clean);
constexpr auto young = static_cast<uint8_t>(Card::Young);
constexpr auto logged = static_cast<uint8_t>(Card::Logged);
constexpr auto kept = static_cast<uint8_t>(Card::Kept);

constexpr size_t cards_per_word = sizeof(uint64_t);

// Calls visit(block) for each block whose byte is not 0.
template <typename Visit>
void for_each_flagged(const uint8_t* flags, size_t count, Visit visit) {
    for (size_t block = 0; block < count; block += cards_per_word) {
        uint64_t eight = 0;
        std::memcpy(&eight, flags + block, std::min(cards_per_word, count - block));
        if (eight == 0) continue;
        for (size_t i = block; i < block + cards_per_word && i < count; i++) {
            if (flags[i] != 0) visit(i);
        }
    }
}

// The marked objects of a line of small ones, from the one that reaches into it.
void scan_small(Marker& marker, Space& space, size_t block, uint8_t* low, uint8_t* high) {
    auto begin = reinterpret_cast<uintptr_t>(low);
    if (Object* object = space.last_object(space.mark_words(block), block, begin)) {
        if (begin < reinterpret_cast<uintptr_t>(object) - object_prefix + object->size_bytes())
            marker.mark_between(object, low, high);
    }
    const uint64_t* words = space.mark_words(block);
    auto first = static_cast<size_t>(low - space.block_begin(block)) / granule_size + 1;
    size_t end = std::min(first + line_size / granule_size, words_per_block * 64);
    for (size_t granule = first; granule < end; granule++) {
        if (test_bit(words, granule))
            marker.mark_between(reinterpret_cast<Object*>(space.block_begin(block) + granule * granule_size), low,
                                high);
    }
}

void scan_line(Marker& marker, Space& space, size_t block, size_t line) {
    uint8_t* low = space.block_begin(block) + line * line_size;
    uint8_t* high = low + line_size;
    switch (space.kind(block)) {
        case BlockKind::Unused:
        case BlockKind::Free:
            return;
        case BlockKind::Small:
            return scan_small(marker, space, block, low, high);
        case BlockKind::LargeHead:
        case BlockKind::LargeTail: {
            auto* object = reinterpret_cast<Object*>(space.block_begin(space.large_head(block)) + object_prefix);
            if (space.is_marked(object)) marker.mark_between(object, low, high);
            return;
        }
    }
}

// Kept becomes Logged, all else Clean. Whether any is Logged.
bool settle_block(uint8_t* cards) {
    bool any = false;
    for (size_t line = 0; line < lines_per_block; line++) {
        bool is_kept = cards[line] == kept;
        cards[line] = is_kept ? logged : clean;
        any |= is_kept;
    }
    return any;
}

// The line that the next object begins in may hold old ones.
void make_young_again(Space& space, const AllocContext& context) {
    if (context.pointer == nullptr || context.unparsed_begin == context.buffer_end) return;
    size_t block = space.block_of(context.unparsed_begin);
    uint8_t* memory = space.block_begin(block);
    size_t first = (static_cast<size_t>(context.unparsed_begin - memory) + line_size - 1) / line_size;
    size_t end = static_cast<size_t>(context.buffer_end - memory) / line_size;
    if (first < end) std::memset(space.cards().of_block(block) + first, young, end - first);
}

}  // namespace

void keep_cards(Object* object) {
    Space& space = heap().space;
    uint8_t* memory = reinterpret_cast<uint8_t*>(object) - object_prefix;
    uint8_t* card = space.cards().of(memory);
    uint8_t* last = space.cards().of(memory + object->size_bytes() - 1);
    for (; card <= last; card++) {
        if (*card == clean) continue;
        *card = kept;
        space.cards().logged()[space.cards().block_of(card)] = 1;
    }
}

void mark_from_logged(Marker& marker) {
    Space& space = heap().space;
    for_each_flagged(space.cards().logged(), space.block_count(), [&](size_t block) {
        const uint8_t* cards = space.cards().of_block(block);
        for (size_t line = 0; line < lines_per_block; line++) {
            if (cards[line] >= logged) scan_line(marker, space, block, line);
        }
    });
}

void settle_cards() {
    Space& space = heap().space;
    for_each_flagged(space.cards().logged(), space.block_count(), [&](size_t block) {
        space.cards().logged()[block] = settle_block(space.cards().of_block(block));
    });
    for_each_flagged(space.cards().ages(), space.block_count(), [&](size_t block) {
        if ((space.cards().ages()[block] & block_age::young) == 0) return;
        size_t count = space.kind(block) == BlockKind::LargeHead ? space.info(block).large_blocks : 1;
        for (size_t i = block; i < block + count; i++) {
            if (space.cards().logged()[i] == 0) settle_block(space.cards().of_block(i));
        }
    });
    for (AllocContext* context = heap().contexts; context != nullptr; context = context->next)
        make_young_again(space, *context);
}

}  // namespace celer::gc

#include "gc/cards.h"

#include <bit>
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
constexpr uint64_t each_card = ~uint64_t{0} / 0xff;                   // 1 for each
static_assert(clean == 0 && young == 1 && logged == 2 && kept == 3);  // the second bit is that of what was logged

// Lines on their way to be looked at, so that they are in the cache by then.
class LineQueue {
  public:
    LineQueue(Marker& marker, Space& space) : marker_(marker), space_(space) {}

    void add(size_t block, uint8_t* line) {
        space_.marks().prefetch_mark(line);
        for (size_t at = 0; at < line_size; at += 64) __builtin_prefetch(line + at);
        if (count_ == distance) take();
        lines_[(head_ + count_++) % distance] = line;
    }
    void take_all() {
        while (count_ > 0) take();
    }

  private:
    static constexpr size_t distance = 16;

    void take() {
        marker_.mark_from_line(lines_[head_]);
        head_ = (head_ + 1) % distance;
        count_--;
    }

    Marker& marker_;
    Space& space_;
    uint8_t* lines_[distance];
    size_t head_ = 0;
    size_t count_ = 0;
};

// Kept becomes Logged, all else Clean. Whether any is Logged.
bool settle_block(uint8_t* cards) {
    uint64_t any = 0;
    for (size_t line = 0; line < lines_per_block; line += cards_per_word) {
        uint64_t word;
        std::memcpy(&word, cards + line, sizeof word);
        uint64_t are_kept = word & word >> 1 & each_card;
        word = are_kept * logged;
        std::memcpy(cards + line, &word, sizeof word);
        any |= are_kept;
    }
    return any != 0;
}

// Calls visit(line) for each line of the block whose card is Logged or Kept.
template <typename Visit>
void for_each_logged_line(const uint8_t* cards, Visit visit) {
    for (size_t line = 0; line < lines_per_block; line += cards_per_word) {
        uint64_t word;
        std::memcpy(&word, cards + line, sizeof word);
        for (word &= each_card * logged; word != 0; word &= word - 1)
            visit(line + static_cast<size_t>(std::countr_zero(word)) / 8);
    }
}

// The line that the next object begins in may hold old ones.
void make_young_again(Space& space, const AllocContext& context) {
    if (context.pointer == nullptr) return;
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

size_t mark_from_logged(Marker& marker, size_t first, size_t end) {
    Space& space = heap().space;
    size_t lines = 0;
    bool is_marking_beside = heap().cycle.phase() == Cycle::Phase::Marking;
    LineQueue queue(marker, space);
    for_each_flagged(space.cards().logged() + first, end - first, [&](size_t index) {
        size_t block = first + index;
        for_each_logged_line(space.cards().of_block(block), [&](size_t line) {
            queue.add(block, space.block_begin(block) + line * line_size);
            lines++;
            if (!is_marking_beside) return;
            space.cards().stored_to()[block * lines_per_block + line] = logged;
            space.cards().has_stored_to()[block] = 1;
        });
    });
    queue.take_all();
    return lines;
}

bool mark_from_stored_to(Marker& marker, size_t blocks, MarkingLimit& limit) {
    Space& space = heap().space;
    CardTable& cards = space.cards();
    bool is_complete = true;
    for_each_flagged(cards.has_stored_to(), blocks, [&](size_t block) {
        is_complete = is_complete && !limit.is_reached(marker.bytes_so_far());
        if (!is_complete) return;
        cards.has_stored_to()[block] = 0;
        LineQueue queue(marker, space);
        uint8_t* lines = cards.stored_to() + block * lines_per_block;
        for_each_logged_line(lines, [&](size_t line) {
            lines[line] = 0;
            queue.add(block, space.block_begin(block) + line * line_size);
        });
        queue.take_all();
        is_complete = marker.drain_until(limit);
    });
    return is_complete;
}

void forget_stored_to() {
    Space& space = heap().space;
    for_each_flagged(space.cards().has_stored_to(), space.block_count(), [&](size_t block) {
        std::memset(space.cards().stored_to() + block * lines_per_block, 0, lines_per_block);
        space.cards().has_stored_to()[block] = 0;
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

#include "gc/evacuation.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "gc/finalization.h"
#include "gc/handles.h"
#include "gc/heap_state.h"
#include "gc/slots.h"
#include "platform/memory.h"

namespace celer::gc {

namespace {

constexpr size_t sparse_bytes = block_size / 4 * 3;  // a block with more is left as it is
constexpr uint64_t longest_moving_ns = 2'000'000;    // at the end of a cycle; to tell others takes about as long

bool has_marked_lines(Space& space, size_t block) {
    const uint8_t* lines = space.marks().lines(block);
    return std::any_of(lines, lines + lines_per_block, [](uint8_t mark) { return mark != 0; });
}

}  // namespace

Evacuation::Evacuation(Heap& heap, std::unique_ptr<SparseBlocks> chosen)
    : heap_(heap),
      space_(heap.space),
      chosen_(std::move(chosen)),
      is_held_(space_.block_count()),
      is_moved_(space_.block_count()) {}

// From the highest block down, and to the lowest that are free: large objects need blocks side by side, and what is
// free at the end of the heap can be forgotten.
void Evacuation::run() {
    // What a thread fills goes on being its own.
    for (AllocContext* context = heap_.contexts; context != nullptr; context = context->next) {
        if (context->pointer != nullptr) is_held_[space_.block_of(context->unparsed_begin)] = true;
    }
    if (chosen_ != nullptr) {
        uint64_t end_ns = monotonic_time_ns() + longest_moving_ns;
        for (size_t block : chosen_->blocks()) {
            if (monotonic_time_ns() >= end_ns || !empty(block)) break;
        }
    } else {
        for (size_t block = is_held_.size(); block-- > 0;) {
            if (!empty(block)) break;
        }
    }
    if (heap_.moved_blocks != 0) update_references();
}

// If it may move. False: there is no room left for others, either.
bool Evacuation::empty(size_t block) {
    if (!may_move(block)) return true;
    size_t bytes = live_bytes(block);
    if (bytes > (heap_.moves_all ? block_size : sparse_bytes)) return true;
    if (!has_room_for(bytes)) return false;
    move_block(block);
    heap_.moved_blocks++;
    return true;
}

bool Evacuation::may_move(size_t block) {
    return space_.kind(block) == BlockKind::Small && !space_.info(block).pinned && !is_held_[block] &&
           (chosen_ == nullptr || chosen_->contains(block)) && has_marked_lines(space_, block);
}

// Whether it survived a collection before this one. At the end of a cycle the marks have been exchanged, and no block
// is swept.
bool Evacuation::was_old(const Object* object) const {
    return chosen_ == nullptr ? space_.is_old(object) : space_.next_marks().is_marked(object);
}

void Evacuation::make_old(const Object* object) {
    if (chosen_ == nullptr) {
        space_.set_old(object);
    } else {
        space_.next_marks().set(object);
    }
}

size_t Evacuation::live_bytes(size_t block) {
    size_t bytes = 0;
    space_.for_each_object(block, space_.marks().words(block), [&](Object* object) { bytes += object->size_bytes(); });
    return bytes;
}

// All of a block moves, or nothing of it. What does not fit any more fits one free block.
bool Evacuation::has_room_for(size_t size_bytes) {
    if (static_cast<size_t>(to_end_ - to_) >= size_bytes) return true;
    if (spare_ == nullptr) spare_ = next_free_block();
    return spare_ != nullptr;
}

// Null: there is none.
uint8_t* Evacuation::next_free_block() {
    size_t block = next_dead_block();
    if (block == SIZE_MAX) {
        uint8_t* memory = space_.take_block(false);
        if (memory == nullptr) return nullptr;
        block = space_.block_of(memory);
    }
    is_held_.resize(std::max(is_held_.size(), block + 1));
    is_moved_.resize(is_held_.size());
    is_held_[block] = true;
    filled_.push_back(block);
    std::memset(space_.old_words(block), 0, words_per_block * sizeof(uint64_t));
    if (chosen_ != nullptr) space_.next_marks().clear(block, 1);
    std::memset(space_.cards().of_block(block), static_cast<int>(Card::Clean), cards_per_block);
    space_.cards().logged()[block] = 0;
    space_.info(block).has_bits = true;
    return space_.block_begin(block);
}

// One that the sweep would find free. SIZE_MAX: there is none.
size_t Evacuation::next_dead_block() {
    for (; next_dead_ < is_held_.size(); next_dead_++) {
        size_t block = next_dead_;
        bool is_dead = space_.kind(block) == BlockKind::Small && !space_.info(block).pinned && !is_held_[block] &&
                       !is_moved_[block] && !has_marked_lines(space_, block);
        if (is_dead) return next_dead_++;
    }
    return SIZE_MAX;
}

void Evacuation::move_block(size_t block) {
    uint64_t* marks = space_.marks().words(block);
    space_.for_each_object(block, marks, [this](Object* object) { move(object); });
    std::memset(marks, 0, words_per_block * sizeof(uint64_t));
    std::memset(space_.marks().lines(block), 0, lines_per_block);
    is_moved_[block] = true;
}

void Evacuation::move(Object* object) {
    size_t size_bytes = object->size_bytes();
    if (static_cast<size_t>(to_end_ - to_) < size_bytes) {
        to_ = std::exchange(spare_, nullptr);
        to_end_ = to_ + block_size;
    }
    std::memcpy(to_, reinterpret_cast<uint8_t*>(object) - object_prefix, size_bytes);
    auto* moved = reinterpret_cast<Object*>(to_ + object_prefix);
    auto begin = reinterpret_cast<uintptr_t>(to_);
    to_ += size_bytes;
    space_.marks().set(moved);
    space_.marks().mark_lines(begin, begin + size_bytes - 1);
    if (was_old(object)) make_old(moved);
    *new_address(object) = moved;
}

// Of one that has moved.
Object** Evacuation::new_address(Object* object) {
    return reinterpret_cast<Object**>(object);
}

void Evacuation::update(Object** slot) {
    Object* object = *slot;
    if (space_.contains(object) && is_moved_[space_.block_of(object)]) *slot = *new_address(object);
}

void Evacuation::update_objects(size_t block) {
    space_.for_each_object(block, space_.marks().words(block),
                           [this](Object* object) { for_each_slot(object, [this](Object** slot) { update(slot); }); });
}

void Evacuation::update_references() {
    if (chosen_ != nullptr) {
        chosen_->for_each_reference([this](Object* const* slot, size_t block) {
            if (is_moved_[block]) update(const_cast<Object**>(slot));
        });
        for (size_t block : filled_) update_objects(block);
    } else {
        for (size_t block = 0; block < space_.block_count(); block++) {
            if (space_.kind(block) == BlockKind::Small || space_.kind(block) == BlockKind::LargeHead)
                update_objects(block);
        }
    }
    auto update_others = [](void* self, Object** slot) { static_cast<Evacuation*>(self)->update(slot); };
    visit_weak_slots(update_others, this);
    visit_finalizables(update_others, this);
}

}  // namespace celer::gc

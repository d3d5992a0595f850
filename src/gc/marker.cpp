#include "gc/marker.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "gc/cards.h"
#include "platform/loader_heap.h"
#include "platform/memory.h"

namespace celer::gc {

namespace {
constexpr size_t elements_per_piece = 2048;
constexpr size_t prefetch_distance = 16;
}  // namespace

void Marker::mark_layout(const uint8_t* base, const GcLayout* layout) {
    for (uint32_t i = 0; i < layout->series_count; i++) {
        const GcSeries& series = layout->series[i];
        mark_slots(reinterpret_cast<Object* const*>(base + series.offset), series.slot_count);
    }
}

// Code, types and records that can be unloaded live while a stack names them.
void Marker::mark_keeper(uintptr_t address) {
    LoaderHeap* owner = loader_heap_of(address);
    if (owner == nullptr) return;
    __atomic_store_n(&owner->named_in_collection, heap_.collections.load(std::memory_order_relaxed), __ATOMIC_RELAXED);
    mark(static_cast<Object*>(*owner->keeper));
}

// Null is visited too.
template <typename Visit>
void Marker::visit_held(uintptr_t word, Visit visit) {
    visit(space_.find_object(word));
    // One past the end of an object: compilers keep such pointers in loops over arrays.
    if (word % granule_size == 0) visit(space_.find_object(word - 1));
}

void Marker::mark_conservative(uintptr_t word) {
    if (!space_.contains(word)) return mark_keeper(word);
    visit_held(word, [this](Object* object) { mark(object); });
}

void Marker::mark_interrupted(uintptr_t word) {
    mark_conservative(word);
    if (!space_.contains(word)) return;
    visit_held(word, [](Object* object) {
        if (object != nullptr) keep_cards(object);
    });
}

// Reads of memory that holds references, in part.
void Marker::mark_layout_between(uint8_t* base, const GcLayout* layout, const uint8_t* low, const uint8_t* high) {
    for (uint32_t i = 0; i < layout->series_count; i++) {
        const uint8_t* begin = std::max<const uint8_t*>(base + layout->series[i].offset, low);
        const uint8_t* end = base + layout->series[i].offset + layout->series[i].slot_count * sizeof(Object*);
        end = std::min(end, high);
        if (begin < end)
            mark_slots(reinterpret_cast<Object* const*>(begin), static_cast<size_t>(end - begin) / sizeof(Object*));
    }
}

void Marker::mark_between(Object* object, const uint8_t* low, const uint8_t* high) {
    const MethodTable* method_table = object->method_table;
    if (!method_table->contains_gc_pointers()) return;
    const GcLayout* layout = method_table->gc_layout;
    if (!method_table->has_component_size())
        return mark_layout_between(reinterpret_cast<uint8_t*>(object), layout, low, high);
    auto* array = static_cast<ArrayObject*>(object);
    uint8_t* data = array->data();
    if (high <= data) return;
    size_t first = low <= data ? 0 : static_cast<size_t>(low - data) / layout->element_size;
    size_t end = (static_cast<size_t>(high - data) + layout->element_size - 1) / layout->element_size;
    end = std::min<size_t>(end, array->length);
    if (layout->element_size == sizeof(Object*)) {
        if (first < end) mark_slots(reinterpret_cast<Object* const*>(data) + first, end - first);
        return;
    }
    for (size_t i = first; i < end; i++) mark_layout_between(data + i * layout->element_size, layout, low, high);
}

// The objects of a line of small ones, from the one that reaches into it.
void Marker::mark_from_small(size_t block, const uint8_t* low, const uint8_t* high) {
    auto begin = reinterpret_cast<uintptr_t>(low);
    const uint64_t* words = marks_.words(block);
    if (Object* object = space_.last_object(words, block, begin)) {
        if (begin < reinterpret_cast<uintptr_t>(object) - object_prefix + object->size_bytes())
            mark_between(object, low, high);
    }
    auto first = static_cast<size_t>(low - space_.block_begin(block)) / granule_size + 1;
    size_t end = std::min(first + line_size / granule_size, words_per_block * 64);
    for (size_t granule = first; granule < end; granule++) {
        if (!test_bit(words, granule)) continue;
        mark_between(reinterpret_cast<Object*>(space_.block_begin(block) + granule * granule_size), low, high);
    }
}

void Marker::mark_from_line(const uint8_t* line) {
    const uint8_t* end = line + line_size;
    size_t block = space_.block_of(line);
    switch (space_.kind(block)) {
        case BlockKind::Unused:
        case BlockKind::Free:
            return;
        case BlockKind::Small:
            return mark_from_small(block, line, end);
        case BlockKind::LargeHead:
        case BlockKind::LargeTail: {
            Object* object = space_.large_object(space_.large_head(block));
            if (marks_.is_marked(object)) mark_between(object, line, end);
            return;
        }
    }
}

void Marker::account(Object* object) {
    size_t size_bytes = object->size_bytes();
    sizes_.object_count++;
    if (heap_.pinned_heap_used && space_.info(space_.block_of(object)).pinned) {
        sizes_.pinned_heap_bytes += size_bytes;
    } else if (size_bytes > largest_small_object) {
        sizes_.large_bytes += size_bytes;
    } else {
        sizes_.small_bytes += size_bytes;
    }
    if (size_bytes > largest_small_object) return;
    uintptr_t begin = reinterpret_cast<uintptr_t>(object) - object_prefix;
    marks_.mark_lines(begin, begin + size_bytes - 1);
}

void Marker::scan_array(ArrayObject* array, const GcLayout* layout, size_t from) {
    size_t end = array->length;
    if (end - from > elements_per_piece) {
        if (stack_.push({array, from + elements_per_piece})) end = from + elements_per_piece;
    }
    uint8_t* data = array->data();
    if (layout->element_size == sizeof(Object*)) {
        mark_slots(reinterpret_cast<Object* const*>(data) + from, end - from);
        return;
    }
    for (size_t i = from; i < end; i++) mark_layout(data + i * layout->element_size, layout);
}

void Marker::scan(MarkStack::Entry entry) {
    Object* object = entry.object;
    const MethodTable* method_table = object->method_table;
    if (entry.next_element == 0) account(object);
    constexpr uint32_t of_interest = mt_flags::contains_gc_pointers | mt_flags::is_collectible;
    if ((method_table->flags & of_interest) == 0) return;
    if (method_table->flags & mt_flags::is_collectible) mark_keeper(reinterpret_cast<uintptr_t>(method_table));
    if (!method_table->contains_gc_pointers()) return;
    const GcLayout* layout = method_table->gc_layout;
    if (method_table->has_component_size()) {
        scan_array(static_cast<ArrayObject*>(object), layout, entry.next_element);
    } else {
        mark_layout(reinterpret_cast<const uint8_t*>(object), layout);
    }
}

// Objects pass through a short queue between stack and scan, so that their first line is in the cache when it is read.
template <typename Stop>
void Marker::drain_stack(Stop stop) {
    MarkStack::Entry queue[prefetch_distance];
    size_t head = 0;
    size_t count = 0;
    while (true) {
        while (count < prefetch_distance && !stack_.empty()) {
            MarkStack::Entry entry = stack_.pop();
            __builtin_prefetch(entry.object);
            __builtin_prefetch(reinterpret_cast<uint8_t*>(entry.object) + 32);
            marks_.prefetch_line(entry.object);
            queue[(head + count++) % prefetch_distance] = entry;
        }
        if (stop()) break;
        if (count == 0) {
            if (soon_.is_empty()) return;
            mark_all_soon();
            continue;
        }
        MarkStack::Entry entry = queue[head];
        head = (head + 1) % prefetch_distance;
        count--;
        scan(entry);
    }
    while (count > 0) push(queue[(head + --count) % prefetch_distance]);
    mark_all_soon();
}

void Marker::set_beside(Marker* beside) {
    mark_all_soon();
    if (beside_ != nullptr) beside_->mark_all_soon();
    beside_ = beside;
}

void Marker::mark_all_soon() {
    soon_.take_all([this](Object* object) { mark_now(object); });
}

bool Marker::drain_until(MarkingLimit& limit) {
    drain_stack([&] {
        if (team_ != nullptr && team_->is_hungry()) team_->feed(stack_);
        return limit.is_reached(sizes_.total());
    });
    return is_done();
}

void Marker::add(const Found& found) {
    sizes_.add(found.sizes);
    overflowed_ |= found.has_dropped;
}

void Marker::take_over(Marker& beside) {
    noted_ = beside.noted_;
    stack_.swap(beside.stack_);
    sizes_ = beside.sizes_;
    beside.soon_.take_all([this](Object* object) { mark_soon(object); });
    overflowed_ = beside.overflowed_;
    ever_overflowed_ = beside.ever_overflowed_;
}

void Marker::drain() {
    auto never = [] { return false; };
    drain_stack(never);
    while (overflowed_) {
        overflowed_ = false;
        ever_overflowed_ = true;
        // Nobody knows which marked objects were scanned: scans them all again, each with an empty stack.
        for_each_marked([&](Object* object) {
            scan({object, 0});
            drain_stack(never);
        });
    }
}

template <typename Visit>
void Marker::for_each_marked(Visit visit) {
    for (size_t block = 0; block < space_.block_count(); block++) {
        BlockKind kind = space_.kind(block);
        if (kind != BlockKind::Small && kind != BlockKind::LargeHead) continue;
        space_.for_each_object(block, marks_.words(block), visit);
    }
}

LiveSizes Marker::live_sizes() {
    if (ever_overflowed_) {  // then some were counted twice
        sizes_ = LiveSizes();
        for_each_marked([this](Object* object) { account(object); });
    }
    return sizes_;
}

}  // namespace celer::gc

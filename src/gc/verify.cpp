// The heap check: every allocated object has a plausible MethodTable, lies inside its block, and refers to objects
// only.
#include <bit>
#include <cstdio>
#include <unordered_set>

#include "gc/heap_state.h"
#include "gc/marker.h"
#include "gc/slots.h"
#include "platform/arena.h"

namespace celer::gc {

namespace {

constexpr size_t most_reports = 20;

bool is_frozen(const Object* object) {
    auto address = reinterpret_cast<uintptr_t>(object);
    if (section_used(Section::Frozen).contains(address)) return true;
    for (const Range& range : heap().frozen_segments) {
        if (address >= reinterpret_cast<uintptr_t>(range.begin) && address < reinterpret_cast<uintptr_t>(range.end))
            return true;
    }
    return false;
}

const char* method_table_fault(const MethodTable* method_table) {
    auto address = reinterpret_cast<uintptr_t>(method_table);
    if (address % 8 != 0) return "MethodTable is not aligned";
    if (!section_used(Section::Types).contains(address)) return "MethodTable is not in the types section";
    if (method_table->base_size < string_base_size) return "MethodTable has no sensible base size";
    if (method_table->contains_gc_pointers() != (method_table->gc_layout != nullptr))
        return "MethodTable and its GC layout disagree";
    return nullptr;
}

struct Verifier {
    Heap& heap;
    size_t faults = 0;

    void report(const Object* object, const char* what, const void* detail) {
        if (++faults > most_reports) return;
        auto* words = reinterpret_cast<const uintptr_t*>(object) - 1;
        std::fprintf(stderr, "celer: heap: object %p: %s (%p); header %#lx, MethodTable %#lx\n",
                     static_cast<const void*>(object), what, detail, words[0], words[1]);
    }

    void check_slot(const Object* holder, Object* const* slot) {
        const Object* target = *slot;
        if (target == nullptr || is_frozen(target)) return;
        auto offset =
            reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(slot) - reinterpret_cast<uintptr_t>(holder));
        if (!heap.space.contains(target)) {
            report(holder, "refers to no object of the heap at offset", offset);
        } else if (!heap.space.is_object(target)) {
            report(holder, "refers to a dead or invalid object at offset", offset);
        }
    }

    void check(Object* object) {
        if (const char* fault = method_table_fault(object->method_table))
            return report(object, fault, object->method_table);
        size_t offset = reinterpret_cast<uintptr_t>(object) - object_prefix - heap.space.begin();
        bool large = heap.space.kind(heap.space.block_of(object)) == BlockKind::LargeHead;
        if (!large && offset % block_size + object->size_bytes() > block_size)
            return report(object, "runs out of its block", nullptr);
        for_each_slot(object, [&](Object* const* slot) { check_slot(object, slot); });
    }
};

// Of a collection beside the program (cycle.h): what was scanned refers to what was found, or lies in a logged line.
struct CycleVerifier {
    Verifier& verifier;
    Space& space;
    std::unordered_set<const Object*> waiting;

    CycleVerifier(Verifier& verifier, const MarkStack& stack) : verifier(verifier), space(verifier.heap.space) {
        for (size_t i = 0; i < stack.size(); i++) waiting.insert(stack.at(i).object);
    }

    void check_slot(const Object* holder, Object* const* slot) {
        const Object* target = *slot;
        if (target == nullptr || !space.contains(target) || space.next_marks().is_marked(target)) return;
        size_t line = (reinterpret_cast<uintptr_t>(slot) - space.begin()) / line_size;
        bool is_clean = *space.cards().of(slot) == static_cast<uint8_t>(Card::Clean);
        if (is_clean && space.cards().stored_to()[line] == 0)
            verifier.report(holder, "was scanned beside the program, but not what it refers to", target);
    }

    void check(Object* object) {
        if (!space.next_marks().is_marked(object)) return;
        if (!space.is_marked(object)) verifier.report(object, "was found beside the program, but is not old", nullptr);
        if (waiting.contains(object)) return;
        for_each_slot(object, [&](Object* const* slot) { check_slot(object, slot); });
    }
};

}  // namespace

void for_each_object(void (*visit)(void* context, Object* object), void* context) {
    parse_everything();
    Space& space = heap().space;
    for (size_t block = 0; block < space.block_count(); block++) {
        if (space.kind(block) == BlockKind::LargeHead) {
            Object* object = space.large_object(block);
            bool is_dead = space.is_unswept(block) && !space.is_marked(object);
            if (object->method_table != nullptr && !is_dead) visit(context, object);
        }
        if (space.kind(block) != BlockKind::Small) continue;
        space.for_each_object(block, space.object_words(block), [&](Object* object) { visit(context, object); });
    }
}

// Memory that is handed out next is handed out once: what is listed for its holes is not free as a whole.
static size_t faults_of_lists(Heap& heap) {
    size_t faults = 0;
    auto check = [&](size_t block) {
        if (heap.space.kind(block) == BlockKind::Small) return;
        std::fprintf(stderr, "celer: heap: block %zu is listed for its holes, and is not one of small objects\n",
                     block);
        faults++;
    };
    for (const BlockSet& set : heap.holes.by_size) set.for_each(check);
    heap.holes.pinned.for_each(check);
    return faults;
}

// Handles and finalizers keep to objects that are there.
static size_t faults_of_tables() {
    size_t faults = 0;
    static constexpr auto check = [](void* context, const Object* object) {
        if (object == nullptr || is_frozen(object) || heap().space.is_object(object)) return;
        std::fprintf(stderr, "celer: heap: a handle or finalizer refers to %p, which is no object\n",
                     static_cast<const void*>(object));
        ++*static_cast<size_t*>(context);
    };
    visit_handle_targets(check, &faults);
    visit_finalizables([](void* context, Object** slot) { check(context, *slot); }, &faults);
    return faults;
}

size_t verify_heap() {
    Verifier verifier{heap()};
    for_each_object([](void* context, Object* object) { static_cast<Verifier*>(context)->check(object); }, &verifier);
    // Nobody knows what was scanned if something was dropped meanwhile.
    if (heap().cycle.phase() == Cycle::Phase::Marking && !heap().cycle.marker()->has_dropped()) {
        CycleVerifier cycle(verifier, heap().cycle.marker()->stack());
        for_each_object([](void* context, Object* object) { static_cast<CycleVerifier*>(context)->check(object); },
                        &cycle);
    }
    return verifier.faults + faults_of_lists(heap()) + faults_of_tables();
}

bool is_valid_object(const Object* object) {
    if (object == nullptr || reinterpret_cast<uintptr_t>(object) % 8 != 0) return false;
    if (!is_frozen(object) && !heap().space.is_object(object)) return false;
    return method_table_fault(object->method_table) == nullptr;
}

}  // namespace celer::gc

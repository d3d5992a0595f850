// The first call of an interface method on a type, and what the type's dispatch table becomes by it.
//
// A call goes through one of the interface_dispatch_size entries of the receiver's type with the method in r10. Until
// something is called through it, a type shares one table whose every entry resolves. Its own table starts as a copy.
// Methods that meet in an entry form a chain of comparisons, newest first; when a chain has grown long the entry leads
// to a search in the type's hash table of all methods resolved so far. So a type needs bounded code however many
// methods (instances of generic ones, say) are called through it.

#include <algorithm>
#include <vector>

#include "base/lock.h"
#include "code/abi.h"
#include "code/code_roots.h"
#include "code/compiler.h"
#include "platform/loader_heap.h"
#include "runtime/dynamic_castable.h"
#include "runtime/engine.h"
#include "runtime/exceptions.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

constinit Lock g_lock(LockRank::InterfaceDispatch);

constexpr uint32_t longest_chain = 4;
constexpr uint32_t first_capacity = 8;
constexpr uint64_t tombstone = uint64_t{1} << 32;  // of a method at address 1

// What MethodTable::interface_dispatch points to once the type has a table of its own; Section::Types.
struct OwnDispatch {
    void* entries[interface_dispatch_size];
    DispatchTargets* targets;  // the cell that the search goes by
    void* search;              // code; null until a chain is long
    uint8_t chain_lengths[interface_dispatch_size];
};

void** resolving_entries() {
    auto** entries = arena_new<void*>(Section::Types, interface_dispatch_size);
    std::fill_n(entries, interface_dispatch_size, thunks().helper_jump(Helper::InterfaceResolve));
    return entries;
}

DispatchTargets* new_targets(const void* beside, uint32_t capacity) {
    size_t size = sizeof(DispatchTargets) + (capacity - 1) * sizeof(uint64_t);
    auto* targets = static_cast<DispatchTargets*>(heap_allocate(loader_heap_of(beside), Section::Types, size));
    targets->mask = capacity - 1;
    return targets;
}

MethodDesc* method_of(uint64_t entry) {
    return reinterpret_cast<MethodDesc*>(entry >> 32);
}

// The method's entry, or the empty one where a search for it ends.
uint64_t& place_of(DispatchTargets& targets, const MethodDesc* declared) {
    uint32_t i = declared->id & targets.mask;
    while (targets.entries[i] != 0 && method_of(targets.entries[i]) != declared) i = (i + 1) & targets.mask;
    return targets.entries[i];
}

// The method is not there yet.
void add(DispatchTargets& targets, uint64_t entry) {
    uint32_t i = method_of(entry)->id & targets.mask;
    while (targets.entries[i] != 0 && targets.entries[i] != tombstone) i = (i + 1) & targets.mask;
    if (targets.entries[i] == 0) targets.count++;
    __atomic_store_n(&targets.entries[i], entry, __ATOMIC_RELEASE);
}

// Keeps a quarter free, so that a search ends.
void add_target(OwnDispatch& own, MethodDesc* declared, void* target) {
    DispatchTargets* targets = own.targets;
    if ((targets->count + 1) * 4 > (targets->mask + 1) * 3) {
        DispatchTargets* larger = new_targets(&own, (targets->mask + 1) * 2);
        for (uint32_t i = 0; i <= targets->mask; i++) {
            uint64_t entry = targets->entries[i];
            if (entry != 0 && entry != tombstone) add(*larger, entry);
        }
        targets = larger;
    }
    add(*targets, reinterpret_cast<uintptr_t>(declared) << 32 | reinterpret_cast<uintptr_t>(target));
    __atomic_store_n(&own.targets, targets, __ATOMIC_RELEASE);
}

OwnDispatch& own_dispatch(MethodTable* table) {
    if (table->interface_dispatch != shared_interface_dispatch())
        return *reinterpret_cast<OwnDispatch*>(table->interface_dispatch);
    auto* own = new_beside<OwnDispatch>(table, Section::Types);
    std::copy_n(shared_interface_dispatch(), interface_dispatch_size, own->entries);
    own->targets = new_targets(table, first_capacity);
    __atomic_store_n(&table->interface_dispatch, own->entries, __ATOMIC_RELEASE);
    return *own;
}

// Methods in the tables of types that outlive them.
struct ForeignMethod {
    MethodTable* table;
    const MethodDesc* declared;
};
std::vector<ForeignMethod>& foreign_methods() CELER_REQUIRES(g_lock) {
    static auto* methods = new std::vector<ForeignMethod>;
    return *methods;
}

bool may_die_before(const MethodDesc* declared, const MethodTable* table) {
    const LoaderHeap* heap = loader_heap_of(declared);
    return heap != nullptr && heap != loader_heap_of(table);
}

void install(MethodTable* table, MethodDesc* declared, void* target) CELER_REQUIRES(g_lock) {
    OwnDispatch& own = own_dispatch(table);
    if (place_of(*own.targets, declared) != 0) return;  // another thread was faster
    add_target(own, declared, target);
    bool is_foreign = may_die_before(declared, table);
    if (is_foreign) foreign_methods().push_back({table, declared});
    void*& entry = own.entries[declared->dispatch_index];
    uint8_t& length = own.chain_lengths[declared->dispatch_index];
    if (length > longest_chain) return;  // the search finds it
    void* code = nullptr;
    if (!is_foreign && length < longest_chain) {
        length++;
        code = thunks().interface_check(table, declared, target, entry);
    } else {
        length = longest_chain + 1;
        if (own.search == nullptr) own.search = thunks().interface_search(&own.targets);
        code = own.search;
    }
    __atomic_store_n(&entry, code, __ATOMIC_RELEASE);
}

void remember(MethodTable* table, MethodDesc* declared, void* target) {
    g_lock.lock();
    install(table, declared, target);
    g_lock.unlock();
}

// A thread that was stopped in a search looks for a method that its registers keep: nobody is about to read the entries
// that become tombstones.
void forget_unloading() CELER_NO_LOCK_ANALYSIS {  // the world is stopped
    std::erase_if(foreign_methods(), [](const ForeignMethod& method) {
        if (is_unloading(method.table)) return true;
        if (!is_unloading(method.declared)) return false;
        place_of(*own_dispatch(method.table).targets, method.declared) = tombstone;
        return true;
    });
}

}  // namespace

void install_dispatch_unloading() {
    on_unload({.all = forget_unloading});
}

void** shared_interface_dispatch() {
    static void** const entries = [] {
        void**& known = code_roots().shared_interface_dispatch;
        if (known == nullptr) known = resolving_entries();
        return known;
    }();
    return entries;
}

// The receiver is the first argument, or the second if the first is the buffer of a struct result; the thunk passes
// both.
extern "C" void* celer_resolve_interface(Object* first, Object* second, MethodDesc* declared) {
    Error* error = nullptr;
    void* stub = nullptr;
    Result<const MethodSignature*> signature = method_signature(declared);
    bool has_buffer = signature && abi::classify_result((*signature)->return_type).in_memory;
    Object* receiver = has_buffer ? second : first;  // not null: the call site has loaded its type
    if (Result<ResolvedMethod> target = resolve_for_object(receiver, declared); !target) {
        error = new Error(std::move(target).error());
    } else {
        stub = callable_stub(target->method);
        if (target->is_of_type) remember(receiver->method_table, declared, stub);
    }
    if (error != nullptr) throw_error_owned(error);
    return stub;
}

}  // namespace celer

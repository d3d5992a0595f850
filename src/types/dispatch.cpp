// From the method that a call names to the method that runs, II.12.2: what the classes and the interfaces of an object
// have for an interface method is found in implementations.cpp.
//
// Answers are remembered per type in a table that is read without a lock.
#include "types/dispatch.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/assert.h"
#include "base/hash.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "platform/arena.h"
#include "types/implementations.h"
#include "types/interface_map.h"
#include "types/loader_allocator.h"
#include "types/loader_state.h"

namespace celer {

// TypeInfo::dispatch_cache. An entry holds the addresses of the declared method (upper half) and of the answer; 0 is
// free.
struct DispatchCache {
    uint32_t mask;
    uint32_t count;
    uint64_t entries[1];
};

namespace {

using metadata::Table;
using metadata::Token;

// --- The answers of one type

uint64_t address_bits(const MethodDesc* method) {
    return reinterpret_cast<uintptr_t>(method);
}

MethodDesc* find_answer(const MethodTable* table, const MethodDesc* declared) {
    const DispatchCache* cache = load_acquire(table->info->dispatch_cache);
    if (cache == nullptr) return nullptr;
    for (uint32_t i = declared->id;; i++) {
        uint64_t entry = load_acquire(cache->entries[i & cache->mask]);
        if (entry == 0) return nullptr;
        if (entry >> 32 == address_bits(declared)) return reinterpret_cast<MethodDesc*>(entry & 0xffffffff);
    }
}

// Types whose answers name what may be unloaded before they are. Under the loader lock.
std::vector<MethodTable*>& tables_with_foreign_answers() {
    static auto* tables = new std::vector<MethodTable*>;
    return *tables;
}

DispatchCache* grow_cache(const MethodTable* table, const DispatchCache* old) {
    uint32_t capacity = old == nullptr ? 8 : (old->mask + 1) * 2;
    auto* cache = static_cast<DispatchCache*>(heap_allocate(loader_heap_of(table), Section::Types,
                                                            sizeof(DispatchCache) + (capacity - 1) * sizeof(uint64_t)));
    cache->mask = capacity - 1;
    for (uint32_t i = 0; old != nullptr && i <= old->mask; i++) {
        if (old->entries[i] == 0) continue;
        uint32_t to = reinterpret_cast<MethodDesc*>(old->entries[i] >> 32)->id;
        while (cache->entries[to & cache->mask] != 0) to++;
        cache->entries[to & cache->mask] = old->entries[i];
        cache->count++;
    }
    return cache;
}

void remember_answer(MethodTable* table, const MethodDesc* declared, const MethodDesc* answer) {
    LoaderLock lock;
    if (find_answer(table, declared) != nullptr) return;
    DispatchCache* cache = table->info->dispatch_cache;
    if (cache == nullptr || (cache->count + 1) * 4 > cache->mask * 3) {
        cache = grow_cache(table, cache);
        store_release(table->info->dispatch_cache, cache);
    }
    uint32_t i = declared->id;
    while (cache->entries[i & cache->mask] != 0) i++;
    store_release(cache->entries[i & cache->mask], address_bits(declared) << 32 | address_bits(answer));
    cache->count++;
    const LoaderHeap* own = loader_heap_of(table);
    auto is_foreign = [own](const MethodDesc* method) {
        const LoaderHeap* heap = loader_heap_of(method);
        return heap != nullptr && heap != own;
    };
    if (is_foreign(declared) || is_foreign(answer)) tables_with_foreign_answers().push_back(table);
}

// Nobody reads: what is left takes its places anew.
void drop_unloading_answers(DispatchCache* cache) {
    std::vector<uint64_t> left;
    for (uint32_t i = 0; i <= cache->mask; i++) {
        uint64_t entry = cache->entries[i];
        cache->entries[i] = 0;
        bool dies = is_unloading(reinterpret_cast<const void*>(entry >> 32)) ||
                    is_unloading(reinterpret_cast<const void*>(entry & 0xffffffff));
        if (entry != 0 && !dies) left.push_back(entry);
    }
    for (uint64_t entry : left) {
        uint32_t to = reinterpret_cast<MethodDesc*>(entry >> 32)->id;
        while (cache->entries[to & cache->mask] != 0) to++;
        cache->entries[to & cache->mask] = entry;
    }
    cache->count = static_cast<uint32_t>(left.size());
}

bool has_foreign_answer(const MethodTable* table) {
    const DispatchCache* cache = table->info->dispatch_cache;
    const LoaderHeap* own = loader_heap_of(table);
    for (uint32_t i = 0; i <= cache->mask; i++) {
        for (uint64_t half : {cache->entries[i] >> 32, cache->entries[i] & 0xffffffff}) {
            const LoaderHeap* heap = loader_heap_of(static_cast<uintptr_t>(half));
            if (heap != nullptr && heap != own) return true;
        }
    }
    return false;
}

// --- Helpers

// The definition of a generic method on its exact owner; other methods are their own.
MethodDesc* without_own_arguments(MethodDesc* method) {
    if (method->instantiation == nullptr || method->instantiation == method->typical->instantiation) return method;
    return declared_method_of_rid(method->owner, Token(method->token).rid());
}

// `answer` with the arguments of `declared`, if that is an instance of a generic method.
Result<MethodDesc*> with_arguments_of(MethodDesc* answer, const MethodDesc* declared) {
    if (declared->instantiation == nullptr || declared->instantiation == declared->typical->instantiation)
        return answer;
    return instantiate_method(answer, declared->instantiation->span());
}

// --- Interface methods

// T[] as IList<U> and its kin: the method of that name of SZArrayHelper, over U.
Result<MethodDesc*> array_implementation(MethodDesc* declared) {
    MethodDesc* helper = find_method(well_known(WellKnown::SZArrayHelper), method_name(declared));
    if (helper == nullptr) return std::unexpected(no_implementation());
    if (!helper->is_generic()) return helper;
    return instantiate_method(helper, declared->owner->info->instantiation->span());
}

Result<MethodDesc*> implementation(MethodTable* table, MethodDesc* declared) {
    MethodTable* interface = declared->owner;
    if (table->is_sz_array() && interface->has_instantiation() && is_array_interface(interface)) {
        return array_implementation(declared);
    }
    MethodDesc* definition = without_own_arguments(declared);
    MethodDesc* found = nullptr;
    if (!table->is_interface()) found = CELER_TRY(implementation_in_classes(table, definition));
    if (found == nullptr) found = CELER_TRY(default_implementation(table, definition, Matching::Variant));
    return with_arguments_of(found, declared);
}

// In one class; the interfaces that match by variance are those of the type itself.
Result<MethodDesc*> static_implementation_in_class(MethodTable* level, MethodTable* table, MethodDesc* declared,
                                                   Matching allowed) {
    MethodTable* interface = declared->owner;
    MethodDesc* found = CELER_TRY(explicit_implementation(level, declared, Matching::Exact));
    if (found != nullptr || allowed == Matching::Exact || !(interface->flags2 & mt_flags2::has_variance)) return found;
    for (uint32_t i = 0; i < table->num_interfaces; i++) {
        MethodTable* own = table->interface_map[i];
        if (!matches_by_variance(own, interface)) continue;
        found = CELER_TRY(explicit_implementation(level, method_on(own, declared), Matching::Exact));
        if (found != nullptr) return found;
    }
    return nullptr;
}

Result<MethodDesc*> static_implementation(MethodTable* table, MethodDesc* declared, Matching allowed) {
    MethodDesc* definition = without_own_arguments(declared);
    for (MethodTable* level = table; level != nullptr && !level->is_nullable(); level = level->parent) {
        MethodDesc* found = CELER_TRY(static_implementation_in_class(level, table, definition, allowed));
        if (found != nullptr) return with_arguments_of(found, declared);
    }
    Result<MethodDesc*> body = default_implementation(table, definition, allowed);
    if (body) return with_arguments_of(*body, declared);
    if (body.error().kind != ErrorKind::AmbiguousMatch) return body;
    return fail(ErrorKind::InvalidProgram, "Common Language Runtime detected an invalid program.");
}

template <typename Find>
Result<MethodDesc*> remembered(MethodTable* table, MethodDesc* declared, Find find) {
    if (MethodDesc* known = find_answer(table, declared)) return known;
    MethodDesc* answer = CELER_TRY(find());
    if (is_question_pending()) return std::unexpected(pending_question_error());
    remember_answer(table, declared, answer);
    return answer;
}

}  // namespace

void forget_dispatch() {
    std::vector<MethodTable*>& tables = tables_with_foreign_answers();
    std::ranges::sort(tables);
    tables.erase(std::ranges::unique(tables).begin(), tables.end());
    std::erase_if(tables, [](MethodTable* table) {
        if (is_unloading(table)) return true;
        drop_unloading_answers(table->info->dispatch_cache);
        return !has_foreign_answer(table);
    });
}

Result<MethodDesc*> resolve_virtual(MethodTable* table, MethodDesc* declared) {
    if (declared->slot == no_slot || declared->is_static()) return declared;
    CELER_TRY_VOID(ensure_loaded(table));
    if (declared->owner->is_interface()) {
        return remembered(table, declared, [&] { return implementation(table, declared); });
    }
    if (declared->slot >= table->num_virtuals) return std::unexpected(no_implementation());
    MethodDesc* found = table->info->virtuals[declared->slot];
    if (!declared->is_generic()) return found;
    return remembered(table, declared, [&] { return with_arguments_of(found, declared); });
}

Result<MethodDesc*> resolve_static_virtual(TypeHandle constrained, MethodDesc* declared) {
    MethodTable* table = constrained.method_table();
    if (table == nullptr) return std::unexpected(no_implementation());
    if (!declared->owner->is_interface() || declared->slot == no_slot) return declared;
    CELER_TRY_VOID(ensure_loaded(table));
    return remembered(table, declared, [&] { return static_implementation(table, declared, Matching::Variant); });
}

Result<MethodDesc*> resolve_for_interface_map(MethodTable* table, MethodDesc* declared) {
    if (declared->is_static()) return resolve_static_virtual(table, declared);
    Result<MethodDesc*> found = resolve_virtual(table, declared);
    if (found || found.error().kind != ErrorKind::AmbiguousMatch) return found;
    return default_by_variance(table, without_own_arguments(declared));
}

Result<MethodDesc*> resolve_constrained(MethodTable* value_type, MethodDesc* declared) {
    if (declared->slot == no_slot) return nullptr;
    Result<MethodDesc*> found = resolve_virtual(value_type, declared);
    if (found && value_type->is_enum() && (*found)->owner != value_type && method_name(*found) == "GetHashCode") {
        // Enum.GetHashCode says so: an enum's is that of its value, for which nothing needs to be boxed.
        MethodTable* underlying = primitive_type(value_type->element);
        CELER_TRY_VOID(ensure_loaded(underlying));
        return find_method(underlying, "GetHashCode");
    }
    if (found) return (*found)->owner == value_type ? *found : nullptr;
    // Fails when it is called.
    ErrorKind kind = found.error().kind;
    if (kind == ErrorKind::EntryPointNotFound || kind == ErrorKind::AmbiguousMatch) return nullptr;
    return found;
}

}  // namespace celer

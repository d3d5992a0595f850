#include "code/code_roots.h"

#include <cstring>
#include <mutex>

#include "base/hash.h"
#include "platform/arena_roots.h"
#include "platform/loader_heap.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

std::once_flag g_once;

void make_roots() {
    if (arena_roots().code == nullptr)
        arena_roots().code = static_cast<CodeRoots*>(arena_allocate(Section::CodeData, sizeof(CodeRoots)));
}

ArenaTable<KnownCode>& table_of(CodeKey kind) {
    return code_roots().known_code[static_cast<int>(kind)];
}

uint64_t hash_of(std::string_view key) {
    return hash_bytes(key.data(), key.size());
}

}  // namespace

CodeRoots& code_roots() {
    std::call_once(g_once, make_roots);
    return *arena_roots().code;
}

void* find_known_code(CodeKey kind, std::string_view key) {
    const KnownCode* known = table_of(kind).find(hash_of(key), [&](const KnownCode& candidate) {
        return std::string_view(candidate.key, candidate.key_bytes) == key;
    });
    return known == nullptr ? nullptr : const_cast<void*>(known->code);
}

void remember_code(CodeKey kind, std::string_view key, void* code, const void* entity) {
    LoaderHeap* heap = loader_heap_of(entity);
    auto* known = heap_new<KnownCode>(heap, Section::CodeData);
    auto* text = static_cast<char*>(heap_allocate(heap, Section::CodeData, key.size()));
    std::memcpy(text, key.data(), key.size());
    *known = {code, text, key.size()};
    table_of(kind).insert(hash_of(key), known);
}

void forget_known_code() {
    for (ArenaTable<KnownCode>& table : code_roots().known_code)
        table.remove_if([](const KnownCode& known) { return is_unloading(&known); });
}

}  // namespace celer

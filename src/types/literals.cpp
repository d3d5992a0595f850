#include "types/literals.h"

#include <cstring>
#include <unordered_map>

#include "base/hash.h"
#include "gc/handles.h"
#include "platform/arena.h"
#include "types/loader_state.h"

namespace celer {

namespace {

using HeapInterned =
    std::unordered_map<std::u16string_view, gc::Handle>;  // keys view the strings themselves: nothing moves

HeapInterned& heap_interned() {
    static auto* table = new HeapInterned;
    return *table;
}

std::u16string_view content_of(const StringObject* string) {
    return {string->characters, static_cast<size_t>(string->length)};
}

uint64_t hash_of(std::u16string_view content) {
    return hash_bytes(content.data(), content.size() * sizeof(char16_t));
}

StringObject* find_frozen(std::u16string_view content, uint64_t hash) {
    return g_loader->interned_strings.find(hash,
                                           [&](const StringObject& other) { return content_of(&other) == content; });
}

StringObject* find_in_heap(std::u16string_view content) {
    auto found = heap_interned().find(content);
    return found == heap_interned().end() ? nullptr : static_cast<StringObject*>(*found->second);
}

StringObject* make_frozen(std::u16string_view content, uint64_t hash) {
    size_t size = align_up(string_base_size + content.size() * sizeof(char16_t), size_t{8});
    auto* memory =
        static_cast<uint8_t*>(arena_allocate(Section::Frozen, size < minimum_object_size ? minimum_object_size : size));
    auto* string = reinterpret_cast<StringObject*>(memory + 8);
    string->method_table = well_known(WellKnown::String);
    string->header() = object_header::frozen;
    string->length = static_cast<int32_t>(content.size());
    std::memcpy(string->characters, content.data(), content.size() * sizeof(char16_t));
    g_loader->interned_strings.insert(hash, string);
    return string;
}

}  // namespace

Result<StringObject*> string_literal(Module* module, uint32_t token) {
    uint64_t hash = hash_combine(module->index, token);
    auto same = [&](const LiteralReference& other) { return other.token == token && other.module == module; };
    if (const LiteralReference* known = g_loader->literals.find(hash, same)) return known->string;
    const metadata::Image& image = *module->image();
    if (!image.is_valid(metadata::Token(token))) return std::unexpected(bad_image(module));
    Bytes bytes = image.user_string(metadata::Token(token).rid());
    std::u16string content(bytes.size() / 2, u'\0');
    if (!content.empty()) std::memcpy(content.data(), bytes.data(), content.size() * sizeof(char16_t));

    if (!arena_has_room(Section::Frozen, bytes.size())) return fail(ErrorKind::OutOfMemory, {});
    StringObject* string = intern_literal(content);
    if (!section_range(Section::Frozen).contains(reinterpret_cast<uintptr_t>(string))) return string;
    LoaderLock lock;
    if (g_loader->literals.find(hash, same) == nullptr) {
        auto* reference = arena_new<LiteralReference>(Section::Types);
        *reference = {module, string, token};
        g_loader->literals.insert(hash, reference);
    }
    return string;
}

StringObject* intern_literal(std::u16string_view content) {
    uint64_t hash = hash_of(content);
    if (StringObject* known = find_frozen(content, hash)) return known;
    LoaderLock lock;
    if (StringObject* known = find_frozen(content, hash)) return known;
    if (StringObject* known = find_in_heap(content)) return known;
    return make_frozen(content, hash);
}

StringObject* find_interned(std::u16string_view content) {
    if (StringObject* known = find_frozen(content, hash_of(content))) return known;
    LoaderLock lock;
    return find_in_heap(content);
}

StringObject* intern_string(StringObject* string) {
    LoaderLock lock;
    std::u16string_view content = content_of(string);
    if (StringObject* known = find_interned(content)) return known;
    heap_interned().emplace(content, gc::allocate_handle(gc::HandleKind::Strong, string));
    return string;
}

}  // namespace celer

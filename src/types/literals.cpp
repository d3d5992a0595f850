#include "types/literals.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "gc/heap.h"
#include "gc/world.h"
#include "platform/arena.h"
#include "types/loader_state.h"

namespace celer {

namespace {

std::u16string_view content_of(const StringObject* string) {
    return {string->characters, static_cast<size_t>(string->length)};
}

uint64_t hash_of(std::u16string_view content) {
    return hash_bytes(content.data(), content.size() * sizeof(char16_t));
}

// Strings of the heap that are interned for good, by content: open addressing. Under the loader lock.
class HeapInterned final : public gc::RootSource {
  public:
    void visit_roots(gc::RootVisitor& visitor) override {
        for (Object* const& slot : visitor.wants_old() ? slots_ : added_) visitor.exact(&slot);
    }
    void clear_dead() override { added_ = {}; }

    StringObject* find(std::u16string_view content) const {
        return slots_.empty() ? nullptr : static_cast<StringObject*>(slots_[place_of(slots_, content)]);
    }

    void add(StringObject* string) {
        if ((count_ + 1) * 4 > slots_.size() * 3) grow();
        slots_[place_of(slots_, content_of(string))] = string;
        added_.push_back(string);
        count_++;
    }

  private:
    static size_t place_of(const std::vector<Object*>& slots, std::u16string_view content) {
        size_t place = hash_of(content) & (slots.size() - 1);
        while (slots[place] != nullptr && content_of(static_cast<StringObject*>(slots[place])) != content)
            place = (place + 1) & (slots.size() - 1);
        return place;
    }

    void grow() {
        constexpr size_t least = 64;
        std::vector<Object*> larger(std::max(least, slots_.size() * 2));
        for (Object* string : slots_) {
            if (string != nullptr) larger[place_of(larger, content_of(static_cast<StringObject*>(string)))] = string;
        }
        slots_ = std::move(larger);
    }

    std::vector<Object*> slots_;  // a power of two; at most three quarters are in use
    size_t count_ = 0;
    std::vector<Object*> added_;  // since the last collection
};

HeapInterned& heap_interned() {
    static auto* table = new HeapInterned;
    return *table;
}

// Literals that nobody but loader allocators keeps. Keys view the strings; the dead ones go before their memory does.
class WeakLiterals final : public gc::RootSource {
  public:
    void visit_roots(gc::RootVisitor&) override {}
    void clear_dead() override {
        std::erase_if(strings, [](const auto& entry) { return !gc::Liveness::is_live(entry.second); });
    }
    std::unordered_map<std::u16string_view, StringObject*> strings;
};

// Under the loader lock.
WeakLiterals& weak_literals() {
    static auto* literals = new WeakLiterals;
    return *literals;
}

StringObject* find_frozen(std::u16string_view content, uint64_t hash) {
    return g_loader->interned_strings.find(hash,
                                           [&](const StringObject& other) { return content_of(&other) == content; });
}

// From now on it is kept for good.
StringObject* take_from_weak(std::u16string_view content) {
    auto found = weak_literals().strings.find(content);
    if (found == weak_literals().strings.end()) return nullptr;
    StringObject* string = found->second;
    weak_literals().strings.erase(found);
    heap_interned().add(string);
    return string;
}

StringObject* new_string(std::u16string_view content) {
    auto length = static_cast<uint32_t>(content.size());
    auto* string =
        static_cast<StringObject*>(static_cast<Object*>(gc::allocate_string(well_known(WellKnown::String), length)));
    if (string != nullptr) content.copy(string->characters, content.size());
    return string;
}

StringObject* make_frozen(std::u16string_view content, uint64_t hash) {
    size_t size = align_up(string_base_size + content.size() * sizeof(char16_t), size_t{8});
    auto* memory =
        static_cast<uint8_t*>(arena_allocate(Section::Frozen, size < minimum_object_size ? minimum_object_size : size));
    auto* string = reinterpret_cast<StringObject*>(memory + 8);
    string->method_table = well_known(WellKnown::String);
    string->header() = object_header::frozen;
    string->length = static_cast<int32_t>(content.size());
    content.copy(string->characters, content.size());
    g_loader->interned_strings.insert(hash, string);
    return string;
}

}  // namespace

void initialize_literals() {
    gc::add_root_source(weak_literals());
    gc::add_root_source(heap_interned());
}

Result<StringObject*> string_literal(Module* module, uint32_t token) {
    uint64_t hash = hash_combine(module->index, token);
    auto same = [&](const LiteralReference& other) { return other.token == token && other.module == module; };
    if (const LiteralReference* known = g_loader->literals.find(hash, same)) return known->string;
    const metadata::Image& image = *module->image();
    uint32_t offset = metadata::Token(token).rid();  // of whatever table: ldstr has no other tokens
    if (!image.is_user_string(offset)) return std::unexpected(bad_image(module));
    Bytes bytes = image.user_string(offset);
    std::u16string content(bytes.size() / 2, u'\0');
    if (!content.empty()) std::memcpy(content.data(), bytes.data(), content.size() * sizeof(char16_t));

    if (LoaderAllocator* allocator = loader_allocator_of(module)) {
        StringObject* string = find_interned(content);
        if (string == nullptr) string = new_string(content);
        if (string == nullptr) return fail(ErrorKind::OutOfMemory, {});
        return keep_literal(string, allocator);
    }
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
    if (StringObject* known = heap_interned().find(content)) return known;
    if (StringObject* known = take_from_weak(content)) return known;
    return make_frozen(content, hash);
}

StringObject* keep_literal(StringObject* string, LoaderAllocator* allocator) {
    std::u16string_view content = content_of(string);
    LoaderLock lock;
    if (StringObject* known = find_frozen(content, hash_of(content))) return known;
    if (StringObject* known = heap_interned().find(content)) return known;
    string = weak_literals().strings.try_emplace(content, string).first->second;
    keep_object(allocator, string);
    return string;
}

StringObject* find_interned(std::u16string_view content) {
    if (StringObject* known = find_frozen(content, hash_of(content))) return known;
    LoaderLock lock;
    if (StringObject* known = heap_interned().find(content)) return known;
    auto weak = weak_literals().strings.find(content);
    return weak == weak_literals().strings.end() ? nullptr : weak->second;
}

StringObject* intern_string(StringObject* string) {
    LoaderLock lock;
    std::u16string_view content = content_of(string);
    if (StringObject* known = find_frozen(content, hash_of(content))) return known;
    if (StringObject* known = heap_interned().find(content)) return known;
    if (StringObject* known = take_from_weak(content)) return known;
    heap_interned().add(string);
    return string;
}

}  // namespace celer

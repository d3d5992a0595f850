#include "gc/barrier.h"

#include <cstdint>
#include <cstring>

#include "gc/wide_moves.h"

namespace celer::gc {

namespace {

// Volatile, so that no compiler makes a memmove of the loops. The processor moves a vector by whole words where words
// are aligned. Programs may read and write the same words at the same time; the thread sanitizer is not asked about
// that.
using Word = uint64_t;
typedef Word Pair __attribute__((vector_size(16), aligned(8)));

constexpr size_t word_bytes = sizeof(Word);
constexpr size_t pair_step = 4 * sizeof(Pair);

[[clang::no_sanitize("thread")]] void move_word(uint8_t* to, const uint8_t* from) {
    *reinterpret_cast<volatile Word*>(to) = *reinterpret_cast<const volatile Word*>(from);
}

[[clang::no_sanitize("thread")]] void move_forward(uint8_t* to, const uint8_t* from, size_t size_bytes) {
    size_t left = size_bytes;
    if (left >= wide_step) left = move_wide_forward(to, from, left);
    to += size_bytes - left;
    from += size_bytes - left;
    for (; left >= pair_step; left -= pair_step, to += pair_step, from += pair_step) {
        auto* target = reinterpret_cast<volatile Pair*>(to);
        auto* source = reinterpret_cast<const volatile Pair*>(from);
        for (size_t i = 0; i < 4; i++) target[i] = source[i];
    }
    for (; left >= word_bytes; left -= word_bytes, to += word_bytes, from += word_bytes) move_word(to, from);
}

[[clang::no_sanitize("thread")]] void move_backward(uint8_t* to, const uint8_t* from, size_t left) {
    if (left >= wide_step) left = move_wide_backward(to, from, left);
    for (; left >= word_bytes; left -= word_bytes) move_word(to + left - word_bytes, from + left - word_bytes);
}

bool is_of_words(const void* address, size_t size_bytes) {
    return (reinterpret_cast<uintptr_t>(address) | size_bytes) % word_bytes == 0;
}

}  // namespace

constinit BarrierCells g_barrier{};

void before_stores(const void* begin, size_t size_bytes) {
    constexpr uintptr_t card_bytes = uintptr_t{1} << card_shift;
    auto first = reinterpret_cast<uintptr_t>(begin);
    if (size_bytes == 0 || first - g_barrier.heap_begin >= g_barrier.heap_bytes) return;
    for (uintptr_t at = first; at < first + size_bytes; at = (at | (card_bytes - 1)) + 1)
        before_store(reinterpret_cast<const void*>(at));
}

void move_values(void* destination, const void* source, size_t size_bytes) {
    auto* to = static_cast<uint8_t*>(destination);
    auto* from = static_cast<const uint8_t*>(source);
    if (!is_of_words(destination, size_bytes) || !is_of_words(source, size_bytes)) {
        std::memmove(destination, source, size_bytes);  // holds no references
        return;
    }
    before_stores(destination, size_bytes);
    if (to <= from || to >= from + size_bytes) {
        move_forward(to, from, size_bytes);
    } else {
        move_backward(to, from, size_bytes);
    }
}

void clear_values(void* destination, size_t size_bytes) {
    if (!is_of_words(destination, size_bytes)) {
        std::memset(destination, 0, size_bytes);
        return;
    }
    auto* words = static_cast<volatile Word*>(destination);
    for (size_t i = 0; i < size_bytes / word_bytes; i++) words[i] = 0;
}

}  // namespace celer::gc

#include "gc/moving.h"

#include <cstdint>
#include <cstring>

namespace celer::gc {

namespace {

// Volatile, so that no compiler makes a memmove of the loops. The processor moves a pair by whole words where words are
// aligned.
using Word = uint64_t;
typedef Word Pair __attribute__((vector_size(16), aligned(8)));

constexpr size_t word_bytes = sizeof(Word);
constexpr size_t pair_bytes = sizeof(Pair);

void move_word(uint8_t* to, const uint8_t* from) {
    *reinterpret_cast<volatile Word*>(to) = *reinterpret_cast<const volatile Word*>(from);
}
void move_pair(uint8_t* to, const uint8_t* from) {
    *reinterpret_cast<volatile Pair*>(to) = *reinterpret_cast<const volatile Pair*>(from);
}

void move_forward(uint8_t* to, const uint8_t* from, size_t left) {
    for (; left >= 4 * pair_bytes; left -= 4 * pair_bytes, to += 4 * pair_bytes, from += 4 * pair_bytes) {
        for (size_t i = 0; i < 4; i++) move_pair(to + i * pair_bytes, from + i * pair_bytes);
    }
    for (; left >= word_bytes; left -= word_bytes, to += word_bytes, from += word_bytes) move_word(to, from);
}

void move_backward(uint8_t* to, const uint8_t* from, size_t left) {
    for (; left >= 4 * pair_bytes; left -= 4 * pair_bytes) {
        for (size_t i = 1; i <= 4; i++) move_pair(to + left - i * pair_bytes, from + left - i * pair_bytes);
    }
    for (; left >= word_bytes; left -= word_bytes) move_word(to + left - word_bytes, from + left - word_bytes);
}

bool is_of_words(const void* address, size_t size_bytes) {
    return (reinterpret_cast<uintptr_t>(address) | size_bytes) % word_bytes == 0;
}

}  // namespace

void move_values(void* destination, const void* source, size_t size_bytes) {
    auto* to = static_cast<uint8_t*>(destination);
    auto* from = static_cast<const uint8_t*>(source);
    if (!is_of_words(destination, size_bytes) || !is_of_words(source, size_bytes)) {
        std::memmove(destination, source, size_bytes);  // holds no references
    } else if (to <= from || to >= from + size_bytes) {
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

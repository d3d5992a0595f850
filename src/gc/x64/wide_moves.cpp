#include "gc/wide_moves.h"

namespace celer::gc {

namespace {

// As in gc/barrier.cpp.
typedef uint64_t Quad __attribute__((vector_size(32), aligned(8)));
static_assert(wide_step == 4 * sizeof(Quad));

bool has_quads() {
    static const bool has = __builtin_cpu_supports("avx");
    return has;
}

[[gnu::target("avx"), clang::no_sanitize("thread")]] size_t move_quads_forward(uint8_t* to, const uint8_t* from,
                                                                               size_t left) {
    for (; left >= wide_step; left -= wide_step, to += wide_step, from += wide_step) {
        auto* target = reinterpret_cast<volatile Quad*>(to);
        auto* source = reinterpret_cast<const volatile Quad*>(from);
        for (size_t i = 0; i < 4; i++) target[i] = source[i];
    }
    return left;
}

[[gnu::target("avx"), clang::no_sanitize("thread")]] size_t move_quads_backward(uint8_t* to, const uint8_t* from,
                                                                                size_t left) {
    for (; left >= wide_step; left -= wide_step) {
        auto* target = reinterpret_cast<volatile Quad*>(to + left - wide_step);
        auto* source = reinterpret_cast<const volatile Quad*>(from + left - wide_step);
        for (size_t i = 4; i-- > 0;) target[i] = source[i];
    }
    return left;
}

}  // namespace

size_t move_wide_forward(uint8_t* to, const uint8_t* from, size_t left) {
    return has_quads() ? move_quads_forward(to, from, left) : left;
}

size_t move_wide_backward(uint8_t* to, const uint8_t* from, size_t left) {
    return has_quads() ? move_quads_backward(to, from, left) : left;
}

}  // namespace celer::gc

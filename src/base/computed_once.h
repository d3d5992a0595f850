// What the engine finds out on the first call and keeps: the offset of a field, a type of CoreLib.
//
// Not a static local with an initialiser: who comes second waits for its guard in Managed mode, where no collection
// waits for it, while the first may wait for that collection's end (a lock of the loader). Here both find it out; it is
// the same.
#pragma once

#include <atomic>

namespace celer {

// `make` gives a pointer, a number or a pair of small ones; zero is asked again.
template <auto make>
auto computed_once() {
    static constinit std::atomic<decltype(make())> known{};
    auto value = known.load(std::memory_order_acquire);
    if (value == decltype(value){}) {
        value = make();
        known.store(value, std::memory_order_release);
    }
    return value;
}

}  // namespace celer

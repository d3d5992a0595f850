// A pointer into the arena in half a word: the arena lies below 2 GiB.
#pragma once

#include <cstdint>

namespace celer {

template <typename T>
class ArenaPointer {
  public:
    ArenaPointer() = default;
    ArenaPointer(T* pointer) : address_(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(pointer))) {}
    T* get() const { return reinterpret_cast<T*>(static_cast<uintptr_t>(address_)); }
    operator T*() const { return get(); }
    T* operator->() const { return get(); }

  private:
    uint32_t address_ = 0;
};

}  // namespace celer

// Which accesses of memory surely do not meet, told to LLVM as alias tags (TBAA).
//
// A tag says where in its object a word lies, not of which class the object should be: two objects are the same or have
// no byte in common, so words at different offsets are different ones, even where a program takes an object for one of
// another class (Unsafe.As). References and other values are told apart: what holds the one never holds the other.
// Elements of arrays are told apart by their size and the word within the element. What goes through managed or other
// pointers has no tag and may meet everything.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "optimizer/llvm.h"

namespace celer::optimizer {

// Where an address points, if it is known.
struct MemoryPlace {
    enum class Space : uint8_t { Unknown, Object, Element, Static, ThreadStatic };
    Space space = Space::Unknown;
    uint32_t element_size = 0;
    int64_t offset = 0;  // from the start of the object, the element or the thread's block; Static: the address

    MemoryPlace moved(int64_t bytes) const { return {space, element_size, offset + bytes}; }
    friend bool operator==(const MemoryPlace&, const MemoryPlace&) = default;
};

inline MemoryPlace element_place(uint32_t size_bytes) {
    return {.space = MemoryPlace::Space::Element, .element_size = size_bytes};
}

class AliasFacts {
  public:
    // Null: may meet everything. Of more than a word: of all of its space.
    llvm::MDNode* tag(llvm::LLVMContext& context, const MemoryPlace& place, uint64_t size_bytes, bool is_reference);

  private:
    llvm::MDNode* node(llvm::LLVMContext& context, const std::string& name, llvm::MDNode* parent);
    std::unordered_map<std::string, llvm::MDNode*> nodes_;
};

}  // namespace celer::optimizer

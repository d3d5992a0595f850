// Evacuation: at the end of a full collection what lives in sparse blocks moves together, and those blocks become free.
// A collection with the world stopped moves what it can and then walks through all that lives for references to it; one
// beside the program moves a little, of blocks it has chosen before, to which it has noted the references.
//
// Only objects move that nothing but other objects, weak and dependent handles and finalizers' lists refer to: all
// these are told. Whatever else names an object during the collection (a stack, a register, a static field, a strong
// handle, a table of the runtime that asks whether it is live) holds its whole block in place. So the engine's C++ may
// have plain references in its frames and tables, as they are all looked at, and compiled code may have any address in
// an object; and what is pinned is so by being named.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gc/space.h"
#include "gc/sparse_blocks.h"
#include "object/object.h"

namespace celer::gc {

struct Heap;

class Evacuation {
  public:
    // `chosen`: by a cycle that ends; null: any sparse blocks, with the world stopped for all of the collection.
    Evacuation(Heap& heap, std::unique_ptr<SparseBlocks> chosen);

    // Somebody names the object: its block stays as it is. Null, frozen or in the heap.
    void hold(const Object* object) {
        if (space_.contains(object)) is_held_[space_.block_of(object)] = true;
    }

    // When all is marked, and tables of weak references are cleared; before the sweep, which finds the blocks free.
    void run();

  private:
    bool was_old(const Object* object) const;
    void make_old(const Object* object);
    bool empty(size_t block);
    bool may_move(size_t block);
    size_t live_bytes(size_t block);
    bool has_room_for(size_t size_bytes);
    uint8_t* next_free_block();
    size_t next_dead_block();
    void move_block(size_t block);
    void move(Object* object);
    static Object** new_address(Object* object);
    void update(Object** slot);
    void update_objects(size_t block);
    void update_references();

    Heap& heap_;
    Space& space_;
    std::unique_ptr<SparseBlocks> chosen_;
    std::vector<uint8_t> is_held_;   // by block
    std::vector<uint8_t> is_moved_;  // what lay there has gone; its first word is where
    std::vector<size_t> filled_;     // blocks
    size_t next_dead_ = 0;           // where to look for blocks without live objects
    uint8_t* to_ = nullptr;          // where the next object goes
    uint8_t* to_end_ = nullptr;
    uint8_t* spare_ = nullptr;  // a free block, for what does not fit
};

}  // namespace celer::gc

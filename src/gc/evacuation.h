// Evacuation: at the end of a full collection with the world stopped, what lives in sparse blocks moves together, and
// those blocks become free.
//
// Only objects move that nothing but other objects, weak and dependent handles and finalizers' lists refer to: all
// these are told. Whatever else names an object during the collection (a stack, a register, a static field, a strong
// handle, a table of the runtime that asks whether it is live) holds its whole block in place. So the engine's C++ may
// have plain references in its frames and tables, as they are all looked at, and compiled code may have any address in
// an object; and what is pinned is so by being named.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gc/space.h"
#include "object/object.h"

namespace celer::gc {

struct Heap;

class Evacuation {
  public:
    explicit Evacuation(Heap& heap);

    // Somebody names the object: its block stays as it is. Null, frozen or in the heap.
    void hold(const Object* object) {
        if (space_.contains(object)) is_held_[space_.block_of(object)] = true;
    }

    // When all is marked, and tables of weak references are cleared; before the sweep, which finds the blocks free.
    void run();

  private:
    bool may_move(size_t block);
    size_t live_bytes(size_t block);
    bool has_room_for(size_t size_bytes);
    uint8_t* next_free_block();
    size_t next_dead_block();
    void move_block(size_t block);
    void move(Object* object);
    static Object** new_address(Object* object);
    void update(Object** slot);
    void update_references();

    Heap& heap_;
    Space& space_;
    std::vector<uint8_t> is_held_;   // by block
    std::vector<uint8_t> is_moved_;  // what lay there has gone; its first word is where
    size_t next_dead_ = 0;           // where to look for blocks without live objects
    uint8_t* to_ = nullptr;          // where the next object goes
    uint8_t* to_end_ = nullptr;
    uint8_t* spare_ = nullptr;  // a free block, for what does not fit
    bool has_moved_ = false;
};

}  // namespace celer::gc

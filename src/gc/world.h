// What the collector needs of the runtime: stopping threads, the roots they hold. The runtime implements these two
// interfaces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "object/object.h"

namespace celer::gc {

class Marker;

// Handed to root sources while the world is stopped.
class RootVisitor {
  public:
    explicit RootVisitor(Marker& marker, const void* stack_low) : marker_(marker), stack_low_(stack_low) {}

    // Exact: a slot holds null or the address of an object (of the heap, or frozen).
    void exact(Object* const* slot);
    void exact_range(Object* const* begin, size_t count);
    // The references of a value of some type at `base`: offsets of the series count from `base - bias`. For the unboxed
    // value of a value type, whose layout counts from a boxed object's address, bias is 8; for an array element it is
    // 0.
    void by_layout(const void* base, const GcLayout* layout, uint32_t bias);

    // Conservative: every aligned word of [low, high) may be a reference, an interior pointer, or anything else.
    void conservative_range(const void* low, const void* high);
    // The same, of a frame that was stopped between any two instructions of managed code, and of its registers.
    void interrupted_range(const void* low, const void* high);

    // False: objects that were there at the last collection need not be named.
    bool wants_old() const;

    // The collecting thread: scan [collecting_thread_stack_low(), base of its stack); its callee-saved registers are
    // above that address.
    const void* collecting_thread_stack_low() const { return stack_low_; }

  private:
    Marker& marker_;
    const void* stack_low_;
};

// Asked during a collection, when what was found has been scanned: which objects are live so far, and after marking
// which die. For tables that hold objects weakly (sync entries, caches).
class Liveness {
  public:
    static bool is_live(const Object* object);  // null is live
    // False in a collection of young objects: old ones count as live, and were not looked at.
    static bool is_complete();
};

class RootSource {
  public:
    virtual void visit_roots(RootVisitor& visitor) = 0;
    // Marks what is kept by objects that are live by now, beyond their fields. Called until it finds nothing new.
    virtual bool visit_kept(RootVisitor&) { return false; }
    // Drop whatever the source holds weakly and is not live. Called once per collection, after resurrection.
    virtual void clear_dead() {}

  protected:
    ~RootSource() = default;
};

uint32_t collection_number();  // of the collection under way or the last one

class WorldController {
  public:
    // Called by the collecting thread, which holds the collector's lock and is itself in managed (cooperative) mode. On
    // return no other thread runs managed code or engine code that touches the heap, until resume_the_world.
    virtual void stop_the_world() = 0;
    virtual void resume_the_world() = 0;

    // Brackets a wait of the calling thread inside the collector: a collection by another thread must not wait for it.
    // leave_safe_region blocks while the world is stopped; it gets what enter_safe_region returned.
    virtual bool enter_safe_region() = 0;
    virtual void leave_safe_region(bool token) = 0;

    // Does the type derive from CriticalFinalizerObject: its finalizer runs after the others of a collection.
    virtual bool has_critical_finalizer(const MethodTable* method_table) = 0;
    // Of an object that has died, during a collection: finalizes it if the engine does that itself (weak references),
    // so that it is not kept for a finalizer. False: it is to be queued.
    virtual bool finalize_at_once(Object* object) = 0;

    // For messages.
    virtual std::string type_name(const MethodTable* method_table) = 0;

  protected:
    ~WorldController() = default;
};

}  // namespace celer::gc

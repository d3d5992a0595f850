#include "types/loader_allocator.h"

#include <algorithm>
#include <mutex>

#include "gc/heap.h"
#include "gc/world.h"

namespace celer {

namespace {

// A collection is due when heaps have taken so much since the last one, or half of what they held then.
constexpr uint64_t least_budget_bytes = 4 << 20;

class LoaderAllocators final : public gc::RootSource {
  public:
    void visit_roots(gc::RootVisitor&) override {
        for (LoaderAllocator* allocator : keeping_) allocator->is_visited = false;
    }

    bool visit_kept(gc::RootVisitor& visitor) override {
        bool found = false;
        for (LoaderAllocator* allocator : keeping_) {
            if (allocator->is_visited || *allocator->keeper == nullptr || !gc::Liveness::is_live(*allocator->keeper))
                continue;
            allocator->is_visited = true;
            found = true;
            for (Object* const& object : allocator->objects) visitor.exact(&object);
        }
        return found;
    }

    void clear_dead() override {
        std::vector<LoaderAllocator*> dying;
        std::erase_if(destroyed_, [&](LoaderAllocator* allocator) {
            if (allocator->heap.named_in_collection == gc::collection_number()) return false;
            allocator->heap.is_dying = true;
            dying.push_back(allocator);
            return true;
        });
        if (!dying.empty()) free(dying);
        bytes_at_collection_ = loader_heap_bytes_allocated();
        bytes_kept_ = loader_heap_bytes_in_use();
    }

    LoaderAllocator* create(Object* keeper) {
        if (is_collection_due()) gc::collect(-1, gc::CollectReason::MemoryPressure);
        gc::Handle handle = gc::allocate_handle(gc::HandleKind::WeakLong, keeper);
        return handle == nullptr ? nullptr : new LoaderAllocator(handle);
    }

    void destroy(LoaderAllocator* allocator) {
        std::lock_guard guard(lock_);
        if (allocator->is_destroyed) return;
        allocator->is_destroyed = true;
        destroyed_.push_back(allocator);
    }

    Object** keep(LoaderAllocator* allocator, Object* object) {
        std::lock_guard guard(lock_);
        if (!allocator->is_keeping) keeping_.push_back(allocator);
        allocator->is_keeping = true;
        return &allocator->objects.emplace_back(object);
    }

    void add(UnloadHooks hooks) { hooks_.push_back(hooks); }

  private:
    bool is_collection_due() const {
        uint64_t budget = std::max(least_budget_bytes, bytes_kept_ / 2);
        return loader_heap_bytes_allocated() - bytes_at_collection_ > budget;
    }

    void free(const std::vector<LoaderAllocator*>& dying) {
        for (const UnloadHooks& hooks : hooks_) {
            if (hooks.all != nullptr) hooks.all();
            if (hooks.each == nullptr) continue;
            for (LoaderAllocator* allocator : dying) hooks.each(*allocator);
        }
        std::erase_if(keeping_, [](const LoaderAllocator* allocator) { return allocator->heap.is_dying; });
        for (LoaderAllocator* allocator : dying) {
            if (allocator->on_free != nullptr) allocator->on_free(*allocator);
            gc::free_handle(allocator->keeper);
            delete allocator;
        }
    }

    std::mutex lock_;  // taken in Managed mode: nobody holds it while the world is stopped
    std::vector<LoaderAllocator*> keeping_;
    std::vector<LoaderAllocator*> destroyed_;
    std::vector<UnloadHooks> hooks_;
    uint64_t bytes_at_collection_ = 0;
    uint64_t bytes_kept_ = 0;
};

LoaderAllocators& allocators() {
    static auto* instance = new LoaderAllocators;
    return *instance;
}

}  // namespace

void initialize_loader_allocators() {
    gc::add_root_source(allocators());
}

LoaderAllocator* create_loader_allocator(Object* keeper) {
    return allocators().create(keeper);
}

void destroy_loader_allocator(LoaderAllocator* allocator) {
    allocators().destroy(allocator);
}

Object** keep_object(LoaderAllocator* allocator, Object* object) {
    return allocators().keep(allocator, object);
}

void on_unload(UnloadHooks hooks) {
    allocators().add(hooks);
}

}  // namespace celer

#include "types/loader_allocator.h"

#include <algorithm>
#include <atomic>

#include "base/lock.h"
#include "base/upcalls.h"
#include "gc/heap.h"
#include "gc/world.h"
#include "types/statics.h"
#include "types/type_info.h"

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
            visit(visitor, *allocator);
        }
        return found;
    }

    void clear_dead() override {
        if (!gc::Liveness::is_complete()) return;  // what old objects name was not looked at
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
        if (is_collection_due() || !loader_heaps_have_room()) gc::collect(-1, gc::CollectReason::MemoryPressure);
        if (!loader_heaps_have_room()) return nullptr;
        gc::Handle handle = gc::allocate_handle(gc::HandleKind::WeakLong, keeper);
        if (handle == nullptr) return nullptr;
        auto* made = new LoaderAllocator(handle);
        made->serial = __atomic_add_fetch(&last_serial_, 1, __ATOMIC_RELAXED);
        return made;
    }

    void destroy(LoaderAllocator* allocator) {
        LockGuard guard(lock_);
        if (allocator->is_destroyed) return;
        allocator->is_destroyed = true;
        if (allocator->load_context != nullptr) gc::free_handle(allocator->load_context);
        destroyed_.push_back(allocator);
    }

    Object** keep(LoaderAllocator* allocator, Object* object) {
        LockGuard guard(lock_);
        list(allocator);
        return &allocator->objects.emplace_back(object);
    }

    void add(UnloadHooks hooks) { hooks_.push_back(hooks); }

    void refer(LoaderAllocator* from, LoaderAllocator* to) {
        LockGuard guard(lock_);
        if (std::ranges::find(from->references, to) != from->references.end()) return;
        from->references.push_back(to);
        list(from);
    }
    void own(LoaderAllocator* allocator, gc::Handle handle) {
        LockGuard guard(lock_);
        allocator->handles.push_back(handle);
    }
    void disown(LoaderAllocator* allocator, gc::Handle handle) {
        LockGuard guard(lock_);
        std::erase(allocator->handles, handle);
    }
    void keep_statics(LoaderAllocator* allocator) {
        LockGuard guard(lock_);
        list(allocator);
    }
    void forget(LoaderAllocator& allocator) {
        for (const UnloadHooks& hooks : hooks_) {
            if (hooks.each != nullptr) hooks.each(allocator);
        }
    }
    void forget_types() {
        for (const UnloadHooks& hooks : hooks_) {
            if (hooks.all != nullptr) hooks.all();
        }
    }
    uint64_t freed() const { return freed_.load(std::memory_order_relaxed); }

  private:
    void list(LoaderAllocator* allocator) {
        if (!allocator->is_keeping) keeping_.push_back(allocator);
        allocator->is_keeping = true;
    }

    void visit(gc::RootVisitor& visitor, const LoaderAllocator& allocator) const {
        for (Object* const& object : allocator.objects) visitor.exact(&object);
        for (const LoaderAllocator* other : allocator.references) visitor.exact(other->keeper);
        for (const TypeInfo* info = allocator.first_statics; info != nullptr; info = info->statics.next) {
            visitor.by_layout(info->statics.base, info->statics.layout, 0);
        }
        for (const TypeInfo* info = allocator.first_thread_statics; info != nullptr; info = info->statics.next_thread) {
            g_upcalls.visit_thread_statics(visitor, info->statics.thread_offset, info->statics.thread_layout);
        }
    }

    bool is_collection_due() const {
        uint64_t budget = std::max(least_budget_bytes, bytes_kept_ / 2);
        return loader_heap_bytes_allocated() - bytes_at_collection_ > budget;
    }

    void free(const std::vector<LoaderAllocator*>& dying) {
        freed_.fetch_add(dying.size(), std::memory_order_relaxed);
        bool own_types = std::ranges::any_of(dying, [](const LoaderAllocator* one) { return one->owns_types; });
        for (const UnloadHooks& hooks : hooks_) {
            if (hooks.all != nullptr && own_types) hooks.all();
            if (hooks.each == nullptr) continue;
            for (LoaderAllocator* allocator : dying) hooks.each(*allocator);
        }
        std::erase_if(keeping_, [](const LoaderAllocator* allocator) { return allocator->heap.is_dying; });
        for (LoaderAllocator* allocator : dying) {
            if (allocator->on_free != nullptr) allocator->on_free(*allocator);
            for (ThreadStaticsRange range : allocator->thread_statics) {
                g_upcalls.clear_thread_statics(range.offset, range.size_bytes);
                free_thread_statics(range);
            }
            for (gc::Handle handle : allocator->handles) gc::free_handle(handle);
            gc::free_handle(allocator->keeper);
            delete allocator;
        }
    }

    Lock lock_{LockRank::LoaderAllocators};  // taken in Managed mode: nobody holds it while the world is stopped
    std::atomic<uint64_t> freed_ = 0;
    std::vector<LoaderAllocator*> keeping_;
    std::vector<LoaderAllocator*> destroyed_;
    std::vector<UnloadHooks> hooks_;
    uint64_t bytes_at_collection_ = 0;
    uint64_t bytes_kept_ = 0;
    uint64_t last_serial_ = 0;
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

uint64_t loader_allocators_freed() {
    return allocators().freed();
}

void refer_to(LoaderAllocator* from, LoaderAllocator* to) {
    if (from != nullptr && to != nullptr && from != to) allocators().refer(from, to);
}

LoaderHeap* youngest_heap(const void* entity, std::span<const TypeHandle> types) {
    LoaderAllocator* youngest = loader_allocator_of(entity);
    auto each = [&](auto visit) {
        for (TypeHandle type : types) {
            if (auto* one = loader_allocator_of(reinterpret_cast<const void*>(type.value))) visit(one);
        }
    };
    each([&](LoaderAllocator* one) {
        if (youngest == nullptr || one->serial > youngest->serial) youngest = one;
    });
    if (youngest == nullptr) return nullptr;
    each([&](LoaderAllocator* one) { refer_to(youngest, one); });
    refer_to(youngest, loader_allocator_of(entity));
    return &youngest->heap;
}

void own_handle(LoaderAllocator* allocator, gc::Handle handle) {
    allocators().own(allocator, handle);
}

void disown_handle(LoaderAllocator* allocator, gc::Handle handle) {
    allocators().disown(allocator, handle);
}

void visit_statics_of(LoaderAllocator* allocator) {
    allocators().keep_statics(allocator);
}

void forget_all_that_unloads() {
    for_each_heap_owner([](void* owner) { static_cast<LoaderAllocator*>(owner)->heap.is_dying = true; });
    allocators().forget_types();
    for_each_heap_owner([](void* owner) { allocators().forget(*static_cast<LoaderAllocator*>(owner)); });
}

void on_unload(UnloadHooks hooks) {
    allocators().add(hooks);
}

}  // namespace celer

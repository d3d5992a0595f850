#include "interop/com_wrappers.h"

#include <atomic>
#include <cstring>

#include "base/computed_once.h"
#include "gc/handles.h"
#include "gc/world.h"
#include "interop/il_writer.h"
#include "interop/stub_code.h"
#include "object/object.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/loader.h"

namespace celer {

namespace {

using Result32 = int32_t;  // HRESULT

constexpr Result32 success = 0;
constexpr Result32 no_interface = static_cast<Result32>(0x80004002);
constexpr Result32 null_pointer = static_cast<Result32>(0x80004003);
constexpr Result32 failure = static_cast<Result32>(0x80004005);
constexpr Result32 object_is_gone = static_cast<Result32>(0x80010105);  // COR_E_ACCESSING_CCW

struct Guid {
    uint32_t a;
    uint16_t b, c;
    uint8_t d[8];
    bool operator==(const Guid& other) const { return std::memcmp(this, &other, sizeof *this) == 0; }
};
constexpr Guid iid_unknown{0, 0, 0, {0xc0, 0, 0, 0, 0, 0, 0, 0x46}};
constexpr Guid iid_tracker_target{0x64bd43f8, 0xbfee, 0x4ec4, {0xb7, 0xeb, 0x29, 0x35, 0x15, 0x8d, 0xae, 0x21}};
constexpr Guid iid_tagged{0x5c13e51c, 0x4f32, 0x4726, {0xa3, 0xfd, 0xf3, 0xed, 0xd6, 0x3d, 0xa3, 0xa0}};
constexpr Guid iid_find_targets_callback{0x04b3486c, 0x4687, 0x4229, {0x8d, 0x14, 0x50, 0x5a, 0xb5, 0x84, 0xdd, 0x88}};

// --- Wrappers of managed objects -------------------------------------------------------------------------------------

struct ComInterfaceEntry {
    Guid iid;
    const void* vtable;
};

namespace wrapper_flags {
constexpr uint32_t caller_defined_unknown = 1;
constexpr uint32_t tracker_support = 2;
constexpr uint32_t lacks_custom_query = 1u << 29;
constexpr uint32_t is_pegged = 1u << 31;
}  // namespace wrapper_flags

// CoreLib's ComWrappers.ManagedObjectWrapper. The count: references of COM in the lower 31 bits, a mark that the
// wrapper is to be destroyed, references of trackers in the upper half.
struct ManagedObjectWrapper {
    std::atomic<gc::Handle> holder;
    std::atomic<uint64_t> count;
    std::atomic<uint32_t> flags;
    int32_t user_defined_count;
    const ComInterfaceEntry* user_defined;
    void** dispatches;  // groups of eight words: this, and seven vtables

    bool has(uint32_t flag) const { return (flags.load(std::memory_order_relaxed) & flag) != 0; }
};
static_assert(sizeof(ManagedObjectWrapper) == 40);

constexpr uint64_t com_count_mask = 0x7fffffff;
constexpr uint64_t destroy_mark = 0x80000000;
constexpr uint64_t tracker_one = uint64_t{1} << 32;
constexpr uintptr_t dispatch_group_bytes = 64;
constexpr uint32_t vtables_per_group = 7;

std::atomic<bool> g_global_pegging{true};
thread_local bool t_collecting;  // no managed code can run

ManagedObjectWrapper* wrapper_of(void* dispatch) {
    return *reinterpret_cast<ManagedObjectWrapper**>(reinterpret_cast<uintptr_t>(dispatch) &
                                                     ~(dispatch_group_bytes - 1));
}

uint32_t com_count(uint64_t count) {
    return static_cast<uint32_t>(count & com_count_mask);
}
uint32_t tracker_count(uint64_t count) {
    return static_cast<uint32_t>(count / tracker_one);
}

void* dispatch_at(const ManagedObjectWrapper& wrapper, uint32_t index) {
    return wrapper.dispatches + size_t{index / vtables_per_group} * (vtables_per_group + 1) + 1 +
           index % vtables_per_group;
}

// The engine's interfaces follow the user's in the table, in this order.
void* runtime_interface(const ManagedObjectWrapper& wrapper, const Guid& iid) {
    auto index = static_cast<uint32_t>(wrapper.user_defined_count);
    if (!wrapper.has(wrapper_flags::caller_defined_unknown)) {
        if (iid == iid_unknown) return dispatch_at(wrapper, index);
        index++;
    }
    if (wrapper.has(wrapper_flags::tracker_support)) {
        if (iid == iid_tracker_target) return dispatch_at(wrapper, index);
        index++;
    }
    return iid == iid_tagged ? dispatch_at(wrapper, index) : nullptr;
}

void* user_interface(const ManagedObjectWrapper& wrapper, const Guid& iid) {
    for (int32_t i = 0; i < wrapper.user_defined_count; i++) {
        if (wrapper.user_defined[i].iid == iid) return dispatch_at(wrapper, static_cast<uint32_t>(i));
    }
    return nullptr;
}

enum class CustomQuery : int32_t {
    Handled = 0,
    NotHandled = 1,
    Failed = 2,
    Absent = -1
};  // CustomQueryInterfaceResult

// Asks the managed object, if it implements ICustomQueryInterface. An exception counts as if it did not.
CustomQuery ask_object(ManagedObjectWrapper& wrapper, const Guid& iid, void** result) {
    if (t_thread == nullptr) attach_current_thread();
    Thread& thread = current_thread();
    ManagedScope managed(thread);
    gc::Handle handle = wrapper.holder.load();
    Object* holder = handle == nullptr ? nullptr : *handle;
    auto* method = computed_once<[] {
        return find_method(interop_type(interop_services, "ComWrappers"), "CallICustomQueryInterface");
    }>();
    CallResult call = call_managed(
        thread, method,
        {reinterpret_cast<uint64_t>(holder), reinterpret_cast<uint64_t>(&iid), reinterpret_cast<uint64_t>(result)});
    if (call.exception == nullptr) return static_cast<CustomQuery>(static_cast<int32_t>(call.value));
    *result = nullptr;
    return CustomQuery::Absent;
}

uint32_t add_ref(void* dispatch) {
    return com_count(++wrapper_of(dispatch)->count);
}

uint32_t release(void* dispatch) {
    ManagedObjectWrapper& wrapper = *wrapper_of(dispatch);
    if (com_count(wrapper.count.load()) == 0) return UINT32_MAX;
    return com_count(--wrapper.count);
}

Result32 query_interface(void* dispatch, const Guid* iid, void** result) {
    if (result == nullptr) return null_pointer;
    ManagedObjectWrapper& wrapper = *wrapper_of(dispatch);
    *result = runtime_interface(wrapper, *iid);
    if (*result == nullptr && !wrapper.has(wrapper_flags::lacks_custom_query) && !t_collecting) {
        CustomQuery answer = ask_object(wrapper, *iid, result);
        if (answer == CustomQuery::Handled) return success;
        if (answer == CustomQuery::Failed) return no_interface;
        if (answer != CustomQuery::NotHandled) wrapper.flags |= wrapper_flags::lacks_custom_query;
    }
    if (*result == nullptr) *result = user_interface(wrapper, *iid);
    if (*result == nullptr) return no_interface;
    wrapper.count++;
    return success;
}

Result32 tracker_query_interface(void* dispatch, const Guid* iid, void** result) {
    ManagedObjectWrapper& wrapper = *wrapper_of(dispatch);
    wrapper.count++;  // keeps the object, if it is still alive, during the query
    gc::Handle holder = wrapper.holder.load();
    bool is_gone = (wrapper.count.load() & destroy_mark) != 0 || holder == nullptr || *holder == nullptr;
    Result32 answer = is_gone ? object_is_gone : query_interface(dispatch, iid, result);
    wrapper.count--;
    return answer;
}

uint32_t add_ref_from_tracker(void* dispatch) {
    return tracker_count(wrapper_of(dispatch)->count += tracker_one);
}

// Whoever takes the last reference off a wrapper that is to be destroyed frees its handle; the releaser's finalizer
// frees the memory.
uint32_t release_from_tracker(void* dispatch) {
    ManagedObjectWrapper& wrapper = *wrapper_of(dispatch);
    if (tracker_count(wrapper.count.load()) == 0) return UINT32_MAX;
    uint64_t left = wrapper.count -= tracker_one;
    if (left == destroy_mark) {
        if (gc::Handle handle = wrapper.holder.exchange(nullptr)) gc::free_handle(handle);
    }
    return tracker_count(left);
}

Result32 peg(void* dispatch) {
    wrapper_of(dispatch)->flags |= wrapper_flags::is_pegged;
    return success;
}
Result32 unpeg(void* dispatch) {
    wrapper_of(dispatch)->flags &= ~wrapper_flags::is_pegged;
    return success;
}

Result32 is_current_version(void*, const void* version) {
    return version == com_is_current_version() ? success : failure;
}

uint32_t untracked_count(void*) {
    return 1;
}

const void* entry(auto* function) {
    return reinterpret_cast<const void*>(function);
}

bool is_rooted_wrapper(const ManagedObjectWrapper& wrapper) {
    uint64_t count = wrapper.count.load(std::memory_order_relaxed);
    if (com_count(count) > 0) return true;
    return tracker_count(count) > 0 && (wrapper.has(wrapper_flags::is_pegged) || g_global_pegging.load());
}

// --- Objects of another counting system ------------------------------------------------------------------------------

// A native object and the slots of its vtable after IUnknown's.
struct ComObject {
    const void* const* vtable;

    template <typename Answer, typename... Arguments>
    Answer call(uint32_t slot, Arguments... arguments) {
        return reinterpret_cast<Answer (*)(void*, Arguments...)>(const_cast<void*>(vtable[slot]))(this, arguments...);
    }
};

namespace manager_slots {
constexpr uint32_t tracking_started = 3;
constexpr uint32_t find_targets_completed = 4;
constexpr uint32_t tracking_completed = 5;
}  // namespace manager_slots
namespace tracker_slots {
constexpr uint32_t disconnect_from_source = 4;
constexpr uint32_t find_targets = 5;
}  // namespace tracker_slots

std::atomic<ComObject*> g_tracker_manager;
gc::Handle g_tracker_cache;
MethodTable* g_holder_type;
uint32_t g_wrapper_offset;  // in a holder

Object* reference(Object* object, MethodTable* declared_in, std::string_view name) {
    return object->reference(find_field(declared_in, name)->offset);
}

template <typename T>
T& field(Object* object, MethodTable* declared_in, std::string_view name) {
    return object->field<T>(find_field(declared_in, name)->offset);
}

// IFindReferenceTargetsCallback, on the stack: a tracker names the targets that its object refers to.
struct FindTargets {
    const void* const* vtable;
    Object* source;
    std::vector<std::pair<Object*, Object*>>* pairs;
};

Result32 callback_query_interface(void* self, const Guid* iid, void** result) {
    if (result == nullptr) return null_pointer;
    bool known = *iid == iid_unknown || *iid == iid_find_targets_callback;
    *result = known ? self : nullptr;
    return known ? success : no_interface;
}

Result32 found_target(FindTargets* self, void* target) {
    if (target == nullptr) return null_pointer;
    const void* first_entry = **static_cast<const void* const* const*>(target);
    if (first_entry != entry(query_interface) && first_entry != entry(tracker_query_interface)) return success;
    ManagedObjectWrapper& wrapper = *wrapper_of(target);
    gc::Handle holder = wrapper.holder.load();
    bool is_gone = (wrapper.count.load() & destroy_mark) != 0 || holder == nullptr || *holder == nullptr;
    if (!is_gone && self->source != nullptr) self->pairs->emplace_back(self->source, *holder);
    return success;
}

class TrackedReferences final : public gc::NativeReferences {
  public:
    bool is_rooted(Object* target) override {
        if (target->method_table != g_holder_type) return true;
        return is_rooted_wrapper(*target->field<ManagedObjectWrapper*>(g_wrapper_offset));
    }
    void collection_begins(std::vector<std::pair<Object*, Object*>>& pairs) override;
    void marked() override;
    void collection_ends() override;

  private:
    template <typename Visit>
    void for_each_tracker(Visit visit);

    bool tracks_ = false;
};

// visit(tracker, proxy) for the wrappers that live; the proxy may be null. False ends it.
template <typename Visit>
void TrackedReferences::for_each_tracker(Visit visit) {
    Object* set = g_tracker_cache == nullptr ? nullptr : *g_tracker_cache;
    if (set == nullptr) return;
    auto* buckets = static_cast<ArrayObject*>(reference(set, set->method_table, "_buckets"));
    for (uint32_t i = 0; i < buckets->length; i++) {
        Object* item = buckets->references()[i];
        while (item != nullptr) {
            gc::Handle handle = field<gc::Handle>(item, item->method_table, "_value");
            Object* wrapper = handle == nullptr ? nullptr : *handle;
            item = reference(item, item->method_table, "_next");
            if (wrapper == nullptr) continue;
            auto* tracker = field<ComObject*>(wrapper, wrapper->method_table, "_trackerObject");
            gc::Handle proxy = field<gc::Handle>(wrapper, wrapper->method_table->parent, "_proxyHandle");
            if (tracker != nullptr && !visit(*tracker, proxy == nullptr ? nullptr : *proxy)) return;
        }
    }
}

void TrackedReferences::collection_begins(std::vector<std::pair<Object*, Object*>>& pairs) {
    ComObject* manager = g_tracker_manager.load();
    t_collecting = true;
    tracks_ = manager != nullptr && g_tracker_cache != nullptr;
    if (!tracks_) return;
    if (manager->call<Result32>(manager_slots::tracking_started) < 0) return;
    g_global_pegging = false;
    static const void* const vtable[] = {entry(callback_query_interface), entry(untracked_count),
                                         entry(untracked_count), entry(found_target)};
    bool failed = false;
    for_each_tracker([&](ComObject& tracker, Object* proxy) {
        FindTargets callback{vtable, proxy, &pairs};
        failed = tracker.call<Result32, void*>(tracker_slots::find_targets, &callback) < 0;
        return !failed;
    });
    if (failed) g_global_pegging = true;
    manager->call<Result32, int32_t>(manager_slots::find_targets_completed, failed ? 1 : 0);
}

void TrackedReferences::marked() {
    if (!tracks_) return;
    for_each_tracker([](ComObject& tracker, Object* proxy) {
        if (proxy == nullptr || gc::Liveness::is_live(proxy)) return true;
        return tracker.call<Result32>(tracker_slots::disconnect_from_source) >= 0;
    });
}

void TrackedReferences::collection_ends() {
    t_collecting = false;
    if (!tracks_) return;
    g_tracker_manager.load()->call<Result32>(manager_slots::tracking_completed);
    g_global_pegging = true;
}

}  // namespace

gc::NativeReferences& tracked_references() {
    static auto* references = new TrackedReferences;
    return *references;
}

ComVtableEntries com_unknown() {
    return {entry(query_interface), entry(add_ref), entry(release)};
}

const void* com_tracker_target_vtable() {
    static const void* const vtable[] = {
        entry(tracker_query_interface), entry(add_ref), entry(release), entry(add_ref_from_tracker),
        entry(release_from_tracker),    entry(peg),     entry(unpeg)};
    return vtable;
}

const void* com_is_current_version() {
    return entry(is_current_version);
}

const void* com_untracked_count() {
    return entry(untracked_count);
}

void install_com_wrappers(MethodTable* holder) {
    g_holder_type = holder;
    g_wrapper_offset = find_field(holder, "_wrapper")->offset;
}

bool has_reference_tracker_manager() {
    return g_tracker_manager.load() != nullptr;
}

bool register_reference_tracker_manager(void* manager) {
    ComObject* none = nullptr;
    return g_tracker_manager.compare_exchange_strong(none, static_cast<ComObject*>(manager));
}

void set_reference_tracker_cache(Object* handle_set) {
    g_tracker_cache = gc::allocate_handle(gc::HandleKind::Strong, handle_set);
}

}  // namespace celer

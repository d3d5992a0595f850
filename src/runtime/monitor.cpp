// Thin locks live in the object's header. A lock that is contended, waited on or hashed gets a sync entry; the header
// then holds the entry's index for as long as the object lives, and the collector returns entries of dead objects.
//
// The lock of an entry: state 0 free, 1 held, 2 held and somebody may sleep. Releasing wakes one sleeper, which
// competes with newcomers (as CoreCLR's monitors do: no hand-off).
#include "runtime/monitor.h"

#include <vector>

#include "base/assert.h"
#include "base/lock.h"
#include "gc/heap.h"
#include "gc/world.h"
#include "platform/cpu.h"
#include "runtime/waiting.h"

namespace celer {

namespace {

using namespace object_header;

constexpr uint32_t owner_mask = 0xffff;
constexpr uint32_t recursion_one = 0x10000;
constexpr uint32_t recursion_mask = 0x3f0000;
constexpr uint32_t entries_per_chunk = 1024;
constexpr uint32_t largest_chunk_count = 16384;
constexpr int spin_count = 40;

struct PulseWaiter {  // in Monitor.Wait, on the waiting thread's stack
    std::atomic<uint32_t> pulsed;
    PulseWaiter* next;
};

struct SyncEntry {
    std::atomic<uint32_t> state;
    std::atomic<uint32_t> owner_id;  // managed id, valid while state != 0
    uint32_t recursion;              // beyond the first
    uint32_t hash;                   // 0: none
    Object* object;                  // weak; null: the entry is free
    PulseWaiter* first_waiter;       // under g_lock
    uint32_t index;
    uint32_t next_free;
};

constinit Lock g_lock(LockRank::SyncEntries);
std::atomic<SyncEntry*> g_chunks[largest_chunk_count];
uint32_t g_entry_count = 1;  // index 0 is not used
uint32_t g_first_free;
std::vector<uint32_t> g_made;  // entries, since the last collection; under g_lock
std::atomic<int64_t> g_contention_count;

std::atomic<uint32_t>& header_of(Object* object) {
    return *reinterpret_cast<std::atomic<uint32_t>*>(&object->header());
}

SyncEntry& entry_at(uint32_t index) {
    return g_chunks[index / entries_per_chunk].load(std::memory_order_acquire)[index % entries_per_chunk];
}

SyncEntry* entry_of(uint32_t header) {
    return (header & (is_hash_or_sync | is_hash)) == is_hash_or_sync ? &entry_at(header & value_mask) : nullptr;
}

// A fresh entry; g_lock held.
SyncEntry& take_entry() {
    if (g_first_free != 0) {
        SyncEntry& entry = entry_at(g_first_free);
        g_first_free = entry.next_free;
        return entry;
    }
    uint32_t index = g_entry_count++;
    CELER_ASSERT(index / entries_per_chunk < largest_chunk_count, "too many locked objects");
    std::atomic<SyncEntry*>& chunk = g_chunks[index / entries_per_chunk];
    if (chunk.load() == nullptr) chunk.store(new SyncEntry[entries_per_chunk]{}, std::memory_order_release);
    SyncEntry& entry = entry_at(index);
    entry.index = index;
    return entry;
}

void return_entry(SyncEntry& entry) {
    uint32_t index = entry.index;
    entry.object = nullptr;
    entry.state.store(0);
    entry.recursion = 0;
    entry.hash = 0;
    entry.next_free = g_first_free;
    g_first_free = index;
}

// Gives the object a sync entry that carries over the thin lock or hash of its header.
SyncEntry& inflate(Object* object) {
    std::atomic<uint32_t>& word = header_of(object);
    g_lock.lock();
    uint32_t header = word.load();
    SyncEntry* entry = entry_of(header);
    if (entry == nullptr) {
        entry = &take_entry();
        entry->object = object;
        g_made.push_back(entry->index);
        do {
            uint32_t value = header & ~runtime_bits;
            entry->hash = (value & is_hash) != 0 ? value & value_mask : 0;
            bool locked = (value & is_hash_or_sync) == 0 && value != 0;
            entry->owner_id.store(locked ? value & owner_mask : 0);
            entry->recursion = locked ? (value & recursion_mask) / recursion_one : 0;
            entry->state.store(locked ? 1 : 0);
        } while (!word.compare_exchange_weak(header, (header & runtime_bits) | is_hash_or_sync | entry->index));
    }
    g_lock.unlock();
    return *entry;
}

void own(SyncEntry& entry, Thread& thread) {
    entry.owner_id.store(thread.managed_id, std::memory_order_relaxed);
    entry.recursion = 0;
}

bool try_lock(SyncEntry& entry) {
    uint32_t expected = 0;
    return entry.state.compare_exchange_strong(expected, 1);
}

void unlock(SyncEntry& entry) {
    entry.owner_id.store(0, std::memory_order_relaxed);
    if (entry.state.exchange(0) == 2) futex_wake(entry.state, 1);
}

bool holds(const SyncEntry& entry, const Thread& thread) {
    return entry.state.load() != 0 && entry.owner_id.load(std::memory_order_relaxed) == thread.managed_id;
}

MonitorResult lock_entry(Thread& thread, SyncEntry& entry, int32_t timeout_ms, bool interruptible) {
    if (holds(entry, thread)) {
        entry.recursion++;
        return MonitorResult::Entered;
    }
    for (int i = 0; i < spin_count; i++) {
        if (try_lock(entry)) {
            own(entry, thread);
            return MonitorResult::Entered;
        }
        if (timeout_ms == 0) return MonitorResult::TimedOut;
        pause_spinning();
    }
    g_contention_count.fetch_add(1, std::memory_order_relaxed);
    Deadline deadline(timeout_ms);
    MonitorResult result = MonitorResult::Entered;
    {
        NativeScope native(thread);
        SleepScope sleep(thread, interruptible ? &entry.state : nullptr);
        while (entry.state.exchange(2) != 0) {
            if (interruptible && take_interrupt(thread)) {
                result = MonitorResult::Interrupted;
                break;
            }
            if (futex_sleep(entry.state, 2, deadline) == WakeReason::TimedOut) {
                result = entry.state.exchange(2) == 0 ? MonitorResult::Entered : MonitorResult::TimedOut;
                break;
            }
        }
    }
    if (result == MonitorResult::Entered) own(entry, thread);
    return result;
}

class EntryTable final : public gc::RootSource {
  public:
    void visit_roots(gc::RootVisitor&) override {}
    void clear_dead() override {
        auto look_at = [](uint32_t index) {
            SyncEntry& entry = entry_at(index);
            if (entry.object != nullptr && !gc::Liveness::is_live(entry.object)) return_entry(entry);
        };
        if (gc::Liveness::is_complete()) {
            for (uint32_t i = 1; i < g_entry_count; i++) look_at(i);
        } else {
            for (uint32_t index : g_made) look_at(index);
        }
        g_made = {};
    }
};
constinit EntryTable g_table;

uint32_t next_hash(Thread& thread) {
    uint32_t& state = thread.hash_state;
    if (state == 0) state = thread.managed_id * 2654435761u | 1;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    uint32_t hash = state & value_mask;
    return hash != 0 ? hash : 1;
}

}  // namespace

bool monitor_try_enter_fast(Thread& thread, Object* object) {
    std::atomic<uint32_t>& word = header_of(object);
    uint32_t header = word.load(std::memory_order_relaxed);
    uint32_t value = header & ~runtime_bits;
    if (value == 0)
        return thread.managed_id <= owner_mask && word.compare_exchange_strong(header, header | thread.managed_id);
    if ((value & is_hash_or_sync) == 0) {
        bool mine = (value & owner_mask) == thread.managed_id && (value & recursion_mask) != recursion_mask;
        return mine && word.compare_exchange_strong(header, header + recursion_one);
    }
    SyncEntry* entry = entry_of(header);
    if (entry == nullptr) return false;
    if (try_lock(*entry)) {
        own(*entry, thread);
        return true;
    }
    if (!holds(*entry, thread)) return false;
    entry->recursion++;
    return true;
}

MonitorResult monitor_enter(Thread& thread, Object* object, int32_t timeout_ms) {
    for (int i = 0; i < spin_count; i++) {
        if (monitor_try_enter_fast(thread, object)) return MonitorResult::Entered;
        uint32_t value = header_of(object).load(std::memory_order_relaxed) & ~runtime_bits;
        bool held_by_other = (value & is_hash_or_sync) == 0 && value != 0 && (value & owner_mask) != thread.managed_id;
        if (!held_by_other) break;
        if (timeout_ms == 0) return MonitorResult::TimedOut;
        pause_spinning();
    }
    return lock_entry(thread, inflate(object), timeout_ms, true);
}

bool monitor_exit(Thread& thread, Object* object) {
    std::atomic<uint32_t>& word = header_of(object);
    uint32_t header = word.load(std::memory_order_relaxed);
    for (;;) {
        uint32_t value = header & ~runtime_bits;
        if ((value & is_hash_or_sync) != 0) break;
        if ((value & owner_mask) != thread.managed_id) return false;
        uint32_t released = (value & recursion_mask) != 0 ? header - recursion_one : header & runtime_bits;
        if (word.compare_exchange_weak(header, released)) return true;
    }
    SyncEntry* entry = entry_of(header);
    if (entry == nullptr || !holds(*entry, thread)) return false;
    if (entry->recursion != 0) {
        entry->recursion--;
    } else {
        unlock(*entry);
    }
    return true;
}

bool monitor_is_entered(Thread& thread, Object* object) {
    uint32_t header = header_of(object).load();
    if (SyncEntry* entry = entry_of(header)) return holds(*entry, thread);
    uint32_t value = header & ~runtime_bits;
    return (value & is_hash_or_sync) == 0 && value != 0 && (value & owner_mask) == thread.managed_id;
}

MonitorWaitResult monitor_wait(Thread& thread, Object* object, int32_t timeout_ms) {
    if (!monitor_is_entered(thread, object)) return MonitorWaitResult::NotOwner;
    if (take_interrupt(thread)) return MonitorWaitResult::Interrupted;
    SyncEntry& entry = inflate(object);
    PulseWaiter self{0, nullptr};
    g_lock.lock();
    PulseWaiter** tail = &entry.first_waiter;
    while (*tail != nullptr) tail = &(*tail)->next;
    *tail = &self;
    g_lock.unlock();
    uint32_t recursion = entry.recursion;
    entry.recursion = 0;
    unlock(entry);
    Deadline deadline(timeout_ms);
    bool interrupted = false;
    {
        NativeScope native(thread);
        SleepScope sleep(thread, &self.pulsed);
        while (self.pulsed.load() == 0) {
            interrupted = take_interrupt(thread);
            if (interrupted || futex_sleep(self.pulsed, 0, deadline) == WakeReason::TimedOut) break;
        }
    }
    g_lock.lock();
    bool pulsed = self.pulsed.load() != 0;
    if (!pulsed) {
        PulseWaiter** link = &entry.first_waiter;
        while (*link != &self) link = &(*link)->next;
        *link = self.next;
    }
    g_lock.unlock();
    lock_entry(thread, entry, wait_forever, false);
    entry.recursion = recursion;
    if (pulsed) return MonitorWaitResult::Pulsed;
    return interrupted ? MonitorWaitResult::Interrupted : MonitorWaitResult::TimedOut;
}

bool monitor_pulse(Thread& thread, Object* object, bool all) {
    if (!monitor_is_entered(thread, object)) return false;
    SyncEntry* entry = entry_of(header_of(object).load());
    if (entry == nullptr) return true;  // nobody can be waiting
    g_lock.lock();
    while (entry->first_waiter != nullptr) {
        PulseWaiter* waiter = entry->first_waiter;
        entry->first_waiter = waiter->next;
        waiter->pulsed.store(1);
        futex_wake(waiter->pulsed, 1);
        if (!all) break;
    }
    g_lock.unlock();
    return true;
}

int32_t identity_hash_if_any(Object* object) {
    uint32_t header = header_of(object).load();
    if ((header & (is_hash_or_sync | is_hash)) == (is_hash_or_sync | is_hash))
        return static_cast<int32_t>(header & value_mask);
    SyncEntry* entry = entry_of(header);
    return entry != nullptr ? static_cast<int32_t>(entry->hash) : 0;
}

int32_t identity_hash(Object* object) {
    std::atomic<uint32_t>& word = header_of(object);
    for (;;) {
        if (int32_t known = identity_hash_if_any(object); known != 0) return known;
        uint32_t hash = next_hash(current_thread());
        uint32_t header = word.load();
        if ((header & ~runtime_bits) == 0) {
            word.compare_exchange_strong(header, header | is_hash_or_sync | is_hash | hash);
            continue;
        }
        SyncEntry& entry = inflate(object);
        uint32_t none = 0;
        __atomic_compare_exchange_n(&entry.hash, &none, hash, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
}

int64_t lock_contention_count() {
    return g_contention_count.load();
}

void initialize_monitors() {
    gc::add_root_source(g_table);
}

}  // namespace celer

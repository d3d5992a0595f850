// EventSource's native side. There are no event sessions yet: providers can be made and events defined, none is ever
// enabled, and asking for a session fails (0), as on a runtime whose EventPipe is off.
#include <cstdlib>
#include <string>

#include "corelib/contract.h"
#include "corelib/tables.h"
#include "runtime/objects.h"

namespace celer {

namespace {

struct Provider {
    std::u16string name;
};
struct EventDefinition {
    uint32_t id;
};

Provider* create_provider(const char16_t* name, void* /*callback*/, void* /*context*/) {
    return new Provider{name};
}
void delete_provider(Provider* provider) {
    delete provider;
}
Provider* get_provider(const char16_t*) {
    return nullptr;
}
EventDefinition* define_event(Provider*, uint32_t id, int64_t, uint32_t, uint32_t, void*, uint32_t) {
    return new EventDefinition{id};
}
void write_event(EventDefinition*, void*, uint32_t, const void*, const void*) {}

uint64_t enable_session(const char16_t*, int32_t, uint32_t, void*, uint32_t) {
    return 0;
}
void disable_session(uint64_t) {}
QBool get_session_info(uint64_t, void*) {
    return 0;
}
QBool get_next_event(uint64_t, void*) {
    return 0;
}
QBool signal_session(uint64_t) {
    return 0;
}
QBool wait_for_session(uint64_t, int32_t) {
    return 0;
}

// Activity ids of the thread: 1 get, 2 set, 3 create, 4 get and set, 5 create and set.
int32_t activity_id_control(uint32_t code, uint8_t* id) {
    static thread_local uint8_t current[16];
    static uint64_t counter;
    uint8_t incoming[16];
    __builtin_memcpy(incoming, id, sizeof incoming);
    uint8_t fresh[16] = {};
    uint64_t number = __atomic_add_fetch(&counter, 1, __ATOMIC_RELAXED);
    __builtin_memcpy(fresh, &number, sizeof number);
    switch (code) {
        case 1:
            __builtin_memcpy(id, current, 16);
            return 0;
        case 2:
            __builtin_memcpy(current, incoming, 16);
            return 0;
        case 3:
            __builtin_memcpy(id, fresh, 16);
            return 0;
        case 4:
            __builtin_memcpy(id, current, 16);
            __builtin_memcpy(current, incoming, 16);
            return 0;
        case 5:
            __builtin_memcpy(id, current, 16);
            __builtin_memcpy(current, fresh, 16);
            return 0;
    }
    return 1;
}

// DOTNET_<name> or COMPlus_<name>; the string lives as long as the process, as the caller expects.
const char16_t* clr_config(const char16_t* name) {
    std::string suffix;
    for (const char16_t* c = name; *c != 0; c++) suffix.push_back(static_cast<char>(*c));
    const char* value = std::getenv(("DOTNET_" + suffix).c_str());
    if (value == nullptr) value = std::getenv(("COMPlus_" + suffix).c_str());
    if (value == nullptr) return nullptr;
    return (new std::u16string(to_utf16(value)))->c_str();
}

QBool event_source_logging() {
    return 0;
}

// The runtime provider's events: no session can listen, so each is dropped, whatever its arguments.
void drop_event() {}

const NativeEntry entries[] = {
    CELER_QCALL("EventPipeInternal_CreateProvider", create_provider),
    CELER_QCALL("EventPipeInternal_DeleteProvider", delete_provider),
    CELER_QCALL("EventPipeInternal_GetProvider", get_provider),
    CELER_QCALL("EventPipeInternal_DefineEvent", define_event),
    CELER_QCALL("EventPipeInternal_WriteEventData", write_event),
    CELER_QCALL("EventPipeInternal_Enable", enable_session),
    CELER_QCALL("EventPipeInternal_Disable", disable_session),
    CELER_QCALL("EventPipeInternal_GetSessionInfo", get_session_info),
    CELER_QCALL("EventPipeInternal_GetNextEvent", get_next_event),
    CELER_QCALL("EventPipeInternal_SignalSession", signal_session),
    CELER_QCALL("EventPipeInternal_WaitForSessionSignal", wait_for_session),
    CELER_QCALL("EventPipeInternal_EventActivityIdControl", activity_id_control),
    CELER_QCALL("EventSource_GetClrConfig", clr_config),
    CELER_QCALL("IsEventSourceLoggingEnabled", event_source_logging),
    CELER_QCALL("NativeRuntimeEventSource_LogContentionLockCreated", drop_event),
    CELER_QCALL("NativeRuntimeEventSource_LogContentionStart", drop_event),
    CELER_QCALL("NativeRuntimeEventSource_LogContentionStop", drop_event),
    CELER_QCALL("NativeRuntimeEventSource_LogThreadPoolIODequeue", drop_event),
    CELER_QCALL("NativeRuntimeEventSource_LogThreadPoolIOEnqueue", drop_event),
    CELER_QCALL("NativeRuntimeEventSource_LogThreadPoolIOPack", drop_event),
    CELER_QCALL("NativeRuntimeEventSource_LogThreadPoolMinMaxThreads", drop_event),
    CELER_QCALL("NativeRuntimeEventSource_LogThreadPoolWorkerThreadAdjustmentAdjustment", drop_event),
    CELER_QCALL("NativeRuntimeEventSource_LogThreadPoolWorkerThreadAdjustmentSample", drop_event),
    CELER_QCALL("NativeRuntimeEventSource_LogThreadPoolWorkerThreadAdjustmentStats", drop_event),
    CELER_QCALL("NativeRuntimeEventSource_LogThreadPoolWorkerThreadStart", drop_event),
    CELER_QCALL("NativeRuntimeEventSource_LogThreadPoolWorkerThreadStop", drop_event),
    CELER_QCALL("NativeRuntimeEventSource_LogThreadPoolWorkerThreadWait", drop_event),
    CELER_QCALL("NativeRuntimeEventSource_LogThreadPoolWorkingThreadCount", drop_event),
    CELER_QCALL("NativeRuntimeEventSource_LogWaitHandleWaitStart", drop_event),
    CELER_QCALL("NativeRuntimeEventSource_LogWaitHandleWaitStop", drop_event),
};

}  // namespace

NativeTable tracing_contract() {
    return entries;
}

}  // namespace celer

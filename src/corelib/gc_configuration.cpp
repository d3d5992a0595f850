// GC.GetConfigurationVariables.
#include <algorithm>
#include <string_view>

#include "base/options.h"
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/statistics.h"
#include "platform/memory.h"
#include "runtime/thread.h"

namespace celer {

namespace {

enum class Kind : int32_t { Integer, Text, Boolean };  // GC.GCConfigurationType
using Callback = void (*)(void* context, const char* name, const char* property, Kind kind, int64_t value);

constexpr const char* property_of(std::string_view name) {
#define OPTION(kind, option, default_value, property, doc) \
    if (name == #option) return property;
#include "base/options.def"
#undef OPTION
    return nullptr;
}

// There is one heap; a server's collector would have one for each processor, and programs read the number as that.
int64_t heap_count(const Options& set) {
    int64_t processors = processor_count();
    if (!set.gcServer) return 1;
    return set.GCHeapCount > 0 ? std::min(set.GCHeapCount, processors) : processors;
}

int64_t value_of(bool value) {
    return value ? 1 : 0;
}
int64_t value_of(int64_t value) {
    return value;
}
int64_t value_of(uint64_t value) {
    return static_cast<int64_t>(value);
}
int64_t value_of(const char* text) {
    return reinterpret_cast<int64_t>(text);
}

// The callback is managed code.
void enumerate_configuration(void* context, Callback callback) {
    const Options& set = options();
    NativeScope native(current_thread());
#define GC_VARIABLE(kind, name, option, value) \
    callback(context, #name, property_of(#option), Kind::kind, value_of(value));
#include "corelib/gc_configuration.def"
#undef GC_VARIABLE
}

const NativeEntry entries[] = {
    CELER_QCALL("GCInterface_EnumerateConfigurationValues", enumerate_configuration),
};

}  // namespace

NativeTable gc_configuration_contract() {
    return entries;
}

}  // namespace celer

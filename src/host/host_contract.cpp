#include "host/host_contract.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace celer {

namespace {

// Laid out as .NET's host has it; `size_bytes` tells how much of it there is. Functions behind these are not for us.
struct RuntimeContract {
    size_t size_bytes;
    void* context;
    size_t (*get_runtime_property)(const char* key, char* value, size_t size_bytes, void* context);
    BundleProbe bundle_probe;
    NativeCallOverride native_call_override;
};

void* address_in(const char* text) {
    return reinterpret_cast<void*>(std::strtoull(text, nullptr, 16));
}

std::string property(const RuntimeContract& contract, const char* key) {
    if (contract.get_runtime_property == nullptr) return {};
    std::string value(4096, 0);
    for (int attempt = 0; attempt < 2; attempt++) {
        size_t size =
            contract.get_runtime_property(key, value.data(), value.size(), contract.context);  // with the zero
        if (size == SIZE_MAX || size == 0) return {};
        bool fits = size <= value.size();
        value.resize(fits ? size - 1 : size);
        if (fits) return value;
    }
    return {};
}

}  // namespace

HostFunctions host_functions(std::span<const char*> keys, std::span<const char*> values) {
    HostFunctions functions;
    for (size_t i = 0; i < keys.size(); i++) {
        std::string_view key = keys[i];
        if (key == "BUNDLE_PROBE") functions.bundle_probe = reinterpret_cast<BundleProbe>(address_in(values[i]));
        if (key == "PINVOKE_OVERRIDE")
            functions.native_call_override = reinterpret_cast<NativeCallOverride>(address_in(values[i]));
        if (key != "HOST_RUNTIME_CONTRACT") continue;
        const auto* contract = static_cast<const RuntimeContract*>(address_in(values[i]));
        if (contract == nullptr || contract->size_bytes < sizeof(RuntimeContract)) continue;
        std::string extracted = property(*contract, "BUNDLE_EXTRACTION_PATH");
        if (!extracted.empty() && !extracted.ends_with('/')) extracted.push_back('/');
        return {contract->bundle_probe, contract->native_call_override, extracted};
    }
    return functions;
}

}  // namespace celer

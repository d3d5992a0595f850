// What a host hands over: addresses in its properties, the runtime contract; and what the environment asks for.
#include "host/host_contract.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "host/diagnostic_requests.h"

namespace celer {
namespace {

struct Contract {  // as .NET's host lays it out
    size_t size_bytes = sizeof(Contract);
    void* context = nullptr;
    size_t (*get_runtime_property)(const char* key, char* value, size_t size_bytes, void* context) = nullptr;
    BundleProbe bundle_probe = nullptr;
    NativeCallOverride native_call_override = nullptr;
};

std::string in_hexadecimal(const void* address) {
    char text[32];
    std::snprintf(text, sizeof text, "%p", address);
    return text;
}

bool probe(const char*, int64_t*, int64_t*, int64_t*) {
    return false;
}
const void* override_call(const char*, const char*) {
    return nullptr;
}

// Answers from `context`, the value of the one property; keeps to the host's rule for what does not fit.
size_t property(const char* key, char* value, size_t size_bytes, void* context) {
    const auto* text = static_cast<const std::string*>(context);
    if (std::strcmp(key, "BUNDLE_EXTRACTION_PATH") != 0 || text == nullptr) return SIZE_MAX;
    if (text->size() < size_bytes) std::memcpy(value, text->c_str(), text->size() + 1);
    return text->size() + 1;
}

HostFunctions functions_of(std::vector<std::pair<const char*, std::string>> properties) {
    std::vector<const char*> keys, values;
    for (const auto& [key, value] : properties) {
        keys.push_back(key);
        values.push_back(value.c_str());
    }
    return host_functions(keys, values);
}

TEST(HostContract, NothingIsGiven) {
    for (const HostFunctions& functions :
         {functions_of({}), functions_of({{"TRUSTED_PLATFORM_ASSEMBLIES", "x:y"}}),
          functions_of({{"HOST_RUNTIME_CONTRACT", "0x0"}}), functions_of({{"HOST_RUNTIME_CONTRACT", ""}})}) {
        EXPECT_EQ(functions.bundle_probe, nullptr);
        EXPECT_EQ(functions.native_call_override, nullptr);
        EXPECT_EQ(functions.bundle_extraction_folder, "");
    }
}

TEST(HostContract, PropertiesOfOlderHosts) {
    HostFunctions functions =
        functions_of({{"BUNDLE_PROBE", in_hexadecimal(reinterpret_cast<const void*>(&probe))},
                      {"PINVOKE_OVERRIDE", in_hexadecimal(reinterpret_cast<const void*>(&override_call))}});
    EXPECT_EQ(functions.bundle_probe, &probe);
    EXPECT_EQ(functions.native_call_override, &override_call);
}

TEST(HostContract, TheContractComesBeforeThem) {
    Contract contract;
    contract.get_runtime_property = property;
    contract.bundle_probe = probe;
    HostFunctions functions =
        functions_of({{"PINVOKE_OVERRIDE", in_hexadecimal(reinterpret_cast<const void*>(&override_call))},
                      {"HOST_RUNTIME_CONTRACT", in_hexadecimal(&contract)}});
    EXPECT_EQ(functions.bundle_probe, &probe);
    EXPECT_EQ(functions.native_call_override, nullptr);
    EXPECT_EQ(functions.bundle_extraction_folder, "");

    contract.size_bytes = 16;  // of a host that is too old
    EXPECT_EQ(functions_of({{"HOST_RUNTIME_CONTRACT", in_hexadecimal(&contract)}}).bundle_probe, nullptr);
}

TEST(HostContract, FoldersOfAnyLengthEndWithASlash) {
    for (size_t length : {1u, 10u, 4094u, 4095u, 4096u, 9000u}) {
        for (bool has_slash : {false, true}) {
            std::string path = "/" + std::string(length, 'p') + (has_slash ? "/" : "");
            Contract contract;
            contract.get_runtime_property = property;
            contract.context = &path;
            HostFunctions functions = functions_of({{"HOST_RUNTIME_CONTRACT", in_hexadecimal(&contract)}});
            EXPECT_EQ(functions.bundle_extraction_folder, has_slash ? path : path + "/") << length;
        }
    }
    std::string empty;
    Contract contract;
    contract.get_runtime_property = property;
    contract.context = &empty;
    EXPECT_EQ(functions_of({{"HOST_RUNTIME_CONTRACT", in_hexadecimal(&contract)}}).bundle_extraction_folder, "");
}

// --- Requests --------------------------------------------------------------------------------------------------------

// What is said on standard error with one variable set.
std::string said_with(const char* variable, const char* value) {
    setenv(variable, value, 1);
    testing::internal::CaptureStderr();
    refuse_diagnostic_requests();
    unsetenv(variable);
    return testing::internal::GetCapturedStderr();
}

TEST(DiagnosticRequests, EachIsRefusedByName) {
    constexpr struct {
        const char* variable;
        const char* value;
        bool is_asked;
    } cases[] = {{"DOTNET_EnableEventPipe", "1", true},           {"DOTNET_EnableEventPipe", "0", false},
                 {"DOTNET_EnableEventPipe", "", false},           {"COMPlus_EnableEventPipe", "a", true},
                 {"DOTNET_DiagnosticPorts", "/p", true},          {"DOTNET_DiagnosticPorts", "", false},
                 {"COMPlus_DbgEnableMiniDump", "1", true},        {"CORECLR_ENABLE_PROFILING", "1", true},
                 {"CORECLR_ENABLE_PROFILING", "0", false},        {"DOTNET_MODIFIABLE_ASSEMBLIES", "Debug", true},
                 {"DOTNET_MODIFIABLE_ASSEMBLIES", "none", false}, {"COMPlus_NoSuchRequest", "1", false}};
    for (const auto& example : cases) {
        std::string said = said_with(example.variable, example.value);
        std::string start = std::string("celer: ") + example.variable + " is set, but Celer ";
        EXPECT_EQ(!said.empty(), example.is_asked) << example.variable << "=" << example.value << ": " << said;
        if (!example.is_asked) continue;
        EXPECT_TRUE(said.starts_with(start) && said.ends_with(".\n")) << said;
        EXPECT_EQ(said.find('\n'), said.size() - 1) << said;
    }
}

}  // namespace
}  // namespace celer

// The five functions that hostpolicy binds, plus coreclr_shutdown: the C interface of a .NET runtime library.
#include <cstring>
#include <mutex>

#include "host/engine_host.h"

#define CELER_EXPORT extern "C" __attribute__((visibility("default")))

using celer::EngineHost;

namespace {

using ErrorWriter = void (*)(const char* message);

ErrorWriter g_error_writer;
EngineHost* g_host;

int report(const celer::HostError& error) {
    if (!error.message.empty() && g_error_writer != nullptr) g_error_writer(error.message.c_str());
    return error.hresult;
}

}  // namespace

CELER_EXPORT int coreclr_set_error_writer(ErrorWriter writer) {
    g_error_writer = writer;
    return 0;
}

CELER_EXPORT int coreclr_initialize(const char* exe_path, const char* /*friendly_name*/, int property_count,
                                    const char** keys, const char** values, void** host_handle,
                                    unsigned int* domain_id) {
    if (g_host != nullptr) return report({celer::hresult_invalid_operation, "The runtime is already initialized."});
    auto* host = new EngineHost;
    celer::HostError error = host->initialize(exe_path, {keys, static_cast<size_t>(property_count)},
                                              {values, static_cast<size_t>(property_count)});
    if (error.hresult != 0) return report(error);
    g_host = host;
    *host_handle = host;
    *domain_id = 1;
    return 0;
}

CELER_EXPORT int coreclr_execute_assembly(void* host_handle, unsigned int /*domain_id*/, int argc, const char** argv,
                                          const char* assembly_path, unsigned int* exit_code) {
    if (host_handle != g_host || g_host == nullptr) return celer::hresult_invalid_argument;
    return report(g_host->execute_assembly({argv, static_cast<size_t>(argc)}, assembly_path, *exit_code));
}

CELER_EXPORT int coreclr_create_delegate(void* host_handle, unsigned int /*domain_id*/, const char* assembly_name,
                                         const char* type_name, const char* method_name, void** delegate) {
    if (host_handle != g_host || g_host == nullptr) return celer::hresult_invalid_argument;
    return report(g_host->create_delegate(assembly_name, type_name, method_name, *delegate));
}

CELER_EXPORT int coreclr_shutdown_2(void* host_handle, unsigned int /*domain_id*/, int* latched_exit_code) {
    if (host_handle != g_host || g_host == nullptr) return celer::hresult_invalid_argument;
    *latched_exit_code = g_host->shutdown();
    return 0;
}

CELER_EXPORT int coreclr_shutdown(void* host_handle, unsigned int domain_id) {
    int latched_exit_code = 0;
    return coreclr_shutdown_2(host_handle, domain_id, &latched_exit_code);
}

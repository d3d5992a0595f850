// One engine in one process: brings it up from a host's properties, runs an assembly, shuts down.
#pragma once

#include <span>
#include <string>

namespace celer {

inline constexpr int hresult_invalid_argument = static_cast<int>(0x80070057);
inline constexpr int hresult_invalid_operation = static_cast<int>(0x8000FFFF);
inline constexpr int hresult_file_not_found = static_cast<int>(0x80070002);
inline constexpr int hresult_bad_image = static_cast<int>(0x8007000B);
inline constexpr int hresult_type_load = static_cast<int>(0x80131522);
inline constexpr int hresult_missing_method = static_cast<int>(0x80131513);
inline constexpr int hresult_entry_point_not_found = static_cast<int>(0x80131523);
inline constexpr int hresult_fail = static_cast<int>(0x80004005);

struct HostError {
    int hresult = 0;      // 0: success
    std::string message;  // UTF-8, for the host's error writer
};

class EngineHost {
  public:
    // Keys and values in UTF-8, as hostpolicy hands them over (TRUSTED_PLATFORM_ASSEMBLIES, APP_PATHS, ...).
    HostError initialize(const char* exe_path, std::span<const char*> keys, std::span<const char*> values);
    // The same without running any managed code: types and methods can be looked at and compiled.
    HostError initialize_for_dump(std::span<const char*> keys, std::span<const char*> values);
    // Runs Main on the calling thread. An unhandled exception is reported and ends the process (exit code 134).
    HostError execute_assembly(std::span<const char*> arguments, const char* assembly_path, unsigned int& exit_code);
    // Function pointer of a static method marked UnmanagedCallersOnly.
    HostError create_delegate(const char* assembly_name, const char* type_name, const char* method_name,
                              void*& function);
    int shutdown();  // ProcessExit event; returns the latched exit code

  private:
    std::string exe_path_;
};

}  // namespace celer

// System.Environment, environment variables, and what System.Diagnostics.Debugger and Buffer ask.
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/lock.h"
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "platform/memory.h"
#include "runtime/engine.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "runtime/thread.h"
#include "types/loader.h"

extern char** environ;

namespace celer {

namespace {

constexpr uint32_t error_not_enough_memory = 8;
constexpr uint32_t error_environment_variable_not_found = 203;

constinit Lock g_environment_lock(LockRank::Environment);

// The process's variables as .NET sees them: a copy, so that changes do not race with native getenv().
std::map<std::u16string, std::u16string>& variables() {
    static auto* copy = [] {
        auto* map = new std::map<std::u16string, std::u16string>;
        for (char** entry = environ; entry != nullptr && *entry != nullptr; entry++) {
            std::string_view text = *entry;
            size_t equals = text.find('=');
            if (equals != std::string_view::npos)
                map->emplace(to_utf16(text.substr(0, equals)), to_utf16(text.substr(equals + 1)));
        }
        return map;
    }();
    return *copy;
}

// Win32's contract: length without the terminator if the buffer suffices, else the needed size with it; 0 and an error.
uint32_t get_environment_variable(const char16_t* name, char16_t* buffer, uint32_t size) {
    g_environment_lock.lock();
    auto found = variables().find(name);
    uint32_t result = 0;
    bool missing = found == variables().end();
    if (!missing) {
        const std::u16string& value = found->second;
        uint32_t length = static_cast<uint32_t>(value.size());
        result = length < size ? length : length + 1;
        if (length < size) std::memcpy(buffer, value.c_str(), (length + 1) * sizeof(char16_t));
    }
    g_environment_lock.unlock();
    errno = missing ? static_cast<int>(error_environment_variable_not_found) : 0;
    return result;
}

QBool set_environment_variable(const char16_t* name, const char16_t* value) {
    g_environment_lock.lock();
    bool found = variables().contains(name);
    if (value == nullptr) {
        variables().erase(name);
    } else {
        variables()[name] = value;
    }
    g_environment_lock.unlock();
    if (value == nullptr && !found) {
        errno = static_cast<int>(error_environment_variable_not_found);
        return 0;
    }
    return 1;
}

// A block of "name=value" strings, each and the whole terminated by a zero.
char16_t* get_environment_strings() {
    g_environment_lock.lock();
    std::u16string block;
    for (const auto& [name, value] : variables()) block.append(name).append(u"=").append(value).push_back(u'\0');
    g_environment_lock.unlock();
    auto* copy = static_cast<char16_t*>(std::malloc((block.size() + 1) * sizeof(char16_t)));
    if (copy == nullptr) {
        errno = error_not_enough_memory;
        return nullptr;
    }
    std::memcpy(copy, block.c_str(), (block.size() + 1) * sizeof(char16_t));
    return copy;
}

QBool free_environment_strings(char16_t* block) {
    std::free(block);
    return 1;
}

int32_t processors() {
    for (const char* variable : {"DOTNET_PROCESSOR_COUNT", "COMPlus_PROCESSOR_COUNT"}) {
        const char* wanted = std::getenv(variable);
        if (wanted == nullptr) continue;
        long count = std::strtol(wanted, nullptr, 10);
        if (count > 0 && count <= 0xffff) return static_cast<int32_t>(count);
        break;
    }
    return static_cast<int32_t>(processor_count());
}

int32_t current_managed_thread_id() {
    return static_cast<int32_t>(current_thread().managed_id);
}

void raise_process_exit(Thread& thread) {
    Result<MethodTable*> type = find_type(corelib(), "System", "AppContext");
    if (!type || !ensure_loaded(*type)) return;
    if (MethodDesc* method = find_method(*type, "OnProcessExit")) call_managed(thread, method, {}, Boundary::Unhandled);
}

void environment_exit(int32_t code) {
    static bool exiting;
    set_latched_exit_code(code);
    Thread& thread = current_thread();
    if (!__atomic_exchange_n(&exiting, true, __ATOMIC_ACQ_REL)) {
        raise_process_exit(thread);
        finish_process_reports();
        enter_native(thread);
        std::exit(latched_exit_code());
    }
    NativeScope native(thread);
    for (;;) pause();  // another thread is ending the process
}

void environment_fail_fast(void* /*mark*/, const char16_t* message, ObjectHandleOnStack exception,
                           const char16_t* error_source) {
    std::string text = "Runtime operation halted by call to System.Environment.FailFast(). (0x80131623)";
    if (message != nullptr) text = to_utf8(new_string_utf16(message));
    std::string source = error_source != nullptr ? to_utf8(new_string_utf16(error_source)) : std::string();
    fail_fast(current_thread(), source, text, exception.slot != nullptr ? exception.get() : nullptr);
}

// Never a debugger: there is no debugging interface yet.
QBool is_debugger_attached() {
    return 0;
}
QBool is_debugger_logging() {
    return 0;
}
void debugger_log(int32_t, const char16_t*, const char16_t*) {}
void debugger_break() {}  // goes on, as on CoreCLR when nobody debugs
QBool debugger_launch() {
    return true;  // CoreCLR's answer where there is no debugger to start
}
void debugger_notify(ObjectHandleOnStack) {}

// Of so many bytes and more no collection waits until they are moved. Who calls has pinned what lies in the heap.
constexpr size_t many_bytes = size_t{64} * 1024;

void clear_memory(void* memory, size_t size) {
    std::optional<NativeScope> native;
    if (size >= many_bytes) native.emplace(current_thread());
    std::memset(memory, 0, size);
}
void move_memory(void* destination, const void* source, size_t size) {
    std::optional<NativeScope> native;
    if (size >= many_bytes) native.emplace(current_thread());
    std::memmove(destination, source, size);
}

const NativeEntry entries[] = {
    CELER_QCALL("GetEnvironmentVariableW", get_environment_variable),
    CELER_QCALL("SetEnvironmentVariableW", set_environment_variable),
    CELER_QCALL("GetEnvironmentStringsW", get_environment_strings),
    CELER_QCALL("FreeEnvironmentStringsW", free_environment_strings),
    CELER_QCALL("Environment_GetProcessorCount", processors),
    CELER_QCALL("Environment_Exit", environment_exit),
    CELER_QCALL("Environment_FailFast", environment_fail_fast),
    CELER_INTERNAL_CALL("System.Environment", "get_CurrentManagedThreadId", current_managed_thread_id),
    CELER_INTERNAL_CALL("System.Environment", "get_ExitCode", latched_exit_code),
    CELER_INTERNAL_CALL("System.Environment", "set_ExitCode", set_latched_exit_code),
    CELER_QCALL("DebugDebugger_IsManagedDebuggerAttached", is_debugger_attached),
    CELER_QCALL("DebugDebugger_IsLoggingHelper", is_debugger_logging),
    CELER_QCALL("DebugDebugger_Log", debugger_log),
    CELER_QCALL("DebugDebugger_Break", debugger_break),
    CELER_QCALL("DebugDebugger_Launch", debugger_launch),
    CELER_QCALL("DebugDebugger_CustomNotification", debugger_notify),
    CELER_QCALL("Buffer_Clear", clear_memory),
    CELER_QCALL("Buffer_MemMove", move_memory),
};

}  // namespace

NativeTable environment_contract() {
    return entries;
}

}  // namespace celer

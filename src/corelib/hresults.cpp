// HRESULTs: the managed exceptions that they stand for (Marshal.GetExceptionForHR), and the texts of exceptions about
// loading.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string>

#include "corelib/contract.h"
#include "corelib/tables.h"
#include "reflection/exposed_objects.h"
#include "reflection/load_messages.h"
#include "runtime/exceptions.h"
#include "runtime/stack_trace.h"

namespace celer {

namespace {

// The managed exception that a well-known HRESULT stands for; every other one is a COMException.
struct ExceptionOfResult {
    uint32_t result;
    const char* name_space;
    const char* name;
    const char* message;  // null: the type's own
};

// clang-format off
constexpr ExceptionOfResult exceptions_of_results[] = {
    {0x80004001, "System", "NotImplementedException", nullptr},
    {0x80004002, "System", "InvalidCastException", nullptr},
    {0x80004003, "System", "NullReferenceException", nullptr},
    {0x80020012, "System", "DivideByZeroException", nullptr},
    {0x80070002, "System.IO", "FileNotFoundException", "The system cannot find the file specified."},
    {0x80070003, "System.IO", "DirectoryNotFoundException", "The system cannot find the path specified."},
    {0x80070004, "System.IO", "FileLoadException", "The system cannot open the file."},
    {0x80070005, "System", "UnauthorizedAccessException", "Access is denied."},
    {0x8007000b, "System", "BadImageFormatException", "An attempt was made to load a program with an incorrect format."},
    {0x8007000e, "System", "OutOfMemoryException", nullptr},
    {0x80070015, "System.IO", "FileNotFoundException", "The device is not ready."},
    {0x80070020, "System.IO", "FileLoadException", "The process cannot access the file because it is being used by another process."},
    {0x80070021, "System.IO", "FileLoadException", "The process cannot access the file because another process has locked a portion of the file."},
    {0x80070026, "System.IO", "EndOfStreamException", nullptr},
    {0x80070035, "System.IO", "FileNotFoundException", "The network path was not found."},
    {0x80070043, "System.IO", "FileNotFoundException", "The network name cannot be found."},
    {0x80070057, "System", "ArgumentException", nullptr},
    {0x8007006e, "System.IO", "FileLoadException", "The system cannot open the device or file specified."},
    {0x8007007b, "System.IO", "FileNotFoundException", "The filename, directory name, or volume label syntax is incorrect."},
    {0x8007007e, "System.IO", "FileNotFoundException", "The specified module or one of its dependencies could not be found."},
    {0x800700b6, "System", "BadImageFormatException", "The operating system cannot run %1."},
    {0x800700c0, "System", "BadImageFormatException", "The operating system cannot run %1."},
    {0x800700c1, "System", "BadImageFormatException", "%1 is not a valid Win32 application."},
    {0x800700ce, "System.IO", "PathTooLongException", nullptr},
    {0x80070216, "System", "ArithmeticException", nullptr},
    {0x800703e6, "System", "BadImageFormatException", "Invalid access to memory location."},
    {0x800703e9, "System", "StackOverflowException", nullptr},
    {0x800703ed, "System.IO", "FileLoadException", "The volume does not contain a recognized file system.\nPlease make sure that all required file system drivers are loaded and that the volume is not corrupted."},
    {0x800703ee, "System.IO", "FileLoadException", "The volume for a file has been externally altered so that the opened file is no longer valid."},
    {0x80070459, "System", "ArgumentOutOfRangeException", "No mapping for the Unicode character exists in the target multi-byte code page."},
    {0x8007045a, "System.IO", "FileLoadException", "A dynamic link library (DLL) initialization routine failed."},
    {0x80070482, "System", "BadImageFormatException", "One of the library files needed to run this application is damaged."},
    {0x80070485, "System.IO", "FileNotFoundException", "One of the library files needed to run this application cannot be found."},
    {0x80070570, "System", "BadImageFormatException", "The file or directory is corrupted and unreadable."},
    {0x80070571, "System.IO", "FileLoadException", "The disk structure is corrupted and unreadable."},
    {0x80070574, "System.IO", "FileNotFoundException", "Logon Failure: The target account name is incorrect."},
    {0x800a0009, "System", "IndexOutOfRangeException", nullptr},
    {0x80131013, "System", "TypeUnloadedException", nullptr},
    {0x80131016, "System.IO", "FileLoadException", "Assembly is still being loaded."},
    {0x80131018, "System", "BadImageFormatException", "The module was expected to contain an assembly manifest."},
    {0x8013101b, "System", "BadImageFormatException", "This assembly is built by a runtime newer than the currently loaded runtime and cannot be loaded."},
    {0x80131040, "System.IO", "FileLoadException", "The located assembly's manifest definition does not match the assembly reference."},
    {0x80131047, "System.IO", "FileLoadException", "The given assembly name was invalid."},
    {0x80131058, "System", "BadImageFormatException", "Reference assemblies cannot be loaded for execution."},
    {0x8013106a, "System.Runtime", "AmbiguousImplementationException", nullptr},
    {0x80131107, "System", "BadImageFormatException", "Old version error."},
    {0x8013110e, "System", "BadImageFormatException", "File is corrupt."},
    {0x80131124, "System", "BadImageFormatException", "Index not found."},
    {0x80131192, "System", "BadImageFormatException", "Bad binary signature."},
    {0x8013141a, "System.Security", "SecurityException", "Strong name validation failed."},
    {0x8013141d, "System", "BadImageFormatException", "Invalid assembly file format."},
    {0x8013141e, "System.Security", "SecurityException", "Invalid assembly public key."},
    {0x80131420, "System.Security", "SecurityException", "Signature size mismatch."},
    {0x80131430, "System.Security.Cryptography", "CryptographicException", nullptr},
    {0x80131500, "System", "Exception", nullptr},
    {0x80131501, "System", "SystemException", nullptr},
    {0x80131502, "System", "ArgumentOutOfRangeException", nullptr},
    {0x80131503, "System", "ArrayTypeMismatchException", nullptr},
    {0x80131506, "System", "ExecutionEngineException", nullptr},
    {0x80131507, "System", "FieldAccessException", nullptr},
    {0x80131508, "System", "IndexOutOfRangeException", nullptr},
    {0x80131509, "System", "InvalidOperationException", nullptr},
    {0x8013150a, "System.Security", "SecurityException", "An error relating to security occurred."},
    {0x8013150c, "System.Runtime.Serialization", "SerializationException", nullptr},
    {0x8013150d, "System.Security", "VerificationException", nullptr},
    {0x80131510, "System", "MethodAccessException", nullptr},
    {0x80131511, "System", "MissingFieldException", nullptr},
    {0x80131512, "System", "MissingMemberException", nullptr},
    {0x80131513, "System", "MissingMethodException", nullptr},
    {0x80131514, "System", "MulticastNotSupportedException", nullptr},
    {0x80131515, "System", "NotSupportedException", nullptr},
    {0x80131516, "System", "OverflowException", nullptr},
    {0x80131517, "System", "RankException", nullptr},
    {0x80131518, "System.Threading", "SynchronizationLockException", nullptr},
    {0x80131519, "System.Threading", "ThreadInterruptedException", nullptr},
    {0x8013151a, "System", "MemberAccessException", nullptr},
    {0x80131520, "System.Threading", "ThreadStateException", nullptr},
    {0x80131522, "System", "TypeLoadException", nullptr},
    {0x80131523, "System", "EntryPointNotFoundException", nullptr},
    {0x80131524, "System", "DllNotFoundException", nullptr},
    {0x80131525, "System.Threading", "ThreadStartException", nullptr},
    {0x80131528, "System", "NotFiniteNumberException", nullptr},
    {0x80131529, "System", "DuplicateWaitObjectException", nullptr},
    {0x80131530, "System.Threading", "ThreadAbortException", nullptr},
    {0x80131531, "System.Runtime.InteropServices", "InvalidOleVariantTypeException", nullptr},
    {0x80131532, "System.Resources", "MissingManifestResourceException", nullptr},
    {0x80131534, "System", "TypeInitializationException", nullptr},
    {0x80131535, "System.Runtime.InteropServices", "MarshalDirectiveException", nullptr},
    {0x80131537, "System", "FormatException", nullptr},
    {0x80131539, "System", "PlatformNotSupportedException", nullptr},
    {0x8013153a, "System", "InvalidProgramException", nullptr},
    {0x8013153b, "System", "OperationCanceledException", nullptr},
    {0x80131541, "System", "DataMisalignedException", nullptr},
    {0x80131542, "System.Diagnostics.Contracts", "ContractException", nullptr},
    {0x80131543, "System", "TypeAccessException", nullptr},
    {0x80131578, "System", "InsufficientExecutionStackException", nullptr},
    {0x80131600, "System", "ApplicationException", nullptr},
    {0x80131601, "System.Reflection", "InvalidFilterCriteriaException", nullptr},
    {0x80131603, "System.Reflection", "TargetException", nullptr},
    {0x80131605, "System.Reflection", "CustomAttributeFormatException", nullptr},
    {0x80131620, "System.IO", "IOException", nullptr},
    {0x80131621, "System.IO", "FileLoadException", "Could not find or load a specific file."},
    {0x80131622, "System", "ObjectDisposedException", nullptr},
};
// clang-format on

constexpr uint32_t access_denied = 0x80070005;
constexpr uint32_t unspecified_failure = 0x80004005;
constexpr uint32_t facility_mask = 0x7fff0000;
constexpr uint32_t facility_win32 = 0x00070000;
constexpr uint32_t severity_error = 0x80000000;

const ExceptionOfResult* find_row(uint32_t result) {
    for (const ExceptionOfResult& row : exceptions_of_results) {
        if (row.result == result) return &row;
    }
    return nullptr;
}

// Messages of system errors end their line; the number follows on the next one.
std::string message_of(const ExceptionOfResult& row) {
    if (row.message == nullptr) return {};
    char number[48];
    std::snprintf(number, sizeof number, row.result == access_denied ? " (0x%08X (E_ACCESSDENIED))" : " (0x%08X)",
                  row.result);
    bool is_system_error = (row.result & facility_mask) == facility_win32;
    return std::string(row.message) + (is_system_error ? "\n" : "") + number;
}

Object* make_exception_for(Thread& thread, uint32_t result) {
    if (const ExceptionOfResult* row = find_row(result)) {
        return make_exception(thread, row->name_space, row->name, message_of(*row));
    }
    std::string message = "Unexpected HRESULT has been returned from a call to a COM component.";
    if (result != unspecified_failure) {
        char text[48];
        std::snprintf(text, sizeof text, "Error %u (0x%08X)", result, result);
        message = text;
    }
    return make_exception(thread, "System.Runtime.InteropServices", "COMException", message);
}

void exception_for_result(int32_t result, intptr_t, ObjectHandleOnStack exception) {
    Object* object = make_exception_for(current_thread(), static_cast<uint32_t>(result));
    object->field<int32_t>(exception_fields().hresult) = result;
    exception.set(object);
}

// Without the number where the text alone tells which one it is.
std::string loading_message(uint32_t result) {
    if (const char* known = known_load_result(result); known != nullptr) return known;
    constexpr uint32_t told_by_text[] = {0x80070002, 0x80070005, 0x8007000b, 0x80131018, 0x8013101b};
    const ExceptionOfResult* row = find_row(result);
    char number[48];
    if (row == nullptr || row->message == nullptr) {
        std::snprintf(number, sizeof number, "Error %u (0x%08X)", result, result);
        return number;
    }
    std::string text = row->message;
    if ((result & facility_mask) == facility_win32) text += '\n';
    if (std::ranges::find(told_by_text, result) != std::end(told_by_text)) return text;
    std::snprintf(number, sizeof number, " (0x%08X)", result);
    return text + number;
}

void message_for_result(int32_t result, StringHandleOnStack text) {
    text.set(new_string_or_throw(loading_message(static_cast<uint32_t>(result))));
}

void file_load_format(int32_t /*result*/, StringHandleOnStack text) {
    text.set(new_string_or_throw("Could not load file or assembly '{0}'. {1}"));
}

void type_load_format(int32_t /*resource*/, StringHandleOnStack text) {
    text.set(new_string_or_throw("Could not load type '{0}' from assembly '{1}'."));
}

// Win32's function as CoreLib calls it: the message of a system error, into a buffer of its own. 0: there is none.
int32_t format_message(int32_t /*flags*/, intptr_t /*source*/, uint32_t error, int32_t /*language*/, char16_t* buffer,
                       int32_t capacity, intptr_t /*arguments*/) {
    const ExceptionOfResult* row = find_row(severity_error | facility_win32 | error);
    if (row == nullptr || row->message == nullptr) return 0;
    std::string_view text = row->message;
    if (text.size() > static_cast<size_t>(capacity)) return 0;
    std::ranges::copy(text, buffer);
    return static_cast<int32_t>(text.size());
}

const NativeEntry entries[] = {
    CELER_QCALL("FormatMessageW", format_message),
    CELER_QCALL("FileLoadException_GetMessageForHR", message_for_result),
    CELER_QCALL("GetFileLoadExceptionMessage", file_load_format),
    CELER_QCALL("GetTypeLoadExceptionMessage", type_load_format),
    CELER_QCALL("MarshalNative_GetExceptionForHR", exception_for_result),
};

}  // namespace

NativeTable hresults_contract() {
    return entries;
}

}  // namespace celer

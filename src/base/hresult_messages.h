// What is said about an HRESULT.
#pragma once

#include <cstdint>
#include <string>

namespace celer {

// Null: nothing is known about that Win32 error.
const char* system_message(uint32_t code);
// "Access is denied.\n (0x80070005 (E_ACCESSDENIED))"
std::string hresult_message(uint32_t hresult);
// The reason why a file was not loaded: without the number where the text alone tells which one it is.
std::string load_result_text(uint32_t hresult);
// The message that takes the file as {0} and the reason as {1}.
std::string load_result_format(uint32_t hresult);

}  // namespace celer

// Where a report that an option asks for goes, at the end of the process.
#pragma once

#include <string>
#include <string_view>

namespace celer {

inline bool is_json_file(std::string_view path) {
    return path.ends_with(".json");
}
// "1" is standard error. That a file cannot be written is said there.
void write_report(const char* path, const std::string& text);
std::string json_string(std::string_view text);

}  // namespace celer

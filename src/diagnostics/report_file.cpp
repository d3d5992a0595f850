#include "diagnostics/report_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runtime/process_end.h"

namespace celer {

void write_report(const char* path, const std::string& text) {
    if (path == std::string_view("1")) return write_standard_error(text);
    FILE* file = std::fopen(path, "we");
    bool is_written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if (file != nullptr && std::fclose(file) != 0) is_written = false;
    if (!is_written)
        write_standard_error(fmt::format("Celer: cannot write the report to {}: {}\n", path, std::strerror(errno)));
}

std::string json_string(std::string_view text) {
    std::string result = "\"";
    for (char c : text) {
        auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20) {
            result += fmt::format("\\u{:04x}", byte);
        } else {
            if (c == '"' || c == '\\') result += '\\';
            result += c;
        }
    }
    return result + "\"";
}

}  // namespace celer

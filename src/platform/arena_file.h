// The arena in a file: its persistent sections as they lie in memory. For tests of the arena rule: a file fits the
// engine that wrote it and no other; nothing else is checked of it here.
#pragma once

#include <string>

#include "base/result.h"
#include "platform/arena.h"

namespace celer {

struct ArenaFile {
    struct Part {
        uint64_t begin;
        uint64_t end;     // of the section's range
        uint64_t used;    // bytes
        uint64_t offset;  // in the file
    };
    struct Header {
        char magic[8];
        uint8_t build[24];  // build_id()
        uint64_t base;
        Part parts[section_count];  // of Section::Process nothing is kept but its size
    };

    Header header = {};
    int descriptor = -1;

    static ArenaFile open(const char* path);  // or ends the process with a message
    void close();
    bool is_open() const { return descriptor >= 0; }
    uintptr_t used_end(Section section) const { return part(section).begin + part(section).used; }
    uint64_t offset(Section section) const { return part(section).offset; }

  private:
    const Part& part(Section section) const { return header.parts[static_cast<int>(section)]; }
};

// Writes the persistent sections without the memory of loader heaps. Nothing may change them meanwhile.
Result<void> write_arena_file(const std::string& path);

// For whoever finds later that a mapped arena does not fit the process: ends it with a message.
[[noreturn]] void refuse_arena_file(const std::string& reason);

}  // namespace celer

#include "platform/arena_file.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>

#include "base/options.h"
#include "platform/loader_heap.h"
#include "platform/memory.h"

namespace celer {

namespace {

constexpr char magic[8] = {'C', 'e', 'l', 'e', 'r', 'A', 'r', '1'};

struct BuildId {
    uintptr_t address_inside;  // of the library in question
    uint8_t bytes[24];
};

void read_notes(std::span<const uint8_t> notes, BuildId& id) {
    auto rounded = [](uint32_t size) { return (size + 3) & ~3u; };
    while (notes.size() >= sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) note;
        std::memcpy(&note, notes.data(), sizeof note);
        size_t size = sizeof note + rounded(note.n_namesz) + rounded(note.n_descsz);
        if (size > notes.size()) return;
        if (note.n_type == NT_GNU_BUILD_ID) {
            std::memcpy(id.bytes, notes.data() + sizeof note + rounded(note.n_namesz),
                        std::min<size_t>(note.n_descsz, sizeof id.bytes));
        }
        notes = notes.subspan(size);
    }
}

int visit_library(dl_phdr_info* library, size_t, void* data) {
    BuildId& id = *static_cast<BuildId*>(data);
    std::span<const ElfW(Phdr)> headers(library->dlpi_phdr, library->dlpi_phnum);
    bool is_inside = std::ranges::any_of(headers, [&](const ElfW(Phdr) & header) {
        return header.p_type == PT_LOAD && id.address_inside - (library->dlpi_addr + header.p_vaddr) < header.p_memsz;
    });
    if (!is_inside) return 0;
    for (const ElfW(Phdr) & header : headers) {
        if (header.p_type != PT_NOTE) continue;
        const auto* notes = reinterpret_cast<const uint8_t*>(library->dlpi_addr + header.p_vaddr);
        read_notes({notes, header.p_filesz}, id);
    }
    return 1;
}

// What the linker noted of the library (or program) that this is in.
BuildId build_id() {
    BuildId id = {reinterpret_cast<uintptr_t>(&visit_library), {}};
    dl_iterate_phdr(visit_library, &id);
    return id;
}

uint64_t page_aligned(uint64_t size) {
    return (size + page_size() - 1) & ~uint64_t{page_size() - 1};
}

ArenaFile::Header make_header() {
    ArenaFile::Header header = {};
    std::memcpy(header.magic, magic, sizeof magic);
    std::memcpy(header.build, build_id().bytes, sizeof header.build);
    header.base = arena_range().begin;
    uint64_t offset = page_aligned(sizeof header);
    for (int i = 0; i < section_count; i++) {
        auto section = static_cast<Section>(i);
        AddressRange used = section_used(section);
        header.parts[i] = {used.begin, section_range(section).end, used.end - used.begin, offset};
        if (section != Section::Process) offset += page_aligned(used.end - used.begin);
    }
    return header;
}

bool is_zero(const uint8_t* bytes, size_t size) {
    return bytes[0] == 0 && std::memcmp(bytes, bytes + 1, size - 1) == 0;
}

bool write_at(int file, const void* bytes, size_t size, uint64_t offset) {
    return pwrite(file, bytes, size, static_cast<off_t>(offset)) == static_cast<ssize_t>(size);
}

// Pages that hold nothing, or what belongs to loader heaps, are holes.
bool write_section(int file, const ArenaFile::Part& part) {
    for (uint64_t done = 0; done < part.used; done += page_size()) {
        size_t size = std::min<uint64_t>(page_size(), part.used - done);
        const auto* bytes = reinterpret_cast<const uint8_t*>(part.begin + done);
        if (is_heap_memory(part.begin + done) || is_zero(bytes, size)) continue;
        if (!write_at(file, bytes, size, part.offset + done)) return false;
    }
    return true;
}

bool write_all(int file) {
    ArenaFile::Header header = make_header();
    const ArenaFile::Part& last = header.parts[static_cast<int>(Section::Process)];
    if (ftruncate(file, static_cast<off_t>(last.offset)) != 0) return false;
    if (!write_at(file, &header, sizeof header, 0)) return false;
    return std::ranges::all_of(std::span(header.parts, static_cast<int>(Section::Process)),
                               [=](const ArenaFile::Part& part) { return write_section(file, part); });
}

}  // namespace

void refuse_arena_file(const std::string& reason) {
    std::fprintf(stderr, "Failed to create CoreCLR: CELER_ArenaRead=%s: %s\n", options().ArenaRead, reason.c_str());
    std::exit(EXIT_FAILURE);
}

ArenaFile ArenaFile::open(const char* path) {
    ArenaFile file;
    file.descriptor = ::open(path, O_RDONLY | O_CLOEXEC);
    if (!file.is_open()) refuse_arena_file(std::strerror(errno));
    Header& header = file.header;
    bool is_ours = pread(file.descriptor, &header, sizeof header, 0) == sizeof header &&
                   std::memcmp(header.magic, magic, sizeof magic) == 0;
    if (!is_ours) refuse_arena_file("the file holds no arena");
    if (std::memcmp(header.build, build_id().bytes, sizeof header.build) != 0)
        refuse_arena_file("another build of the engine wrote the file");
    struct stat status;
    uint64_t expected = header.parts[static_cast<int>(Section::Process)].offset;
    if (fstat(file.descriptor, &status) != 0 || static_cast<uint64_t>(status.st_size) != expected)
        refuse_arena_file("the file is not as long as it says");
    return file;
}

void ArenaFile::close() {
    if (is_open()) ::close(descriptor);
    descriptor = -1;
}

Result<void> write_arena_file(const std::string& path) {
    std::string unfinished = path + ".part";
    int file = ::open(unfinished.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool is_written = file >= 0 && write_all(file);
    int error = errno;
    if (file >= 0) ::close(file);
    if (is_written && std::rename(unfinished.c_str(), path.c_str()) == 0) return {};
    return fail(ErrorKind::FileLoad, path + ": " + std::strerror(error));
}

}  // namespace celer

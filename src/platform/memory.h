// What the operating system gives: address space, pages, and how much memory and how many processors there are. Sizes
// in bytes; page-granular.
#pragma once

#include <cstddef>
#include <cstdint>

namespace celer {

size_t page_size();  // the machine's: a power of two

// Readable, writable, zero, and not backed by memory until touched; no huge pages. Aligned to `alignment` (a power of
// two, at least a page; 0: a page). Null if there is no room.
void* reserve_memory(size_t size_bytes, size_t alignment = 0);
void release_memory(void* address, size_t size_bytes);
// As many bytes more, behind those that are reserved: they move to another address if there is no room, their pages
// with them. Null if there is none at all; then nothing changes.
void* extend_memory(void* address, size_t size_bytes, size_t new_size_bytes);

// Gives the pages back: they read as zero afterwards.
void decommit_memory(void* address, size_t size_bytes);
// The whole pages among rows [row, end) of a table.
void decommit_rows(void* table, size_t row_bytes, size_t row, size_t end);
inline constexpr size_t huge_page_bytes = size_t{2} << 20;
// Lets the kernel back what lies aligned in the range with huge pages, if it has some.
void prefer_huge_pages(void* address, size_t size_bytes);
// Backs the pages with memory now, as far as there is some, so that who writes to them first does not wait.
void populate_memory(void* address, size_t size_bytes);

// Gives back what malloc holds and nobody uses. Takes milliseconds.
void trim_malloc();
// Lets malloc keep up to 2 MiB (not 128 KiB) behind what is in use, and not ask the system for each block below 1 MiB:
// native libraries that allocate and free megabytes in each call (compression, TLS) would get new pages every time.
void keep_freed_memory();
// Gives back the pages of the library with that address in it that its file still has: code and constants. They come
// back from the file when they are used.
void release_pages_of_library(const void* address);

// Physical memory that this process may use: the machine's, or less if a control group says so (`limited`).
struct PhysicalMemory {
    uint64_t total_bytes;
    uint64_t available_bytes;
    bool limited;
};
PhysicalMemory physical_memory();

// Processors that this process may use: those of its affinity mask, or fewer if a control group's quota says so;
// as on CoreCLR what they were at the first call.
uint32_t processor_count();

uint64_t monotonic_time_ns();
uint64_t process_time_ns();  // of processors, all threads
uint64_t thread_time_ns();   // of processors, the calling thread

}  // namespace celer

// Views over raw bytes: unaligned little-endian loads and a bounds-checked cursor.
//
// ByteReader never reads outside its span. A read that would sets failed(), and it and every later read give zero, so a
// parser may read a whole structure and ask once at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace celer {

using Bytes = std::span<const std::byte>;

// Every machine Celer runs on is little-endian, as are PE files and IL.
template <typename T>
inline T load_unaligned(const void* address) {
    T value;
    std::memcpy(&value, address, sizeof(T));
    return value;
}

template <typename T>
inline void store_unaligned(void* address, T value) {
    std::memcpy(address, &value, sizeof(T));
}

inline Bytes as_bytes(std::string_view text) {
    return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

inline std::string_view as_text(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <typename T>
constexpr T align_up(T value, T alignment) {
    return (value + alignment - 1) & ~(alignment - 1);
}

// The part of `bytes` that starts at `offset` and has `size` bytes; empty if it does not lie inside.
inline Bytes subspan_or_empty(Bytes bytes, size_t offset, size_t size) {
    if (offset > bytes.size() || size > bytes.size() - offset) return {};
    return bytes.subspan(offset, size);
}

class ByteReader {
  public:
    ByteReader() = default;
    explicit ByteReader(Bytes bytes)
        : start_(bytes.data()), position_(bytes.data()), end_(bytes.data() + bytes.size()) {}

    bool failed() const { return failed_; }
    bool at_end() const { return position_ == end_; }
    size_t offset() const { return static_cast<size_t>(position_ - start_); }
    size_t remaining() const { return static_cast<size_t>(end_ - position_); }
    Bytes rest() const { return {position_, remaining()}; }

    template <typename T>
    T read() {
        if (remaining() < sizeof(T)) [[unlikely]] {
            fail();
            return T{};
        }
        T value = load_unaligned<T>(position_);
        position_ += sizeof(T);
        return value;
    }

    uint8_t read_u8() { return read<uint8_t>(); }
    uint16_t read_u16() { return read<uint16_t>(); }
    uint32_t read_u32() { return read<uint32_t>(); }
    uint64_t read_u64() { return read<uint64_t>(); }

    // An unsigned number in the compressed form of II.23.2.
    uint32_t read_compressed() {
        uint32_t first = read_u8();
        if ((first & 0x80) == 0) return first;
        if ((first & 0x40) == 0) return (first & 0x3f) << 8 | read_u8();
        uint32_t high = (first & 0x1f) << 24 | static_cast<uint32_t>(read_u8()) << 16;
        uint32_t middle = static_cast<uint32_t>(read_u8()) << 8;
        return high | middle | read_u8();
    }

    // The next byte without consuming it, or 0 at the end.
    uint8_t peek_u8() const { return position_ == end_ ? 0 : static_cast<uint8_t>(*position_); }

    Bytes read_bytes(size_t size) {
        if (remaining() < size) [[unlikely]] {
            fail();
            return {};
        }
        Bytes bytes{position_, size};
        position_ += size;
        return bytes;
    }

    void skip(size_t size) { read_bytes(size); }

    void seek(size_t offset) {
        if (offset > static_cast<size_t>(end_ - start_)) [[unlikely]] {
            fail();
            return;
        }
        position_ = start_ + offset;
    }

    void fail() {
        failed_ = true;
        position_ = end_;
    }

  private:
    const std::byte* start_ = nullptr;
    const std::byte* position_ = nullptr;
    const std::byte* end_ = nullptr;
    bool failed_ = false;
};

}  // namespace celer

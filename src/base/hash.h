// Hashing of names, keys and images: the same value on every machine and in every run, because hash tables lie in
// persisted arenas. Not for secrets and not against an adversary who chooses keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace celer {

namespace hash_detail {

inline constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15u;
inline constexpr uint64_t kSeed = 0xD1B54A32D192ED03u;

constexpr uint64_t fold(uint64_t a, uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    Wide product = static_cast<Wide>(a) * b;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

// Up to eight bytes, little-endian.
constexpr uint64_t load(const char* text, size_t size) {
    if consteval {
        uint64_t value = 0;
        for (size_t i = 0; i < size; ++i) value |= static_cast<uint64_t>(static_cast<uint8_t>(text[i])) << (8 * i);
        return value;
    }
    if (size >= 4) {  // two loads that overlap
        uint32_t low;
        uint32_t high;
        __builtin_memcpy(&low, text, 4);
        __builtin_memcpy(&high, text + size - 4, 4);
        return low | static_cast<uint64_t>(high) << (8 * (size - 4));
    }
    if (size == 0) return 0;
    auto byte = [&](size_t i) { return static_cast<uint64_t>(static_cast<uint8_t>(text[i])) << (8 * i); };
    return byte(0) | byte(size / 2) | byte(size - 1);
}

}  // namespace hash_detail

constexpr uint64_t hash_u64(uint64_t value) {
    return hash_detail::fold(value ^ hash_detail::kSeed, hash_detail::kMultiplier);
}

constexpr uint64_t hash_combine(uint64_t hash, uint64_t value) {
    return hash_detail::fold(hash ^ value ^ hash_detail::kSeed, hash_detail::kMultiplier + (hash << 1));
}

constexpr uint64_t hash_text(std::string_view text, uint64_t hash = hash_detail::kSeed) {
    const char* position = text.data();
    size_t remaining = text.size();
    hash ^= remaining * hash_detail::kMultiplier;
    for (; remaining >= 8; position += 8, remaining -= 8) {
        hash = hash_detail::fold(hash ^ hash_detail::load(position, 8), hash_detail::kMultiplier);
    }
    return hash_detail::fold(hash ^ hash_detail::load(position, remaining), hash_detail::kMultiplier);
}

inline uint64_t hash_bytes(const void* data, size_t size, uint64_t hash = hash_detail::kSeed) {
    return hash_text({static_cast<const char*>(data), size}, hash);
}

inline uint64_t hash_pointer(const void* pointer) {
    return hash_u64(reinterpret_cast<uintptr_t>(pointer));
}

}  // namespace celer

#include "metadata/sha1.h"

#include <bit>
#include <cstring>

namespace celer::metadata {

namespace {

constexpr size_t kBlockSize = 64;

uint32_t load_big_endian(const std::byte* at) {
    return __builtin_bswap32(load_unaligned<uint32_t>(at));
}

void add_block(std::array<uint32_t, 5>& state, const std::byte* block) {
    uint32_t schedule[80];
    for (size_t i = 0; i < 16; ++i) schedule[i] = load_big_endian(block + 4 * i);
    for (size_t i = 16; i < 80; ++i) {
        schedule[i] = std::rotl(schedule[i - 3] ^ schedule[i - 8] ^ schedule[i - 14] ^ schedule[i - 16], 1);
    }
    auto [a, b, c, d, e] = state;
    for (size_t i = 0; i < 80; ++i) {
        uint32_t function = i < 20   ? ((b & c) | (~b & d)) + 0x5A827999u
                            : i < 40 ? (b ^ c ^ d) + 0x6ED9EBA1u
                            : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDCu
                                     : (b ^ c ^ d) + 0xCA62C1D6u;
        uint32_t next = std::rotl(a, 5) + function + e + schedule[i];
        e = d;
        d = c;
        c = std::rotl(b, 30);
        b = a;
        a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

}  // namespace

std::array<uint8_t, 20> sha1(Bytes data) {
    std::array<uint32_t, 5> state{0x67452301u, 0xEFCDAB89u, 0x98BADCFEu, 0x10325476u, 0xC3D2E1F0u};
    uint64_t size_bits = uint64_t{data.size()} * 8;
    for (; data.size() >= kBlockSize; data = data.subspan(kBlockSize)) add_block(state, data.data());

    // The rest, a one bit, zeros, and the size in the last eight bytes: one block or two.
    std::byte last[2 * kBlockSize] = {};
    if (!data.empty()) std::memcpy(last, data.data(), data.size());
    last[data.size()] = std::byte{0x80};
    size_t last_size = data.size() + 9 <= kBlockSize ? kBlockSize : 2 * kBlockSize;
    store_unaligned(last + last_size - 8, __builtin_bswap64(size_bits));
    for (size_t at = 0; at < last_size; at += kBlockSize) add_block(state, last + at);

    std::array<uint8_t, 20> digest;
    for (size_t i = 0; i < state.size(); ++i) store_unaligned(digest.data() + 4 * i, __builtin_bswap32(state[i]));
    return digest;
}

}  // namespace celer::metadata

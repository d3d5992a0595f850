#include "metadata/digests.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace celer::metadata {

namespace {

constexpr size_t kBlockSize = 64;

uint32_t load_big_endian(const std::byte* at) {
    return __builtin_bswap32(load_unaligned<uint32_t>(at));
}

void add_sha1_block(std::array<uint32_t, 5>& state, const std::byte* block) {
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

void add_md5_block(std::array<uint32_t, 4>& state, const std::byte* block) {
    static constexpr int shifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    auto [a, b, c, d] = state;
    for (uint32_t i = 0; i < 64; ++i) {
        uint32_t round = i / 16;
        uint32_t function = round == 0   ? (b & c) | (~b & d)
                            : round == 1 ? (b & d) | (c & ~d)
                            : round == 2 ? b ^ c ^ d
                                         : c ^ (b | ~d);
        uint32_t word = round == 0 ? i : round == 1 ? 5 * i + 1 : round == 2 ? 3 * i + 5 : 7 * i;
        auto constant = static_cast<uint32_t>(std::fabs(std::sin(static_cast<double>(i + 1))) * 0x1p32);
        uint32_t sum = a + function + constant + load_unaligned<uint32_t>(block + 4 * (word % 16));
        a = d;
        d = c;
        c = b;
        b += std::rotl(sum, shifts[round][i % 4]);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

// The frame of both: whole blocks, then the rest, a one bit, zeros, and the size in the last eight bytes.
template <typename State, typename AddBlock>
void add_all(State& state, Bytes data, bool is_big_endian, AddBlock add_block) {
    uint64_t size_bits = uint64_t{data.size()} * 8;
    for (; data.size() >= kBlockSize; data = data.subspan(kBlockSize)) add_block(state, data.data());
    std::byte last[2 * kBlockSize] = {};
    if (!data.empty()) std::memcpy(last, data.data(), data.size());
    last[data.size()] = std::byte{0x80};
    size_t last_size = data.size() + 9 <= kBlockSize ? kBlockSize : 2 * kBlockSize;
    store_unaligned(last + last_size - 8, is_big_endian ? __builtin_bswap64(size_bits) : size_bits);
    for (size_t at = 0; at < last_size; at += kBlockSize) add_block(state, last + at);
}

}  // namespace

std::array<uint8_t, 20> sha1(Bytes data) {
    std::array<uint32_t, 5> state{0x67452301u, 0xEFCDAB89u, 0x98BADCFEu, 0x10325476u, 0xC3D2E1F0u};
    add_all(state, data, true, add_sha1_block);
    std::array<uint8_t, 20> digest;
    for (size_t i = 0; i < state.size(); ++i) store_unaligned(digest.data() + 4 * i, __builtin_bswap32(state[i]));
    return digest;
}

std::array<uint8_t, 16> md5(Bytes data) {
    std::array<uint32_t, 4> state{0x67452301u, 0xEFCDAB89u, 0x98BADCFEu, 0x10325476u};
    add_all(state, data, false, add_md5_block);
    return std::bit_cast<std::array<uint8_t, 16>>(state);
}

}  // namespace celer::metadata

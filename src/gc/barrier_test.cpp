#include "gc/barrier.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <numeric>
#include <thread>
#include <vector>

namespace celer::gc {
namespace {

TEST(Moving, MovesAsMemmoveDoes) {
    for (size_t size : {0u, 1u, 7u, 8u, 12u, 16u, 24u, 64u, 72u, 200u, 1000u}) {
        for (size_t from : {0u, 3u, 8u, 16u, 40u, 128u}) {
            for (size_t to : {0u, 5u, 8u, 24u, 48u, 136u}) {
                std::vector<uint8_t> bytes(2048);
                std::iota(bytes.begin(), bytes.end(), uint8_t{1});
                std::vector<uint8_t> expected = bytes;
                std::memmove(expected.data() + to, expected.data() + from, size);
                move_values(bytes.data() + to, bytes.data() + from, size);
                EXPECT_EQ(bytes, expected) << size << " bytes from " << from << " to " << to;
            }
        }
    }
}

TEST(Moving, Clears) {
    for (size_t size : {0u, 3u, 8u, 56u, 100u}) {
        std::vector<uint8_t> bytes(128, 0xaa);
        clear_values(bytes.data() + 8, size);
        for (size_t i = 0; i < bytes.size(); i++) EXPECT_EQ(bytes[i], i >= 8 && i < 8 + size ? 0 : 0xaa);
    }
}

// A reader sees only words that were there before or after a move.
TEST(Moving, WordsAreSeenWhole) {
    constexpr size_t count = 333;
    constexpr uint64_t one = 0x0101010101010101;
    std::vector<uint64_t> sources[2] = {std::vector<uint64_t>(count, one), std::vector<uint64_t>(count, one * 0xee)};
    std::vector<uint64_t> shared(count + 1, one);
    std::atomic<bool> done = false;
    std::atomic<size_t> torn = 0;
    std::thread reader([&] {
        while (!done) {
            for (uint64_t& slot : shared) {
                uint64_t word = __atomic_load_n(&slot, __ATOMIC_RELAXED);
                if (word != one && word != one * 0xee) torn++;
            }
        }
    });
    for (size_t round = 0; round < 20'000; round++) {
        move_values(shared.data() + round % 2, sources[round / 2 % 2].data(), count * sizeof(uint64_t));
        if (round % 16 == 0) move_values(shared.data() + 1, shared.data(), count * sizeof(uint64_t));
    }
    done = true;
    reader.join();
    EXPECT_EQ(torn, 0u);
}

}  // namespace
}  // namespace celer::gc

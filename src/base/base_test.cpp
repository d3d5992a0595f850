#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/result.h"
#include "base/write_once_table.h"

namespace celer {
namespace {

Result<int> half(int value) {
    if (value % 2 != 0) return fail(ErrorKind::Argument, "odd");
    return value / 2;
}

Result<int> quarter(int value) {
    int once = CELER_TRY(half(value));
    return half(once);
}

Result<void> must_be_even(int value) {
    CELER_TRY_VOID(half(value));
    return {};
}

TEST(Result, TryReturnsTheErrorOrTheValue) {
    EXPECT_EQ(quarter(12).value(), 3);
    EXPECT_EQ(quarter(6).error().message, "odd");
    EXPECT_TRUE(must_be_even(2).has_value());
    EXPECT_EQ(must_be_even(1).error().kind, ErrorKind::Argument);
}

TEST(Result, HoldsMoveOnlyValues) {
    Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
    std::unique_ptr<int> value = std::move(result).value();
    EXPECT_EQ(*value, 7);
}

TEST(ByteReader, FailsStickilyPastTheEnd) {
    std::array<std::byte, 5> bytes{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}, std::byte{5}};
    ByteReader reader{Bytes(bytes)};
    EXPECT_EQ(reader.read_u32(), 0x04030201u);
    EXPECT_EQ(reader.read_u16(), 0u);
    EXPECT_TRUE(reader.failed());
    EXPECT_EQ(reader.read_u8(), 0u);
}

TEST(WriteOnceTable, FindsWhatWasFirstInItsSlot) {
    constinit static WriteOnceTable<int, const int, 1> table;
    static const int first = 1, second = 2;
    EXPECT_EQ(table.find(&first), nullptr);
    table.add(&first, &second);
    EXPECT_EQ(table.find(&first), &second);
    table.add(&second, &first);
    EXPECT_EQ(table.find(&first), &second);
    EXPECT_EQ(table.find(&second), nullptr);
    table.forget(&second);
    EXPECT_EQ(table.find(&first), &second);
    table.forget(&first);
    table.add(&second, &first);  // who looks for the first one may read the slot yet
    EXPECT_EQ(table.find(&first), nullptr);
    EXPECT_EQ(table.find(&second), nullptr);
}

TEST(Hash, IsConstexprAndSeparatesNeighbours) {
    static_assert(hash_text("System") != hash_text("Systen"));
    static_assert(hash_text("") != hash_text(std::string_view("\0", 1)));
    constexpr std::string_view text = "System.Collections.Generic";
    constexpr uint64_t expected[] = {hash_text(text.substr(0, 0)), hash_text(text.substr(0, 1)),
                                     hash_text(text.substr(0, 2)), hash_text(text.substr(0, 3)),
                                     hash_text(text.substr(0, 4)), hash_text(text.substr(0, 7)),
                                     hash_text(text.substr(0, 8)), hash_text(text.substr(0, 21))};
    size_t at = 0;
    for (size_t size : {0, 1, 2, 3, 4, 7, 8, 21}) EXPECT_EQ(hash_text(text.substr(0, size)), expected[at++]) << size;
    EXPECT_NE(hash_text("a", hash_text("b")), hash_text("b", hash_text("a")));
    EXPECT_NE(hash_combine(1, 2), hash_combine(2, 1));
}

}  // namespace
}  // namespace celer

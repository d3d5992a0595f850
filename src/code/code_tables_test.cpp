// Records of code: what a compiler says comes back, in few bytes; and the one way in for code.
#include "code/code_tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <thread>

#include "platform/arena.h"

namespace celer {
namespace {

MethodDesc* new_method() {
    if (g_code_range.begin == 0) arena_initialize();
    return arena_new<MethodDesc>(Section::Types);
}

struct Made {
    std::vector<IlMapEntry> map;
    std::vector<InlineNode> inlined;
    std::vector<FaultEntry> faults;
    std::vector<VariableHome> homes;
    MethodCode* code;
};

constexpr uint32_t code_bytes = 4096;

Made make(std::mt19937& random, bool with_tree, bool with_faults) {
    Made made;
    auto below = [&](uint32_t limit) { return static_cast<uint32_t>(random() % limit); };
    if (with_tree) {
        for (uint32_t node = 1; node <= 1 + below(200); node++)
            made.inlined.push_back({new_method(), below(node), below(100'000)});
    }
    for (uint32_t offset = below(9); offset < code_bytes; offset += 1 + below(below(8) == 0 ? 500 : 12)) {
        uint32_t node = with_tree ? below(static_cast<uint32_t>(made.inlined.size()) + 1) : 0;
        made.map.push_back({offset, below(70'000), node});
        if (with_faults && below(3) == 0) made.faults.push_back({offset, below(code_bytes)});
    }
    for (uint32_t i = below(300); i != 0; i--) {
        auto in = static_cast<VariableHome::In>(below(4));
        VariableHome home = {in, 0, 0};
        if (in == VariableHome::In::Frame) home.offset = 8 * (static_cast<int32_t>(below(2'000'000)) - 1'999'000);
        if (in == VariableHome::In::Integer || in == VariableHome::In::Float)
            home.reg = static_cast<uint8_t>(below(32));
        made.homes.push_back(home);
    }
    MethodDesc* method = new_method();
    made.code = publish_code({
        .method = method,
        .start = allocate_code(code_bytes),
        .size_bytes = code_bytes,
        .tier = CodeTier::Optimized,
        .inlined = made.inlined,
        .il_map = made.map,
        .faults = made.faults,
        .homes = made.homes,
    });
    return made;
}

// What the tables say of an address, found the slow way.
IlMapEntry expected_at(const Made& made, uint32_t offset) {
    IlMapEntry found = {0, 0};
    for (const IlMapEntry& entry : made.map) {
        if (entry.native_offset <= offset) found = entry;
    }
    return found;
}

void check_address(const Made& made, uint32_t offset) {
    uintptr_t ip = reinterpret_cast<uintptr_t>(made.code->start) + offset;
    IlMapEntry expected = expected_at(made, offset);
    ASSERT_EQ(il_offset_at(*made.code, ip), expected.il_offset);
    uint32_t node = inline_node_at(*made.code, ip);
    ASSERT_EQ(node, expected.inline_node);
    for (uint32_t il_offset = expected.il_offset; node != 0;) {
        const InlineNode& inlined = made.inlined[node - 1];
        ASSERT_EQ(method_of_node(*made.code, node), inlined.method);
        ASSERT_EQ(il_offset_in_node(*made.code, ip, node), il_offset);
        ASSERT_EQ(caller_of_node(*made.code, node), inlined.parent);
        il_offset = inlined.call_il_offset;
        node = inlined.parent;
        ASSERT_EQ(il_offset_in_node(*made.code, ip, node), il_offset);
    }
    ASSERT_EQ(method_of_node(*made.code, 0), made.code->method);
}

TEST(CodeTables, WhatTheCompilerSaidComesBack) {
    std::mt19937 random(1);
    for (int round = 0; round < 64; round++) {
        Made made = make(random, round & 1, round & 2);
        std::vector<IlMapEntry> map = il_map_of(*made.code);
        ASSERT_EQ(map.size(), made.map.size());
        for (size_t i = 0; i < map.size(); i++) {
            ASSERT_EQ(map[i].native_offset, made.map[i].native_offset);
            ASSERT_EQ(map[i].il_offset, made.map[i].il_offset);
            ASSERT_EQ(map[i].inline_node, made.map[i].inline_node);
        }
        ASSERT_EQ(variable_homes(*made.code), made.homes);
        for (int i = 0; i < 50; i++) check_address(made, static_cast<uint32_t>(random() % code_bytes));
        uintptr_t start = reinterpret_cast<uintptr_t>(made.code->start);
        for (const FaultEntry& fault : made.faults)
            ASSERT_EQ(resume_after_fault(*made.code, start + fault.native_offset), start + fault.resume);
        for (const IlMapEntry& entry : made.map) {
            bool is_fault = std::ranges::any_of(
                made.faults, [&](const FaultEntry& fault) { return fault.native_offset == entry.native_offset; });
            ASSERT_EQ(resume_after_fault(*made.code, start + entry.native_offset) != 0, is_fault);
        }
    }
}

// As methods mostly are: an entry per statement, variables near the frame pointer.
TEST(CodeTables, TakeTwoBytesAnEntryAndOneAHome) {
    Made made;
    new_method();
    for (uint32_t i = 0; i < 20; i++) made.map.push_back({i * 9, i * 5});
    for (int32_t i = 1; i <= 8; i++) made.homes.push_back({VariableHome::In::Frame, 0, -8 * i});
    MethodCode* code =
        publish_code({.start = allocate_code(200), .size_bytes = 200, .il_map = made.map, .homes = made.homes});
    EXPECT_EQ(code->tables_size, 2u + 20 * 2 + 8);
    static_assert(sizeof(MethodCode) == 64);
}

TEST(CodeTables, AStubHasNone) {
    new_method();
    MethodCode* code = publish_code({.start = allocate_code(16), .size_bytes = 16});
    EXPECT_EQ(code->tables, nullptr);
    EXPECT_EQ(il_offset_at(*code, reinterpret_cast<uintptr_t>(code->start)), 0u);
    EXPECT_TRUE(variable_homes(*code).empty());
}

MethodCode* code_of_tier(MethodDesc* method, CodeTier tier) {
    return publish_code({.method = method, .start = allocate_code(16), .size_bytes = 16, .tier = tier});
}

TEST(InstallCode, AHigherTierStays) {
    MethodDesc* method = new_method();
    MethodCode* baseline = code_of_tier(method, CodeTier::Baseline);
    MethodCode* optimized = code_of_tier(method, CodeTier::Optimized);
    EXPECT_EQ(install_code(method, baseline), baseline);
    EXPECT_EQ(method->entry, baseline->start);
    EXPECT_EQ(install_code(method, code_of_tier(method, CodeTier::Baseline)), baseline);
    EXPECT_EQ(install_code(method, optimized), optimized);
    EXPECT_EQ(install_code(method, baseline), optimized);
    EXPECT_EQ(method->code, optimized);
    EXPECT_EQ(method->entry, optimized->start);
}

TEST(InstallCode, RacesEndWithTheHigherTier) {
    for (int round = 0; round < 200; round++) {
        MethodDesc* method = new_method();
        MethodCode* codes[4];
        for (int i = 0; i < 4; i++)
            codes[i] = code_of_tier(method, i == round % 4 ? CodeTier::Optimized : CodeTier::Baseline);
        std::vector<std::thread> threads;
        for (MethodCode* code : codes) threads.emplace_back([=] { install_code(method, code); });
        for (std::thread& thread : threads) thread.join();
        ASSERT_EQ(method->code, codes[round % 4]);
        ASSERT_EQ(method->entry, codes[round % 4]->start);
    }
}

}  // namespace
}  // namespace celer

// What stubs lead to.
#include "baseline/x64/thunks.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/upcalls.h"
#include "baseline/baseline.h"
#include "code/code_tables.h"
#include "code/helpers.h"
#include "types/test_framework.h"

namespace celer::x64 {
namespace {

ThunkMaker& maker() {
    testing_support::start_types();
    if (g_helper_slots == nullptr) take_helper_slots();
    g_upcalls.thunks = &baseline_thunks();
    return baseline_thunks();
}

MethodDesc* new_method() {
    maker();
    auto* method = arena_new<MethodDesc>(Section::Types);
    method->kind = MethodKind::IL;
    return method;
}

MethodCode* install(MethodDesc* method, CodeTier tier) {
    return install_code(method,
                        publish_code({.method = method, .start = allocate_code(16), .size_bytes = 16, .tier = tier}));
}

// Where the stub's first instruction leads.
const void* target_of(const void* stub) {
    const auto* code = static_cast<const uint8_t*>(stub);
    if (code[0] == 0xe9) {
        int32_t distance;
        std::memcpy(&distance, code + 1, sizeof distance);
        return code + 5 + distance;
    }
    uint32_t cell;
    std::memcpy(&cell, code + 3, sizeof cell);
    return *reinterpret_cast<void* const*>(uintptr_t{cell});
}

TEST(MethodStub, LeadsToThePrestubThenToTheNewestCode) {
    MethodDesc* method = new_method();
    const auto* stub = static_cast<const uint8_t*>(maker().method_stub(method));
    EXPECT_EQ(target_of(stub), method->entry);
    EXPECT_EQ(target_of(stub), stub + 7);
    EXPECT_EQ(maker().method_of(stub), method);
    for (CodeTier tier : {CodeTier::Baseline, CodeTier::Optimized}) {
        MethodCode* code = install(method, tier);
        EXPECT_EQ(stub[0], 0xe9) << "without the entry cell";
        EXPECT_EQ(target_of(stub), code->start);
        EXPECT_EQ(maker().method_of(stub), method);
    }
    EXPECT_EQ(target_of(stub), install(method, CodeTier::Baseline)->start) << "the higher tier's stays";
}

TEST(MethodStub, LeadsToCodeThatWasThereBefore) {
    MethodDesc* method = new_method();
    MethodCode* code = install(method, CodeTier::Optimized);
    EXPECT_EQ(target_of(maker().method_stub(method)), code->start);
}

TEST(MethodStub, AnotherJumpIsNone) {
    uint8_t* start = install(new_method(), CodeTier::Baseline)->start;
    const uint8_t jump[16] = {0xe9, 0, 0, 0, 0, 0xcc, 0xcc, 0x41, 0xbb};
    write_code(start, jump, sizeof jump);
    EXPECT_EQ(maker().method_of(start), nullptr);
}

}  // namespace
}  // namespace celer::x64

// Managed calls, walks over their frames and landings, on methods assembled by hand.
#include "runtime/stack_walk.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>

#include "runtime/hand_made_methods.h"

namespace celer {
namespace {

using testing_support::MethodWriter;
using testing_support::run;

class Frames : public testing::Test {
  protected:
    void SetUp() override { ASSERT_NO_FATAL_FAILURE(testing_support::start_runtime()); }
};

template <typename R>
MethodCode* method_calling(R (*function)()) {
    MethodWriter writer;
    writer.call(function);
    writer.return_rax();
    return writer.finish();
}

struct Seen {
    std::vector<WalkStop> stops;
    std::vector<const MethodCode*> codes;
    uintptr_t boundary = 0;
    uintptr_t innermost_frame = 0;
};
Seen g_seen;
MethodCode* g_inner;

void look() {
    StackWalk walk(current_thread());
    g_seen = {};
    StackFrame frame;
    for (WalkStop stop = walk.advance(frame); stop != WalkStop::End; stop = walk.advance(frame)) {
        g_seen.stops.push_back(stop);
        if (stop == WalkStop::Managed) {
            g_seen.codes.push_back(frame.code);
            if (g_seen.innermost_frame == 0) g_seen.innermost_frame = frame.frame_pointer;
        } else if (stop == WalkStop::Boundary && g_seen.boundary == 0) {
            g_seen.boundary = frame.frame_pointer;
        }
    }
}

uint64_t call_inner_from_cpp() {
    return run(g_inner).value + 100;
}

TEST_F(Frames, AreManagedOnesAndBoundaries) {
    g_inner = method_calling(look);
    MethodCode* outer = method_calling(call_inner_from_cpp);
    EXPECT_EQ(run(outer).exception, nullptr);
    EXPECT_EQ(g_seen.codes, (std::vector<const MethodCode*>{g_inner, outer}));
    EXPECT_EQ(g_seen.stops,
              (std::vector<WalkStop>{WalkStop::Managed, WalkStop::Boundary, WalkStop::Managed, WalkStop::Boundary}));
}

// Two methods in one: the first call is made by what was inlined, the second by the method itself.
MethodCode* method_with_inlined_calls(void (*inlined)(), void (*own)(), MethodDesc* method, MethodDesc* middle,
                                      MethodDesc* inner) {
    MethodWriter writer;
    writer.inlined = {{middle, 0, 11}, {inner, 1, 22}};
    writer.il_map.push_back({writer.position(), 33, 2});
    writer.call(inlined);
    writer.il_map.push_back({writer.position(), 44, 0});
    writer.call(own);
    writer.return_rax();
    return writer.finish(method);
}

std::vector<std::pair<MethodDesc*, uint32_t>> g_methods;  // with IL offsets, innermost first
std::vector<std::pair<MethodDesc*, uint32_t>> g_first_methods;

void look_at_methods() {
    g_first_methods = std::exchange(g_methods, {});
    StackWalk walk(current_thread());
    StackFrame frame;
    while (walk.next(frame))
        g_methods.emplace_back(frame.method(), il_offset_in_node(*frame.code, frame.lookup_ip(), frame.inline_node));
}

TEST_F(Frames, HoldSeveralMethods) {
    MethodDesc* names[] = {testing_support::named_method("ToString"), testing_support::named_method("Equals"),
                           testing_support::named_method("GetHashCode")};
    MethodCode* inner = method_with_inlined_calls(look_at_methods, look_at_methods, names[0], names[1], names[2]);
    g_inner = inner;
    MethodCode* outer =
        method_with_inlined_calls([] { run(g_inner); }, [] { run(g_inner); }, names[2], names[1], names[0]);
    g_methods.clear();
    EXPECT_EQ(run(outer).exception, nullptr);
    using Methods = std::vector<std::pair<MethodDesc*, uint32_t>>;
    EXPECT_EQ(g_first_methods, (Methods{{names[2], 33}, {names[1], 22}, {names[0], 11}, {names[2], 44}}));
    EXPECT_EQ(g_methods, (Methods{{names[0], 44}, {names[2], 44}}));
}

Object* const fake_exception = reinterpret_cast<Object*>(0x1000);
uint32_t g_handler;
const uint64_t g_registers[] = {11, 12, 13, 14, 15};

[[gnu::noinline]] void land_in_handler() {
    look();
    celer_land(g_seen.innermost_frame - MethodWriter::frame_size, g_seen.innermost_frame,
               g_seen.codes[0]->start + g_handler, fake_exception, g_registers, 7);
}

uint64_t answer_plus_one(uint64_t value) {
    return value + 1;
}

TEST_F(Frames, LandingContinuesInTheHandler) {
    MethodWriter writer;
    writer.call(land_in_handler);
    writer.return_rax();
    g_handler = writer.catch_handler(answer_plus_one);
    CallResult result = run(writer.finish());
    EXPECT_EQ(result.exception, nullptr);
    EXPECT_EQ(result.value, reinterpret_cast<uint64_t>(fake_exception) + 1);
}

void land_at_boundary() {
    look();
    celer_land_at_boundary(g_seen.boundary, fake_exception);
}

TEST_F(Frames, LandingAtABoundaryEndsTheManagedCall) {
    EXPECT_EQ(run(method_calling(land_at_boundary)).exception, fake_exception);
}

uint64_t sum(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, double x, uint64_t g, uint64_t h) {
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + static_cast<uint64_t>(x) + 7 * g + 8 * h;
}

TEST(ManagedCall, PassesRegistersAndStack) {
    uint64_t stack[] = {7, 8};
    RegisterArguments arguments = {{1, 2, 3, 4, 5, 6}, {}, stack, 2};
    arguments.vector[0] = std::bit_cast<VectorRegister>(std::array{1000.0, 0.0, 0.0, 0.0});
    CallResult result;
    celer_managed_call(reinterpret_cast<void*>(&sum), &arguments, &result, 0);
    EXPECT_EQ(result.value, 1u + 4 + 9 + 16 + 25 + 36 + 1000 + 49 + 64);
}

uint64_t handler(Object* exception) {
    return reinterpret_cast<uint64_t>(exception) + 5;
}

uintptr_t g_resume;
uint64_t leaving_filter(Object*) {
    celer_leave_filter(g_resume);
}

TEST(Handlers, AreCalledOnAGivenFrame) {
    auto frame = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    uintptr_t resume;
    EXPECT_EQ(celer_call_handler(reinterpret_cast<void*>(&handler), frame, fake_exception, &resume, 0), 0x1005u);
    EXPECT_EQ(celer_call_handler(reinterpret_cast<void*>(&leaving_filter), frame, fake_exception, &g_resume, 0), 0u);
}

}  // namespace
}  // namespace celer

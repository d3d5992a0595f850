// The two passes over methods assembled by hand: who catches, which handlers run and in which order, what the trace
// holds.
#include "runtime/exception_dispatch.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "runtime/hand_made_methods.h"
#include "runtime/process_end.h"
#include "runtime/stack_trace.h"
#include "types/loader_state.h"

namespace celer {
namespace {

using testing_support::core_type;
using testing_support::MethodWriter;
using testing_support::named_method;
using testing_support::run;

std::string g_log;
Object* g_exception;
Object* g_second;
MethodCode* g_callee;

Object* make(std::string_view type) {
    return allocate_object(core_type("System", type));
}

class ExceptionDispatch : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_NO_FATAL_FAILURE(testing_support::start_runtime());
        g_log.clear();
        g_exception = make("InvalidOperationException");
        g_second = make("ArgumentException");
    }
    void TearDown() override {
        EXPECT_EQ(current_thread().exceptions, nullptr);
        EXPECT_EQ(current_thread().transition, nullptr);
    }
};

void throw_first() {
    g_log += "throw ";
    throw_exception(g_exception);
}
void throw_second() {
    g_log += "second ";
    throw_exception(g_second);
}
void note_finally() {
    g_log += "finally ";
}
void note_outer_finally() {
    g_log += "outer-finally ";
}
Object* note_catch(Object* exception) {
    g_log += "catch ";
    return exception;
}
Object* note_rethrow(Object* exception) {
    g_log += "rethrow ";
    rethrow_caught_exception(exception);
}
uint64_t accepting_filter(Object* exception) {
    EXPECT_EQ(exception, g_exception);
    g_log += "filter-yes ";
    return 1;
}
uint64_t refusing_filter(Object*) {
    g_log += "filter-no ";
    return 0;
}
uint64_t throwing_filter(Object*) {
    g_log += "filter-throws ";
    throw_exception(g_second);
}
void call_callee() {
    CallResult result = run(g_callee);
    if (result.exception != nullptr) rethrow_exception(result.exception);
}

// try { body } catch (type) { handler }
template <typename R>
MethodCode* catching(void (*body)(), std::string_view type, R (*handler)(Object*), std::string_view name = "ToString") {
    MethodWriter writer;
    uint32_t begin = writer.position();
    writer.call(body);
    uint32_t end = writer.position();
    writer.return_rax();
    uint32_t entry = writer.catch_handler(handler);
    writer.clause(HandlerKind::Catch, begin, end, entry, core_type("System", type));
    return writer.finish(named_method(name));
}

// try { body } finally { handler }
MethodCode* with_finally(void (*body)(), void (*handler)(), HandlerKind kind = HandlerKind::Finally) {
    MethodWriter writer;
    uint32_t begin = writer.position();
    writer.call(body);
    uint32_t end = writer.position();
    writer.return_rax();
    uint32_t entry = writer.funclet(handler);
    writer.clause(kind, begin, end, entry);
    return writer.finish(named_method("GetHashCode"));
}

// Calls another hand-made method directly: no boundary between.
void (*entry_of(MethodCode* code))() {
    return reinterpret_cast<void (*)()>(code->start);
}

uint32_t trace_length(Object* exception) {
    return stack_trace_length(exception->reference(exception_fields().stack_trace));
}

TEST_F(ExceptionDispatch, TypedCatch) {
    CallResult result = run(catching(throw_first, "SystemException", note_catch));
    EXPECT_EQ(result.exception, nullptr);
    EXPECT_EQ(result.value, reinterpret_cast<uint64_t>(g_exception));
    EXPECT_EQ(g_log, "throw catch ");
    EXPECT_EQ(trace_length(g_exception), 1u);
}

TEST_F(ExceptionDispatch, OtherTypesPassToTheBoundary) {
    CallResult result = run(catching(throw_first, "ArgumentException", note_catch));
    EXPECT_EQ(result.exception, g_exception);
    EXPECT_EQ(g_log, "throw ");
}

TEST_F(ExceptionDispatch, FinallyAndFaultRunInnermostFirstBeforeTheCatch) {
    MethodCode* inner = with_finally(throw_first, note_finally);
    MethodCode* middle = with_finally(entry_of(inner), note_outer_finally, HandlerKind::Fault);
    CallResult result = run(catching(entry_of(middle), "Exception", note_catch));
    EXPECT_EQ(result.value, reinterpret_cast<uint64_t>(g_exception));
    EXPECT_EQ(g_log, "throw finally outer-finally catch ");
    EXPECT_EQ(trace_length(g_exception), 3u);
}

MethodCode* filtering(void (*body)(), uint64_t (*filter)(Object*)) {
    MethodWriter writer;
    uint32_t begin = writer.position();
    writer.call(body);
    uint32_t end = writer.position();
    writer.return_rax();
    uint32_t filter_entry = writer.funclet(filter);
    uint32_t entry = writer.catch_handler(note_catch);
    writer.clause(HandlerKind::Filter, begin, end, entry, {}, filter_entry);
    return writer.finish(named_method("Equals"));
}

TEST_F(ExceptionDispatch, FiltersRunBeforeFinallyHandlers) {
    MethodCode* inner = with_finally(throw_first, note_finally);
    MethodCode* refusing = filtering(entry_of(inner), refusing_filter);
    CallResult result = run(filtering(entry_of(refusing), accepting_filter));
    EXPECT_EQ(result.value, reinterpret_cast<uint64_t>(g_exception));
    EXPECT_EQ(g_log, "throw filter-no filter-yes finally catch ");
}

TEST_F(ExceptionDispatch, AnExceptionInAFilterMeansNo) {
    MethodCode* inner = filtering(throw_first, throwing_filter);
    CallResult result = run(catching(entry_of(inner), "Exception", note_catch));
    EXPECT_EQ(result.value, reinterpret_cast<uint64_t>(g_exception));
    EXPECT_EQ(g_log, "throw filter-throws catch ");
}

TEST_F(ExceptionDispatch, AFinallyHandlersExceptionReplacesTheFirst) {
    MethodCode* inner = with_finally(throw_first, throw_second);
    MethodCode* middle = with_finally(entry_of(inner), note_outer_finally);
    CallResult result = run(catching(entry_of(middle), "Exception", note_catch));
    EXPECT_EQ(result.value, reinterpret_cast<uint64_t>(g_second));
    EXPECT_EQ(g_log, "throw second outer-finally catch ");
}

TEST_F(ExceptionDispatch, AnExceptionCaughtInsideAFinallyHandlerIsForgotten) {
    MethodCode* harmless = catching(throw_second, "ArgumentException", note_catch);
    MethodCode* inner = with_finally(throw_first, entry_of(harmless));
    CallResult result = run(catching(entry_of(inner), "InvalidOperationException", note_catch));
    EXPECT_EQ(result.value, reinterpret_cast<uint64_t>(g_exception));
    EXPECT_EQ(g_log, "throw second catch catch ");
}

// try { throw first } finally { try { throw second } catch { note } note }, all in one method
TEST_F(ExceptionDispatch, ACatchInsideAFinallyHandlerOfTheSameMethod) {
    constexpr uint8_t slot = 8;
    MethodWriter writer;
    uint32_t outer_begin = writer.position();
    writer.call(throw_first);
    uint32_t outer_end = writer.position();
    writer.return_rax();
    uint32_t finally_begin = writer.position();
    writer.bytes({0x48, 0x83, 0xec, 0x08});                              // sub rsp, 8
    writer.bytes({0x48, 0x89, 0x65, static_cast<uint8_t>(256 - slot)});  // mov [rbp - slot], rsp
    uint32_t inner_begin = writer.position();
    writer.call(throw_second);
    uint32_t inner_end = writer.position();
    uint32_t catch_begin = writer.position();
    writer.bytes({0x48, 0x89, 0xc7});  // mov rdi, rax
    writer.call(note_catch);
    writer.clause(HandlerKind::Catch, inner_begin, inner_end, catch_begin, core_type("System", "ArgumentException"), 0,
                  slot);
    writer.call(note_finally);
    writer.bytes({0x48, 0x83, 0xc4, 0x08, 0xc3});  // add rsp, 8; ret
    writer.clause(HandlerKind::Finally, outer_begin, outer_end, finally_begin);
    MethodCode* inner = writer.finish(named_method("GetHashCode"));
    CallResult result = run(catching(entry_of(inner), "InvalidOperationException", note_catch));
    EXPECT_EQ(result.value, reinterpret_cast<uint64_t>(g_exception));
    EXPECT_EQ(g_log, "throw second catch finally catch ");
}

TEST_F(ExceptionDispatch, RethrowKeepsTheTrace) {
    MethodCode* inner = catching(throw_first, "Exception", note_rethrow);
    CallResult result = run(catching(entry_of(inner), "Exception", note_catch));
    EXPECT_EQ(result.value, reinterpret_cast<uint64_t>(g_exception));
    EXPECT_EQ(g_log, "throw rethrow catch ");
    EXPECT_EQ(trace_length(g_exception), 2u);
}

TEST_F(ExceptionDispatch, CppPassesOnWhatCameOutOfAManagedCall) {
    g_callee = with_finally(throw_first, note_finally);
    CallResult result = run(catching(call_callee, "Exception", note_catch));
    EXPECT_EQ(result.value, reinterpret_cast<uint64_t>(g_exception));
    EXPECT_EQ(g_log, "throw finally catch ");
    EXPECT_EQ(trace_length(g_exception), 2u);
}

Object* throw_again(Object* exception) {
    throw_exception(exception);
}

TEST_F(ExceptionDispatch, ThrowingTheSameObjectStartsANewTrace) {
    MethodCode* deep = with_finally(throw_first, note_finally);
    MethodCode* inner = catching(entry_of(deep), "Exception", throw_again);
    CallResult result = run(inner);
    EXPECT_EQ(result.exception, g_exception);
    EXPECT_EQ(trace_length(g_exception), 1u);
}

TEST_F(ExceptionDispatch, AFrozenTraceIsNotChanged) {
    run(catching(throw_first, "Exception", note_catch));
    Object* frozen = freeze_stack_trace(g_exception);
    ASSERT_EQ(stack_trace_length(frozen), 1u);
    Thread& thread = current_thread();
    thread.flags |= thread_flags::raising_foreign_exception;
    run(catching(throw_first, "Exception", note_catch));
    EXPECT_EQ(stack_trace_length(frozen), 1u);
    Object* trace = g_exception->reference(exception_fields().stack_trace);
    ASSERT_EQ(stack_trace_length(trace), 2u);
    EXPECT_TRUE(stack_trace_entry(trace, 0).ends_foreign_trace);
    EXPECT_FALSE(stack_trace_entry(trace, 1).ends_foreign_trace);
    EXPECT_FALSE(stack_trace_entry(frozen, 0).ends_foreign_trace);
}

// A method with two inlined ones, of which the inner one calls the body inside its own `try { } catch (type)`.
MethodCode* catching_inside(void (*body)(), std::string_view type, Object* (*handler)(Object*)) {
    MethodWriter writer;
    writer.inlined = {{named_method("Equals"), 0, 11}, {named_method("GetHashCode"), 1, 22}};
    uint32_t begin = writer.position();
    writer.il_map.push_back({begin, 33, 2});
    writer.call(body);
    uint32_t end = writer.position();
    writer.return_rax();
    uint32_t entry = writer.catch_handler(handler);
    writer.clause(HandlerKind::Catch, begin, end, entry, core_type("System", type), 0, 0, 2);
    return writer.finish(named_method("ToString"));
}

std::vector<std::string> trace_of(Object* exception) {
    std::vector<std::string> names;
    Object* trace = exception->reference(exception_fields().stack_trace);
    for (uint32_t i = 0; i < stack_trace_length(trace); i++) {
        StackTraceEntry entry = stack_trace_entry(trace, i);
        uint32_t il_offset = il_offset_in_node(*find_code(entry.lookup_ip), entry.lookup_ip, entry.inline_node);
        names.push_back(std::string(method_name(entry.method)) + " " + std::to_string(il_offset));
    }
    return names;
}

TEST_F(ExceptionDispatch, ATraceNamesInlinedMethods) {
    EXPECT_EQ(run(catching_inside(throw_first, "ArgumentException", note_catch)).exception, g_exception);
    EXPECT_EQ(trace_of(g_exception), (std::vector<std::string>{"GetHashCode 33", "Equals 22", "ToString 11"}));
}

TEST_F(ExceptionDispatch, ATraceEndsWithTheInlinedMethodThatCatches) {
    EXPECT_EQ(run(catching_inside(throw_first, "Exception", note_catch)).exception, nullptr);
    EXPECT_EQ(trace_of(g_exception), (std::vector<std::string>{"GetHashCode 33"}));
    EXPECT_EQ(g_log, "throw catch ");
}

// The handler lies behind the last entry of the map, so it counts as the inlined method's, too.
TEST_F(ExceptionDispatch, RethrownInAnInlinedMethodItGoesOnWithItsCallers) {
    EXPECT_EQ(run(catching_inside(throw_first, "Exception", note_rethrow)).exception, g_exception);
    EXPECT_EQ(trace_of(g_exception), (std::vector<std::string>{"GetHashCode 33", "Equals 22", "ToString 11"}));
}

// An inlined method's filter that looks at the stack sees itself, then what has thrown, then everything again.
std::vector<MethodDesc*> g_seen_by_filter;
uint64_t looking_filter(Object*) {
    StackWalk walk(current_thread());
    StackFrame frame;
    g_seen_by_filter.clear();
    while (walk.next(frame)) g_seen_by_filter.push_back(frame.method());
    return 1;
}

TEST_F(ExceptionDispatch, AnInlinedFilterSeesTheThrowPointsFrames) {
    MethodCode* inner = with_finally(throw_first, note_finally);
    MethodWriter writer;
    writer.inlined = {{named_method("Equals"), 0, 11}};
    uint32_t begin = writer.position();
    writer.il_map.push_back({begin, 33, 1});
    writer.call(entry_of(inner));
    uint32_t end = writer.position();
    writer.return_rax();
    uint32_t filter = writer.funclet(looking_filter);
    uint32_t entry = writer.catch_handler(note_catch);
    writer.clause(HandlerKind::Filter, begin, end, entry, {}, filter, 0, 1);
    EXPECT_EQ(run(writer.finish(named_method("ToString"))).exception, nullptr);
    EXPECT_EQ(g_log, "throw finally catch ");
    EXPECT_EQ(g_seen_by_filter, (std::vector<MethodDesc*>{named_method("Equals"), named_method("GetHashCode"),
                                                          named_method("Equals"), named_method("ToString")}));
}

// mov rax, [null] with an entry in the fault table: the code goes on at its own null path.
TEST_F(ExceptionDispatch, ANullCheckThatIsAFaultGoesOnInItsCode) {
    MethodWriter writer;
    writer.bytes({0x31, 0xc0});  // xor eax, eax
    uint32_t load = writer.position();
    writer.bytes({0x48, 0x8b, 0x40, 0x10});  // mov rax, [rax + 16]
    writer.return_rax();
    writer.faults.push_back({load, writer.position()});
    writer.bytes({0xb8, 0x2a, 0, 0, 0});  // mov eax, 42
    writer.return_rax();
    CallResult result = run(writer.finish());
    EXPECT_EQ(result.exception, nullptr);
    EXPECT_EQ(result.value, 42u);
}

// --- Finally handlers that are landed in

// try { body } finally { handler }, where the handler gives control back by ContinueUnwind.
MethodCode* with_landing(void (*body)(), void (*handler)()) {
    MethodWriter writer;
    writer.flags = code_flags::handlers_expect_registers;
    uint32_t begin = writer.position();
    writer.call(body);
    uint32_t end = writer.position();
    writer.return_rax();
    uint32_t entry = writer.position();
    writer.bytes({0x48, 0x89, 0x45, 0xf0});  // mov [rbp - 16], rax
    writer.call(handler);
    writer.bytes({0x48, 0x8b, 0x7d, 0xf0});  // mov rdi, [rbp - 16]
    writer.call(continue_unwind);
    writer.clause(HandlerKind::Finally, begin, end, entry);
    return writer.finish(named_method("GetHashCode"));
}

TEST_F(ExceptionDispatch, PassTwoGoesOnAfterLandings) {
    MethodCode* inner = with_landing(throw_first, note_finally);
    MethodCode* middle = with_finally(entry_of(inner), note_finally);
    MethodCode* outer = with_landing(entry_of(middle), note_finally);
    CallResult result = run(catching(entry_of(outer), "Exception", note_catch));
    EXPECT_EQ(result.exception, nullptr);
    EXPECT_EQ(result.value, reinterpret_cast<uint64_t>(g_exception));
    EXPECT_EQ(g_log, "throw finally finally finally catch ");
    EXPECT_TRUE(current_thread().open_unwinds->stack.empty());
}

// The exception that comes out of a handler takes the place of the one that it ran for, which leaves nothing behind.
TEST_F(ExceptionDispatch, LandingsThatThrowDoNotPileUp) {
    for (int i = 0; i < 100; i++) {
        MethodCode* code = with_landing(throw_first, throw_first);
        EXPECT_EQ(run(catching(entry_of(code), "Exception", note_catch)).exception, nullptr);
        EXPECT_LE(current_thread().open_unwinds->stack.size(), 1u);
    }
}

// --- Handlers that expect registers

constexpr uint32_t own_values[] = {101, 112, 113, 114, 115};  // rbx r12 r13 r14 r15 in the method that catches
uint64_t g_seen_registers[callee_saved_count + 1];            // by its handler; the last is the clause's selector

// Sets all registers, calls the body and has a handler that keeps what it finds in them.
MethodCode* catching_with_registers(void (*body)()) {
    MethodWriter writer;
    writer.flags = code_flags::handlers_expect_registers;
    for (uint32_t i = 0; i < callee_saved_count; i++) writer.set_register(i, own_values[i]);
    uint32_t begin = writer.position();
    writer.call(body);
    uint32_t end = writer.position();
    writer.return_rax();
    uint32_t entry = writer.position();
    writer.bytes({0x49, 0xbb});  // mov r11, seen
    for (int i = 0; i < 8; i++)
        writer.bytes({static_cast<uint8_t>(reinterpret_cast<uintptr_t>(g_seen_registers) >> (8 * i))});
    writer.bytes({0x49, 0x89, 0x1b});        // mov [r11], rbx
    writer.bytes({0x4d, 0x89, 0x63, 0x08});  // mov [r11 + 8], r12
    writer.bytes({0x4d, 0x89, 0x6b, 0x10});  // mov [r11 + 16], r13
    writer.bytes({0x4d, 0x89, 0x73, 0x18});  // mov [r11 + 24], r14
    writer.bytes({0x4d, 0x89, 0x7b, 0x20});  // mov [r11 + 32], r15
    writer.bytes({0x49, 0x89, 0x53, 0x28});  // mov [r11 + 40], rdx
    writer.return_rax();
    writer.clause(HandlerKind::Catch, 0, 1, entry, core_type("System", "Exception"));  // of other code
    writer.clause(HandlerKind::Catch, begin, end, entry, core_type("System", "Exception"));
    return writer.finish(named_method("ToString"));
}

struct SavedPlace {
    uint32_t index;
    uint32_t slot;
};

// Saves some registers, sets them to other values, calls the body, with a finally handler if there is one for it.
MethodCode* clobbering(void (*body)(), std::initializer_list<SavedPlace> saved, void (*handler)() = nullptr) {
    MethodWriter writer;
    for (SavedPlace place : saved) writer.save_register(place.index, place.slot);
    for (SavedPlace place : saved) writer.set_register(place.index, 666 + place.index);
    uint32_t begin = writer.position();
    writer.call(body);
    uint32_t end = writer.position();
    for (SavedPlace place : saved) writer.restore_register(place.index, place.slot);
    writer.return_rax();
    if (handler != nullptr) {
        uint32_t entry = writer.funclet(handler);
        writer.clause(HandlerKind::Finally, begin, end, entry);
    }
    return writer.finish(named_method("GetHashCode"));
}

void expect_registers_restored(void (*body)(), Object* exception) {
    std::ranges::fill(g_seen_registers, 0);
    CallResult result = run(catching_with_registers(body));
    EXPECT_EQ(result.exception, nullptr);
    EXPECT_EQ(result.value, reinterpret_cast<uint64_t>(exception));
    for (uint32_t i = 0; i < callee_saved_count; i++) EXPECT_EQ(g_seen_registers[i], own_values[i]) << "register " << i;
    EXPECT_EQ(g_seen_registers[callee_saved_count], 1u);
}

// Overwrites the callee-saved registers, so that they are found only where this function's prologue put them.
[[gnu::noinline]] void clobber_and_throw() {
    asm volatile("xor %%ebx, %%ebx; xor %%r12d, %%r12d; xor %%r13d, %%r13d; xor %%r14d, %%r14d; xor %%r15d, %%r15d" ::
                     : "rbx", "r12", "r13", "r14", "r15");
    throw_exception(g_exception);
}

TEST_F(ExceptionDispatch, RegistersThatCppHasSavedComeBack) {
    expect_registers_restored(clobber_and_throw, g_exception);
}

TEST_F(ExceptionDispatch, RegistersThatFramesHaveSavedComeBack) {
    MethodCode* innermost = clobbering(clobber_and_throw, {{4, 1}, {0, 2}});
    MethodCode* middle = clobbering(entry_of(innermost), {{1, 3}, {2, 1}, {3, 7}});
    MethodCode* outer = clobbering(entry_of(middle), {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}});
    expect_registers_restored(entry_of(innermost), g_exception);
    expect_registers_restored(entry_of(middle), g_exception);
    expect_registers_restored(entry_of(outer), g_exception);
}

TEST_F(ExceptionDispatch, RegistersComeBackPastFinallyHandlers) {
    MethodCode* inner = clobbering(clobber_and_throw, {{0, 1}, {4, 2}}, note_finally);
    expect_registers_restored(entry_of(clobbering(entry_of(inner), {{1, 1}}, note_outer_finally)), g_exception);
    EXPECT_EQ(g_log, "finally outer-finally ");
}

[[gnu::noinline]] void clobber_and_throw_second() {
    asm volatile("xor %%ebx, %%ebx; xor %%r12d, %%r12d; xor %%r13d, %%r13d; xor %%r14d, %%r14d; xor %%r15d, %%r15d" ::
                     : "rbx", "r12", "r13", "r14", "r15");
    throw_exception(g_second);
}

// The handler was called by a dispatch, with its registers: those of the frame are found from the first throw point on.
TEST_F(ExceptionDispatch, RegistersComeBackFromAnExceptionInAFinallyHandler) {
    MethodCode* deep = clobbering(clobber_and_throw, {{0, 1}, {1, 2}, {2, 3}});
    MethodCode* thrower = clobbering(clobber_and_throw_second, {{2, 1}, {3, 2}});
    MethodCode* inner = clobbering(entry_of(deep), {{3, 1}}, entry_of(thrower));
    expect_registers_restored(entry_of(inner), g_second);
    expect_registers_restored(entry_of(clobbering(entry_of(inner), {{4, 6}, {0, 5}}, note_finally)), g_second);
}

TEST_F(ExceptionDispatch, LongTracesGrow) {
    MethodCode* method = with_finally(throw_first, note_finally);
    constexpr uint32_t depth = 100;
    for (uint32_t i = 1; i < depth; i++) method = with_finally(entry_of(method), note_finally);
    EXPECT_EQ(run(method).exception, g_exception);
    EXPECT_EQ(trace_length(g_exception), depth);
}

TEST(NativeNames, AreThoseOfCoreClrReports) {
    ASSERT_NO_FATAL_FAILURE(testing_support::start_runtime());
    EXPECT_EQ(native_frame_line(named_method("ReferenceEquals")),
              "   at System.Object.ReferenceEquals(System.Object, System.Object)\n");
    MethodTable* dictionary = testing_support::core_instance(
        "System.Collections.Generic", "Dictionary`2",
        {TypeHandle(core_type("System", "String")), TypeHandle(core_type("System", "Int32"))});
    std::string core = assembly_display_name(corelib()->module);
    EXPECT_EQ(native_frame_line(find_method(dictionary, "TryGetValue")),
              "   at System.Collections.Generic.Dictionary`2[[System.__Canon, " + core + "],[System.Int32, " + core +
                  "]].TryGetValue(System.__Canon, Int32 ByRef)\n");
}

}  // namespace
}  // namespace celer

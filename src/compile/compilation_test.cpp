// What options do to a compilation: which phases run, what is written down.
#include "compile/compilation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/options.h"
#include "code/code_tables.h"
#include "code/compiler.h"
#include "types/test_framework.h"

namespace celer {
namespace {

std::string nothing_disassembled(const MethodCode*) {
    return "; no instructions\n";
}

// Enters every phase and makes a piece of code that is never run.
class Recorder final : public Compiler {
  public:
    MethodCode* compile(Compilation& compilation) override {
        runs.clear();
        for (int phase = 0; phase < phase_count; phase++) runs.push_back(compilation.enter(static_cast<Phase>(phase)));
        imported_insts = compilation.code().insts.size();
        return publish_code({.method = compilation.request().method,
                             .start = allocate_code(16),
                             .size_bytes = 16,
                             .tier = compilation.request().tier,
                             .flags = compilation.request().code_flags});
    }
    Disassembler disassembler() const override { return nothing_disassembled; }

    std::vector<bool> runs;
    size_t imported_insts = 0;
};

constexpr bool is_optional[] = {
#define CELER_PHASE(name, is_optional, doc) is_optional,
#include "compile/phases.def"
#undef CELER_PHASE
};

class CompilationTest : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_NO_FATAL_FAILURE(testing_support::start_types());
        method_ = find_method(testing_support::core_type("System", "Object"), "ToString");
        ASSERT_NE(method_, nullptr);
    }
    void TearDown() override {
        for (const char* name : {"JitRange", "JitOnly", "JitLastPhase"}) set_option(name, "");
        set_option("JITMinOpts", "0");
        set_option("JitTimes", "0");
    }
    uint32_t optional_phases_run() {
        Compilation compilation({.method = method_, .tier = CodeTier::Optimized});
        Result<MethodCode*> code = compilation.run(recorder_);
        EXPECT_TRUE(code.has_value());
        uint32_t count = 0;
        for (int phase = 0; phase < phase_count; phase++) {
            if (!is_optional[phase]) EXPECT_TRUE(recorder_.runs[static_cast<size_t>(phase)]);
            count += is_optional[phase] && recorder_.runs[static_cast<size_t>(phase)];
        }
        return count;
    }

    MethodDesc* method_ = nullptr;
    Recorder recorder_;
};

uint32_t optional_count() {
    return static_cast<uint32_t>(std::count(std::begin(is_optional), std::end(is_optional), true));
}

TEST_F(CompilationTest, ImportsAndGivesTheRequestOn) {
    Compilation compilation({.method = method_, .code_flags = code_flags::hides_from_stack_trace});
    Result<MethodCode*> code = compilation.run(recorder_);
    ASSERT_TRUE(code.has_value());
    EXPECT_GT(recorder_.imported_insts, 0u);
    EXPECT_EQ((*code)->method, method_);
    EXPECT_EQ((*code)->tier, CodeTier::Baseline);
    EXPECT_TRUE((*code)->hides_from_stack_trace());
}

TEST_F(CompilationTest, RunsOptionalPhasesForChosenMethods) {
    EXPECT_EQ(optional_phases_run(), optional_count());
    set_option("JITMinOpts", "1");
    EXPECT_EQ(optional_phases_run(), 0u);
    set_option("JITMinOpts", "0");
    std::string number = std::to_string(method_->id);
    for (const auto& [range, is_in] : std::map<std::string, bool>{{number + "-" + number, true},
                                                                  {"0-" + number, true},
                                                                  {number + "-", true},
                                                                  {std::to_string(method_->id + 1) + "-", false},
                                                                  {"0-" + std::to_string(method_->id - 1), false}}) {
        set_option("JitRange", range.c_str());
        EXPECT_EQ(optional_phases_run(), is_in ? optional_count() : 0) << range;
    }
    set_option("JitRange", "");
    for (const auto& [names, is_in] :
         std::map<std::string, bool>{{"ToString", true}, {"System.Object:*", true}, {"Equals Other:*", false}}) {
        set_option("JitOnly", names.c_str());
        EXPECT_EQ(optional_phases_run(), is_in ? optional_count() : 0) << names;
    }
}

TEST_F(CompilationTest, EndsOptionalPhasesWithTheLastOne) {
    set_option("JitLastPhase", "Import");
    EXPECT_EQ(optional_phases_run(), 0u);
    set_option("JitLastPhase", "Registers");
    EXPECT_EQ(optional_phases_run(), 2u);  // Inline, Registers
    set_option("JitLastPhase", "Publish");
    EXPECT_EQ(optional_phases_run(), optional_count());
}

TEST_F(CompilationTest, CountsAndTimes) {
    CompileTimes before = thread_compile_times();
    set_option("JitTimes", "1");
    optional_phases_run();
    const CompileTimes& after = thread_compile_times();
    EXPECT_EQ(after.methods, before.methods + 1);
    EXPECT_EQ(after.code_bytes, before.code_bytes + 16);
    EXPECT_GT(after.phase_ns[static_cast<int>(Phase::Import)], before.phase_ns[static_cast<int>(Phase::Import)]);
    EXPECT_NE(phase_times_text().find("Import "), std::string::npos);
}

}  // namespace
}  // namespace celer

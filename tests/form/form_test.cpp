// The text form read back, what the verifier refuses, and random bodies: what the interpreter says is what tier 0 does.
// CELER_FORM_BODIES: how many bodies; CELER_FORM_SEED: of the first; CELER_FORM_PRINT=1 prints the first and stops;
// CELER_FORM_COMPILER: a library with the compiler to test instead of tier 0.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>

#include "baseline/baseline.h"
#include "baseline/profile_plan.h"
#include "baseline/variable_plan.h"
#include "compile/compilation.h"
#include "compile/services.h"
#include "corelib/contract.h"
#include "gc/heap.h"
#include "generator.h"
#include "host/composition.h"
#include "interpreter.h"
#include "metadata/image.h"
#include "parse.h"
#include "runtime/engine.h"
#include "runtime/gc_bridge.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/test_framework.h"

namespace celer::form {
namespace {

Compiler* g_compiler;  // null: tier 0
uint64_t g_refused;    // bodies that it left to tier 0

// The engine as a host starts it, up to where managed code would run.
class Form : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        BindingProperties properties;
        properties.trusted_assemblies = testing_support::framework_assemblies();
        ASSERT_FALSE(properties.trusted_assemblies.empty()) << "no installed .NET 10 found through DOTNET_ROOT or PATH";
        arena_initialize();
        initialize_binding(properties);
        compose_engine({});
        initialize_runtime();
        leave_native(current_thread());
        Result<void> loaded = load_well_known_types();
        ASSERT_TRUE(loaded) << loaded.error().message;
        initialize_collector_types();
        initialize_corelib_fields();
        const char* library = std::getenv("CELER_FORM_COMPILER");
        if (library == nullptr) return;
        Result<Compiler*> compiler = load_compiler(library);
        ASSERT_TRUE(compiler) << compiler.error().message;
        g_compiler = *compiler;
    }
};

uint64_t setting(const char* name, uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : strtoull(text, nullptr, 10);
}

// The body and what has been compiled from it; its method is made up.
struct Body {
    ImportedCode code;
    MethodDesc* method = nullptr;

    void compile() {
        method = code.method;
        Compilation compilation({.method = method}, code);
        MethodCode* compiled = g_compiler == nullptr ? nullptr : g_compiler->compile(compilation);
        if (compiled == nullptr) {
            g_refused += g_compiler != nullptr;
            compiled = baseline_compiler().compile(compilation);
        }
        method->entry = compiled->start;
    }
};

Outcome run_compiled(const Body& body, std::span<const uint64_t> arguments) {
    RegisterArguments registers{};
    uint32_t integers = 0, floats = 0;
    for (uint32_t i = 0; i < body.code.argument_count; ++i) {
        Kind kind = body.code.variables[i].kind;
        if (kind == Kind::F4 || kind == Kind::F8) {
            memcpy(registers.vector[floats++].bytes, &arguments[i], sizeof arguments[i]);
        } else {
            registers.integer[integers++] = arguments[i];
        }
    }
    CallResult result = call_managed_with(current_thread(), body.method->entry, registers, Boundary::CatchAll);
    if (result.exception != nullptr) {
        return {Outcome::How::Threw, 0, display_name(TypeHandle(result.exception->method_table))};
    }
    Kind kind = body.code.signature->return_type.verification_type() == ElementType::I4 ? Kind::I4 : Kind::I8;
    uint64_t bits =
        kind == Kind::I4 ? static_cast<uint64_t>(int64_t{static_cast<int32_t>(result.value)}) : result.value;
    return {Outcome::How::Returned, bits, {}};
}

std::string text_of(const Outcome& outcome) {
    if (outcome.how == Outcome::How::Returned) return std::to_string(static_cast<int64_t>(outcome.bits));
    return outcome.how == Outcome::How::Threw ? outcome.exception : "not interpreted";
}

// --- The text form

struct RoundTrips {
    uint64_t methods = 0, failed = 0;
    ImportedCode code, again;

    void check(MethodDesc* method) {
        import_method(method, code);
        TextNames names;
        std::string text = print(code, &names);
        std::string error = parse(text, names, again);
        methods++;
        if (error.empty() && print(again) == text && verify(again).empty()) return;
        if (failed++ < 5)
            std::printf("%s: %s\n%s%s\n", display_name(method).c_str(), error.c_str(), text.c_str(),
                        print(again).c_str());
    }
};

// Every method of CoreLib that needs no type arguments: print, parse, print.
TEST_F(Form, TextOfCoreLib) {
    Module* module = corelib()->module;
    RoundTrips trips;
    for (uint32_t rid = 1; rid <= module->image()->row_count(metadata::Table::TypeDef); ++rid) {
        Result<TypeHandle> type = load_type(module, metadata::Token(metadata::Table::TypeDef, rid).value(), {});
        if (!type || type->method_table()->is_generic_definition() || !ensure_loaded(type->method_table())) continue;
        for (uint32_t i = 0; i < type->method_table()->info->method_count; ++i) {
            MethodDesc* method = declared_method(type->method_table(), i);
            if (method != nullptr && method->kind == MethodKind::IL && !method->is_generic()) trips.check(method);
        }
    }
    EXPECT_EQ(trips.failed, 0u);
    EXPECT_GT(trips.methods, 20000u);
}

struct BrokenText {
    const char* what;  // verify() says
    const char* lines;
};
constexpr const char* good_head =
    "method -\n  returns System.Int32\n  il_size 10\n  v0: i4 i4 System.Int32 argument 0\n";
const BrokenText broken_texts[] = {
    {"operand of another kind",
     "B0: IL_0000\n    LoadVar.i4 v0\n    ConstI8.i8 1\n    Add.i4\n    Return.i4 element=i4\n"},
    {"stack underflow", "B0: IL_0000\n    Add.i4\n    Return.i4 element=i4\n"},
    {"values left on the stack", "B0: IL_0000\n    LoadVar.i4 v0\n    LoadVar.i4 v0\n    Return.i4 element=i4\n"},
    {"no terminator", "B0: IL_0000\n    LoadVar.i4 v0\n    Pop.i4\n"},
    {"instruction after the terminator", "B0: IL_0000\n    Jump B0\n    Jump B0\n"},
    {"no such block", "B0: IL_0000\n    Jump B7\n"},
    {"address_taken is not set",
     "B0: IL_0000\n    VarAddress.byref v0\n    Load.i4 +0 element=i4\n    Return.i4 element=i4\n"},
    {"jump out of a region",
     "  clause 0: finally try B1..B2 handler B2..B3 filter - - - il 0 1 1 2 0\nB0: IL_0000\n    Jump B1\n"
     "B1: IL_0000 try 0\n    LoadVar.i4 v0\n    BranchIf.i4 B3 else B3\nB2: IL_0001 handler 0\n    EndFinally 0\n"
     "B3: IL_0002\n    LoadVar.i4 v0\n    Return.i4 element=i4\n"},
    {"finally_chain lacks a clause",
     "  clause 0: finally try B1..B2 handler B2..B3 filter - - - il 0 1 1 2 0\nB0: IL_0000\n    Jump B1\n"
     "B1: IL_0000 try 0\n    Leave B3\nB2: IL_0001 handler 0\n    EndFinally 0\n"
     "B3: IL_0002\n    LoadVar.i4 v0\n    Return.i4 element=i4\n"},
    {"jump into a region",
     "  clause 0: finally try B1..B3 handler B3..B4 filter - - - il 0 1 1 2 0\nB0: IL_0000\n    Jump B2\n"
     "B1: IL_0000 try 0\n    Jump B2\nB2: IL_0000 try 0\n    Leave B4 finally 0\nB3: IL_0001 handler 0\n    EndFinally "
     "0\n"
     "B4: IL_0002\n    LoadVar.i4 v0\n    Return.i4 element=i4\n"},
    {"CatchEntry and the beginning of a handler do not meet",
     "  v1: ref class System.Object exception 0\n"
     "  clause 0: catch try B1..B2 handler B2..B3 filter - System.Exception v1 il 0 1 1 2 0\nB0: IL_0000\n    Jump B1\n"
     "B1: IL_0000 try 0\n    Jump B3\nB2: IL_0001 handler 0\n    Leave B3\n"
     "B3: IL_0002\n    LoadVar.i4 v0\n    Return.i4 element=i4\n"},
};

TEST_F(Form, VerifierRefuses) {
    for (const BrokenText& broken : broken_texts) {
        ImportedCode code;
        ASSERT_EQ(parse(std::string(good_head) + broken.lines, {}, code), "") << broken.lines;
        EXPECT_NE(verify(code).find(broken.what), std::string::npos) << verify(code) << "\n" << broken.lines;
    }
}

TEST_F(Form, ParserRefuses) {
    for (const char* lines :
         {"B0: IL_0000\n    Nonsense\n", "B1: IL_0000\n", "    Return\n", "B0: IL_0000\n    LoadVar.i4 v9\n",
          "B0: IL_0000\n    Jump\n", "  v5: i4 i4 System.Int32 local 0\n", "B0: IL_0000\n    Return more\n"}) {
        ImportedCode code;
        EXPECT_NE(parse(std::string(good_head) + lines, {}, code), "") << lines;
    }
}

// --- Compiled from text

struct TextCase {
    const char* lines;
    int64_t argument;
};
// An exception that a filter takes, after a finally in between; a fault handler; a checked conversion.
const TextCase text_cases[] = {
    {"B0: IL_0000\n    LoadVar.i4 v0\n    ConstI4.i4 3\n    Mul.i4\n    Return.i4 element=i4\n", 14},
    {"  v1: ref class System.Object exception 0\n  v2: i4 i4 System.Int32 local 0 zero\n"
     "  clause 0: finally try B2..B3 handler B3..B4 filter - - - il 1 2 2 3 0\n"
     "  clause 1: filter try B1..B4 handler B5..B6 filter B4..B5 - v1 il 0 3 4 5 3\n"
     "B0: IL_0000\n    Jump B1\nB1: IL_0000 try 1\n    Jump B2\n"
     "B2: IL_0001 try 0\n    LoadVar.i4 v0\n    ConstI4.i4 0\n    Div.i4\n    StoreVar.i4 v2\n    Leave B6 finally 0\n"
     "B3: IL_0002 handler 0\n    LoadVar.i4 v2\n    ConstI4.i4 100\n    Add.i4\n    StoreVar.i4 v2\n    EndFinally 0\n"
     "B4: IL_0003 filter 1\n    CatchEntry.ref 1\n    StoreVar.ref v1\n    LoadVar.i4 v2\n    ConstI4.i4 10\n    "
     "Add.i4\n"
     "    StoreVar.i4 v2\n    ConstI4.i4 1\n    EndFilter.i4 1\n"
     "B5: IL_0004 handler 1\n    CatchEntry.ref 1\n    StoreVar.ref v1\n    LoadVar.i4 v2\n    ConstI4.i4 2\n    "
     "Mul.i4\n"
     "    StoreVar.i4 v2\n    Leave B6\nB6: IL_0005\n    LoadVar.i4 v2\n    Return.i4 element=i4\n",
     5},
    {"B0: IL_0000\n    LoadVar.i4 v0\n    Convert.i4 i4 to u1 overflow\n    Return.i4 element=i4\n", 256},
};

TEST_F(Form, TextCompiles) {
    for (const TextCase& test : text_cases) {
        Body body;
        ASSERT_EQ(parse(std::string(good_head) + test.lines, {}, body.code), "") << test.lines;
        ASSERT_EQ(verify(body.code), "") << test.lines;
        body.compile();
        uint64_t argument = static_cast<uint64_t>(test.argument);
        Outcome expected = interpret(body.code, {&argument, 1}, {});
        EXPECT_NE(text_of(expected), "not interpreted") << test.lines;
        EXPECT_EQ(text_of(run_compiled(body, {&argument, 1})), text_of(expected)) << test.lines;
    }
}

// --- What is counted

// A loop with a branch, one way of which does nothing `padding` times.
std::string loop_with_branch(int padding) {
    std::string lines = "B0: IL_0000\n    Jump B1\nB1: IL_0001 loop\n    LoadVar.i4 v0\n    BranchIf.i4 B3 else B2\n";
    lines += "B2: IL_0002\n";
    for (int i = 0; i < padding; i++) lines += "    LoadVar.i4 v0\n    Pop.i4\n";
    lines += "    Jump B4\nB3: IL_0003\n    Jump B4\nB4: IL_0004\n    LoadVar.i4 v0\n    BranchIf.i4 B1 else B5\n";
    return lines + "B5: IL_0005\n    LoadVar.i4 v0\n    Return.i4 element=i4\n";
}

ProfilePlan plan_of(const std::string& lines) {
    ImportedCode code;
    EXPECT_EQ(parse(good_head + lines, {}, code), "") << lines;
    EXPECT_EQ(verify(code), "") << lines;
    MethodPlan plan;
    plan.analyse(code);
    ProfilePlan counted;
    counted.analyse(code, plan);
    return counted;
}

TEST_F(Form, BothWaysOfBranchesInLoopsAreCountedUnlessTheLoopIsSmall) {
    EXPECT_EQ(plan_of(loop_with_branch(1)).count(), 0u);
    ProfilePlan counted = plan_of(loop_with_branch(20));
    EXPECT_EQ(counted.count(), 3u);  // with the start
    EXPECT_TRUE(counted.is_counted(2));
    EXPECT_TRUE(counted.is_counted(3));
    EXPECT_EQ(counted.group(2), 1u);  // the first of the loop ends them
    EXPECT_EQ(counted.group(3), 1u);
}

// --- Random bodies

MethodSignature* generated_signature() {
    constexpr uint32_t count = std::size(generated_arguments);
    auto* signature = static_cast<MethodSignature*>(
        arena_allocate(Section::Types, sizeof(MethodSignature) + count * sizeof(TypeHandle)));
    signature->return_type = primitive_type(ElementType::I8);
    signature->parameter_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        Kind kind = generated_arguments[i];
        ElementType element = kind == Kind::I4 ? ElementType::I4 : kind == Kind::I8 ? ElementType::I8 : ElementType::R8;
        signature->parameters[i] = primitive_type(element);
    }
    return signature;
}

// Edges of the number types, and numbers between.
std::array<uint64_t, std::size(generated_arguments)> some_arguments(std::mt19937& random) {
    static constexpr int64_t integers[] = {0,     1,         -1,        2,         7,         255,      -129,
                                           40000, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 1ll << 40};
    static constexpr double floats[] = {0.0, -0.0, -1.5, 1e300, 3e9, 0.25, -7e18};
    std::array<uint64_t, std::size(generated_arguments)> arguments;
    for (size_t i = 0; i < arguments.size(); ++i) {
        int64_t number = random() % 4 == 0 ? static_cast<int32_t>(random()) : integers[random() % std::size(integers)];
        Kind kind = generated_arguments[i];
        arguments[i] =
            static_cast<uint64_t>(kind == Kind::I4   ? int64_t{static_cast<int32_t>(number)}
                                  : kind == Kind::I8 ? number
                                                     : std::bit_cast<int64_t>(floats[random() % std::size(floats)]));
    }
    return arguments;
}

// One in a few bodies may be called by those after it.
TEST_F(Form, RandomBodies) {
    uint64_t count = setting("CELER_FORM_BODIES", 2000);
    auto seed = static_cast<uint32_t>(setting("CELER_FORM_SEED", 1));
    MethodSignature* signature = generated_signature();
    std::vector<std::unique_ptr<Body>> kept;
    std::vector<MethodDesc*> callees;
    Methods methods;
    uint64_t compared = 0, threw = 0, skipped = 0, failed = 0;
    for (uint64_t i = 0; i < count && failed < 5; ++i, ++seed) {
        auto body = std::make_unique<Body>();
        generate(seed, callees, signature, body->code);
        body->code.method = arena_new<MethodDesc>(Section::Types);
        body->code.method->flags |= method_flags::no_inlining;  // nobody can import it
        ASSERT_EQ(verify(body->code), "") << "seed " << seed << "\n" << print(body->code);
        if (std::getenv("CELER_FORM_PRINT") != nullptr)
            return static_cast<void>(std::printf("%s", print(body->code).c_str()));
        body->method = body->code.method;
        body->method->stub = body->method;  // calls go through the entry
        body->compile();
        methods[body->method] = &body->code;
        std::mt19937 random(seed);
        for (int k = 0; k < 8; ++k) {
            std::array arguments = some_arguments(random);
            Outcome expected = interpret(body->code, arguments, methods, 100'000);
            if (expected.how != Outcome::How::Returned && expected.how != Outcome::How::Threw) {
                skipped++;
                continue;
            }
            Outcome found = run_compiled(*body, arguments);
            compared++;
            threw += found.how == Outcome::How::Threw;
            if (found == expected) continue;
            ADD_FAILURE() << "seed " << seed << ", arguments " << k << ": compiled " << text_of(found)
                          << ", interpreter " << text_of(expected) << "\n"
                          << print(body->code);
            failed++;
            break;
        }
        bool keeps = callees.size() < 64 && i % 4 == 0;
        if (!keeps) methods.erase(body->method);
        if (!keeps) continue;
        callees.push_back(body->method);
        kept.push_back(std::move(body));
    }
    std::printf("%llu outcomes compared, %llu of them exceptions, %llu not interpreted; %llu bodies left to tier 0\n",
                static_cast<unsigned long long>(compared), static_cast<unsigned long long>(threw),
                static_cast<unsigned long long>(skipped), static_cast<unsigned long long>(g_refused));
    EXPECT_GT(compared, count * 3);
    EXPECT_LT(skipped * 10, compared);
    EXPECT_LT(g_refused, count);
}

}  // namespace
}  // namespace celer::form

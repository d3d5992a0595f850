// Imports every method of large assemblies, and chosen ones against the golden text.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>

#include "code/helpers.h"
#include "il/method_body.h"
#include "import/code.h"
#include "import/damaged_bodies.h"
#include "metadata/image.h"
#include "platform/arena.h"
#include "types/dispatch.h"
#include "types/test_framework.h"
#include "types/test_golden_texts.h"

namespace celer {
namespace {

void start() {
    testing_support::start_types();
}

// Type arguments that the constraints may accept.
std::vector<TypeHandle> arguments(uint32_t count, int round) {
    TypeHandle choices[] = {well_known(WellKnown::String), well_known(WellKnown::Int32), well_known(WellKnown::Object),
                            primitive_type(ElementType::U1), primitive_type(ElementType::R8)};
    return std::vector<TypeHandle>(count, choices[round]);
}

struct Totals {
    uint64_t methods = 0, invalid = 0, broken = 0, skipped = 0, insts = 0, il_bytes = 0, nanoseconds = 0, thrown = 0;
    std::map<std::string, int> messages;
};

void import_one(MethodDesc* method, ImportedCode& code, Totals& totals) {
    import_method(method, code);  // loads what the second round, which is timed, only looks up
    auto start = std::chrono::steady_clock::now();
    import_method(method, code);
    totals.nanoseconds += static_cast<uint64_t>((std::chrono::steady_clock::now() - start).count());
    ++totals.methods;
    totals.insts += code.insts.size();
    totals.il_bytes += code.il_size;
    if (code.invalid) {
        ++totals.invalid;
        if (totals.messages[code.invalid->message]++ < 5)
            printf("invalid %s: %s\n", display_name(method).c_str(), code.invalid->message.c_str());
        return;
    }
    if (std::string error = verify(code); !error.empty()) {
        if (++totals.broken < 20) printf("broken %s: %s\n", display_name(method).c_str(), error.c_str());
        if (totals.broken < 3) printf("%s\n", print(code).c_str());
    }
    for (const CallInfo* call : code.calls) {
        if (call->kind == CallKind::Helper && call->helper == static_cast<uint8_t>(Helper::ThrowError)) {
            if (totals.thrown++ < 10) printf("throws %s\n", display_name(method).c_str());
        }
    }
}

void import_type(MethodTable* table, ImportedCode& code, Totals& totals) {
    for (uint32_t i = 0; i < table->info->method_count; ++i) {
        MethodDesc* method = declared_method(table, i);
        if (method == nullptr || method->kind != MethodKind::IL) continue;
        if (method->is_generic()) {
            const metadata::Image& image = *table->module->image();
            uint32_t count = 0;
            for ([[maybe_unused]] uint32_t rid : image.generic_params(metadata::Token(method->token))) ++count;
            Result<MethodDesc*> instance = fail(ErrorKind::TypeLoad, "");
            for (int round = 0; round < 5 && !instance; ++round)
                instance = instantiate_method(method, arguments(count, round));
            if (!instance) {
                ++totals.skipped;
                continue;
            }
            method = *instance;
        }
        import_one(method, code, totals);
    }
}

Totals import_assembly(const char* name) {
    Totals totals;
    Result<Assembly*> assembly = load_assembly(name);
    if (!assembly) {
        ADD_FAILURE() << assembly.error().message;
        return totals;
    }
    Module* module = (*assembly)->module;
    const metadata::Image& image = *module->image();
    ImportedCode code;
    for (uint32_t rid = 1; rid <= image.row_count(metadata::Table::TypeDef); ++rid) {
        Result<TypeHandle> type = load_type(module, metadata::Token(metadata::Table::TypeDef, rid).value(), {});
        if (!type || type->method_table() == nullptr) continue;
        MethodTable* table = type->method_table();
        if (table->is_generic_definition()) {
            uint32_t count = table->info->instantiation == nullptr ? 0 : table->info->instantiation->count;
            MethodTable* exact = nullptr;
            for (int round = 0; round < 5 && exact == nullptr; ++round) {
                Result<MethodTable*> instance = instantiate(table, arguments(count, round));
                if (instance && ensure_loaded(*instance)) exact = *instance;
            }
            if (exact == nullptr) {
                ++totals.skipped;
                continue;
            }
            table = exact;
        } else if (!ensure_loaded(table)) {
            ++totals.skipped;
            continue;
        }
        import_type(table, code, totals);
    }
    printf(
        "%s: %llu methods, %llu skipped, %llu invalid, %llu broken, %llu throw errors, %.1f insts, %.1f IL bytes, %.2f "
        "us each\n",
        name, static_cast<unsigned long long>(totals.methods), static_cast<unsigned long long>(totals.skipped),
        static_cast<unsigned long long>(totals.invalid), static_cast<unsigned long long>(totals.broken),
        static_cast<unsigned long long>(totals.thrown), double(totals.insts) / double(totals.methods),
        double(totals.il_bytes) / double(totals.methods), double(totals.nanoseconds) / double(totals.methods) / 1000);
    return totals;
}

class ImportAll : public testing::TestWithParam<const char*> {};

TEST_P(ImportAll, EveryMethod) {
    start();
    Totals totals = import_assembly(GetParam());
    EXPECT_EQ(totals.broken, 0u);
    EXPECT_EQ(totals.invalid, 0u);
    EXPECT_GT(totals.methods, 500u);
    EXPECT_LT(totals.skipped * 25, totals.methods);
}

INSTANTIATE_TEST_SUITE_P(Framework, ImportAll,
                         testing::Values("System.Private.CoreLib", "System.Linq", "System.Collections",
                                         "System.Text.Json"));

// CELER_IMPORT_EVERYTHING=1: every assembly of the framework.
TEST(Import, Everything) {
    if (std::getenv("CELER_IMPORT_EVERYTHING") == nullptr) GTEST_SKIP();
    start();
    uint64_t methods = 0;
    for (const auto& entry : std::filesystem::directory_iterator(metadata::framework_directory())) {
        if (entry.path().extension() != ".dll") continue;
        std::string name = entry.path().stem();
        Totals totals = import_assembly(name.c_str());
        EXPECT_EQ(totals.broken + totals.invalid, 0u) << name;
        methods += totals.methods;
    }
    EXPECT_GT(methods, 100000u);
}

// Clauses in the form that dynamic methods use.
std::vector<std::byte> fat_clauses(const il::MethodBody& body, std::mt19937& random) {
    std::vector<std::byte> bytes;
    auto add = [&](uint32_t value) {
        if (random() % 64 == 0) value += random() % 8;
        for (int i = 0; i < 4; ++i) bytes.push_back(std::byte(value >> (8 * i)));
    };
    for (uint32_t i = 0; i < body.clause_count(); ++i) {
        il::ExceptionClause c = body.clause(i);
        add(static_cast<uint32_t>(c.kind));
        add(c.try_start);
        add(c.try_end - c.try_start);
        add(c.handler_start);
        add(c.handler_end - c.handler_start);
        add(c.kind == il::ClauseKind::Filter ? c.filter_start : c.catch_type.value());
    }
    return bytes;
}

// conv.u of a new object, used as a reference again: of what class it is has been forgotten as a whole.
TEST(Import, ReferencesTakenForNumbers) {
    start();
    MethodTable* object = well_known(WellKnown::Object);
    MethodDesc* constructor = nullptr;
    for (uint32_t i = 0; i < object->info->method_count; ++i) {
        MethodDesc* method = declared_method(object, i);
        if (method != nullptr && (method->flags & method_flags::is_constructor)) constructor = method;
    }
    ASSERT_NE(constructor, nullptr);
    constexpr uint8_t opcodes[] = {0x16, 0x16, 0x73, 0, 0, 0, 0, 0xe0, 0xa2, 0x2a};  // ldc.i4.0 twice, newobj, conv.u,
    std::vector<std::byte> il(sizeof opcodes);                                       // stelem.ref, ret
    std::memcpy(il.data(), opcodes, sizeof opcodes);
    std::memcpy(il.data() + 3, &constructor->token, sizeof constructor->token);
    DynamicBody body;
    body.code = il;
    ImportedCode code;
    EXPECT_EQ(testing_support::import_damaged(constructor, body, code), "");
    EXPECT_FALSE(code.invalid);
    EXPECT_TRUE(std::ranges::any_of(code.insts, [](const Inst& inst) { return inst.op == Op::StoreElement; }));
}

// An integer in place of ConvertToIntegerNative's float: no instruction takes it, whoever compiled the image.
TEST(Import, InstructionsTakeWhatTheirMethodTakes) {
    start();
    const metadata::Image& image = *corelib()->module->image();
    uint32_t of_single = testing_support::methods_named("System.Single.ConvertToIntegerNative").front()->token;
    uint32_t of_double = testing_support::methods_named("System.Double.ConvertToIntegerNative").front()->token;
    MethodDesc* caller = testing_support::methods_named("System.String.IsNullOrEmpty").front();
    // ldc.i4.0, conv.u, call, pop, ldc.i4.0, ret
    constexpr uint8_t opcodes[] = {0x16, 0xe0, 0x28, 0, 0, 0, 0, 0x26, 0x16, 0x2a};
    std::vector<std::byte> il(sizeof opcodes);
    std::memcpy(il.data(), opcodes, sizeof opcodes);
    uint32_t found = 0;
    for (uint32_t rid = 1; rid <= image.row_count(metadata::Table::MethodSpec); rid++) {
        uint32_t generic = image.method_spec(rid).method.value();
        if (generic != of_single && generic != of_double) continue;
        found++;
        uint32_t token = metadata::Token(metadata::Table::MethodSpec, rid).value();
        std::memcpy(il.data() + 3, &token, sizeof token);
        DynamicBody body;
        body.code = il;
        ImportedCode code;
        EXPECT_EQ(testing_support::import_damaged(caller, body, code), "");
        EXPECT_TRUE(code.invalid);
    }
    EXPECT_GE(found, 2u);
}

// Bodies with some bytes changed: no crash, and what is accepted verifies. CELER_DAMAGE_ROUNDS for more.
TEST(Import, DamagedBodies) {
    start();
    const char* rounds_text = std::getenv("CELER_DAMAGE_ROUNDS");
    int rounds = rounds_text == nullptr ? 1 : atoi(rounds_text);
    std::mt19937 random(rounds_text == nullptr ? 1 : static_cast<uint32_t>(rounds));
    Module* module = corelib()->module;
    const metadata::Image& image = *module->image();
    ImportedCode code;
    uint64_t imported = 0, accepted = 0, broken = 0;
    for (int round = 0; round < rounds; ++round) {
        for (uint32_t rid = 1 + random() % 8; rid <= image.row_count(metadata::Table::TypeDef);
             rid += 1 + random() % 16) {
            Result<TypeHandle> type = load_type(module, metadata::Token(metadata::Table::TypeDef, rid).value(), {});
            if (!type || type->method_table()->is_generic_definition() || !ensure_loaded(type->method_table()))
                continue;
            MethodTable* table = type->method_table();
            for (uint32_t i = 0; i < table->info->method_count; ++i) {
                MethodDesc* method = declared_method(table, i);
                if (method == nullptr || method->kind != MethodKind::IL || method->is_generic()) continue;
                Result<il::MethodBody> body = il::MethodBody::of_method(image, method->token & 0xffffff);
                if (!body) continue;
                std::vector<std::byte> il(body->code().begin(), body->code().end());
                std::vector<std::byte> clauses = fat_clauses(*body, random);
                for (uint32_t k = 0; k < 1 + random() % 4; ++k) il[random() % il.size()] = std::byte(random());
                DynamicBody damaged;
                damaged.code = il;
                damaged.fat_clauses = clauses;
                if (metadata::Token locals = body->local_signature(); !locals.is_nil()) {
                    damaged.local_signature = image.blob(image.stand_alone_sig(locals.rid()).signature);
                }
                std::string error = testing_support::import_damaged(method, damaged, code);
                ++imported;
                accepted += !code.invalid;
                if (!error.empty() && ++broken < 10)
                    printf("broken %s: %s\n", display_name(method).c_str(), error.c_str());
            }
        }
    }
    printf("%llu damaged bodies, %llu accepted\n", static_cast<unsigned long long>(imported),
           static_cast<unsigned long long>(accepted));
    EXPECT_EQ(broken, 0u);
    EXPECT_GT(imported, 1000u);
    EXPECT_GT(accepted, imported / 100);
    EXPECT_LT(accepted, imported);
}

uint32_t count_of(const ImportedCode& code, Op op) {
    return static_cast<uint32_t>(std::ranges::count(code.insts, op, &Inst::op));
}

// What is known of an argument decides branches; what the body changes is not known.
TEST(Import, ArgumentFacts) {
    start();
    ImportedCode code;
    MethodDesc* is_null_or_empty = testing_support::methods_named("System.String.IsNullOrEmpty").front();
    import_method(is_null_or_empty, code);
    EXPECT_EQ(count_of(code, Op::BranchIf), 1u);
    ArgumentFact not_null{.non_null = true};
    import_method(is_null_or_empty, code, {.arguments = {&not_null, 1}});
    EXPECT_EQ(verify(code), "");
    EXPECT_EQ(count_of(code, Op::BranchIf), 0u);
    MethodDesc* is_leap_year = testing_support::methods_named("System.DateTime.IsLeapYear").front();
    ArgumentFact year{.constant = 2000};
    import_method(is_leap_year, code, {.arguments = {&year, 1}});
    EXPECT_EQ(verify(code), "");
    EXPECT_EQ(count_of(code, Op::Branch) + count_of(code, Op::BranchIf), 0u) << print(code);
    MethodDesc* abs = nullptr;  // stores into its argument
    for (MethodDesc* method : testing_support::methods_named("System.Math.Abs")) {
        if (display_name(method) == "System.Math.Abs(Int32)") abs = method;
    }
    ASSERT_NE(abs, nullptr);
    ArgumentFact seven{.constant = 7};
    import_method(abs, code, {.arguments = {&seven, 1}});
    EXPECT_EQ(verify(code), "");
    EXPECT_EQ(count_of(code, Op::Branch), 2u) << print(code);
}

// One compiler asks what it knows; the other is told no.
TEST(Import, KnownConstants) {
    start();
    uint32_t asked = 0;
    ImportedCode code;
    MethodTable* table = testing_support::type_named("System.String");
    ASSERT_NE(table, nullptr);
    for (uint32_t i = 0; i < table->info->method_count; ++i) {
        MethodDesc* method = declared_method(table, i);
        if (method == nullptr || method->kind != MethodKind::IL || method->is_generic()) continue;
        import_method(method, code, {.for_optimizer = true});
        EXPECT_EQ(verify(code), "");
        asked += count_of(code, Op::IsKnownConstant);
        import_method(method, code);
        EXPECT_EQ(count_of(code, Op::IsKnownConstant), 0u);
    }
    EXPECT_GT(asked, 0u);
}

bool assumes(const ImportedCode& code, AssumptionKind kind, std::string_view name) {
    return std::ranges::any_of(code.assumptions, [&](const Assumption& assumption) {
        return assumption.kind == kind && (assumption.type ? display_name(assumption.type) == name
                                                           : display_name(assumption.method).starts_with(name));
    });
}

// What another module's types and bodies decided is said, each once.
TEST(Import, Assumptions) {
    start();
    ImportedCode code;
    Assembly* linq = testing_support::expect_value(load_assembly("System.Linq"));
    ASSERT_NE(linq, nullptr);
    MethodTable* table = testing_support::expect_value(find_type(linq, "System.Linq", "Enumerable"));
    ASSERT_NE(table, nullptr);
    uint32_t layouts = 0, bodies = 0;
    for (uint32_t i = 0; i < table->info->method_count; ++i) {
        MethodDesc* method = declared_method(table, i);
        if (method == nullptr || method->kind != MethodKind::IL || method->is_generic()) continue;
        import_method(method, code);
        for (size_t a = 0; a < code.assumptions.size(); ++a) {
            const Assumption& assumption = code.assumptions[a];
            EXPECT_EQ(std::ranges::count(code.assumptions, assumption), 1);
            if (assumption.kind == AssumptionKind::Layout) {
                EXPECT_NE(assumption.type.method_table()->module, linq->module);
                layouts += assumes(code, AssumptionKind::Layout, display_name(assumption.type));
            }
            bodies += assumption.kind == AssumptionKind::Body;
        }
    }
    EXPECT_GT(layouts, 0u);
    EXPECT_GT(bodies, 0u);
}

// Code for other processes does not rest on a class that this one has initialised.
TEST(Import, MayNotAssume) {
    start();
    MethodTable* table = testing_support::core_type("System", "TimeZoneInfo");
    ASSERT_NE(table, nullptr);
    ASSERT_TRUE(ensure_loaded(table).has_value());
    ASSERT_TRUE(table->flags2 & mt_flags2::has_cctor);
    bool was_initialized = table->is_initialized();
    table->set_initialized();
    uint32_t assumed = 0;
    for (uint32_t i = 0; i < table->info->method_count; ++i) {
        MethodDesc* method = declared_method(table, i);
        if (method == nullptr || method->kind != MethodKind::IL || method->is_generic()) continue;
        ImportedCode code;
        import_method(method, code);
        bool assumes_it = assumes(code, AssumptionKind::Initialized, display_name(TypeHandle(table)));
        assumed += assumes_it;
        import_method(method, code, {.may_assume = false});
        EXPECT_TRUE(std::ranges::none_of(code.assumptions, [](const Assumption& assumption) {
            bool has_constructor = assumption.type && assumption.type.method_table()->flags2 & mt_flags2::has_cctor;
            return assumption.kind == AssumptionKind::Initialized && has_constructor;
        }));
        // Itself, or in a method of the class that it calls instead of reading its body in place.
        bool checks = std::ranges::any_of(code.insts, [=](const Inst& inst) {
            return (inst.op == Op::ClassInit && inst.type == table) ||
                   (inst.op == Op::Call && inst.call->method != nullptr && inst.call->method->owner == table);
        });
        bool is_constructor = table->info->class_constructor == method;
        EXPECT_TRUE(checks || !assumes_it || is_constructor) << display_name(method);
    }
    EXPECT_GT(assumed, 5u);
    if (!was_initialized) __atomic_fetch_and(&table->auxiliary->flags, ~aux_flags::initialized, __ATOMIC_RELEASE);
}

// The forms of all overloads of a method of CoreLib.
std::string forms_of(std::string_view name) {
    std::string text;
    ImportedCode code;
    for (MethodDesc* method : testing_support::methods_named(name)) {
        import_method(method, code);
        text += print(code) + verify(code) + "\n";
    }
    return text;
}

// src/import/golden/*.txt: lines "## METHOD", each followed by what it imports to. CELER_UPDATE_GOLDEN=1 writes them
// anew.
TEST(Import, Golden) {
    start();
    testing_support::check_golden_texts("src/import/golden", forms_of);
}

// CELER_PRINT_METHOD=Namespace.Type.Method prints its form.
TEST(ImportPrint, Method) {
    const char* wanted = std::getenv("CELER_PRINT_METHOD");
    if (wanted == nullptr) GTEST_SKIP();
    start();
    printf("%s", forms_of(wanted).c_str());
}

}  // namespace
}  // namespace celer

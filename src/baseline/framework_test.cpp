// Compiles every method of large assemblies (nothing runs) and checks the records of the code.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "base/upcalls.h"
#include "baseline/baseline.h"
#include "baseline/inliner.h"
#include "code/code_tables.h"
#include "code/helpers.h"
#include "code/inline_tree.h"
#include "code/profile.h"
#include "compile/compilation.h"
#include "metadata/image.h"
#include "types/test_framework.h"

namespace celer {
namespace {

struct Totals {
    uint64_t methods = 0, nanoseconds = 0, code_bytes = 0, il_bytes = 0, record_bytes = 0, thunks = 0;
    uint64_t all_methods = 0;  // of the assembly
    uint64_t guessed = 0;      // virtual calls with bodies before them
};

void start() {
    testing_support::start_types();
    if (g_helper_slots == nullptr) {
        take_helper_slots();
    }
    g_tls_offsets = {-64, -56, -48, -40};
    g_upcalls.baseline = &baseline_compiler();
    g_upcalls.thunks = &baseline_thunks();
}

// Type arguments that the constraints may accept.
std::vector<TypeHandle> arguments(uint32_t count, int round) {
    TypeHandle choices[] = {well_known(WellKnown::String), well_known(WellKnown::Int32), well_known(WellKnown::Object),
                            primitive_type(ElementType::U1), primitive_type(ElementType::R8)};
    return std::vector<TypeHandle>(count, choices[round]);
}

void check_homes(const MethodCode& code, const ImportedCode& imported) {
    std::vector<VariableHome> homes = variable_homes(code);
    if (imported.invalid) return;
    ASSERT_EQ(homes.size(), imported.variables.size()) << display_name(code.method);
    for (uint32_t i = 0; i < homes.size(); i++) {
        if (homes[i].in != VariableHome::In::Frame) continue;
        ASSERT_GE(homes[i].offset, -static_cast<int32_t>(code.frame_size)) << display_name(code.method);
        if (homes[i].offset >= 0) ASSERT_TRUE(homes[i].offset >= 16 && imported.variables[i].is_argument());
    }
}

void check_record(const MethodCode& code) {
    std::vector<IlMapEntry> map = il_map_of(code);
    for (size_t i = 1; i < map.size(); i++) {
        ASSERT_LT(map[i - 1].native_offset, map[i].native_offset) << display_name(code.method);
    }
    for (uint32_t i = 0; i < code.clause_count; i++) {
        const EhClause& clause = code.clauses[i];
        ASSERT_LT(clause.try_begin, clause.try_end) << display_name(code.method);
        ASSERT_LE(clause.try_end, code.size_bytes);
        ASSERT_LT(clause.handler_begin, clause.handler_end) << display_name(code.method);
        ASSERT_LE(clause.handler_end, code.size_bytes);
    }
    ASSERT_EQ(find_code(reinterpret_cast<uintptr_t>(code.start) + code.size_bytes - 1), &code);
}

void compile_one(MethodDesc* method, ImportedCode& imported, Totals& totals) {
    import_method(method, imported);
    auto start = std::chrono::steady_clock::now();
    Compilation compilation({.method = method}, imported);
    MethodCode* code = baseline_compiler().compile(compilation);
    totals.nanoseconds += static_cast<uint64_t>((std::chrono::steady_clock::now() - start).count());
    totals.methods++;
    totals.il_bytes += imported.il_size;
    totals.code_bytes += code->size_bytes;
    check_record(*code);
    check_homes(*code, imported);
    totals.record_bytes += sizeof *code + code->clause_count * sizeof(EhClause) + code->tables_size;
}

void make_thunks(MethodDesc* invoke, Totals& totals) {
    Result<const MethodSignature*> signature = method_signature(invoke);
    if (!signature) return;
    for (int kind = 0; kind < delegate_thunk_count; kind++)
        baseline_thunks().delegate_thunk(static_cast<DelegateThunk>(kind), *signature);
    totals.thunks += delegate_thunk_count;
}

using CompileMethod = void (*)(MethodDesc* method, ImportedCode& imported, Totals& totals);

void compile_type(MethodTable* table, CompileMethod compile, ImportedCode& imported, Totals& totals) {
    if (table->is_delegate() && table->info->delegate_invoke != nullptr && !table->contains_generic_variables()) {
        make_thunks(table->info->delegate_invoke, totals);
    }
    for (uint32_t i = 0; i < table->info->method_count; ++i) {
        MethodDesc* method = declared_method(table, i);
        if (method == nullptr || method->kind != MethodKind::IL) continue;
        if (method->is_generic()) {
            const metadata::Image& image = *table->module->image();
            uint32_t count = 0;
            for ([[maybe_unused]] uint32_t rid : image.generic_params(metadata::Token(method->token))) ++count;
            Result<MethodDesc*> instance = fail(ErrorKind::TypeLoad, "");
            for (int round = 0; round < 5 && !instance; ++round) {
                instance = instantiate_method(method, arguments(count, round));
            }
            if (!instance) continue;
            method = *instance;
        }
        compile(method, imported, totals);
    }
}

// As if each virtual call had met objects of the class that it names.
void pretend_profile(MethodDesc* method, const ImportedCode& imported) {
    std::vector<std::pair<uint32_t, MethodTable*>> met;
    for (const Inst& inst : imported.insts) {
        if (inst.op != Op::Call || !inst.call->is_dispatched()) continue;
        MethodTable* type = inst.call->argument_types[0].method_table();
        if (type != nullptr && !type->is_interface()) met.emplace_back(inst.il_offset, type);
    }
    if (met.empty()) return;
    MethodProfile* profile = new_profile(method, static_cast<uint32_t>(met.size()), 0);
    for (size_t i = 0; i < met.size(); i++) {
        profile->calls()[i].il_offset = met[i].first;
        profile->calls()[i].met[0] = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(met[i].second));
    }
}

void compile_with_bodies(MethodDesc* method, ImportedCode& imported, Totals& totals) {
    import_method(method, imported);
    if (imported.invalid) return;
    pretend_profile(method, imported);
    Inliner inliner(imported, true, true);
    InlinedForm form = inliner.form();
    if (form.nodes.empty()) return;
    ASSERT_EQ(verify(*form.code), "") << display_name(method);
    ASSERT_EQ(form.node_of_inst.size(), form.code->insts.size()) << display_name(method);
    ASSERT_EQ(form.node_of_block.size(), form.code->blocks.size()) << display_name(method);
    Compilation compilation({.method = method, .may_be_replaced = true, .is_profiled = true, .puts_in_bodies = true},
                            imported);
    auto start = std::chrono::steady_clock::now();
    MethodCode* code = baseline_compiler().compile(compilation);
    totals.nanoseconds += static_cast<uint64_t>((std::chrono::steady_clock::now() - start).count());
    totals.methods++;
    totals.il_bytes += imported.il_size;
    totals.code_bytes += code->size_bytes;
    totals.guessed += static_cast<uint64_t>(std::ranges::count_if(form.code->insts, [](const Inst& inst) {
        return inst.op == Op::Call && (inst.flags & inst_flags::is_guessed) != 0;
    }));
    EXPECT_EQ(inline_tree_of(*code).size(), form.nodes.size()) << display_name(method);
    check_record(*code);
}

class CompileAssembly : public testing::TestWithParam<const char*> {};

Totals compile_assembly(const char* name, CompileMethod compile) {
    start();
    Totals totals;
    Assembly* assembly = testing_support::expect_value(load_assembly(name));
    Module* module = assembly->module;
    const metadata::Image& image = *module->image();
    ImportedCode imported;
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
            if (exact == nullptr) continue;
            table = exact;
        } else if (!ensure_loaded(table)) {
            continue;
        }
        compile_type(table, compile, imported, totals);
    }
    totals.all_methods = image.row_count(metadata::Table::MethodDef);
    std::printf("%s: %lu methods, %lu thunks, %.2f us each, %.1f bytes of IL, %.1f of code, %.1f of records\n", name,
                totals.methods, totals.thunks, double(totals.nanoseconds) / double(totals.methods) / 1000,
                double(totals.il_bytes) / double(totals.methods), double(totals.code_bytes) / double(totals.methods),
                double(totals.record_bytes) / double(totals.methods));
    return totals;
}

TEST_P(CompileAssembly, EveryMethod) {
    Totals totals = compile_assembly(GetParam(), compile_one);
    EXPECT_GT(totals.methods, totals.all_methods / 2);
}

class PutBodiesIn : public testing::TestWithParam<const char*> {};

TEST_P(PutBodiesIn, EveryMethod) {
    Totals totals = compile_assembly(GetParam(), compile_with_bodies);
    EXPECT_GT(totals.methods, totals.all_methods / 8);
    EXPECT_GT(totals.guessed, 0u);
}

INSTANTIATE_TEST_SUITE_P(Framework, CompileAssembly,
                         testing::Values("System.Private.CoreLib", "System.Linq", "System.Collections",
                                         "System.Text.Json", "System.Private.Xml", "System.Linq.Expressions"));

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)  // take minutes for the large ones
INSTANTIATE_TEST_SUITE_P(Framework, PutBodiesIn, testing::Values("System.Linq", "System.Collections"));
#else
INSTANTIATE_TEST_SUITE_P(Framework, PutBodiesIn,
                         testing::Values("System.Private.CoreLib", "System.Linq", "System.Collections",
                                         "System.Text.Json", "System.Private.Xml", "System.Linq.Expressions"));
#endif

}  // namespace
}  // namespace celer

// Threads import the same methods at once: the same form for all, and a valid one.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "import/code.h"
#include "metadata/image.h"
#include "types/test_framework.h"

namespace celer {
namespace {

constexpr size_t thread_count = 4;

std::vector<MethodDesc*> methods_of(Assembly* assembly) {
    std::vector<MethodDesc*> methods;
    uint32_t count = assembly->module->image()->row_count(metadata::Table::TypeDef);
    for (uint32_t rid = 2; rid <= count; rid++) {
        Result<TypeHandle> type =
            load_type(assembly->module, metadata::Token(metadata::Table::TypeDef, rid).value(), {});
        if (!type || type->method_table()->is_generic_definition() || !ensure_loaded(type->method_table())) continue;
        MethodTable* table = type->method_table();
        for (uint32_t i = 0; i < table->info->method_count; i++) {
            MethodDesc* method = declared_method(table, i);
            if (method != nullptr && method->kind == MethodKind::IL && !method->is_generic()) methods.push_back(method);
        }
    }
    return methods;
}

TEST(ImportRaces, AllThreadsGetTheSameForm) {
    ASSERT_NO_FATAL_FAILURE(testing_support::start_types());
    Assembly* assembly = testing_support::expect_value(load_assembly("System.Text.RegularExpressions"));
    ASSERT_NE(assembly, nullptr);
    std::vector<MethodDesc*> methods = methods_of(assembly);
    ASSERT_GT(methods.size(), 500u);
    std::vector<std::vector<std::string>> forms(thread_count);
    std::atomic<size_t> arrived = 0, broken = 0;
    std::vector<std::thread> threads;
    for (size_t thread = 0; thread < thread_count; thread++) {
        threads.emplace_back([&, thread] {
            std::vector<std::string>& own = forms[thread];
            own.resize(methods.size());
            arrived++;
            while (arrived.load() != thread_count) std::this_thread::yield();
            ImportedCode code;
            for (size_t i = 0; i < methods.size(); i++) {
                size_t at = (i + thread * methods.size() / thread_count) % methods.size();
                import_method(methods[at], code);
                own[at] = print(code);
                if (!verify(code).empty()) broken++;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(broken.load(), 0u);
    for (size_t thread = 1; thread < thread_count; thread++) {
        for (size_t i = 0; i < methods.size(); i++) {
            ASSERT_EQ(forms[thread][i], forms[0][i]) << display_name(methods[i]);
        }
    }
    std::printf("%zu methods imported by %zu threads\n", methods.size(), thread_count);
}

}  // namespace
}  // namespace celer

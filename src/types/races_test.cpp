// Threads load the same types, members and instances at once, each in an order of its own: all get the same ones. The
// thread sanitizer (preset tsan) judges what they read without the lock.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "metadata/image.h"
#include "types/test_framework.h"

namespace celer {
namespace {

constexpr size_t thread_count = 4;

// Runs body(thread) in threads that begin together.
template <typename Body>
void at_once(Body body) {
    std::atomic<size_t> arrived = 0;
    std::vector<std::thread> threads;
    for (size_t i = 0; i < thread_count; i++) {
        threads.emplace_back([i, &body, &arrived] {
            arrived++;
            while (arrived.load() != thread_count) std::this_thread::yield();
            body(i);
        });
    }
    for (std::thread& thread : threads) thread.join();
}

// [0, count) from somewhere else for every thread, one of them backwards.
std::vector<uint32_t> order_for(size_t thread, uint32_t count) {
    std::vector<uint32_t> order(count);
    for (uint32_t i = 0; i < count; i++) order[i] = static_cast<uint32_t>((i + thread * count / thread_count) % count);
    if (thread % 2 != 0) std::ranges::reverse(order);
    return order;
}

struct Answer {
    const char* what;
    const void* value;
    bool operator==(const Answer&) const = default;
};
using Seen = std::vector<Answer>;

void expect_same(const Seen& one, const Seen& other, const std::string& whose) {
    EXPECT_EQ(one.size(), other.size()) << whose;
    for (size_t i = 0; i < std::min(one.size(), other.size()); i++) {
        if (one[i] == other[i]) continue;
        ADD_FAILURE() << whose << ", answer " << i << ": " << one[i].what << " " << one[i].value << ", elsewhere "
                      << other[i].what << " " << other[i].value;
        return;
    }
}

// What a type has: in an order that is the same for all.
void look_at(MethodTable* table, Seen& seen) {
    seen.push_back({"type", table});
    if (!ensure_loaded(table)) return;
    seen.push_back({"parent", table->parent});
    seen.push_back({"auxiliary data", table->auxiliary});
    for (uint32_t i = 0; i < table->info->method_count; i++) {
        MethodDesc* method = declared_method(table, i);
        seen.push_back({"method", method});
        if (method == nullptr) continue;
        if (Result<const MethodSignature*> signature = method_signature(method))
            seen.push_back({"signature", *signature});
        seen.push_back({"stub", method_stub(method)});
    }
    for (uint32_t i = 0; i < table->info->field_count; i++) {
        if (Result<TypeHandle> type = field_type(&table->info->fields[i]))
            seen.push_back({"type of a field", type->method_table()});
    }
    if (table->is_interface() || table->is_nullable() || table->contains_generic_variables()) return;
    for (uint32_t i = 0; i < table->num_interfaces; i++) {
        MethodTable* interface = table->interface_map[i];
        seen.push_back({"interface", interface});
        if (!ensure_loaded(interface)) continue;
        for (uint32_t k = 0; k < interface->info->method_count; k++) {
            MethodDesc* declared = declared_method(interface, k);
            if (declared == nullptr || !declared->is_virtual() || declared->is_static() || declared->is_generic())
                continue;
            if (Result<MethodDesc*> target = resolve_virtual(table, declared))
                seen.push_back({"implementation", *target});
        }
    }
}

// The type, or an instance of it over strings.
void look_at_definition(Module* module, uint32_t rid, Seen& seen) {
    Result<TypeHandle> type = load_type(module, metadata::Token(metadata::Table::TypeDef, rid).value(), {});
    if (!type) return;
    MethodTable* table = type->method_table();
    if (!ensure_loaded(table)) return;
    if (table->is_generic_definition()) {
        std::vector<TypeHandle> arguments(table->info->instantiation->count, primitive_type(ElementType::String));
        Result<MethodTable*> instance = instantiate(table, arguments);
        if (!instance) return;
        table = *instance;
    }
    look_at(table, seen);
    if (table->is_by_ref_like()) return;
    if (Result<MethodTable*> array = sz_array_of(table)) look_at(*array, seen);
    if (Result<MethodTable*> grid = array_of(table, 2)) seen.push_back({"array", *grid});
    seen.push_back({"pointer", pointer_to(table).type_desc()});
    seen.push_back({"byref", byref_to(table).type_desc()});
}

class LoaderRaces : public testing::TestWithParam<const char*> {};

TEST_P(LoaderRaces, AllThreadsGetTheSame) {
    ASSERT_NO_FATAL_FAILURE(testing_support::start_types());
    std::vector<std::vector<Seen>> seen(thread_count);  // [thread][type]
    std::vector<Assembly*> assemblies(thread_count);
    at_once([&](size_t thread) {
        Result<Assembly*> assembly = load_assembly(GetParam());
        if (!assembly) return;
        assemblies[thread] = *assembly;
        Module* module = (*assembly)->module;
        uint32_t count = module->image()->row_count(metadata::Table::TypeDef) - 1;
        seen[thread].resize(count);
        for (uint32_t i : order_for(thread, count)) look_at_definition(module, i + 2, seen[thread][i]);
    });
    ASSERT_NE(assemblies[0], nullptr);
    size_t compared = 0;
    for (size_t thread = 1; thread < thread_count; thread++) {
        EXPECT_EQ(assemblies[thread], assemblies[0]);
        ASSERT_EQ(seen[thread].size(), seen[0].size());
        for (size_t i = 0; i < seen[0].size(); i++) {
            expect_same(seen[0][i], seen[thread][i], "type " + std::to_string(i + 2));
            compared += seen[0][i].size();
        }
    }
    std::printf("%s: %zu types, %zu answers compared\n", GetParam(), seen[0].size(), compared);
    EXPECT_GT(compared, 10 * thread_count * seen[0].size());
}

// Assemblies that no other test of this program loads.
INSTANTIATE_TEST_SUITE_P(Framework, LoaderRaces,
                         testing::Values("System.Linq.Parallel", "System.Threading.Tasks.Dataflow",
                                         "System.Collections.Immutable", "System.Reflection.Metadata",
                                         "System.Formats.Asn1"));

TEST(LoaderRaces, InstancesOfInstances) {
    ASSERT_NO_FATAL_FAILURE(testing_support::start_types());
    MethodTable* pair = testing_support::core_type("System.Collections.Generic", "KeyValuePair`2");
    MethodTable* list = testing_support::core_type("System.Collections.Generic", "List`1");
    MethodDesc* generic = find_method(testing_support::core_type("System", "Array"), "Empty");
    ASSERT_TRUE(pair != nullptr && list != nullptr && generic != nullptr);
    std::vector<Seen> seen(thread_count);
    at_once([&](size_t thread) {
        TypeHandle inner = primitive_type(ElementType::U2);
        for (int depth = 0; depth < 12; depth++) {
            TypeHandle both[] = {inner, depth % 2 == 0 ? TypeHandle(primitive_type(ElementType::R4)) : inner};
            Result<MethodTable*> made = instantiate(pair, both);
            if (!made) return;
            Result<MethodTable*> many = instantiate(list, {both, 1});
            if (!many) return;
            Result<MethodDesc*> method = instantiate_method(generic, {both, 1});
            look_at(*made, seen[thread]);
            look_at(*many, seen[thread]);
            seen[thread].push_back({"instance of a method", method ? *method : nullptr});
            inner = *made;
        }
    });
    EXPECT_GT(seen[0].size(), 500u);
    for (size_t thread = 1; thread < thread_count; thread++) expect_same(seen[0], seen[thread], "the instances");
}

}  // namespace
}  // namespace celer

// For tests only: the type system over the installed framework, started once per test program, with stubs that are
// never run.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/upcalls.h"
#include "metadata/framework_files.h"
#include "platform/arena.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/well_known.h"

namespace celer::testing_support {

inline void* fake_stub(MethodDesc* method) {
    __atomic_store_n(&method->stub, method, __ATOMIC_RELEASE);  // tests with threads ask for it at once
    return method;
}
inline void** fake_dispatch_table() {
    static void** table = arena_new<void*>(Section::Types, interface_dispatch_size);
    return table;
}

// The assemblies of the newest installed framework; empty if there is none.
inline std::vector<std::string> framework_assemblies() {
    std::vector<std::string> paths;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(metadata::framework_directory(), error)) {
        if (entry.path().extension() == ".dll") paths.push_back(entry.path());
    }
    return paths;
}

// Fails the test if no framework is installed.
inline void start_types() {
    static bool started = false;
    if (started) return;
    started = true;
    BindingProperties properties;
    properties.trusted_assemblies = framework_assemblies();
    ASSERT_FALSE(properties.trusted_assemblies.empty()) << "no installed .NET 10 found through DOTNET_ROOT or PATH";
    if (g_code_range.begin == 0) arena_initialize();
    initialize_binding(properties);
    g_upcalls.method_stub = g_upcalls.callable_stub = fake_stub;
    g_upcalls.interface_dispatch = fake_dispatch_table;
    Result<void> result = load_well_known_types();
    ASSERT_TRUE(result) << result.error().message;
}

template <typename T>
T expect_value(Result<T> result) {
    EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().message);
    return result ? *result : T{};
}

// A type of CoreLib, Complete.
inline MethodTable* core_type(std::string_view name_space, std::string_view name) {
    MethodTable* table = expect_value(find_type(corelib(), name_space, name));
    if (table != nullptr && !table->is_generic_definition()) {
        Result<void> loaded = ensure_loaded(table);
        EXPECT_TRUE(loaded) << loaded.error().message;
    }
    return table;
}

inline MethodTable* core_instance(std::string_view name_space, std::string_view name,
                                  std::initializer_list<TypeHandle> arguments) {
    MethodTable* definition = core_type(name_space, name);
    if (definition == nullptr) return nullptr;
    MethodTable* table = expect_value(instantiate(definition, {arguments.begin(), arguments.size()}));
    Result<void> loaded = ensure_loaded(table);
    EXPECT_TRUE(loaded) << loaded.error().message;
    return table;
}

}  // namespace celer::testing_support

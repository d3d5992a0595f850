// Loads whole assemblies of the installed framework and checks what holds for every type.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <unordered_map>

#include "metadata/flags.h"
#include "metadata/image.h"
#include "types/test_framework.h"

namespace celer {
namespace {

using testing_support::start_types;

void check_invariants(MethodTable* table) {
    std::string name = display_name(TypeHandle(table));
    if (table->is_interface()) return;
    EXPECT_GE(table->base_size, 22u) << name;
    if (table->parent != nullptr) EXPECT_GE(table->num_virtuals, table->parent->num_virtuals) << name;
    for (uint32_t i = 0; i < table->num_virtuals; i++) {
        ASSERT_NE(table->info->virtuals[i], nullptr) << name << " slot " << i;
    }
    bool is_abstract = table->info->attributes & metadata::type_flags::kAbstract;
    if (table->gc_layout == nullptr) {
        EXPECT_FALSE(table->contains_gc_pointers()) << name;
    } else {
        for (uint32_t i = 0; i < table->gc_layout->series_count; i++) {
            const GcSeries& series = table->gc_layout->series[i];
            EXPECT_EQ(series.offset % 8, 0u) << name;
            EXPECT_GE(series.offset, 8u) << name;
            EXPECT_LE(series.offset + series.slot_count * 8, table->base_size) << name;
        }
    }
    if (is_abstract || table->contains_generic_variables()) return;
    for (uint32_t i = 0; i < table->num_virtuals; i++) {
        if (!table->info->virtuals[i]->is_generic()) EXPECT_NE(table->vtable()[i], nullptr) << name << " slot " << i;
    }
}

size_t load_all(Assembly* assembly) {
    const metadata::Image& image = *assembly->module->image();
    uint32_t count = image.row_count(metadata::Table::TypeDef);
    for (uint32_t rid = 2; rid <= count; rid++) {
        auto table = load_type(assembly->module, 0x02000000 | rid, {});
        if (!table) {
            ADD_FAILURE() << table.error().message;
            continue;
        }
        Result<void> loaded = ensure_loaded(table->method_table());
        if (!loaded) {
            ADD_FAILURE() << display_name(*table) << ": " << loaded.error().message;
            continue;
        }
        check_invariants(table->method_table());
    }
    return count;
}

TEST(CompleteFramework, EveryTypeLoads) {
    ASSERT_NO_FATAL_FAILURE(start_types());
    for (const char* name :
         {"System.Private.CoreLib", "System.Collections", "System.Linq", "System.Collections.Concurrent",
          "System.Text.Json", "System.Net.Http", "System.Private.Xml", "System.Linq.Expressions"}) {
        auto start = std::chrono::steady_clock::now();
        uintptr_t used = section_used(Section::Types).end;
        Result<Assembly*> assembly = load_assembly(name);
        ASSERT_TRUE(assembly) << assembly.error().message;
        size_t count = load_all(*assembly);
        auto elapsed = std::chrono::steady_clock::now() - start;
        std::printf("%-32s %6zu types %8.2f ms %6zu bytes each\n", name, count,
                    std::chrono::duration<double, std::milli>(elapsed).count(),
                    (section_used(Section::Types).end - used) / count);
    }
}

// The flags that mean the same here as there.
uint32_t shared_flags(uint32_t flags) {
    uint32_t shared = mt_flags::has_component_size | mt_flags::contains_gc_pointers | mt_flags::has_finalizer |
                      mt_flags::category_mask | mt_flags::contains_generic_variables;
    if (flags & mt_flags::has_component_size) return shared;
    return shared | mt_flags::has_default_constructor | mt_flags::is_by_ref_like | mt_flags::generics_mask;
}

// What CoreCLR's Type.GetInterfaceMap says of one method.
void check_implementation(MethodTable* table, MethodTable* interface, uint32_t declared_token, uint32_t target_token,
                          const std::string& target_owner) {
    MethodDesc* declared = declared_method(interface, (declared_token & 0xffffff) - interface->info->first_method);
    Result<MethodDesc*> found =
        declared->is_static() ? resolve_static_virtual(table, declared) : resolve_virtual(table, declared);
    std::string what = display_name(TypeHandle(table)) + " as " + display_name(declared);
    if (target_token == 0) {
        EXPECT_FALSE(found) << what << " is " << display_name(*found);
        return;
    }
    if (!found) {
        ADD_FAILURE() << what << ": " << found.error().message;
        return;
    }
    EXPECT_EQ((*found)->token, target_token)
        << what << " is " << display_name(*found) << " in " << display_name(TypeHandle((*found)->owner));
    EXPECT_EQ(display_name(TypeHandle((*found)->owner)), target_owner) << what;
}

// Compares what tests/tools/layout-dump wrote on CoreCLR, line by line: the sizes, field offsets and interface counts
// that the runtime itself uses for the types of some assemblies. The letter that a line begins with says what it is of;
// lines of members belong to the last type.
class LayoutDump {
  public:
    void compare(const std::string& line) {
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "A") return compare_assembly(words);
        if (kind == "T") return compare_type(words);
        if (table_ == nullptr) return;
        if (kind == "F") return compare_field(words);
        if (kind == "I") return compare_interface(words);
        if (kind == "V") return compare_virtual(words);
        if (kind == "M") return compare_implementation(words);
    }

    void finish() const {
        std::printf("compared %zu types, %zu fields, %zu interface methods, %zu virtual methods\n", types_, fields_,
                    methods_, slots_);
        EXPECT_GT(types_, 0u);
    }

  private:
    void compare_assembly(std::istringstream& words) {
        std::string name;
        words >> name;
        bool is_path = name.ends_with(".dll");
        Result<Assembly*> assembly =
            is_path ? load_assembly_from_path(name, create_load_context(0, nullptr)) : load_assembly(name);
        ASSERT_TRUE(assembly) << assembly.error().message;
        module_ = (*assembly)->module;
    }

    void compare_type(std::istringstream& words) {
        uint32_t token, base_size, interfaces, flags;
        int size;
        words >> std::hex >> token >> std::dec >> base_size >> interfaces >> size >> std::hex >> flags;
        table_ = nullptr;
        auto type = load_type(module_, token, {});
        ASSERT_TRUE(type) << type.error().message;
        MethodTable* table = type->method_table();
        std::string name = display_name(*type);
        ASSERT_TRUE(ensure_loaded(table)) << name << " does not load";
        types_++;
        if (table->contains_generic_variables()) return;  // no object has such a layout
        table_ = table;
        if (!table->is_interface()) {
            EXPECT_EQ(table->base_size, base_size) << name;
            if (size > 0) EXPECT_EQ(table->instance_field_bytes, static_cast<uint32_t>(size)) << name;
        }
        uint32_t shared = shared_flags(flags);
        for (const char* handle : {"System.TypedReference", "System.RuntimeArgumentHandle",
                                   "System.RuntimeMethodHandleInternal", "System.RuntimeFieldHandleInternal"}) {
            if (name == handle) shared &= ~mt_flags::category_mask;  // primitives there, structs here
        }
        EXPECT_EQ(table->flags & shared, flags & shared) << name;
        EXPECT_EQ(table->num_interfaces, interfaces) << name;
    }

    void compare_field(std::istringstream& words) {
        uint32_t token, offset;
        words >> std::hex >> token >> std::dec >> offset;
        if (!table_->is_value_type()) offset += 8;
        const FieldDesc& field = table_->info->fields[(token & 0xffffff) - table_->info->first_field];
        EXPECT_EQ(field.offset, offset) << display_name(TypeHandle(table_)) << " field " << field_name(&field);
        fields_++;
    }

    void compare_interface(std::istringstream& words) {
        uint32_t index;
        std::string name;
        words >> index;
        std::getline(words >> std::ws, name);
        ASSERT_LT(index, table_->num_interfaces);
        interface_ = table_->interface_map[index];
        EXPECT_EQ(display_name(TypeHandle(interface_)), name) << display_name(TypeHandle(table_));
    }

    void compare_virtual(std::istringstream& words) {
        uint32_t token;
        std::string owner;
        words >> std::hex >> token;
        std::getline(words >> std::ws, owner);
        slots_++;
        ArenaPointer<MethodDesc>* virtuals = table_->info->virtuals;
        bool found = std::any_of(virtuals, virtuals + table_->num_virtuals, [&](const MethodDesc* method) {
            return method->token == token && display_name(TypeHandle(method->owner)) == owner;
        });
        // Reflection still shows the base methods of covariant returns.
        found |= (table_->flags2 & mt_flags2::has_slot_overrides) != 0;
        EXPECT_TRUE(found) << display_name(TypeHandle(table_)) << " has no virtual method " << std::hex << token
                           << " of " << owner;
    }

    void compare_implementation(std::istringstream& words) {
        uint32_t declared, target;
        std::string owner;
        words >> std::hex >> declared >> target;
        std::getline(words >> std::ws, owner);
        check_implementation(table_, interface_, declared, target, owner);
        methods_++;
    }

    Module* module_ = nullptr;
    MethodTable* table_ = nullptr;
    MethodTable* interface_ = nullptr;
    size_t types_ = 0;
    size_t fields_ = 0;
    size_t methods_ = 0;
    size_t slots_ = 0;
};

// CELER_LAYOUT_DUMP names the file.
TEST(CompleteFramework, AgreesWithTheInstalledRuntime) {
    const char* path = std::getenv("CELER_LAYOUT_DUMP");
    if (path == nullptr) GTEST_SKIP() << "CELER_LAYOUT_DUMP is not set";
    ASSERT_NO_FATAL_FAILURE(start_types());
    std::ifstream dump(path);
    LayoutDump comparison;
    for (std::string line; std::getline(dump, line);) comparison.compare(line);
    comparison.finish();
}

}  // namespace
}  // namespace celer

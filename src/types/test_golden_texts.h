// For tests only: golden texts, files of lines "## Namespace.Outer+Inner.Method" that each stand before what is made of
// that method of CoreLib.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "metadata/image.h"
#include "types/test_framework.h"

namespace celer::testing_support {

// "Namespace.Outer+Inner" of CoreLib, generic ones over int; null if it does not load.
inline MethodTable* type_named(std::string_view name) {
    size_t plus = name.find('+');
    std::string_view outer = name.substr(0, plus);
    size_t space = outer.rfind('.');
    Result<MethodTable*> table = find_type(corelib(), outer.substr(0, space), outer.substr(space + 1));
    if (table && plus != std::string_view::npos) {
        const metadata::Image& image = *corelib()->module->image();
        uint32_t rid = image.find_type_def({}, name.substr(plus + 1), (*table)->info->token & 0xffffff);
        Result<TypeHandle> nested =
            load_type(corelib()->module, metadata::Token(metadata::Table::TypeDef, rid).value(), {});
        if (!nested) return nullptr;
        table = nested->method_table();
    }
    if (table && (*table)->is_generic_definition()) {
        std::vector<TypeHandle> arguments((*table)->info->instantiation->count, primitive_type(ElementType::I4));
        table = instantiate(*table, arguments);
    }
    return table && ensure_loaded(*table) ? *table : nullptr;
}

// All overloads with code of a method of CoreLib, generic ones over int.
inline std::vector<MethodDesc*> methods_named(std::string_view name) {
    size_t plus = name.find('+');
    size_t dot = plus == name.npos ? name.rfind('.') : name.find('.', plus);  // names of nested types have none
    if (dot > 0 && name[dot - 1] == '.') --dot;                               // ..ctor
    std::vector<MethodDesc*> methods;
    MethodTable* table = type_named(name.substr(0, dot));
    for (uint32_t i = 0; table != nullptr && i < table->info->method_count; ++i) {
        MethodDesc* method = declared_method(table, i);
        if (method == nullptr || method_name(method) != name.substr(dot + 1)) continue;
        if (method->kind != MethodKind::IL && method->kind != MethodKind::UnsafeAccessor) continue;
        if (method->is_generic()) {
            TypeHandle argument = primitive_type(ElementType::I4);
            Result<MethodDesc*> instance = instantiate_method(method, {&argument, 1});
            if (!instance) continue;
            method = *instance;
        }
        methods.push_back(method);
    }
    return methods;
}

// Compares every file of the folder with what `text_of` makes of its methods; CELER_UPDATE_GOLDEN=1 writes them anew.
template <typename F>
void check_golden_texts(const char* folder, F&& text_of) {
    namespace fs = std::filesystem;
    if (!metadata::framework_directory().ends_with("/10.0.12")) GTEST_SKIP() << "the texts are those of 10.0.12";
    fs::path root = fs::current_path();
    while (!fs::exists(root / folder) && root.has_relative_path()) root = root.parent_path();
    int files = 0;
    for (const auto& entry : fs::directory_iterator(root / folder)) {
        std::ifstream in(entry.path());
        std::string line, old_text, new_text;
        while (std::getline(in, line)) {
            old_text += line + "\n";
            if (!line.starts_with("## ")) continue;
            std::string text = text_of(std::string_view(line).substr(3));
            EXPECT_FALSE(text.empty()) << "no method " << line << " in " << entry.path();
            new_text += line + "\n" + text;
        }
        EXPECT_FALSE(new_text.empty()) << entry.path();
        ++files;
        if (std::getenv("CELER_UPDATE_GOLDEN") != nullptr) {
            std::ofstream(entry.path()) << new_text;
        } else {
            EXPECT_EQ(old_text, new_text) << entry.path() << ": run the test with CELER_UPDATE_GOLDEN=1";
        }
    }
    EXPECT_GT(files, 0);
}

}  // namespace celer::testing_support

// The rows of the contract against the installed CoreLib: no row may name what it does not have; what has no row is
// counted (CELER_LIST_MISSING=1 lists it).
#include "corelib/contract.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>

#include "corelib/tables.h"
#include "metadata/flags.h"
#include "metadata/framework_files.h"
#include "metadata/image.h"

namespace celer {

namespace {

using metadata::Image;
using metadata::Table;
using metadata::Token;

std::string type_name_of(const Image& image, uint32_t rid) {
    metadata::TypeDefRow row = image.type_def(rid);
    if (uint32_t enclosing = image.enclosing_type(rid); enclosing != 0) {
        return type_name_of(image, enclosing) + "+" + std::string(image.string(row.name));
    }
    std::string name(image.string(row.name_space));
    if (!name.empty()) name += '.';
    return name += image.string(row.name);
}

struct Contract {
    std::set<std::string> internal_calls;  // "Type::Method"
    std::set<std::string> qcalls;
};

bool has_static_factory(const Image& image, uint32_t rid) {  // constructors of String: newobj goes to String.Ctor
    return image.string(image.method_def(rid).name) == ".ctor";
}

Contract read_contract(const Image& image) {
    Contract contract;
    for (uint32_t rid = 1; rid <= image.row_count(Table::MethodDef); rid++) {
        metadata::MethodDefRow row = image.method_def(rid);
        if ((row.impl_flags & metadata::method_impl_flags::kInternalCall) && !has_static_factory(image, rid)) {
            contract.internal_calls.insert(type_name_of(image, image.type_of_method(rid)) +
                                           "::" + std::string(image.string(row.name)));
        }
        uint32_t map = image.impl_map_of({Table::MethodDef, rid});
        if (map == 0) continue;
        metadata::ImplMapRow import = image.impl_map(map);
        if (image.string(image.module_ref(import.import_scope).name) == "QCall") {
            contract.qcalls.insert(std::string(image.string(import.import_name)));
        }
    }
    return contract;
}

class ContractTest : public ::testing::Test {
  protected:
    void SetUp() override {
        file_ = metadata::read_framework_file("System.Private.CoreLib.dll");
        ASSERT_FALSE(file_.empty()) << "no installed .NET 10 found through DOTNET_ROOT or PATH";
        ASSERT_TRUE(image_.open(file_));
        contract_ = read_contract(image_);
    }

    std::vector<std::byte> file_;
    Image image_;
    Contract contract_;
};

TEST_F(ContractTest, EveryRowNamesAnEntry) {
    for (NativeTable table : contract_tables()) {
        for (const NativeEntry& entry : table) {
            if (entry.type == nullptr) {
                EXPECT_TRUE(contract_.qcalls.contains(entry.name)) << entry.name;
            } else {
                std::string name = std::string(entry.type) + "::" + entry.name;
                EXPECT_TRUE(contract_.internal_calls.contains(name)) << name;
            }
        }
    }
}

TEST_F(ContractTest, RowsAreUnique) {
    constexpr size_t fewest_rows = 500;
    std::set<std::string> seen;
    for (NativeTable table : contract_tables()) {
        for (const NativeEntry& entry : table) {
            std::string name = std::string(entry.type == nullptr ? "" : entry.type) + "::" + entry.name +
                               (entry.signature == nullptr ? "" : entry.signature);
            EXPECT_TRUE(seen.insert(name).second) << name << " has two rows";
        }
    }
    EXPECT_GT(seen.size(), fewest_rows);
}

// What is not implemented fails by name when a program calls it. These numbers may only fall; a new .NET may add
// entries.
constexpr size_t known_missing_calls = 5;
constexpr size_t known_missing_qcalls = 35;

TEST_F(ContractTest, CountMissing) {
    bool list = std::getenv("CELER_LIST_MISSING") != nullptr;
    size_t missing_calls = 0, missing_qcalls = 0;
    for (const std::string& name : contract_.internal_calls) {
        size_t separator = name.find("::");
        bool found = false;
        for (NativeTable table : contract_tables()) {
            for (const NativeEntry& entry : table) {
                found |= entry.type != nullptr && name.substr(0, separator) == entry.type &&
                         name.substr(separator + 2) == entry.name;
            }
        }
        if (found) continue;
        missing_calls++;
        if (list) std::printf("internal call %s\n", name.c_str());
    }
    for (const std::string& name : contract_.qcalls) {
        if (find_qcall(name) != nullptr) continue;
        missing_qcalls++;
        if (list) std::printf("QCall %s\n", name.c_str());
    }
    std::printf("%zu of %zu internal calls and %zu of %zu QCalls have no row\n", missing_calls,
                contract_.internal_calls.size(), missing_qcalls, contract_.qcalls.size());
    EXPECT_GT(contract_.internal_calls.size(), 100u);
    EXPECT_GT(contract_.qcalls.size(), 200u);
    EXPECT_LE(missing_calls, known_missing_calls);
    EXPECT_LE(missing_qcalls, known_missing_qcalls);
}

}  // namespace

}  // namespace celer

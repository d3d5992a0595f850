#include "metadata/signature_check.h"

#include <gtest/gtest.h>

#include "metadata/flags.h"
#include "metadata/test_corelib.h"

namespace celer::metadata {
namespace {

class SignatureCheckTest : public CoreLibTest {};

TEST_F(SignatureCheckTest, TheFrameworkIsInOrder) {
    for (uint32_t rid = 1; rid <= image_.row_count(Table::Field); ++rid)
        ASSERT_EQ(check_field_signature(image_, image_.blob(image_.field_def(rid).signature)), 0u) << rid;
    for (uint32_t rid = 1; rid <= image_.row_count(Table::MethodDef); ++rid) {
        MethodDefRow row = image_.method_def(rid);
        Bytes signature = image_.blob(row.signature);
        ASSERT_EQ(check_method_signature(image_, signature, row.flags & method_flags::kStatic), 0u) << rid;
        ASSERT_NE(check_method_signature(image_, signature, !(row.flags & method_flags::kStatic)), 0u) << rid;
        ASSERT_EQ(check_method_text(image_, signature), 0u) << rid;
    }
    for (uint32_t rid = 1; rid <= image_.row_count(Table::CustomAttribute); ++rid)
        ASSERT_EQ(image_.check_custom_attributes(image_.custom_attribute(rid).parent, "", ""), 0u) << rid;
}

TEST_F(SignatureCheckTest, CutShort) {
    for (uint32_t rid = 1; rid <= image_.row_count(Table::Field); ++rid) {
        Bytes signature = image_.blob(image_.field_def(rid).signature);
        ASSERT_NE(check_field_signature(image_, signature.first(signature.size() - 1)), 0u) << rid;
    }
    for (uint32_t rid = 1; rid <= image_.row_count(Table::MethodDef); ++rid) {
        Bytes signature = image_.blob(image_.method_def(rid).signature);
        ASSERT_NE(check_method_text(image_, signature.first(signature.size() - 1)), 0u) << rid;
        EXPECT_EQ(to_end_of_metadata(image_, signature.first(1)).data(), signature.data());
    }
}

}  // namespace
}  // namespace celer::metadata

#include "types/layout_place.h"

#include <gtest/gtest.h>

namespace celer::layout {
namespace {

PlacedField scalar(uint32_t size) {
    return {.size_bytes = size, .alignment = size, .kind = FieldKind::Scalar};
}
PlacedField reference() {
    return {.size_bytes = 8, .alignment = 8, .kind = FieldKind::Reference};
}
PlacedField structure(uint32_t size, uint32_t alignment) {
    return {.size_bytes = size, .alignment = alignment, .kind = FieldKind::Struct};
}

std::vector<uint32_t> offsets(std::span<const PlacedField> fields) {
    std::vector<uint32_t> result;
    for (const PlacedField& field : fields) result.push_back(field.offset);
    return result;
}

using Offsets = std::vector<uint32_t>;

TEST(PlaceFields, AutoPutsReferencesFirstThenBySize) {
    std::vector<PlacedField> fields = {scalar(1), scalar(8), reference(), scalar(4)};
    Outcome outcome = place_fields({.is_value_type = true}, fields);
    EXPECT_EQ(offsets(fields), (Offsets{20, 8, 0, 16}));
    EXPECT_EQ(outcome.size_bytes, 24u);
    EXPECT_EQ(outcome.alignment, 8u);
}

TEST(PlaceFields, SmallFieldsFillTheGapOfTheBaseClass) {
    std::vector<PlacedField> fields = {scalar(4), scalar(1), scalar(1), scalar(2), reference(), scalar(8)};
    place_fields({.parent_bytes = 9}, fields);
    EXPECT_EQ(offsets(fields), (Offsets{12, 9, 32, 10, 16, 24}));

    fields = {scalar(2), scalar(1), scalar(1), scalar(1), reference()};
    place_fields({.parent_bytes = 12}, fields);
    EXPECT_EQ(offsets(fields), (Offsets{12, 14, 15, 24, 16}));

    fields = {scalar(2), scalar(2), reference(), scalar(4), scalar(4)};  // nothing small enough: the gap stays
    place_fields({.parent_bytes = 1}, fields);
    EXPECT_EQ(offsets(fields), (Offsets{24, 26, 8, 16, 20}));
}

TEST(PlaceFields, AutoStructsAreRounded) {
    std::vector<PlacedField> fields = {scalar(1), scalar(1), scalar(1)};
    Outcome outcome = place_fields({.is_value_type = true}, fields);
    EXPECT_EQ(outcome.size_bytes, 4u);
    EXPECT_EQ(outcome.alignment, 4u);
    fields = {structure(16, 16), structure(3, 1)};
    outcome = place_fields({.is_value_type = true}, fields);
    EXPECT_EQ(outcome.size_bytes, 32u);
    EXPECT_EQ(outcome.alignment, 16u);
}

TEST(PlaceFields, SequentialPacksAndSizes) {
    std::vector<PlacedField> fields = {scalar(1), scalar(4), scalar(8), scalar(1)};
    EXPECT_EQ(place_fields({.rule = Rule::Sequential, .is_value_type = true}, fields).size_bytes, 24u);
    EXPECT_EQ(offsets(fields), (Offsets{0, 4, 8, 16}));
    EXPECT_EQ(place_fields({.rule = Rule::Sequential, .is_value_type = true, .packing = 2}, fields).size_bytes, 16u);
    EXPECT_EQ(offsets(fields), (Offsets{0, 2, 6, 14}));
    fields = {scalar(8), scalar(1)};
    EXPECT_EQ(place_fields({.rule = Rule::Sequential, .is_value_type = true, .class_size = 1}, fields).size_bytes, 9u);
    EXPECT_EQ(place_fields({.rule = Rule::Sequential, .is_value_type = true, .class_size = 19}, fields).size_bytes,
              19u);
    EXPECT_EQ(place_fields({.rule = Rule::Sequential, .is_value_type = true}, {}).size_bytes, 1u);
}

TEST(PlaceFields, ExplicitChecksReferences) {
    std::vector<PlacedField> fields = {reference(), scalar(4)};
    fields[1].offset = 4;
    EXPECT_TRUE(place_fields({.rule = Rule::Explicit, .is_value_type = true}, fields).failed());
    fields[0].offset = 4;
    fields[1].offset = 12;
    EXPECT_TRUE(place_fields({.rule = Rule::Explicit, .is_value_type = true}, fields).failed());
    fields[0].offset = 8;
    fields[1].offset = 16;
    Outcome outcome = place_fields({.rule = Rule::Explicit, .is_value_type = true, .class_size = 20}, fields);
    EXPECT_FALSE(outcome.failed());
    EXPECT_EQ(outcome.size_bytes, 24u);
    fields = {scalar(4)};
    fields[0].offset = 3;
    EXPECT_EQ(place_fields({.rule = Rule::Explicit, .is_value_type = true}, fields).size_bytes, 8u);
}

}  // namespace
}  // namespace celer::layout

// Sizes, places and flags of objects, on hand-made MethodTables.
#include "object/object.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace celer {
namespace {

// Room for an object with its header in front.
class Room {
  public:
    Room(MethodTable& table, size_t bytes) : words_(bytes / 8 + 2) { object()->method_table = &table; }
    Object* object() { return reinterpret_cast<Object*>(words_.data() + 1); }
    template <typename T>
    T* as() {
        return static_cast<T*>(object());
    }

  private:
    std::vector<uint64_t> words_;
};

MethodTable table_with(uint32_t flags, uint32_t base_size) {
    MethodTable table{};
    table.flags = flags;
    table.base_size = base_size;
    return table;
}

TEST(ObjectLayout, SizesAreRoundedUpToWords) {
    MethodTable plain = table_with(mt_flags::category_class, minimum_object_size);
    EXPECT_EQ(Room(plain, 64).object()->size_bytes(), 24u);
    // Low flag bits of what has no components are no component size.
    MethodTable flagged = table_with(mt_flags::has_default_constructor | mt_flags::generics_instantiated, 32);
    EXPECT_EQ(Room(flagged, 64).object()->size_bytes(), 32u);

    MethodTable text = table_with(mt_flags::has_component_size | sizeof(char16_t), string_base_size);
    MethodTable bytes = table_with(mt_flags::has_component_size | mt_flags::category_sz_array | 1, array_base_size);
    MethodTable wide = table_with(mt_flags::has_component_size | mt_flags::category_sz_array | 0xffff, array_base_size);
    struct {
        MethodTable& table;
        uint32_t length;
        size_t size_bytes;
    } cases[] = {{text, 0, 24},
                 {text, 1, 24},
                 {text, 2, 32},
                 {text, 5, 32},
                 {text, 6, 40},
                 {bytes, 0, 24},
                 {bytes, 1, 32},
                 {bytes, 8, 32},
                 {bytes, largest_array_length, 24 + (size_t{largest_array_length} + 7) / 8 * 8},
                 {wide, 3, 24 + 3 * 0xffff + 3},
                 {wide, 0x10001, 24 + size_t{0xffff} * 0x10001 + 1}};
    for (const auto& example : cases) {
        Room room(example.table, 64);
        room.as<ArrayObject>()->length = example.length;  // a string's lies at the same place
        EXPECT_EQ(room.object()->size_bytes(), example.size_bytes) << example.length;
    }
}

TEST(ObjectLayout, HeaderFieldsAndElementsHaveTheirPlaces) {
    MethodTable table = table_with(mt_flags::category_class, 40);
    Room room(table, 64);
    auto* bytes = reinterpret_cast<uint8_t*>(room.object());
    room.object()->header() = object_header::is_hash_or_sync | 5;
    uint32_t header;
    std::memcpy(&header, bytes - 4, sizeof header);
    EXPECT_EQ(header, object_header::is_hash_or_sync | 5);
    EXPECT_EQ(room.object()->field_base(), bytes + 8);
    room.object()->field<uint32_t>(20) = 7;
    EXPECT_EQ(bytes[20], 7);

    MethodTable array = table_with(mt_flags::has_component_size | mt_flags::category_sz_array | 4, array_base_size);
    Room elements(array, 64);
    auto* start = reinterpret_cast<uint8_t*>(elements.object());
    EXPECT_EQ(elements.as<ArrayObject>()->data(), start + array_data_offset);
    EXPECT_EQ(static_cast<void*>(elements.as<ArrayObject>()->elements<int32_t>()), start + array_data_offset);

    constexpr uint32_t rank = 3;
    MethodTable grid =
        table_with(mt_flags::has_component_size | mt_flags::category_array | 4, array_base_size + rank * 8);
    Room cells(grid, 128);
    auto* first = reinterpret_cast<uint8_t*>(cells.object());
    EXPECT_EQ(reinterpret_cast<uint8_t*>(cells.as<ArrayObject>()->bounds()), first + 16);
    EXPECT_EQ(cells.as<ArrayObject>()->data(), first + 16 + rank * 8);
}

TEST(ObjectLayout, HeaderBitsDoNotOverlap) {
    uint32_t all = 0;
    for (uint32_t bits : {object_header::is_hash_or_sync, object_header::is_hash, object_header::value_mask,
                          object_header::finalizer_run, object_header::gc_reserved, object_header::frozen}) {
        EXPECT_EQ(all & bits, 0u) << bits;
        all |= bits;
    }
    EXPECT_EQ(object_header::runtime_bits &
                  (object_header::is_hash_or_sync | object_header::is_hash | object_header::value_mask),
              0u);
    EXPECT_EQ(all | object_header::runtime_bits, UINT32_MAX);
}

TEST(MethodTableFlags, EachKindIsToldFromTheOthers) {
    struct {
        uint32_t category;
        bool is_value_type, is_interface, is_array, is_sz_array, is_nullable, is_enum, is_primitive;
    } cases[] = {
        {mt_flags::category_class, false, false, false, false, false, false, false},
        {mt_flags::category_value_type, true, false, false, false, false, false, false},
        {mt_flags::category_nullable, true, false, false, false, true, false, false},
        {mt_flags::category_primitive, true, false, false, false, false, true, false},
        {mt_flags::category_true_primitive, true, false, false, false, false, false, true},
        {mt_flags::category_array, false, false, true, false, false, false, false},
        {mt_flags::category_sz_array, false, false, true, true, false, false, false},
        {mt_flags::category_interface, false, true, false, false, false, false, false},
    };
    for (const auto& kind : cases) {
        MethodTable table = table_with(kind.category | mt_flags::has_finalizer | mt_flags::contains_gc_pointers, 24);
        EXPECT_EQ(table.is_value_type(), kind.is_value_type) << kind.category;
        EXPECT_EQ(table.is_interface(), kind.is_interface) << kind.category;
        EXPECT_EQ(table.is_array(), kind.is_array) << kind.category;
        EXPECT_EQ(table.is_sz_array(), kind.is_sz_array) << kind.category;
        EXPECT_EQ(table.is_nullable(), kind.is_nullable) << kind.category;
        EXPECT_EQ(table.is_enum(), kind.is_enum) << kind.category;
        EXPECT_EQ(table.is_true_primitive(), kind.is_primitive) << kind.category;
        EXPECT_TRUE(table.has_finalizer() && table.contains_gc_pointers());
    }
}

TEST(MethodTableFlags, ComponentSizesAreNotFlags) {
    MethodTable array = table_with(mt_flags::has_component_size | 0x1230, array_base_size);
    EXPECT_EQ(array.component_size(), 0x1230u);
    EXPECT_FALSE(array.is_generic_definition());
    EXPECT_FALSE(array.has_instantiation());
    EXPECT_FALSE(array.is_by_ref_like());
    EXPECT_TRUE(table_with(mt_flags::generics_definition, 24).is_generic_definition());
    EXPECT_FALSE(table_with(mt_flags::generics_instantiated, 24).is_generic_definition());
    EXPECT_TRUE(table_with(mt_flags::generics_instantiated, 24).has_instantiation());
    EXPECT_TRUE(table_with(mt_flags::is_by_ref_like, 24).is_by_ref_like());
    MethodTable vector{};
    EXPECT_EQ(vector.piece_bytes(), 8u);
    vector.flags2 = 2u << mt_flags2::piece_shift | mt_flags2::is_vector;
    EXPECT_EQ(vector.piece_bytes(), 32u);
}

}  // namespace
}  // namespace celer

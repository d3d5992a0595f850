#include "code/abi.h"

#include <gtest/gtest.h>

#include "platform/instruction_sets.h"
#include "types/test_framework.h"

namespace celer {
namespace {

using testing_support::core_instance;
using testing_support::core_type;

class Abi : public testing::Test {
  protected:
    void SetUp() override { testing_support::start_types(); }
};

TypeHandle primitive(ElementType element) {
    return TypeHandle(primitive_type(element));
}

TEST_F(Abi, ScalarsAndStructsTakeRegistersInOrder) {
    TypeHandle arguments[] = {TypeHandle(),
                              primitive(ElementType::I4),
                              primitive(ElementType::R8),
                              TypeHandle(core_instance("System", "Span`1", {primitive(ElementType::U1)})),
                              TypeHandle(core_type("System", "Guid")),
                              primitive(ElementType::I8),
                              primitive(ElementType::U1)};
    abi::CallLayout layout(primitive(ElementType::Void), arguments);
    EXPECT_EQ(layout.argument(0).pieces[0].index, 0);  // this in rdi
    EXPECT_EQ(layout.argument(1).pieces[0].index, 1);
    EXPECT_EQ(layout.argument(1).size_bytes, 4u);
    EXPECT_TRUE(layout.argument(2).pieces[0].is_float);
    ASSERT_EQ(layout.argument(3).piece_count, 2);  // rdx, rcx
    EXPECT_EQ(layout.argument(3).pieces[1].index, 3);
    EXPECT_EQ(layout.argument(3).pieces[1].size_bytes, 8);
    EXPECT_EQ(layout.argument(4).piece_count, 2);  // r8, r9
    EXPECT_EQ(layout.argument(5).piece_count, 0);
    EXPECT_EQ(layout.argument(5).stack_offset, 0u);
    EXPECT_EQ(layout.argument(6).stack_offset, 8u);
    EXPECT_EQ(layout.stack_bytes(), 16u);
}

TEST_F(Abi, StructThatDoesNotFitLeavesItsRegistersToLaterArguments) {
    TypeHandle word = primitive(ElementType::I8);
    TypeHandle arguments[] = {word, word, word, word, word, TypeHandle(core_type("System", "Guid")), word};
    abi::CallLayout layout(primitive(ElementType::Void), arguments);
    EXPECT_EQ(layout.argument(5).piece_count, 0);
    EXPECT_TRUE(layout.argument(5).is_struct);
    EXPECT_EQ(layout.argument(6).pieces[0].index, 5);
}

TEST_F(Abi, FloatEightbytes) {
    abi::Location complex = abi::classify_type(TypeHandle(testing_support::expect_value(
        instantiate(core_type("System", "ValueTuple`2"),
                    std::initializer_list<TypeHandle>{primitive(ElementType::R8), primitive(ElementType::R4)}))));
    ASSERT_EQ(complex.piece_count, 2);
    EXPECT_TRUE(complex.pieces[0].is_float);
    EXPECT_TRUE(complex.pieces[1].is_float);
    abi::Location mixed = abi::classify_type(
        TypeHandle(core_instance("System", "ValueTuple`2", {primitive(ElementType::R4), primitive(ElementType::I4)})));
    ASSERT_EQ(mixed.piece_count, 1);
    EXPECT_FALSE(mixed.pieces[0].is_float);  // both share an eightbyte: INTEGER wins
}

TEST_F(Abi, Results) {
    EXPECT_TRUE(abi::classify_result(TypeHandle(core_instance("System", "ValueTuple`3",
                                                              {primitive(ElementType::I8), primitive(ElementType::I8),
                                                               primitive(ElementType::I8)})))
                    .in_memory);
    abi::Result decimal = abi::classify_result(TypeHandle(core_type("System", "Decimal")));
    EXPECT_FALSE(decimal.in_memory);
    EXPECT_EQ(decimal.location.pieces[1].index, 1);
    abi::Result nothing = abi::classify_result(primitive(ElementType::Void));
    EXPECT_EQ(nothing.location.size_bytes, 0u);
    EXPECT_FALSE(nothing.in_memory);
}

// One vector register, if vectors live in registers here at all; a struct around it goes by its words.
TEST_F(Abi, Vectors) {
    if (native_vector_bytes() < 16) GTEST_SKIP() << "no vectors on this processor";
    TypeHandle bytes(core_instance("System.Runtime.Intrinsics", "Vector128`1", {primitive(ElementType::U1)}));
    TypeHandle bools(core_instance("System.Runtime.Intrinsics", "Vector128`1", {primitive(ElementType::Boolean)}));
    TypeHandle half(core_instance("System.Runtime.Intrinsics", "Vector64`1", {primitive(ElementType::U1)}));
    TypeHandle arguments[] = {primitive(ElementType::R8), bytes, half, bools, primitive(ElementType::R4)};
    abi::CallLayout layout(bytes, arguments);
    ASSERT_EQ(layout.argument(1).piece_count, 1);
    EXPECT_TRUE(layout.argument(1).pieces[0].is_float);
    EXPECT_EQ(layout.argument(1).pieces[0].index, 1);
    EXPECT_EQ(layout.argument(1).pieces[0].size_bytes, 16);
    EXPECT_FALSE(layout.argument(2).pieces[0].is_float);
    EXPECT_EQ(layout.argument(3).piece_count, 2);
    EXPECT_EQ(layout.argument(4).pieces[0].index, 2);
    EXPECT_FALSE(layout.result().in_memory);
    EXPECT_EQ(layout.result().location.pieces[0].size_bytes, 16);
    EXPECT_EQ(layout.shape(), "r f x i ii f");
}

}  // namespace
}  // namespace celer

#include <gtest/gtest.h>

#include "types/test_framework.h"

namespace celer {
namespace {

using testing_support::core_instance;
using testing_support::core_type;
using testing_support::expect_value;
using testing_support::start_types;

constexpr std::string_view collections = "System.Collections.Generic";

class Dispatch : public testing::Test {
  protected:
    void SetUp() override { ASSERT_NO_FATAL_FAILURE(start_types()); }

    static TypeHandle type(std::string_view name) { return core_type("System", name); }
    static std::string resolved(MethodTable* table, MethodTable* declaring, std::string_view name) {
        MethodDesc* declared = find_method(declaring, name);
        if (declared == nullptr) return "no such method";
        Result<MethodDesc*> found = resolve_virtual(table, declared);
        if (!found) return found.error().message;
        Result<MethodDesc*> again = resolve_virtual(table, declared);
        EXPECT_EQ(*found, *again);
        return display_name(TypeHandle((*found)->owner)) + "::" + std::string(method_name(*found));
    }
};

TEST_F(Dispatch, ClassVirtuals) {
    MethodTable* object = core_type("System", "Object");
    EXPECT_EQ(object->num_virtuals, 4);
    EXPECT_EQ(resolved(core_type("System", "String"), object, "ToString"), "System.String::ToString");
    EXPECT_EQ(resolved(core_type("System", "ArgumentNullException"), object, "ToString"), "System.Exception::ToString");
    EXPECT_EQ(resolved(core_type("System.IO", "MemoryStream"), core_type("System.IO", "Stream"), "get_Length"),
              "System.IO.MemoryStream::get_Length");
    EXPECT_EQ(resolved(core_type("System", "DayOfWeek"), object, "ToString"), "System.Enum::ToString");
}

TEST_F(Dispatch, Flags) {
    EXPECT_TRUE(core_type("System.IO", "FileStream")->has_finalizer());
    EXPECT_FALSE(core_type("System.IO", "MemoryStream")->has_finalizer());
    EXPECT_FALSE(core_type("System", "Object")->has_finalizer());
    EXPECT_NE(core_type("System", "Object")->info->constructor, nullptr);
    EXPECT_EQ(core_type("System", "String")->info->constructor, nullptr);
    EXPECT_NE(core_type("System", "Action")->info->delegate_invoke, nullptr);
    EXPECT_NE(core_type("System", "DateTime")->info->class_constructor, nullptr);
}

TEST_F(Dispatch, InterfaceMethods) {
    MethodTable* list = core_instance(collections, "List`1", {type("Int32")});
    EXPECT_EQ(
        resolved(list, core_instance(collections, "IEnumerable`1", {type("Int32")}), "GetEnumerator"),
        "System.Collections.Generic.List`1[System.Int32]::System.Collections.Generic.IEnumerable<T>.GetEnumerator");
    EXPECT_EQ(resolved(list, core_type("System.Collections", "IEnumerable"), "GetEnumerator"),
              "System.Collections.Generic.List`1[System.Int32]::System.Collections.IEnumerable.GetEnumerator");
    EXPECT_EQ(resolved(list, core_instance(collections, "ICollection`1", {type("Int32")}), "get_Count"),
              "System.Collections.Generic.List`1[System.Int32]::get_Count");
    EXPECT_EQ(resolved(core_type("System", "String"), core_type("System", "IComparable"), "CompareTo"),
              "System.String::CompareTo");
    EXPECT_EQ(
        resolved(core_type("System", "Int32"), core_instance("System", "IComparable`1", {type("Int32")}), "CompareTo"),
        "System.Int32::CompareTo");
    EXPECT_EQ(resolved(core_type("System", "DayOfWeek"), core_type("System", "IFormattable"), "ToString"),
              "System.Enum::ToString");
    EXPECT_EQ(resolved(core_type("System.IO", "MemoryStream"), core_type("System", "IDisposable"), "Dispose"),
              "System.IO.Stream::Dispose");
    EXPECT_EQ(resolved(list, core_type("System", "IDisposable"), "Dispose"), "Entry point was not found.");
}

TEST_F(Dispatch, Variance) {
    MethodTable* list = core_instance(collections, "List`1", {type("String")});
    EXPECT_EQ(
        resolved(list, core_instance(collections, "IEnumerable`1", {type("Object")}), "GetEnumerator"),
        "System.Collections.Generic.List`1[System.String]::System.Collections.Generic.IEnumerable<T>.GetEnumerator");
}

TEST_F(Dispatch, Arrays) {
    MethodTable* array = expect_value(sz_array_of(type("Int32")));
    ASSERT_TRUE(ensure_loaded(array));
    EXPECT_EQ(array->component_size(), 4);
    EXPECT_EQ(array->base_size, 24u);
    MethodDesc* declared = find_method(core_instance(collections, "IEnumerable`1", {type("UInt32")}), "GetEnumerator");
    MethodDesc* found = expect_value(resolve_virtual(array, declared));
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->owner, well_known(WellKnown::SZArrayHelper));
    EXPECT_EQ(found->instantiation->arguments[0], type("UInt32"));
    EXPECT_EQ(resolved(array, core_type("System.Collections", "IList"), "Add"),
              "System.Array::System.Collections.IList.Add");
    MethodTable* matrix = expect_value(array_of(type("String"), 2));
    ASSERT_TRUE(ensure_loaded(matrix));
    EXPECT_EQ(matrix->base_size, 40u);
    EXPECT_TRUE(matrix->contains_gc_pointers());
}

TEST_F(Dispatch, DefaultImplementations) {
    MethodTable* integer = core_instance("System.Numerics", "IBinaryInteger`1", {type("Int32")});
    MethodDesc* declared =
        find_method(integer, "WriteBigEndian");  // the overload for arrays, which no type implements itself
    ASSERT_NE(declared, nullptr);
    MethodDesc* found = expect_value(resolve_virtual(core_type("System", "Int32"), declared));
    EXPECT_EQ(found, declared);
    EXPECT_EQ(expect_value(resolve_constrained(core_type("System", "Int32"), declared)), nullptr);
}

TEST_F(Dispatch, StaticVirtuals) {
    MethodTable* addition =
        core_instance("System.Numerics", "IAdditionOperators`3", {type("Int32"), type("Int32"), type("Int32")});
    MethodDesc* found = expect_value(resolve_static_virtual(type("Int32"), find_method(addition, "op_Addition")));
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(display_name(TypeHandle(found->owner)), "System.Int32");
    EXPECT_TRUE(found->is_static());
    MethodTable* number = core_instance("System.Numerics", "INumberBase`1", {type("Int32")});
    MethodDesc* convert = find_method(number, "CreateChecked");
    TypeHandle arguments[] = {type("Int64")};
    MethodDesc* instance = expect_value(instantiate_method(convert, arguments));
    found = expect_value(resolve_static_virtual(type("Int32"), instance));
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(display_name(TypeHandle(found->owner)), "System.Int32");
    EXPECT_EQ(found->instantiation->arguments[0], type("Int64"));
    // string: IParsable<string>.Parse is an explicit implementation.
    MethodTable* parsable = core_instance("System", "IParsable`1", {type("String")});
    found = expect_value(resolve_static_virtual(type("String"), find_method(parsable, "Parse")));
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->owner, well_known(WellKnown::String));
}

TEST_F(Dispatch, ConstrainedCalls) {
    MethodDesc* to_string = find_method(core_type("System", "Object"), "ToString");
    MethodTable* int32 = core_type("System", "Int32");
    MethodDesc* found = expect_value(resolve_constrained(int32, to_string));
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->owner, int32);
    EXPECT_EQ(expect_value(resolve_constrained(core_type("System", "DayOfWeek"), to_string)), nullptr);
    MethodDesc* hash_code = find_method(core_type("System", "Object"), "GetHashCode");
    EXPECT_EQ(expect_value(resolve_constrained(core_type("System", "DayOfWeek"), hash_code)),
              find_method(int32, "GetHashCode"));
    EXPECT_EQ(expect_value(resolve_constrained(int32, find_method(core_type("System", "Object"), "GetType"))), nullptr);
    MethodTable* nullable = core_instance("System", "Nullable`1", {type("Int32")});
    EXPECT_EQ(nullable->nullable_value_offset, 4u);
    EXPECT_EQ(nullable->nullable_value_size, 4u);
    found = expect_value(resolve_constrained(nullable, to_string));
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->owner, nullable);
    MethodTable* equatable = core_instance("System", "IEquatable`1", {type("Int32")});
    found = expect_value(resolve_constrained(int32, find_method(equatable, "Equals")));
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->owner, int32);
}

TEST_F(Dispatch, GenericVirtualMethods) {
    Assembly* linq = expect_value(load_assembly("System.Linq"));
    MethodTable* enumerable = expect_value(find_type(linq, "System.Linq", "Enumerable"));
    ASSERT_TRUE(ensure_loaded(enumerable));
    MethodTable* range = nullptr;
    MethodTable* iterator = nullptr;
    for (uint32_t rid = 2; rid <= linq->module->type_def_count; rid++) {
        MethodTable* table = expect_value(load_type(linq->module, 0x02000000 | rid, {})).method_table();
        if (type_name(table).starts_with("RangeIterator")) range = table;
        if (type_name(table) == "Iterator`1") iterator = table;
    }
    ASSERT_NE(range, nullptr);
    ASSERT_NE(iterator, nullptr);
    TypeHandle int32 = type("Int32");
    if (range->is_generic_definition()) range = expect_value(instantiate(range, {&int32, 1}));
    iterator = expect_value(instantiate(iterator, {&int32, 1}));
    ASSERT_TRUE(ensure_loaded(range));
    MethodDesc* select = find_method(iterator, "Select");
    ASSERT_NE(select, nullptr);
    TypeHandle text = type("String");
    MethodDesc* instance = expect_value(instantiate_method(select, {&text, 1}));
    MethodDesc* found = expect_value(resolve_virtual(range, instance));
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->owner, range);
    EXPECT_EQ(found->instantiation->arguments[0], text);
}

TEST_F(Dispatch, Casts) {
    auto array = [](TypeHandle element) { return TypeHandle(expect_value(sz_array_of(element))); };
    auto instance = [](std::string_view name, TypeHandle argument) {
        return TypeHandle(core_instance(collections, name, {argument}));
    };
    TypeHandle object = type("Object"), string = type("String"), int32 = type("Int32"), uint32 = type("UInt32");
    TypeHandle day = type("DayOfWeek");
    EXPECT_TRUE(can_cast(string, object));
    EXPECT_FALSE(can_cast(object, string));
    EXPECT_TRUE(can_cast(int32, type("ValueType")));
    EXPECT_TRUE(can_cast(day, type("Enum")));
    EXPECT_FALSE(can_cast(day, int32));
    EXPECT_TRUE(can_cast(array(string), array(object)));
    EXPECT_TRUE(can_cast(array(int32), array(uint32)));
    EXPECT_TRUE(can_cast(array(day), array(int32)));
    EXPECT_FALSE(can_cast(array(int32), array(object)));
    EXPECT_FALSE(can_cast(array(type("UInt16")), array(type("Char"))));
    EXPECT_FALSE(can_cast(array(type("Int64")), array(type("IntPtr"))));
    EXPECT_FALSE(can_cast(array(type("Byte")), array(type("Boolean"))));
    EXPECT_TRUE(can_cast(array(array(int32)), array(object)));
    EXPECT_FALSE(can_cast(array(day), array(type("Enum"))));
    EXPECT_TRUE(can_cast(array(int32), instance("IList`1", uint32)));
    EXPECT_TRUE(can_cast(array(int32), instance("IList`1", day)));
    EXPECT_FALSE(can_cast(array(int32), instance("IList`1", object)));
    EXPECT_TRUE(can_cast(array(string), instance("IList`1", object)));
    EXPECT_TRUE(can_cast(array(array(int32)), instance("IList`1", instance("IList`1", uint32))));
    EXPECT_TRUE(can_cast(instance("List`1", string), instance("IEnumerable`1", object)));
    EXPECT_FALSE(can_cast(instance("List`1", int32), instance("IEnumerable`1", object)));
    EXPECT_TRUE(can_cast(instance("List`1", array(int32)), instance("IEnumerable`1", array(uint32))));
    EXPECT_TRUE(can_cast(instance("IList`1", int32), object));
    EXPECT_FALSE(can_cast(instance("IList`1", int32), string));
    TypeHandle rank_one = expect_value(array_of(int32, 1));
    EXPECT_TRUE(can_cast(array(int32), rank_one));
    EXPECT_FALSE(can_cast(rank_one, array(int32)));
    EXPECT_TRUE(can_cast(int32, TypeHandle(core_instance("System", "Nullable`1", {int32}))));
    EXPECT_TRUE(can_cast(pointer_to(uint32), pointer_to(int32)));
    EXPECT_TRUE(can_cast(byref_to(string), byref_to(object)));
    EXPECT_FALSE(can_cast(pointer_to(int32), object));
    EXPECT_FALSE(can_cast(array(pointer_to(int32)), array(pointer_to(uint32))));
    EXPECT_FALSE(can_cast(array(pointer_to(int32)), array(object)));
    TypeHandle nullable_variable = type_variable(core_type("System", "Nullable`1"), 0);
    EXPECT_TRUE(can_cast(nullable_variable, type("ValueType")));
    EXPECT_TRUE(can_cast(nullable_variable, object));
    EXPECT_FALSE(can_cast(nullable_variable, string));
    EXPECT_TRUE(can_cast(TypeHandle(core_instance("System", "Func`1", {string})),
                         TypeHandle(core_instance("System", "Func`1", {object}))));
    EXPECT_TRUE(can_cast(TypeHandle(core_instance("System", "Action`1", {object})),
                         TypeHandle(core_instance("System", "Action`1", {string}))));
    EXPECT_FALSE(can_cast(TypeHandle(core_instance("System", "Action`1", {string})),
                          TypeHandle(core_instance("System", "Action`1", {object}))));
}

}  // namespace
}  // namespace celer

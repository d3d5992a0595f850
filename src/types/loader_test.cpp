// Loads the installed framework: every type of the large assemblies, every member reference, and the corner cases by
// name.
#include "types/loader.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <unordered_set>
#include <vector>

#include "il/decoder.h"
#include "il/method_body.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "platform/arena.h"
#include "platform/test_outside.h"
#include "types/literals.h"
#include "types/loader_lock.h"
#include "types/loader_state.h"
#include "types/mapped_types.h"
#include "types/saved_errors.h"
#include "types/test_framework.h"

namespace celer {
namespace {

using metadata::Table;
using metadata::Token;

class Loader : public testing::Test {
  protected:
    void SetUp() override { testing_support::start_types(); }
};

MethodTable* named(const char* name_space, const char* name, const char* assembly = "System.Private.CoreLib") {
    Result<Assembly*> loaded = load_assembly(assembly);
    if (!loaded) {
        ADD_FAILURE() << loaded.error().message;
        return nullptr;
    }
    Result<MethodTable*> table = find_type(*loaded, name_space, name);
    if (!table) {
        ADD_FAILURE() << table.error().message;
        return nullptr;
    }
    return *table;
}

MethodTable* make(MethodTable* typical, std::initializer_list<TypeHandle> arguments) {
    Result<MethodTable*> made = instantiate(typical, std::span(arguments.begin(), arguments.size()));
    if (!made) {
        ADD_FAILURE() << made.error().message;
        return nullptr;
    }
    return *made;
}

struct Counts {
    uint32_t good = 0;
    uint32_t bad = 0;
    template <typename T>
    bool add(const char* what, uint32_t token, const Result<T>& result) {
        if (result) {
            good++;
            return true;
        }
        if (++bad <= 10) std::printf("  %s %08x: %s\n", what, token, result.error().message.c_str());
        return false;
    }
};

// Adds to `total`.
void load_all_types(const char* name, LoadLevel level, uint32_t& total) {
    Result<Assembly*> assembly = load_assembly(name);
    ASSERT_TRUE(assembly) << assembly.error().message;
    Module* module = (*assembly)->module;
    Counts counts;
    auto start = std::chrono::steady_clock::now();
    for (uint32_t rid = 1; rid <= module->type_def_count; rid++) {
        Result<MethodTable*> table = load_definition({module, rid});
        if (!counts.add("type", rid, table)) continue;
        Result<void> loaded = ensure_loaded(*table, level);
        if (!counts.add(display_name(TypeHandle(*table)).c_str(), rid, loaded)) continue;
        for (uint32_t i = 0; i < (*table)->info->method_count; i++) declared_method(*table, i);
    }
    auto us = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start).count();
    std::printf("  %s: %u types, %.1f us each\n", name, module->type_def_count, double(us) / module->type_def_count);
    EXPECT_EQ(counts.bad, 0u) << name;
    total += counts.good;
}

// In the open context of nothing: references that stand in generic code are resolved over the variables of some
// definition, so here only those without variables in their parents.
uint32_t resolve_all_members(const char* name) {
    Module* module = (*load_assembly(name))->module;
    const metadata::Image& image = *module->image();
    Counts counts;
    for (uint32_t rid = 1; rid <= image.row_count(Table::MemberRef); rid++) {
        metadata::MemberRefRow row = image.member_ref(rid);
        if (row.parent.is(Table::TypeSpec) && has_variables(image.blob(image.type_spec(row.parent.rid()).signature)))
            continue;
        uint32_t token = Token(Table::MemberRef, rid).value();
        bool is_field = !image.blob(row.signature).empty() && (uint8_t(image.blob(row.signature)[0]) & 15) == 6;
        if (is_field) {
            counts.add("field", token, resolve_field(module, token, {}));
        } else {
            Result<MethodDesc*> method = resolve_method(module, token, {});
            if (counts.add("method", token, method)) counts.add("signature", token, method_signature(*method));
        }
    }
    for (uint32_t rid = 1; rid <= image.row_count(Table::MethodDef); rid++) {
        uint32_t token = Token(Table::MethodDef, rid).value();
        Result<MethodDesc*> method = resolve_method(module, token, {});
        if (counts.add("definition", token, method)) counts.add("signature", token, method_signature(*method));
    }
    std::printf("  %s: %u members resolved\n", name, counts.good);
    EXPECT_EQ(counts.bad, 0u) << name;
    return counts.good;
}

// Every token of every method body, in the method's own (open) context.
uint32_t resolve_all_bodies(const char* name) {
    Module* module = (*load_assembly(name))->module;
    const metadata::Image& image = *module->image();
    Counts counts;
    auto start = std::chrono::steady_clock::now();
    for (uint32_t rid = 1; rid <= image.row_count(Table::MethodDef); rid++) {
        if (image.method_def(rid).rva == 0) continue;
        Result<MethodDesc*> method = resolve_method(module, Token(Table::MethodDef, rid).value(), {});
        Result<il::MethodBody> body = il::MethodBody::of_method(image, rid);
        if (!method || !body) {
            ADD_FAILURE() << "method " << rid;
            continue;
        }
        GenericContext context = context_of(*method);
        il::Decoder decoder(body->code());
        il::Instruction instruction;
        while (decoder.next(instruction)) {
            uint32_t token = instruction.token().value();
            if (instruction.operand == il::OperandKind::Method) {
                Result<MethodDesc*> called = resolve_method(module, token, context);
                if (!called) std::printf("  in %s:\n", display_name(*method).c_str());
                if (counts.add("call", token, called)) counts.add("signature", token, method_signature(*called));
            } else if (instruction.operand == il::OperandKind::Field) {
                Result<FieldDesc*> field = resolve_field(module, token, context);
                if (counts.add("field", token, field)) counts.add("field type", token, field_type(*field));
            } else if (instruction.operand == il::OperandKind::Type) {
                counts.add("type", token, load_type(module, token, context));
            } else if (instruction.operand == il::OperandKind::Signature) {
                counts.add("calli", token, standalone_signature(module, token, context, module));
            } else if (instruction.operand == il::OperandKind::String) {
                counts.add("literal", token, string_literal(module, token));
            }
        }
    }
    auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start).count();
    std::printf("  %s: %u tokens resolved in %ld ms\n", name, counts.good, long(ms));
    EXPECT_EQ(counts.bad, 0u) << name;
    return counts.good;
}

TEST_F(Loader, LoadsAllTypesOfCoreLib) {
    uint32_t types = 0;
    load_all_types("System.Private.CoreLib", LoadLevel::Hierarchy, types);
    EXPECT_GT(types, 2500u);
}

TEST_F(Loader, LoadsAllTypesOfLibraries) {
    uint32_t types = 0;
    for (const char* name :
         {"System.Collections", "System.Linq", "System.Text.Json", "System.Linq.Expressions", "System.Runtime",
          "System.Private.Xml", "System.Net.Http", "System.Text.RegularExpressions"}) {
        load_all_types(name, LoadLevel::Hierarchy, types);
    }
    EXPECT_GT(types, 3000u);
}

TEST_F(Loader, CompletesAllTypes) {
    uint32_t types = 0;
    for (const char* name : {"System.Private.CoreLib", "System.Collections", "System.Linq", "System.Text.Json",
                             "System.Linq.Expressions", "System.Private.Xml", "System.Net.Http"}) {
        load_all_types(name, LoadLevel::Complete, types);
    }
    EXPECT_GT(types, 5000u);
}

TEST_F(Loader, ResolvesAllMembers) {
    uint32_t members = 0;
    for (const char* name : {"System.Private.CoreLib", "System.Collections", "System.Linq", "System.Text.Json",
                             "System.Linq.Expressions", "System.Private.Xml", "System.Net.Http", "System.Console"}) {
        members += resolve_all_members(name);
    }
    EXPECT_GT(members, 50000u);
}

TEST_F(Loader, ResolvesAllTokensOfBodies) {
    uint32_t tokens = 0;
    for (const char* name : {"System.Private.CoreLib", "System.Collections", "System.Linq", "System.Text.Json",
                             "System.Linq.Expressions", "System.Private.Xml", "System.Net.Http", "System.Console"}) {
        tokens += resolve_all_bodies(name);
    }
    EXPECT_GT(tokens, 200000u);
}

// What a compiler would ask for: from a few entry points, all methods that calls reach, with exact generic arguments.
class Reach {
  public:
    void add(MethodDesc* method) {
        if (method->is_open() || !seen_.insert(method).second) return;
        queue_.push_back(method);
    }
    void run(size_t limit) {
        for (size_t i = 0; i < queue_.size() && i < limit; i++) visit(queue_[i]);
        std::printf("  %zu methods reached, %u answers\n", queue_.size(), counts_.good);
        EXPECT_EQ(counts_.bad, 0u);
        EXPECT_GT(counts_.good, 100000u);
    }

  private:
    void complete(MethodDesc* from, TypeHandle type) {
        if (type.is_type_desc() || type.contains_variables()) return;
        Result<void> loaded = ensure_loaded(type.method_table());
        if (!counts_.add(display_name(type).c_str(), 0, loaded)) std::printf("  in %s\n", display_name(from).c_str());
    }

    void visit(MethodDesc* method) {
        if (method->kind != MethodKind::IL) return;
        Module* module = method->owner->module;
        Result<il::MethodBody> body = il::MethodBody::of_method(*module->image(), Token(method->token).rid());
        if (!body) return;
        complete(method, method->owner);
        GenericContext context = context_of(method);
        il::Decoder decoder(body->code());
        il::Instruction instruction;
        while (decoder.next(instruction)) {
            uint32_t token = instruction.token().value();
            if (instruction.operand == il::OperandKind::Method) {
                Result<MethodDesc*> called = resolve_method(module, token, context);
                if (!counts_.add("call", token, called)) {
                    std::printf("  in %s\n", display_name(method).c_str());
                    continue;
                }
                counts_.add("signature", token, method_signature(*called));
                complete(method, (*called)->owner);
                add(*called);
            } else if (instruction.operand == il::OperandKind::Field) {
                Result<FieldDesc*> field = resolve_field(module, token, context);
                if (!counts_.add("field", token, field)) continue;
                Result<TypeHandle> type = field_type(*field);
                if (counts_.add("field type", token, type)) complete(method, *type);
            } else if (instruction.operand == il::OperandKind::Type) {
                Result<TypeHandle> type = load_type(module, token, context);
                if (counts_.add("type", token, type)) complete(method, *type);
            }
        }
    }

    std::vector<MethodDesc*> queue_;
    std::unordered_set<MethodDesc*> seen_;
    Counts counts_;
};

TEST_F(Loader, ReachesFromEntryPoints) {
    Reach reach;
    auto add_all = [&](MethodTable* table) {
        for (uint32_t i = 0; i < table->info->method_count; i++) reach.add(declared_method(table, i));
    };
    add_all(named("System", "Console", "System.Console"));
    add_all(named("System", "String"));
    add_all(named("System.Text.Json", "JsonSerializer", "System.Text.Json"));
    add_all(named("System.Text.RegularExpressions", "Regex", "System.Text.RegularExpressions"));
    MethodTable* int32 = primitive_type(ElementType::I4);
    MethodTable* enumerable = named("System.Linq", "Enumerable", "System.Linq");
    for (uint32_t i = 0; i < enumerable->info->method_count; i++) {
        MethodDesc* method = declared_method(enumerable, i);
        if (!method->is_generic()) {
            reach.add(method);
            continue;
        }
        for (TypeHandle argument : {TypeHandle(int32), TypeHandle(primitive_type(ElementType::String))}) {
            std::vector<TypeHandle> arguments(method->instantiation->count, argument);
            if (auto exact = instantiate_method(method, arguments)) reach.add(*exact);
        }
    }
    reach.run(60000);
}

TEST_F(Loader, PrintsNames) {
    MethodTable* int32 = primitive_type(ElementType::I4);
    MethodTable* text = primitive_type(ElementType::String);
    MethodTable* dictionary = named("System.Collections.Generic", "Dictionary`2");
    MethodTable* exact = make(dictionary, {int32, text});
    EXPECT_EQ(display_name(TypeHandle(exact)), "System.Collections.Generic.Dictionary`2[System.Int32,System.String]");
    EXPECT_EQ(display_name(TypeHandle(dictionary)), "System.Collections.Generic.Dictionary`2[TKey,TValue]");
    EXPECT_EQ(display_name(TypeHandle(*sz_array_of(TypeHandle(exact)))),
              "System.Collections.Generic.Dictionary`2[System.Int32,System.String][]");
    EXPECT_EQ(display_name(TypeHandle(*array_of(int32, 2))), "System.Int32[,]");
    EXPECT_EQ(display_name(TypeHandle(*array_of(int32, 1))), "System.Int32[*]");
    EXPECT_EQ(display_name(byref_to(pointer_to(int32))), "System.Int32*&");
    MethodTable* nested =
        *load_definition({dictionary->module, dictionary->module->image()->find_type_def(
                                                  "", "Enumerator", Token(dictionary->info->token).rid())});
    EXPECT_EQ(display_name(TypeHandle(make(nested, {int32, text}))),
              "System.Collections.Generic.Dictionary`2+Enumerator[System.Int32,System.String]");
}

TEST_F(Loader, MakesEachTypeOnce) {
    MethodTable* list = named("System.Collections.Generic", "List`1");
    MethodTable* int32 = primitive_type(ElementType::I4);
    EXPECT_EQ(make(list, {int32}), make(list, {int32}));
    EXPECT_EQ(make(list, {type_variable(list, 0)}), list);
    EXPECT_EQ(pointer_to(int32), pointer_to(int32));
    EXPECT_EQ(*sz_array_of(int32), *sz_array_of(int32));
    EXPECT_NE(*sz_array_of(int32), *array_of(int32, 1));
    TypeHandle types[] = {int32, int32};
    EXPECT_EQ(function_pointer(types, 0), function_pointer(types, 0));
    EXPECT_NE(function_pointer(types, 0), function_pointer(types, 1));
    EXPECT_EQ(*substitute(TypeHandle(list), context_of(make(list, {int32}))), TypeHandle(make(list, {int32})));
}

TEST_F(Loader, GivesArraysTheirInterfaces) {
    MethodTable* array = *sz_array_of(primitive_type(ElementType::String));
    ASSERT_TRUE(ensure_loaded(array, LoadLevel::Hierarchy));
    std::vector<std::string> names;
    for (uint32_t i = 0; i < array->num_interfaces; i++)
        names.push_back(std::string(type_name(array->interface_map[i])));
    std::vector<std::string> expected = {
        "ICloneable",           "IList",   "ICollection",   "IEnumerable",   "IStructuralComparable",
        "IStructuralEquatable", "IList`1", "ICollection`1", "IEnumerable`1", "IReadOnlyList`1",
        "IReadOnlyCollection`1"};
    EXPECT_EQ(names, expected);
    EXPECT_EQ(array->parent, well_known(WellKnown::Array));
    MethodTable* matrix = *array_of(primitive_type(ElementType::I4), 2);
    ASSERT_TRUE(ensure_loaded(matrix, LoadLevel::Hierarchy));
    EXPECT_EQ(matrix->num_interfaces, 6);
    EXPECT_NE(array_method(matrix, "Get", 2), nullptr);
    EXPECT_NE(array_method(matrix, ".ctor", 4), nullptr);
    EXPECT_EQ(array_method(matrix, "Get", 3), nullptr);
}

TEST_F(Loader, FindsMethodsBySignatureText) {
    MethodTable* exception = named("System", "Exception");
    MethodDesc* constructor = find_method(exception, ".ctor", "void (string, System.Exception)");
    ASSERT_NE(constructor, nullptr);
    EXPECT_EQ(display_name(constructor), "System.Exception..ctor(System.String, System.Exception)");
    EXPECT_EQ(find_method(exception, ".ctor", "void (int)"), nullptr);
    MethodTable* activator = named("System", "Activator");
    EXPECT_NE(find_method(activator, "CreateInstance", "static !!0 <1>()"), nullptr);
    EXPECT_EQ(find_method(named("System", "String"), ".ctor")->kind, MethodKind::StringCtor);
    MethodDesc* invoke = find_method(named("System", "Action"), "Invoke");
    EXPECT_EQ(invoke->kind, MethodKind::DelegateInvoke);
}

TEST_F(Loader, MovesMethodsBetweenInstances) {
    MethodTable* list = named("System.Collections.Generic", "List`1");
    MethodTable* of_int = make(list, {primitive_type(ElementType::I4)});
    MethodTable* of_string = make(list, {primitive_type(ElementType::String)});
    MethodDesc* add = find_method(of_int, "Add");
    EXPECT_EQ(method_on(of_string, add), find_method(of_string, "Add"));
    EXPECT_EQ((*method_signature(add))->parameters[0], TypeHandle(primitive_type(ElementType::I4)));
    MethodDesc* convert = find_method(of_int, "ConvertAll");
    TypeHandle argument = primitive_type(ElementType::R8);
    MethodDesc* exact = *instantiate_method(convert, std::span(&argument, 1));
    EXPECT_EQ(exact, *instantiate_method(convert, std::span(&argument, 1)));
    EXPECT_EQ(method_on(of_string, exact)->instantiation, exact->instantiation);
    EXPECT_EQ(display_name(TypeHandle((*method_signature(exact))->return_type)),
              "System.Collections.Generic.List`1[System.Double]");
}

TEST_F(Loader, FollowsForwarders) {
    EXPECT_EQ(named("System", "String", "System.Runtime"), primitive_type(ElementType::String));
    EXPECT_EQ(named("System.Collections.Generic", "List`1", "System.Collections"),
              named("System.Collections.Generic", "List`1"));
}

TEST_F(Loader, ReportsWhatIsMissing) {
    Result<Assembly*> assembly = load_assembly("No.Such.Assembly");
    ASSERT_FALSE(assembly);
    EXPECT_EQ(assembly.error().kind, ErrorKind::FileNotFound);
    Result<MethodTable*> type = find_type(corelib(), "No.Such", "Type");
    ASSERT_FALSE(type);
    EXPECT_TRUE(type.error().message.starts_with(
        "Could not load type 'No.Such.Type' from assembly 'System.Private.CoreLib, Version="));
    MethodTable* span = make(named("System", "Span`1"), {primitive_type(ElementType::I4)});
    EXPECT_FALSE(sz_array_of(TypeHandle(span)));
}

TEST_F(Loader, LoadsNoAssemblyUnseen) {
    constexpr const char* name = "System.Transactions.Local";  // nothing else loads it here
    {
        UnseenLoading unseen;
        EXPECT_TRUE(load_assembly("System.Private.CoreLib"));  // is there already
        EXPECT_FALSE(load_assembly(name));
        EXPECT_FALSE(is_question_pending());
    }
    EXPECT_EQ(find_loaded_assembly(name, 0), nullptr);
    EXPECT_TRUE(load_assembly(name));
}

TEST_F(Loader, EndsRecursiveExpansion) {
    TypeHandle type = primitive_type(ElementType::I4);
    MethodTable* list = named("System.Collections.Generic", "List`1");
    for (int i = 0; i < 6000; i++) {
        Result<MethodTable*> deeper = instantiate(list, std::span(&type, 1));
        if (!deeper) return;
        type = *deeper;
    }
    ADD_FAILURE() << "nesting has no end";
}

TEST_F(Loader, ChecksConstraints) {
    MethodTable* nullable = named("System", "Nullable`1");
    MethodTable* of_string = make(nullable, {primitive_type(ElementType::String)});
    Result<void> loaded = ensure_loaded(of_string);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().message,
              "GenericArguments[0], 'System.String', on 'System.Nullable`1[T]' violates the constraint of "
              "type parameter 'T'.");
}

TEST_F(Loader, InternsLiterals) {
    StringObject* text = intern_literal(u"celer literal");
    EXPECT_EQ(text->length, 13);
    EXPECT_EQ(text, intern_literal(u"celer literal"));
    EXPECT_EQ(text, find_interned(u"celer literal"));
    EXPECT_EQ(find_interned(u"never seen"), nullptr);
    EXPECT_EQ(text->method_table, primitive_type(ElementType::String));
}

TEST_F(Loader, SavesErrorsInTheArena) {
    Error error{ErrorKind::OfResult, "what went wrong", "Some.Type"};
    error.hresult = 0x80131509;
    uint32_t index = register_error(error);
    EXPECT_EQ(register_error(error), index);
    Error other = error;
    other.subject = "Other.Type";
    EXPECT_NE(register_error(other), index);
    Error again = registered_error(index);
    EXPECT_EQ(again.kind, error.kind);
    EXPECT_EQ(again.message, error.message);
    EXPECT_EQ(again.subject, error.subject);
    EXPECT_EQ(again.hresult, error.hresult);
    SavedError* saved = save_error(error, nullptr);
    EXPECT_TRUE(section_used(Section::Types).contains(reinterpret_cast<uintptr_t>(saved->texts)));
}

// What a process has done to frozen objects goes before another one gets them.
TEST_F(Loader, ResetsFrozenObjects) {
    StringObject* text = intern_literal(u"locked, hashed");
    MethodTable* runtime_type = well_known(WellKnown::RuntimeType);
    ASSERT_TRUE(ensure_loaded(runtime_type, LoadLevel::Layout).has_value());
    auto* memory = static_cast<uint8_t*>(arena_allocate(Section::Frozen, runtime_type->base_size));
    auto* type = reinterpret_cast<Object*>(memory + 8);
    type->method_table = runtime_type;
    uint32_t handle = find_field(runtime_type, "m_handle")->offset;
    uint32_t cache = find_field(runtime_type, "m_cache")->offset;
    type->field<uintptr_t>(handle) = TypeHandle(runtime_type).value;
    type->field<uintptr_t>(cache) = reinterpret_cast<uintptr_t>(&handle);
    StringObject* behind = intern_literal(u"behind them");
    text->header() |= 17;
    type->header() = object_header::frozen | object_header::is_hash_or_sync | 5;
    behind->header() |= object_header::is_hash_or_sync | object_header::is_hash | 99;
    reset_frozen_objects();
    for (Object* object : {static_cast<Object*>(text), type, static_cast<Object*>(behind)})
        EXPECT_EQ(object->header(), object_header::frozen);
    EXPECT_EQ(type->field<uintptr_t>(handle), TypeHandle(runtime_type).value);
    EXPECT_EQ(type->field<uintptr_t>(cache), 0u);
    EXPECT_EQ(std::u16string_view(text->characters, 14), u"locked, hashed");
}

TEST_F(Loader, KeepsTheArenaClean) {
    EXPECT_EQ(arena_check(), 0u);
    Outside outside;
    uintptr_t stray = outside.address();
    auto* planted = arena_new<uintptr_t>(Section::Types, 2);
    planted[1] = stray;
    EXPECT_EQ(arena_check(), 1u);
    planted[0] = stray + 8;
    EXPECT_EQ(arena_check(), 2u);
    planted[0] = planted[1] = 0;
    EXPECT_EQ(arena_check(), 0u);
}

}  // namespace
}  // namespace celer

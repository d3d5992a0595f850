// Custom attributes of dynamic modules. Those that stand for other metadata (II.21.2.1) become the flags and rows they
// mean, and are no attributes any more.
#include "corelib/contract.h"
#include "corelib/emit_attribute_meanings.h"
#include "corelib/tables.h"
#include "metadata/flags.h"
#include "reflection/exposed_objects.h"
#include "runtime/exceptions.h"
#include "types/loader_lock.h"

namespace celer {

using metadata::AttributeReader;
using metadata::AttributeValue;
using metadata::MetadataWriter;
using metadata::NamedAttributeArgument;
using metadata::Table;
using metadata::Token;

namespace {

bool mean_serializable(DynamicModule& module, Token owner, const Said&) {
    if (!owner.is(Table::TypeDef)) return false;
    set_flags(module.writer(), owner, metadata::TypeDefColumn::flags, 0, metadata::type_flags::kSerializable);
    return true;
}

bool mean_com_import(DynamicModule& module, Token owner, const Said&) {
    if (!owner.is(Table::TypeDef)) return false;
    set_flags(module.writer(), owner, metadata::TypeDefColumn::flags, 0, metadata::type_flags::kImport);
    return true;
}

bool mean_not_serialized(DynamicModule& module, Token owner, const Said&) {
    if (!owner.is(Table::Field)) return false;
    set_flags(module.writer(), owner, metadata::FieldColumn::flags, 0, metadata::field_flags::kNotSerialized);
    return true;
}

bool mean_method_impl(DynamicModule& module, Token owner, const Said& said) {
    constexpr int32_t unknown = 0xcc00;  // no MethodImplOptions
    if (!owner.is(Table::MethodDef) || (said.first & unknown) != 0) return false;
    uint32_t code_type = static_cast<uint32_t>(said.number("MethodCodeType", 0)) & 3;
    set_flags(module.writer(), owner, metadata::MethodDefColumn::impl_flags, 0,
              (static_cast<uint32_t>(said.first) & 0xffff) | code_type);
    return true;
}

bool mean_preserve_sig(DynamicModule& module, Token owner, const Said&) {
    if (!owner.is(Table::MethodDef)) return false;
    set_flags(module.writer(), owner, metadata::MethodDefColumn::impl_flags, 0,
              metadata::method_impl_flags::kPreserveSig);
    return true;
}

template <uint32_t flag>
bool mean_param_flag(DynamicModule& module, Token owner, const Said&) {
    if (!owner.is(Table::Param)) return false;
    set_flags(module.writer(), owner, metadata::ParamColumn::flags, 0, flag);
    return true;
}

bool mean_special_name(DynamicModule& module, Token owner, const Said&) {
    MetadataWriter& writer = module.writer();
    if (owner.is(Table::TypeDef)) {
        set_flags(writer, owner, metadata::TypeDefColumn::flags, 0, metadata::type_flags::kSpecialName);
    } else if (owner.is(Table::MethodDef)) {
        set_flags(writer, owner, metadata::MethodDefColumn::flags, 0, metadata::method_flags::kSpecialName);
    } else if (owner.is(Table::Field)) {
        set_flags(writer, owner, metadata::FieldColumn::flags, 0, metadata::field_flags::kSpecialName);
    } else if (owner.is(Table::Property)) {
        set_flags(writer, owner, metadata::PropertyColumn::flags, 0, metadata::property_flags::kSpecialName);
    } else if (owner.is(Table::Event)) {
        set_flags(writer, owner, metadata::EventColumn::flags, 0, metadata::event_flags::kSpecialName);
    } else {
        return false;
    }
    return true;
}

bool mean_layout(DynamicModule& module, Token owner, const Said& said) {
    if (!owner.is(Table::TypeDef)) return false;
    using namespace metadata::type_flags;
    constexpr int32_t kinds = 4;  // System.Runtime.InteropServices.LayoutKind
    constexpr uint32_t flags_of[kinds] = {kSequentialLayout, kSequentialLayout, kExplicitLayout, 0};
    if (said.first < 0 || said.first >= kinds) return false;
    uint32_t flags = flags_of[said.first];
    constexpr int32_t unicode = 3;  // System.Runtime.InteropServices.CharSet
    constexpr int32_t automatic = 4;
    int32_t charset = said.number("CharSet", 0);
    if (charset == unicode) flags |= kUnicodeClass;
    if (charset == automatic) flags |= kAutoClass;
    int32_t pack = said.number("Pack", 0);
    if (pack < 0 || pack > 128 || (pack & (pack - 1)) != 0) return false;
    MetadataWriter& writer = module.writer();
    set_flags(writer, owner, metadata::TypeDefColumn::flags, kLayoutMask | kStringFormatMask, flags);
    if (said.find("Pack") == nullptr && said.find("Size") == nullptr) return true;
    metadata::ClassLayoutRow row;
    row.packing_size = static_cast<uint32_t>(pack);
    row.class_size = static_cast<uint32_t>(said.number("Size", 0));
    row.parent = owner.rid();
    writer.add(row);
    return true;
}

bool mean_field_offset(DynamicModule& module, Token owner, const Said& said) {
    if (!owner.is(Table::Field) || said.first < 0) return false;
    metadata::FieldLayoutRow row;
    row.offset = static_cast<uint32_t>(said.first);
    row.field = owner.rid();
    module.writer().add(row);
    return true;
}

struct Meaning {
    std::string_view name_space;
    std::string_view name;
    bool (*apply)(DynamicModule& module, Token owner, const Said& said);  // false: it may not say that, or not there
};

constexpr std::string_view system = "System";
constexpr std::string_view interop = "System.Runtime.InteropServices";
constexpr std::string_view compiler = "System.Runtime.CompilerServices";

constexpr Meaning meanings[] = {
    {system, "SerializableAttribute", mean_serializable},
    {system, "NonSerializedAttribute", mean_not_serialized},
    {compiler, "MethodImplAttribute", mean_method_impl},
    {compiler, "SpecialNameAttribute", mean_special_name},
    {interop, "PreserveSigAttribute", mean_preserve_sig},
    {interop, "ComImportAttribute", mean_com_import},
    {interop, "InAttribute", mean_param_flag<metadata::param_flags::kIn>},
    {interop, "OutAttribute", mean_param_flag<metadata::param_flags::kOut>},
    {interop, "OptionalAttribute", mean_param_flag<metadata::param_flags::kOptional>},
    {interop, "StructLayoutAttribute", mean_layout},
    {interop, "FieldOffsetAttribute", mean_field_offset},
    {interop, "MarshalAsAttribute", mean_marshalling},
    {interop, "DllImportAttribute", mean_import},
};

bool read(AttributeReader& reader, Said& said) {
    AttributeValue fixed;
    for (bool is_first = true; reader.next_fixed(fixed); is_first = false) {
        if (!is_first) continue;
        said.first = fixed.as_int32();
        said.text = fixed.text;
    }
    NamedAttributeArgument named;
    while (reader.next_named(named)) said.named.push_back(named);
    return !reader.failed();
}

// Only attributes of other modules are known: the framework's.
Result<bool> has_meaning(DynamicModule& module, Token owner, Token constructor, Bytes value) {
    if (!constructor.is(Table::MemberRef)) return false;
    MetadataWriter& writer = module.writer();
    Token type(writer.get(constructor.rid(), metadata::MemberRefColumn::parent));
    if (!type.is(Table::TypeRef)) return false;
    std::string_view name = writer.string(writer.get(type.rid(), metadata::TypeRefColumn::name));
    std::string_view name_space = writer.string(writer.get(type.rid(), metadata::TypeRefColumn::name_space));
    for (const Meaning& meaning : meanings) {
        if (meaning.name != name || meaning.name_space != name_space) continue;
        AttributeReader reader(value, writer.blob(writer.get(constructor.rid(), metadata::MemberRefColumn::signature)));
        Said said;
        if (read(reader, said) && meaning.apply(module, owner, said)) return true;
        return fail(ErrorKind::Argument, "Invalid custom attribute provided.");
    }
    return false;
}

Result<void> add_attribute(QCallModule module, int32_t owner, int32_t constructor, Bytes value) {
    LoaderLock lock;
    DynamicModule& dynamic = *dynamic_module(module.module);
    metadata::CustomAttributeRow row;
    row.parent = Token(static_cast<uint32_t>(owner));
    row.constructor = Token(static_cast<uint32_t>(constructor));
    if (CELER_TRY(has_meaning(dynamic, row.parent, row.constructor, value))) return {};
    row.value = dynamic.writer().add_blob(value);
    dynamic.writer().add(row);
    return dynamic.is_published(row.parent) ? dynamic.publish() : Result<void>();
}

void define_attribute(QCallModule module, int32_t owner, int32_t constructor, const std::byte* value, int32_t size) {
    success_or_throw(add_attribute(module, owner, constructor, {value, static_cast<size_t>(size)}));
}

const NativeEntry entries[] = {
    CELER_QCALL("TypeBuilder_DefineCustomAttribute", define_attribute),
};

}  // namespace

NativeTable emit_attributes_contract() {
    return entries;
}

}  // namespace celer

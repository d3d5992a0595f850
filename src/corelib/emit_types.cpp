// System.Reflection.Emit.RuntimeTypeBuilder: rows of a dynamic module's metadata, and the type they make in the end.
#include <cstring>
#include <string>
#include <vector>

#include "corelib/contract.h"
#include "corelib/tables.h"
#include "metadata/flags.h"
#include "metadata/signature.h"
#include "platform/arena.h"
#include "reflection/assembly_names.h"
#include "reflection/exposed_objects.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "types/dynamic_module.h"
#include "types/loader.h"
#include "types/loader_lock.h"

namespace celer {

using metadata::MetadataWriter;
using metadata::Table;
using metadata::Token;

namespace {

MetadataWriter& writer_of(QCallModule module) {
    return dynamic_module(module.module)->writer();
}

Token token_of(int32_t value) {
    return Token(static_cast<uint32_t>(value));
}

int32_t token(Table table, uint32_t rid) {
    return static_cast<int32_t>(Token(table, rid).value());
}

Bytes bytes_of(const void* data, int32_t size) {
    return {static_cast<const std::byte*>(data), static_cast<size_t>(size)};
}

// No type means <Module>.
uint32_t owner_rid(int32_t type) {
    constexpr uint32_t global_type = 1;
    return token_of(type).is_nil() ? global_type : token_of(type).rid();
}

// --- Types -----------------------------------------------------------------------------------------------------------

void add_interface(QCallModule module, int32_t type, int32_t interface) {
    LoaderLock lock;
    metadata::InterfaceImplRow row;
    row.class_type = token_of(type).rid();
    row.interface_type = token_of(interface);
    writer_of(module).add(row);
}

int32_t define_type(QCallModule module, const char16_t* full_name, int32_t parent, uint32_t attributes,
                    int32_t enclosing, const int32_t* interfaces) {
    LoaderLock lock;
    MetadataWriter& writer = writer_of(module);
    std::string text = utf8_of(full_name);
    std::string_view name = text;
    std::string_view name_space;
    if (size_t dot = name.rfind('.'); dot != std::string_view::npos && dot != 0) {
        name_space = name.substr(0, dot);
        name.remove_prefix(dot + 1);
    }
    metadata::TypeDefRow row;
    row.flags = attributes;
    row.name = writer.add_string(name);
    row.name_space = writer.add_string(name_space);
    if (!token_of(parent).is_nil()) row.extends = token_of(parent);
    uint32_t rid = writer.add(row);
    if (!token_of(enclosing).is_nil()) {
        metadata::NestedClassRow nested;
        nested.nested_type = rid;
        nested.enclosing_type = token_of(enclosing).rid();
        writer.add(nested);
    }
    for (; interfaces != nullptr && !token_of(*interfaces).is_nil(); interfaces++) {
        add_interface(module, token(Table::TypeDef, rid), *interfaces);
    }
    return token(Table::TypeDef, rid);
}

void set_parent(QCallModule module, int32_t type, int32_t parent) {
    LoaderLock lock;
    writer_of(module).set(token_of(type).rid(), metadata::TypeDefColumn::extends, token_of(parent).value());
}

int32_t define_generic_parameter(QCallModule module, const char16_t* name, int32_t owner, uint32_t attributes,
                                 int32_t position, const int32_t* constraints) {
    LoaderLock lock;
    MetadataWriter& writer = writer_of(module);
    metadata::GenericParamRow row;
    row.number = static_cast<uint32_t>(position);
    row.flags = attributes;
    row.owner = token_of(owner);
    row.name = writer.add_string(utf8_of(name));
    uint32_t rid = writer.add(row);
    for (; constraints != nullptr && !token_of(*constraints).is_nil(); constraints++) {
        metadata::GenericParamConstraintRow constraint;
        constraint.owner = rid;
        constraint.constraint = token_of(*constraints);
        writer.add(constraint);
    }
    return token(Table::GenericParam, rid);
}

void set_class_layout(QCallModule module, int32_t type, int32_t packing, int32_t size) {
    LoaderLock lock;
    metadata::ClassLayoutRow row;
    row.packing_size = static_cast<uint32_t>(packing);
    row.class_size = static_cast<uint32_t>(size);
    row.parent = token_of(type).rid();
    writer_of(module).add(row);
}

Result<void> publish_type(Module* module, uint32_t rid) {
    LoaderLock lock;
    return dynamic_module(module)->publish_type(rid);
}

void take_back_type(Module* module, uint32_t rid) {
    LoaderLock lock;
    dynamic_module(module)->take_back_type(rid);
}

Result<TypeHandle> load_published(Module* module, uint32_t rid) {
    TypeHandle type = CELER_TRY(load_type(module, Token(Table::TypeDef, rid).value(), {}));
    CELER_TRY_VOID(ensure_loaded(type.method_table()));
    return type;
}

Result<TypeHandle> finish_type(Module* module, uint32_t rid) {
    CELER_TRY_VOID(publish_type(module, rid));
    Result<TypeHandle> type = load_published(module, rid);
    if (!type) take_back_type(module, rid);
    return type;
}

void create_class(QCallModule module, int32_t type, ObjectHandleOnStack result) {
    success_or_throw(admit_growth());
    result.set(type_object(value_or_throw(finish_type(module.module, owner_rid(type)))));
}

// --- Methods ---------------------------------------------------------------------------------------------------------

int32_t define_method(QCallModule module, int32_t type, const char16_t* name, const uint8_t* signature,
                      int32_t signature_size, uint32_t attributes) {
    LoaderLock lock;
    MetadataWriter& writer = writer_of(module);
    metadata::MethodDefRow row;
    constexpr uint32_t reserved = metadata::method_flags::kRTSpecialName | metadata::method_flags::kHasSecurity |
                                  metadata::method_flags::kRequireSecurityObject;
    row.flags = attributes & ~reserved;
    std::string text = utf8_of(name);
    row.name = writer.add_string(text);
    row.signature = writer.add_blob(bytes_of(signature, signature_size));
    if (text == ".ctor" || text == ".cctor") {
        row.flags |= metadata::method_flags::kSpecialName | metadata::method_flags::kRTSpecialName;
    }
    uint32_t rid = writer.add(row);
    writer.add_member(Table::MethodDef, owner_rid(type), rid);
    return token(Table::MethodDef, rid);
}

int32_t define_method_spec(QCallModule module, int32_t method, const uint8_t* signature, int32_t signature_size) {
    LoaderLock lock;
    MetadataWriter& writer = writer_of(module);
    metadata::MethodSpecRow row;
    row.method = token_of(method);
    row.instantiation = writer.add_blob(bytes_of(signature, signature_size));
    return token(Table::MethodSpec, writer.add(row));
}

struct ExceptionHandler {  // System.Reflection.Emit.ExceptionHandler
    int32_t exception_class;
    int32_t try_start;
    int32_t try_end;
    int32_t filter;
    int32_t handler_start;
    int32_t handler_end;
    int32_t kind;  // as the flags of II.25.4.6
};

// A fat body, II.25.4.
class BodyWriter {
  public:
    void put_header(bool has_handlers, bool init_locals, int32_t max_stack, int32_t code_size, uint32_t locals) {
        constexpr uint32_t fat = 3 | 3 << 12;
        constexpr uint32_t more_sections = 8;
        constexpr uint32_t initialise_locals = 16;
        put(static_cast<uint16_t>(fat | (has_handlers ? more_sections : 0) | (init_locals ? initialise_locals : 0)));
        put(static_cast<uint16_t>(max_stack));
        put(code_size);
        put(locals);
    }
    void put_code(Bytes code) { bytes_.insert(bytes_.end(), code.begin(), code.end()); }
    void put_handlers(std::span<const ExceptionHandler> handlers) {
        constexpr uint32_t fat_handler_table = 0x41;
        constexpr uint32_t filter_kind = 1;
        bytes_.resize(align_up<size_t>(bytes_.size(), 4));
        put(static_cast<uint32_t>(fat_handler_table | (handlers.size() * 24 + 4) << 8));
        for (const ExceptionHandler& handler : handlers) {
            put(handler.kind);
            put(handler.try_start);
            put(handler.try_end - handler.try_start);
            put(handler.handler_start);
            put(handler.handler_end - handler.handler_start);
            put(handler.kind == filter_kind ? handler.filter : handler.exception_class);
        }
    }
    Bytes bytes() const { return bytes_; }

  private:
    template <typename T>
    void put(T value) {
        const auto* start = reinterpret_cast<const std::byte*>(&value);
        bytes_.insert(bytes_.end(), start, start + sizeof value);
    }
    std::vector<std::byte> bytes_;
};

void set_method_il(QCallModule module, int32_t method, QBool init_locals, const uint8_t* code, int32_t code_size,
                   const uint8_t* locals, int32_t locals_size, int32_t max_stack, const ExceptionHandler* handlers,
                   int32_t handler_count, const int32_t*, int32_t) {
    LoaderLock lock;
    MetadataWriter& writer = writer_of(module);
    uint32_t locals_token = 0;
    constexpr int32_t empty_locals = 2;  // the header and a count of zero
    if (locals_size > empty_locals) {
        metadata::StandAloneSigRow row;
        row.signature = writer.add_blob(bytes_of(locals, locals_size));
        locals_token = Token(Table::StandAloneSig, writer.add(row)).value();
    }
    BodyWriter body;
    body.put_header(handler_count != 0, init_locals != 0, max_stack, code_size, locals_token);
    body.put_code(bytes_of(code, code_size));
    if (handler_count != 0) body.put_handlers({handlers, static_cast<size_t>(handler_count)});
    constexpr uint32_t body_alignment = 4;
    writer.set(token_of(method).rid(), metadata::MethodDefColumn::rva, writer.add_data(body.bytes(), body_alignment));
}

void set_method_impl(QCallModule module, int32_t method, uint32_t flags) {
    LoaderLock lock;
    writer_of(module).set(token_of(method).rid(), metadata::MethodDefColumn::impl_flags, flags);
}

void define_method_override(QCallModule module, int32_t type, int32_t body, int32_t declaration) {
    LoaderLock lock;
    metadata::MethodImplRow row;
    row.class_type = token_of(type).rid();
    row.body = token_of(body);
    row.declaration = token_of(declaration);
    writer_of(module).add(row);
}

int32_t set_parameter(QCallModule module, int32_t method, int32_t sequence, uint32_t attributes, const char16_t* name) {
    LoaderLock lock;
    MetadataWriter& writer = writer_of(module);
    metadata::ParamRow row;
    row.flags = attributes;
    row.sequence = static_cast<uint32_t>(sequence);
    row.name = writer.add_string(utf8_of(name));
    uint32_t rid = writer.add(row);
    writer.add_member(Table::Param, token_of(method).rid(), rid);
    return token(Table::Param, rid);
}

void set_pinvoke(QCallModule module, const char16_t* library, const char16_t* name, int32_t method, uint32_t flags) {
    LoaderLock lock;
    MetadataWriter& writer = writer_of(module);
    metadata::ImplMapRow row;
    row.flags = flags;
    row.member = token_of(method);
    row.import_name = writer.add_string(utf8_of(name));
    row.import_scope = dynamic_module(module.module)->module_ref(utf8_of(library));
    writer.add(row);
    if (!token_of(method).is(Table::MethodDef)) return;
    uint32_t rid = token_of(method).rid();
    uint32_t attributes = writer.get(rid, metadata::MethodDefColumn::flags);
    writer.set(rid, metadata::MethodDefColumn::flags, attributes | metadata::method_flags::kPInvokeImpl);
}

// --- Fields, properties, events

int32_t define_field(QCallModule module, int32_t type, const char16_t* name, const uint8_t* signature,
                     int32_t signature_size, uint32_t attributes) {
    LoaderLock lock;
    MetadataWriter& writer = writer_of(module);
    metadata::FieldRow row;
    row.flags = attributes;
    std::string text = utf8_of(name);
    if (text == "value__") row.flags |= metadata::field_flags::kSpecialName | metadata::field_flags::kRTSpecialName;
    row.name = writer.add_string(text);
    row.signature = writer.add_blob(bytes_of(signature, signature_size));
    uint32_t rid = writer.add(row);
    writer.add_member(Table::Field, owner_rid(type), rid);
    return token(Table::Field, rid);
}

void set_field_offset(QCallModule module, int32_t field, int32_t offset) {
    if (offset == -1) throw_argument("The parameter is incorrect.\n (0x80070057 (E_INVALIDARG))");
    LoaderLock lock;
    metadata::FieldLayoutRow row;
    row.offset = static_cast<uint32_t>(offset);
    row.field = token_of(field).rid();
    writer_of(module).add(row);
}

int32_t define_property(QCallModule module, int32_t type, const char16_t* name, uint32_t attributes,
                        const uint8_t* signature, int32_t signature_size) {
    LoaderLock lock;
    MetadataWriter& writer = writer_of(module);
    uint32_t owner = token_of(type).rid();
    uint32_t map = writer.find_row(Table::PropertyMap, static_cast<size_t>(metadata::PropertyMapColumn::parent), owner);
    if (map == 0) {
        metadata::PropertyMapRow row;
        row.parent = owner;
        map = writer.add(row);
    }
    metadata::PropertyRow row;
    row.flags = attributes;
    row.name = writer.add_string(utf8_of(name));
    row.signature = writer.add_blob(bytes_of(signature, signature_size));
    uint32_t rid = writer.add(row);
    writer.add_member(Table::Property, map, rid);
    return token(Table::Property, rid);
}

int32_t define_event(QCallModule module, int32_t type, const char16_t* name, uint32_t attributes, int32_t event_type) {
    LoaderLock lock;
    MetadataWriter& writer = writer_of(module);
    uint32_t owner = token_of(type).rid();
    uint32_t map = writer.find_row(Table::EventMap, static_cast<size_t>(metadata::EventMapColumn::parent), owner);
    if (map == 0) {
        metadata::EventMapRow row;
        row.parent = owner;
        map = writer.add(row);
    }
    metadata::EventRow row;
    row.flags = attributes;
    row.name = writer.add_string(utf8_of(name));
    row.event_type = token_of(event_type);
    uint32_t rid = writer.add(row);
    writer.add_member(Table::Event, map, rid);
    return token(Table::Event, rid);
}

void define_semantics(QCallModule module, int32_t association, uint32_t semantics, int32_t method) {
    LoaderLock lock;
    metadata::MethodSemanticsRow row;
    row.semantics = semantics;
    row.method = token_of(method).rid();
    row.association = token_of(association);
    writer_of(module).add(row);
}

// --- Values

Bytes constant_bytes(ElementType type, const void* value) {
    static constexpr std::byte null_reference[4] = {};
    if (type == ElementType::Class || value == nullptr) return null_reference;
    if (type == ElementType::String) {
        const auto* text = static_cast<const char16_t*>(value);
        return {static_cast<const std::byte*>(value), std::u16string_view(text).size() * sizeof(char16_t)};
    }
    return {static_cast<const std::byte*>(value),
            metadata::element_type_size(static_cast<metadata::ElementType>(type))};
}

void mark_has_default(MetadataWriter& writer, Token owner) {
    constexpr uint32_t of_field = 0x8000;  // II.23.1.5
    constexpr uint32_t of_others = 0x1000;
    uint32_t rid = owner.rid();
    if (owner.is(Table::Field)) {
        writer.set(rid, metadata::FieldColumn::flags, writer.get(rid, metadata::FieldColumn::flags) | of_field);
    } else if (owner.is(Table::Param)) {
        writer.set(rid, metadata::ParamColumn::flags, writer.get(rid, metadata::ParamColumn::flags) | of_others);
    } else if (owner.is(Table::Property)) {
        writer.set(rid, metadata::PropertyColumn::flags, writer.get(rid, metadata::PropertyColumn::flags) | of_others);
    }
}

void set_constant(QCallModule module, int32_t owner, int32_t type, const void* value) {
    LoaderLock lock;
    MetadataWriter& writer = writer_of(module);
    metadata::ConstantRow row;
    row.type = static_cast<uint32_t>(type);
    row.parent = token_of(owner);
    row.value = writer.add_blob(constant_bytes(static_cast<ElementType>(type), value));
    writer.add(row);
    mark_has_default(writer, row.parent);
}

int32_t signature_token(QCallModule module, const uint8_t* signature, int32_t size) {
    LoaderLock lock;
    MetadataWriter& writer = writer_of(module);
    metadata::StandAloneSigRow row;
    row.signature = writer.add_blob(bytes_of(signature, size));
    return token(Table::StandAloneSig, writer.add(row));
}

const NativeEntry entries[] = {
    CELER_QCALL("TypeBuilder_AddInterfaceImpl", add_interface),
    CELER_QCALL("TypeBuilder_DefineEvent", define_event),
    CELER_QCALL("TypeBuilder_DefineField", define_field),
    CELER_QCALL("TypeBuilder_DefineGenericParam", define_generic_parameter),
    CELER_QCALL("TypeBuilder_DefineMethod", define_method),
    CELER_QCALL("TypeBuilder_DefineMethodImpl", define_method_override),
    CELER_QCALL("TypeBuilder_DefineMethodSemantics", define_semantics),
    CELER_QCALL("TypeBuilder_DefineMethodSpec", define_method_spec),
    CELER_QCALL("TypeBuilder_DefineProperty", define_property),
    CELER_QCALL("TypeBuilder_DefineType", define_type),
    CELER_QCALL("TypeBuilder_GetTokenFromSig", signature_token),
    CELER_QCALL("TypeBuilder_SetClassLayout", set_class_layout),
    CELER_QCALL("TypeBuilder_SetConstantValue", set_constant),
    CELER_QCALL("TypeBuilder_SetFieldLayoutOffset", set_field_offset),
    CELER_QCALL("TypeBuilder_SetMethodIL", set_method_il),
    CELER_QCALL("TypeBuilder_SetMethodImpl", set_method_impl),
    CELER_QCALL("TypeBuilder_SetPInvokeData", set_pinvoke),
    CELER_QCALL("TypeBuilder_SetParamInfo", set_parameter),
    CELER_QCALL("TypeBuilder_SetParentType", set_parent),
    CELER_QCALL("TypeBuilder_TermCreateClass", create_class),
};

}  // namespace

NativeTable emit_types_contract() {
    return entries;
}

}  // namespace celer

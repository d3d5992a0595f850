#include "types/dynamic_module.h"

#include <cstring>

#include "base/hash.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/signature_forms.h"
#include "types/loader_allocator.h"
#include "types/loader_state.h"

namespace celer {

using Element = metadata::ElementType;
using Form = metadata::SignatureForm;
using metadata::Image;
using metadata::SignatureReader;
using metadata::Table;
using metadata::Token;

namespace {

// Copies a signature blob, replacing tokens.
class SignatureImport {
  public:
    SignatureImport(DynamicModule& target, Module* from, Bytes signature)
        : target_(target), from_(from), signature_(signature), reader_(signature) {}

    Result<std::vector<std::byte>> run() {
        uint8_t kind = signature_.empty() ? 0 : static_cast<uint8_t>(signature_[0]) & metadata::kSignatureKindMask;
        if (kind == static_cast<uint8_t>(metadata::SignatureKind::Field)) {
            reader_.read_field_header();
            CELER_TRY_VOID(type());
        } else {
            CELER_TRY_VOID(method());
        }
        copy_read();
        if (reader_.failed()) return std::unexpected(bad_image(from_));
        return std::move(result_);
    }

  private:
    Result<void> method() {
        metadata::MethodSignatureHeader header = reader_.read_method_header();
        for (uint32_t i = 0; i <= header.parameter_count && !reader_.failed(); i++) {
            reader_.skip_sentinel();
            CELER_TRY_VOID(type());
        }
        return {};
    }

    // Walks what follows as a flat sequence until one type is complete.
    Result<void> type() {
        for (uint32_t pending = 1; pending != 0 && !reader_.failed();) {
            Element element = reader_.read_element_type();
            if (element == Element::RequiredModifier || element == Element::OptionalModifier) {
                CELER_TRY_VOID(token());
                continue;
            }
            Form form = form_of(element);
            if (form == Form::Element) continue;
            pending--;
            switch (form) {
                case Form::Token:
                    CELER_TRY_VOID(token());
                    break;
                case Form::Instance:
                    reader_.read_element_type();
                    CELER_TRY_VOID(token());
                    pending += reader_.read_compressed();
                    break;
                case Form::Array: {
                    CELER_TRY_VOID(type());
                    metadata::ArrayShape shape;
                    reader_.read_array_shape(shape);
                    break;
                }
                case Form::FunctionPointer:
                    CELER_TRY_VOID(method());
                    break;
                case Form::Variable:
                    reader_.read_compressed();
                    break;
                case Form::Internal:
                    reader_.read_internal_handle();
                    break;
                case Form::Invalid:
                    reader_.fail();
                    break;
                case Form::Primitive:
                case Form::Element:
                    break;
            }
        }
        return {};
    }

    // The token at the cursor becomes one of the target.
    Result<void> token() {
        copy_read();
        Token original = reader_.read_type_def_or_ref();
        if (reader_.failed()) return {};
        copied_ = reader_.offset();
        Token imported;
        if (original.is(Table::TypeSpec)) {
            const Image& image = *from_->image();
            SignatureImport nested(target_, from_, image.blob(image.type_spec(original.rid()).signature));
            CELER_TRY_VOID(nested.type());
            nested.copy_read();
            imported = target_.type_spec(nested.result_);
        } else {
            imported = target_.type_ref(CELER_TRY(resolve_definition(from_, original)));
        }
        metadata::put_compressed(result_, imported.rid() << 2 | (imported.is(Table::TypeDef)   ? 0
                                                                 : imported.is(Table::TypeRef) ? 1
                                                                                               : 2));
        return {};
    }

    void copy_read() {
        result_.insert(result_.end(), signature_.begin() + static_cast<ptrdiff_t>(copied_),
                       signature_.begin() + static_cast<ptrdiff_t>(reader_.offset()));
        copied_ = reader_.offset();
    }
    DynamicModule& target_;
    Module* from_;
    Bytes signature_;
    SignatureReader reader_;
    std::vector<std::byte> result_;
    size_t copied_ = 0;
};

template <typename T>
void grow(const Module* module, T*& table, uint32_t old_capacity, uint32_t new_capacity) {
    T* larger = new_beside<T>(module, Section::Types, new_capacity);
    if (old_capacity != 0) std::memcpy(static_cast<void*>(larger), table, old_capacity * sizeof(T));
    store_release(table, larger);
}

}  // namespace

DynamicModule::DynamicModule(Module* module, const metadata::AssemblyIdentity& identity, Bytes public_key)
    : module_(module) {
    std::byte mvid[16] = {};
    uint64_t unique[2] = {hash_u64(module->index + 1), hash_u64(reinterpret_cast<uintptr_t>(this))};
    std::memcpy(mvid, unique, sizeof mvid);
    metadata::ModuleRow row;
    row.name = writer_.add_string("RefEmit_InMemoryManifestModule");
    row.mvid = writer_.add_guid(mvid);
    writer_.add(row);
    metadata::AssemblyRow assembly;
    assembly.hash_algorithm = 0x8004;
    assembly.major = identity.version.major;
    assembly.minor = identity.version.minor;
    assembly.build = identity.version.build;
    assembly.revision = identity.version.revision;
    assembly.flags = public_key.empty() ? 0 : metadata::assembly_flags::kPublicKey;
    assembly.public_key = writer_.add_blob(public_key);
    assembly.name = writer_.add_string(identity.name);
    assembly.culture = writer_.add_string(identity.culture);
    writer_.add(assembly);
    metadata::TypeDefRow global;
    global.name = writer_.add_string("<Module>");
    writer_.add(global);
    created_ = {false, true};
}

void DynamicModule::grow_tables() {
    uint32_t needed = 0;
    for (Table table : {Table::TypeDef, Table::TypeRef, Table::TypeSpec, Table::MemberRef, Table::MethodSpec,
                        Table::MethodDef, Table::AssemblyRef}) {
        if (uint32_t count = writer_.row_count(table) + 1; count > needed) needed = count;
    }
    if (needed > capacity_) {
        uint32_t larger = capacity_ == 0 ? 64 : capacity_;
        while (larger < needed) larger *= 2;
        grow(module_, module_->type_defs, capacity_, larger);
        grow(module_, module_->definition_methods, capacity_, larger);
        grow(module_, module_->type_refs, capacity_, larger);
        grow(module_, module_->type_ref_definitions, capacity_, larger);
        grow(module_, module_->type_specs, capacity_, larger);
        grow(module_, module_->member_refs, capacity_, larger);
        grow(module_, module_->method_specs, capacity_, larger);
        grow(module_, module_->method_defs, capacity_, larger);
        grow(module_, module_->assembly_refs, capacity_, larger);
        capacity_ = larger;
    }
    for (size_t i = 0; i < referenced_.size(); i++) store_release(module_->assembly_refs[i + 1], referenced_[i]);
}

Result<void> DynamicModule::publish() {
    std::vector<std::byte> file = writer_.write();
    grow_tables();  // before rows that need the room can be seen
    CELER_TRY_VOID(replace_image(module_, std::move(file)));
    module_->type_def_count = writer_.row_count(Table::TypeDef);
    return {};
}

Result<void> DynamicModule::publish_type(uint32_t type_rid) {
    if (created_.size() <= type_rid) created_.resize(type_rid + 1);
    created_[type_rid] = true;
    return publish();
}

void DynamicModule::take_back_type(uint32_t type_rid) {
    created_[type_rid] = false;
    store_release(module_->type_defs[type_rid], static_cast<MethodTable*>(nullptr));
}

uint32_t DynamicModule::type_around(Token row) const {
    if (row.is_nil()) return 0;
    if (row.is(Table::TypeDef)) return row.rid();
    if (row.is(Table::GenericParam))
        return type_around(Token(writer_.get(row.rid(), metadata::GenericParamColumn::owner)));
    uint32_t owner = writer_.owner_of(row.table(), row.rid());
    if (owner == 0 || row.is(Table::MethodDef) || row.is(Table::Field)) return owner;
    if (row.is(Table::Param)) return writer_.owner_of(Table::MethodDef, owner);
    if (row.is(Table::Property)) return writer_.get(owner, metadata::PropertyMapColumn::parent);
    if (row.is(Table::Event)) return writer_.get(owner, metadata::EventMapColumn::parent);
    return 0;
}

bool DynamicModule::is_published(Token row) const {
    return row.is(Table::Assembly) || row.is(Table::Module) || is_created(type_around(row));
}

uint32_t DynamicModule::assembly_ref(Assembly* assembly) {
    for (size_t i = 0; i < referenced_.size(); i++) {
        if (referenced_[i] == assembly) return static_cast<uint32_t>(i + 1);
    }
    const metadata::AssemblyIdentity& identity = assembly_identity(assembly);
    metadata::AssemblyRefRow row;
    row.major = identity.version.major;
    row.minor = identity.version.minor;
    row.build = identity.version.build;
    row.revision = identity.version.revision;
    if (identity.has_public_key_token) {
        row.public_key_or_token = writer_.add_blob(std::as_bytes(std::span(identity.public_key_token)));
    }
    row.name = writer_.add_string(identity.name);
    row.culture = writer_.add_string(identity.culture);
    referenced_.push_back(assembly);
    LoaderAllocator* own = loader_allocator_of(module_);
    if (own != nullptr) {
        refer_to(own, loader_allocator_of(assembly));
    } else if (Object* keeper = keeper_of(assembly)) {
        gc::allocate_handle(gc::HandleKind::Strong, keeper);  // what stays for ever names it
    }
    return writer_.add(row);
}

Token DynamicModule::type_ref(TypeDefinition definition) {
    if (definition.module == module_) return {Table::TypeDef, definition.rid};
    const Image& image = *definition.module->image();
    metadata::TypeDefRow row = image.type_def(definition.rid);
    Token scope;
    if (uint32_t enclosing = image.enclosing_type(definition.rid)) {
        scope = type_ref({definition.module, enclosing});
    } else {
        scope = {Table::AssemblyRef, assembly_ref(definition.module->assembly)};
    }
    return type_ref(scope, image.string(row.name_space), image.string(row.name));
}

Token DynamicModule::type_ref(Token scope, std::string_view name_space_text, std::string_view name_text) {
    metadata::StringIndex name = writer_.add_string(name_text);
    metadata::StringIndex name_space = writer_.add_string(name_space_text);
    for (uint32_t rid = 1; rid <= writer_.row_count(Table::TypeRef); rid++) {
        if (writer_.get(rid, metadata::TypeRefColumn::name) == name.offset &&
            writer_.get(rid, metadata::TypeRefColumn::name_space) == name_space.offset &&
            writer_.get(rid, metadata::TypeRefColumn::resolution_scope) == scope.value()) {
            return {Table::TypeRef, rid};
        }
    }
    metadata::TypeRefRow reference;
    reference.resolution_scope = scope;
    reference.name = name;
    reference.name_space = name_space;
    return {Table::TypeRef, writer_.add(reference)};
}

Token DynamicModule::member_ref(Token parent, std::string_view name, Bytes signature) {
    metadata::MemberRefRow row;
    row.parent = parent;
    row.name = writer_.add_string(name);
    row.signature = writer_.add_blob(signature);
    return {Table::MemberRef, writer_.add(row)};
}

uint32_t DynamicModule::module_ref(std::string_view name) {
    metadata::ModuleRefRow row;
    row.name = writer_.add_string(name);
    uint32_t known =
        writer_.find_row(Table::ModuleRef, static_cast<size_t>(metadata::ModuleRefColumn::name), row.name.offset);
    return known != 0 ? known : writer_.add(row);
}

Token DynamicModule::type_spec(Bytes signature) {
    metadata::TypeSpecRow row;
    row.signature = writer_.add_blob(signature);
    uint32_t known = writer_.find_row(Table::TypeSpec, static_cast<size_t>(metadata::TypeSpecColumn::signature),
                                      row.signature.offset);
    return {Table::TypeSpec, known != 0 ? known : writer_.add(row)};
}

Result<std::vector<std::byte>> DynamicModule::import_signature(Module* from, Bytes signature) {
    if (from == module_) return std::vector<std::byte>(signature.begin(), signature.end());
    return SignatureImport(*this, from, signature).run();
}

}  // namespace celer

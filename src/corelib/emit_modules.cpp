// System.Reflection.Emit.RuntimeAssemblyBuilder and RuntimeModuleBuilder: dynamic assemblies, and tokens for what their
// code refers to.
#include <string>
#include <vector>

#include "corelib/contract.h"
#include "corelib/tables.h"
#include "metadata/image.h"
#include "platform/arena.h"
#include "reflection/assembly_names.h"
#include "reflection/exposed_objects.h"
#include "runtime/exceptions.h"
#include "types/dynamic_module.h"
#include "types/loader_allocator.h"
#include "types/loader_lock.h"

namespace celer {

using metadata::Table;
using metadata::Token;

namespace {

// --- Assemblies ------------------------------------------------------------------------------------------------------

Result<Assembly*> define_assembly(const NativeAssemblyNameParts& parts, uint32_t load_context,
                                  LoaderAllocator* allocator) {
    NamedIdentity name;
    read_assembly_name(parts, name);
    if (name.identity.name.empty()) {
        return fail(ErrorKind::Argument, "AssemblyName.Name cannot be null or an empty string.");
    }
    metadata::AssemblyIdentity identity = name.identity;
    if (!identity.has_version) identity.version = {};
    Bytes public_key;
    constexpr int32_t is_whole_key = 1;
    if (parts.public_key_or_token != nullptr && (parts.flags & is_whole_key)) {
        public_key = {reinterpret_cast<const std::byte*>(parts.public_key_or_token),
                      static_cast<size_t>(parts.public_key_or_token_size)};
    }
    CELER_TRY_VOID(admit_growth());
    return create_dynamic_assembly(identity, public_key, load_context, allocator);
}

void create_assembly(ObjectHandleOnStack load_context, const NativeAssemblyNameParts* parts, int32_t, int32_t access,
                     ObjectHandleOnStack result) {
    constexpr int32_t run_and_collect = 9;  // System.Reflection.Emit.AssemblyBuilderAccess
    uint32_t context = load_context_of_object(load_context.get());
    LoaderAllocator* of_context = load_context_allocator(context);
    LoaderAllocator* own = access == run_and_collect ? new_managed_loader_allocator() : nullptr;
    refer_to(own, of_context);
    Result<Assembly*> assembly = define_assembly(*parts, context, own != nullptr ? own : of_context);
    if (assembly) result.set(assembly_object(*assembly));
    if (own != nullptr) release_strong(own);  // from now on its objects keep it
    value_or_throw(std::move(assembly));
}

// --- Tokens ----------------------------------------------------------------------------------------------------------

Bytes signature_bytes(const uint8_t* signature, int32_t size) {
    return {reinterpret_cast<const std::byte*>(signature), static_cast<size_t>(size)};
}

int32_t signed_token(Token token) {
    return static_cast<int32_t>(token.value());
}

int32_t type_ref(QCallModule module, const char16_t* full_name, QCallModule target, int32_t resolution_scope) {
    LoaderLock lock;
    DynamicModule& dynamic = *dynamic_module(module.module);
    std::string text = utf8_of(full_name);
    std::string_view name = text;
    std::string_view name_space;
    if (size_t dot = name.rfind('.'); dot != std::string_view::npos && dot != 0) {
        name_space = name.substr(0, dot);
        name.remove_prefix(dot + 1);
    }
    Token scope(static_cast<uint32_t>(resolution_scope));
    if (scope.is_nil()) scope = {Table::AssemblyRef, dynamic.assembly_ref(target.module->assembly)};
    return signed_token(dynamic.type_ref(scope, name_space, name));
}

struct Member {
    std::string name;
    std::vector<std::byte> signature;
};

void copy_member(Member& member, std::string_view name, Bytes signature) {
    member.name = name;
    member.signature.assign(signature.begin(), signature.end());
}

// A dynamic module's image may lack the row still.
Member member_of(Module* module, Token token) {
    Member member;
    if (DynamicModule* dynamic = dynamic_module(module)) {
        metadata::MetadataWriter& writer = dynamic->writer();
        uint32_t rid = token.rid();
        if (token.is(Table::Field)) {
            copy_member(member, writer.string(writer.get(rid, metadata::FieldColumn::name)),
                        writer.blob(writer.get(rid, metadata::FieldColumn::signature)));
        } else {
            copy_member(member, writer.string(writer.get(rid, metadata::MethodDefColumn::name)),
                        writer.blob(writer.get(rid, metadata::MethodDefColumn::signature)));
        }
        return member;
    }
    const metadata::Image& image = *module->image();
    if (token.is(Table::Field)) {
        metadata::FieldRow row = image.field_def(token.rid());
        copy_member(member, image.string(row.name), image.blob(row.signature));
    } else {
        metadata::MethodDefRow row = image.method_def(token.rid());
        copy_member(member, image.string(row.name), image.blob(row.signature));
    }
    return member;
}

Result<int32_t> refer_to_member(Module* module, Module* target, int32_t parent, Token definition) {
    return with_loader_lock([=]() -> Result<int32_t> {
        DynamicModule& dynamic = *dynamic_module(module);
        Member member = member_of(target, definition);
        std::vector<std::byte> signature = CELER_TRY(dynamic.import_signature(target, member.signature));
        return signed_token(dynamic.member_ref(Token(static_cast<uint32_t>(parent)), member.name, signature));
    });
}

int32_t member_ref(QCallModule module, QCallModule target, int32_t parent, int32_t definition) {
    return value_or_throw(
        refer_to_member(module.module, target.module, parent, Token(static_cast<uint32_t>(definition))));
}

int32_t member_ref_of_method(QCallModule module, int32_t parent, MethodDesc* method) {
    return value_or_throw(refer_to_member(module.module, method->typical->owner->module, parent, Token(method->token)));
}

int32_t member_ref_of_field(QCallModule module, int32_t parent, QCallTypeHandle declaring, int32_t field) {
    Module* target = module_of_type(declaring.type());
    return value_or_throw(refer_to_member(module.module, target, parent, Token(static_cast<uint32_t>(field))));
}

int32_t member_ref_from_signature(QCallModule module, int32_t parent, const char16_t* name, const uint8_t* signature,
                                  int32_t size) {
    LoaderLock lock;
    return signed_token(
        dynamic_module(module.module)
            ->member_ref(Token(static_cast<uint32_t>(parent)), utf8_of(name), signature_bytes(signature, size)));
}

int32_t type_spec(QCallModule module, const uint8_t* signature, int32_t size) {
    LoaderLock lock;
    return signed_token(dynamic_module(module.module)->type_spec(signature_bytes(signature, size)));
}

int32_t string_constant(QCallModule module, const char16_t* text, int32_t length) {
    LoaderLock lock;
    return static_cast<int32_t>(
        dynamic_module(module.module)->writer().add_user_string({text, static_cast<size_t>(length)}));
}

// No data: zeroes (DefineUninitializedData).
void field_content(QCallModule module, int32_t field, const uint8_t* data, int32_t size) {
    LoaderLock lock;
    metadata::MetadataWriter& writer = dynamic_module(module.module)->writer();
    constexpr uint32_t data_alignment = 8;
    metadata::FieldRVARow row;
    row.field = Token(static_cast<uint32_t>(field)).rid();
    std::vector<std::byte> zeroes(data == nullptr ? static_cast<size_t>(size) : 0);
    row.rva = writer.add_data(data == nullptr ? Bytes(zeroes) : signature_bytes(data, size), data_alignment);
    writer.add(row);
    constexpr uint32_t has_rva = 0x0100;
    writer.set(row.field, metadata::FieldColumn::flags, writer.get(row.field, metadata::FieldColumn::flags) | has_rva);
}

const NativeEntry entries[] = {
    CELER_QCALL("AppDomain_CreateDynamicAssembly", create_assembly),
    CELER_QCALL("ModuleBuilder_GetTypeRef", type_ref),
    CELER_QCALL("ModuleBuilder_GetMemberRef", member_ref),
    CELER_QCALL("ModuleBuilder_GetMemberRefFromSignature", member_ref_from_signature),
    CELER_QCALL("ModuleBuilder_GetMemberRefOfMethodInfo", member_ref_of_method),
    CELER_QCALL("ModuleBuilder_GetMemberRefOfFieldInfo", member_ref_of_field),
    CELER_QCALL("ModuleBuilder_GetTokenFromTypeSpec", type_spec),
    CELER_QCALL("ModuleBuilder_GetArrayMethodToken", member_ref_from_signature),
    CELER_QCALL("ModuleBuilder_GetStringConstant", string_constant),
    CELER_QCALL("ModuleBuilder_SetFieldRVAContent", field_content),
};

}  // namespace

NativeTable emit_modules_contract() {
    return entries;
}

}  // namespace celer

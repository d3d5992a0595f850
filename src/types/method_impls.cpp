// What a MethodImpl row may say (II.22.27); checked once for each definition, before its methods are placed.
#include <algorithm>
#include <string>
#include <vector>

#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "types/interface_map.h"
#include "types/loader_state.h"
#include "types/vtable_slots.h"

namespace celer {

using metadata::Image;
using metadata::Table;
using metadata::Token;

namespace {

namespace flags = metadata::method_flags;

std::unexpected<Error> refuse_method(const MethodTable* table, const MethodDesc* body, std::string_view text) {
    return refuse(table, "Method '" + std::string(method_name(body)) +
                             "' on type '{type}' from assembly '{assembly}' " + std::string(text));
}

// The arguments of the generic instance that a MemberRef has as its parent.
Substitution arguments_of_parent(Module* module, Token declaration) {
    Substitution result;
    if (!declaration.is(Table::MemberRef)) return result;
    const Image& image = *module->image();
    Token parent = image.member_ref(declaration.rid()).parent;
    if (!parent.is(Table::TypeSpec)) return result;
    metadata::SignatureReader reader(image.blob(image.type_spec(parent.rid()).signature));
    reader.skip_modifiers();
    if (reader.read_element_type() != metadata::ElementType::GenericInst) return result;
    reader.read_element_type();
    reader.read_type_def_or_ref();
    result.count = reader.read_compressed();
    result.module = module;
    result.arguments = reader.rest();
    return reader.failed() ? Substitution() : result;
}

Bytes declared_signature(const Image& image, Token declaration) {
    return declaration.is(Table::MethodDef) ? image.blob(image.method_def(declaration.rid()).signature)
                                            : image.blob(image.member_ref(declaration.rid()).signature);
}

// Methods of classes may return something derived; vtable.cpp looks at that.
bool may_return_derived(const MethodTable* table) {
    return !table->is_interface() && !table->is_value_type();
}

class MethodImplCheck {
  public:
    MethodImplCheck(MethodTable* table, const metadata::MethodImplRow& row)
        : table_(table), image_(*table->module->image()), row_(row) {}

    // What CoreCLR compares before it looks at the type's methods.
    Result<void> check_tokens() {
        if (!CELER_TRY(is_own_body())) {
            return refuse(table_,
                          "Body referenced in a method implementation must be defined in the same type.  Type: "
                          "'{type}'.  Assembly: '{assembly}'.");
        }
        Substitution substitution = arguments_of_parent(table_->module, row_.declaration);
        SignatureScope declared{table_->module, declared_signature(image_, row_.declaration), &substitution};
        if (declared.blob.empty()) {
            return refuse(table_,
                          "Signature for the declaration in a method implementation cannot be found.  Type: '{type}'.  "
                          "Assembly: '{assembly}'.");
        }
        SignatureScope own{table_->module, image_.blob(image_.method_def(body_rid_).signature), nullptr};
        if (CELER_TRY(compare_method_signatures(declared, own)) || is_covariant(declared, own)) return {};
        return refuse(
            table_,
            "Signature of the body and declaration in a method implementation do not match.  Type: '{type}'.  "
            "Assembly: '{assembly}'.");
    }

    struct Pair {
        MethodDesc* declaration;
        MethodDesc* body;
    };
    // The methods that the tokens mean. A null declaration: of static methods nothing is kept.
    Result<Pair> resolve() {
        MethodDesc* body = declared_method_of_rid(table_, body_rid_);
        MethodDesc* declaration = CELER_TRY(find_declaration(body));
        if (!declaration->is_virtual())
            return refuse_method(table_, body, "must be virtual to implement a method on an interface or super type.");
        if (!is_static_override(body)) return Pair{declaration, body};
        CELER_TRY_VOID(check_pair({declaration, body}));
        return Pair{nullptr, body};
    }

    // What CoreCLR looks at when all rows are resolved.
    Result<void> place(const Pair& pair, std::vector<Pair>& placed, const std::vector<Pair>& all) {
        auto is_body = [&](const Pair& other) { return other.body == pair.declaration; };
        constexpr std::string_view overridden = "is overriding a method that has been overridden.";
        if (std::ranges::any_of(all, is_body)) return refuse_method(table_, pair.declaration, overridden);
        CELER_TRY_VOID(check_pair(pair));
        auto known = [&](const Pair& other) { return other.declaration == pair.declaration; };
        auto other = std::ranges::find_if(placed, known);
        if (!table_->is_interface() && other != placed.end() && other->body != pair.body)
            return refuse_method(table_, pair.body, overridden);
        placed.push_back(pair);
        return {};
    }

  private:
    Result<bool> is_own_body() {
        Token body = row_.body;
        if (body.is(Table::MethodDef)) {
            body_rid_ = body.rid();
        } else if (!image_.is_valid(body)) {
            return false;
        } else {
            MethodDesc* found = CELER_TRY(resolve_method(table_->module, body.value(), context_of(table_)));
            if (found->owner->info->typical != table_) return false;
            body_rid_ = Token(found->token).rid();
        }
        return declares_method(table_, body_rid_);
    }

    // Equal but for the result; which results go together is looked at when the types are known.
    bool is_covariant(const SignatureScope& declared, const SignatureScope& own) {
        if (!may_return_derived(table_) || declares_itself() || declares_in_interface()) return false;
        std::vector<std::byte> theirs = without_result(declared.blob);
        std::vector<std::byte> ours = without_result(own.blob);
        return !theirs.empty() && !ours.empty() &&
               same_method_signature({declared.module, theirs, declared.substitution}, {own.module, ours, nullptr});
    }

    // Whether the declaration is a method of the type itself.
    bool declares_itself() const { return parent_of_declaration() == table_->info->token; }

    uint32_t parent_of_declaration() const {
        Token declaration = row_.declaration;
        if (!declaration.is(Table::MethodDef)) return image_.member_ref(declaration.rid()).parent.value();
        return Token(Table::TypeDef, image_.type_of_method(declaration.rid())).value();
    }

    bool declares_in_interface() const {
        TypeDefinition owner{table_->module, 0};
        if (row_.declaration.is(Table::MethodDef)) {
            owner.rid = image_.type_of_method(row_.declaration.rid());
        } else {
            auto definition = resolve_definition(table_->module, image_.member_ref(row_.declaration.rid()).parent);
            if (definition) owner = *definition;
        }
        if (owner.rid == 0) return false;
        return owner.module->image()->type_def(owner.rid).flags & metadata::type_flags::kInterface;
    }

    // The signature with void in place of its result.
    static std::vector<std::byte> without_result(Bytes signature) {
        metadata::SignatureReader reader(signature);
        reader.read_method_header();
        Bytes head = signature.first(reader.offset());
        reader.skip_modifiers();
        reader.skip_type();
        if (reader.failed()) return {};
        std::vector<std::byte> result(head.begin(), head.end());
        result.push_back(static_cast<std::byte>(metadata::ElementType::Void));
        Bytes rest = reader.rest();
        result.insert(result.end(), rest.begin(), rest.end());
        return result;
    }

    static bool is_static_override(const MethodDesc* body) {
        return body->is_static() && body->is_virtual() == body->is_abstract();
    }

    // Rules for a body and what it implements.
    Result<void> check_pair(const Pair& pair) {
        auto [declaration, body] = pair;
        if (!body->is_virtual() && !body->is_static())
            return refuse_method(table_, body, "must be virtual to implement a method on an interface or super type.");
        if (declaration->is_static() != body->is_static())
            return refuse(table_,
                          "Method '' in type '{type}' from assembly '{assembly}' cannot be a static and a virtual.");
        MethodTable* owner = declaration->owner;
        bool is_inherited = owner != table_ && !owner->is_interface();
        uint32_t declared = is_inherited && declaration->slot != no_slot ? slot_flags(table_->parent, declaration->slot)
                                                                         : declaration->attributes;
        if (declared & flags::kFinal) {
            return refuse(table_,
                          "Declaration referenced in a method implementation cannot be a final method.  Type: "
                          "'{type}'.  Assembly: '{assembly}'.");
        }
        if (table_->is_interface() && !body->is_static() && !(body->attributes & flags::kFinal)) {
            return refuse(table_,
                          "Method implementation on an interface '{type}' from assembly '{assembly}' must be a final "
                          "method.");
        }
        if (is_hidden_from(declaration->attributes, owner->module, table_->module))
            return refuse_method(table_, body, "is overriding a method that is not visible from that assembly.");
        if (owner != table_ && (owner->info->attributes & metadata::type_flags::kSealed)) {
            return refuse(table_,
                          "Declaration referenced in a method implementation cannot be on a sealed type.  Type: "
                          "'{type}'.  Assembly: '{assembly}'.");
        }
        return {};
    }

    Result<MethodDesc*> find_declaration(const MethodDesc* body) {
        Token declaration = row_.declaration;
        bool is_definition = declaration.is(Table::MethodDef);
        if (declares_itself()) {
            uint32_t rid = is_definition ? declaration.rid() : find_own(image_.member_ref(declaration.rid()));
            if (rid == 0 || !declares_method(table_, rid)) return refuse(table_);
            return declared_method_of_rid(table_, rid);
        }
        TypeHandle owner = CELER_TRY(load_type(table_->module, parent_of_declaration(), context_of(table_)));
        if (owner.method_table() != nullptr) CELER_TRY_VOID(check_owner(owner.method_table(), body));
        return resolve_method(table_->module, declaration.value(), context_of(table_));
    }

    // The row of a type's own method that a MemberRef means.
    uint32_t find_own(const metadata::MemberRefRow& reference) const {
        uint32_t type_rid = Token(table_->info->token).rid();
        std::string_view name = image_.string(reference.name);
        for (uint32_t rid = image_.find_method(type_rid, name); rid != 0;
             rid = image_.find_method(type_rid, name, rid)) {
            if (std::ranges::equal(image_.blob(image_.method_def(rid).signature), image_.blob(reference.signature)))
                return rid;
        }
        return 0;
    }

    Result<void> check_owner(MethodTable* owner, const MethodDesc* body) {
        if (owner->is_interface()) {
            if (maps_interface(table_, owner) || owner == table_) return {};
            return refuse(table_, "Type '{type}' from assembly '{assembly}' tried to override method '" +
                                      std::string(method_name(body)) +
                                      "' but does not implement or inherit that method.");
        }
        for (const MethodTable* level = table_; level != nullptr; level = level->parent) {
            if (level == owner) return {};
        }
        CELER_TRY_VOID(ensure_loaded(owner, LoadLevel::Layout));
        return refuse(table_, "Method override '" + std::string(method_name(body)) +
                                  "' on type '{type}' from assembly '{assembly}' cannot find a method to replace.");
    }

    MethodTable* table_;
    const Image& image_;
    metadata::MethodImplRow row_;
    uint32_t body_rid_ = 0;
};

// In CoreCLR's order; rows that say the same count once.
std::vector<metadata::MethodImplRow> distinct_rows(const MethodTable* table) {
    const Image& image = *table->module->image();
    std::vector<metadata::MethodImplRow> rows;
    for (uint32_t rid : image.method_impls(Token(table->info->token).rid())) {
        metadata::MethodImplRow row = image.method_impl(rid);
        rows.push_back(row);
    }
    auto key = [](const metadata::MethodImplRow& row) { return std::pair(row.body.value(), row.declaration.value()); };
    std::ranges::sort(rows, {}, key);
    auto repeated = std::ranges::unique(rows, {}, key);
    rows.erase(repeated.begin(), repeated.end());
    return rows;
}

bool is_checked(const MethodTable* table) {
    return !table->is_array() && table->info->typical == table && !table->module->image()->is_ready_to_run();
}

}  // namespace

Result<void> check_method_impl_tokens(MethodTable* table) {
    if (!is_checked(table)) return {};
    for (const metadata::MethodImplRow& row : distinct_rows(table)) {
        CELER_TRY_VOID(MethodImplCheck(table, row).check_tokens());
    }
    return {};
}

std::vector<uint32_t> method_impl_bodies(const MethodTable* table) {
    std::vector<uint32_t> bodies;
    for (const metadata::MethodImplRow& row : distinct_rows(table)) {
        if (row.body.is(Table::MethodDef)) bodies.push_back(row.body.rid());
    }
    return bodies;
}

Result<void> check_method_impls(MethodTable* table) {
    if (!is_checked(table)) return {};
    std::vector<MethodImplCheck> checks;
    std::vector<MethodImplCheck::Pair> pairs;
    for (const metadata::MethodImplRow& row : distinct_rows(table)) {
        MethodImplCheck check(table, row);
        CELER_TRY_VOID(check.check_tokens());
        MethodImplCheck::Pair pair = CELER_TRY(check.resolve());
        if (pair.declaration == nullptr) continue;
        checks.push_back(check);
        pairs.push_back(pair);
    }
    std::vector<MethodImplCheck::Pair> placed;
    for (size_t i = 0; i < pairs.size(); i++) CELER_TRY_VOID(checks[i].place(pairs[i], placed, pairs));
    return {};
}

}  // namespace celer

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
        SignatureScope declared{table_->module, declared_signature(image_, row_.declaration),
                                substitution.count == 0 ? nullptr : &substitution};
        SignatureScope own{table_->module, image_.blob(image_.method_def(body_rid_).signature), nullptr};
        if (same_method_signature(declared, own) || is_covariant(declared, own)) return {};
        return refuse(
            table_,
            "Signature of the body and declaration in a method implementation do not match.  Type: '{type}'.  "
            "Assembly: '{assembly}'.");
    }

    struct Pair {
        MethodDesc* declaration;
        MethodDesc* body;
    };
    Result<void> check_methods(std::vector<Pair>& seen) {
        GenericContext context = context_of(table_);
        MethodDesc* declaration = CELER_TRY(resolve_method(table_->module, row_.declaration.value(), context));
        MethodDesc* body = declared_method_of_rid(table_, body_rid_);
        if (!declaration->is_virtual() || (!declaration->is_static() && !body->is_virtual()))
            return refuse_method(table_, body, "must be virtual to implement a method on an interface or super type.");
        if (declaration->is_static()) return {};  // check_static_methods
        CELER_TRY_VOID(check_owner(declaration->owner, body));
        if (is_hidden_from(declaration->attributes, declaration->owner->module, table_->module))
            return refuse_method(table_, body, "is overriding a method that is not visible from that assembly.");
        if (table_->is_interface()) {
            if (body->attributes & flags::kFinal) return {};  // the first one counts
            return refuse(table_,
                          "Method implementation on an interface '{type}' from assembly '{assembly}' must be a "
                          "final method.");
        }
        auto known = [&](const Pair& pair) { return pair.declaration == declaration; };
        auto pair = std::ranges::find_if(seen, known);
        if (pair != seen.end() && pair->body == body) return {};
        if (declaration == body || pair != seen.end())
            return refuse_method(table_, body, "is overriding a method that has been overridden.");
        seen.push_back({declaration, body});
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
        if (!may_return_derived(table_) || declares_in_interface()) return false;
        std::vector<std::byte> theirs = without_result(declared.blob);
        std::vector<std::byte> ours = without_result(own.blob);
        return !theirs.empty() && !ours.empty() &&
               same_method_signature({declared.module, theirs, declared.substitution}, {own.module, ours, nullptr});
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

    Result<void> check_owner(MethodTable* owner, const MethodDesc* body) {
        if (owner->is_interface()) {
            if (maps_interface(table_, owner) || owner == table_) return {};
            return refuse(table_, "Type '{type}' from assembly '{assembly}' tried to override method '" +
                                      std::string(method_name(body)) +
                                      "' but does not implement or inherit that method.");
        }
        if (!table_->is_interface()) return {};
        return refuse(table_, "Method override '" + std::string(method_name(body)) +
                                  "' on type '{type}' from assembly '{assembly}' cannot find a method to replace.");
    }

    MethodTable* table_;
    const Image& image_;
    metadata::MethodImplRow row_;
    uint32_t body_rid_ = 0;
};

// Rows that say the same count once.
std::vector<metadata::MethodImplRow> distinct_rows(const MethodTable* table) {
    const Image& image = *table->module->image();
    std::vector<metadata::MethodImplRow> rows;
    for (uint32_t rid : image.method_impls(Token(table->info->token).rid())) {
        metadata::MethodImplRow row = image.method_impl(rid);
        auto same = [&](const metadata::MethodImplRow& other) {
            return other.body.value() == row.body.value() && other.declaration.value() == row.declaration.value();
        };
        if (std::ranges::none_of(rows, same)) rows.push_back(row);
    }
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

Result<void> check_method_impls(MethodTable* table) {
    if (!is_checked(table)) return {};
    std::vector<MethodImplCheck::Pair> seen;
    for (const metadata::MethodImplRow& row : distinct_rows(table)) {
        MethodImplCheck check(table, row);
        CELER_TRY_VOID(check.check_tokens());
        CELER_TRY_VOID(check.check_methods(seen));
    }
    return {};
}

}  // namespace celer

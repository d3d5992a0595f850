// Two cursors walk two blobs in step. A variable that a Substitution replaces switches its cursor to the argument's
// blob for the length of that one type.
#include "types/signature_compare.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/hresults.h"
#include "metadata/image.h"
#include "metadata/signature_forms.h"
#include "types/loader_state.h"

namespace celer {

namespace {

using metadata::ElementType;
using metadata::SignatureForm;
using metadata::SignatureKind;
using metadata::SignatureReader;
using metadata::Table;
using metadata::Token;

constexpr uint32_t maximum_depth = 200;

struct Cursor {
    Module* module;
    const Substitution* substitution;
    SignatureReader* reader;
};

class Comparison {
  public:
    explicit Comparison(bool compare_modifiers) : compare_modifiers_(compare_modifiers) {}

    // Why the two could not be compared; else the comparison is what `equal` says.
    Result<bool> result(bool equal) const {
        if (error_) return std::unexpected(*error_);
        return equal;
    }

    bool methods(Cursor a, Cursor b, uint32_t depth) {
        constexpr uint32_t unused_bit = 0x80;
        uint32_t convention = a.reader->read_u8() & ~unused_bit;
        if (convention != (b.reader->read_u8() & ~unused_bit) || !both_readable(a, b)) return false;
        if ((convention & metadata::kSignatureGeneric) && !same_number(a, b)) return false;
        uint32_t left = a.reader->read_compressed(), right = b.reader->read_compressed();
        bool vararg = (convention & metadata::kSignatureKindMask) == static_cast<uint8_t>(SignatureKind::VarArg);
        if (!both_readable(a, b) || (!vararg && left != right) || !types(a, b, depth)) return false;
        for (uint32_t i = 0; i < left || i < right; i++) {
            // A call site's optional arguments are no part of the method: compare up to the sentinel.
            bool left_ends = i == left || a.reader->peek_element_type() == ElementType::Sentinel;
            bool right_ends = i == right || b.reader->peek_element_type() == ElementType::Sentinel;
            if (left_ends || right_ends) return left_ends == right_ends;
            if (!types(a, b, depth)) return false;
        }
        return true;
    }

    bool types(Cursor a, Cursor b, uint32_t depth) {
        if (depth > maximum_depth || a.reader->at_end() || b.reader->at_end() || !modifiers(a, b)) return false;
        if (is_substituted(a)) return substituted(a, b, depth, false);
        if (is_substituted(b)) return substituted(b, a, depth, true);
        auto left = static_cast<ElementType>(a.reader->read_u8());
        auto right = static_cast<ElementType>(b.reader->read_u8());
        if (!both_readable(a, b)) return false;
        if (left != right) return same_named_as_primitive(a, left, b, right);
        switch (form_of(left)) {
            case SignatureForm::Primitive:
                return true;
            case SignatureForm::Token:
                return tokens(a, b);
            case SignatureForm::Element:
                return types(a, b, depth + 1);
            case SignatureForm::Array:
                return types(a, b, depth + 1) && shapes(a, b);
            case SignatureForm::Variable:
                return same_number(a, b);
            case SignatureForm::Instance:
                return instances(a, b, depth);
            case SignatureForm::FunctionPointer:
                return methods(a, b, depth + 1);
            case SignatureForm::Internal:
                return a.reader->read_internal_handle() == b.reader->read_internal_handle();
            case SignatureForm::Invalid:
                return fails(bad_image(a.module));
        }
        return false;
    }

  private:
    bool cannot_be_read() { return fails(error_of_result(hresult::bad_signature)); }
    bool fails(Error error) {
        if (!error_) error_ = std::move(error);
        return false;
    }
    bool both_readable(Cursor a, Cursor b) {
        return a.reader->failed() || b.reader->failed() ? cannot_be_read() : true;
    }
    bool same_number(Cursor a, Cursor b) {
        uint32_t left = a.reader->read_compressed(), right = b.reader->read_compressed();
        return both_readable(a, b) && left == right;
    }

    static bool is_substituted(Cursor cursor) {
        return cursor.substitution != nullptr && cursor.substitution->count != 0 &&
               cursor.reader->peek_element_type() == ElementType::Var;
    }

    // The variable at `from` becomes its argument; the rest of from's blob goes on behind the variable.
    bool substituted(Cursor from, Cursor other, uint32_t depth, bool swap) {
        from.reader->read_element_type();
        uint32_t index = from.reader->read_compressed();
        const Substitution& substitution = *from.substitution;
        if (index >= substitution.count) return cannot_be_read();
        SignatureReader arguments(substitution.arguments);
        for (uint32_t i = 0; i < index; i++) arguments.skip_type();
        Cursor argument{substitution.module, substitution.next, &arguments};
        return swap ? types(other, argument, depth + 1) : types(argument, other, depth + 1);
    }

    bool modifiers(Cursor a, Cursor b) {
        if (!compare_modifiers_) {
            a.reader->skip_modifiers();
            b.reader->skip_modifiers();
            return true;
        }
        for (;;) {
            metadata::CustomModifier left, right;
            bool has_left = a.reader->read_modifier(left);
            bool has_right = b.reader->read_modifier(right);
            if (!both_readable(a, b) || has_left != has_right) return false;
            if (!has_left) return true;
            if (left.required != right.required || left.internal_handle != right.internal_handle) return false;
            if (left.internal_handle == 0 && !same_definition(a.module, left.type, b.module, right.type)) return false;
        }
    }

    bool tokens(Cursor a, Cursor b) {
        Token left = a.reader->read_type_def_or_ref();
        Token right = b.reader->read_type_def_or_ref();
        return both_readable(a, b) && same_definition(a.module, left, b.module, right);
    }

    bool same_definition(Module* left_module, Token left, Module* right_module, Token right) {
        if (left_module == right_module && left == right) return true;
        for (auto [module, token] : {std::pair(left_module, left), std::pair(right_module, right)}) {
            if (uint32_t error = module->image()->check_type_name(token)) return fails(error_of_result(error));
        }
        // Names first: a difference there is the common case and needs no assembly to be loaded.
        if (!same_name(*left_module->image(), left, *right_module->image(), right)) return false;
        auto left_definition = resolve_definition(left_module, left);
        if (!left_definition) return is_elsewhere(std::move(left_definition).error());
        auto right_definition = resolve_definition(right_module, right);
        if (!right_definition) return is_elsewhere(std::move(right_definition).error());
        return *left_definition == *right_definition;
    }

    // A type that is not found is another one.
    bool is_elsewhere(Error error) { return error.kind == ErrorKind::TypeLoad ? false : fails(std::move(error)); }

    static std::string_view name_of(const metadata::Image& image, Token token) {
        if (token.is(Table::TypeDef)) return image.string(image.type_def(token.rid()).name);
        if (token.is(Table::TypeRef)) return image.string(image.type_ref(token.rid()).name);
        return {};
    }

    static bool same_name(const metadata::Image& left_image, Token left, const metadata::Image& right_image,
                          Token right) {
        std::string_view left_name = name_of(left_image, left);
        std::string_view right_name = name_of(right_image, right);
        return left_name.empty() || right_name.empty() || left_name == right_name;
    }

    bool instances(Cursor a, Cursor b, uint32_t depth) {
        if (!types(a, b, depth + 1)) return false;
        uint32_t count = a.reader->read_compressed();
        if (count != b.reader->read_compressed() || !both_readable(a, b)) return false;
        for (uint32_t i = 0; i < count; i++) {
            if (!types(a, b, depth + 1)) return false;
        }
        return true;
    }

    // A shape may be cut off where one of its numbers would begin.
    bool shapes(Cursor a, Cursor b) {
        uint32_t rank = a.reader->read_compressed(), other = b.reader->read_compressed();
        if (!both_readable(a, b) || rank != other) return false;
        if (rank == 0) return true;
        for (int list = 0; list < 2; list++) {  // sizes, lower bounds
            if (list != 0 && a.reader->at_end()) return true;
            uint32_t left = a.reader->read_compressed(), right = b.reader->read_compressed();
            if (!both_readable(a, b) || left != right) return false;
            for (; left != 0 && !a.reader->at_end(); left--) {
                if (!same_number(a, b)) return false;
            }
            if (left != 0) return true;
        }
        return true;
    }

    // Valid metadata writes primitives with their own element types; dynamic code may write `Internal` for any type.
    static bool same_named_as_primitive(Cursor a, ElementType left, Cursor b, ElementType right) {
        if (left != ElementType::Internal && right != ElementType::Internal) return false;
        auto left_type = type_after(a, left);
        auto right_type = type_after(b, right);
        return left_type && right_type && *left_type == *right_type;
    }
    static Result<TypeHandle> type_after(Cursor cursor, ElementType element) {
        if (element == ElementType::Internal) return TypeHandle::from_raw(cursor.reader->read_internal_handle());
        if (element == ElementType::Class || element == ElementType::ValueType) {
            return load_type(cursor.module, cursor.reader->read_type_def_or_ref().value(), {});
        }
        MethodTable* primitive = primitive_type(static_cast<celer::ElementType>(element));
        if (primitive == nullptr) return std::unexpected(bad_image(cursor.module));
        return primitive;
    }

    bool compare_modifiers_;
    std::optional<Error> error_;
};

}  // namespace

Result<bool> compare_method_signatures(const SignatureScope& a, const SignatureScope& b, bool compare_modifiers) {
    if (a.substitution == nullptr && b.substitution == nullptr && a.module == b.module &&
        std::ranges::equal(a.blob, b.blob)) {
        return true;
    }
    SignatureReader left(a.blob);
    SignatureReader right(b.blob);
    Comparison comparison(compare_modifiers);
    bool equal = comparison.methods({a.module, a.substitution, &left}, {b.module, b.substitution, &right}, 0);
    return comparison.result(equal);
}

bool same_method_signature(const SignatureScope& a, const SignatureScope& b, bool compare_modifiers) {
    return compare_method_signatures(a, b, compare_modifiers).value_or(false);
}

Result<bool> compare_field_signatures(const SignatureScope& a, const SignatureScope& b) {
    SignatureReader left(a.blob);
    SignatureReader right(b.blob);
    left.read_field_header();
    right.read_field_header();
    if (left.failed() || right.failed()) return false;
    Comparison comparison(true);
    bool equal = comparison.types({a.module, a.substitution, &left}, {b.module, b.substitution, &right}, 0);
    return comparison.result(equal);
}

}  // namespace celer

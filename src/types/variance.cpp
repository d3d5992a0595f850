// Where variant type parameters may stand (II.9.7): a covariant one in what comes out of a member, a contravariant one
// in what goes in.
#include <string>

#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "types/definition_checks.h"
#include "types/loader_state.h"

namespace celer {

using metadata::Image;
using metadata::SignatureReader;
using metadata::Table;
using metadata::Token;

namespace {

namespace params = metadata::generic_param_flags;
using SignatureElement = metadata::ElementType;

enum class Position { None, Out, In };

Position flipped(Position position) {
    if (position == Position::None) return position;
    return position == Position::Out ? Position::In : Position::Out;
}

uint32_t variance_of(TypeDefinition definition, uint32_t index) {
    const Image& image = *definition.module->image();
    for (uint32_t rid : image.generic_params({Table::TypeDef, definition.rid})) {
        metadata::GenericParamRow row = image.generic_param(rid);
        if (row.number == index) return row.flags & params::kVarianceMask;
    }
    return 0;
}

class VarianceCheck {
  public:
    explicit VarianceCheck(TypeDefinition self) : self_(self) {}

    // Reads one type.
    bool fits(SignatureReader& reader, Position position, uint32_t depth = 0) {
        reader.skip_modifiers();
        if (reader.failed() || depth > metadata::kMaxTypeDepth) return true;  // fails elsewhere
        SignatureElement element = reader.peek_element_type();
        if (element == SignatureElement::Var) {
            reader.read_element_type();
            return variable_fits(reader.read_compressed(), position);
        }
        if (element == SignatureElement::GenericInst) return instance_fits(reader, position, depth);
        if (element == SignatureElement::SzArray) {
            reader.read_element_type();
            return fits(reader, position, depth + 1);
        }
        if (element == SignatureElement::ByRef) {
            reader.read_element_type();
            return fits(reader, Position::None, depth + 1);
        }
        reader.skip_type();
        return true;
    }

  private:
    bool variable_fits(uint32_t index, Position position) {
        uint32_t variance = variance_of(self_, index);
        if (variance == 0) return true;
        return position == (variance == params::kCovariant ? Position::Out : Position::In);
    }

    bool instance_fits(SignatureReader& reader, Position position, uint32_t depth) {
        reader.read_element_type();
        bool is_value_type = reader.read_element_type() == SignatureElement::ValueType;
        auto definition = resolve_definition(self_.module, reader.read_type_def_or_ref());
        uint32_t count = reader.read_compressed();
        bool result = true;
        for (uint32_t i = 0; i < count && !reader.failed(); i++) {
            uint32_t variance = definition && !is_value_type ? variance_of(*definition, i) : 0;
            Position inner = variance == 0                    ? Position::None
                             : variance == params::kCovariant ? position
                                                              : flipped(position);
            result &= fits(reader, inner, depth + 1);
        }
        return result;
    }

    TypeDefinition self_;
};

Error used_illegally(MethodTable* table, std::string_view where) {
    return type_load_error(
        table,
        "Could not load type '{type}' from assembly '{assembly}' because a covariant or contravariant "
        "type parameter was used illegally in " +
            std::string(where));
}

Result<void> check_signature(MethodTable* table, const metadata::MethodDefRow& row, VarianceCheck& check) {
    const Image& image = *table->module->image();
    SignatureReader reader(image.blob(row.signature));
    metadata::MethodSignatureHeader header = reader.read_method_header();
    std::string name = "method '" + std::string(image.string(row.name)) + "'.";
    if (!check.fits(reader, Position::Out))
        return std::unexpected(used_illegally(table, "the signature for the result type in " + name));
    for (uint32_t i = 0; i < header.parameter_count && !reader.failed(); i++) {
        if (!check.fits(reader, Position::In))
            return std::unexpected(used_illegally(table, "the signature for an argument in " + name));
    }
    return {};
}

Bytes type_spec_blob(const Image& image, Token token) {
    return token.is(Table::TypeSpec) ? image.blob(image.type_spec(token.rid()).signature) : Bytes();
}

}  // namespace

Result<void> check_variance_of_method(MethodTable* table, const metadata::MethodDefRow& row) {
    using namespace metadata::method_flags;
    if (!(table->flags2 & mt_flags2::has_variance)) return {};
    if (!(row.flags & kVirtual) && (row.flags & kStatic)) return {};
    VarianceCheck check({table->module, Token(table->info->token).rid()});
    return check_signature(table, row, check);
}

Result<void> check_variance_of_interfaces(MethodTable* table) {
    if (!(table->flags2 & mt_flags2::has_variance)) return {};
    const Image& image = *table->module->image();
    uint32_t type_rid = Token(table->info->token).rid();
    VarianceCheck check({table->module, type_rid});
    for (uint32_t rid : image.interface_impls(type_rid)) {
        Bytes blob = type_spec_blob(image, image.interface_impl(rid).interface_type);
        SignatureReader reader(blob);
        if (!blob.empty() && !check.fits(reader, Position::Out))
            return std::unexpected(used_illegally(table, "an inherited interface."));
    }
    return {};
}

Result<void> check_variance_of_constraints(MethodTable* table) {
    if (!(table->flags2 & mt_flags2::has_variance)) return {};
    const Image& image = *table->module->image();
    uint32_t type_rid = Token(table->info->token).rid();
    VarianceCheck check({table->module, type_rid});
    for (uint32_t method : image.methods_of(type_rid)) {
        for (uint32_t variable : image.generic_params({Table::MethodDef, method})) {
            for (uint32_t row : image.generic_param_constraints(variable)) {
                Bytes blob = type_spec_blob(image, image.generic_param_constraint(row).constraint);
                SignatureReader reader(blob);
                if (blob.empty() || check.fits(reader, Position::In)) continue;
                // CoreCLR does not name the method.
                return std::unexpected(used_illegally(table, "a type parameter constraint in method ''."));
            }
        }
    }
    return {};
}

}  // namespace celer

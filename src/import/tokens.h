// What the tokens in the IL mean: rows of metadata, or what a dynamic method or a supplied body has in their place.
// Owned by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class Tokens {
  public:
    explicit Tokens(ImportState& state) : state_(state) {}

    Result<DynamicToken> own_token(uint32_t token);
    Result<TypeHandle> resolve_type(uint32_t token);
    Result<MethodDesc*> resolve_method_token(uint32_t token);
    Result<FieldDesc*> resolve_field_token(uint32_t token);
    Result<const MethodSignature*> resolve_signature(uint32_t token);
    bool type_operand(const il::Instruction& instruction, TypeHandle& type);  // false: ended

  private:
    ImportState& state_;
};

}  // namespace celer

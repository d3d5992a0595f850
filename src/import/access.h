// Whether the code may name what its tokens name. False: the instruction throws, or the method is invalid. Owned by
// Importer.
#pragma once

#include <string>
#include <string_view>

#include "import/import_state.h"

namespace celer {

class CallEmission;

class AccessChecks {
  public:
    AccessChecks(ImportState& state, CallEmission& calls) : state_(state), calls_(calls) {}

    bool may_access(MethodDesc* method, uint32_t token);
    bool may_access(FieldDesc* field, uint32_t token);
    bool may_access(TypeHandle type, uint32_t token);

  private:
    bool checks_access() const;
    const MethodTable* naming_type(uint32_t token, MethodTable* declaring) const;
    bool may_be_named(uint32_t token);
    bool refuse(ErrorKind kind, std::string_view what, const std::string& name);

    ImportState& state_;
    CallEmission& calls_;
};

}  // namespace celer

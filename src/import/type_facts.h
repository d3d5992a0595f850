// What the import relies on of types: that they are laid out, and the assumptions that the code is right under. Owned
// by Importer.
#pragma once

#include "import/import_state.h"

namespace celer {

class TypeFacts {
  public:
    TypeFacts(ImportState& state, ImportedCode& code, ImportScratch& scratch)
        : state_(state), code_(code), scratch_(scratch) {}

    bool struct_shape(TypeHandle type, Shape& shape);  // false: ended
    Result<void> check_unloaded_instance(MethodTable* table) const;
    void assume(AssumptionKind kind, TypeHandle type, MethodDesc* method = nullptr);
    void assume_layout(MethodTable* table) {
        if (table->module != state_.module) assume(AssumptionKind::Layout, table);
    }

  private:
    ImportState& state_;
    ImportedCode& code_;
    ImportScratch& scratch_;
};

}  // namespace celer

#include "import/type_facts.h"

#include <algorithm>

#include "import/code.h"
#include "import/import_state.h"
#include "metadata/image.h"

namespace celer {

bool TypeFacts::struct_shape(TypeHandle type, Shape& shape) {
    if (MethodTable* table = type.method_table(); table != nullptr && table->is_value_type()) {
        if (!state_.loaded(table, LoadLevel::Layout)) return false;
    }
    shape = shape_of(type);
    if (shape.kind == Kind::Void) {
        state_.invalid();
        return false;
    }
    if (is_aggregate(shape.kind)) assume_layout(type.method_table());
    return true;
}

// Classes that variables have need not be loaded, but their arguments must be as the constraints say.
Result<void> TypeFacts::check_unloaded_instance(MethodTable* table) const {
    bool is_loaded = table->info->has_reached(LoadLevel::Complete) || !table->has_instantiation();
    return is_loaded || state_.image->is_ready_to_run() ? Result<void>() : check_constraints(table);
}

void TypeFacts::assume(AssumptionKind kind, TypeHandle type, MethodDesc* method) {
    std::vector<Assumption>& all = code_.assumptions;
    Assumption assumption{kind, type, method};
    uintptr_t bits = type.value + reinterpret_cast<uintptr_t>(method) + static_cast<uintptr_t>(kind) * 8;
    uint32_t& place = scratch_.assumption_places[(bits >> 3 ^ bits >> 9) % scratch_.assumption_places.size()];
    if (place < all.size()) {
        if (all[place] == assumption || std::ranges::find(all, assumption) != all.end()) return;
    }
    place = static_cast<uint32_t>(all.size());
    all.push_back(assumption);
}

}  // namespace celer

// What CoreCLR checks of a definition's metadata before it builds the type, in its order and words. Internal to types/.
// Framework images are in order and are not checked.
#pragma once

#include "base/result.h"
#include "metadata/rows.h"
#include "object/method_table.h"

namespace celer {

// Its generic parameters. Needs nothing but metadata.
Result<void> check_definition_head(MethodTable* table);
// Packing; flags, kinds and bodies of methods; fields. After the hierarchy is known.
Result<void> check_definition(MethodTable* table);

// II.9.7; true of types without variant parameters.
Result<void> check_variance_of_interfaces(MethodTable* table);
Result<void> check_variance_of_method(MethodTable* table, const metadata::MethodDefRow& row);
Result<void> check_variance_of_constraints(MethodTable* table);

}  // namespace celer

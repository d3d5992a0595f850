// What CoreCLR checks of a definition's metadata before it builds the type, in its order and words. Internal to types/.
// Framework images are in order and are not checked.
#pragma once

#include "base/result.h"
#include "metadata/rows.h"
#include "object/method_table.h"

namespace celer {

// Its generic parameters. Needs nothing but metadata.
Result<void> check_definition_head(MethodTable* table);
// Layout, interfaces and delegates: what is looked at when the parent is known and the interfaces are not.
Result<void> check_definition_under_parent(MethodTable* table);
// Packing; flags, kinds and bodies of methods; fields; overrides. After the hierarchy is known.
Result<void> check_definition(MethodTable* table);
// What constraints its generic parameters have. Looked at last.
Result<void> check_definition_variables(MethodTable* table);

// II.9.7; true of types without variant parameters.
Result<void> check_variance_of_interfaces(MethodTable* table);
Result<void> check_variance_of_method(MethodTable* table, const metadata::MethodDefRow& row);
Result<void> check_variance_of_constraints(MethodTable* table);

}  // namespace celer

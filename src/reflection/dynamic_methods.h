// DynamicMethod: methods whose IL and tokens a managed Resolver gives.
//
// Invariants:
// - A dynamic method is a LoaderAllocator of its own, whose keeper is the resolver: delegates, the DynamicMethod and
//   stacks with its code keep that alive. After its finalizer has run CoreLib calls destroy_dynamic_method.
// - The bytes of a body are copied once, when the importer first asks, and what a token stands for is remembered; both
//   stay as long as the method, so that it can be imported again without asking.
#pragma once

#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "types/member.h"

namespace celer {

// Managed mode. `signature` is a MethodDefSig whose types may be handles (ELEMENT_TYPE_INTERNAL).
Result<MethodDesc*> create_dynamic_method(Module* module, std::string_view name, Bytes signature, Object* resolver);
void destroy_dynamic_method(MethodDesc* method);
Object* dynamic_method_resolver(const MethodDesc* method);  // null once it is gone
const char* dynamic_method_name(const MethodDesc* method);

// What the importer asks (base/upcalls.h).
struct DynamicBody;
struct DynamicToken;
Result<DynamicBody> dynamic_body(MethodDesc* method);
Result<DynamicToken> dynamic_token(MethodDesc* method, uint32_t token);
bool knows_dynamic_token(const MethodDesc* method, uint32_t token);

}  // namespace celer

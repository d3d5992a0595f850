// The one place that joins the parts: who answers what lower parts ask (base/upcalls.h).
#pragma once

#include "host/host_contract.h"

namespace celer {

// Once: when options and the arena are there, before a type is loaded.
void compose_engine(const HostFunctions& host);

}  // namespace celer

#include "base/upcalls.h"

namespace celer {

constinit Upcalls g_upcalls{};

}  // namespace celer

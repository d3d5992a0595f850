#include "code/helpers.h"

#include "code/effects.h"

namespace celer {

uint8_t effects_of(Helper helper) {
    using namespace effects;
    static constexpr uint8_t rows[] = {
#define CELER_HELPER(name, function, effects, result, parameters) effects,
#include "code/helpers.def"
#undef CELER_HELPER
    };
    return rows[static_cast<int>(helper)];
}

}  // namespace celer

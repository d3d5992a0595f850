// Random valid bodies of the importer's form. For tests only.
#pragma once

#include <random>
#include <vector>

#include "import/code.h"

namespace celer::form {

// The same body for the same seed. Takes two I4, one I8 and one F8; returns an I8 that depends on all it has done. May
// call the methods given, which have the same signature. Everything ends: loops count down.
void generate(uint32_t seed, const std::vector<MethodDesc*>& callees, const MethodSignature* signature,
              ImportedCode& code);
inline constexpr Kind generated_arguments[] = {Kind::I4, Kind::I4, Kind::I8, Kind::F8};

}  // namespace celer::form

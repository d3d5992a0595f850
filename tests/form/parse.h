// Reads the text form (import/text_form.h). For tests only.
#pragma once

#include <string>
#include <string_view>

#include "import/code.h"

namespace celer::form {

// Fills the code from the text, names from `names` or else from CoreLib; a method named `-` is made up. Returns what is
// wrong, or nothing.
std::string parse(std::string_view text, const TextNames& names, ImportedCode& code);

}  // namespace celer::form

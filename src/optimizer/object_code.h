// What LLVM emits for one method: an ELF object, placed in the arena.
#pragma once

#include <map>
#include <string>

#include "optimizer/translation/translator.h"

namespace celer::optimizer {

using FilterCodes = std::map<uint32_t, const MethodCode*>;  // of a method, by clause

// Makes the record and the code of a method from an object file. Null with `problem` if there is something in it that
// is not understood; nothing is kept then.
MethodCode* install_object(const ImportedCode& code, const BodyTranslator& translated, const FilterCodes& filters,
                           llvm::StringRef object, std::string& problem);

}  // namespace celer::optimizer

#include "import/importer.h"

namespace celer {

void Importer::synthesize_accessor() { invalid(Error{ErrorKind::NotSupported, "UnsafeAccessor is not supported.", {}}); }

}  // namespace celer

#include "import/importer.h"
namespace celer {
bool Importer::expand_intrinsic(MethodDesc*, const MethodSignature*) { return false; }
bool Importer::inline_constant(MethodDesc*, const MethodSignature*) { return false; }
void Importer::synthesize_accessor() { invalid(Error{ErrorKind::NotSupported, "UnsafeAccessor", {}}); }
}

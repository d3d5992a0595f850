// Whether an image says that there is a PDB for it.
#pragma once

namespace celer::metadata {
class Image;
}

namespace celer {

// An entry for a PDB file (CodeView) or an embedded PDB; malformed images have none.
bool has_debug_directory(const metadata::Image& image);

}  // namespace celer

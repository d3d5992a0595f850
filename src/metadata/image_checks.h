// What CoreCLR checks of a file's headers before it reads anything else (II.24.2.1, II.25.3.3). Internal to metadata/.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace celer::metadata {

// The flags of a CLI header (72 bytes) and the directories that they allow or demand.
bool is_cli_header_consistent(Bytes header);

// The metadata root: the headers of its streams are whole, and the streams follow them and do not overlap.
bool are_streams_in_order(Bytes metadata);

}  // namespace celer::metadata

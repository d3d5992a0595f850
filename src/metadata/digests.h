// SHA-1 (FIPS 180-4), which public key tokens are defined by, and MD5 (RFC 1321), by which CoreCLR makes the GUIDs of
// types. Not used for anything that needs a safe hash.
#pragma once

#include <array>
#include <cstdint>

#include "base/bytes.h"

namespace celer::metadata {

std::array<uint8_t, 20> sha1(Bytes data);
std::array<uint8_t, 16> md5(Bytes data);

}  // namespace celer::metadata

// For tests and fuzz targets only: reads everything an image can give, so that a sanitizer sees every read.
#pragma once

#include <cstddef>
#include <cstdint>

namespace celer::metadata {

class Image;

struct WalkCounts {
    size_t strings = 0;         // bytes of names
    size_t blobs = 0;           // bytes of blobs
    size_t bad_signatures = 0;  // of fields, methods, properties, locals, type and method specs, member refs
    size_t bad_attributes = 0;
    size_t attributes = 0;
    size_t orphans = 0;  // members whose owner does not list them
};

// Visits at most `row_limit` rows of each table.
WalkCounts walk(const Image& image, uint32_t row_limit = UINT32_MAX);

}  // namespace celer::metadata

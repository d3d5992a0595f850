// Any bytes as a PE file: open() must refuse them or every read of the image must stay inside.
#include <cstdint>
#include <span>

#include "metadata/assembly_identity.h"
#include "metadata/image.h"
#include "metadata/walk.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace celer;
    metadata::Image image;
    if (!image.open(std::as_bytes(std::span(data, size)))) return 0;
    constexpr uint32_t kRowLimit = 32;  // more rows of a table find no more bugs, they only take longer
    metadata::walk(image, kRowLimit);
    (void)metadata::assembly_identity(image);
    return 0;
}

#include "types/bundle.h"

namespace celer {

Bundle::Bundle(std::string executable, BundleProbe probe)
    : executable_(std::move(executable)), folder_(executable_, 0, executable_.rfind('/') + 1), probe_(probe) {}

std::optional<BundledFile> Bundle::find(const std::string& relative_path) const {
    int64_t offset = 0, size = 0, compressed_size = 0;
    if (probe_ == nullptr || !probe_(relative_path.c_str(), &offset, &size, &compressed_size)) return std::nullopt;
    if (offset <= 0 || size < 0) return std::nullopt;
    return BundledFile{static_cast<size_t>(offset), static_cast<size_t>(size), compressed_size != 0};
}

}  // namespace celer

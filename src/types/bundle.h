// Files inside the program's own executable (PublishSingleFile). The host knows where they are; it is asked by paths
// relative to the folder of the executable. Elsewhere a bundled file goes by the path that it would have in that
// folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace celer {

struct BundledFile {
    size_t offset;  // in the executable
    size_t size_bytes;
    bool is_compressed;
};

// The host's answer; `compressed_size` is 0 for a file that lies there as it is.
using BundleProbe = bool (*)(const char* path, int64_t* offset, int64_t* size, int64_t* compressed_size);

class Bundle {
  public:
    Bundle() = default;  // of a program that is none
    Bundle(std::string executable, BundleProbe probe);

    const std::string& executable() const { return executable_; }
    std::optional<BundledFile> find(const std::string& full_path) const;
    bool contains(const std::string& full_path) const { return find(full_path).has_value(); }
    // Empty if the bundle has no such file.
    std::string full_path(const std::string& relative_path) const;

  private:
    std::string executable_;
    std::string folder_;  // with a slash at its end
    BundleProbe probe_ = nullptr;
};

}  // namespace celer

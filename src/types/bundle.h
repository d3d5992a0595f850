// Files inside the program's own executable (PublishSingleFile). The host knows where they are, by paths relative to
// the folder of the executable. Such a file goes by the path that it would have in that folder.
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

    bool exists() const { return probe_ != nullptr; }
    const std::string& executable() const { return executable_; }
    const std::string& folder() const { return folder_; }  // with a slash at its end
    std::optional<BundledFile> find(const std::string& relative_path) const;

  private:
    std::string executable_;
    std::string folder_;
    BundleProbe probe_ = nullptr;
};

}  // namespace celer

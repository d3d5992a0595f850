// What an image with precompiled code (ReadyToRun) says about that code. Celer does not run it; but the stack traces of
// programs on CoreCLR show which methods it has inlined, and there are programs that print them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace celer::metadata {

class Image;

// The section CrossModuleInlineInfo of a ReadyToRun image: inlinees with the methods whose precompiled code contains
// them, as far as both are MethodDefs of the image itself. Views the image. Anything malformed makes the table empty or
// cuts it short.
class InliningTable {
  public:
    explicit InliningTable(const Image& image);

    bool is_precompiled() const { return is_precompiled_; }  // the image has a ReadyToRun header
    bool inlines(uint32_t inliner_rid, uint32_t inlinee_rid) const;

  private:
    struct Entry {
        uint32_t inlinee_rid;
        uint32_t stream;  // offset in section_ of the inliners
        uint32_t count;   // numbers in the stream
    };

    void read_entries(uint32_t flags);
    void read_entry(size_t offset, bool has_module_index);

    Bytes section_;
    std::vector<Entry> entries_;  // sorted by inlinee
    bool is_precompiled_ = false;
};

}  // namespace celer::metadata

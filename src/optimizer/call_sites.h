// The tables of call sites and landing pads that LLVM writes for C++ (.gcc_except_table).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/Object/ELFObjectFile.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// Offsets from the start of the function.
struct CallSite {
    uint32_t begin, end;
    uint32_t landing;
    uint32_t pad;  // its number (pad_prefix)
};

// Those that have a landing pad. Nothing if the table has a form that LLVM does not use for our code.
std::optional<std::vector<CallSite>> read_call_sites(const llvm::object::ELF64LEObjectFile& object,
                                                     const llvm::object::SectionRef& section);

}  // namespace celer::optimizer

#include "optimizer/call_sites.h"

#include <map>

#include "optimizer/translation/handler_copies.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Support/DataExtractor.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::object::ELF64LEObjectFile;
using llvm::object::SectionRef;

namespace {

// Offsets in the section at which the address of a pad's type stands, and the pads.
std::map<uint64_t, uint32_t> pads_in(const ELF64LEObjectFile& object, const SectionRef& table) {
    std::map<uint64_t, uint32_t> pads;
    for (const SectionRef& section : object.sections()) {
        auto relocated = cantFail(section.getRelocatedSection());
        if (relocated == object.section_end() || *relocated != table) continue;
        for (const llvm::object::RelocationRef& relocation : section.relocations()) {
            auto symbol = relocation.getSymbol();
            if (symbol == object.symbol_end()) continue;
            llvm::StringRef name = cantFail(symbol->getName());
            uint32_t number;
            if (name.consume_front(pad_prefix) && !name.getAsInteger(10, number)) pads[relocation.getOffset()] = number;
        }
    }
    return pads;
}

}  // namespace

std::optional<std::vector<CallSite>> read_call_sites(const ELF64LEObjectFile& object, const SectionRef& section) {
    namespace dwarf = llvm::dwarf;
    llvm::DataExtractor data(cantFail(section.getContents()), true, 8);
    std::map<uint64_t, uint32_t> pads = pads_in(object, section);
    llvm::DataExtractor::Cursor at(0);
    if (data.getU8(at) != dwarf::DW_EH_PE_omit) return std::nullopt;  // landing pads count from the function's start
    uint8_t type_encoding = data.getU8(at);
    if (type_encoding == dwarf::DW_EH_PE_omit) return std::nullopt;
    uint64_t type_bytes = (type_encoding & 0x0f) == dwarf::DW_EH_PE_udata4 ? 4 : 8;
    uint64_t types_end = data.getULEB128(at);
    types_end += at.tell();
    if (data.getU8(at) != dwarf::DW_EH_PE_uleb128) return std::nullopt;
    uint64_t actions = data.getULEB128(at);
    actions += at.tell();
    std::vector<CallSite> sites;
    while (at && at.tell() < actions) {
        uint64_t begin = data.getULEB128(at);
        uint64_t size = data.getULEB128(at);
        uint64_t landing = data.getULEB128(at);
        uint64_t action = data.getULEB128(at);
        if (landing == 0) continue;
        uint64_t action_at = actions + action - 1;
        int64_t type = action == 0 ? 0 : data.getSLEB128(&action_at);
        auto pad = pads.find(types_end - static_cast<uint64_t>(type) * type_bytes);
        if (type <= 0 || pad == pads.end()) return std::nullopt;
        sites.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + size),
                         static_cast<uint32_t>(landing), pad->second});
    }
    if (llvm::Error error = at.takeError()) {
        llvm::consumeError(std::move(error));
        return std::nullopt;
    }
    return sites;
}

}  // namespace celer::optimizer

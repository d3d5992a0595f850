#include "baseline/disassembler.h"

#include <Zydis/Zydis.h>

#include <cstdio>

namespace celer {

// One line an instruction: offset from the code's start, then Intel syntax. Absolute addresses print as they are.
std::string disassemble(const MethodCode* code) {
    std::string text;
    uint32_t offset = 0;
    while (offset < code->size_bytes) {
        ZydisDisassembledInstruction instruction;
        uint64_t address = reinterpret_cast<uint64_t>(code->start) + offset;
        char line[160];
        if (!ZYAN_SUCCESS(ZydisDisassembleIntel(ZYDIS_MACHINE_MODE_LONG_64, address, code->start + offset,
                                                code->size_bytes - offset, &instruction))) {
            std::snprintf(line, sizeof line, "%5u  db 0x%02x\n", offset, code->start[offset]);
            text += line;
            offset++;
            continue;
        }
        std::snprintf(line, sizeof line, "%5u  %s\n", offset, instruction.text);
        text += line;
        offset += instruction.info.length;
    }
    return text;
}

}  // namespace celer

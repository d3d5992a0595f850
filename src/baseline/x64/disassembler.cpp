// Zydis is opened when the first listing is asked for: linked in, it would be loaded at every start.
#include "baseline/disassembler.h"

#include <Zydis/Zydis.h>
#include <dlfcn.h>

#include <cstdio>

#include "code/helpers.h"

namespace celer {

namespace {

using DisassembleIntel = ZyanStatus (*)(ZydisMachineMode mode, ZyanU64 address, const void* buffer, ZyanUSize length,
                                        ZydisDisassembledInstruction* instruction);

DisassembleIntel find_disassembler() {
    void* library = dlopen("libZydis.so.4.0", RTLD_NOW);
    if (library == nullptr) library = dlopen("libZydis.so", RTLD_NOW);
    return library != nullptr ? reinterpret_cast<DisassembleIntel>(dlsym(library, "ZydisDisassembleIntel")) : nullptr;
}

DisassembleIntel disassembler() {
    static const DisassembleIntel decode = find_disassembler();
    return decode;
}

// Names the helper that `call [slot]` calls; empty for anything else.
const char* helper_at(const ZydisDisassembledInstruction& instruction) {
    static constexpr const char* names[] = {
#define CELER_HELPER(name, function, effects, result, parameters) #name,
#include "code/helpers.def"
#undef CELER_HELPER
    };
    if (instruction.info.mnemonic != ZYDIS_MNEMONIC_CALL && instruction.info.mnemonic != ZYDIS_MNEMONIC_JMP) return "";
    const ZydisDecodedOperand& operand = instruction.operands[0];
    if (operand.type != ZYDIS_OPERAND_TYPE_MEMORY || operand.mem.base != ZYDIS_REGISTER_NONE) return "";
    auto slot = reinterpret_cast<void**>(operand.mem.disp.value);
    bool is_helper = slot >= g_helper_slots && slot < helper_slot(Helper::Count);
    return is_helper ? names[slot - g_helper_slots] : "";
}

}  // namespace

// One line an instruction: offset from the code's start, then Intel syntax. Absolute addresses print as they are.
std::string disassemble(const MethodCode* code) {
    DisassembleIntel decode = disassembler();
    if (decode == nullptr) return "; install libzydis to see the instructions\n";
    std::string text;
    uint32_t offset = 0;
    while (offset < code->size_bytes) {
        ZydisDisassembledInstruction instruction;
        uint64_t address = reinterpret_cast<uint64_t>(code->start) + offset;
        char line[200];
        if (!ZYAN_SUCCESS(decode(ZYDIS_MACHINE_MODE_LONG_64, address, code->start + offset, code->size_bytes - offset,
                                 &instruction))) {
            std::snprintf(line, sizeof line, "%5u  db 0x%02x\n", offset, code->start[offset]);
            text += line;
            offset++;
            continue;
        }
        const char* helper = helper_at(instruction);
        std::snprintf(line, sizeof line, "%5u  %s%s%s\n", offset, instruction.text, *helper != 0 ? "  ; " : "", helper);
        text += line;
        offset += instruction.info.length;
    }
    return text;
}

bool has_disassembler() {
    return disassembler() != nullptr;
}

std::string disassemble_instruction(const uint8_t* bytes, size_t size, size_t& length) {
    ZydisDisassembledInstruction instruction;
    if (!ZYAN_SUCCESS(disassembler()(ZYDIS_MACHINE_MODE_LONG_64, 0, bytes, size, &instruction))) return {};
    length = instruction.info.length;
    return instruction.text;
}

}  // namespace celer

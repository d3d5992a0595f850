// What a compiler tells about the code it has made, and the part of it that MethodCode::tables keeps: bytes, read from
// the front, numbers in LEB128 where nothing else is said. Exceptions ask what a few addresses in code of any size
// stand for, so nodes and each 32nd entry of the map are found without what is before them.
//
//   inline tree   if has_inline_tree: count, then for nodes 1 ..: address of the method, parent, IL offset
//                 (4 bytes each)
//   IL map        count; with more than 32 entries: its length in bytes, then for each 32nd entry but the first what
//                 the one before says and where it begins: native offset, IL offset, node, place in the map
//                 (4 bytes each);
//                 then per entry: distance in native code, distance in IL (signed), node if has_inline_tree
//   faults        if has_faults: count, then per entry: distance in native code, where it goes on
//   homes         count, then per variable: VariableHome; one more for the address of a result that is returned in
//                 memory
//   OSR points    if has_osr_points: variables_hash (4 bytes), count, then per point: IL offset, address of the
//                 cell (4 bytes)
#pragma once

#include <span>
#include <vector>

#include "code/inline_tree.h"
#include "code/method_code.h"

namespace celer {

// From native_offset on, the code is that of the IL offset in the node's method.
struct IlMapEntry {
    uint32_t native_offset;
    uint32_t il_offset;
    uint32_t inline_node = 0;
};

// An instruction whose access to null memory is a branch and no exception: code goes on at `resume`.
struct FaultEntry {
    uint32_t native_offset;
    uint32_t resume;
};

// Where a variable of the importer's form lies from the end of the prologue to the end of the body.
struct VariableHome {
    enum class In : uint8_t { Nowhere, Frame, Integer, Float } in = In::Nowhere;
    uint8_t reg = 0;     // Integer, Float: the number that the architecture's instructions have for it
    int32_t offset = 0;  // Frame: from the frame pointer, a multiple of 8

    bool operator==(const VariableHome&) const = default;
};

// On-stack replacement: a loop head that looks at a cell of its own, which is null. Once somebody stores the address of
// code that was compiled for this point, the frame calls it with its registers (OsrFrame) and returns what it returns.
struct OsrPoint {
    uint32_t il_offset;
    void** cell;
};
// What code that is entered at an OSR point gets in its first argument register: the registers by their numbers.
struct OsrFrame {
    uint64_t integers[16];
    uint8_t floats[16][32];
};

void** new_osr_cell(const MethodDesc* method);

struct CodeDescription {
    MethodDesc* method = nullptr;
    uint8_t* start = nullptr;  // filled in already
    uint32_t size_bytes = 0;
    CodeTier tier = CodeTier::Stub;
    uint8_t flags = 0;  // code_flags; those of the tables follow from what is given below
    uint32_t prologue_size = 0;
    uint32_t frame_size = 0;
    uint32_t stack_pointer_slot = 0;
    SavedRegisters saved_registers;
    std::span<const EhClause> clauses;
    std::span<const InlineNode> inlined;  // nodes 1, 2, ...
    std::span<const IlMapEntry> il_map;   // sorted by native_offset
    uint32_t il_map_base = 0;             // added to the native offsets of il_map
    std::span<const FaultEntry> faults;   // sorted by native_offset
    std::span<const VariableHome> homes;
    std::span<const OsrPoint> osr_points;
    uint32_t variables_hash =
        0;  // with osr_points: of the form's variables, which another import may number differently
};

// Makes the record, which lives as long as the method, and registers it: perf map and listings hear of it too.
MethodCode* publish_code(const CodeDescription& description);

uint32_t il_offset_at(const MethodCode& code, uintptr_t ip);  // in the innermost method
std::vector<IlMapEntry> il_map_of(const MethodCode& code);
std::vector<VariableHome> variable_homes(const MethodCode& code);
std::vector<OsrPoint> osr_points(const MethodCode& code);
uint32_t osr_variables_hash(const MethodCode& code);  // with has_osr_points
// Where the code goes on after the instruction at ip touched null memory; 0: that is an exception. Safe in signal
// handlers.
uintptr_t resume_after_fault(const MethodCode& code, uintptr_t ip);

}  // namespace celer

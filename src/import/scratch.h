// Tables of an import, whose memory is used again by later ones.
#pragma once

#include <array>
#include <vector>

#include "il/method_body.h"
#include "import/value.h"

namespace celer {

enum class ScratchKind : uint8_t { Normal, MethodEntry, HandlerEntry, FilterEntry, SyncExit, SyncFinally };

struct ScratchBlock {
    uint32_t il_offset;
    Region region;
    uint32_t clause;  // HandlerEntry, FilterEntry
    ScratchKind kind;
    bool pending;
    bool imported;
    bool loop_head;
    bool has_state;        // stack_first/stack_depth are set
    uint32_t stack_first;  // in ImportScratch::entry_states
    uint32_t stack_depth;
    uint32_t first_inst;
    uint32_t inst_count;
    uint32_t number;  // final block number
};

struct EntryState {
    Kind kind;
    TypeHandle type;
};

struct ForcedState {
    uint32_t block;
    uint32_t depth;
    Kind kind;
};

struct SpillVariable {
    uint32_t depth;
    Kind kind;
    TypeHandle type;
    uint32_t variable;
};

// Buffers that live from import to import.
struct ImportScratch {
    std::vector<uint8_t> marks;            // per IL offset: mark_*
    std::vector<uint32_t> block_at;        // per IL offset: scratch block of a leader
    std::vector<ScratchBlock> blocks;      // by IL offset, entry blocks before the Normal block of the same offset
    std::vector<Region> region_at;         // per IL offset: the innermost region; empty without clauses
    std::vector<Region> enclosing_region;  // by Region::index
    std::vector<uint32_t> entry_block;     // per clause: handler entry, filter entry (2 * clause + 1)
    std::vector<il::ExceptionClause> clauses;
    std::vector<Value> stack;
    std::vector<EntryState> entry_states;
    std::vector<ForcedState> forced;
    std::vector<SpillVariable> spills;
    std::vector<uint32_t> address_uses;      // per variable: VarAddress instructions in use
    std::vector<uint8_t> changed_arguments;  // by argument: stored or its address taken; only with argument facts
    std::vector<uint32_t> targets;
    std::vector<EntryState> edge_states;
    std::array<uint32_t, 64> assumption_places{};  // by hash: place in ImportedCode::assumptions, perhaps of another
};

inline constexpr uint8_t mark_start = 1;
inline constexpr uint8_t mark_leader = 2;
inline constexpr uint8_t mark_branch_target = 4;
inline constexpr uint8_t mark_prefixed = 8;  // behind a prefix: nothing may enter here

}  // namespace celer

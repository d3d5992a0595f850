#include <fmt/format.h>

#include <algorithm>

#include "code/code_tables.h"
#include "compile/compilation.h"
#include "types/loader.h"

namespace celer {

namespace {

std::string text_of(const VariableHome& home) {
    switch (home.in) {
        case VariableHome::In::Nowhere:
            return "-";
        case VariableHome::In::Frame:
            return fmt::format("[{:+}]", home.offset);
        case VariableHome::In::Integer:
            return fmt::format("r{}", home.reg);
        case VariableHome::In::Float:
            return fmt::format("v{}", home.reg);
    }
    return "?";
}

void append_clauses(std::string& text, const MethodCode& code) {
    static constexpr const char* kinds[] = {"catch", "filter", "finally", "fault"};
    for (uint32_t i = 0; i < code.clause_count; i++) {
        const EhClause& clause = code.clauses[i];
        text += fmt::format("  try {:#x}-{:#x} {} {:#x}-{:#x}\n", clause.try_begin, clause.try_end,
                            kinds[static_cast<int>(clause.kind)], clause.handler_begin, clause.handler_end);
    }
}

void append_inlined(std::string& text, const MethodCode& code) {
    uint32_t last = 0;
    for (const IlMapEntry& entry : il_map_of(code)) last = std::max(last, entry.inline_node);
    for (uint32_t node = 1; node <= last; node++) {
        text += fmt::format("  inlined @{} in @{}: {}\n", node, caller_of_node(code, node),
                            display_name(method_of_node(code, node)));
    }
}

}  // namespace

std::string describe(const MethodCode& code) {
    std::string text = fmt::format("  frame {}, prologue {}, saved registers {:#b}, tables {}\n", code.frame_size,
                                   code.prologue_size, code.saved_registers.mask(), code.tables_size);
    append_clauses(text, code);
    std::string homes;
    for (const VariableHome& home : variable_homes(code)) homes += " " + text_of(home);
    if (!homes.empty()) text += "  variables" + homes + "\n";
    append_inlined(text, code);
    std::string map;
    for (const IlMapEntry& entry : il_map_of(code)) {
        map += fmt::format(" {:#x}:{}", entry.native_offset, entry.il_offset);
        if (entry.inline_node != 0) map += fmt::format("@{}", entry.inline_node);
    }
    if (!map.empty()) text += "  IL map" + map + "\n";
    return text;
}

std::string describe(const Remark& remark) {
    std::string text = std::to_string(remark.node) + " IL " + std::to_string(remark.il_offset) + ": ";
    auto method = [&] { return std::string(method_name(remark.method)); };
    auto type = [&] { return display_name(TypeHandle(const_cast<MethodTable*>(remark.type))); };
    switch (remark.kind) {
        case RemarkKind::PutIn:
            return text + method() + " is put in" + (remark.type == nullptr ? "" : ", if the receiver is a " + type());
        case RemarkKind::KeptCall:
            return text + method() + " stays a call: " + remark.text;
        case RemarkKind::VectorLoop:
            return text + "the loop is vector code: " + remark.text;
        case RemarkKind::ScalarLoop:
            return text + "the loop is no vector code: " + remark.text;
        case RemarkKind::StackObject:
            return text + "the " + type() + " is not allocated: " + remark.text;
        case RemarkKind::HeapObject:
            return text + "a " + type() + " is allocated";
        case RemarkKind::Refused:
            break;
    }
    return "stays at tier 0: " + remark.text;
}

}  // namespace celer

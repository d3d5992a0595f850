#include "code/code_tables.h"

#include <cstring>
#include <memory>

#include "base/assert.h"
#include "base/bytes.h"
#include "code/code_roots.h"
#include "code/perf_map.h"
#include "platform/cpu.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

// Distances are mostly small and sometimes negative.
uint32_t zigzag(int32_t value) {
    return static_cast<uint32_t>(value) << 1 ^ static_cast<uint32_t>(value >> 31);
}
int32_t unzigzag(uint32_t value) {
    return static_cast<int32_t>(value >> 1 ^ (0u - (value & 1)));
}

constexpr size_t most_number_bytes = 5;

// Into memory that is large enough.
class Writer {
  public:
    explicit Writer(uint8_t* bytes) : at_(bytes) {}

    uint8_t* position() const { return at_; }
    void number(uint32_t value) {
        for (; value >= 0x80; value >>= 7) *at_++ = static_cast<uint8_t>(value | 0x80);
        *at_++ = static_cast<uint8_t>(value);
    }
    void word(uint32_t value) {
        store_unaligned(at_, value);
        at_ += sizeof value;
    }
    void skip(size_t bytes) { at_ += bytes; }
    void address(const void* of_arena) { word(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(of_arena))); }

  private:
    uint8_t* at_;
};

class Reader {
  public:
    explicit Reader(const uint8_t* bytes) : at_(bytes) {}

    uint32_t number() {
        uint32_t value = 0;
        for (uint32_t shift = 0;; shift += 7) {
            uint8_t byte = *at_++;
            value |= static_cast<uint32_t>(byte & 0x7f) << shift;
            if (byte < 0x80) return value;
        }
    }
    uint32_t word() {
        auto value = load_unaligned<uint32_t>(at_);
        at_ += sizeof value;
        return value;
    }
    template <typename T>
    T* address() {
        return reinterpret_cast<T*>(static_cast<uintptr_t>(word()));
    }
    void skip(size_t bytes) { at_ += bytes; }

  private:
    const uint8_t* at_;
};

constexpr size_t node_bytes = 3 * sizeof(uint32_t);
constexpr uint32_t entries_of_group = 32;  // of the IL map
constexpr size_t group_bytes = 4 * sizeof(uint32_t);
constexpr uint32_t groups_of(uint32_t entries) {
    return entries == 0 ? 0 : (entries - 1) / entries_of_group;  // but for the first
}

constexpr uint32_t home_kind_bits = 2;

uint32_t encode(const VariableHome& home) {
    uint32_t place = home.in == VariableHome::In::Frame ? zigzag(home.offset / 8) : home.reg;
    return place << home_kind_bits | static_cast<uint32_t>(home.in);
}

VariableHome decode_home(uint32_t number) {
    VariableHome home;
    home.in = static_cast<VariableHome::In>(number & ((1u << home_kind_bits) - 1));
    uint32_t place = number >> home_kind_bits;
    if (home.in == VariableHome::In::Frame) {
        home.offset = 8 * unzigzag(place);
    } else {
        home.reg = static_cast<uint8_t>(place);
    }
    return home;
}

size_t most_bytes(const CodeDescription& description) {
    size_t numbers = 5 + 3 * description.inlined.size() + 3 * description.il_map.size() +
                     2 * description.faults.size() + description.homes.size() + 2 * description.osr_points.size() + 2;
    return most_number_bytes * numbers + group_bytes * groups_of(static_cast<uint32_t>(description.il_map.size()));
}

void encode_il_map(const CodeDescription& description, Writer& writer) {
    auto count = static_cast<uint32_t>(description.il_map.size());
    uint32_t groups = groups_of(count);
    writer.number(count);
    Writer length = writer;
    if (groups != 0) writer.skip(sizeof(uint32_t));
    Writer index = writer;
    writer.skip(groups * group_bytes);
    const uint8_t* begin = writer.position();
    IlMapEntry last = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        IlMapEntry entry = description.il_map[i];
        entry.native_offset += description.il_map_base;
        CELER_ASSERT(entry.native_offset >= last.native_offset, "the IL map is in the order of addresses");
        if (i != 0 && i % entries_of_group == 0) {
            index.word(last.native_offset);
            index.word(last.il_offset);
            index.word(last.inline_node);
            index.word(static_cast<uint32_t>(writer.position() - begin));
        }
        writer.number(entry.native_offset - last.native_offset);
        writer.number(zigzag(static_cast<int32_t>(entry.il_offset - last.il_offset)));
        if (!description.inlined.empty()) writer.number(entry.inline_node);
        last = entry;
    }
    if (groups != 0) length.word(static_cast<uint32_t>(writer.position() - begin));
}

// Returns the end.
uint8_t* encode_tables(const CodeDescription& description, uint8_t* bytes) {
    Writer writer(bytes);
    if (!description.inlined.empty()) {
        writer.number(static_cast<uint32_t>(description.inlined.size()));
        for (const InlineNode& node : description.inlined) {
            writer.address(node.method);
            writer.word(node.parent);
            writer.word(node.call_il_offset);
        }
    }
    encode_il_map(description, writer);
    if (!description.faults.empty()) {
        writer.number(static_cast<uint32_t>(description.faults.size()));
        uint32_t last_offset = 0;
        for (const FaultEntry& fault : description.faults) {
            writer.number(fault.native_offset - last_offset);
            writer.number(fault.resume);
            last_offset = fault.native_offset;
        }
    }
    writer.number(static_cast<uint32_t>(description.homes.size()));
    for (const VariableHome& home : description.homes) writer.number(encode(home));
    if (!description.osr_points.empty()) {
        writer.word(description.variables_hash);
        writer.number(static_cast<uint32_t>(description.osr_points.size()));
        for (const OsrPoint& point : description.osr_points) {
            writer.number(point.il_offset);
            writer.address(point.cell);
        }
    }
    return writer.position();
}

// The parts in their order; each function leaves the reader behind its part.

InlineNode read_node(Reader& reader) {
    auto* method = reader.address<MethodDesc>();
    uint32_t parent = reader.word();
    return {method, parent, reader.word()};
}

void skip_inlined(const MethodCode& code, Reader& reader) {
    if (code.is(code_flags::has_inline_tree)) reader.skip(reader.number() * node_bytes);
}

void read_entry(const MethodCode& code, Reader& reader, IlMapEntry& entry) {
    entry.native_offset += reader.number();
    entry.il_offset += static_cast<uint32_t>(unzigzag(reader.number()));
    if (code.is(code_flags::has_inline_tree)) entry.inline_node = reader.number();
}

template <typename Visit>
void read_il_map(const MethodCode& code, Reader& reader, Visit visit) {
    uint32_t count = reader.number();
    if (groups_of(count) != 0) reader.skip(sizeof(uint32_t) + groups_of(count) * group_bytes);
    IlMapEntry entry = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        read_entry(code, reader, entry);
        visit(entry);
    }
}

void skip_il_map(const MethodCode& code, Reader& reader) {
    Reader head = reader;
    uint32_t groups = groups_of(head.number());
    if (groups == 0) return read_il_map(code, reader, [](const IlMapEntry&) {});
    uint32_t length = head.word();
    head.skip(groups * group_bytes + length);
    reader = head;
}

// The last entry that begins at the offset or before. The reader is somewhere in the map then.
IlMapEntry find_in_il_map(const MethodCode& code, Reader& reader, uint32_t offset) {
    uint32_t left = reader.number();
    IlMapEntry found = {0, 0};
    if (uint32_t groups = groups_of(left); groups != 0) {
        reader.skip(sizeof(uint32_t));
        Reader index = reader;
        reader.skip(groups * group_bytes);
        auto group_at = [&](uint32_t number) {
            Reader group = index;
            group.skip(number * group_bytes);
            return group;
        };
        uint32_t low = 0;  // groups behind an entry that begins at the offset or before
        for (uint32_t high = groups; low < high;) {
            uint32_t middle = (low + high) / 2;
            group_at(middle).word() <= offset ? low = middle + 1 : high = middle;
        }
        if (low != 0) {
            Reader group = group_at(low - 1);
            found.native_offset = group.word();
            found.il_offset = group.word();
            found.inline_node = group.word();
            reader.skip(group.word());
            left -= low * entries_of_group;
        }
    }
    for (IlMapEntry next = found; left != 0; left--) {
        read_entry(code, reader, next);
        if (next.native_offset > offset) break;
        found = next;
    }
    return found;
}

template <typename Visit>
void read_faults(const MethodCode& code, Reader& reader, Visit visit) {
    if (!code.is(code_flags::has_faults)) return;
    uint32_t count = reader.number();
    FaultEntry fault = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        fault.native_offset += reader.number();
        fault.resume = reader.number();
        visit(fault);
    }
}

uint32_t native_offset(const MethodCode& code, uintptr_t ip) {
    return static_cast<uint32_t>(ip - reinterpret_cast<uintptr_t>(code.start));
}

IlMapEntry il_map_entry_at(const MethodCode& code, uintptr_t ip) {
    if (code.tables == nullptr) return {0, 0};
    Reader reader(code.tables);
    skip_inlined(code, reader);
    return find_in_il_map(code, reader, native_offset(code, ip));
}

InlineNode inline_node(const MethodCode& code, uint32_t wanted) {
    if (wanted == 0) return {code.method, 0, 0};
    Reader reader(code.tables);
    reader.number();
    reader.skip((wanted - 1) * node_bytes);
    return read_node(reader);
}

}  // namespace

bool any_handlers_expect_registers() {
    return load_acquire(code_roots().any_handlers_expect_registers) != 0;
}

MethodCode* publish_code(const CodeDescription& description) {
    auto memory = std::make_unique_for_overwrite<uint8_t[]>(most_bytes(description));
    std::span<const uint8_t> tables(memory.get(), encode_tables(description, memory.get()));
    auto* code = new_beside<MethodCode>(description.method, Section::CodeData);
    code->method = description.method;
    code->start = description.start;
    code->size_bytes = description.size_bytes;
    code->prologue_size = description.prologue_size;
    code->frame_size = description.frame_size;
    code->stack_pointer_slot = description.stack_pointer_slot;
    code->saved_registers = description.saved_registers;
    code->tier = description.tier;
    code->flags = description.flags;
    if (!description.inlined.empty()) code->flags |= code_flags::has_inline_tree;
    if (!description.faults.empty()) code->flags |= code_flags::has_faults;
    if (!description.osr_points.empty()) code->flags |= code_flags::has_osr_points;
    if (!description.clauses.empty()) {
        code->clause_count = static_cast<uint32_t>(description.clauses.size());
        auto* clauses = new_beside<EhClause>(description.method, Section::CodeData, code->clause_count);
        std::memcpy(clauses, description.clauses.data(), description.clauses.size_bytes());
        code->clauses = clauses;
    }
    bool is_empty = tables.size() == 2 && tables[0] == 0 && tables[1] == 0;
    if (!is_empty) {
        code->tables_size = static_cast<uint32_t>(tables.size());
        auto* bytes = new_beside<uint8_t>(description.method, Section::CodeData, tables.size());
        std::memcpy(bytes, tables.data(), tables.size());
        code->tables = bytes;
    }
    if (code->handlers_expect_registers()) store_release(code_roots().any_handlers_expect_registers, uint64_t{1});
    synchronize_code(code->start, code->size_bytes);
    register_code(code);
    add_to_perf_map(code);
    return code;
}

uint32_t il_offset_at(const MethodCode& code, uintptr_t ip) {
    return il_map_entry_at(code, ip).il_offset;
}

std::vector<IlMapEntry> il_map_of(const MethodCode& code) {
    std::vector<IlMapEntry> map;
    if (code.tables == nullptr) return map;
    Reader reader(code.tables);
    skip_inlined(code, reader);
    read_il_map(code, reader, [&](const IlMapEntry& entry) { map.push_back(entry); });
    return map;
}

// Leaves the reader behind them.
static std::vector<VariableHome> read_homes(const MethodCode& code, Reader& reader) {
    skip_inlined(code, reader);
    skip_il_map(code, reader);
    read_faults(code, reader, [](const FaultEntry&) {});
    std::vector<VariableHome> homes(reader.number());
    for (VariableHome& home : homes) home = decode_home(reader.number());
    return homes;
}

std::vector<VariableHome> variable_homes(const MethodCode& code) {
    if (code.tables == nullptr) return {};
    Reader reader(code.tables);
    return read_homes(code, reader);
}

void** new_osr_cell(const MethodDesc* method) {
    return new_beside<void*>(method, Section::CodeData);
}

std::vector<OsrPoint> osr_points(const MethodCode& code) {
    if (!code.is(code_flags::has_osr_points)) return {};
    Reader reader(code.tables);
    read_homes(code, reader);
    reader.word();
    std::vector<OsrPoint> points(reader.number());
    for (OsrPoint& point : points) {
        point.il_offset = reader.number();
        point.cell = reader.address<void*>();
    }
    return points;
}

uint32_t osr_variables_hash(const MethodCode& code) {
    Reader reader(code.tables);
    read_homes(code, reader);
    return reader.word();
}

uintptr_t resume_after_fault(const MethodCode& code, uintptr_t ip) {
    if (!code.is(code_flags::has_faults)) return 0;
    Reader reader(code.tables);
    skip_inlined(code, reader);
    skip_il_map(code, reader);
    uint32_t offset = native_offset(code, ip);
    uintptr_t resume = 0;
    read_faults(code, reader, [&](const FaultEntry& fault) {
        if (fault.native_offset == offset) resume = reinterpret_cast<uintptr_t>(code.start) + fault.resume;
    });
    return resume;
}

std::vector<InlineNode> inline_tree_of(const MethodCode& code) {
    std::vector<InlineNode> nodes;
    if (!code.is(code_flags::has_inline_tree)) return nodes;
    Reader reader(code.tables);
    for (uint32_t count = reader.number(); count != 0; count--) nodes.push_back(read_node(reader));
    return nodes;
}

uint32_t inline_node_at(const MethodCode& code, uintptr_t ip) {
    return code.is(code_flags::has_inline_tree) ? il_map_entry_at(code, ip).inline_node : 0;
}

uint32_t caller_of_node(const MethodCode& code, uint32_t node) {
    return inline_node(code, node).parent;
}

MethodDesc* method_of_node(const MethodCode& code, uint32_t node) {
    return inline_node(code, node).method;
}

uint32_t il_offset_in_node(const MethodCode& code, uintptr_t ip, uint32_t node) {
    IlMapEntry innermost = il_map_entry_at(code, ip);
    uint32_t il_offset = innermost.il_offset;
    for (uint32_t at = innermost.inline_node; at != node && at != 0;) {
        InlineNode inner = inline_node(code, at);
        il_offset = inner.call_il_offset;
        at = inner.parent;
    }
    return il_offset;
}

}  // namespace celer

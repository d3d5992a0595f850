#include "optimizer/object_code.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>

#include "code/code_tables.h"
#include "optimizer/call_sites.h"
#include "platform/arena.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Object/StackMapParser.h>
#include <llvm/Support/MemoryBuffer.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

using llvm::object::ELF64LEObjectFile;
using llvm::object::RelocationRef;
using llvm::object::SectionRef;

namespace {

// Lays the sections out one behind the other, applies relocations and reads the tables.
class Linker {
    static constexpr uint32_t most_alignment = 64;
    static constexpr uint32_t dwarf_rbp = 6;
    static constexpr uint32_t dwarf_rsp = 7;

  public:
    Linker(const ImportedCode& code, const BodyTranslator& translated, const FilterCodes& filters,
           const ELF64LEObjectFile& object)
        : code_(code), translated_(translated), filters_(filters), object_(object) {}

    MethodCode* run() {
        place_sections();
        start_ = allocate_code(size_ + most_alignment, code_.method);  // which begins at a multiple of 16
        if (start_ == nullptr) return nullptr;
        start_ += -reinterpret_cast<uintptr_t>(start_) & (text_alignment_ - 1);  // loops are aligned in it
        place_sections();
        bytes_.assign(size_, 0xcc);
        copy_sections();
        if (!relocate() || !read_prologue() || !read_stack_map() || !read_call_sites() || !read_faults())
            return nullptr;
        read_lines();
        write_code(start_, bytes_.data(), bytes_.size());
        CodeDescription description;
        description.method = code_.method;
        description.clauses = clauses_;
        description.faults = faults_;
        if (!clauses_.empty()) description.flags |= code_flags::handlers_expect_registers;
        description.start = start_;
        description.size_bytes = static_cast<uint32_t>(bytes_.size());
        description.tier = CodeTier::Optimized;
        if (translated_.is_osr()) description.flags |= code_flags::replaces_frame;
        if (translated_.is_filter()) description.flags |= code_flags::is_filter;
        description.prologue_size = prologue_size_;
        description.frame_size = frame_size_;
        description.stack_pointer_slot = keeps_stack_pointer() ? below_frame_pointer_ : 0;
        description.saved_registers = saved_;
        description.il_map = il_map_;
        description.inlined = translated_.state().nodes;
        return publish_code(description);
    }
    std::string problem;

  private:
    static bool is_placed(const SectionRef& section) {
        uint64_t flags = llvm::object::ELFSectionRef(section).getFlags();
        if (!(flags & llvm::ELF::SHF_ALLOC) || section.getSize() == 0) return false;
        llvm::StringRef name = cantFail(section.getName());
        return section.isText() ||
               !(name.starts_with(".note") || name.starts_with(".eh_frame") || name.starts_with(".gcc_except_table") ||
                 name == ".llvm_faultmaps" || name == ".llvm_stackmaps");
    }

    // Constants are aligned where they lie.
    void place_sections() {
        auto start = reinterpret_cast<uintptr_t>(start_);
        size_ = 0;
        for (bool text : {true, false}) {
            for (const SectionRef& section : object_.sections()) {
                if (!is_placed(section) || section.isText() != text) continue;
                uint32_t alignment = static_cast<uint32_t>(std::max<uint64_t>(section.getAlignment().value(), 1));
                size_ = static_cast<uint32_t>(((start + size_ + alignment - 1) & ~uintptr_t{alignment - 1}) - start);
                places_[section.getIndex()] = size_;
                size_ += static_cast<uint32_t>(section.getSize());
                if (text && function_size_ == 0) {
                    function_size_ = size_;
                    text_alignment_ = alignment;
                }
            }
        }
    }

    void copy_sections() {
        for (const SectionRef& section : object_.sections()) {
            auto place = places_.find(section.getIndex());
            if (place == places_.end()) continue;
            llvm::StringRef contents = cantFail(section.getContents());
            std::memcpy(bytes_.data() + place->second, contents.data(), contents.size());
        }
    }

    // The address of what a relocation names; 0 if it is not known.
    uint64_t target_of(const RelocationRef& relocation) {
        auto symbol = relocation.getSymbol();
        if (symbol == object_.symbol_end()) return 0;
        llvm::StringRef name = cantFail(symbol->getName());
        auto section = cantFail(symbol->getSection());
        if (section != object_.section_end()) {
            auto place = places_.find(section->getIndex());
            return place == places_.end()
                       ? 0
                       : reinterpret_cast<uint64_t>(start_) + place->second + cantFail(symbol->getValue());
        }
        problem = "a call of " + name.str();
        return 0;
    }

    bool relocate() {
        for (const SectionRef& section : object_.sections()) {
            auto relocated = cantFail(section.getRelocatedSection());
            if (relocated == object_.section_end()) continue;
            auto place = places_.find(relocated->getIndex());
            if (place == places_.end()) continue;
            for (const RelocationRef& relocation : section.relocations()) {
                if (!apply(relocation, place->second)) return false;
            }
        }
        return true;
    }

    bool apply(const RelocationRef& relocation, uint32_t section_place) {
        uint64_t target = target_of(relocation);
        if (target == 0) {
            if (problem.empty()) problem = "a relocation against an unknown place";
            return false;
        }
        uint32_t at = section_place + static_cast<uint32_t>(relocation.getOffset());
        int64_t addend = cantFail(llvm::object::ELFRelocationRef(relocation).getAddend());
        uint64_t value = target + static_cast<uint64_t>(addend);
        switch (relocation.getType()) {
            case llvm::ELF::R_X86_64_PC32:
            case llvm::ELF::R_X86_64_PLT32:
                value -= reinterpret_cast<uint64_t>(start_) + at;
                [[fallthrough]];
            case llvm::ELF::R_X86_64_32:
            case llvm::ELF::R_X86_64_32S: {
                auto word = static_cast<uint32_t>(value);
                std::memcpy(bytes_.data() + at, &word, sizeof word);
                return true;
            }
            case llvm::ELF::R_X86_64_64:
                std::memcpy(bytes_.data() + at, &value, sizeof value);
                return true;
            default:
                problem = "a relocation of type " + std::to_string(relocation.getType());
                return false;
        }
    }

    // push rbp; mov rbp, rsp; pushes of callee-saved registers.
    bool read_prologue() {
        struct Push {
            uint8_t bytes[2];
            uint8_t count;
            uint32_t index;  // in SavedRegisters
        };
        static constexpr Push pushes[] = {
            {{0x53}, 1, 0}, {{0x41, 0x54}, 2, 1}, {{0x41, 0x55}, 2, 2}, {{0x41, 0x56}, 2, 3}, {{0x41, 0x57}, 2, 4}};
        static constexpr uint8_t start[] = {0x55, 0x48, 0x89, 0xe5};
        const uint8_t* at = bytes_.data();
        if (std::memcmp(at, start, sizeof start) != 0) return fail("a prologue without a frame pointer");
        at += sizeof start;
        uint32_t slot = 0;
        for (bool found = true; found;) {
            found = false;
            for (const Push& push : pushes) {
                if (std::memcmp(at, push.bytes, push.count) != 0) continue;
                saved_.save(push.index, ++slot);
                at += push.count;
                found = true;
                break;
            }
        }
        prologue_size_ = static_cast<uint32_t>(at - bytes_.data());
        return read_frame_size();
    }

    // LLVM counts from the return address, which is not part of it, on: rbp is.
    bool read_frame_size() {
        for (const SectionRef& section : object_.sections()) {
            if (cantFail(section.getName()) != ".stack_sizes") continue;
            llvm::DataExtractor data(cantFail(section.getContents()), true, 8);
            uint64_t at = 8;  // behind the function's address
            frame_size_ = static_cast<uint32_t>(data.getULEB128(&at)) - 8;
            return true;
        }
        if (keeps_stack_pointer()) return true;  // it varies: landings ask the slot
        return fail("no size of the frame");
    }

    bool keeps_stack_pointer() const { return translated_.state().stack_pointer != nullptr; }

    // Where the variables lie that the filters use, or the slot of the stack pointer. No method has both.
    bool read_stack_map() {
        bool shares_variables = !translated_.is_filter() && translated_.shares_variables();
        if (!shares_variables && !keeps_stack_pointer()) return true;
        for (const SectionRef& section : object_.sections()) {
            if (cantFail(section.getName()) != ".llvm_stackmaps") continue;
            llvm::StackMapParser<llvm::endianness::little> map(
                llvm::arrayRefFromStringRef(cantFail(section.getContents())));
            if (map.getNumRecords() != 1 || map.getRecord(0).getNumLocations() != 1) break;
            auto location = map.getRecord(0).getLocation(0);
            if (location.getKind() != decltype(map)::LocationKind::Direct) break;
            bool is_from_rsp = location.getDwarfRegNum() == dwarf_rsp;
            if (!is_from_rsp && location.getDwarfRegNum() != dwarf_rbp) break;
            if (is_from_rsp && frame_size_ == 0) break;
            int64_t from_frame_pointer = location.getOffset() - (is_from_rsp ? int64_t{frame_size_} : 0);
            below_frame_pointer_ = static_cast<uint32_t>(-from_frame_pointer);
            return true;
        }
        return fail("a stack map that is not understood");
    }

    // Call sites with their landing pads, as C++ has them; each clause of a pad becomes an entry of its own.
    bool read_call_sites() {
        for (const SectionRef& section : object_.sections()) {
            if (!cantFail(section.getName()).starts_with(".gcc_except_table")) continue;
            std::optional<std::vector<CallSite>> sites = optimizer::read_call_sites(object_, section);
            if (!sites) return fail("a table of call sites that is not understood");
            for (const CallSite& site : *sites) add_clauses(site);
        }
        return true;
    }

    void add_clauses(const CallSite& site) {
        for (uint16_t selector : translated_.state().pads[site.pad]) {
            const Handler& handler = translated_.state().handlers[selector];
            EhClause native{};
            native.kind = handler.kind == ClauseKind::Catch     ? HandlerKind::Catch
                          : handler.kind == ClauseKind::Filter  ? HandlerKind::Filter
                          : handler.kind == ClauseKind::Finally ? HandlerKind::Finally
                                                                : HandlerKind::Fault;
            native.open_unwinds = static_cast<uint8_t>(handler.open_unwinds);
            native.selector = selector;
            native.try_begin = site.begin;
            native.try_end = site.end;
            native.handler_begin = native.handler_end = site.landing;
            native.catch_type = handler.catch_type.value;
            if (handler.kind == ClauseKind::Filter) {
                native.filter_begin = static_cast<int32_t>(filters_.at(handler.clause)->start - start_);
                native.filter_variables = below_frame_pointer_;
            }
            native.inline_node = handler.node;
            clauses_.push_back(native);
        }
    }

    // Accesses that stand for null checks, and where the other side of those is.
    bool read_faults() {
        for (const SectionRef& section : object_.sections()) {
            if (cantFail(section.getName()) != ".llvm_faultmaps") continue;
            llvm::DataExtractor data(cantFail(section.getContents()), true, 8);
            uint64_t at = 0;
            constexpr uint32_t version = 1;
            if (data.getU32(&at) != version || data.getU32(&at) != 1) return fail("a map of faults of another form");
            at += 8;  // the function's address
            uint32_t count = data.getU32(&at);
            at += 4;  // reserved
            for (uint32_t i = 0; i < count; i++) {
                at += 4;  // kind of the access
                uint32_t native_offset = data.getU32(&at);
                faults_.push_back({native_offset, data.getU32(&at)});
            }
        }
        std::ranges::sort(faults_, {}, &FaultEntry::native_offset);
        return true;
    }

    bool fail(const char* what) {
        problem = what;
        return false;
    }

    // The files of inlined bodies are called by the numbers of their nodes.
    static uint32_t node_of_file(const llvm::DWARFDebugLine::LineTable& table, uint64_t file) {
        std::string name;
        table.getFileNameByIndex(file, "", llvm::DILineInfoSpecifier::FileLineInfoKind::RawValue, name);
        uint32_t node = 0;
        std::from_chars(name.data(), name.data() + name.size(), node);
        return node;
    }

    // Lines are IL offsets + 1; line 0 is nobody's and belongs to what comes before.
    void read_lines() {
        std::unique_ptr<llvm::DWARFContext> context = llvm::DWARFContext::create(object_);
        struct Place {
            uint32_t il_offset;
            uint32_t node;
        };
        std::map<uint32_t, Place> places;
        for (const auto& unit : context->compile_units()) {
            const llvm::DWARFDebugLine::LineTable* table = context->getLineTableForUnit(unit.get());
            if (table == nullptr) continue;
            for (const llvm::DWARFDebugLine::Row& row : table->Rows) {
                if (row.EndSequence || row.Line == 0) continue;
                places[static_cast<uint32_t>(row.Address.Address)] = {row.Line - 1, node_of_file(*table, row.File)};
            }
        }
        for (auto [native, place] : places) {
            bool is_new = il_map_.empty() || il_map_.back().il_offset != place.il_offset ||
                          il_map_.back().inline_node != place.node;
            if (is_new) il_map_.push_back({native, place.il_offset, place.node});
        }
    }

    const ImportedCode& code_;
    const BodyTranslator& translated_;
    const FilterCodes& filters_;
    const ELF64LEObjectFile& object_;
    uint8_t* start_ = nullptr;
    uint32_t size_ = 0;
    uint32_t function_size_ = 0;
    uintptr_t text_alignment_ = 1;
    uint32_t prologue_size_ = 0;
    uint32_t frame_size_ = 0;
    uint32_t below_frame_pointer_ = 0;  // what the stack map tells of
    SavedRegisters saved_;
    std::vector<uint8_t> bytes_;
    std::map<uint64_t, uint32_t> places_;
    std::vector<IlMapEntry> il_map_;
    std::vector<EhClause> clauses_;
    std::vector<FaultEntry> faults_;
};

}  // namespace

MethodCode* install_object(const ImportedCode& code, const BodyTranslator& translated, const FilterCodes& filters,
                           llvm::StringRef object, std::string& problem) {
    auto file = ELF64LEObjectFile::create(llvm::MemoryBufferRef(object, "method"));
    if (!file) {
        problem = "an object that cannot be read: " + llvm::toString(file.takeError());
        return nullptr;
    }
    Linker linker(code, translated, filters, *file);
    MethodCode* made = linker.run();
    problem = linker.problem;
    return made;
}

}  // namespace celer::optimizer

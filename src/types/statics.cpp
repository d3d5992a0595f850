// Layout -> Complete, first half: storage of static fields. A type's statics are one block of process cells, placed
// by the rule for automatic layout, so references come first; thread statics are a piece of every thread's block.
#include "types/statics.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "platform/arena.h"
#include "platform/arena_pointer.h"
#include "platform/process_cells.h"
#include "types/arena_table.h"
#include "types/assembly.h"
#include "types/layout_fields.h"
#include "types/loader.h"
#include "types/loader_allocator.h"
#include "types/loader_state.h"
#include "types/loading_steps.h"

namespace celer {

// References side by side in the statics of a type.
struct StaticRange {
    Object* const* slots;
    size_t count;
};
// Some of those of types that are never unloaded, in the arena. Every collection reads all: side by side, since to go
// from type to type would wait for memory at each.
struct StaticRanges {
    ArenaPointer<StaticRanges> next;  // older
    uint32_t count;
    StaticRange ranges[63];
};

namespace {

using layout::FieldKind;
using layout::PlacedField;

constexpr size_t ranges_ahead = 8;  // of the one that is visited, to be there when its turn comes

// The lists are written under the loader lock, read by the collector while the world is stopped. A type is linked in
// when its StaticsInfo is complete.
void append_static_range(StaticRange range) {
    StaticRanges* last = g_loader->static_ranges;
    if (last == nullptr || last->count == std::size(last->ranges)) {
        auto* next = arena_new<StaticRanges>(Section::Types);
        next->next = last;
        store_release(g_loader->static_ranges, next);
        last = next;
    }
    last->ranges[last->count] = range;
    store_release(last->count, last->count + 1);
}

void link_statics(TypeInfo* info) {
    LoaderAllocator* allocator = loader_allocator_of(info);
    const StaticsInfo& statics = info->statics;
    if (allocator == nullptr) {
        for (const GcSeries& series : std::span(statics.layout->series, statics.layout->series_count))
            append_static_range({reinterpret_cast<Object* const*>(statics.base + series.offset), series.slot_count});
        return;
    }
    info->statics.next = allocator->first_statics;
    store_release(allocator->first_statics, info);
    visit_statics_of(allocator);
}

void link_thread_statics(TypeInfo* info) {
    LoaderAllocator* allocator = loader_allocator_of(info);
    TypeInfo*& first = allocator == nullptr ? g_loader->first_thread_statics : allocator->first_thread_statics;
    info->statics.next_thread = first;
    store_release(first, info);
    if (allocator != nullptr) visit_statics_of(allocator);
}

// Of types that were unloaded; zero in every thread.
std::vector<ThreadStaticsRange>& free_ranges() {
    static auto* ranges = new std::vector<ThreadStaticsRange>;
    return *ranges;
}

// The first that is large enough; its rest stays.
bool take_free_range(uint32_t size_bytes, uint32_t alignment, uint32_t& offset) {
    for (ThreadStaticsRange& range : free_ranges()) {
        if (range.size_bytes < size_bytes || range.offset % alignment != 0) continue;
        offset = range.offset;
        uint32_t taken = align_up(size_bytes, 8u);
        range.offset += std::min(taken, range.size_bytes);
        range.size_bytes -= std::min(taken, range.size_bytes);
        if (range.size_bytes == 0) std::erase_if(free_ranges(), [](const auto& one) { return one.size_bytes == 0; });
        return true;
    }
    return false;
}

struct StaticFields {
    std::vector<PlacedField> placed;
    std::vector<FieldDesc*> fields;

    void add(FieldDesc& field, const layout::FieldShape& shape) {
        placed.push_back(layout::to_placed(shape));
        fields.push_back(&field);
    }
    layout::Outcome place() {
        layout::Outcome outcome = layout::place_fields({}, placed);
        for (size_t i = 0; i < fields.size(); i++) fields[i]->offset = placed[i].offset;
        return outcome;
    }
    GcLayout* references(const TypeInfo* info) const {
        layout::SeriesList series;
        for (const PlacedField& field : placed) {
            if (field.kind == FieldKind::Reference)
                series.append_slots(field.offset, 1);
            else if (field.gc_layout != nullptr)
                series.append(field.gc_layout, field.offset - 8);
        }
        return series.build(0, info);
    }
};

// Fields of primitive type in the image; structs there are mostly array initialisers whose types nobody else needs.
void describe_rva_field(MethodTable* table, FieldDesc& field, Bytes signature) {
    metadata::SignatureReader reader(signature);
    reader.read_field_header();
    reader.skip_modifiers();
    metadata::ElementType element = reader.read_element_type();
    if (element < metadata::ElementType::Boolean || element > metadata::ElementType::R8) return;
    field.element = static_cast<ElementType>(element);
    field.size_bytes = metadata::element_type_size(element);
}

// Data of the file holds no references. Structs without fields, which array initialisers have, are not loaded.
Result<void> check_rva_field(MethodTable* table, Bytes signature) {
    if (table->module->image()->is_ready_to_run()) return {};
    metadata::SignatureReader reader(signature);
    reader.read_field_header();
    reader.skip_modifiers();
    if (reader.read_element_type() != metadata::ElementType::ValueType) return {};
    TypeDefinition type = CELER_TRY(resolve_definition(table->module, reader.read_type_def_or_ref()));
    if (type.module->image()->fields_of(type.rid).empty()) return {};
    layout::FieldShape shape = CELER_TRY(layout::read_field_shape(table, signature, LoadLevel::Layout));
    constexpr uint32_t bad_format = 0x8007000b;
    if (shape.value_type != nullptr && shape.value_type->contains_gc_pointers()) return fail(bad_format);
    return {};
}

Result<void> read_static_fields(MethodTable* table, StaticFields& process, StaticFields& thread) {
    const metadata::Image& image = *table->module->image();
    for (uint32_t i = 0; i < table->info->field_count; i++) {
        FieldDesc& field = table->info->fields[i];
        if (!field.is_static() || (field.flags & field_flags::is_literal)) continue;
        Bytes signature = image.blob(image.field_def(field.token & 0xffffff).signature);
        if (field.flags & field_flags::has_rva) {
            describe_rva_field(table, field, signature);
            CELER_TRY_VOID(check_rva_field(table, signature));
            continue;
        }
        layout::FieldShape shape = CELER_TRY(layout::read_field_shape(table, signature, LoadLevel::Layout));
        if (shape.element == ElementType::ByRef ||
            (shape.value_type != nullptr && shape.value_type->is_by_ref_like())) {
            return std::unexpected(
                type_load_error(table, "A ByRef or ByRef-like type cannot be used as the type for a static field."));
        }
        layout::apply_shape(shape, field);
        (field.flags & field_flags::is_thread_static ? thread : process).add(field, shape);
    }
    return {};
}

Result<void> allocate_process_statics(MethodTable* table, StaticFields& fields) {
    if (fields.fields.empty()) return {};
    StaticsInfo& statics = table->info->statics;
    layout::Outcome outcome = fields.place();
    if (outcome.failed() || !have_room_for_process_cells(outcome.size_bytes))
        return fail(ErrorKind::OutOfMemory, "The static fields of a type are too large.");
    statics.size_bytes = outcome.size_bytes;
    statics.layout = fields.references(table->info);
    statics.base = static_cast<uint8_t*>(take_process_cells(ProcessCell::Statics, loader_heap_of(table),
                                                            outcome.size_bytes, std::max(outcome.alignment, 8u)));
    if (statics.layout != nullptr) link_statics(table->info);
    return {};
}

Result<void> allocate_thread_statics(MethodTable* table, StaticFields& fields) {
    if (fields.fields.empty()) return {};
    StaticsInfo& statics = table->info->statics;
    layout::Outcome outcome = fields.place();
    uint32_t alignment = std::max(outcome.alignment, 8u);
    if (outcome.failed() || !take_free_range(outcome.size_bytes, alignment, statics.thread_offset)) {
        uint64_t offset = align_up<uint64_t>(g_loader->thread_statics_bytes, alignment);
        if (outcome.failed() || offset + outcome.size_bytes > thread_statics_capacity) {
            return fail(ErrorKind::OutOfMemory, "No room is left for thread static fields.");
        }
        statics.thread_offset = static_cast<uint32_t>(offset);
        g_loader->thread_statics_bytes = align_up(statics.thread_offset + outcome.size_bytes, 8u);
    }
    statics.thread_size_bytes = outcome.size_bytes;
    if (LoaderAllocator* allocator = loader_allocator_of(table)) {
        allocator->thread_statics.push_back({statics.thread_offset, align_up(outcome.size_bytes, 8u)});
    }
    statics.thread_layout = fields.references(table->info);
    if (statics.thread_layout != nullptr) link_thread_statics(table->info);
    return {};
}

}  // namespace

Result<void> build_statics(MethodTable* table) {
    if (table->is_array() || table->contains_generic_variables() || table->info->has_statics_built) return {};
    StaticFields process;
    StaticFields thread;
    CELER_TRY_VOID(read_static_fields(table, process, thread));
    CELER_TRY_VOID(allocate_process_statics(table, process));
    CELER_TRY_VOID(allocate_thread_statics(table, thread));
    if (table->flags2 & mt_flags2::has_cctor) {
        table->info->init = new_process_cell<InitState>(ProcessCell::InitState, loader_heap_of(table));
    } else {
        table->set_initialized();
    }
    table->info->has_statics_built = 1;
    return {};
}

void free_thread_statics(ThreadStaticsRange range) {
    free_ranges().push_back(range);
}

void for_each_static_range(void (*visit)(Object* const* slots, size_t count, void* context), void* context) {
    const LoaderRoots* roots = load_acquire(g_loader);
    if (roots == nullptr) return;
    for (const StaticRanges* some = load_acquire(roots->static_ranges); some != nullptr; some = some->next) {
        std::span ranges(some->ranges, load_acquire(some->count));
        for (size_t i = 0; i < ranges.size(); i++) {
            __builtin_prefetch(ranges[std::min(i + ranges_ahead, ranges.size() - 1)].slots);
            visit(ranges[i].slots, ranges[i].count, context);
        }
    }
}

void for_each_thread_statics(void (*visit)(uint32_t offset, const GcLayout* layout, void* context), void* context) {
    const LoaderRoots* roots = load_acquire(g_loader);
    if (roots == nullptr) return;
    TypeInfo* info = load_acquire(roots->first_thread_statics);
    for (; info != nullptr; info = info->statics.next_thread) {
        visit(info->statics.thread_offset, info->statics.thread_layout, context);
    }
}

}  // namespace celer

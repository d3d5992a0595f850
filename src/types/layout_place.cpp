#include "types/layout_place.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/bytes.h"

namespace celer::layout {
namespace {

constexpr uint32_t slot_size = 8;
constexpr uint32_t slot_log2 = 3;
constexpr uint32_t default_packing = 64;  // the largest alignment there is, Vector512's

Outcome finish(const Request& request, uint64_t size, uint32_t alignment, uint32_t max_size = INT32_MAX) {
    Outcome outcome;
    if (size > max_size) {
        outcome.failure = Outcome::Failure::TooLarge;
        return outcome;
    }
    outcome.size_bytes = static_cast<uint32_t>(size);
    if (request.is_value_type && outcome.size_bytes == 0) outcome.size_bytes = 1;
    outcome.alignment = alignment;
    return outcome;
}

// The scalar fields of one size, in declaration order, not yet placed.
class SizeClass {
  public:
    SizeClass(std::span<PlacedField> fields, uint32_t log2, FieldKind kind)
        : fields_(fields), log2_(log2), kind_(kind) {
        skip();
    }
    bool empty() const { return next_ == fields_.size(); }
    uint64_t place(uint64_t offset) {
        fields_[next_++].offset = static_cast<uint32_t>(offset);
        skip();
        return offset + (uint64_t{1} << log2_);
    }
    uint64_t place_all(uint64_t offset) {
        if (empty()) return offset;
        offset = align_up(offset, uint64_t{1} << log2_);
        while (!empty()) offset = place(offset);
        return offset;
    }

  private:
    void skip() {
        while (next_ < fields_.size() && (fields_[next_].kind != kind_ || fields_[next_].size_bytes != 1u << log2_))
            next_++;
    }
    std::span<PlacedField> fields_;
    uint32_t log2_;
    FieldKind kind_;
    size_t next_ = 0;
};

struct SizeClasses {
    explicit SizeClasses(std::span<PlacedField> fields)
        : references(fields, slot_log2, FieldKind::Reference),
          scalars{{fields, 0, FieldKind::Scalar},
                  {fields, 1, FieldKind::Scalar},
                  {fields, 2, FieldKind::Scalar},
                  {fields, 3, FieldKind::Scalar}} {}

    bool any_larger_than(uint32_t log2) const {
        for (uint32_t i = log2 + 1; i <= slot_log2; i++) {
            if (!scalars[i].empty()) return true;
        }
        return !references.empty();
    }

    // Fills the gap that a base class of odd size leaves, as long as larger fields follow for which it would be lost.
    uint64_t fill_gap(uint64_t offset) {
        for (uint32_t log2 = 0; log2 < slot_log2; log2++) {
            while (offset % (2u << log2) != 0) {
                if (!any_larger_than(log2)) return offset;
                uint32_t fitting = log2 + 1;
                while (fitting > 0 && scalars[fitting - 1].empty()) fitting--;
                if (fitting == 0) return offset;
                offset = scalars[fitting - 1].place(offset);
            }
        }
        return offset;
    }

    SizeClass references;
    SizeClass scalars[slot_log2 + 1];
};

Outcome place_auto(const Request& request, std::span<PlacedField> fields) {
    SizeClasses classes(fields);
    uint64_t offset = classes.fill_gap(request.parent_bytes);
    offset = classes.references.place_all(offset);
    for (uint32_t log2 = slot_log2 + 1; log2-- > 0;) offset = classes.scalars[log2].place_all(offset);

    uint32_t alignment = 1;
    bool has_references = false;
    for (PlacedField& field : fields) {
        if (field.holds_references()) has_references = true;
        alignment = std::max(alignment, field.alignment);
        if (field.kind != FieldKind::Struct) continue;
        offset = align_up(offset, uint64_t{field.alignment});
        field.offset = static_cast<uint32_t>(offset);
        offset += field.size_bytes;
        if (offset > max_offset) break;
    }
    if (!request.is_value_type) return finish(request, offset, alignment, max_offset);

    uint32_t whole =
        offset > slot_size ? slot_size : std::bit_ceil(static_cast<uint32_t>(std::max<uint64_t>(offset, 1)));
    uint32_t own_alignment = has_references ? slot_size : std::max(whole, alignment);
    return finish(request, align_up(offset, uint64_t{own_alignment}), own_alignment, max_offset);
}

Outcome place_sequential(const Request& request, std::span<PlacedField> fields) {
    uint32_t packing = request.packing == 0 ? default_packing : request.packing;
    uint64_t offset = request.parent_bytes;
    uint32_t alignment = 1;
    uint64_t last_offset = 0;
    for (PlacedField& field : fields) {
        uint32_t field_alignment = std::min(field.alignment, packing);
        alignment = std::max(alignment, field_alignment);
        last_offset = align_up(offset, uint64_t{field_alignment});
        field.offset = static_cast<uint32_t>(last_offset);
        offset = last_offset + field.size_bytes;
        if (offset > UINT32_MAX) return {.failure = Outcome::Failure::Overflow};
    }
    if (last_offset > max_offset) return {.failure = Outcome::Failure::Unreachable};
    uint64_t size = request.class_size != 0 ? std::max(offset, uint64_t{request.parent_bytes} + request.class_size)
                                            : align_up(offset, uint64_t{alignment});
    return finish(request, size, alignment);
}

// Explicit layout: what each byte is used for, where references are around.
class ByteUse {
  public:
    explicit ByteUse(uint64_t size) : use_(size, Free) {}

    static constexpr uint64_t no_conflict = UINT64_MAX;

    // Where a field is misaligned or in conflict with those before.
    uint64_t mark_field(const PlacedField& field) {
        if (field.kind == FieldKind::Scalar && field.byrefs.empty())
            return mark(field.offset, field.size_bytes, Scalar);
        bool is_free = field.kind == FieldKind::Struct ? mark_struct(field) : mark_slot(field);
        if (is_free) return no_conflict;
        bool holds_none = field.gc_layout == nullptr && field.byrefs.empty() && field.kind == FieldKind::Struct;
        return holds_none ? conflict_ : field.offset;
    }

  private:
    enum Use : uint8_t { Free, Scalar, Reference, ByRef };

    bool mark_slot(const PlacedField& field) {
        bool is_reference = field.kind == FieldKind::Reference;
        return field.offset % slot_size == 0 && is_marked(field.offset, slot_size, is_reference ? Reference : ByRef);
    }

    bool mark_struct(const PlacedField& field) {
        if (!field.byrefs.empty() && field.gc_layout == nullptr) return mark_byrefs(field);
        if (field.gc_layout != nullptr && field.offset % slot_size != 0) return false;
        uint64_t position = field.offset;
        uint64_t end = field.offset + uint64_t{field.size_bytes};
        for (uint32_t i = 0; field.gc_layout != nullptr && i < field.gc_layout->series_count; i++) {
            const GcSeries& series = field.gc_layout->series[i];
            uint64_t first = field.offset + uint64_t{series.offset} - slot_size;
            uint64_t size = uint64_t{series.slot_count} * slot_size;
            if (!is_marked(position, first - position, Scalar) || !is_marked(first, size, Reference)) return false;
            position = first + size;
        }
        return is_marked(position, end - position, Scalar);
    }

    // Byrefs first; what else the field has is as of a field without them.
    bool mark_byrefs(const PlacedField& field) {
        uint64_t position = field.offset;
        for (uint32_t byref : field.byrefs) {
            uint64_t at = uint64_t{field.offset} + byref;
            if (!is_marked(position, at - position, Scalar)) return false;
            if (at % slot_size != 0 || !is_marked(at, slot_size, ByRef)) return false;
            position = at + slot_size;
        }
        return is_marked(position, field.offset + uint64_t{field.size_bytes} - position, Scalar);
    }

    bool is_marked(uint64_t offset, uint64_t size, Use use) { return mark(offset, size, use) == no_conflict; }

    uint64_t mark(uint64_t offset, uint64_t size, Use use) {
        for (uint64_t i = offset; i < offset + size; i++) {
            if (use_[i] != Free && use_[i] != use) return conflict_ = i;
            use_[i] = use;
        }
        return no_conflict;
    }

    std::vector<uint8_t> use_;
    uint64_t conflict_ = no_conflict;
};

Outcome place_explicit(const Request& request, std::span<PlacedField> fields) {
    uint32_t packing = request.packing == 0 ? default_packing : request.packing;
    uint64_t end = request.parent_bytes;
    uint32_t alignment = 1;
    bool has_references = false;
    bool has_byrefs = false;
    for (PlacedField& field : fields) {
        if (uint64_t{request.parent_bytes} + field.offset > max_offset) return {.failure = Outcome::Failure::TooFar};
        field.offset += request.parent_bytes;
        end = std::max(end, uint64_t{field.offset} + field.size_bytes);
        alignment = std::max(alignment, std::min(field.alignment, packing));
        has_references |= field.holds_references();
        has_byrefs |= !field.byrefs.empty();
    }
    if (has_references || has_byrefs) {
        ByteUse use(end);
        for (const PlacedField& field : fields) {
            uint64_t conflict = use.mark_field(field);
            if (conflict == ByteUse::no_conflict) continue;
            return {.failure = Outcome::Failure::Overlap, .failed_offset = static_cast<uint32_t>(conflict)};
        }
    }
    uint64_t size = end;
    if (request.is_value_type)
        size = request.class_size != 0 ? std::max(size, uint64_t{request.class_size})
                                       : align_up(size, uint64_t{alignment});
    if (has_references) {
        size = align_up(size, uint64_t{slot_size});
        alignment = slot_size;
    }
    return finish(request, size, alignment);
}

}  // namespace

Outcome place_fields(const Request& request, std::span<PlacedField> fields) {
    switch (request.rule) {
        case Rule::Auto:
            return place_auto(request, fields);
        case Rule::Explicit:
            return place_explicit(request, fields);
        case Rule::Sequential:
            break;
    }
    for (const PlacedField& field : fields) {
        if (field.holds_references()) return place_auto(request, fields);
    }
    return place_sequential(request, fields);
}

}  // namespace celer::layout

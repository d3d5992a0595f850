// What layout and statics share: the shape of a field by its signature, and lists of reference slots. Internal to
// types/.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "types/layout_place.h"
#include "types/type_info.h"

namespace celer::metadata {
class Image;
}

namespace celer::layout {

struct FieldShape {
    ElementType element = ElementType::End;  // verification type: Class for every reference, an enum's underlying type
    uint32_t size_bytes = 0;
    MethodTable* value_type = nullptr;  // structs, enums and primitives named by token, at the level asked for
};

// Reads a field's signature in the context of its exact owner. Reference types are not loaded; value types are, to
// `level`.
Result<FieldShape> read_field_shape(MethodTable* owner, Bytes signature, LoadLevel level);
PlacedField to_placed(const FieldShape& shape);
void apply_shape(const FieldShape& shape, FieldDesc& field);
// Flags of a static field: literal, RVA (with its offset), thread static.
void describe_static_field(const metadata::Image& image, uint32_t rid, uint32_t attributes, FieldDesc& field);

// Reference slots, merged as they are appended in any order.
class SeriesList {
  public:
    void append_slots(uint32_t offset, uint32_t slot_count) { series_.push_back({offset, slot_count}); }
    void append(const GcLayout* layout, uint32_t shift);  // null: nothing
    void append_from_boxed(const GcLayout* layout);       // turns boxed offsets into offsets from the value's start
    // In Section::Types, for an entity; null if there are no slots.
    GcLayout* build(uint32_t element_size, const void* entity);

  private:
    std::vector<GcSeries> series_;
};

}  // namespace celer::layout

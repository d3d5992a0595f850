#include "interop/native_layout.h"

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "base/lock.h"
#include "base/write_once_table.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "platform/arena.h"
#include "types/loader_allocator.h"
#include "types/type_info.h"
#include "types/well_known.h"

namespace celer {

namespace {

constinit Lock g_layout_lock(LockRank::NativeLayouts);
std::map<const MethodTable*, Result<const NativeLayout*>>& known_layouts() {
    static auto* layouts = new std::map<const MethodTable*, Result<const NativeLayout*>>;
    return *layouts;
}

constinit WriteOnceTable<MethodTable, const NativeLayout, 256> g_layouts_found;  // of those that have one

uint32_t layout_kind(const MethodTable* table) {
    return table->info->attributes & metadata::type_flags::kLayoutMask;
}

Error unmarshalable_field(const FieldDesc& field, const Error& reason) {
    return {ErrorKind::TypeLoad,
            "Cannot marshal field '" + std::string(field_name(&field)) + "' of type '" + display_name(field.owner) +
                "': " + reason.message,
            display_name(field.owner)};
}

// --- The struct that signatures name ---------------------------------------------------------------------------------

// Only what fits into registers is classified by its fields (code/abi.h); a larger struct needs none.
constexpr uint32_t largest_in_registers = 16;

class NativeTypeMaker {
  public:
    MethodTable* make(const MethodTable* managed, const NativeLayout& layout);

  private:
    struct Part {
        TypeHandle type;
        uint32_t offset;
        uint32_t size_bytes;
    };

    void add(const Conversion& conversion, uint32_t offset);

    std::vector<Part> parts_;
};

void NativeTypeMaker::add(const Conversion& conversion, uint32_t offset) {
    if (conversion.native == Native::FixedArray) {
        uint32_t step = conversion.element->size_bytes;
        for (uint32_t i = 0; i < conversion.count; i++) add(*conversion.element, offset + i * step);
    } else if (conversion.native == Native::FixedUtf8 || conversion.native == Native::FixedWide) {
        bool wide = conversion.native == Native::FixedWide;
        TypeHandle unit = primitive_type(wide ? ElementType::U2 : ElementType::U1);
        for (uint32_t i = 0; i < conversion.size_bytes; i += conversion.alignment) {
            parts_.push_back({unit, offset + i, conversion.alignment});
        }
    } else {
        parts_.push_back({conversion.type, offset, conversion.size_bytes});
    }
}

MethodTable* NativeTypeMaker::make(const MethodTable* managed, const NativeLayout& layout) {
    if (layout.size_bytes <= largest_in_registers) {
        for (const NativeField& field : std::span(layout.fields, layout.field_count)) {
            for (uint32_t i = 0; i < field.repeat; i++) {
                add(field.conversion, field.offset + i * field.conversion.size_bytes);
            }
        }
    }
    auto* table = new_beside<MethodTable>(managed, Section::Types);
    auto* info = new_beside<TypeInfo>(managed, Section::Types);
    auto* fields = new_beside<FieldDesc>(managed, Section::Types, std::max<size_t>(parts_.size(), 1));
    for (size_t i = 0; i < parts_.size(); i++) {
        FieldDesc& field = fields[i];
        field.owner = table;
        field.offset = parts_[i].offset;
        field.type_cache = parts_[i].type.value;
        field.element = parts_[i].type.verification_type();
        field.size_bytes = parts_[i].size_bytes;
    }
    table->flags = mt_flags::category_value_type;
    table->flags2 = mt_flags2::vtable_built;
    table->base_size = align_up(layout.size_bytes, 8u) + 16;
    table->parent = well_known(WellKnown::ValueType);
    table->module = managed->module;
    table->auxiliary = managed->auxiliary;
    table->info = info;
    table->instance_field_bytes = layout.size_bytes;
    table->element = ElementType::ValueType;
    table->alignment_log2 = static_cast<uint8_t>(std::countr_zero(layout.alignment));
    info->table = table;
    info->token = managed->info->token;  // messages name it as the managed type
    info->attributes = managed->info->attributes;
    info->typical = table;
    info->level = info->building = LoadLevel::Complete;
    info->fields = fields;
    info->field_count = static_cast<uint32_t>(parts_.size());
    return table;
}

Conversion unmarshalable_byte(TypeHandle type) {
    Conversion conversion;
    conversion.managed = type;
    conversion.type = primitive_type(ElementType::U1);
    conversion.size_bytes = 1;
    return conversion;
}

// --- Fields ----------------------------------------------------------------------------------------------------------

constexpr uint32_t largest_alignment = 64;

struct LayoutBuilder {
    NativeLayout layout;
    std::vector<NativeField> fields;

    Result<void> add_fields(MethodTable* table);
    Result<std::vector<Conversion>> conversions(MethodTable* table);
    void finish(MethodTable* table, uint32_t end, uint32_t parent_bytes);

    bool is_blittable = true;  // all fields are Native::Same
};

// Of the fields that `table` declares itself.
Result<std::vector<Conversion>> LayoutBuilder::conversions(MethodTable* table) {
    const TypeInfo& info = *table->info;
    MarshalContext context;
    context.wide_characters =
        (info.attributes & metadata::type_flags::kStringFormatMask) == metadata::type_flags::kUnicodeClass;
    std::vector<Conversion> all;
    for (FieldDesc& field : std::span(info.fields.get(), info.field_count)) {
        if (field.is_static()) continue;
        TypeHandle type = CELER_TRY(field_type(&field));
        Bytes blob = marshal_blob(*table->module->image(), metadata::Token(field.token));
        Result<Conversion> conversion = classify(type, blob, context, MarshalUse::Field);
        if (!conversion) {
            if (layout.unmarshalable == nullptr) {
                layout.unmarshalable = new Error(unmarshalable_field(field, conversion.error()));
            }
            conversion = unmarshalable_byte(type);
        }
        is_blittable &= conversion->native == Native::Same && layout.unmarshalable == nullptr;
        all.push_back(std::move(*conversion));
    }
    return all;
}

// Appends the fields that `table` declares, after its parents'.
Result<void> LayoutBuilder::add_fields(MethodTable* table) {
    if (table->parent != nullptr && has_native_layout(table->parent) && !table->is_value_type()) {
        CELER_TRY_VOID(add_fields(table->parent));
    }
    const TypeInfo& info = *table->info;
    const metadata::Image& image = *table->module->image();
    bool is_explicit = layout_kind(table) == metadata::type_flags::kExplicitLayout;
    uint32_t packing = info.packing == 0 ? largest_alignment : info.packing;
    uint32_t managed_base = table->is_value_type() ? 0 : sizeof(Object*);
    uint32_t parent_bytes = layout.size_bytes;
    uint32_t end = parent_bytes;
    std::vector<Conversion> own = CELER_TRY(conversions(table));
    // CoreCLR counts the parents of a blittable explicit class twice.
    uint32_t explicit_base = is_blittable ? 2 * parent_bytes : parent_bytes;
    auto conversion = own.begin();
    for (FieldDesc& field : std::span(info.fields.get(), info.field_count)) {
        if (field.is_static()) continue;
        uint32_t alignment = std::min(conversion->alignment, packing);
        uint32_t offset = align_up(end, alignment);
        if (is_explicit) {
            offset = explicit_base + image.field_layout(image.field_layout_of(field.token & 0xffffff)).offset;
        }
        layout.alignment = std::max(layout.alignment, alignment);
        layout.is_same &= conversion->native == Native::Same && offset == field.offset - managed_base;
        fields.push_back({&field, *conversion, offset});
        end = std::max(end, offset + conversion->size_bytes);
        ++conversion;
    }
    finish(table, end, parent_bytes);
    return {};
}

// A declared size counts after the parents', and where all is blittable nothing is added to it. Blittable explicit
// classes have no declared size.
void LayoutBuilder::finish(MethodTable* table, uint32_t end, uint32_t parent_bytes) {
    const TypeInfo& info = *table->info;
    uint32_t declared = info.class_size == 0 ? 0 : info.class_size + parent_bytes;
    uint32_t aligned = align_up(end, layout.alignment);
    bool is_explicit = layout_kind(table) == metadata::type_flags::kExplicitLayout;
    if (is_explicit && is_blittable) {
        layout.size_bytes = table->is_value_type() ? table->instance_field_bytes : end;
    } else {
        layout.size_bytes = std::max(is_blittable && declared != 0 ? end : aligned, declared);
    }
    if (info.is_inline_array != 0 && fields.size() == 1) {
        fields[0].repeat = info.inline_array_length;
        layout.size_bytes = aligned * info.inline_array_length;
    }
}

// The types whose layouts this thread is computing: one that lies in itself has none.
class LayoutInProgress {
  public:
    explicit LayoutInProgress(const MethodTable* table) : table_(table), outer_(innermost_) { innermost_ = this; }
    ~LayoutInProgress() { innermost_ = outer_; }
    LayoutInProgress(const LayoutInProgress&) = delete;
    LayoutInProgress& operator=(const LayoutInProgress&) = delete;

    static bool contains(const MethodTable* table) {
        for (LayoutInProgress* one = innermost_; one != nullptr; one = one->outer_) {
            if (one->table_ == table) return true;
        }
        return false;
    }

  private:
    static inline thread_local LayoutInProgress* innermost_ = nullptr;
    const MethodTable* table_;
    LayoutInProgress* outer_;
};

Result<const NativeLayout*> compute_layout(MethodTable* table) {
    CELER_TRY_VOID(ensure_loaded(table, LoadLevel::Layout));
    if (!has_native_layout(table)) {
        return fail(
            ErrorKind::MarshalDirective,
            "Type '" + display_name(table) +
                "' cannot be marshaled as an unmanaged structure; no meaningful size or offset can be computed.");
    }
    if (LayoutInProgress::contains(table)) {
        return fail(ErrorKind::TypeLoad, "Type '" + display_name(table) + "' contains itself.", display_name(table));
    }
    LayoutInProgress scope(table);
    LayoutBuilder builder;
    CELER_TRY_VOID(builder.add_fields(table));
    if (builder.layout.size_bytes > INT32_MAX) return fail(ErrorKind::OutOfMemory, "");
    auto* layout = new NativeLayout(builder.layout);
    if (layout->size_bytes == 0) layout->size_bytes = 1;
    layout->is_same &= !table->contains_gc_pointers() && layout->unmarshalable == nullptr;
    if (table->is_value_type()) {
        layout->is_same &= layout->size_bytes == table->instance_field_bytes;
    } else {
        layout->is_same &= layout->size_bytes <= align_up<uint32_t>(table->instance_field_bytes, sizeof(Object*));
    }
    layout->field_count = static_cast<uint32_t>(builder.fields.size());
    layout->fields = new NativeField[builder.fields.size()];
    std::copy(builder.fields.begin(), builder.fields.end(), layout->fields);
    layout->native = layout->is_same && table->is_value_type() ? table : NativeTypeMaker().make(table, *layout);
    return layout;
}

}  // namespace

void forget_unloading_layouts() {
    std::erase_if(known_layouts(), [](const auto& known) {
        if (!is_unloading(known.first)) return false;
        g_layouts_found.forget(known.first);
        if (known.second) {
            delete[] (*known.second)->fields;
            delete *known.second;
        }
        return true;
    });
}

bool has_native_layout(const MethodTable* table) {
    return table->info != nullptr && layout_kind(table) != metadata::type_flags::kAutoLayout;
}

Result<const NativeLayout*> native_layout(MethodTable* table) {
    if (const NativeLayout* found = g_layouts_found.find(table)) return found;
    g_layout_lock.lock();
    auto known = known_layouts().find(table);
    bool found = known != known_layouts().end();
    g_layout_lock.unlock();
    if (found) return known->second;
    Result<const NativeLayout*> layout = compute_layout(table);
    g_layout_lock.lock();
    known = known_layouts().emplace(table, std::move(layout)).first;
    if (known->second) g_layouts_found.add(table, *known->second);
    g_layout_lock.unlock();
    return known->second;
}

Result<const NativeLayout*> marshalable_layout(MethodTable* table) {
    const NativeLayout* layout = CELER_TRY(native_layout(table));
    if (layout->unmarshalable != nullptr) return std::unexpected(*layout->unmarshalable);
    return layout;
}

}  // namespace celer

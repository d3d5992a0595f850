// Finding rows: members of an owner, owners of a member, rows that refer to something, types by name.
#include <algorithm>
#include <memory>

#include "base/hash.h"
#include "base/hresults.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/signature.h"

namespace celer::metadata {

// Runs of rows
// ---------------------------------------------------------------------------------------------------------

namespace {

// Both look at the same rows as CoreCLR, so that a damaged table, which is not sorted, gives the same answers.

// Where halving a sorted table for a key ends: a row that has it, or one near to where it would be. 0: no rows.
uint32_t find_near(const TableView& table, size_t column, uint32_t key) {
    uint32_t low = 1;
    uint32_t high = table.row_count;
    uint32_t middle = 0;
    while (low <= high) {
        middle = low + (high - low) / 2;
        uint32_t value = table.read(middle, column);
        if (value == key) break;
        if (value < key) {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return middle;
}

// The last of the rows whose value is not greater than the key; 0 if there is none.
uint32_t find_not_greater(const TableView& table, size_t column, uint32_t key) {
    uint32_t rid = find_near(table, column, key);
    if (rid == 0) return 0;
    if (table.read(rid, column) > key) {
        while (rid != 0 && table.read(rid, column) > key) --rid;
    } else {
        while (rid < table.row_count && table.read(rid + 1, column) <= key) ++rid;
    }
    return rid;
}

// Of rows that have the same key the one that CoreCLR finds. 0: none.
uint32_t one_row(const TableView& table, size_t column, uint32_t key) {
    if (!table.sorted) return MatchingRows(table, column, key, false).first();
    uint32_t found = find_near(table, column, key);
    return found != 0 && table.read(found, column) == key ? found : 0;
}

uint32_t one_row(const TableView& table, size_t column, CodedIndex coded, Token key) {
    uint32_t raw;
    return encode_coded_index(coded, key, raw) ? one_row(table, column, raw) : 0;
}

}  // namespace

MatchingRows::MatchingRows(const TableView& table, size_t column, uint32_t key, bool sorted)
    : table_(&table), key_(key), column_(static_cast<uint8_t>(column)), sorted_(sorted) {
    if (sorted) {
        uint32_t found = find_near(table, column, key);
        if (found == 0 || table.read(found, column) != key) return;
        first_ = end_ = found;
        while (first_ > 1 && table.read(first_ - 1, column) == key) --first_;
        while (end_ <= table.row_count && table.read(end_, column) == key) ++end_;  // runs are short
    } else {
        end_ = table.row_count + 1;
        first_ = next(1);
    }
}

uint32_t MatchingRows::next(uint32_t rid) const {
    if (sorted_) return rid;
    while (rid < end_ && table_->read(rid, column_) != key_) ++rid;
    return rid;
}

uint32_t MatchingRows::size() const {
    uint32_t count = 0;
    for (uint32_t rid = first_; rid != end_; rid = next(rid + 1)) ++count;
    return count;
}

MatchingRows Image::matching(Table table, size_t column, CodedIndex coded, Token key) const {
    uint32_t raw;
    return encode_coded_index(coded, key, raw) ? matching(table, column, raw) : MatchingRows();
}

MatchingRows Image::interface_impls(uint32_t type_rid) const {
    return matching(Table::InterfaceImpl, 0, type_rid);
}

MatchingRows Image::method_impls(uint32_t type_rid) const {
    return matching(Table::MethodImpl, 0, type_rid);
}

MatchingRows Image::nested_types(uint32_t type_rid) const {
    return matching(Table::NestedClass, 1, type_rid);
}

MatchingRows Image::custom_attributes(Token parent) const {
    return matching(Table::CustomAttribute, 0, CodedIndex::HasCustomAttribute, parent);
}

MatchingRows Image::generic_params(Token owner) const {
    return matching(Table::GenericParam, 2, CodedIndex::TypeOrMethodDef, owner);
}

MatchingRows Image::generic_param_constraints(uint32_t generic_param_rid) const {
    return matching(Table::GenericParamConstraint, 0, generic_param_rid);
}

MatchingRows Image::method_semantics_of(Token event_or_property) const {
    return matching(Table::MethodSemantics, 2, CodedIndex::HasSemantics, event_or_property);
}

uint32_t Image::constant_of(Token owner) const {
    return one_row(table(Table::Constant), 1, CodedIndex::HasConstant, owner);
}

bool Image::is_whole(const ConstantRow& constant) const {
    constexpr uint32_t null_bytes = 4;
    auto type = static_cast<ElementType>(constant.type);
    size_t size = blob(constant.value).size();
    if (type >= ElementType::Boolean && type <= ElementType::R8) return size >= element_type_size(type);
    return type == ElementType::String || (type == ElementType::Class && size >= null_bytes);
}

uint32_t Image::field_marshal_of(Token field_or_param) const {
    return one_row(table(Table::FieldMarshal), 0, CodedIndex::HasFieldMarshal, field_or_param);
}

uint32_t Image::class_layout_of(uint32_t type_rid) const {
    return one_row(table(Table::ClassLayout), 2, type_rid);
}

uint32_t Image::field_layout_of(uint32_t field_rid) const {
    return one_row(table(Table::FieldLayout), 1, field_rid);
}

uint32_t Image::field_rva_of(uint32_t field_rid) const {
    return one_row(table(Table::FieldRVA), 1, field_rid);
}

uint32_t Image::impl_map_of(Token field_or_method) const {
    return one_row(table(Table::ImplMap), 1, CodedIndex::MemberForwarded, field_or_method);
}

uint32_t Image::enclosing_type(uint32_t type_rid) const {
    return nested_class(one_row(table(Table::NestedClass), 0, type_rid)).enclosing_type;
}

// Members and their owners
// ---------------------------------------------------------------------------------------------

RidList Image::member_list(Table owner, uint32_t rid, size_t column, Table members, Table indirection) const {
    const TableView& owners = table(owner);
    if (rid - 1 >= owners.row_count) return {};
    const TableView* pointers = row_count(indirection) != 0 ? &table(indirection) : nullptr;
    uint32_t limit = (pointers != nullptr ? pointers->row_count : row_count(members)) + 1;
    uint32_t first = owners.read(rid, column);
    uint32_t end = rid == owners.row_count ? limit : owners.read(rid + 1, column);
    if (end > limit) end = limit;
    if (first == 0 || first >= end) return {};
    return {first, end, pointers};
}

// The owner whose list holds the member: the last one whose list starts at or before it.
uint32_t Image::owner_of(Table owner, size_t column, uint32_t rid, Table members, Table indirection) const {
    if (rid - 1 >= row_count(members)) return 0;
    const TableView& pointers = table(indirection);
    if (pointers.row_count != 0) {
        uint32_t index = 1;
        while (index <= pointers.row_count && pointers.read(index, 0) != rid) ++index;
        if (index > pointers.row_count) return 0;
        rid = index;
    }
    return find_not_greater(table(owner), column, rid);
}

RidList Image::fields_of(uint32_t type_rid) const {
    return member_list(Table::TypeDef, type_rid, 4, Table::Field, Table::FieldPtr);
}

RidList Image::methods_of(uint32_t type_rid) const {
    return member_list(Table::TypeDef, type_rid, 5, Table::MethodDef, Table::MethodPtr);
}

RidList Image::params_of(uint32_t method_rid) const {
    return member_list(Table::MethodDef, method_rid, 5, Table::Param, Table::ParamPtr);
}

bool Image::has_valid_params(uint32_t method_rid) const {
    uint32_t last = std::max(row_count(Table::Param), row_count(Table::ParamPtr));
    uint32_t first = method_def(method_rid).param_list;
    uint32_t end = method_rid < row_count(Table::MethodDef) ? method_def(method_rid + 1).param_list : last + 1;
    return first == end || (first != 0 && first < end && end <= last + 1);
}

RidList Image::events_of(uint32_t type_rid) const {
    uint32_t map = matching(Table::EventMap, 0, type_rid).first();
    return member_list(Table::EventMap, map, 1, Table::Event, Table::EventPtr);
}

RidList Image::properties_of(uint32_t type_rid) const {
    uint32_t map = matching(Table::PropertyMap, 0, type_rid).first();
    return member_list(Table::PropertyMap, map, 1, Table::Property, Table::PropertyPtr);
}

uint32_t Image::type_of_field(uint32_t field_rid) const {
    return owner_of(Table::TypeDef, 4, field_rid, Table::Field, Table::FieldPtr);
}

uint32_t Image::type_of_method(uint32_t method_rid) const {
    return owner_of(Table::TypeDef, 5, method_rid, Table::MethodDef, Table::MethodPtr);
}

uint32_t Image::method_of_param(uint32_t param_rid) const {
    return owner_of(Table::MethodDef, 5, param_rid, Table::Param, Table::ParamPtr);
}

uint32_t Image::type_of_event(uint32_t event_rid) const {
    return event_map(owner_of(Table::EventMap, 1, event_rid, Table::Event, Table::EventPtr)).parent;
}

uint32_t Image::type_of_property(uint32_t property_rid) const {
    return property_map(owner_of(Table::PropertyMap, 1, property_rid, Table::Property, Table::PropertyPtr)).parent;
}

// By name
// --------------------------------------------------------------------------------------------------------------

// Open addressing over rids, eight bytes a type: a slot is the rid and, in its upper byte, eight more bits of the hash.
// Types of equal name are found in rid order, so the first one wins.
class NameIndex {
  public:
    explicit NameIndex(uint32_t count) {
        while (mask_ + 1 < 2 * count) mask_ = mask_ * 2 + 1;
        slots_ = std::make_unique<uint32_t[]>(mask_ + 1);
    }

    static uint64_t hash(std::string_view name_space, std::string_view name, uint32_t enclosing) {
        return hash_text(name, hash_text(name_space, hash_u64(enclosing)));
    }

    void insert(uint64_t hash, uint32_t rid) {
        uint32_t at = static_cast<uint32_t>(hash) & mask_;
        while (slots_[at] != 0) at = (at + 1) & mask_;
        slots_[at] = tag(hash) | rid;
    }

    template <typename Matches>
    uint32_t find(uint64_t hash, Matches matches) const {
        for (uint32_t at = static_cast<uint32_t>(hash) & mask_; slots_[at] != 0; at = (at + 1) & mask_) {
            uint32_t rid = slots_[at] & 0xFFFFFF;
            if ((slots_[at] & 0xFF000000) == tag(hash) && matches(rid)) return rid;
        }
        return 0;
    }

  private:
    static uint32_t tag(uint64_t hash) { return static_cast<uint32_t>(hash >> 56) << 24; }

    std::unique_ptr<uint32_t[]> slots_;
    uint32_t mask_ = 15;
};

Image::~Image() {
    delete type_def_index_.load();
    delete exported_type_index_.load();
}

uint32_t Image::enclosing_of(Table table, uint32_t rid) const {
    if (table == Table::ExportedType) {
        Token implementation = exported_type(rid).implementation;
        return implementation.is(Table::ExportedType) ? implementation.rid() : 0;
    }
    bool nested = (type_def(rid).flags & type_flags::kVisibilityMask) >= type_flags::kNestedPublic;
    return nested ? enclosing_type(rid) : 0;
}

Image::TypeName Image::name_of(Table table, uint32_t rid) const {
    if (table == Table::ExportedType) {
        ExportedTypeRow row = exported_type(rid);
        return {row.name_space, row.name};
    }
    TypeDefRow row = type_def(rid);
    return {row.name_space, row.name};
}

bool Image::has_name(Table table, uint32_t rid, std::string_view name_space, std::string_view name,
                     uint32_t enclosing) const {
    TypeName row = name_of(table, rid);
    return is_string(row.name, name) && is_string(row.name_space, name_space) && enclosing_of(table, rid) == enclosing;
}

NameIndex* Image::build_name_index(Table table) const {
    uint32_t count = row_count(table);
    NameIndex* index = new NameIndex(count);
    bool exported = table == Table::ExportedType;
    bool merge = !exported && this->table(Table::NestedClass).sorted;  // in step with the nested types, no searches
    uint32_t nested_row = row_count(Table::NestedClass);
    for (uint32_t i = 1; i <= count; ++i) {
        uint32_t rid = exported ? i : count + 1 - i;  // of definitions with one name the last one is found
        TypeName row = name_of(table, rid);
        uint32_t enclosing = 0;
        if (merge) {
            while (nested_row != 0 && nested_class(nested_row).nested_type > rid) --nested_row;
            if (nested_row != 0 && nested_class(nested_row).nested_type == rid)
                enclosing = nested_class(nested_row).enclosing_type;
        } else {
            enclosing = enclosing_of(table, rid);
        }
        index->insert(NameIndex::hash(string(row.name_space), string(row.name), enclosing), rid);
    }
    return index;
}

// For the image's table of available types; 0 for no type.
uint32_t Image::hash_of_type(Table table, uint32_t rid) const {
    uint32_t hash = 0;
    for (uint32_t left = row_count(table); rid != 0 && left != 0; left--) {  // a damaged table may have cycles
        TypeName row = name_of(table, rid);
        hash ^= AvailableTypes::hash(string(row.name_space), string(row.name));
        rid = enclosing_of(table, rid);
    }
    return hash;
}

uint32_t Image::find_by_name(std::atomic<NameIndex*>& slot, Table table, std::string_view name_space,
                             std::string_view name, uint32_t enclosing) const {
    auto matches = [&](uint32_t rid) {
        return rid <= row_count(table) && has_name(table, rid, name_space, name, enclosing);
    };
    if (available_types_.exists()) {
        uint32_t hash = AvailableTypes::hash(name_space, name) ^ hash_of_type(table, enclosing);
        return available_types_.find(hash, table == Table::ExportedType, matches);
    }
    NameIndex* index = slot.load(std::memory_order_acquire);
    if (index == nullptr) {
        NameIndex* built = build_name_index(table);
        if (slot.compare_exchange_strong(index, built, std::memory_order_acq_rel)) {
            index = built;
        } else {
            delete built;  // another thread was first
        }
    }
    return index->find(NameIndex::hash(name_space, name, enclosing), matches);
}

uint32_t Image::find_type_def(std::string_view name_space, std::string_view name, uint32_t enclosing) const {
    return find_by_name(type_def_index_, Table::TypeDef, name_space, name, enclosing);
}

uint32_t Image::find_exported_type(std::string_view name_space, std::string_view name, uint32_t enclosing) const {
    return find_by_name(exported_type_index_, Table::ExportedType, name_space, name, enclosing);
}

uint32_t Image::find_method(uint32_t type_rid, std::string_view name, uint32_t after) const {
    bool past = after == 0;
    for (uint32_t rid : methods_of(type_rid)) {
        if (past && is_string(method_def(rid).name, name)) return rid;
        past = past || rid == after;
    }
    return 0;
}

uint32_t Image::find_field(uint32_t type_rid, std::string_view name) const {
    for (uint32_t rid : fields_of(type_rid)) {
        if (is_string(field_def(rid).name, name)) return rid;
    }
    return 0;
}

uint32_t Image::find_manifest_resource(std::string_view name) const {
    for (uint32_t rid = 1; rid <= row_count(Table::ManifestResource); ++rid) {
        if (is_string(manifest_resource(rid).name, name)) return rid;
    }
    return 0;
}

Token Image::type_of_constructor(Token constructor) const {
    uint32_t rid = constructor.rid();
    if (!constructor.is(Table::MethodDef)) return member_ref(rid).parent;
    std::atomic<uint64_t>& entry = constructors_[rid % std::size(constructors_)];
    uint64_t known = entry.load(std::memory_order_relaxed);
    if (static_cast<uint32_t>(known) != rid) {
        known = uint64_t{type_of_method(rid)} << 32 | rid;
        entry.store(known, std::memory_order_relaxed);
    }
    return {Table::TypeDef, static_cast<uint32_t>(known >> 32)};
}

bool Image::name_of_attribute(uint32_t custom_attribute_rid, TypeName& type_name) const {
    Token constructor = custom_attribute(custom_attribute_rid).constructor;
    Token type = type_of_constructor(constructor);
    if (!is_valid(constructor) || !is_valid(type)) return false;
    if (type.is(Table::TypeRef)) {
        TypeRefRow row = type_ref(type.rid());
        type_name = {row.name_space, row.name};
        return true;
    }
    if (!type.is(Table::TypeDef)) return false;
    type_name = name_of(Table::TypeDef, type.rid());
    return true;
}

bool Image::custom_attribute_type_name(uint32_t custom_attribute_rid, std::string_view& name_space,
                                       std::string_view& name) const {
    TypeName type;
    if (!name_of_attribute(custom_attribute_rid, type)) return false;
    name_space = string(type.name_space);
    name = string(type.name);
    return true;
}

bool Image::is_custom_attribute(uint32_t custom_attribute_rid, std::string_view name_space,
                                std::string_view name) const {
    TypeName type;
    return name_of_attribute(custom_attribute_rid, type) && is_string(type.name, name) &&
           is_string(type.name_space, name_space);
}

uint8_t Image::known_attributes_of(Token parent) const {
    if (attribute_index_ != nullptr && AttributeIndex::covers(parent)) return attribute_index_->of(parent);
    uint8_t attributes = 0;
    for (uint32_t rid : custom_attributes(parent)) attributes |= known_attribute(rid);
    return attributes;
}

uint8_t Image::known_attribute(uint32_t custom_attribute_rid) const {
    TypeName type;
    if (!name_of_attribute(custom_attribute_rid, type)) return 0;
    for (const KnownAttribute& known : known_attribute_table) {
        if (is_string(type.name, known.name) && is_string(type.name_space, known.name_space)) return known.bit;
    }
    return 0;
}

uint32_t Image::check_type_name(Token type) const {
    if (!is_valid(type)) return hresult::bad_format;
    if (type.is(Table::TypeSpec)) return 0;
    if (type.is(Table::TypeRef)) {
        TypeRefRow row = type_ref(type.rid());
        return has(row.name_space) && has(row.name) ? 0 : hresult::index_not_found;
    }
    if (!type.is(Table::TypeDef)) return hresult::bad_format;
    TypeDefRow row = type_def(type.rid());
    return has(row.name_space) && has(row.name) ? 0 : hresult::index_not_found;
}

// 0, or the HRESULT that says why the row names no type.
uint32_t Image::check_custom_attribute(uint32_t custom_attribute_rid) const {
    Token constructor = custom_attribute(custom_attribute_rid).constructor;
    if (!is_valid(constructor)) return hresult::bad_format;
    Token type = type_of_constructor(constructor);
    if (type.is(Table::MethodDef) && is_valid(type)) return 0;  // no type
    return check_type_name(type);
}

uint32_t Image::check_custom_attributes(Token parent, std::string_view name_space, std::string_view name) const {
    for (uint32_t rid : custom_attributes(parent)) {
        if (uint32_t error = check_custom_attribute(rid)) return error;
        if (is_custom_attribute(rid, name_space, name))
            return has(custom_attribute(rid).value) ? 0 : hresult::index_not_found;
    }
    return 0;
}

Bytes Image::find_custom_attribute(Token parent, std::string_view name_space, std::string_view name) const {
    static constexpr std::byte kEmpty{};
    for (uint32_t rid : custom_attributes(parent)) {
        if (!is_custom_attribute(rid, name_space, name)) continue;
        Bytes value = blob(custom_attribute(rid).value);
        return value.data() != nullptr ? value : Bytes(&kEmpty, 0);
    }
    return {};
}

}  // namespace celer::metadata

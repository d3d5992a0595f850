#include "code/abi.h"

#include "base/assert.h"
#include "types/loader.h"
#include "types/type_info.h"

namespace celer::abi {

namespace {

enum class EightbyteClass : uint8_t { None, Sse, Integer };

struct StructClasses {
    EightbyteClass eightbytes[2] = {EightbyteClass::None, EightbyteClass::None};
    bool in_memory = false;

    void add(uint32_t offset, uint32_t size_bytes, bool is_float) {
        if (size_bytes == 0 || offset % size_bytes != 0 || offset + size_bytes > 16) {
            in_memory = true;
            return;
        }
        EightbyteClass& eightbyte = eightbytes[offset / 8];
        eightbyte = is_float && eightbyte != EightbyteClass::Integer ? EightbyteClass::Sse : EightbyteClass::Integer;
    }
};

uint32_t scalar_size(ElementType element) {
    switch (element) {
        case ElementType::End:
        case ElementType::Void:
        case ElementType::ValueType:
        case ElementType::TypedByRef:
            return 0;
        case ElementType::Boolean:
        case ElementType::I1:
        case ElementType::U1:
            return 1;
        case ElementType::Char:
        case ElementType::I2:
        case ElementType::U2:
            return 2;
        case ElementType::I4:
        case ElementType::U4:
        case ElementType::R4:
            return 4;
        case ElementType::I8:
        case ElementType::U8:
        case ElementType::R8:
        case ElementType::String:
        case ElementType::Ptr:
        case ElementType::ByRef:
        case ElementType::Class:
        case ElementType::Var:
        case ElementType::Array:
        case ElementType::GenericInst:
        case ElementType::I:
        case ElementType::U:
        case ElementType::FnPtr:
        case ElementType::Object:
        case ElementType::SzArray:
        case ElementType::MVar:
            return 8;
    }
    return 8;
}

bool is_float(ElementType element) {
    return element == ElementType::R4 || element == ElementType::R8;
}

void classify_fields(MethodTable* table, uint32_t base, StructClasses& classes);

void classify_field(FieldDesc* field, uint32_t offset, StructClasses& classes) {
    if (uint32_t size = scalar_size(field->element); size != 0) {
        classes.add(offset, size, is_float(field->element));
        return;
    }
    celer::Result<TypeHandle> type = field_type(field);
    MethodTable* table = type ? type->method_table() : nullptr;
    if (table == nullptr) {
        classes.in_memory = true;
        return;
    }
    classify_fields(table, offset, classes);
}

void classify_fields(MethodTable* table, uint32_t base, StructClasses& classes) {
    const TypeInfo* info = table->info;
    if (uint32_t size = table->is_true_primitive() || table->is_enum() ? scalar_size(table->element) : 0; size != 0) {
        classes.add(base, size, is_float(table->element));
        return;
    }
    for (uint32_t i = 0; i < info->field_count; i++) {
        FieldDesc* field = &info->fields[i];
        if (field->is_static()) continue;
        uint32_t repeat = info->is_inline_array ? info->inline_array_length : 1;
        for (uint32_t k = 0; k < repeat && !classes.in_memory; k++) {
            classify_field(field, base + field->offset + k * field->size_bytes, classes);
        }
    }
}

Location scalar(uint32_t size_bytes, bool is_float) {
    Location location;
    location.piece_count = 1;
    location.pieces[0] = {is_float, 0, static_cast<uint8_t>(size_bytes)};
    location.size_bytes = size_bytes;
    return location;
}

Location classify_struct(MethodTable* table) {
    Location location;
    if (table->info != nullptr && !table->info->has_reached(LoadLevel::Layout)) {
        // A type that cannot be laid out has no values; whoever compiles the call reports the error.
        if (celer::Result<void> loaded = ensure_loaded(table, LoadLevel::Layout); !loaded) return location;
    }
    location.is_struct = true;
    location.size_bytes = table->instance_field_bytes;
    constexpr uint32_t widest_in_register = 32;
    if (table->is_vector() && location.size_bytes <= widest_in_register) {
        location.piece_count = 1;
        location.pieces[0] = {true, 0, static_cast<uint8_t>(location.size_bytes)};
        return location;
    }
    if (location.size_bytes == 0 || location.size_bytes > 16) return location;
    StructClasses classes;
    if (table->info != nullptr) classify_fields(table, 0, classes);
    if (classes.in_memory) return location;
    location.piece_count = location.size_bytes > 8 ? 2 : 1;
    for (uint32_t i = 0; i < location.piece_count; i++) {
        uint32_t size = i + 1 < location.piece_count ? 8 : location.size_bytes - 8 * i;
        location.pieces[i] = {classes.eightbytes[i] == EightbyteClass::Sse, 0, static_cast<uint8_t>(size)};
    }
    return location;
}

}  // namespace

Location classify_type(TypeHandle type) {
    if (type.is_null()) return scalar(8, false);
    ElementType element = type.verification_type();
    if (uint32_t size = scalar_size(element); size != 0) return scalar(size, is_float(element));
    if (element == ElementType::Void) return {};
    return classify_struct(type.method_table());
}

Location ArgumentAssigner::next_pointer() {
    return place(scalar(8, false));
}

Location ArgumentAssigner::place(Location location) {
    uint32_t integers = 0;
    uint32_t floats = 0;
    for (uint32_t i = 0; i < location.piece_count; i++) (location.pieces[i].is_float ? floats : integers)++;
    if (location.piece_count != 0 && integer_used_ + integers <= integer_register_count &&
        float_used_ + floats <= float_register_count) {
        for (uint32_t i = 0; i < location.piece_count; i++) {
            uint32_t& used = location.pieces[i].is_float ? float_used_ : integer_used_;
            location.pieces[i].index = static_cast<uint8_t>(used++);
        }
        return location;
    }
    location.piece_count = 0;
    location.stack_offset = stack_bytes_;
    stack_bytes_ += (location.size_bytes + 7) & ~7u;
    return location;
}

Result classify_result(TypeHandle return_type) {
    Result result;
    if (return_type.is_null()) return result;
    result.location = classify_type(return_type);
    result.in_memory = result.location.piece_count == 0 && result.location.size_bytes != 0;
    uint8_t used[2] = {};
    for (uint32_t i = 0; i < result.location.piece_count; i++) {
        result.location.pieces[i].index = used[result.location.pieces[i].is_float]++;
    }
    return result;
}

void CallLayout::reserve(uint32_t count) {
    count_ = count;
    if (count > inline_arguments) arguments_ = new Location[count];
}

void CallLayout::assign(uint32_t index, TypeHandle type, ArgumentAssigner& assigner) {
    arguments_[index] = assigner.next(type);
}

void CallLayout::finish(const ArgumentAssigner& assigner) {
    stack_bytes_ = assigner.stack_bytes();
    integer_used_ = assigner.integer_used();
    float_used_ = assigner.float_used();
}

namespace {

char piece_letter(const Piece& piece) {
    if (!piece.is_float) return 'i';
    return piece.size_bytes == 32 ? 'y' : piece.size_bytes == 16 ? 'x' : 'f';
}

}  // namespace

std::string CallLayout::shape() const {
    std::string shape(1, result_.in_memory ? 'm' : 'r');
    for (const Location& location : std::span(arguments_, count_)) {
        shape += ' ';
        if (location.piece_count == 0) shape += std::to_string(location.size_bytes);
        for (uint32_t i = 0; i < location.piece_count; i++) shape += piece_letter(location.pieces[i]);
    }
    return shape;
}

CallLayout::CallLayout(const MethodSignature& signature) {
    result_ = classify_result(signature.return_type);
    reserve(signature.parameter_count + (signature.has_this ? 1u : 0u));
    ArgumentAssigner assigner(result_.in_memory);
    uint32_t index = 0;
    if (signature.has_this) assign(index++, TypeHandle(), assigner);
    for (uint32_t i = 0; i < signature.parameter_count; i++) assign(index++, signature.parameters[i], assigner);
    finish(assigner);
}

CallLayout::CallLayout(TypeHandle return_type, std::span<const TypeHandle> arguments) {
    result_ = classify_result(return_type);
    reserve(static_cast<uint32_t>(arguments.size()));
    ArgumentAssigner assigner(result_.in_memory);
    for (uint32_t i = 0; i < count_; i++) assign(i, arguments[i], assigner);
    finish(assigner);
}

}  // namespace celer::abi

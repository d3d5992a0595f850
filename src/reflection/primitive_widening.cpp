#include "reflection/primitive_widening.h"

#include <cstring>

namespace celer {

namespace {

constexpr uint32_t bit(ElementType type) {
    return 1u << static_cast<uint32_t>(type);
}

using enum ElementType;
constexpr uint32_t floats = bit(R4) | bit(R8);
constexpr uint32_t from_i4 = bit(I8) | floats;
constexpr uint32_t from_u4 = bit(I8) | bit(U8) | floats;
constexpr uint32_t from_u2 = bit(I4) | bit(U4) | from_u4;

// What values of a type may become, itself apart.
uint32_t wider_types(ElementType type) {
    if (type == I1) return bit(I2) | bit(I4) | from_i4;
    if (type == U1) return bit(Char) | bit(I2) | bit(U2) | from_u2;
    if (type == I2) return bit(I4) | from_i4;
    if (type == U2) return bit(Char) | from_u2;
    if (type == Char) return bit(U2) | from_u2;
    if (type == I4) return from_i4;
    if (type == U4) return from_u4;
    if (type == I8 || type == U8) return floats;
    if (type == R4) return bit(R8);
    return 0;
}

template <typename To, typename From>
void store_as(From value, void* to) {
    auto converted = static_cast<To>(value);
    std::memcpy(to, &converted, sizeof converted);
}

template <typename From>
void store(const void* from, ElementType to_type, void* to) {
    From value;
    std::memcpy(&value, from, sizeof value);
    if (to_type == R4) return store_as<float>(value, to);
    if (to_type == R8) return store_as<double>(value, to);
    store_as<int64_t>(value, to);  // little endian: the low bytes are the smaller type's
}

}  // namespace

bool widen_primitive(ElementType from_type, const void* from, ElementType to_type, void* to) {
    if ((wider_types(from_type) & bit(to_type)) == 0) return false;
    if (from_type == I1) store<int8_t>(from, to_type, to);
    if (from_type == U1) store<uint8_t>(from, to_type, to);
    if (from_type == I2) store<int16_t>(from, to_type, to);
    if (from_type == U2 || from_type == Char) store<uint16_t>(from, to_type, to);
    if (from_type == I4) store<int32_t>(from, to_type, to);
    if (from_type == U4) store<uint32_t>(from, to_type, to);
    if (from_type == I8) store<int64_t>(from, to_type, to);
    if (from_type == U8) store<uint64_t>(from, to_type, to);
    if (from_type == R4) store<float>(from, to_type, to);
    return true;
}

}  // namespace celer

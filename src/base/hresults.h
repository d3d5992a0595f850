// The HRESULTs by which CoreCLR refuses damaged files. What they say is in hresult_messages.def, which exceptions they
// become in runtime/hresult_exceptions.def.
#pragma once

#include <cstdint>

namespace celer::hresult {

// Metadata
inline constexpr uint32_t bad_format = 0x8007000b;
inline constexpr uint32_t file_corrupt = 0x8013110e;
inline constexpr uint32_t record_not_found = 0x80131130;
inline constexpr uint32_t invalid_token_type = 0x8013115f;
inline constexpr uint32_t index_not_found = 0x80131124;
inline constexpr uint32_t bad_signature = 0x80131192;
inline constexpr uint32_t old_version = 0x80131107;
inline constexpr uint32_t bad_assembly_name = 0x80131047;
inline constexpr uint32_t bad_public_key = 0x8013141e;

inline constexpr uint32_t security = 0x8013150a;
inline constexpr uint32_t invalid_argument = 0x80070057;

// Signatures
inline constexpr uint32_t signature_empty = 0x80131237;
inline constexpr uint32_t signature_bad_convention = 0x80131239;
inline constexpr uint32_t signature_this_in_static = 0x8013123a;
inline constexpr uint32_t signature_without_this = 0x8013123b;
inline constexpr uint32_t signature_missing_parameter_count = 0x8013123c;
inline constexpr uint32_t signature_missing_token = 0x8013123e;
inline constexpr uint32_t signature_missing_element_type = 0x8013123d;
inline constexpr uint32_t signature_bad_token = 0x8013123f;
inline constexpr uint32_t signature_missing_function_pointer = 0x80131240;
inline constexpr uint32_t signature_missing_count = 0x80131241;  // of parameters, of type arguments; of a variable
inline constexpr uint32_t signature_missing_rank = 0x80131242;
inline constexpr uint32_t signature_missing_size_count = 0x80131243;
inline constexpr uint32_t signature_missing_size = 0x80131244;
inline constexpr uint32_t signature_missing_bound_count = 0x80131245;
inline constexpr uint32_t signature_missing_bound = 0x80131246;
inline constexpr uint32_t signature_bad_element_type = 0x80131247;
inline constexpr uint32_t signature_sentinel_in_definition = 0x801312df;
inline constexpr uint32_t signature_missing_argument = 0x801312e3;
inline constexpr uint32_t signature_bad_void = 0x80131b24;

}  // namespace celer::hresult

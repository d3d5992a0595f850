// What a value is to native code: the first byte of a marshalling descriptor (II.23.4), the numbers of
// System.Runtime.InteropServices.UnmanagedType.
#pragma once

#include <cstdint>

namespace celer::metadata::native_types {

enum NativeType : uint8_t {
    type_bool = 2,
    type_i1 = 3,
    type_u1 = 4,
    type_i2 = 5,
    type_u2 = 6,
    type_i4 = 7,
    type_u4 = 8,
    type_i8 = 9,
    type_u8 = 10,
    type_r4 = 11,
    type_r8 = 12,
    type_currency = 0x0f,
    type_bstr = 0x13,
    type_lpstr = 0x14,
    type_lpwstr = 0x15,
    type_lptstr = 0x16,
    type_by_value_string = 0x17,
    type_iunknown = 0x19,
    type_idispatch = 0x1a,
    type_struct = 0x1b,
    type_interface = 0x1c,
    type_safe_array = 0x1d,
    type_by_value_array = 0x1e,
    type_sys_int = 0x1f,
    type_sys_uint = 0x20,
    type_ansi_bstr = 0x23,
    type_tbstr = 0x24,
    type_by_value_bstr = 0x22,
    type_function = 0x26,
    type_as_any = 0x28,
    type_lparray = 0x2a,
    type_lpstruct = 0x2b,
    type_custom = 0x2c,
    type_error = 0x2d,
    type_inspectable = 0x2e,
    type_lputf8str = 0x30,
    type_max = 0x50,  // an array's elements: not given
    type_none = 0xff,
};

}  // namespace celer::metadata::native_types

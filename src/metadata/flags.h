// Bit masks of the metadata tables' flag columns (ECMA-335 II.23.1).
#pragma once

#include <cstdint>

namespace celer::metadata {

namespace assembly_flags {  // II.23.1.2
inline constexpr uint32_t kPublicKey = 0x0001;
inline constexpr uint32_t kArchitectureMask = 0x0070;
inline constexpr uint32_t kArchitectureAny = 0x0010;
inline constexpr uint32_t kArchitectureAmd64 = 0x0040;
inline constexpr uint32_t kContentTypeMask = 0x0E00;
inline constexpr uint32_t kContentTypeWindowsRuntime = 0x0200;
inline constexpr uint32_t kRetargetable = 0x0100;
inline constexpr uint32_t kDisableJitOptimizer = 0x4000;
inline constexpr uint32_t kEnableJitTracking = 0x8000;
}  // namespace assembly_flags

namespace event_flags {  // II.23.1.4
inline constexpr uint32_t kSpecialName = 0x0200;
inline constexpr uint32_t kRTSpecialName = 0x0400;
}  // namespace event_flags

namespace field_flags {  // II.23.1.5
inline constexpr uint32_t kAccessMask = 0x0007;
inline constexpr uint32_t kCompilerControlled = 0x0000;
inline constexpr uint32_t kPrivate = 0x0001;
inline constexpr uint32_t kFamilyAndAssembly = 0x0002;
inline constexpr uint32_t kAssembly = 0x0003;
inline constexpr uint32_t kFamily = 0x0004;
inline constexpr uint32_t kFamilyOrAssembly = 0x0005;
inline constexpr uint32_t kPublic = 0x0006;
inline constexpr uint32_t kStatic = 0x0010;
inline constexpr uint32_t kInitOnly = 0x0020;
inline constexpr uint32_t kLiteral = 0x0040;
inline constexpr uint32_t kNotSerialized = 0x0080;
inline constexpr uint32_t kHasFieldRVA = 0x0100;
inline constexpr uint32_t kSpecialName = 0x0200;
inline constexpr uint32_t kRTSpecialName = 0x0400;
inline constexpr uint32_t kHasFieldMarshal = 0x1000;
inline constexpr uint32_t kPInvokeImpl = 0x2000;
inline constexpr uint32_t kHasDefault = 0x8000;
}  // namespace field_flags

namespace generic_param_flags {  // II.23.1.7
inline constexpr uint32_t kVarianceMask = 0x0003;
inline constexpr uint32_t kCovariant = 0x0001;
inline constexpr uint32_t kContravariant = 0x0002;
inline constexpr uint32_t kSpecialConstraintMask = 0x003C;
inline constexpr uint32_t kReferenceTypeConstraint = 0x0004;
inline constexpr uint32_t kNotNullableValueTypeConstraint = 0x0008;
inline constexpr uint32_t kDefaultConstructorConstraint = 0x0010;
inline constexpr uint32_t kAllowByRefLike = 0x0020;  // not in the standard: `allows ref struct`
}  // namespace generic_param_flags

namespace pinvoke_flags {  // II.23.1.8
inline constexpr uint32_t kNoMangle = 0x0001;
inline constexpr uint32_t kCharSetMask = 0x0006;
inline constexpr uint32_t kCharSetNotSpecified = 0x0000;
inline constexpr uint32_t kCharSetAnsi = 0x0002;
inline constexpr uint32_t kCharSetUnicode = 0x0004;
inline constexpr uint32_t kCharSetAuto = 0x0006;
inline constexpr uint32_t kBestFitMask = 0x0030;
inline constexpr uint32_t kBestFitEnabled = 0x0010;
inline constexpr uint32_t kBestFitDisabled = 0x0020;
inline constexpr uint32_t kSupportsLastError = 0x0040;
inline constexpr uint32_t kCallConvMask = 0x0700;
inline constexpr uint32_t kCallConvPlatformApi = 0x0100;
inline constexpr uint32_t kCallConvCdecl = 0x0200;
inline constexpr uint32_t kCallConvStdcall = 0x0300;
inline constexpr uint32_t kCallConvThiscall = 0x0400;
inline constexpr uint32_t kCallConvFastcall = 0x0500;
inline constexpr uint32_t kThrowOnUnmappableMask = 0x3000;
inline constexpr uint32_t kThrowOnUnmappableEnabled = 0x1000;
inline constexpr uint32_t kThrowOnUnmappableDisabled = 0x2000;
}  // namespace pinvoke_flags

namespace method_flags {  // II.23.1.10
inline constexpr uint32_t kAccessMask = 0x0007;
inline constexpr uint32_t kCompilerControlled = 0x0000;
inline constexpr uint32_t kPrivate = 0x0001;
inline constexpr uint32_t kFamilyAndAssembly = 0x0002;
inline constexpr uint32_t kAssembly = 0x0003;
inline constexpr uint32_t kFamily = 0x0004;
inline constexpr uint32_t kFamilyOrAssembly = 0x0005;
inline constexpr uint32_t kPublic = 0x0006;
inline constexpr uint32_t kUnmanagedExport = 0x0008;
inline constexpr uint32_t kStatic = 0x0010;
inline constexpr uint32_t kFinal = 0x0020;
inline constexpr uint32_t kVirtual = 0x0040;
inline constexpr uint32_t kHideBySig = 0x0080;
inline constexpr uint32_t kNewSlot = 0x0100;
inline constexpr uint32_t kStrict = 0x0200;
inline constexpr uint32_t kAbstract = 0x0400;
inline constexpr uint32_t kSpecialName = 0x0800;
inline constexpr uint32_t kRTSpecialName = 0x1000;
inline constexpr uint32_t kPInvokeImpl = 0x2000;
inline constexpr uint32_t kHasSecurity = 0x4000;
inline constexpr uint32_t kRequireSecurityObject = 0x8000;
}  // namespace method_flags

namespace method_impl_flags {  // II.23.1.11
inline constexpr uint32_t kCodeTypeMask = 0x0003;
inline constexpr uint32_t kIL = 0x0000;
inline constexpr uint32_t kNative = 0x0001;
inline constexpr uint32_t kOptIL = 0x0002;
inline constexpr uint32_t kRuntime = 0x0003;
inline constexpr uint32_t kUnmanaged = 0x0004;
inline constexpr uint32_t kNoInlining = 0x0008;
inline constexpr uint32_t kForwardRef = 0x0010;
inline constexpr uint32_t kSynchronized = 0x0020;
inline constexpr uint32_t kNoOptimization = 0x0040;
inline constexpr uint32_t kPreserveSig = 0x0080;
inline constexpr uint32_t kAggressiveInlining = 0x0100;      // not in the standard
inline constexpr uint32_t kAggressiveOptimization = 0x0200;  // not in the standard
inline constexpr uint32_t kInternalCall = 0x1000;
inline constexpr uint32_t kAsync = 0x2000;  // not in the standard: runtime async
}  // namespace method_impl_flags

namespace method_semantics_flags {  // II.23.1.12
inline constexpr uint32_t kSetter = 0x0001;
inline constexpr uint32_t kGetter = 0x0002;
inline constexpr uint32_t kOther = 0x0004;
inline constexpr uint32_t kAddOn = 0x0008;
inline constexpr uint32_t kRemoveOn = 0x0010;
inline constexpr uint32_t kFire = 0x0020;
}  // namespace method_semantics_flags

namespace param_flags {  // II.23.1.13
inline constexpr uint32_t kIn = 0x0001;
inline constexpr uint32_t kOut = 0x0002;
inline constexpr uint32_t kOptional = 0x0010;
inline constexpr uint32_t kHasDefault = 0x1000;
inline constexpr uint32_t kHasFieldMarshal = 0x2000;
}  // namespace param_flags

namespace property_flags {  // II.23.1.14
inline constexpr uint32_t kSpecialName = 0x0200;
inline constexpr uint32_t kRTSpecialName = 0x0400;
inline constexpr uint32_t kHasDefault = 0x1000;
}  // namespace property_flags

namespace type_flags {  // II.23.1.15
inline constexpr uint32_t kVisibilityMask = 0x00000007;
inline constexpr uint32_t kNotPublic = 0x00000000;
inline constexpr uint32_t kPublic = 0x00000001;
inline constexpr uint32_t kNestedPublic = 0x00000002;
inline constexpr uint32_t kNestedPrivate = 0x00000003;
inline constexpr uint32_t kNestedFamily = 0x00000004;
inline constexpr uint32_t kNestedAssembly = 0x00000005;
inline constexpr uint32_t kNestedFamilyAndAssembly = 0x00000006;
inline constexpr uint32_t kNestedFamilyOrAssembly = 0x00000007;
inline constexpr uint32_t kLayoutMask = 0x00000018;
inline constexpr uint32_t kAutoLayout = 0x00000000;
inline constexpr uint32_t kSequentialLayout = 0x00000008;
inline constexpr uint32_t kExplicitLayout = 0x00000010;
inline constexpr uint32_t kExtendedLayout = 0x00000018;  // not in the standard
inline constexpr uint32_t kInterface = 0x00000020;
inline constexpr uint32_t kAbstract = 0x00000080;
inline constexpr uint32_t kSealed = 0x00000100;
inline constexpr uint32_t kSpecialName = 0x00000400;
inline constexpr uint32_t kRTSpecialName = 0x00000800;
inline constexpr uint32_t kImport = 0x00001000;
inline constexpr uint32_t kSerializable = 0x00002000;
inline constexpr uint32_t kWindowsRuntime = 0x00004000;
inline constexpr uint32_t kStringFormatMask = 0x00030000;
inline constexpr uint32_t kAnsiClass = 0x00000000;
inline constexpr uint32_t kUnicodeClass = 0x00010000;
inline constexpr uint32_t kAutoClass = 0x00020000;
inline constexpr uint32_t kHasSecurity = 0x00040000;
inline constexpr uint32_t kBeforeFieldInit = 0x00100000;
inline constexpr uint32_t kForwarder = 0x00200000;  // of an ExportedType row
}  // namespace type_flags

namespace manifest_resource_flags {  // II.23.1.9
inline constexpr uint32_t kVisibilityMask = 0x0007;
inline constexpr uint32_t kPublic = 0x0001;
inline constexpr uint32_t kPrivate = 0x0002;
}  // namespace manifest_resource_flags

namespace cor_flags {  // II.25.3.3.1
inline constexpr uint32_t kILOnly = 0x00000001;
inline constexpr uint32_t k32BitRequired = 0x00000002;
inline constexpr uint32_t kILLibrary = 0x00000004;  // ReadyToRun code beside the IL
inline constexpr uint32_t kStrongNameSigned = 0x00000008;
inline constexpr uint32_t kNativeEntryPoint = 0x00000010;
inline constexpr uint32_t kTrackDebugData = 0x00010000;
inline constexpr uint32_t k32BitPreferred = 0x00020000;
}  // namespace cor_flags

}  // namespace celer::metadata

// Which methods of CoreLib the importer expands (intrinsics.def), found once per method and remembered in MethodDesc::intrinsic.
#pragma once

#include "types/member.h"

namespace celer {

// Expansions, one per distinct first column of intrinsics.def.
enum class Expansion : uint8_t {
    None,
    TypeFromHandle, ReferenceEquals, ReferenceNotEquals, TypeIsValueType, TypeIsPrimitive, TypeIsEnum, TypeHandleOf,
    IsReferenceOrContainsReferences, IsBitwiseEquatable, ConstantFalse, EnumEquals, MethodTableOf, CreateSpan, InitializeArray,
    DefaultInstance, ArrayData, UnsafeAs, ToAddress, ToByRef, PointerAdd, PointerSubtract, ByteAdd, ByteSubtract, AddressEquals,
    AddressGreater, AddressGreaterOrEqual, AddressLess, AddressLessOrEqual, ByteOffset, CopyObject, CopyBlock, InitBlock, IsNullRef,
    NullRef, ReadUnaligned, WriteUnaligned, SkipInit, SizeOf, Unbox, StringLength, ArrayLength, CompareExchange, Exchange,
    ExchangeAdd, Increment, Decrement, InterlockedAdd, MemoryBarrier, VolatileRead, VolatileWrite, ReadBarrier, WriteBarrier, VolatileReadAsByRef, Nothing, NotSupported,
    ReturnAddress, Sqrt, Abs, Floor, Ceiling, Truncate, ReciprocalEstimate, ReciprocalSqrtEstimate, MultiplyAddEstimate, BigMul,
    ConvertToInteger, PopCount, LeadingZeroCount, TrailingZeroCount, RotateLeft, RotateRight, ByteSwap, VectorIsSupported, VectorCount,
    HardwareInstruction,  // any other method of System.Runtime.Intrinsics.{X86,Arm,Wasm}: the machine has no such instruction
};

Expansion expansion_of(MethodDesc* method);

}  // namespace celer

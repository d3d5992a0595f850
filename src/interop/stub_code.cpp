#include "interop/stub_code.h"

#include "base/assert.h"
#include "types/type_info.h"
#include "types/well_known.h"

namespace celer {

namespace {

// [reference or address] -> null goes on as zero, all else through `convert`.
template <typename F>
void unless_null(IlWriter& il, TypeHandle type, TypeHandle result_type, F convert) {
    IlWriter::Local value = il.new_local(type);
    IlWriter::Local result = il.new_local(result_type);
    IlWriter::Label null = il.new_label();
    IlWriter::Label end = il.new_label();
    il.store(value);
    il.load(value);
    il.branch(il::Opcode::Brfalse, null);
    il.load(value);
    convert();
    il.store(result);
    il.branch(il::Opcode::Br, end);
    il.bind(null);
    if (result_type.is_reference()) {
        il.op(il::Opcode::Ldnull);
    } else {
        il.constant(0);
        il.op(il::Opcode::ConvI);
    }
    il.store(result);
    il.bind(end);
    il.load(result);
}

void emit_handle_value(IlWriter& il, const Conversion& conversion) {
    MethodTable* table = conversion.managed.method_table();
    IlWriter::Local value = il.new_local(conversion.managed);
    il.store(value);
    il.load_address(value);
    il.call(find_method(table, "get_Value"));
}

void emit_delegate(IlWriter& il, const Conversion& conversion) {
    unless_null(il, primitive_type(ElementType::I), conversion.managed, [&] {
        il.type_op(il::Opcode::Ldtoken, conversion.managed);
        il.call("System", "Type", "GetTypeFromHandle");
        il.call(interop_services, "Marshal", "GetDelegateForFunctionPointerInternal",
                "System.Delegate (nint, System.RuntimeType)");
    });
}

void emit_date(IlWriter& il) {
    il.call(stub_helpers, "DateMarshaler", "ConvertToManaged");
    il.new_object(find_method(interop_type("System", "DateTime"), ".ctor", "void (long)"));
}

}  // namespace

// --- Values on the evaluation stack ----------------------------------------------------------------------------------

FieldDesc* handle_field(Native kind) {
    const char* type = kind == Native::SafeHandle ? "SafeHandle" : "CriticalHandle";
    return find_field(interop_type(interop_services, type), "handle");
}

void emit_object_data(IlWriter& il) {
    il.call("System.Runtime.CompilerServices", "RuntimeHelpers", "GetRawData", "byte& (object)");
}

void emit_array_data(IlWriter& il) {
    il.call(interop_services, "MemoryMarshal", "GetArrayDataReference", "byte& (System.Array)");
}

void emit_new_uninitialized(IlWriter& il, TypeHandle type) {
    il.type_op(il::Opcode::Ldtoken, type);
    il.call("System", "Type", "GetTypeFromHandle");
    il.call("System.Runtime.CompilerServices", "RuntimeHelpers", "GetUninitializedObject");
    il.type_op(il::Opcode::Castclass, type);
}

void emit_zeroed_memory(IlWriter& il, IlWriter::Local size, IlWriter::Local result) {
    il.load(size);
    il.call(interop_services, "Marshal", "AllocCoTaskMem");
    il.store(result);
    il.load(result);
    il.constant(0);
    il.load(size);
    il.op(il::Opcode::Initblk);
}

bool converts_to_native(Native native) {
    return native <= Native::AnsiBStr || native == Native::Array || native == Native::LayoutClass ||
           native == Native::Date || native == Native::Currency || native == Native::Function ||
           native == Native::CriticalHandle || native == Native::HandleRef || native == Native::TypeHandle;
}

bool converts_to_managed(Native native) {
    return native <= Native::AnsiBStr || native == Native::Date || native == Native::Currency ||
           native == Native::Function;
}

void emit_to_native(IlWriter& il, const Conversion& conversion) {
    TypeHandle word = primitive_type(ElementType::I);
    switch (conversion.native) {
        case Native::Same:
            return;
        case Native::Bool:
            il.constant(0);
            return il.op(il::Opcode::CgtUn);
        case Native::AnsiChar:
            il.constant(1);
            il.constant(0);
            return il.call(stub_helpers, "AnsiCharMarshaler", "ConvertToNative");
        case Native::Utf8String:
            return il.call(interop_services, "Marshal", "StringToCoTaskMemUTF8");
        case Native::WideString:
            return il.call(interop_services, "Marshal", "StringToCoTaskMemUni");
        case Native::BStr:
            il.constant(0);
            il.op(il::Opcode::ConvI);
            return il.call(stub_helpers, "BSTRMarshaler", "ConvertToNative");
        case Native::AnsiBStr: {
            IlWriter::Local text = il.new_local(conversion.managed);
            il.store(text);
            il.constant(0);  // conversion flags
            il.load(text);
            return il.call(stub_helpers, "AnsiBSTRMarshaler", "ConvertToNative");
        }
        case Native::Date:
            return il.call(stub_helpers, "DateMarshaler", "ConvertToNative");
        case Native::Currency:
            return il.call("System", "Decimal", "ToOACurrency");
        case Native::Function:
            return unless_null(il, conversion.managed, word, [&] {
                il.call(interop_services, "Marshal", "GetFunctionPointerForDelegateInternal", "nint (System.Delegate)");
            });
        case Native::Array:
            return unless_null(il, conversion.managed, word, [&] {
                emit_array_data(il);
                il.op(il::Opcode::ConvU);
            });
        case Native::LayoutClass:
            return unless_null(il, conversion.managed, word, [&] {
                emit_object_data(il);
                il.op(il::Opcode::ConvU);
            });
        case Native::CriticalHandle:
            return il.field_op(il::Opcode::Ldfld, handle_field(Native::CriticalHandle));
        case Native::HandleRef:
            return il.field_op(il::Opcode::Ldfld, find_field(interop_type(interop_services, "HandleRef"), "_handle"));
        case Native::TypeHandle:
            return emit_handle_value(il, conversion);
        case Native::Utf8Builder:
        case Native::WideBuilder:
        case Native::CopiedArray:
        case Native::CopiedClass:
        case Native::CopiedStruct:
        case Native::StructPointer:
        case Native::SafeHandle:
        case Native::AsAny:
        case Native::Custom:
        case Native::FixedUtf8:
        case Native::FixedWide:
        case Native::FixedArray:
        case Native::EmbeddedClass:
            break;
    }
    CELER_PANIC("no conversion of a value alone");
}

void emit_to_managed(IlWriter& il, const Conversion& conversion) {
    switch (conversion.native) {
        case Native::Same:
            return;
        case Native::Bool:
            il.constant(0);
            return il.op(il::Opcode::CgtUn);
        case Native::AnsiChar:
            return il.call(stub_helpers, "AnsiCharMarshaler", "ConvertToManaged");
        case Native::Utf8String:
            return il.call(interop_services, "Marshal", "PtrToStringUTF8", "string (nint)");
        case Native::WideString:
            return il.call(interop_services, "Marshal", "PtrToStringUni", "string (nint)");
        case Native::BStr:
            return il.call(stub_helpers, "BSTRMarshaler", "ConvertToManaged");
        case Native::AnsiBStr:
            return il.call(stub_helpers, "AnsiBSTRMarshaler", "ConvertToManaged");
        case Native::Date:
            return emit_date(il);
        case Native::Currency:
            return il.call("System", "Decimal", "FromOACurrency");
        case Native::Function:
            return emit_delegate(il, conversion);
        case Native::Array:
        case Native::LayoutClass:
        case Native::CriticalHandle:
        case Native::HandleRef:
        case Native::TypeHandle:
        case Native::Utf8Builder:
        case Native::WideBuilder:
        case Native::CopiedArray:
        case Native::CopiedClass:
        case Native::CopiedStruct:
        case Native::StructPointer:
        case Native::SafeHandle:
        case Native::AsAny:
        case Native::Custom:
        case Native::FixedUtf8:
        case Native::FixedWide:
        case Native::FixedArray:
        case Native::EmbeddedClass:
            break;
    }
    CELER_PANIC("no conversion of a value alone");
}

bool needs_release(Native native) {
    return native == Native::Utf8String || native == Native::WideString || native == Native::BStr ||
           native == Native::AnsiBStr;
}

void emit_release(IlWriter& il, const Conversion& conversion) {
    bool is_bstr = conversion.native == Native::BStr || conversion.native == Native::AnsiBStr;
    il.call(interop_services, "Marshal", is_bstr ? "FreeBSTR" : "FreeCoTaskMem");
}

// --- Builders --------------------------------------------------------------------------------------------------------

namespace {

MethodTable* builder_type() {
    return interop_type("System.Text", "StringBuilder");
}

}  // namespace

void emit_new_builder(IlWriter& il, bool wide, IlWriter::Local native) {
    il.load(native);
    il.call(find_method(interop_type("System", "String"), wide ? "wcslen" : "strlen"));
    il.new_object(find_method(builder_type(), ".ctor", "void (int)"));
}

void emit_builder_text(IlWriter& il, bool wide, IlWriter::Local builder, IlWriter::Local native) {
    il.load(builder);
    if (!wide) {
        il.load(native);
        return il.call(stub_helpers, "UTF8BufferMarshaler", "ConvertToManaged");
    }
    il.constant(0);
    il.call(find_method(builder_type(), "set_Length"));
    il.load(builder);
    il.load(native);
    il.call(interop_services, "Marshal", "PtrToStringUni", "string (nint)");
    il.call(find_method(builder_type(), "Append", "System.Text.StringBuilder (string)"));
    il.op(il::Opcode::Pop);
}

void emit_builder_buffer(IlWriter& il, bool wide, IlWriter::Local builder, IlWriter::Local native) {
    il.load(builder);
    il.call(find_method(builder_type(), "get_Capacity"));
    il.constant(wide ? 2 : 3);
    il.op(il::Opcode::MulOvf);
    il.constant(4);
    il.op(il::Opcode::AddOvf);
    il.call(interop_services, "Marshal", "AllocCoTaskMem");
    il.store(native);
    il.load(native);
    il.constant(0);
    il.op(il::Opcode::StindI4);
}

void emit_builder_to_native(IlWriter& il, bool wide, IlWriter::Local builder, IlWriter::Local native) {
    il.load(builder);
    if (!wide) {
        il.load(native);
        il.constant(0);
        il.call(stub_helpers, "UTF8BufferMarshaler", "ConvertToNative");
        return il.op(il::Opcode::Pop);
    }
    il.call(find_method(builder_type(), "ToString", "string ()"));
    il.load(native);
    il.load(builder);
    il.call(find_method(builder_type(), "get_Length"));
    il.constant(1);
    il.op(il::Opcode::Add);
    il.call(stub_helpers, "FixedWSTRMarshaler", "ConvertToNative");
}

}  // namespace celer

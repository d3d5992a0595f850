// MarshalAs and DllImport of dynamic modules: rows of FieldMarshal (II.22.17) and ImplMap (II.22.22).
#include "corelib/emit_attribute_meanings.h"
#include "metadata/flags.h"
#include "metadata/native_types.h"

namespace celer {

using metadata::MetadataWriter;
using metadata::Table;
using metadata::Token;

namespace {

// A marshalling descriptor (II.23.4).
class Descriptor {
  public:
    explicit Descriptor(const Said& said) : said_(said) {}

    bool write() {
        using namespace metadata::native_types;
        put(said_.first);
        switch (said_.first) {
            case type_by_value_string:
                return said_.find("SizeConst") != nullptr && put("SizeConst", 0);
            case type_by_value_array:
                return said_.find("SizeParamIndex") == nullptr && put("SizeConst", 1) && put_if_said("ArraySubType");
            case type_lparray:
                return write_array();
            case type_safe_array:
                return write_safe_array();
            case type_iunknown:
            case type_idispatch:
            case type_interface:
                return put_if_said("IidParameterIndex");
            case type_custom:
                return write_custom();
            default:
                return said_.first > 0 && said_.first != type_by_value_bstr;
        }
    }

    const std::vector<std::byte>& bytes() const { return bytes_; }

  private:
    bool write_array() {
        bool has_index = said_.find("SizeParamIndex") != nullptr;
        bool has_size = said_.find("SizeConst") != nullptr;
        if (!put("ArraySubType", metadata::native_types::type_max)) return false;
        if (!has_index && !has_size) return true;
        if (!put("SizeParamIndex", 0)) return false;
        if (!has_size) return true;
        constexpr int32_t adds_parameter = 1;
        return put("SizeConst", 0) && put(has_index ? adds_parameter : 0);
    }

    bool write_safe_array() {
        if (!put_if_said("SafeArraySubType")) return false;
        if (said_.find("SafeArraySubType") != nullptr && said_.find("SafeArrayUserDefinedSubType") != nullptr)
            put(said_.text_of("SafeArrayUserDefinedSubType"));
        return true;
    }

    bool write_custom() {
        std::string_view type = said_.text_of("MarshalType");
        if (type.empty()) type = said_.text_of("MarshalTypeRef");
        if (type.empty()) return false;
        put(std::string_view());  // a type library's guid and the native type's name: not in use
        put(std::string_view());
        put(type);
        put(said_.text_of("MarshalCookie"));
        return true;
    }

    bool put(int32_t number) {
        constexpr int32_t most = 0x1fffffff;  // that can be compressed
        if (number < 0 || number > most) return false;
        metadata::put_compressed(bytes_, static_cast<uint32_t>(number));
        return true;
    }
    bool put(std::string_view name, int32_t otherwise) { return put(said_.number(name, otherwise)); }
    bool put_if_said(std::string_view name) { return said_.find(name) == nullptr || put(name, 0); }
    void put(std::string_view text) {
        metadata::put_compressed(bytes_, static_cast<uint32_t>(text.size()));
        for (char character : text) bytes_.push_back(static_cast<std::byte>(character));
    }

    const Said& said_;
    std::vector<std::byte> bytes_;
};

uint32_t charset_flags(int32_t charset) {
    using namespace metadata::pinvoke_flags;
    constexpr uint32_t flags_of[] = {kCharSetNotSpecified, kCharSetNotSpecified, kCharSetAnsi, kCharSetUnicode,
                                     kCharSetAuto};  // System.Runtime.InteropServices.CharSet
    return charset >= 0 && charset < static_cast<int32_t>(std::size(flags_of)) ? flags_of[charset] : 0;
}

uint32_t import_flags(const Said& said) {
    using namespace metadata::pinvoke_flags;
    constexpr uint32_t call_conv_step = 0x100;
    uint32_t flags = charset_flags(said.number("CharSet", 0));
    int32_t convention = said.number("CallingConvention", 1);  // System.Runtime.InteropServices.CallingConvention
    flags |= (static_cast<uint32_t>(convention) * call_conv_step) & kCallConvMask;
    if (said.number("ExactSpelling", 0) != 0) flags |= kNoMangle;
    if (said.number("SetLastError", 0) != 0) flags |= kSupportsLastError;
    if (said.find("BestFitMapping") != nullptr)
        flags |= said.number("BestFitMapping", 0) != 0 ? kBestFitEnabled : kBestFitDisabled;
    if (said.find("ThrowOnUnmappableChar") != nullptr)
        flags |= said.number("ThrowOnUnmappableChar", 0) != 0 ? kThrowOnUnmappableEnabled : kThrowOnUnmappableDisabled;
    return flags;
}

}  // namespace

bool mean_marshalling(DynamicModule& module, Token owner, const Said& said) {
    if (!owner.is(Table::Field) && !owner.is(Table::Param)) return false;
    Descriptor descriptor(said);
    if (!descriptor.write()) return false;
    MetadataWriter& writer = module.writer();
    metadata::FieldMarshalRow row;
    row.parent = owner;
    row.native_type = writer.add_blob(descriptor.bytes());
    uint32_t known =
        writer.find_row(Table::FieldMarshal, static_cast<size_t>(metadata::FieldMarshalColumn::parent), owner.value());
    if (known != 0) {
        writer.set(known, metadata::FieldMarshalColumn::native_type, row.native_type.offset);
        return true;
    }
    writer.add(row);
    if (owner.is(Table::Field))
        set_flags(writer, owner, metadata::FieldColumn::flags, 0, metadata::field_flags::kHasFieldMarshal);
    else
        set_flags(writer, owner, metadata::ParamColumn::flags, 0, metadata::param_flags::kHasFieldMarshal);
    return true;
}

bool mean_import(DynamicModule& module, Token owner, const Said& said) {
    if (!owner.is(Table::MethodDef) || said.text.empty()) return false;
    MetadataWriter& writer = module.writer();
    std::string_view name = said.text_of("EntryPoint");
    if (name.empty()) name = writer.string(writer.get(owner.rid(), metadata::MethodDefColumn::name));
    metadata::ImplMapRow row;
    row.flags = import_flags(said);
    row.member = owner;
    row.import_name = writer.add_string(std::string(name));
    row.import_scope = module.module_ref(said.text);
    writer.add(row);
    set_flags(writer, owner, metadata::MethodDefColumn::flags, 0, metadata::method_flags::kPInvokeImpl);
    if (said.number("PreserveSig", 1) != 0)
        set_flags(writer, owner, metadata::MethodDefColumn::impl_flags, 0, metadata::method_impl_flags::kPreserveSig);
    return true;
}

}  // namespace celer

// Writes the IL of a body that the engine supplies (import/supplied_body.h): instructions, labels, at most one
// try-finally.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "il/decoder.h"
#include "import/supplied_body.h"

namespace celer {

class IlWriter {
  public:
    using Label = uint32_t;
    using Local = uint16_t;

    Local new_local(TypeHandle type);
    void op(il::Opcode opcode);
    void argument(uint32_t index) { with_index(il::Opcode::Ldarg, index); }
    void argument_address(uint32_t index) { with_index(il::Opcode::Ldarga, index); }
    void load(Local local) { with_index(il::Opcode::Ldloc, local); }
    void load_address(Local local) { with_index(il::Opcode::Ldloca, local); }
    void store(Local local) { with_index(il::Opcode::Stloc, local); }
    void constant(int32_t value);
    void pointer(const void* address);  // a native int
    void string(Object* literal);
    void type_op(il::Opcode opcode, TypeHandle type);
    void field_op(il::Opcode opcode, FieldDesc* field);
    void call(MethodDesc* method);
    void call_virtual(MethodDesc* method);
    // A method of CoreLib; panics if there is none.
    void call(std::string_view name_space, std::string_view type, std::string_view method,
              std::string_view signature = {});
    void new_object(MethodDesc* constructor);
    void call_indirect(const MethodSignature* signature);

    Label new_label();
    void bind(Label label);
    void branch(il::Opcode opcode, Label label);

    void begin_try();
    void begin_finally();  // the try region has ended with `leave`
    void end_finally();

    // Views this writer.
    SuppliedBody finish(const MethodSignature* signature);

  private:
    void byte(uint32_t value) { code_.push_back(static_cast<std::byte>(value)); }
    void word32(uint32_t value);
    void with_index(il::Opcode opcode, uint32_t index);
    void with_token(il::Opcode opcode, const DynamicToken& token);

    struct Reference {
        uint32_t position;
        Label label;
    };
    std::vector<std::byte> code_;
    std::vector<DynamicToken> tokens_;
    std::vector<TypeHandle> locals_;
    std::vector<uint32_t> labels_;
    std::vector<Reference> references_;
    std::vector<std::byte> clauses_;
    uint32_t try_start_ = 0;
    uint32_t handler_start_ = 0;
};

// In the arena. `parameters` without `this`.
const MethodSignature* make_signature(TypeHandle result, const std::vector<TypeHandle>& parameters, bool has_this,
                                      uint8_t calling_convention = 0, uint32_t unmanaged_flags = 0);
inline constexpr uint8_t unmanaged_convention = 9;

MethodTable* interop_type(std::string_view name_space, std::string_view name);  // of CoreLib; panics if there is none

}  // namespace celer

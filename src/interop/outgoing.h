// The values of a call from managed to native code: one parameter, or the result.
#pragma once

#include "interop/call_out.h"
#include "interop/stub_code.h"

namespace celer {

// What all values of one call share while its stub is written.
struct OutgoingCall {
    IlWriter& il;
    MethodDesc* method;
    const CallPlan& plan;
    uint32_t first_argument;  // of the managed signature: 1 where argument 0 is a delegate
    IlWriter::Local cleanup;  // the address of the list of what is released after the call
};

// Writes the code of one parameter in the order of the member functions; `before` and `after_failure` stand outside and
// in the finally handler of the protected region.
class OutgoingParameter {
  public:
    OutgoingParameter(const OutgoingCall& call, uint32_t index)
        : call_(call), il_(call.il), parameter_(call.plan.parameters[index]), index_(index) {}

    Result<void> prepare();  // locals; what must exist before anything is converted
    Result<void> convert_in();
    void pass();  // -> [native value]
    Result<void> convert_out();
    bool must_release() const;
    Result<void> release();
    TypeHandle native_type() const { return native_type_; }

  private:
    Native native() const { return parameter_.conversion.native; }
    TypeHandle managed() const { return parameter_.conversion.managed; }
    uint32_t argument() const { return call_.first_argument + index_; }
    bool is_pinned() const;
    void load_value();
    void value_in();
    void value_out();
    Result<void> prepare_handle();
    void handle_release();
    void any_out();
    Result<void> memory(StructOperation operation);
    Result<void> object_memory(StructOperation operation, IlWriter::Local object);
    void builder_in(bool wide);
    void builder_out(bool wide);
    void handle_in();
    void handle_out();
    void critical_handle_out();
    Result<void> class_in();
    Result<void> class_out();
    Result<void> class_release();
    Result<void> array_in();
    Result<void> array_out();
    Result<void> array_release();
    void load_array_count();
    Result<void> elements(StructOperation operation, IlWriter::Local array, IlWriter::Local count);
    void any_in();
    void custom_in();
    void custom_out();

    const OutgoingCall& call_;
    IlWriter& il_;
    const MarshalledParameter& parameter_;
    uint32_t index_;
    TypeHandle native_type_;
    bool direct_ = false;         // the argument itself is passed
    bool by_address_ = false;     // the address of native_ is passed
    IlWriter::Local native_ = 0;  // the value to pass
    IlWriter::Local flag_ = 0;    // SafeHandle: a reference was added
    IlWriter::Local object_ = 0;  // the object that native_ was made from or becomes; AsAny: memory of the marshaller
    IlWriter::Local count_ = 0;   // arrays: elements converted; classes: bytes; SafeHandle: the value that went in
    IlWriter::Local helper_ = 0;  // the marshaller; SafeHandle: the object that holds the added reference
};

// -> [the ICustomMarshaler of the parameter]; `token` is its Param row.
void emit_custom_marshaler(IlWriter& il, const MethodDesc* method, uint32_t parameter_token, TypeHandle managed);
// SafeHandle and CriticalHandle: that objects of the type can be made.
Result<void> check_handle_type(TypeHandle type, const char* use);
void emit_new_handle(IlWriter& il, TypeHandle type, IlWriter::Local handle);
void emit_set_handle(IlWriter& il, Native kind, IlWriter::Local handle, IlWriter::Local value);

}  // namespace celer

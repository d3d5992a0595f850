// Values in the blobs of custom attributes (II.23.3) as managed objects.
//
// The reader walks the blob once. Types are named by text there, and resolved by managed code, which may throw: after
// each read ask exception() and failed(). Objects are kept reachable by the caller's stack only.
#pragma once

#include "metadata/signature.h"
#include "object/object.h"
#include "runtime/thread.h"
#include "types/assembly.h"

namespace celer {

class AttributeBlob {
  public:
    AttributeBlob(Thread& thread, Module* scope, Bytes blob) : thread_(thread), scope_(scope), reader_(blob) {}

    bool failed() const { return failed_ || reader_.failed(); }
    Object* exception() const { return exception_; }
    size_t offset() const { return reader_.offset(); }

    bool read_prolog();
    uint16_t read_named_count();
    // The value of a parameter of that type into `slot` (8 bytes): the bits of a number or enum, or a reference.
    void read_argument(TypeHandle type, uint64_t& slot);
    // A named argument: whether it is a property, its name (null: failed), its type, and its value boxed.
    struct Named {
        bool is_property = false;
        StringObject* name = nullptr;
        TypeHandle type;
        Object* value = nullptr;
    };
    Named read_named();

  private:
    static constexpr int maximum_depth = 16;

    TypeHandle read_type_tag();
    TypeHandle resolve_type_name(StringObject* name);
    StringObject* read_string(bool& is_null);
    Object* read_type_value();
    Object* read_array(TypeHandle element, int depth);
    Object* read_boxed(TypeHandle type, int depth);
    void read_value(TypeHandle type, uint64_t& slot, int depth);
    uint64_t read_bits(uint32_t size_bytes);
    void fail() { failed_ = true; }

    Thread& thread_;
    Module* scope_;
    ByteReader reader_;
    Object* exception_ = nullptr;
    bool failed_ = false;
};

}  // namespace celer

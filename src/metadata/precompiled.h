// What an image with precompiled code (ReadyToRun) says about that code. Celer does not run it; but the stack traces of
// programs on CoreCLR show which methods it has inlined, and there are programs that print them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace celer::metadata {

class Image;

// Views the image. Anything malformed makes a table empty or cuts it short.
class PrecompiledCode {
  public:
    explicit PrecompiledCode(const Image& image);

    bool exists() const { return exists_; }  // the image has a ReadyToRun header

    // Does the code of one MethodDef contain the other's (section CrossModuleInlineInfo; both are of this image)?
    bool inlines(uint32_t inliner_rid, uint32_t inlinee_rid) const;

    // The signatures of the generic instances of a MethodDef that have code (section InstanceEntryPoints), each from
    // the byte behind the method's rid or, for methods of generic types, from the owner's type signature on.
    struct Instance {
        uint32_t rid;
        uint32_t flags;      // instance_flags
        uint32_t owner;      // offset in instance_section() of the owner's type signature, if it has one
        uint32_t arguments;  // offset of the count and signatures of the method's own type arguments, if it has some
    };
    std::span<const Instance> instances_of(uint32_t method_rid) const;
    Bytes instance_section() const { return instance_section_; }

  private:
    struct Inlinee {
        uint32_t rid;
        uint32_t stream;  // offset in inline_section_ of the inliners
        uint32_t count;   // numbers in the stream
    };

    void read_inlinee(size_t offset, bool has_module_index);
    void read_instance(size_t offset);

    Bytes inline_section_;
    Bytes instance_section_;
    std::vector<Inlinee> inlinees_;    // sorted by rid
    std::vector<Instance> instances_;  // sorted by rid
    bool exists_ = false;
};

// The types of an image by name, as its compiler has laid them out (section AvailableTypes). CoreCLR asks this table
// only, if there is one.
class AvailableTypes {
  public:
    AvailableTypes() = default;
    explicit AvailableTypes(const Image& image);

    bool exists() const { return !section_.empty(); }

    // Of a type and all the types around it; the hash is these combined by exclusive or.
    static uint32_t hash(std::string_view name_space, std::string_view name);

    // The first row with that hash that `matches` takes, of TypeDef or of ExportedType; 0 if there is none.
    template <typename Matches>
    uint32_t find(uint32_t hash, bool exported, Matches matches) const {
        Entries entries = entries_of(hash);
        while (uint32_t rid = entries.next(exported)) {
            if (matches(rid)) return rid;
        }
        return 0;
    }

  private:
    // Those of one bucket that have the hash's last byte.
    struct Entries {
        ByteReader reader;
        size_t end = 0;
        uint8_t hash = 0;
        uint32_t next(bool exported);  // 0: no more
    };

    Entries entries_of(uint32_t hash) const;

    Bytes section_;
};

namespace instance_flags {
inline constexpr uint32_t has_arguments = 0x04;
inline constexpr uint32_t is_member_ref = 0x10;
inline constexpr uint32_t has_owner = 0x40;
inline constexpr uint32_t has_module = 0x80;
}  // namespace instance_flags

// The element type codes that only ReadyToRun signatures have.
inline constexpr uint8_t element_canonical = 0x3e;  // any reference type
inline constexpr uint8_t element_module = 0x3f;     // the type is encoded for another module

// Skips a type signature; false if it holds something that is not understood.
bool skip_type_signature(ByteReader& reader);
uint32_t read_compressed(ByteReader& reader);  // II.23.2

}  // namespace celer::metadata

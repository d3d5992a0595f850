// One import: which method, the body that is read just now (its own, or that of a callee in place of its call), the
// place in it, and how far the import has come. Owned by Importer; every part sees it.
//
// Bad IL sets is_invalid and pushes on with dummy values until the main loop looks; nothing may trust the IL.
#pragma once

#include <optional>

#include "code/helpers.h"
#include "il/decoder.h"
#include "il/method_body.h"
#include "import/code.h"
#include "import/scratch.h"
#include "import/supplied_body.h"
#include "types/dispatch.h"
#include "types/well_known.h"

namespace celer {

// Prefixes seen and not yet used up (III.2), and the sets that instructions take.
namespace prefixes {
inline constexpr uint8_t is_volatile = 1;
inline constexpr uint8_t unaligned = 2;
inline constexpr uint8_t tail = 4;
inline constexpr uint8_t readonly = 8;
inline constexpr uint8_t is_constrained = 16;

inline constexpr uint8_t none = 0;
inline constexpr uint8_t any = 0xff;
inline constexpr uint8_t memory = is_volatile | unaligned;
inline constexpr uint8_t static_memory = is_volatile;
inline constexpr uint8_t call = tail | readonly | is_constrained;
inline constexpr uint8_t indirect_call = tail | readonly;
inline constexpr uint8_t constrained = is_constrained;
}  // namespace prefixes

struct Prefixes {
    uint8_t used = 0;
    TypeHandle constrained;
    bool has(uint8_t bit) const { return used & bit; }
};

struct ImportState {
    ImportState(ImportedCode& its_code, MethodDesc* its_method, const SuppliedBody* its_body,
                const ImportOptions& its_options)
        : code(its_code), options(its_options), method(its_method), supplied(its_body) {}

    void invalid();
    void invalid(const Error& error);
    // A token that cannot be resolved: the method throws the error when it is called, before anything of it runs. That
    // is what CoreCLR's compiler does, and programs see it (a catch in the same method does not catch).
    template <typename T>
    bool check(const Result<T>& result) {
        if (result) [[likely]]
            return true;
        invalid(result.error());
        return false;
    }
    bool loaded(MethodTable* table, LoadLevel level);  // or invalid
    bool stays_initialized(const MethodTable* table) const {
        bool may_count = options.may_assume || (table->flags2 & mt_flags2::has_cctor) == 0;
        return may_count && table->is_initialized();
    }
    bool has_own_tokens() const { return supplied != nullptr || method->kind == MethodKind::Dynamic; }
    void end_block() { ended = true; }

    ImportedCode& code;
    const ImportOptions& options;
    const MethodSignature* signature = nullptr;
    bool is_synchronized = false;

    // The body that is read.
    MethodDesc* method;
    const SuppliedBody* supplied;
    Module* module = nullptr;
    const metadata::Image* image = nullptr;
    GenericContext context;
    il::MethodBody body;
    Bytes il;
    uint32_t stack_base = 0;  // values that it does not see

    // The place in it.
    Prefixes prefixes;
    bool is_prefix = false;  // the current instruction is one
    uint32_t il_offset = 0;
    uint32_t next_offset = 0;
    uint32_t current_block = 0;

    bool ended = false;  // the current block has its terminator
    bool is_invalid = false;
    bool restart = false;
    bool boxes_by_ref_like = false;   // allowed only if folding takes the box away
    std::optional<Error> late_error;  // of a token that CoreCLR looks at when it has read all of the body
};

// What CoreCLR says of members used in a way that their kind does not allow.
Error bad_format();
Error no_such_virtual();

}  // namespace celer

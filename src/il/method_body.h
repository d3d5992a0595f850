// Method bodies as they lie in an image (ECMA-335 II.25.4): header, code, exception clauses.
//
// A MethodBody views the bytes it was parsed from. The parse checks that header, code and clauses lie inside the bytes
// and that each clause's ranges lie inside the code and are not empty; how clauses nest is for the importer to judge.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "metadata/token.h"

namespace celer::metadata {
class Image;
}

namespace celer::il {

enum class ClauseKind : uint8_t { Catch = 0, Filter = 1, Finally = 2, Fault = 4 };

std::string_view clause_kind_name(ClauseKind kind);

struct ExceptionClause {  // II.25.4.6; offsets in the code, ends exclusive
    ClauseKind kind = ClauseKind::Catch;
    uint32_t try_start = 0;
    uint32_t try_end = 0;
    uint32_t handler_start = 0;
    uint32_t handler_end = 0;
    uint32_t filter_start = 0;   // Filter; it ends where the handler starts
    metadata::Token catch_type;  // Catch

    bool try_contains(uint32_t offset) const { return offset >= try_start && offset < try_end; }
    bool handler_contains(uint32_t offset) const { return offset >= handler_start && offset < handler_end; }
    bool filter_contains(uint32_t offset) const {
        return kind == ClauseKind::Filter && offset >= filter_start && offset < handler_start;
    }
};

class MethodBody {
  public:
    // `bytes` starts at the header and may extend past the body.
    static Result<MethodBody> parse(Bytes bytes);
    // Of a MethodDef; fails when it has none (RVA 0).
    static Result<MethodBody> of_method(const metadata::Image& image, uint32_t method_rid);
    // A body without a header, as dynamic code makes them. `clauses` are in the fat form of II.25.4.6, without a
    // header.
    static Result<MethodBody> from_parts(Bytes code, uint32_t max_stack, bool init_locals,
                                         metadata::Token local_signature, Bytes fat_clauses);

    Bytes code() const { return code_; }
    uint32_t max_stack() const { return max_stack_; }
    bool init_locals() const { return init_locals_; }
    metadata::Token local_signature() const { return local_signature_; }  // StandAloneSig or nil
    uint32_t clause_count() const { return clause_count_; }
    ExceptionClause clause(uint32_t index) const;  // index < clause_count()

  private:
    Result<void> parse_sections(Bytes bytes, size_t offset);
    Result<void> set_clauses(Bytes clauses, bool fat);

    Bytes code_;
    Bytes clauses_;
    metadata::Token local_signature_;
    uint32_t max_stack_ = 8;
    uint32_t clause_count_ = 0;
    bool init_locals_ = false;
    bool fat_clauses_ = false;
};

}  // namespace celer::il

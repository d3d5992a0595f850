// Any bytes as a method body: parse, decode, print.
#include <cstdint>
#include <span>

#include "base/assert.h"
#include "il/decoder.h"
#include "il/disassembler.h"
#include "il/method_body.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace celer;
    Result<il::MethodBody> body = il::MethodBody::parse(std::as_bytes(std::span(data, size)));
    if (!body) return 0;
    il::Decoder decoder(body->code());
    il::Instruction instruction;
    uint32_t expected = 0;
    while (decoder.next(instruction)) {
        CELER_ASSERT(instruction.offset == expected);
        CELER_ASSERT(instruction.next_offset > instruction.offset);
        expected = instruction.next_offset;
    }
    CELER_ASSERT(decoder.failed() == (expected != body->code().size()));
    for (uint32_t i = 0; i < body->clause_count(); ++i) {
        il::ExceptionClause clause = body->clause(i);
        CELER_ASSERT(clause.try_start < clause.try_end && clause.try_end <= body->code().size());
        CELER_ASSERT(clause.handler_start < clause.handler_end && clause.handler_end <= body->code().size());
    }
    CELER_ASSERT(!il::disassemble(*body).empty());
    return 0;
}

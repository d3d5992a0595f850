#include "import/never_returns.h"

#include "il/decoder.h"
#include "il/method_body.h"
#include "metadata/image.h"
#include "types/loader.h"

namespace celer {

namespace {
constexpr size_t most_code_bytes = 64;
}

bool never_returns(const MethodDesc* method) {
    if (method->kind != MethodKind::IL) return false;
    metadata::Token token(method->token);
    if (token.table() != metadata::Table::MethodDef || token.is_nil()) return false;  // made-up methods
    const metadata::Image* image = method->typical->owner->module->image();
    if (image == nullptr) return false;
    Result<il::MethodBody> body = il::MethodBody::of_method(*image, token.rid());
    if (!body || body->clause_count() != 0 || body->code().size() > most_code_bytes) return false;
    il::Decoder decoder(body->code());
    il::Instruction instruction;
    while (decoder.next(instruction) && instruction.opcode != il::Opcode::Jmp) {
        switch (opcode_info(instruction.opcode).flow) {
            case il::FlowControl::Next:
            case il::FlowControl::Call:
            case il::FlowControl::Prefix:
                break;
            case il::FlowControl::Throw:
                return decoder.at_end();
            case il::FlowControl::Branch:
            case il::FlowControl::ConditionalBranch:
            case il::FlowControl::Return:
            case il::FlowControl::Leave:
            case il::FlowControl::EndHandler:
            case il::FlowControl::Break:
                return false;
        }
    }
    return false;
}

}  // namespace celer

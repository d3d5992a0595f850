#include "baseline/x64/literal_pool.h"

namespace celer::x64 {

void LiteralPool::clear() {
    constants_.clear();
    tables_.clear();
}

void LiteralPool::emit(uint32_t prologue_bytes) {
    for (const SwitchTable& table : tables_) {
        int32_t start = static_cast<int32_t>(a_.position());
        a_.patch32(table.patch, start - static_cast<int32_t>(table.patch + 4));
        for (uint32_t i = 0; i < table.count; i++) {
            uint32_t target = cursor_.code().switch_targets[table.first + i];
            a_.dword(static_cast<int32_t>(labels_.native_start(target)) - start);
        }
    }
    if (!constants_.empty()) {
        while ((prologue_bytes + a_.position()) % 8 != 0) a_.byte(0xcc);
    }
    for (const PoolConstant& constant : constants_) {
        a_.patch32(constant.patch, static_cast<int32_t>(a_.position()) - static_cast<int32_t>(constant.patch + 4));
        a_.qword(constant.bits);
    }
}

}  // namespace celer::x64

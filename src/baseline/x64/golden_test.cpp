// The machine code of chosen methods of CoreLib against golden/*.txt, without addresses.
// `CELER_UPDATE_GOLDEN=1 baseline_test --gtest_filter=Baseline.Golden` writes the texts anew.
#include <gtest/gtest.h>

#include <cctype>
#include <map>
#include <sstream>
#include <string_view>

#include "base/upcalls.h"
#include "baseline/baseline.h"
#include "baseline/disassembler.h"
#include "baseline/x64/cpu.h"
#include "code/helpers.h"
#include "compile/compilation.h"
#include "types/test_golden_texts.h"

namespace celer {
namespace {

// Addresses become names: places in the code L1, L2 ... and all else in the arena @1, @2 ..., in the order of the text.
// So does the place in a dispatch table, which depends on the order in which interfaces were loaded.
class Normalizer {
  public:
    explicit Normalizer(const MethodCode& code)
        : start_(reinterpret_cast<uint64_t>(code.start)), size_(code.size_bytes) {}

    std::string text(const std::string& listing) {
        std::istringstream lines(listing);
        std::vector<std::pair<uint64_t, std::string>> instructions;
        for (std::string line; std::getline(lines, line);) {
            size_t used = 0;
            uint64_t offset = std::stoull(line, &used);
            std::string instruction = normalized(line.substr(used + 2));
            bool dispatches = !instructions.empty() && instructions.back().second == load_of_dispatch_table;
            if (size_t place = instruction.find("[rax"); dispatches && place != std::string::npos) {
                instruction.replace(place, instruction.find(']') - place, "[rax+dispatch");
            }
            instructions.emplace_back(offset, std::move(instruction));
        }
        std::string result;
        for (const auto& [offset, instruction] : instructions) {
            if (auto label = labels_.find(offset); label != labels_.end()) result += name('L', label->second) + ":\n";
            result += "    " + instruction + "\n";
        }
        return result;
    }

  private:
    static constexpr std::string_view load_of_dispatch_table = "mov rax, [rax+0x40]";
    static_assert(offsetof(MethodTable, interface_dispatch) == 0x40);

    static std::string name(char letter, size_t number) { return letter + std::to_string(number); }

    std::string normalized(const std::string& text) {
        std::string result;
        for (size_t i = 0; i < text.size();) {
            size_t end = i + 2;
            while (text.compare(i, 2, "0x") == 0 && end < text.size() && std::isxdigit(text[end])) end++;
            if (end == i + 2) {
                result += text[i++];
                continue;
            }
            result += named(std::stoull(text.substr(i, end - i), nullptr, 16), text.substr(i, end - i));
            i = end;
        }
        return result;
    }

    std::string named(uint64_t number, const std::string& text) {
        if (number - start_ < size_) {
            return name('L', labels_.try_emplace(number - start_, labels_.size() + 1).first->second);
        }
        bool is_used = false;
        for (int section = 0; section < section_count; section++) {
            is_used = is_used || section_used(static_cast<Section>(section)).contains(number);
        }
        if (!is_used) return text;
        return name('@', addresses_.try_emplace(number, addresses_.size() + 1).first->second);
    }

    uint64_t start_;
    uint64_t size_;
    std::map<uint64_t, size_t> labels_;
    std::map<uint64_t, size_t> addresses_;
};

std::string code_of(std::string_view name) {
    std::string text;
    ImportedCode imported;
    for (MethodDesc* method : testing_support::methods_named(name)) {
        import_method(method, imported);
        Compilation compilation({.method = method}, imported);
        const MethodCode* code = baseline_compiler().compile(compilation);
        text += display_name(method) + "\n" + Normalizer(*code).text(disassemble(code)) + "\n";
    }
    return text;
}

TEST(Baseline, Golden) {
    testing_support::start_types();
    if (g_helper_slots == nullptr) {
        take_helper_slots();
    }
    g_tls_offsets = {-64, -56, -48, -40};
    g_upcalls.baseline = &baseline_compiler();
    g_upcalls.thunks = &baseline_thunks();
    const x64::CpuFeatures& cpu = x64::cpu();
    if (!cpu.bmi1 || !cpu.bmi2 || !cpu.lzcnt) GTEST_SKIP() << "the texts are those of a newer processor";
    testing_support::check_golden_texts("src/baseline/x64/golden", code_of);
}

}  // namespace
}  // namespace celer

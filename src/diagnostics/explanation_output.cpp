// An explanation as text, which reads like advice to the program's author, and as JSON, which has everything.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include "diagnostics/explanation.h"
#include "diagnostics/report_file.h"
#include "metadata/portable_pdb.h"
#include "metadata/token.h"

namespace celer {

namespace {

constexpr double least_share = 0.01;  // of a method in the text
constexpr size_t most_methods = 25;
constexpr size_t most_lines = 20;  // of a method
constexpr size_t most_names = 8;   // of what was put in

struct Advice {
    std::string_view why;
    std::string_view advice;
};
constexpr Advice advices[] = {
#define CELER_ADVICE(why, advice) {why, advice},
#include "diagnostics/advice.def"
#undef CELER_ADVICE
};

// Reasons that are no news to the author: what is rare, or comes with more runs.
constexpr std::string_view silent[] = {"its place is seldom reached", "it has not run yet", "it has no IL",
                                       "it is in itself", "its module is not initialised"};

std::string with_advice(const std::string& why) {
    auto found = std::ranges::find_if(advices, [&](const Advice& row) { return why.starts_with(row.why); });
    return found == std::end(advices) || found->advice.empty() ? why : fmt::format("{} ({})", why, found->advice);
}

// Lines of methods, from the PDBs beside their files.
class SourceLines {
  public:
    std::optional<metadata::SourceLine> find(const ExplainedMethod& method, uint32_t il_offset) {
        if (method.module.empty() || method.token == 0) return std::nullopt;
        const File& file = pdb_of(method.module);
        return file.pdb->line_of(metadata::Token(method.token).rid(), il_offset);
    }

  private:
    struct File {
        std::vector<char> bytes;
        std::unique_ptr<metadata::PortablePdb> pdb;
    };

    const File& pdb_of(const std::string& module) {
        auto [place, is_new] = files_.try_emplace(module);
        File& file = place->second;
        if (!is_new) return file;
        std::ifstream stream(std::filesystem::path(module).replace_extension(".pdb"), std::ios::binary);
        file.bytes.assign(std::istreambuf_iterator<char>(stream), {});
        file.pdb = std::make_unique<metadata::PortablePdb>(as_bytes({file.bytes.data(), file.bytes.size()}));
        return file;
    }

    std::map<std::string, File> files_;
};

// --- Text

class TextWriter {
  public:
    explicit TextWriter(const Explanation& explanation) : explanation_(explanation) {}

    std::string run() {
        text_ = fmt::format("Where the time went: {} samples of managed code, one in {:.3g} ms of each thread\n",
                            explanation_.samples, static_cast<double>(explanation_.interval_us) / 1000);
        if (explanation_.samples == 0)
            text_ +=
                "The program ended before a first look at its threads, or spent its time outside of managed code.\n";
        size_t shown = 0;
        for (const ExplainedHotMethod& method : explanation_.methods) {
            if (share(method.samples) < least_share || shown++ == most_methods) break;
            write(method);
        }
        return text_;
    }

  private:
    double share(uint64_t samples) const {
        return explanation_.samples == 0 ? 0 : static_cast<double>(samples) / static_cast<double>(explanation_.samples);
    }

    void write(const ExplainedHotMethod& method) {
        text_ += fmt::format("\n{:5.1f} %  {}{}\n", 100 * share(method.samples), method.method.name,
                             place_of(method.method, 0, "  (", ")"));
        const ExplainedCompilation* shown = compilation_to_show(method);
        if (shown == nullptr) {
            std::string user = who_has(method.method.name);
            line(user.empty() ? "tier 0: not met often enough for better code"
                              : "tier 0; meanwhile its body was put into " + user);
            return;
        }
        if (shown->code_bytes == 0) {
            line("tier 0: " + with_advice(refusal(*shown)));
            return;
        }
        line(fmt::format("{}: {} bytes of code from {} of IL, made in {:.1f} ms{}",
                         shown->is_osr ? "optimised, entered in a loop" : "optimised", shown->code_bytes,
                         method.il_bytes, static_cast<double>(shown->time_us) / 1000,
                         method.samples_of_tier0 == 0 ? ""
                                                      : fmt::format("; {:.1f} % of the time before that, in tier 0",
                                                                    100 * share(method.samples_of_tier0))));
        write_remarks(*shown);
    }

    // A method that has the body of this one in its better code; empty: none.
    std::string who_has(const std::string& name) const {
        for (const ExplainedHotMethod& method : explanation_.methods) {
            for (const ExplainedCompilation& one : method.compilations) {
                if (one.code_bytes == 0 || one.nodes.size() < 2) continue;
                auto is_it = [&](const ExplainedNode& node) { return node.method.name == name; };
                if (std::any_of(one.nodes.begin() + 1, one.nodes.end(), is_it)) return method.method.name;
            }
        }
        return "";
    }

    // The last one for calls, else the last one for a loop.
    static const ExplainedCompilation* compilation_to_show(const ExplainedHotMethod& method) {
        const ExplainedCompilation* shown = nullptr;
        for (const ExplainedCompilation& one : method.compilations) {
            if (shown == nullptr || !one.is_osr || shown->is_osr) shown = &one;
        }
        return shown;
    }

    static std::string refusal(const ExplainedCompilation& compilation) {
        for (const ExplainedRemark& remark : compilation.remarks) {
            if (remark.kind == RemarkKind::Refused) return remark.text;
        }
        return "no better code could be made";
    }

    void write_remarks(const ExplainedCompilation& compilation) {
        std::set<std::string> said;
        size_t left_off = 0;
        for (const ExplainedRemark& remark : compilation.remarks) {
            std::string what = is_news(compilation, remark) ? sentence(remark) : "";
            if (what.empty()) continue;
            std::string where = place_in(compilation, remark);
            bool is_loop = remark.kind == RemarkKind::ScalarLoop || remark.kind == RemarkKind::VectorLoop;
            if (!said.insert(is_loop ? where + "loop" : where + what).second) continue;
            said.size() <= most_lines ? line(where + what) : static_cast<void>(left_off++);
        }
        if (left_off != 0) line(fmt::format("and {} more lines, which the JSON form has", left_off));
        write_put_in(compilation);
    }

    // Calls in other people's code are left out: their authors do not read this.
    static bool is_news(const ExplainedCompilation& compilation, const ExplainedRemark& remark) {
        if (remark.kind != RemarkKind::KeptCall) return true;
        return is_own(compilation, remark.node) && std::ranges::find(silent, remark.text) == std::end(silent);
    }

    static bool is_own(const ExplainedCompilation& compilation, uint32_t node) {
        return compilation.nodes[node].method.module == compilation.nodes[0].method.module;
    }

    static std::string sentence(const ExplainedRemark& remark) {
        switch (remark.kind) {
            case RemarkKind::KeptCall:
                return fmt::format("{} stays a call: {}", remark.method, with_advice(remark.text));
            case RemarkKind::VectorLoop:
                return "the loop is vector code: " + remark.text;
            case RemarkKind::ScalarLoop:
                return "the loop is no vector code: " + with_advice(remark.text);
            case RemarkKind::StackObject:
                return fmt::format("the {} is not allocated: {}", remark.type, remark.text);
            case RemarkKind::HeapObject:
                return fmt::format("a {} is allocated", remark.type);
            case RemarkKind::PutIn:
            case RemarkKind::Refused:
                break;
        }
        return "";
    }

    void write_put_in(const ExplainedCompilation& compilation) {
        std::set<std::string> names;
        for (size_t i = 1; i < compilation.nodes.size(); i++) names.insert(compilation.nodes[i].method.name);
        if (names.empty()) return;
        std::string list;
        size_t count = 0;
        for (const std::string& name : names) {
            if (count++ == most_names) break;
            list += (list.empty() ? "" : ", ") + name;
        }
        if (names.size() > most_names) list += fmt::format(" and {} others", names.size() - most_names);
        line(fmt::format("{} calls were put in: {}", compilation.nodes.size() - 1, list));
    }

    // "line 12: ", "line 40, in Own:Method(): " for what was put in, "line 12, in Foreign:Method(): " for where that
    // was called. LLVM's places of loops are vague: theirs is the caller's line only.
    std::string place_in(const ExplainedCompilation& compilation, const ExplainedRemark& remark) {
        uint32_t own = remark.node;
        uint32_t offset = remark.il_offset;
        while (!is_own(compilation, own)) {
            offset = compilation.nodes[own].call_il_offset;
            own = compilation.nodes[own].parent;
        }
        auto source = lines_.find(compilation.nodes[own].method, offset);
        std::string place = source ? fmt::format("line {}", source->line) : fmt::format("IL {}", offset);
        bool is_loop = remark.kind == RemarkKind::ScalarLoop || remark.kind == RemarkKind::VectorLoop;
        uint32_t named = is_loop ? own : remark.node;
        if (named != 0) place += fmt::format(", in {}", compilation.nodes[named].method.name);
        return place + ": ";
    }

    std::string place_of(const ExplainedMethod& method, uint32_t il_offset, const char* before, const char* behind) {
        auto source = lines_.find(method, il_offset);
        if (!source) return "";
        std::string name = source->document.substr(source->document.find_last_of("/\\") + 1);
        return fmt::format("{}{}:{}{}", before, name, source->line, behind);
    }

    void line(const std::string& what) { text_ += "         " + what + "\n"; }

    const Explanation& explanation_;
    SourceLines lines_;
    std::string text_;
};

// --- JSON

constexpr std::string_view kind_names[] = {"put-in",       "kept-call",   "vector-loop", "scalar-loop",
                                           "stack-object", "heap-object", "refused"};

template <typename List, typename Write>
std::string array_of(const List& list, Write write) {
    std::string text = "[";
    for (const auto& one : list) text += (text.size() == 1 ? "" : ",") + write(one);
    return text + "]";
}

class JsonWriter {
  public:
    explicit JsonWriter(const Explanation& explanation) : explanation_(explanation) {}

    std::string run() {
        auto write = [this](const ExplainedHotMethod& method) { return "\n" + hot_method(method); };
        return fmt::format("{{\"format\":1,\"samples\":{},\"interval_us\":{},\"methods\":{}}}\n", explanation_.samples,
                           explanation_.interval_us, array_of(explanation_.methods, write));
    }

  private:
    std::string hot_method(const ExplainedHotMethod& method) {
        auto write = [this](const ExplainedCompilation& one) { return compilation(one); };
        return fmt::format("{{{},\"il_bytes\":{},\"samples\":{},\"samples_of_tier0\":{},\"compilations\":{}}}",
                           fields(method.method, 0), method.il_bytes, method.samples, method.samples_of_tier0,
                           array_of(method.compilations, write));
    }

    std::string compilation(const ExplainedCompilation& one) {
        std::string text =
            fmt::format("{{\"osr_il_offset\":{},\"time_us\":{},\"code_bytes\":{}",
                        one.is_osr ? std::to_string(one.osr_il_offset) : "null", one.time_us, one.code_bytes);
        auto node = [this](const ExplainedNode& node) {
            return fmt::format("{{{},\"parent\":{},\"call_il_offset\":{}}}", fields(node.method, 0), node.parent,
                               node.call_il_offset);
        };
        auto remark = [&](const ExplainedRemark& remark) {
            return fmt::format(
                "{{\"kind\":{},\"node\":{},\"il_offset\":{},\"line\":{},\"method\":{},\"type\":{},\"text\":{}}}",
                json_string(kind_names[static_cast<size_t>(remark.kind)]), remark.node, remark.il_offset,
                line_of(one.nodes[remark.node].method, remark.il_offset), json_string(remark.method),
                json_string(remark.type), json_string(remark.text));
        };
        return text + ",\"nodes\":" + array_of(one.nodes, node) + ",\"remarks\":" + array_of(one.remarks, remark) + "}";
    }

    std::string fields(const ExplainedMethod& method, uint32_t il_offset) {
        auto source = lines_.find(method, il_offset);
        return fmt::format("\"method\":{},\"module\":{},\"token\":{},\"document\":{},\"line\":{}",
                           json_string(method.name), json_string(method.module), method.token,
                           json_string(source ? source->document : ""), source ? std::to_string(source->line) : "null");
    }

    std::string line_of(const ExplainedMethod& method, uint32_t il_offset) {
        auto source = lines_.find(method, il_offset);
        return source ? std::to_string(source->line) : "null";
    }

    const Explanation& explanation_;
    SourceLines lines_;
};

}  // namespace

std::string explanation_as_text(const Explanation& explanation) {
    return TextWriter(explanation).run();
}

std::string explanation_as_json(const Explanation& explanation) {
    return JsonWriter(explanation).run();
}

}  // namespace celer

// Puts the bodies of small callees into a form, for a compiler that makes code of one form in one go. A call becomes
// stores to fresh variables and the callee's instructions; what is known at the call, a constant or a variable that
// nobody else changes, takes the place of the callee's variable.
//
// - A body without branches is put in where the call stands. Any other is blocks of its own: what lies below the
//   call's arguments on the evaluation stack is in variables meanwhile.
// - The method's own variables and blocks keep their order, its variables their numbers too.
// - Each instruction has a node of the tree of what was put in (code/inline_tree.h), so traces are what they were.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "baseline/inlined_form.h"
#include "baseline/merged_form.h"
#include "import/code.h"

namespace celer {

class Inliner {
  public:
    // `may_load`: a thread waits for the code, so bodies that have not run yet are put in too.
    Inliner(const ImportedCode& code, bool may_assume, bool may_load);

    InlinedForm form() const {
        return {&merged_.code(), &root_, nodes_, merged_.node_of_inst(), merged_.node_of_block()};
    }

  private:
    // A body on its way into the merged form.
    struct Body {
        const ImportedCode* code = nullptr;
        const Body* caller = nullptr;
        uint32_t node = 0;
        uint32_t depth = 0;
        Region region;             // of a callee's blocks
        bool is_straight = false;  // has no branches, and no blocks of its own
        uint32_t first_variable = 0;
        ElementType result_element = ElementType::End;
        uint32_t result = no_variable;            // what a callee with blocks returns
        const Inst* branch = nullptr;             // of a caller, on what a callee returns: each return is one
        Body* branching = nullptr;                // that caller
        std::vector<std::optional<Inst>> values;  // of arguments: what takes their place
        std::vector<uint32_t> block_starts;       // merged, by block
        std::vector<size_t> branches;             // merged instructions that name blocks of this body
        std::vector<size_t> returns;              // jumps to what follows the call

        std::optional<Inst> value_of(uint32_t variable) const {
            return variable < values.size() ? values[variable] : std::nullopt;
        }
    };

    // What a call leads to if its receiver is of a class.
    struct Guess {
        MethodTable* receiver;
        const ImportedCode* code;
    };

    void put(Body& body);
    void put_inst(Body& body, Inst inst);
    void put_return(Body& body, const Inst& inst);
    void put_branch(const Body& body, const Inst& inst);
    size_t put_callees(Body& caller, std::span<const Inst> insts);
    size_t put_callee(Body& caller, std::span<const Inst> insts);
    size_t put_guesses(Body& caller, std::span<const Inst> insts);
    std::vector<Guess> find_guesses(const Body& caller, const Inst& inst);
    void put_guess(Body& caller, Guess& guess, const Inst& inst, const std::vector<Inst>& values, Body& like);
    const ImportedCode* import_callee(const Body& caller, MethodDesc* method, const std::vector<ArgumentFact>& facts,
                                      size_t most);
    Body new_body(Body& caller, const ImportedCode& code, uint32_t il_offset);
    void assume(const Assumption& one);
    bool find_branch(Body& caller, Body& callee, std::span<const Inst> behind, size_t argument_count) const;
    bool has_struct_below(size_t argument_count) const;
    bool is_returned(const Body& caller, const Inst& call, std::span<const Inst> behind) const;
    void put_blocks(Body& caller, Body& callee, uint32_t il_offset);
    bool may_be_put_in(const Body& caller, const MethodDesc* callee) const;
    bool fits(const ImportedCode& code, size_t most) const;
    std::vector<ArgumentFact> facts_of(size_t count) const;
    void add_variables(Body& callee);
    uint32_t add_result(const CallInfo& call);
    uint32_t add_object(const Inst& call);
    std::vector<Inst> take_arguments(const Body& caller, const Inst& call);
    void pass_arguments(const Body& caller, Body& callee, const Inst& call, uint32_t object);
    void clear_locals(const Body& caller, const Body& callee, uint32_t il_offset);
    void pass_simple(const Body& caller, Body& callee, uint32_t argument, const Inst& value);
    void check_this(const Body& caller, const Body& callee, uint32_t il_offset);
    bool may_stand_for(const Inst& value, const Body& callee, uint32_t argument) const;
    void continue_behind(const Body& caller, const Body& callee, uint32_t il_offset,
                         const std::vector<uint32_t>& spilled);
    void patch_branches(const Body& body);
    void place_clauses(const Body& root);

    const ImportedCode& root_;
    bool may_assume_;
    bool may_load_;
    MergedForm merged_;
    std::vector<InlineNode> nodes_;
    std::vector<std::unique_ptr<ImportedCode>> callees_;  // own their calls
    size_t added_insts_ = 0;
};

}  // namespace celer

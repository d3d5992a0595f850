// Slots are given out definition by definition: a class starts with its parent's slots; a virtual method without
// newslot takes the slot of the most derived accessible virtual method of equal name and signature, any other one gets
// a new slot. Names are compared by hash first, signatures only when the hashes agree, so the parents' methods are
// hardly ever looked at again.
#include "types/vtable_slots.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "base/hash.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "platform/arena.h"
#include "types/access.h"
#include "types/loader_state.h"

namespace celer {
namespace {

namespace flags = metadata::method_flags;

constexpr uint32_t max_virtuals = no_slot - 1;
constexpr uint32_t max_depth = 254;  // MethodTable::depth and SlotDeclaration hold that

// Marks a scan under way, so that a class that extends itself is found.
const DefinitionMethods* scan_in_progress() {
    static DefinitionMethods marker{};
    return &marker;
}

// A parent chain as it is walked upwards; substitutions point to those below, so they stay where they are.
class Ancestors {
  public:
    explicit Ancestors(TypeDefinition self, uint32_t depth) : depth_(depth), levels_(depth + 1) {
        levels_[0].definition = self;
    }

    // The ancestor at a depth and what its variables mean to the class itself.
    Result<const ParentDefinition*> at_depth(uint32_t depth) {
        uint32_t wanted = depth_ - depth;
        for (; known_ < wanted; known_++) {
            ParentDefinition parent = CELER_TRY(parent_definition(levels_[known_].definition));
            parent.substitution.next = known_ == 0 ? nullptr : &levels_[known_].substitution;
            levels_[known_ + 1] = parent;
        }
        return &levels_[wanted];
    }

  private:
    uint32_t depth_;
    uint32_t known_ = 0;
    std::vector<ParentDefinition> levels_;
};

// A strict method that is private cannot be overridden: the slot is new.
bool is_strictly_private(uint32_t attributes) {
    return (attributes & flags::kStrict) && (attributes & flags::kAccessMask) == flags::kPrivate;
}

// An override must be visible wherever the method is that it overrides (II.10.3.3). `famorassem` of another assembly is
// `family` here.
bool reduces_access(uint32_t own_flags, uint32_t declared_flags, bool is_foreign) {
    uint32_t own = own_flags & flags::kAccessMask;
    uint32_t declared = declared_flags & flags::kAccessMask;
    if (declared == flags::kFamilyOrAssembly && is_foreign) declared = flags::kFamily;
    if (own == declared || own == flags::kPublic || declared == flags::kCompilerControlled) return false;
    if (declared == flags::kPrivate) return own == flags::kCompilerControlled;
    if (own == flags::kFamilyOrAssembly) return declared == flags::kPublic;
    return declared != flags::kFamilyAndAssembly || own <= flags::kPrivate;
}

class SlotScan {
  public:
    SlotScan(TypeDefinition self, const DefinitionMethods* parent)
        : self_(self),
          image_(*self.module->image()),
          depth_(parent == nullptr ? 0 : parent->depth + 1),
          ancestors_(self, depth_) {
        if (parent != nullptr && parent->declarations != nullptr) {  // an interface as parent is found out later
            declarations_.assign(parent->declarations, parent->declarations + parent->virtual_count);
            result_.inherited_count = parent->virtual_count;
            inherited_ = parent->declarations;
        }
        is_interface_ = image_.type_def(self.rid).flags & metadata::type_flags::kInterface;
        next_slot_ = result_.inherited_count;
    }

    Result<const DefinitionMethods*> run() {
        result_.class_constructor = result_.default_constructor = result_.delegate_invoke = no_method_index;
        result_.class_overrides = no_method_index;
        result_.depth = static_cast<uint16_t>(depth_);
        result_.wrong_override = no_method_index;
        uint32_t index = 0;
        for (uint32_t rid : image_.methods_of(self_.rid)) {
            slots_.push_back(CELER_TRY(slot_of(rid, index)));
            index++;
        }
        if (next_slot_ > max_virtuals)
            return std::unexpected(type_load_error_by_name(self_.module, definition_name(self_)));
        return store();
    }

  private:
    Result<uint16_t> slot_of(uint32_t rid, uint32_t index) {
        metadata::MethodDefRow row = image_.method_def(rid);
        if (row.flags & flags::kRTSpecialName) note_constructor(row, index);
        if ((row.impl_flags & metadata::method_impl_flags::kCodeTypeMask) == metadata::method_impl_flags::kRuntime &&
            image_.string(row.name) == "Invoke") {
            result_.delegate_invoke = index;
        }
        if (!(row.flags & flags::kVirtual)) return no_slot;
        if (is_interface_) return static_cast<uint16_t>(next_slot_++);
        if (row.flags & flags::kStatic) return no_slot;
        std::string_view name = image_.string(row.name);
        uint32_t hash = method_name_hash(name);
        uint32_t slot = next_slot_;
        if (!(row.flags & flags::kNewSlot)) slot = CELER_TRY(inherited_slot(name, hash, index, row));
        SlotDeclaration declaration(hash, rid, depth_);
        if (slot == next_slot_) {
            next_slot_++;
            declarations_.push_back(declaration);
        } else {
            declarations_[slot] = declaration;
        }
        return static_cast<uint16_t>(slot);
    }

    void note_constructor(const metadata::MethodDefRow& row, uint32_t index) {
        std::string_view name = image_.string(row.name);
        if (name == ".cctor" && (row.flags & flags::kStatic)) result_.class_constructor = index;
        if (name != ".ctor" || (row.flags & flags::kStatic)) return;
        metadata::SignatureReader reader(image_.blob(row.signature));
        metadata::MethodSignatureHeader header = reader.read_method_header();
        if (reader.failed() || header.parameter_count != 0 || header.is_vararg()) return;
        result_.default_constructor = index;
    }

    void note_problem(uint32_t index, OverrideProblem problem) {
        if (problem == OverrideProblem::None || result_.problem != OverrideProblem::None) return;
        result_.problem = problem;
        result_.wrong_override = index;
    }

    // II.10.3.3
    OverrideProblem problem_of(const metadata::MethodDefRow& own, const metadata::MethodDefRow& declared,
                               const Module* module) const {
        if (is_hidden_from(declared.flags, module, self_.module)) return OverrideProblem::Hidden;
        if (declared.flags & flags::kFinal) return OverrideProblem::Final;
        bool reduces = reduces_access(own.flags, declared.flags, module != self_.module);
        return reduces ? OverrideProblem::ReducesAccess : OverrideProblem::None;
    }

    // The slot of the parent chain that the method overrides, or a new one.
    Result<uint32_t> inherited_slot(std::string_view name, uint32_t hash, uint32_t index,
                                    const metadata::MethodDefRow& row) {
        for (uint32_t slot = result_.inherited_count; slot-- > 0;) {
            const SlotDeclaration& declaration = inherited_[slot];
            if (declaration.name_hash != hash) continue;
            const ParentDefinition* ancestor = CELER_TRY(ancestors_.at_depth(declaration.depth()));
            Module* module = ancestor->definition.module;
            const metadata::Image& image = *module->image();
            metadata::MethodDefRow declared = image.method_def(declaration.method_rid());
            if (image.string(declared.name) != name) continue;
            SignatureScope own{self_.module, image_.blob(row.signature), nullptr};
            SignatureScope theirs{module, image.blob(declared.signature), &ancestor->substitution};
            if (!CELER_TRY(compare_method_signatures(own, theirs))) continue;
            if (is_strictly_private(declared.flags)) continue;
            note_problem(index, problem_of(row, declared, module));
            return slot;
        }
        return next_slot_;
    }

    const DefinitionMethods* store() {
        size_t count = slots_.size();
        LoaderHeap* heap = loader_heap_of(self_.module);
        auto* stored = static_cast<DefinitionMethods*>(
            heap_allocate(heap, Section::Types, sizeof(DefinitionMethods) + count * sizeof(uint16_t)));
        std::memcpy(stored, &result_, offsetof(DefinitionMethods, slots));  // not the padding behind
        stored->virtual_count = static_cast<uint16_t>(next_slot_);
        stored->method_count = static_cast<uint32_t>(count);
        std::copy(slots_.begin(), slots_.end(), stored->slots);
        if (!declarations_.empty()) {
            stored->declarations = heap_new<SlotDeclaration>(heap, Section::Types, declarations_.size());
            std::copy(declarations_.begin(), declarations_.end(), stored->declarations);
        }
        return stored;
    }

    TypeDefinition self_;
    const metadata::Image& image_;
    uint32_t depth_;
    Ancestors ancestors_;
    DefinitionMethods result_{};
    std::vector<uint16_t> slots_;
    const SlotDeclaration* inherited_ = nullptr;  // the parent's: of two methods for one slot the last one counts
    std::vector<SlotDeclaration> declarations_;
    uint32_t next_slot_ = 0;
    bool is_interface_ = false;
};

Result<const DefinitionMethods*> scan(TypeDefinition self) {
    const DefinitionMethods* parent_methods = nullptr;
    ParentDefinition parent{};
    if (!self.module->image()->type_def(self.rid).extends.is_nil()) {
        parent = CELER_TRY(parent_definition(self));
        if (parent.definition.module != nullptr) {
            parent_methods = CELER_TRY(definition_methods(parent.definition.module, parent.definition.rid));
        }
    }
    if (parent_methods != nullptr && parent_methods->depth + 1 > max_depth) {
        return std::unexpected(type_load_error_by_name(self.module, definition_name(self)));
    }
    return SlotScan(self, parent_methods).run();
}

}  // namespace

bool is_hidden_from(uint32_t attributes, const Module* declaring, const Module* overriding) {
    uint32_t access = attributes & flags::kAccessMask;
    if (!(attributes & flags::kStrict) || declaring == overriding) return false;
    if (access != flags::kAssembly && access != flags::kFamilyAndAssembly) return false;
    return !shares_internals(declaring, overriding);
}

uint32_t slot_flags(const MethodTable* table, uint32_t slot) {
    const SlotDeclaration& declaration = table->info->definition_methods->declarations[slot];
    while (table->depth > declaration.depth()) table = table->parent;
    return table->module->image()->method_def(declaration.method_rid()).flags;
}

Result<void> check_overrides(const MethodTable* table) {
    const DefinitionMethods* methods = table->info->definition_methods;
    if (methods->problem == OverrideProblem::None) return {};
    const metadata::Image& image = *table->module->image();
    uint32_t rid = image.methods_of(metadata::Token(table->info->token).rid())[methods->wrong_override];
    std::string name(image.string(image.method_def(rid).name));
    switch (methods->problem) {
        case OverrideProblem::None:
            break;
        case OverrideProblem::Hidden:
            return refuse(table, "Method '" + name +
                                     "' on type '{type}' from assembly '{assembly}' is overriding a method that is not "
                                     "visible from that assembly.");
        case OverrideProblem::Final:
            return refuse(table,
                          "Declaration referenced in a method implementation cannot be a final method.  Type: "
                          "'{type}'.  Assembly: '{assembly}'.");
        case OverrideProblem::ReducesAccess:
            return refuse(table, "Derived method '" + name +
                                     "' in type '{type}' from assembly '{assembly}' cannot reduce access.");
    }
    return {};
}

uint32_t method_name_hash(std::string_view name) {
    uint64_t hash = hash_text(name);
    return static_cast<uint32_t>(hash ^ hash >> 32);
}

Result<const DefinitionMethods*> definition_methods(Module* module, uint32_t type_rid) {
    const DefinitionMethods*& known = module->definition_methods[type_rid];
    if (known == scan_in_progress()) {
        return std::unexpected(type_load_error_by_name(module, definition_name({module, type_rid})));
    }
    if (known != nullptr) return known;
    known = scan_in_progress();
    Result<const DefinitionMethods*> result = scan({module, type_rid});
    if (is_question_pending()) result = std::unexpected(pending_question_error());
    known = result ? *result : nullptr;
    return result;
}

}  // namespace celer

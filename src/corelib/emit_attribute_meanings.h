// Custom attributes of dynamic modules that stand for other metadata (II.21.2.1).
#pragma once

#include <string_view>
#include <vector>

#include "metadata/custom_attribute.h"
#include "types/dynamic_module.h"

namespace celer {

// What an attribute says, for those that do not have an array among their arguments.
struct Said {
    int32_t first = 0;      // of the first argument, if it is a number
    std::string_view text;  // of the first argument, if it is a string
    std::vector<metadata::NamedAttributeArgument> named;

    const metadata::AttributeValue* find(std::string_view name) const {
        for (const metadata::NamedAttributeArgument& argument : named) {
            if (argument.name == name) return &argument.value;
        }
        return nullptr;
    }
    int32_t number(std::string_view name, int32_t otherwise) const {
        const metadata::AttributeValue* value = find(name);
        return value == nullptr ? otherwise : value->as_int32();
    }
    std::string_view text_of(std::string_view name) const {
        const metadata::AttributeValue* value = find(name);
        return value == nullptr ? std::string_view() : value->text;
    }
};

template <typename Column>
void set_flags(metadata::MetadataWriter& writer, metadata::Token owner, Column column, uint32_t mask, uint32_t flags) {
    writer.set(owner.rid(), column, (writer.get(owner.rid(), column) & ~mask) | flags);
}

// Each writes what the attribute means. False: it may not say that, or not there.
bool mean_marshalling(DynamicModule& module, metadata::Token owner, const Said& said);
bool mean_import(DynamicModule& module, metadata::Token owner, const Said& said);

}  // namespace celer

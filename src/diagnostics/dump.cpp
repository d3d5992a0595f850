#include "diagnostics/dump.h"

#include <fmt/format.h>

#include <iterator>

#include "code/compiler.h"
#include "compile/compilation.h"
#include "il/disassembler.h"
#include "metadata/token.h"
#include "types/loader.h"

namespace celer {

namespace {

std::string field_line(FieldDesc& field) {
    Result<TypeHandle> type = field_type(&field);
    std::string text = type ? display_name(*type) : "?";
    const char* where = (field.flags & field_flags::is_literal) != 0         ? "literal"
                        : (field.flags & field_flags::has_rva) != 0          ? "data at"
                        : (field.flags & field_flags::is_thread_static) != 0 ? "thread static"
                        : field.is_static()                                  ? "static"
                                                                             : "at";
    return fmt::format("  {:>13} {:5}  size {:4}  {} {}\n", where, field.offset, field.size_bytes, text,
                       field_name(&field));
}

void append_interfaces(std::string& text, MethodTable* table) {
    if (table->is_nullable()) return;
    for (uint32_t i = 0; i < table->num_interfaces; i++) {
        text += fmt::format("  interface {}\n", display_name(TypeHandle(table->interface_map[i])));
    }
}

void append_virtuals(std::string& text, MethodTable* table) {
    for (uint32_t i = 0; i < table->num_virtuals && table->info->virtuals != nullptr; i++) {
        MethodDesc* method = table->info->virtuals[i];
        text += fmt::format("  slot {:3}  {}\n", i, method != nullptr ? display_name(method) : "(none)");
    }
}

void append_gc_layout(std::string& text, const MethodTable* table) {
    if (table->gc_layout == nullptr) return;
    for (uint32_t i = 0; i < table->gc_layout->series_count; i++) {
        const GcSeries& series = table->gc_layout->series[i];
        text += fmt::format("  references at {} .. {}\n", series.offset, series.offset + series.slot_count * 8 - 8);
    }
}

}  // namespace

std::string dump_type(MethodTable* table) {
    std::string text = fmt::format("{}\n  MethodTable {}  flags {:#010x}  base size {}  field bytes {}  depth {}\n",
                                   display_name(TypeHandle(table)), fmt::ptr(table), table->flags, table->base_size,
                                   table->instance_field_bytes, table->depth);
    if (table->parent != nullptr) text += fmt::format("  parent {}\n", display_name(TypeHandle(table->parent)));
    append_interfaces(text, table);
    for (uint32_t i = 0; i < table->info->field_count; i++) text += field_line(table->info->fields[i]);
    append_gc_layout(text, table);
    append_virtuals(text, table);
    return text;
}

std::string dump_il(MethodDesc* method) {
    return display_name(method) + "\n" +
           il::disassemble_method(*method->owner->module->image(), metadata::Token(method->token).rid());
}

std::string dump_imported(MethodDesc* method) {
    ImportedCode code;
    import_method(method, code);
    std::string text = print(code);
    if (std::string broken = verify(code); !broken.empty()) text += "INVALID: " + broken + "\n";
    return text;
}

std::string dump_code(MethodDesc* method, std::string (*disassemble)(const MethodCode*)) {
    ImportedCode imported;
    import_method(method, imported);
    Compilation compilation({.method = method}, imported);
    const MethodCode* code = baseline().compile(compilation);
    return fmt::format("{}  {} bytes at {}\n", display_name(method), code->size_bytes, fmt::ptr(code->start)) +
           describe(*code) + disassemble(code);
}

}  // namespace celer

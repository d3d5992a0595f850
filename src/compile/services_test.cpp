// A compiler in a library of its own: loaded, refused, and what its code's records say.
#include "compile/services.h"

#include <gtest/gtest.h>

#include "base/options.h"
#include "base/upcalls.h"
#include "code/code_tables.h"
#include "types/test_framework.h"

namespace celer {
namespace {

std::string disassemble(const MethodCode*) {
    return {};
}

TEST(SecondCompiler, IsRefusedWithAReason) {
    Result<void> missing = load_second_compiler("/no/such/library.so");
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("/no/such/library.so"), std::string::npos);
    Result<void> other = load_second_compiler("libm.so.6");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().message, "AltJitName: libm.so.6 is no compiler for this engine");
}

struct Seen {
    uint32_t methods = 0;
    uint32_t inlined = 0;
    uint32_t handlers = 0;
    uint32_t partial_savers = 0;
};

void check_tree(const MethodCode& code, Seen& seen) {
    seen.inlined += code.is(code_flags::has_inline_tree);
    for (const IlMapEntry& entry : il_map_of(code)) {
        uintptr_t ip = reinterpret_cast<uintptr_t>(code.start) + entry.native_offset;
        uint32_t node = inline_node_at(code, ip);
        ASSERT_EQ(node, entry.inline_node);
        while (node != 0) {
            ASSERT_NE(method_of_node(code, node), nullptr);
            ASSERT_LT(caller_of_node(code, node), node);
            node = caller_of_node(code, node);
        }
        ASSERT_EQ(method_of_node(code, node), code.method);
    }
}

// The last of the saved registers lies highest.
void check_saved(const MethodCode& code, Seen& seen) {
    uint32_t slot = 0;
    for (uint32_t i = callee_saved_count; i-- > 0;) {
        if (code.saved_registers.slot(i) != 0) ASSERT_EQ(code.saved_registers.slot(i), ++slot);
    }
    seen.partial_savers += slot != 0 && slot < callee_saved_count;
    seen.handlers += code.handlers_expect_registers();
}

void compile_all(MethodTable* table, Seen& seen) {
    for (uint32_t i = 0; i < table->info->method_count; i++) {
        MethodDesc* method = declared_method(table, i);
        if (method == nullptr || method->kind != MethodKind::IL || method->is_generic() || method->is_open()) continue;
        CompileRequest request = {.method = method};
        Compiler& compiler = compiler_for(request);
        ASSERT_EQ(request.tier, CodeTier::Optimized);
        Result<MethodCode*> code = Compilation(request).run(compiler);
        ASSERT_TRUE(code.has_value());
        ASSERT_EQ((*code)->tier, CodeTier::Optimized);
        ASSERT_EQ(find_code(reinterpret_cast<uintptr_t>((*code)->start)), *code);
        seen.methods++;
        check_tree(**code, seen);
        check_saved(**code, seen);
    }
}

TEST(SecondCompiler, MakesCodeWithInlineTreesAndOtherFrames) {
    ASSERT_NO_FATAL_FAILURE(testing_support::start_types());
    take_helper_slots();
    g_upcalls.disassemble = disassemble;
    Result<void> loaded = load_second_compiler(SECOND_COMPILER);
    ASSERT_TRUE(loaded) << loaded.error().message;
    set_option("AltJit", "*");
    Seen seen;
    for (const char* type : {"String", "Number", "DateTime", "Convert", "Decimal", "Environment", "TimeZoneInfo"})
        compile_all(testing_support::core_type("System", type), seen);
    EXPECT_GT(seen.methods, 1000u);
    EXPECT_GT(seen.inlined, 50u);
    EXPECT_GT(seen.partial_savers, 50u);
    EXPECT_GT(seen.handlers, 2u);
    set_option("AltJit", "Nothing");
}

}  // namespace
}  // namespace celer

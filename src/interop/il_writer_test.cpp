// Bodies that the engine writes as IL: their bytes, and that the importer takes them.
#include "interop/il_writer.h"

#include <gtest/gtest.h>

#include "base/bytes.h"
#include "import/code.h"
#include "import/supplied_body.h"
#include "types/test_framework.h"

namespace celer {
namespace {

using il::Opcode;

class IlWriterTest : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_NO_FATAL_FAILURE(testing_support::start_types());
        int32_ = primitive_type(ElementType::I4);
        method_ = find_method(testing_support::core_type("System", "Math"), "Abs", "int (int)");
        ASSERT_NE(method_, nullptr);
    }

    // The importer's form of what was written, which must be valid.
    std::string imported(IlWriter& il, const MethodSignature* signature) {
        ImportedCode code;
        import_supplied(method_, il.finish(signature), code);
        if (code.invalid) return "invalid: " + code.invalid->message;
        EXPECT_EQ(verify(code), "");
        return print(code);
    }

    TypeHandle int32_;
    MethodDesc* method_ = nullptr;
};

TEST_F(IlWriterTest, WritesEachKindOfInstruction) {
    IlWriter il;
    IlWriter::Local local = il.new_local(int32_);
    il.argument(0);                      // fe 09 00 00
    il.constant(-2);                     // 20 fe ff ff ff
    il.op(Opcode::Add);                  // 58
    il.store(local);                     // fe 0e 00 00
    il.load(local);                      // fe 0c 00 00
    il.call(method_);                    // 28, token 0
    il.type_op(Opcode::Sizeof, int32_);  // fe 1c, token 1
    il.op(Opcode::Mul);                  // 5a
    il.op(Opcode::Ret);                  // 2a
    SuppliedBody body = il.finish(make_signature(int32_, {int32_}, false));
    constexpr uint8_t expected[] = {0xfe, 0x09, 0,    0,    0x20, 0xfe, 0xff, 0xff, 0xff, 0x58, 0xfe,
                                    0x0e, 0,    0,    0xfe, 0x0c, 0,    0,    0x28, 0,    0,    0,
                                    0,    0xfe, 0x1c, 1,    0,    0,    0,    0x5a, 0x2a};
    ASSERT_EQ(body.code.size(), sizeof expected);
    for (size_t i = 0; i < sizeof expected; i++) EXPECT_EQ(static_cast<uint8_t>(body.code[i]), expected[i]) << i;
    ASSERT_EQ(body.tokens.size(), 2u);
    EXPECT_EQ(body.tokens[0].method, method_);
    EXPECT_EQ(body.tokens[1].type, int32_);
    ASSERT_EQ(body.locals.size(), 1u);
    EXPECT_NE(imported(il, body.signature).find("Abs"), std::string::npos);
}

TEST_F(IlWriterTest, BranchesGoForwardAndBack) {
    IlWriter il;
    IlWriter::Label again = il.new_label(), end = il.new_label();
    il.bind(again);
    il.argument(0);
    il.branch(Opcode::Brfalse, end);
    il.branch(Opcode::Br, again);
    il.bind(end);
    il.argument(0);
    il.op(Opcode::Ret);
    const MethodSignature* signature = make_signature(int32_, {int32_}, false);
    SuppliedBody body = il.finish(signature);
    auto target = [&](size_t at) { return load_unaligned<int32_t>(body.code.data() + at); };
    EXPECT_EQ(target(5), 5);     // over the five bytes of `br`
    EXPECT_EQ(target(10), -14);  // to the start
    EXPECT_EQ(imported(il, signature).find("invalid"), std::string::npos);
}

TEST_F(IlWriterTest, OneFinallyHandler) {
    IlWriter il;
    IlWriter::Local result = il.new_local(int32_);
    IlWriter::Label end = il.new_label();
    il.begin_try();
    il.argument(0);
    il.store(result);
    il.branch(Opcode::Leave, end);
    il.begin_finally();
    il.constant(0);
    il.op(Opcode::Pop);
    il.end_finally();
    il.bind(end);
    il.load(result);
    il.op(Opcode::Ret);
    const MethodSignature* signature = make_signature(int32_, {int32_}, false);
    SuppliedBody body = il.finish(signature);
    ASSERT_EQ(body.fat_clauses.size(), 24u);
    auto field = [&](size_t i) { return load_unaligned<uint32_t>(body.fat_clauses.data() + 4 * i); };
    EXPECT_EQ(field(0), 2u);                   // finally
    EXPECT_EQ(field(1) + field(2), field(3));  // the handler follows the try block
    EXPECT_EQ(field(4), 7u);                   // ldc.i4, pop, endfinally
    EXPECT_EQ(imported(il, signature).find("invalid"), std::string::npos);
}

TEST_F(IlWriterTest, PointersAreNativeIntegers) {
    IlWriter il;
    il.pointer(reinterpret_cast<const void*>(0x123456789abc));
    il.op(Opcode::Ret);
    std::string text = imported(il, make_signature(primitive_type(ElementType::I), {}, false));
    EXPECT_EQ(text.find("invalid"), std::string::npos) << text;
    EXPECT_TRUE(text.find("20015998343868") != std::string::npos || text.find("123456789abc") != std::string::npos)
        << text;
}

TEST_F(IlWriterTest, WhatDoesNotFitIsInvalid) {
    IlWriter il;
    il.op(Opcode::Add);
    il.op(Opcode::Ret);
    EXPECT_NE(imported(il, make_signature(int32_, {int32_}, false)).find("invalid"), std::string::npos);
}

TEST_F(IlWriterTest, SignaturesKeepWhatTheyAreGiven) {
    TypeHandle text = primitive_type(ElementType::String);
    const MethodSignature* signature = make_signature(int32_, {text, int32_}, true, unmanaged_convention, 3);
    EXPECT_EQ(signature->return_type, int32_);
    ASSERT_EQ(signature->parameter_count, 2);
    EXPECT_EQ(signature->parameters[0], text);
    EXPECT_EQ(signature->parameters[1], int32_);
    EXPECT_TRUE(signature->has_this);
    EXPECT_EQ(signature->calling_convention, unmanaged_convention);
    EXPECT_EQ(signature->unmanaged_flags, 3u);
}

}  // namespace
}  // namespace celer

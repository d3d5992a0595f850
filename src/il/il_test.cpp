#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>

#include "il/decoder.h"
#include "il/disassembler.h"
#include "il/method_body.h"
#include "metadata/flags.h"
#include "metadata/framework_files.h"
#include "metadata/image.h"

namespace celer::il {
namespace {

using metadata::Image;
using metadata::Table;
using metadata::Token;

struct BodyCounts {
    size_t bodies = 0;
    size_t code_bytes = 0;
    size_t instructions = 0;
    size_t bad_bodies = 0;
    size_t bad_code = 0;
    size_t bad_tokens = 0;
    size_t clauses[5] = {};
};

bool takes_token(OperandKind kind) {
    return kind == OperandKind::Method || kind == OperandKind::Field || kind == OperandKind::Type ||
           kind == OperandKind::Token || kind == OperandKind::String || kind == OperandKind::Signature;
}

void count_body(const Image& image, const MethodBody& body, BodyCounts& counts) {
    ++counts.bodies;
    counts.code_bytes += body.code().size();
    Decoder decoder(body.code());
    Instruction instruction;
    while (decoder.next(instruction)) {
        ++counts.instructions;
        if (takes_token(instruction.operand)) counts.bad_tokens += !image.is_valid(instruction.token());
        for (uint32_t i = 0; i < instruction.switch_count() && instruction.operand == OperandKind::Switch; ++i) {
            counts.bad_code += instruction.switch_target(i) >= body.code().size();
        }
    }
    counts.bad_code += decoder.failed();
    for (uint32_t i = 0; i < body.clause_count(); ++i) ++counts.clauses[static_cast<size_t>(body.clause(i).kind)];
}

BodyCounts count_bodies(const Image& image) {
    BodyCounts counts;
    for (uint32_t rid = 1; rid <= image.row_count(Table::MethodDef); ++rid) {
        metadata::MethodDefRow row = image.method_def(rid);
        if (row.rva == 0 || (row.impl_flags & metadata::method_impl_flags::kCodeTypeMask) != 0) continue;
        Result<MethodBody> body = MethodBody::of_method(image, rid);
        if (body) {
            count_body(image, *body, counts);
        } else {
            ++counts.bad_bodies;
        }
    }
    return counts;
}

TEST(MethodBody, EveryBodyOfCoreLibDecodes) {
    std::vector<std::byte> file = metadata::read_framework_file("System.Private.CoreLib.dll");
    Image image;
    ASSERT_TRUE(image.open(file).has_value());
    BodyCounts counts = count_bodies(image);
    EXPECT_EQ(counts.bad_bodies, 0u);
    EXPECT_EQ(counts.bad_code, 0u);
    EXPECT_EQ(counts.bad_tokens, 0u);
    EXPECT_GT(counts.bodies, 10000u);
    if (!metadata::framework_directory().ends_with("/10.0.12")) GTEST_SKIP() << "the counts are those of 10.0.12";
    EXPECT_EQ(counts.bodies, 39469u);
    EXPECT_EQ(counts.code_bytes, 1550578u);
    EXPECT_EQ(counts.instructions, 631031u);
    EXPECT_EQ(counts.clauses[static_cast<size_t>(ClauseKind::Catch)], 397u);
    EXPECT_EQ(counts.clauses[static_cast<size_t>(ClauseKind::Filter)], 24u);
    EXPECT_EQ(counts.clauses[static_cast<size_t>(ClauseKind::Finally)], 796u);
    EXPECT_EQ(counts.clauses[static_cast<size_t>(ClauseKind::Fault)], 3u);
}

TEST(MethodBody, EveryBodyOfLinqDecodesAndPrints) {
    std::vector<std::byte> file = metadata::read_framework_file("System.Linq.dll");
    Image image;
    ASSERT_TRUE(image.open(file).has_value());
    BodyCounts counts = count_bodies(image);
    EXPECT_EQ(counts.bad_bodies + counts.bad_code + counts.bad_tokens, 0u);
    EXPECT_GT(counts.bodies, 1000u);
    for (uint32_t rid = 1; rid <= image.row_count(Table::MethodDef); ++rid) {
        std::string text = disassemble_method(image, rid);
        EXPECT_EQ(text.find("<malformed>"), text.npos) << text;
        EXPECT_EQ(text.find("<too deep>"), text.npos) << text;
    }
}

TEST(Opcodes, TableIsComplete) {
    size_t count = 0;
    for (size_t i = 0; i < kOpcodeSpace; ++i) {
        const OpcodeInfo& info = opcode_info(static_cast<Opcode>(i));
        if (info.name.empty()) continue;
        ++count;
        EXPECT_EQ(info.flow == FlowControl::Prefix, info.name.ends_with('.')) << info.name;
        EXPECT_LE(info.pop, 3) << info.name;
        EXPECT_LE(info.push, 2) << info.name;
    }
    EXPECT_EQ(count, 219u);  // ECMA-335 III.1.9 and Table 1 of VI.C.2; Unused in the place of no.
}

template <size_t size>
Bytes bytes_of(const uint8_t (&array)[size]) {
    return {reinterpret_cast<const std::byte*>(array), size};
}

TEST(Decoder, Operands) {
    const uint8_t code[] = {0x1F, 0xFE,                                                        // ldc.i4.s -2
                            0x22, 0x00, 0x00, 0xC0, 0x3F,                                      // ldc.r4 1.5
                            0xFE, 0x0C, 0x34, 0x12,                                            // ldloc 0x1234
                            0x45, 0x02, 0,    0,    0,    1, 0, 0, 0, 0xF0, 0xFF, 0xFF, 0xFF,  // switch
                            0x2B, 0xFE,                                                        // br.s to itself
                            0x28, 0x01, 0x00, 0x00, 0x0A};                                     // call MemberRef 1
    Decoder decoder(bytes_of(code));
    Instruction instruction;
    ASSERT_TRUE(decoder.next(instruction));
    EXPECT_EQ(instruction.integer, -2);
    ASSERT_TRUE(decoder.next(instruction));
    EXPECT_EQ(instruction.float32(), 1.5f);
    ASSERT_TRUE(decoder.next(instruction));
    EXPECT_EQ(instruction.opcode, Opcode::Ldloc);
    EXPECT_EQ(instruction.integer, 0x1234);
    ASSERT_TRUE(decoder.next(instruction));
    ASSERT_EQ(instruction.switch_count(), 2u);
    EXPECT_EQ(instruction.switch_target(0), instruction.next_offset + 1);
    EXPECT_EQ(instruction.switch_target(1), instruction.next_offset - 16);
    ASSERT_TRUE(decoder.next(instruction));
    EXPECT_EQ(instruction.target, instruction.offset);
    ASSERT_TRUE(decoder.next(instruction));
    EXPECT_EQ(instruction.token(), Token(Table::MemberRef, 1));
    EXPECT_EQ(disassemble(instruction), "IL_001a: call 0a000001");
    EXPECT_FALSE(decoder.next(instruction));
    EXPECT_FALSE(decoder.failed());
}

TEST(Decoder, MalformedCodeFails) {
    const uint8_t unknown[] = {0xF8};
    const uint8_t lone_prefix[] = {0xFE};
    const uint8_t unknown_two_byte[] = {0xFE, 0x26};
    const uint8_t short_operand[] = {0x20, 0x01};
    const uint8_t huge_switch[] = {0x45, 0xFF, 0xFF, 0xFF, 0xFF, 0x00};
    for (Bytes code : {bytes_of(unknown), bytes_of(lone_prefix), bytes_of(unknown_two_byte), bytes_of(short_operand),
                       bytes_of(huge_switch)}) {
        Decoder decoder(code);
        Instruction instruction;
        EXPECT_FALSE(decoder.next(instruction));
        EXPECT_TRUE(decoder.failed());
        EXPECT_FALSE(decoder.next(instruction));
    }
}

TEST(Decoder, GapsAreInstructionsWithoutOperand) {
    const uint8_t code[] = {0x24, 0xF7, 0xFE, 0x08, 0xFE, 0x25};
    Decoder decoder(bytes_of(code));
    Instruction instruction;
    for (uint32_t offset : {0u, 1u, 2u, 4u}) {
        ASSERT_TRUE(decoder.next(instruction));
        EXPECT_EQ(instruction.offset, offset);
        EXPECT_EQ(instruction.opcode, Opcode::Unused);
        EXPECT_EQ(instruction.operand, OperandKind::None);
    }
    EXPECT_FALSE(decoder.next(instruction));
    EXPECT_FALSE(decoder.failed());
}

TEST(MethodBody, MalformedBodiesFail) {
    const uint8_t tiny_too_long[] = {0x0E, 0x00};
    const uint8_t unknown_format[] = {0x00};
    const uint8_t fat_truncated[] = {0x13, 0x30, 0x08};
    const uint8_t fat_code_too_long[] = {0x13, 0x30, 0x08, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0};
    for (Bytes bytes : {Bytes{}, bytes_of(tiny_too_long), bytes_of(unknown_format), bytes_of(fat_truncated),
                        bytes_of(fat_code_too_long)}) {
        Result<MethodBody> body = MethodBody::parse(bytes);
        ASSERT_FALSE(body.has_value());
        EXPECT_EQ(body.error().kind, ErrorKind::BadImageFormat);
    }
    // A finally clause whose try block wraps around the end of the code.
    uint8_t clause[24] = {2, 0, 0, 0, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0, 1, 0, 0, 0};
    const uint8_t code[] = {0x00, 0x00, 0x2A};
    EXPECT_FALSE(MethodBody::from_parts(bytes_of(code), 8, true, Token(), bytes_of(clause)).has_value());
}

// As on CoreCLR: all sections must lie in the image, but only the first one is looked into.
TEST(MethodBody, ClausesAreInTheFirstSection) {
    const std::vector<uint8_t> head = {0x1B, 0x30, 8, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x00, 0x00, 0x2A};
    const std::vector<uint8_t> clauses = {0x01, 16, 0, 0, 2, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0};
    const std::vector<uint8_t> other = {0x1D, 4, 0, 0};
    const std::vector<uint8_t> other_and_more = {0x9D, 4, 0, 0};
    const std::vector<uint8_t> without_size = {0x1D, 0, 0, 0};
    auto parse = [&](std::initializer_list<std::vector<uint8_t>> sections, size_t cut = 0) {
        std::vector<uint8_t> body = head;
        for (const std::vector<uint8_t>& section : sections) body.insert(body.end(), section.begin(), section.end());
        body.resize(body.size() - cut);
        Result<MethodBody> parsed = MethodBody::parse(std::as_bytes(std::span(body)));
        if (!parsed) EXPECT_EQ(parsed.error().kind, ErrorKind::BadImageFormat);
        return parsed ? static_cast<int>(parsed->clause_count()) : -1;
    };
    EXPECT_EQ(parse({clauses}), 1);
    EXPECT_EQ(parse({other}), 0);
    EXPECT_EQ(parse({other_and_more, clauses}), 0);
    EXPECT_EQ(parse({}), -1);
    EXPECT_EQ(parse({without_size}), -1);
    EXPECT_EQ(parse({clauses}, 1), -1);
}

TEST(MethodBody, DamagedBytesNeverCrash) {
    std::vector<std::byte> file = metadata::read_framework_file("System.Threading.Overlapped.dll");
    ASSERT_FALSE(file.empty());
    std::mt19937 random(2);
    for (int round = 0; round < 100; ++round) {
        std::vector<std::byte> damaged = file;
        for (int i = 0; i < 64; ++i) damaged[512 + random() % (damaged.size() - 512)] ^= std::byte{0x81};
        Image image;
        if (image.open(damaged).has_value()) count_bodies(image);
    }
}

}  // namespace
}  // namespace celer::il

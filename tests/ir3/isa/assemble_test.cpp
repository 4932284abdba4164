#include <jacquard/generated/ir3/encodings.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/assemble/assemble.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>
#include <jacquard/ir3/isa/listing/listing.h>

#include "catch.h"
#include "word_file.h"

#include <algorithm>
#include <array>

using namespace jacquard;
using namespace jacquard::ir3;

namespace {

std::uint64_t word_of(std::string_view line, Revision revision = Revision::a6xx) {
    const AssemblyResult result = assemble(line, revision);
    INFO(line << ": " << result.message);
    CHECK(result);
    return result.word;
}

std::string round_trip(std::string_view line, Revision revision = Revision::a6xx) {
    return disassemble(word_of(line, revision), revision);
}

std::string fault(std::string_view line, Revision revision = Revision::a6xx) {
    const AssemblyResult result = assemble(line, revision);
    CHECK_FALSE(result);
    CHECK(result.offset <= line.size());
    return std::to_string(result.offset) + ": " + result.message;
}

std::string faults(std::string_view text, Revision revision = Revision::a6xx) {
    Diagnostics diagnostics("a.asm", text);
    CHECK_FALSE(assemble_program(text, revision, diagnostics));
    std::string result;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        result += std::to_string(diagnostic.position.line) + ':' +
                  std::to_string(diagnostic.position.column) + ' ' + diagnostic.code + ' ' +
                  diagnostic.message + '\n';
    }
    return result;
}

// Words whose text is also that of another word, which is the one that it assembles to. No
// assembler can tell which of the two is meant: the texts are equal, letter by letter.
struct Shared {
    const char* reason;
    bool (*holds)(const test::WordRow& row);
    unsigned vectors;
    unsigned made;
};

bool is_ambiguous_number(const test::WordRow& row) {
    const auto instruction = decode(row.word, row.revision);
    const auto is_number = [](const Operand& operand) {
        return !operand || operand.kind == OperandKind::immediate ||
               operand.kind == OperandKind::table_immediate;
    };
    return instruction && instruction->src0 && is_number(instruction->src0) &&
           is_number(instruction->src1) && !instruction->src2;
}

bool hides_store_form(const test::WordRow& row) {
    const auto instruction = decode(row.word, row.revision);
    return row.text.find("stg") != std::string::npos && instruction &&
           !instruction->destination_offset;
}

constexpr std::array<std::uint64_t, 6> kHiddenBits = {0xc022000184618008, 0xc82896147567448c,
                                                      0xc0200a882161be08, 0xc02820f10661a608,
                                                      0xd029280401677804, 0xd02d7c6b18618282};

const Shared kShared[] = {
    {"bits without a meaning are set",
     [](const test::WordRow& row) { return row.has_flag("decode-only"); }, 5, 0},
    {"the set of a bindless descriptor, where nothing is bindless",
     [](const test::WordRow& row) {
         return std::find(kHiddenBits.begin(), kHiddenBits.end(), row.word) != kHiddenBits.end();
     },
     0, 6},
    // The numbers do not reveal `full`, and neither does the destination, which may have the other
    // width: it is taken for that of the sources, as it is in most words.
    {"numbers that are immediates of a full, or table entries of a half instruction",
     is_ambiguous_number, 0, 16},
    // In stores with an offset, half of the words set the bit and half do not, and the other bits
    // do not depend on it; hardware asks for it.
    {"the bit of stores to global memory that valid ones set is not set", hides_store_form, 0, 21},
};

void check_file(const std::string& path, bool made) {
    const std::vector<test::WordRow> rows = test::read_words(path);
    REQUIRE(rows.size() > 800);
    std::array<unsigned, std::size(kShared)> found{};
    for (const test::WordRow& row : rows) {
        INFO(row.part << " " << std::hex << row.word << " " << row.text);
        const bool no_match = row.has_flag("no-match");
        const AssemblyResult result =
            assemble(no_match ? disassemble(row.word, row.revision) : row.text, row.revision);
        INFO(result.message);
        if (const auto spelling = test::spelling_of(row, disassemble(row.word, row.revision));
            spelling && !test::newer_spellings()[*spelling].reads_older) {
            // The older text means nothing, or something else.
            CHECK((!result || result.word != row.word));
            continue;
        }
        CHECK(result);
        if (result.word == row.word)
            continue;
        // Another word with this text.
        CHECK(disassemble(result.word, row.revision) == disassemble(row.word, row.revision));
        const auto known = std::find_if(std::begin(kShared), std::end(kShared),
                                        [&](const Shared& shared) { return shared.holds(row); });
        CHECK(known != std::end(kShared));
        if (known != std::end(kShared))
            ++found[static_cast<std::size_t>(known - std::begin(kShared))];
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        INFO(kShared[i].reason);
        CHECK(found[i] == (made ? kShared[i].made : kShared[i].vectors));
    }
}

std::uint64_t next_random(std::uint64_t& state) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

} // namespace

TEST_CASE("instructions assemble to their words") {
    CHECK(word_of("bary.f r2.z, 6, r0.x") == 0x4730000a00002006);
    CHECK(word_of("nop") == 0);
    CHECK(word_of("end") == 0x0300000000000000);
    CHECK(word_of(".word 0xffffffffffffffff") == 0xffffffffffffffff);
    CHECK(word_of(".word 0x12") == 0x12);
}

TEST_CASE("each kind of instruction reads back as it prints") {
    for (const char* line : {"(sy)(ss)(rpt3)nop",
                             "br p0.x, #-12",
                             "brao !p0.x, p0.y, #3",
                             "kill p0.w",
                             "mov.f32f32 r0.x, (1.500000)",
                             "mov.u32u32 r1.y, 0xdeadbeef",
                             "cov.f32f16 hr0.x, r1.x",
                             "mova a0.x, hr0.x",
                             "mov.s32s32 r<a0.x + 3>, c<a0.x + -2>",
                             "swz.u32u32 r0.x, r1.x, r2.x, r3.x",
                             "(sat)(nop2) (ul)add.f hr0.x, (neg)hc1.x, (abs)h(0.5)",
                             "cmps.f.ge p0.x, r1.x, c2.y",
                             "(rpt1)mad.f32 r0.x, (neg)c0.x, (r)r1.x, r2.x",
                             "(rpt1)rcp r0.x, (r)r1.x",
                             "sam.s (f32)(xyz)r0.x, r1.x, s#3, t#9",
                             "sam.s2en.uniform (f32)(xyzw)r0.x, r1.x, hr2.x",
                             "sam.base3 (f32)(x)r0.x, r1.x, s#1, t#2",
                             "isam.1d (u32)(xy)r0.x, r1.x, s#0, t#0",
                             "ldg.a.f32 r0.x, g[r1.x+(((r2.x<<1)+1)<<2)], 4",
                             "ldg.f32 r0.x, g[r1.x-4], 1",
                             "ldc.offset1.2.uniform.base3 r0.x, 4, r1.x",
                             "ldc.4.k.imm c[a1.x], 2, 3",
                             "stib.b.typed.2d.f32.4.imm r0.x, r1.x+7, 2",
                             "bar.g.l",
                             "atomic.b.add.untyped.1d.u32.1.imm r0.x, r1.x, 2"}) {
        CHECK(round_trip(line) == line);
    }
    CHECK(round_trip("stsc.f32 c[8191], 3, 4", Revision::a7xx) == "stsc.f32 c[8191], 3, 4");
    CHECK(round_trip("alias.tex.f32.0 r0.x, (1.000000)", Revision::a7xx) ==
          "alias.tex.f32.0 r0.x, (1.000000)");
}

TEST_CASE("what a person writes otherwise than it prints means the same") {
    CHECK(round_trip("  (ss)(sy)add.f r0.x,r1.x , c0.x ; a sum") ==
          "(sy)(ss)add.f r0.x, r1.x, c0.x");
    CHECK(round_trip("add.f r0.x, (abs)(neg)r1.x, r2.x // a sum") ==
          "add.f r0.x, (absneg)r1.x, r2.x");
    CHECK(round_trip("mov.u32u32 r0.x, 0x10") == "mov.u32u32 r0.x, 16");
    CHECK(round_trip("mov.f32f32 r0.x, (0x3f800000)") == "mov.f32f32 r0.x, (1.000000)");
    CHECK(round_trip("mov.f32f32 r0.x, (1)") == "mov.f32f32 r0.x, (1.000000)");
    CHECK(round_trip("add.f r0.x, r<a0.x - 3>, r0.x") == "add.f r0.x, r<a0.x + -3>, r0.x");
}

TEST_CASE("older names are taken and come back as those of today") {
    CHECK(round_trip("mova a0.x, (r)hr0.x") == "mova.u a0.x, (r)hr0.x");
    CHECK(round_trip("mova a0.x, (r)(r)hr0.x") == "mova.u a0.x, (r)hr0.x");
    CHECK(round_trip("mova1 a1.x, (r)0") == "mova1.u a1.x, 0");
    CHECK(round_trip("sam (u8_32)(xyzw)r1.x, r0.z, s#6, t#6") ==
          "sam.rck (xyzw)r1.x, r0.z, s#6, t#6");
    CHECK(round_trip("cmps.u.lt a0.y, r48.y, c1.z", Revision::a7xx) ==
          "cmps.u.lt up0.y, r48.y, c1.z");
    CHECK(round_trip("cmps.u.lt a0.y, r1.y, c1.z") == "cmps.u.lt up0.y, r1.y, c1.z");
    // A name that the revision does not know must not become another.
    CHECK(round_trip("sam (u8_32)(xyzw)r1.x, r0.z, s#6, t#6", Revision::a5xx) ==
          "sam (u8_32)(xyzw)r1.x, r0.z, s#6, t#6");
}

TEST_CASE("the width of an instruction follows from its operands") {
    CHECK(word_of("add.f hr0.x, hr1.x, hr2.x") ==
          (word_of("add.f r0.x, r1.x, r2.x") & ~(std::uint64_t{1} << 52)));
    CHECK(round_trip("add.f r0.x, hr1.x, hr2.x") == "add.f r0.x, hr1.x, hr2.x");
    CHECK(fault("add.f r0.x, hr1.x, r2.x") == "19: src1 has the wrong width, expected 16 bits");
    CHECK(fault("mad.f32 r0.x, hr1.x, r2.x, r3.x") ==
          "14: src0 has the wrong width, expected 32 bits");
}

TEST_CASE("faults of a line say where and what was expected") {
    CHECK(fault("ad.f r0.x, r1.x, r2.x") == "0: unknown mnemonic 'ad.f', did you mean 'add.f'?");
    CHECK(fault("  xyzzyx r0.x") == "2: unknown mnemonic 'xyzzyx'");
    CHECK(fault("stsc.f32 c[1], 3, 4") == "0: a6xx has no 'stsc', which exists on a7xx a8xx");
    CHECK(fault("add.f r0.x r1.x, r2.x") == "11: expected ','");
    CHECK(fault("add.f r0.q, r1.x, r2.x") == "9: expected x, y, z or w");
    CHECK(fault("add.f r64.x, r1.x, r2.x") == "7: expected a smaller register number");
    CHECK(fault("add.f r0.x, r1.x, r2.x, r3.x") == "22: expected the end of the line");
    CHECK(fault("add.u r0.x, r1.x, 5000") ==
          "18: src1 has a value that does not fit, expected a number from -1024 to 1023");
    CHECK(fault("shfl.xor.u32 r1.x, r2.x, 256") ==
          "25: src1 has a value that does not fit, expected a number from 0 to 255");
    CHECK(fault("(foo)nop") ==
          "0: expected one of the flags (sy) (ss) (eq) (jp) (eolm) (eogm) (rpt1) or nop");
    CHECK(fault("ADD.F r0.x, r1.x, r2.x") == "0: unknown mnemonic 'ADD.F', did you mean 'add.f'?");
    CHECK(fault(".wrod 0x1") == "0: unknown mnemonic '.wrod', did you mean '.word'?");
    CHECK(fault("") == "0: expected a mnemonic");
    CHECK(fault("br p0.x, #l1") ==
          "10: labels exist only in programs; expected a distance such as #3");
    CHECK(fault(".word 12") ==
          "6: expected 0x and up to 16 hexadecimal digits, and nothing after them");
    CHECK(fault(".word 0x12345678123456789").starts_with("8: "));
}

TEST_CASE("faults of a line name what was meant where it is close") {
    CHECK(fault("(sta)add.f r0.x, r1.x, r2.x") ==
          "0: expected one of the flags (sy) (ss) (jp) (sat) (nop1) (rpt1) (ul) or add.f; did you "
          "mean '(sat)'?");
    CHECK(fault("add.f r0.x, (ngg)r1.x, r2.x").ends_with("did you mean '(neg)'?"));
    CHECK(fault("mov.f32f33 r0.x, r1.x").ends_with("did you mean 'f32'?"));
    CHECK(fault("jump loop") == "5: expected a target such as #label or #-3");
    CHECK(fault("mad.f32 r0.x, 1, r0.x, r1.x") ==
          "14: expected a register, a constant, r<a0.x or c<a0.x");
    CHECK(fault("sam (f32)(xyzq)r0.x, r1.x, s#0, t#0") ==
          "13: expected x, y, z and w in this order or )");
}

TEST_CASE("faults of numbers say which the field takes, at the number") {
    CHECK(fault("sam (f32)(xyzw)r0.x, r1.x, s#99, t#0") ==
          "29: sampler has a value that cannot be encoded here, expected a number from 0 to 15");
    CHECK(fault("(nop9)add.f r0.x, r1.x, r2.x") ==
          "4: nop_count has a value that cannot be encoded here, expected a number from 0 to 3");
    CHECK(fault("ldl.u32 r0.x, l[r1.x+70000], 1") ==
          "21: offset has a value that does not fit, expected a number from -4096 to 4095");
    CHECK(fault("mov.f32f32 r0.x, c<a0.x + 2000>") ==
          "17: src0 has a value that does not fit, expected a number from -512 to 511");
}

TEST_CASE("a program's labels become distances") {
    const std::string_view text = "; a loop\n"
                                  "start: nop\n"
                                  "again:\n"
                                  "  add.u r0.x, r0.x, 1\n"
                                  "  br p0.x, #again\n"
                                  "\n"
                                  "  jump #start ; back\n"
                                  "  br !p0.x, #done\n"
                                  "  .word 0xffffffffffffffff\n"
                                  "done: end\n";
    Diagnostics diagnostics("a.asm", text);
    const auto words = assemble_program(text, Revision::a6xx, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(words);
    CHECK(disassemble_program(*words, Revision::a6xx) == "l0: nop\n"
                                                         "l1: add.u r0.x, r0.x, 1\n"
                                                         "br p0.x, #l1\n"
                                                         "jump #l0\n"
                                                         "br !p0.x, #l2\n"
                                                         ".word 0xffffffffffffffff\n"
                                                         "l2: end\n");
    const std::string printed = disassemble_program(*words, Revision::a6xx);
    Diagnostics again("b.asm", printed);
    CHECK(assemble_program(printed, Revision::a6xx, again) == words);
}

TEST_CASE("every fault of a program is reported in one run") {
    CHECK(faults("nopp\n"
                 "first: nop\n"
                 "  first: add.f r0.x, r1.x\n"
                 "br p0.x, #frist\n"
                 "  getlast.w9 #1\n") ==
          "1:1 A101 unknown mnemonic 'nopp', did you mean 'nop'?\n"
          "3:3 A106 the label 'first' is already defined\n"
          "3:26 A103 expected ','\n"
          "5:13 A103 expected another number\n"
          "4:11 A105 there is no label 'frist', did you mean 'first'?\n");
}

TEST_CASE("a program that names many labels which are not there is answered") {
    constexpr unsigned kLabels = 5000;
    std::string text;
    for (unsigned i = 0; i < kLabels; ++i)
        text += "here" + std::to_string(i) + ": br p0.x, #there" + std::to_string(i) + '\n';
    Diagnostics diagnostics("a.asm", text);
    CHECK_FALSE(assemble_program(text, Revision::a6xx, diagnostics));
    CHECK(diagnostics.render().find("there is no label 'there0', did you mean 'here0'?") !=
          std::string::npos);
}

TEST_CASE("words of real shaders assemble as elsewhere") {
    check_file(test::vectors("shader_words.tsv"), false);
    check_file(test::vectors("made_words.tsv"), true);
}

TEST_CASE("random words of every revision come back from their text") {
    constexpr unsigned kWords = 20000;
    std::uint64_t state = 0x9e3779b97f4a7c15;
    for (unsigned i = 0; i < kNumRevisions; ++i) {
        const auto revision = static_cast<Revision>(i);
        const std::span<const std::uint16_t> rows = encodings_of(revision);
        for (unsigned k = 0; k < kWords; ++k) {
            // Random bits around the fixed ones of some encoding, those without a meaning zero.
            const EncodingRow& row = kEncodings[rows[next_random(state) % rows.size()]];
            const std::uint64_t word =
                (next_random(state) & ~row.mask & ~row.free) | (row.value & row.mask);
            const std::string text = disassemble(word, revision);
            const AssemblyResult result = assemble(text, revision);
            INFO(std::hex << word << " " << text << ": " << result.message);
            REQUIRE(result);
            // If a text has several words, the assembler's word prints the same.
            if (result.word != word)
                REQUIRE(disassemble(result.word, revision) == text);
        }
    }
}

TEST_CASE("every encoding's plain word comes back from its text") {
    for (unsigned i = 0; i < kNumRevisions; ++i) {
        const auto revision = static_cast<Revision>(i);
        for (const std::uint16_t row : encodings_of(revision)) {
            const std::string text = disassemble(kEncodings[row].value, revision);
            INFO(text);
            CHECK(assemble(text, revision));
        }
    }
}

TEST_CASE("broken lines give an error and never crash") {
    std::uint64_t state = 0x853c49e6748fea9b;
    const std::string letters = "(){}<>[],.#;:/ \t\0\xff"
                                "0xhrcgpals19-+_";
    for (unsigned k = 0; k < 20000; ++k) {
        const auto revision = static_cast<Revision>(k % kNumRevisions);
        std::string text = disassemble(next_random(state), revision);
        for (unsigned change = 0; change <= k % 4 && !text.empty(); ++change) {
            const std::size_t place = next_random(state) % text.size();
            const char letter = letters[next_random(state) % letters.size()];
            switch (next_random(state) % 4) {
            case 0: text.erase(place, 1); break;
            case 1: text.insert(place, 1, letter); break;
            case 2: text[place] = letter; break;
            default: text.resize(place); break;
            }
        }
        const AssemblyResult result = assemble(text, revision);
        CHECK((result ? result.message.empty() : !result.message.empty()));
        CHECK(result.offset <= text.size());
    }
}

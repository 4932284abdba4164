// Programs that disasm finds in files of others: dumps, logs, binaries.

#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"

#include <cstdint>
#include <cstdio>

namespace {

constexpr const char* kProgram = "mov.f32f32 r0.x, c0.x\n"
                                 "add.f r0.y, r0.x, c1.y\n"
                                 "(rpt2)nop\n"
                                 "mul.f r0.z, r0.y, r0.x\n"
                                 "end\n";

std::vector<std::uint64_t> words_of_program() {
    const Answer answer = run_tool({"asm", "--gpu", "630", "-"}, kProgram);
    REQUIRE(answer.code == 0);
    std::istringstream lines(answer.out);
    std::vector<std::uint64_t> words;
    for (std::string line; std::getline(lines, line);) {
        words.push_back(std::stoull(line, nullptr, 16));
    }
    REQUIRE(words.size() == 5);
    return words;
}

std::vector<std::uint32_t> dwords_of_program() {
    std::vector<std::uint32_t> dwords;
    for (const std::uint64_t word : words_of_program()) {
        dwords.push_back(static_cast<std::uint32_t>(word));
        dwords.push_back(static_cast<std::uint32_t>(word >> 32));
    }
    return dwords;
}

std::string bytes_of_program() {
    std::string bytes;
    for (const std::uint32_t dword : dwords_of_program()) {
        for (unsigned shift = 0; shift < 32; shift += 8) {
            bytes += static_cast<char>(dword >> shift);
        }
    }
    return bytes;
}

template <typename Number>
std::string print(const char* format, Number number) {
    char text[64];
    std::snprintf(text, sizeof text, format, number);
    return text;
}

// Encodes as the kernel's ascii85_encode() does.
std::string base85(const std::vector<std::uint32_t>& dwords) {
    std::string text;
    for (std::uint32_t dword : dwords) {
        if (dword == 0) {
            text += 'z';
            continue;
        }
        std::string letters(5, ' ');
        for (std::size_t i = 5; i-- > 0; dword /= 85) {
            letters[i] = static_cast<char>('!' + dword % 85);
        }
        text += letters;
    }
    return text;
}

Answer found_in(const std::string& content) {
    return run_tool({"disasm", "--gpu", "630", "-"}, content);
}

std::string with_head(const std::string& head) {
    return head + kProgram;
}

} // namespace

TEST_CASE("disasm finds the programs in a binary, whatever stands around them") {
    const std::string file = "\x7f" + std::string("HEAD") + bytes_of_program() +
                             std::string(20, '\0') + bytes_of_program() + "\xff\xfftail";
    const Answer answer = run_tool({"disasm", "--gpu", "630", "--find", "-"}, file);
    INFO(answer.err);
    CHECK(answer.code == 0);
    CHECK(answer.out == with_head("; program 1: 5 words, bytes 0x00000005 to 0x0000002c\n") +
                            with_head("; program 2: 5 words, bytes 0x00000041 to 0x00000068\n"));
    const Answer second =
        run_tool({"disasm", "--gpu", "630", "--program", "2", "--addresses", "-"}, file);
    CHECK(contains(second.out, "; program 2: 5 words"));
    CHECK_FALSE(contains(second.out, "; program 1"));
    CHECK(contains(second.out, " ; 0041\n"));
    CHECK(run_tool({"asm", "--gpu", "630", "-"}, second.out).out ==
          run_tool({"asm", "--gpu", "630", "-"}, kProgram).out);
}

TEST_CASE("disasm finds programs in what logs print of memory") {
    const std::vector<std::uint32_t> dwords = dwords_of_program();
    std::string kernel = "[   11.0] something: else, deadbeef\n";
    std::string list = "static const uint32_t code[] = {\n";
    std::string swapped;
    std::string bare;
    for (std::size_t i = 0; i < dwords.size(); i += 2) {
        kernel += "[   12.345678] adreno 5000000.gpu: " + print("%04zx:", 4 * i) +
                  print(" %08x", dwords[i]) + print(" %08x\n", dwords[i + 1]);
        list += print("    0x%08x,", dwords[i]) + print(" 0x%08x,\n", dwords[i + 1]);
        swapped += print("%08x ", dwords[i + 1]) + print("%08x\n", dwords[i]);
        bare += print("%08x", dwords[i + 1]) + print("%08x\n", dwords[i]);
    }
    list += "};\n";
    CHECK(found_in(kernel).out ==
          with_head("; program 1: 5 words, bytes 0x00000000 to 0x00000027, lines 2 to 6\n"));
    CHECK(found_in(list).out ==
          with_head("; program 1: 5 words, bytes 0x00000000 to 0x00000027, lines 2 to 6\n"));
    CHECK(found_in(bare).out ==
          with_head("; program 1: 5 words, bytes 0x00000000 to 0x00000027, lines 1 to 5\n"));
    CHECK(found_in(swapped).out ==
          with_head("; program 1: 5 words, bytes 0x00000000 to 0x00000027, lines 1 to 5, "
                    "higher half first\n"));
}

TEST_CASE("disasm finds programs in the output of xxd, hexdump and od") {
    const std::string bytes = bytes_of_program() + std::string(8, '\0');
    std::string xxd;
    std::string hexdump;
    std::string values;
    for (std::size_t at = 0; at < bytes.size(); at += 16) {
        std::string letters;
        xxd += print("%08zx:", at);
        hexdump += print("%08zx ", at);
        values += print("%07zo", at);
        for (std::size_t i = 0; i < 16; ++i) {
            const unsigned byte = static_cast<unsigned char>(bytes[at + i]);
            xxd += print(i % 2 == 0 ? " %02x" : "%02x", byte);
            hexdump += print(i == 8 ? "  %02x" : " %02x", byte);
            letters += byte >= ' ' && byte < 0x7f ? static_cast<char>(byte) : '.';
        }
        for (std::size_t i = 0; i < 16; i += 4) {
            std::uint32_t value = 0;
            for (std::size_t k = 4; k-- > 0;) {
                value = value << 8 | static_cast<unsigned char>(bytes[at + i + k]);
            }
            values += print(" %08x", value);
        }
        xxd += "  " + letters + '\n';
        hexdump += "  |" + letters + "|\n";
        values += '\n';
    }
    for (const std::string& dump : {xxd, hexdump, values}) {
        INFO(dump);
        CHECK(found_in(dump).out ==
              with_head("; program 1: 5 words, bytes 0x00000000 to 0x00000027, lines 1 to 3\n"));
    }
}

TEST_CASE("disasm finds programs in the sections of a crash dump, and takes its part from it") {
    std::vector<std::uint32_t> memory = {0, 0, 0x12345678, 0xffffffff};
    for (const std::uint32_t dword : dwords_of_program()) {
        memory.push_back(dword);
    }
    memory.resize(memory.size() + 4);
    const std::string dump = "---\n"
                             "kernel: 6.1.0\n"
                             "module: msm\n"
                             "revision: 630 (6.3.0.2)\n"
                             "rbbm-status: 0x00000001\n"
                             "ringbuffer:\n"
                             "  - id: 0\n"
                             "    iova: 0x0000000000100000\n"
                             "    size: 8\n"
                             "    data: !!ascii85 |\n"
                             "     zz\n"
                             "bos:\n"
                             "  - iova: 0x0000000001000000\n"
                             "    size: 72\n"
                             "    data: !!ascii85 |\n"
                             "     " +
                             base85(memory) +
                             "\n"
                             "registers:\n"
                             "  - { offset: 0x0004, value: 0x00000001 }\n";
    const Answer answer = run_tool({"disasm", "-"}, dump);
    INFO(answer.err);
    CHECK(answer.code == 0);
    CHECK(answer.out ==
          with_head("; program 1: 5 words, bos, bytes 0x01000010 to 0x01000037, line 16\n"));

    std::string broken = dump;
    broken[broken.find("     zz") + 6] = '~';
    const Answer fault = run_tool({"disasm", "-"}, broken);
    CHECK(fault.code == 1);
    CHECK(contains(fault.err,
                   "<stdin>:11:7: error[D212]: expected five letters from '!' to 'u' for "
                   "each 32 bits, or 'z'"));
    CHECK(contains(fault.out, "; program 1: 5 words, bos"));
}

TEST_CASE("disasm says where a dump is none, and that there is no program") {
    const Answer line = found_in("0000: 00000400 00000000\n"
                                 "0008: 00000400 0000000g\n");
    CHECK(line.code == 1);
    CHECK(contains(line.err, "<stdin>:2:16: error[D213]: expected as many hexadecimal digits as "
                             "before"));
    const Answer list = found_in("0x00000400, 0x00000000, 0x00000000, 0x00000000, 0xzz\n");
    CHECK(contains(list.err, "<stdin>:1:49: error[D213]"));
    const Answer none = run_tool({"disasm", "--find", "-"}, std::string(64, '\0'));
    CHECK(none.code == 1);
    CHECK(contains(none.err, "<stdin>: error[D214]: no program was found"));
    const std::string program = bytes_of_program();
    CHECK(contains(run_tool({"disasm", "--program", "3", "-"}, program).err,
                   "error[D214]: there is no program 3 among 1"));
    const Answer zero = run_tool({"disasm", "--program", "0", "-"}, program);
    CHECK(zero.code == 2);
    CHECK(contains(zero.err, "--program takes a number from 1 on, not '0'"));
}

TEST_CASE("disasm marks bits without a meaning in programs, and in single words on demand") {
    const std::string word("\0\x16\0\0\0\0\0\0", 8);
    const std::string line = "nop ; bits without meaning: 12=1, 10:9=0x3\n";
    CHECK(run_tool({"disasm", "--gpu", "630", "-"}, word).out == line);
    const std::string digits = "0000000000001600\n";
    CHECK(run_tool({"disasm", "--gpu", "630", "--hex", "-"}, digits).out == "nop\n");
    CHECK(run_tool({"disasm", "--gpu", "630", "--hex", "--marks", "-"}, digits).out == line);
    CHECK(run_tool({"asm", "--gpu", "630", "--hex", "-"}, line).out == digits);
    const Answer wrong = run_tool({"asm", "--gpu", "630", "-"}, "nop ; bits without meaning: 12\n");
    CHECK(wrong.code == 1);
    CHECK(contains(wrong.err, "<stdin>:1:31: error[A103]: expected bits and their value"));
}

TEST_CASE("disasm prints addresses and words on demand") {
    const std::string bytes = bytes_of_program();
    const Answer answer = run_tool({"disasm", "--addresses", "--words", "-"}, bytes);
    const std::string first = answer.out.substr(0, answer.out.find('\n'));
    CHECK(first.starts_with("mov.f32f32 r0.x, c0.x "));
    CHECK(contains(first, "; 0000 2"));
    CHECK(contains(answer.out, "; 0020 03000000_00000000\n"));
}

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/facade/shader.h>
#include <jacquard/library/program/assembly_reader.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/runs/case/case_file.h>
#include <jacquard/tool/options/limit_options.h>

#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"

#include <string>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

std::string repeated(std::string_view line, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += line;
    }
    return text;
}

// A shader of `count` sums.
std::string long_shader(std::size_t count) {
    return "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0]\n"
           "MOV TEMP[0], IN[0]\n" +
           repeated("MUL TEMP[0], TEMP[0], TEMP[0].wxyz\n", count) + "MOV OUT[0], TEMP[0]\nEND\n";
}

std::string nested_shader(std::size_t depth) {
    return "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0]\n" +
           repeated("IF IN[0].xxxx\n", depth) + "MOV TEMP[0], IN[0]\n" +
           repeated("ENDIF\n", depth) + "MOV OUT[0], TEMP[0]\nEND\n";
}

// An array far beyond all memory, and a store to it.
constexpr const char* kRegisterArray = R"(shader fragment

function "main" entry {
    b0:
        %0:32 = decl_reg {num_components=1, num_array_elems=4294967295, bit_size=32}
        %1:32 = const 5
        store_reg_indirect %1, %0, %1 {write_mask=x}
}
)";

constexpr const char* kEndless = "FRAG\nBGNLOOP\nENDLOOP\nEND\n";

// The words of a text with one blank between them.
std::string on_one_line(const std::string& text) {
    std::istringstream words(text);
    std::string line;
    for (std::string word; words >> word;) {
        line += (line.empty() ? "" : " ") + word;
    }
    return line;
}

// The first line that the tool says of a text.
std::string first_fault(std::initializer_list<std::string_view> words, const std::string& text) {
    const Answer answer = run_tool(words, text);
    CHECK(answer.code == 1);
    return answer.err.substr(0, answer.err.find('\n'));
}

} // namespace

TEST_CASE("options set the limits, and each command lists those that it has") {
    for (const char* command : {"compile", "opt", "run", "batch"}) {
        const std::string help = run_tool({command, "--help-all"}).out;
        for (std::size_t i = 0; i < kNumLimits; ++i) {
            const LimitInfo& facts = info(static_cast<Limit>(i));
            const bool runs =
                std::string_view(command) == "run" || std::string_view(command) == "batch";
            INFO(command << ' ' << facts.option);
            CHECK(contains(help, facts.option) == (runs || static_cast<Limit>(i) != Limit::steps));
        }
    }
    for (const char* command : {"asm", "disasm", "fold"}) {
        CHECK(contains(run_tool({command, "--help-all"}).out, "--max-input-bytes"));
    }
}

TEST_CASE("the help names the limits that hold when nothing is said") {
    const Limits limits;
    const std::string help = on_one_line(run_tool({"run", "--help-all"}).out);
    CHECK(limits.input_bytes == 64U << 20);
    CHECK(contains(help, "bytes of an input; 64M by default"));
    CHECK(limits.instructions == 256U << 10);
    CHECK(contains(help, "instructions and declarations of a shader; 256K by default"));
    CHECK(limits.nesting == 256);
    CHECK(contains(help, "nested ifs and loops; 256 by default"));
    CHECK(limits.registers == 1U << 20);
    CHECK(contains(help, "scalars of declared registers and arrays; 1M by default"));
    CHECK(limits.memory == 768U << 20);
    CHECK(contains(help, "bytes of memory for one shader, case file or wave; 768M by default"));
    CHECK(limits.steps == 1'000'000);
    CHECK(contains(help, "instructions issued in a run; 1000000 by default"));
    CHECK(limits.errors == 100);
    CHECK(contains(help, "errors reported for an input; 100 by default"));
}

TEST_CASE("a limit takes numbers in its range only") {
    for (const char* wrong : {"0", "-1", "", "K", "1T", "1.5K", "99999999999999999999",
                              "18446744073709551615K", "1025"}) {
        INFO(wrong);
        const Answer answer = run_tool({"compile", "-", "--max-nesting", wrong}, kEndless);
        CHECK(answer.code == 2);
        CHECK(answer.err == "jacquard: --max-nesting takes a number from 1 to 1024, as in 500, "
                            "64K, 2M or 1G\n");
    }
    CHECK(run_tool({"compile", "-", "--max-nesting", "1K"}, "FRAG\nEND\n").code == 0);
}

TEST_CASE("each limit ends in an error of its own") {
    CHECK(first_fault({"compile", "-", "--max-instructions", "50"}, long_shader(100)) ==
          "<stdin>:52:1: error[L102]: there are more than 50 instructions");
    CHECK(first_fault({"compile", "-", "--max-nesting", "20"}, nested_shader(21)) ==
          "<stdin>:25:1: error[L103]: control flow is nested more than 20 deep");
    CHECK(first_fault({"compile", "-", "--max-registers", "1K"},
                      "FRAG\nDCL TEMP[0..9]\nDCL TEMP[10..300]\nEND\n") ==
          "<stdin>:3:5: error[L104]: the shader declares registers of more than 1024 scalars");
    CHECK(first_fault({"compile", "-", "--max-memory", "100K"}, long_shader(1000)) ==
          "<stdin>: error[L105]: this takes more than 102400 bytes of memory");
    for (const char* engine : {"nir", "ir3"}) {
        INFO(engine);
        CHECK(contains(first_fault({"run", "-", "--engine", engine, "--max-steps", "30"}, kEndless),
                       "error[L106]: "));
        CHECK(first_fault({"run", "-", "--engine", engine, "--max-instructions", "50"},
                          long_shader(100)) ==
              "<stdin>:52:1: error[L102]: there are more than 50 instructions");
    }
    const Answer many = run_tool({"compile", "-", "--max-errors", "2"},
                                 "FRAG\n" + repeated("NO TEMP[0]\n", 9) + "END\n");
    CHECK(many.code == 1);
    CHECK(contains(many.err, "<stdin>:3:1: error[T102]"));
    CHECK_FALSE(contains(many.err, "<stdin>:4:1"));
    CHECK(contains(many.err, "<stdin>: error[L107]: there are 2 errors or more"));
}

TEST_CASE("a register array beyond all memory is refused by whatever reads it") {
    const std::string said = "<stdin>:5:26: error[L104]: the shader declares registers of more "
                             "than 1048576 scalars";
    CHECK(first_fault({"compile", "-"}, kRegisterArray) == said);
    CHECK(first_fault({"run", "-", "--engine", "nir"}, kRegisterArray) == said);
    CHECK(first_fault({"run", "-", "--engine", "ir3"}, kRegisterArray) == said);
    CHECK(first_fault({"opt", "-"}, kRegisterArray) == said);
    CHECK(first_fault({"opt", "-", "--passes", "lower_indirect_registers:max_elements=4294967295"},
                      kRegisterArray) == said);
}

TEST_CASE("one that is let in is refused where it takes memory") {
    const std::string arrays = "shader fragment\n\nfunction \"main\" entry {\n    b0:\n"
                               "        %0:32 = decl_reg {num_components=16, "
                               "num_array_elems=130000000, bit_size=64}\n"
                               "        %1:32 = const 0\n"
                               "        %2:64x16 = load_reg_indirect %0, %1\n"
                               "        %3:32 = unpack_64_2x32_split_x %2.x\n"
                               "        store_output %3, %1 {write_mask=x}\n}\n";
    CHECK(contains(
        first_fault({"run", "-", "--engine", "nir", "--max-registers", "2000000000"}, arrays),
        "registers of more than 2000000000 scalars"));
    CHECK(contains(
        first_fault({"run", "-", "--engine", "nir", "--max-registers", "2147483647"}, arrays),
        "error[L105]: this takes more than 805306368 bytes of memory"));
    CHECK(run_tool({"opt", "-", "--max-registers", "2147483647", "--passes",
                    "lower_indirect_registers:max_elements=4294967295"},
                   arrays)
              .code == 0);
}

TEST_CASE("what the limits refuse has a status of its own and counts as refused in a batch") {
    const std::string text = long_shader(100);
    Diagnostics diagnostics("a.tgsi", text);
    Limits limits;
    limits.memory = 50'000;
    const CompileResult result = compile_tgsi(text, {}, diagnostics, nullptr, limits);
    CHECK(result.status == CompileStatus::too_large);
    CHECK(to_string(result.status) == "too_large");
    CHECK(result.reason == "this takes more than 50000 bytes of memory");
    CHECK(reported_limit(diagnostics) == Limit::memory);

    Shader shader("a.tgsi", text, {.limits = limits, .translation = {}, .cache = nullptr});
    CHECK(shader.variant({}).result.status == CompileStatus::too_large);

    const TemporaryFolder folder("batch_limits");
    folder.write("a.tgsi", text);
    folder.write("b.tgsi", "FRAG\nEND\n");
    const Answer batch = run_tool({"batch", folder / "", "--max-instructions", "50"});
    CHECK(batch.code == 0);
    CHECK(batch.out == "refused 1, by reason:\n   1  there are more than 50 instructions\n"
                       "        a.tgsi\n\n"
                       "shaders 2  compiled 1  refused 1  malformed 0  failed 0\n"
                       "cases   0  exact 0  within bound 0  disagree 0\n");
    const Answer bytes = run_tool({"batch", folder / "", "--max-input-bytes", "50", "--json"});
    CHECK(contains(bytes.out, R"({"shader": "a.tgsi", "status": "refused", "reason": )"
                              R"("the input has more than 50 bytes")"));
}

TEST_CASE("memory that suffices is given, however much is allowed") {
    const std::string text = long_shader(200);
    Limits limits;
    for (std::uint64_t memory = 20'000;; memory *= 2) {
        Diagnostics diagnostics("a.tgsi", text);
        limits.memory = memory;
        const CompileResult result = compile_tgsi(text, {}, diagnostics, nullptr, limits);
        if (result.status == CompileStatus::compiled) {
            CHECK(memory > 100'000);
            break;
        }
        CHECK(result.status == CompileStatus::too_large);
        REQUIRE(memory < 100'000'000);
    }
}

TEST_CASE("deep nesting is compiled and run up to the limit") {
    CHECK(run_tool({"compile", "-"}, nested_shader(250)).code == 0);
    CHECK(run_tool({"run", "-", "--engine", "nir"}, nested_shader(250)).code == 0);
    const std::string nir = run_tool({"opt", "-"}, nested_shader(250)).out;
    CHECK(run_tool({"opt", "-"}, nir).out == nir);
    CHECK(run_tool({"compile", "-", "--max-nesting", "1024"}, nested_shader(1000)).code == 0);
}

TEST_CASE("calls make no shader deeper than the limit") {
    std::string text = "shader fragment\n";
    for (int i = 0; i < 40; ++i) {
        text += "\nfunction \"f" + std::to_string(i) + (i == 0 ? "\" entry {\n" : "\" {\n");
        text += "b0:\n%0:1 = const true\n";
        for (int depth = 0; depth < 100; ++depth) {
            text += "if %0 {\nb" + std::to_string(depth + 1) + ":\n";
        }
        text += i < 39 ? "call \"f" + std::to_string(i + 1) + "\"\n" : "";
        for (int depth = 0; depth < 100; ++depth) {
            text += "} else {\nb" + std::to_string(1000 + depth) + ":\n}\nb" +
                    std::to_string(2000 + depth) + ":\n";
        }
        text += "}\n";
    }
    const Answer inlined = run_tool({"opt", "-", "--passes", "inline_calls"}, text);
    CHECK(inlined.code == 0);
    CHECK(contains(inlined.out, "call \"f"));
    CHECK(run_tool({"run", "-", "--engine", "nir"}, text).code == 0);
}

TEST_CASE("subroutines that call each other far down are nesting too") {
    std::string text = "FRAG\nCAL :3\nEND\n";
    for (int i = 0; i < 300; ++i) {
        text += std::to_string(3 + 3 * i) + ": BGNSUB\nCAL :" + std::to_string(6 + 3 * i) +
                "\nENDSUB\n";
    }
    text += "BGNSUB\nENDSUB\n";
    // The first instruction has number 0, so the first subroutine is number 2.
    text.replace(text.find("CAL :3"), 6, "CAL :2");
    for (int i = 0; i < 300; ++i) {
        const std::string from = "CAL :" + std::to_string(6 + 3 * i) + "\n";
        text.replace(text.find(from), from.size(), "CAL :" + std::to_string(5 + 3 * i) + "\n");
    }
    CHECK(contains(first_fault({"compile", "-"}, text), "error[L103]"));
}

TEST_CASE("a case file takes as much memory as it may, all its runs together") {
    std::string text = "shader a.tgsi\nrun\n";
    for (int buffer = 0; buffer < 32; ++buffer) {
        text += "CONST " + std::to_string(buffer) + " 4095 1 2 3 4\n";
    }
    text += repeated("run\n", 200'000);
    Diagnostics diagnostics("a.case", text);
    (void)parse_case_file(text, diagnostics);
    const std::string told = diagnostics.render();
    INFO(told.substr(0, 300));
    CHECK(told.starts_with("a.case:"));
    CHECK(contains(told.substr(0, 200),
                   ":1: error[L105]: this takes more than 805306368 bytes of memory\n    run\n"));

    Limits limits;
    limits.memory = 1'000'000;
    Diagnostics inputs("b.case", {});
    (void)parse_case_file("shader a\nrun\nIN 4095 lane 0 0 0 0 0\nrun\nrun\nrun\nrun\n", inputs,
                          limits);
    CHECK(inputs.all().at(0).position.line == 6);
    CHECK(run_tool({"run", "-", "--case", "/dev/null", "--max-memory", "1"}, kEndless).code == 1);
}

TEST_CASE("a header has no more entries than any part could use") {
    const std::string input = R"({"name": "VERT_ATTRIB_GENERIC0", "reg": "r0.x"})";
    std::string list = input;
    for (std::size_t i = 1; i <= kMaxHeaderEntries; ++i) {
        list += ", " + input;
    }
    Diagnostics diagnostics("h.json", {});
    CHECK_FALSE(read_program_header(R"({"stage": "VERT", "inputs": [)" + list + "]}", diagnostics));
    CHECK(diagnostics.all().at(0).message == "\"inputs\" has at most 1024 elements");

    Limits limits;
    limits.instructions = 2;
    Diagnostics words("h.json", {});
    CHECK_FALSE(
        read_program_header(R"({"stage": "VERT", "words": ["0", "0", "0"]})", words, limits));
    CHECK(reported_limit(words) == Limit::instructions);
    limits.memory = 1000;
    Diagnostics nodes("h.json", {});
    CHECK_FALSE(read_program_header("[" + repeated("0, ", 100) + "0]", nodes, limits));
    CHECK(reported_limit(nodes) == Limit::memory);
}

TEST_CASE("assembly has no more words and directives than the limits allow") {
    Limits limits;
    limits.instructions = 3;
    Diagnostics words("a.asm", {});
    CHECK_FALSE(read_assembly("nop\nnop\nnop\nend\n", 630, words, limits));
    CHECK(words.all().at(0).position == SourcePosition{4, 1});
    CHECK(reported_limit(words) == Limit::instructions);

    Diagnostics directives("a.asm", {});
    const std::string text = repeated("@sampler 0 2D\n", kMaxHeaderEntries + 1) + "end\n";
    CHECK_FALSE(read_assembly(text, 630, directives));
    CHECK(directives.all().at(0).position == SourcePosition{kMaxHeaderEntries + 1, 1});

    Diagnostics errors("a.asm", {}, 3);
    CHECK_FALSE(read_assembly(repeated("@none\n", 9), 630, errors));
    CHECK(errors.all().size() == 3);
    CHECK(errors.error_count() == 3);
}

#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <sys/stat.h>

namespace {

constexpr const char* kCopyShader = "FRAG\n"
                                    "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                    "DCL OUT[0], COLOR\n"
                                    "  0: MOV OUT[0], IN[0]\n"
                                    "  1: END\n";

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

// A line of more than 80 columns, or one of an option or a command that goes on at the margin.
std::string badly_wrapped(const std::string& help) {
    std::istringstream lines(help);
    bool in_list = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.size() > 80 || (in_list && !line.empty() && line[0] != ' ')) {
            return line;
        }
        in_list = line == "options:" || line == "commands:" || (in_list && !line.empty());
    }
    return "";
}

// The packages in the command that `doctor` prints, as a shell reads it.
std::vector<std::string> installed_names(const std::string& said) {
    constexpr std::string_view kCommand = "\n  apt-get install ";
    const std::size_t start = said.find(kCommand);
    std::vector<std::string> names;
    if (start != std::string::npos) {
        std::string command = said.substr(start + kCommand.size());
        for (std::size_t at = 0; (at = command.find("\\\n", at)) != std::string::npos;) {
            command.erase(at, 2);
        }
        std::istringstream words(command.substr(0, command.find('\n')));
        for (std::string word; words >> word;) {
            names.push_back(word);
        }
    }
    return names;
}

// Returns the texts between single quotes that have blanks: commands that a reader may copy.
std::vector<std::string> quoted_commands(const std::string& text) {
    static const std::regex quoted("(?:^|[ (])('[^' \n]+(?: [^' \n]+)+')");
    std::vector<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), quoted), end; at != end; ++at) {
        found.push_back((*at)[1]);
    }
    return found;
}

bool fits_screen(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n') <= 40;
}

} // namespace

TEST_CASE("the tool tells its version and its commands") {
    const Answer version = run_tool({"--version"});
    CHECK(version.code == 0);
    CHECK(version.out.starts_with("jacquard "));
    const Answer help = run_tool({"--help"});
    CHECK(help.code == 0);
    CHECK(badly_wrapped(help.out) == "");
    CHECK(fits_screen(help.out));
    std::size_t quotes = 0;
    for (const jacquard::driver::CommandSpec* command : jacquard::driver::all_commands()) {
        const std::string name(command->name);
        CAPTURE(name);
        CHECK(contains(help.out, "\n  " + name + ' '));
        const Answer own = run_tool({name, "--help"});
        CHECK(own.code == 0);
        CHECK(badly_wrapped(own.out) == "");
        CHECK(fits_screen(own.out));
        CHECK(contains(own.out, "\nexample:\n  "));
        CHECK(own.out.starts_with("usage: jacquard " + name + ' '));
        CHECK(run_tool({"help", name}).out == own.out);
        std::string quoted(command->doc);
        const Answer all = run_tool({name, "--help-all"});
        CHECK(all.code == 0);
        CHECK(badly_wrapped(all.out) == "");
        for (const jacquard::driver::OptionSpec& option : command->options) {
            CHECK(contains(own.out, std::string(option.name)));
            CHECK(contains(all.out, "\n  " + std::string(option.name)));
            quoted += " " + std::string(option.doc);
        }
        for (const std::string& quote : quoted_commands(quoted)) {
            CAPTURE(quote);
            CHECK(contains(all.out, quote)); // in one line
            ++quotes;
        }
    }
    CHECK(quotes > 5);
}

TEST_CASE("doctor tells what is missing and how to get it") {
    const Answer table = run_tool({"doctor"});
    CHECK(table.code == 0);
    CHECK(contains(table.out, ": compiles and runs a shader for all "));
    CHECK(badly_wrapped(table.out) == "");
    const Answer json = run_tool({"doctor", "--json"});
    CHECK(json.code == 0);
    CHECK(contains(json.out, R"({"part": "graphviz", "for": "tool", "present": )"));
    CHECK(json.out.ends_with(R"("works": true, "broken": ""})"
                             "\n"));
    const Answer unknown = run_tool({"doctor", "--need", "graphvis"});
    CHECK(unknown.code == 2);
    CHECK(unknown.err == "jacquard: --need does not know 'graphvis', did you mean 'graphviz'?; "
                         "'jacquard doctor' lists them\n");
}

TEST_CASE("doctor finds no program where there is none") {
    const TemporaryFolder folder("no_programs");
    const std::string before = std::getenv("PATH");
    setenv("PATH", (folder / "").c_str(), 1);
    const Answer missing = run_tool({"doctor", "--need", "graphviz"});
    folder.write("dot", "");
    REQUIRE(chmod((folder / "dot").c_str(), 0755) == 0);
    const Answer present = run_tool({"doctor", "--need", "graphviz"});
    setenv("PATH", before.c_str(), 1);
    CHECK(missing.code == 1);
    CHECK(contains(missing.out, "\n  missing  graphviz "));
    CHECK(badly_wrapped(missing.out) == "");
    const std::vector<std::string> names = installed_names(missing.out);
    CHECK(std::count(names.begin(), names.end(), "graphviz") == 1);
    // Two parts come from this package, which has hyphens as others do.
    CHECK(std::count(names.begin(), names.end(), "spirv-tools") == 1);
    CHECK(std::count(names.begin(), names.end(), "mesa-vulkan-drivers") <= 1);
    CHECK(present.code == 0);
    CHECK(contains(present.out, "\n  yes      graphviz "));
}

TEST_CASE("every command that takes a part takes those of every revision") {
    const TemporaryFolder folder("every_part");
    folder.write("copy.frag.tgsi", kCopyShader);
    folder.write("cases/copy.frag.case",
                 "shader every_part/copy.frag.tgsi\nrun\nIN 0 lane 0 3f800000 0 0 40000000\n");
    for (const std::string part : {"330", "420", "540", "630", "730", "830", "840", "a8xx"}) {
        CAPTURE(part);
        const Answer compiled = run_tool({"compile", "-", "--gpu", part}, kCopyShader);
        CHECK(compiled.code == 0);
        const Answer ran =
            run_tool({"run", folder / "copy.frag.tgsi", "--case", folder / "cases/copy.frag.case",
                      "--engine", "ir3", "--gpu", part});
        CHECK(contains(ran.out, "OUT 0 COLOR 0 lane 0 3f800000 00000000 00000000 40000000"));
        const Answer batch = run_tool({"batch", folder / ".", "--gpu", part, "--jobs", "1"});
        CHECK(contains(batch.out, "compiled 1 "));
        const Answer word = run_tool({"asm", "--hex", "-", "--gpu", part}, "(sy)nop\n");
        CHECK(word.out == "1000000000000000\n");
        CHECK(run_tool({"disasm", "--hex", "-", "--gpu", part}, word.out).out == "(sy)nop\n");
        CHECK(contains(run_tool({"explain", "1000000000000000", "--gpu", part}).out, "ir3:nop"));
        CHECK(run_tool({"isa", "map", part}).code == 0);
    }
}

TEST_CASE("wrong usage ends with code 2 and a message") {
    CHECK(run_tool({}).code == 2);
    const Answer unknown = run_tool({"compil"});
    CHECK(unknown.code == 2);
    CHECK(first_line(unknown.err) == "jacquard: unknown command 'compil', did you mean 'compile'?");
    CHECK(run_tool({"compile"}).code == 2);
    CHECK(run_tool({"compile", "/nonexistent.tgsi"}).err ==
          "jacquard: cannot read '/nonexistent.tgsi': No such file or directory\n");
    CHECK(run_tool({"compile", "-", "--gpu", "a631"}).code == 2);
    CHECK(first_line(run_tool({"compile", "-", "--gpu", "a6x"}).err) ==
          "jacquard: unknown part 'a6x', did you mean 'a6xx'?");
    CHECK(contains(run_tool({"compile", "-", "--print", "nri"}).err, "did you mean 'nir'?"));
    CHECK(run_tool({"run", "-", "--engine", "tgsi"}).err ==
          "jacquard: unknown engine 'tgsi'; there are ir3 and nir\n");
    CHECK(contains(run_tool({"run", "-", "--engine", "it3"}).err, "did you mean 'ir3'?"));
    CHECK(
        contains(run_tool({"opt", "-", "--passes", "dead_cod"}).err, "did you mean 'dead_code'?"));
    CHECK(run_tool({"batch", ".", "--jobs", "0"}).code == 2);
    CHECK(run_tool({"batch", ".", "--shard", "9/4"}).code == 2);
    CHECK(run_tool({"batch", "/nonexistent"}).code == 2);
}

TEST_CASE("compile prints assembly with the header as directives") {
    const Answer answer = run_tool({"compile", "-", "--gpu", "a630"}, kCopyShader);
    INFO(answer.out << answer.err);
    CHECK(answer.code == 0);
    CHECK(answer.err.empty());
    CHECK(answer.out.starts_with("@gpu 630\n@stage FRAG\n"));
    CHECK(contains(answer.out, "\n@varying VARYING_SLOT_VAR0 at 0 components xyzw index 0\n"));
    CHECK(contains(answer.out, "\n@output FRAG_RESULT_"));
    CHECK(contains(answer.out, "bary.f"));
    CHECK(contains(answer.out, "end\n"));
}

TEST_CASE("compile prints the forms on the way") {
    const Answer answer =
        run_tool({"compile", "-", "--print", "tgsi,nir,ir3,asm", "--stats"}, kCopyShader);
    CHECK(answer.code == 0);
    for (const char* heading : {"=== tgsi: parsed\nFRAG\n", "=== nir: translated\nshader",
                                "=== ir3: ", "=== asm: program\n@gpu 630\n", "; instructions "}) {
        INFO(heading);
        CHECK(contains(answer.out, heading));
    }
}

TEST_CASE("compile writes words, a header and a graph") {
    const TemporaryFolder folder("compile");
    const Answer answer = run_tool({"compile", "-", "-o", folder / "w", "--header", folder / "h",
                                    "--dot", folder / "g", "--stats"},
                                   kCopyShader);
    INFO(answer.err);
    CHECK(answer.code == 0);
    CHECK(answer.out.starts_with("instructions "));
    const std::string words = file_content(folder / "w");
    CHECK(!words.empty());
    CHECK(words.size() % 8 == 0);
    CHECK(contains(file_content(folder / "h"), "\"VARYING_SLOT_VAR0\""));
    CHECK(file_content(folder / "g").starts_with("digraph"));

    const Answer run = run_tool({"run", folder / "w", "--header", folder / "h"});
    INFO(run.err);
    CHECK(run.code == 0);
    CHECK(run.out.starts_with("run\nMASK f\nOUT 0 COLOR 0 lane 0 00000000 00000000 00000000 "
                              "00000000\n"));
    CHECK(run_tool({"run", folder / "w"}).code == 2);

    const Answer unwritable = run_tool({"compile", "-", "-o", "/nonexistent/w"}, kCopyShader);
    CHECK(unwritable.code == 2);
    CHECK(contains(unwritable.err, "cannot write '/nonexistent/w'"));
}

TEST_CASE("compile gives its result as JSON") {
    const Answer good = run_tool({"compile", "-", "--json"}, kCopyShader);
    CHECK(good.code == 0);
    CHECK(good.out.starts_with(R"({"shader": "<stdin>", "status": "compiled", "reason": null, )"
                               R"("statistics": {"instructions": )"));
    CHECK(good.out.find('\n') == good.out.size() - 1);
    const Answer bad = run_tool({"compile", "-", "--json"}, "FRAG\nMOVE\n");
    CHECK(bad.code == 1);
    CHECK(bad.out.starts_with(R"({"shader": "<stdin>", "status": "malformed", "reason": ")"));
}

TEST_CASE("faults of a shader go to the error stream with their place") {
    const Answer answer =
        run_tool({"compile", "-"}, "FRAG\nDCL OUT[0], COLOR\n  0: MOVE OUT[0], OUT[0]\n  1: END\n");
    CHECK(answer.code == 1);
    CHECK(answer.out.empty());
    CHECK(answer.err.starts_with("<stdin>:3:6: error["));
    const Answer neither = run_tool({"compile", "-"}, "hello\n");
    CHECK(neither.code == 1);
    CHECK(neither.err.starts_with("<stdin>:1:1: error[D201]: a shader begins with its stage"));
    for (const char* engine : {"ir3", "nir"}) {
        for (const char* text : {"hello\n", ""}) {
            const Answer run = run_tool({"run", "-", "--engine", engine}, text);
            CHECK(run.code == neither.code);
            CHECK(run.err.starts_with("<stdin>:1:1: error[D201]: a shader begins with its stage"));
        }
    }
}

TEST_CASE("run prints live lanes and outputs of every run") {
    const TemporaryFolder folder("run");
    folder.write("a.tgsi", kCopyShader);
    folder.write("a.case", "shader a.tgsi\nrun\nIN 0 lane 1 1 2 3 ffffffff\nrun\n"
                           "IN 0 lane 1 5 6 7 8\n");
    const Answer answer = run_tool({"run", folder / "a.tgsi", "--case", folder / "a.case"});
    INFO(answer.err);
    CHECK(answer.code == 0);
    const std::string zero = "00000000 00000000 00000000 00000000\n";
    CHECK(answer.out == "run\nMASK f\nOUT 0 COLOR 0 lane 0 " + zero +
                            "OUT 0 COLOR 0 lane 1 00000001 00000002 00000003 ffffffff\n"
                            "OUT 0 COLOR 0 lane 2 " +
                            zero + "OUT 0 COLOR 0 lane 3 " + zero +
                            "run\nMASK f\nOUT 0 COLOR 0 lane 0 " + zero +
                            "OUT 0 COLOR 0 lane 1 00000005 00000006 00000007 00000008\n"
                            "OUT 0 COLOR 0 lane 2 " +
                            zero + "OUT 0 COLOR 0 lane 3 " + zero);
    const Answer traced =
        run_tool({"run", folder / "a.tgsi", "--case", folder / "a.case", "--trace"});
    CHECK(contains(traced.out, "[f] "));
    CHECK(contains(traced.out, "bary.f"));

    folder.write("b.case", "run\n");
    const Answer malformed = run_tool({"run", folder / "a.tgsi", "--case", folder / "b.case"});
    CHECK(malformed.code == 1);
    CHECK(contains(malformed.err, "b.case:1:1: error[C101]"));
}

TEST_CASE("run prints outputs that a shader declares and never writes as zeros") {
    const TemporaryFolder folder("unwritten");
    folder.write("a.tgsi", "VERT\nDCL OUT[0], GENERIC[4]\nDCL OUT[1], POSITION\n"
                           "IMM[0] UINT32 {7, 7, 7, 7}\n  0: MOV OUT[1], IMM[0]\n  1: END\n");
    const Answer answer = run_tool({"run", folder / "a.tgsi"});
    CHECK(answer.code == 0);
    CHECK(answer.out.starts_with("run\nMASK f\n"
                                 "OUT 0 GENERIC 4 lane 0 00000000 00000000 00000000 00000000\n"));
    CHECK(contains(answer.out, "OUT 1 POSITION 0 lane 3 00000007 00000007 00000007 00000007\n"));
}

TEST_CASE("batch counts, lists reasons and compares") {
    const TemporaryFolder folder("batch");
    folder.write("tgsi/good.tgsi", kCopyShader);
    folder.write("tgsi/bad.tgsi", "FRAG\nMOVE\n");
    folder.write("tgsi/later.tgsi", "GEOM\n  0: END\n");
    folder.write("cases/good.case", "shader tgsi/good.tgsi\nrun\n"
                                    "expect OUT 0 COLOR 0 lane 0 0 0 0 0\n");
    const Answer answer = run_tool(
        {"batch", folder / "tgsi", "--cases", folder / "cases", "--jobs", "2", "--gpu", "540"});
    INFO(answer.out << answer.err);
    CHECK(answer.code == 0);
    CHECK(contains(answer.out, "refused 1, by reason:\n   1  "));
    CHECK(contains(answer.out, "        later.tgsi\n"));
    CHECK(answer.out.ends_with("shaders 3  compiled 1  refused 1  malformed 1  failed 0\n"
                               "cases   1  exact 1  within bound 0  disagree 0\n"));

    folder.write("cases/good.case", "shader tgsi/good.tgsi\nrun\n"
                                    "expect OUT 0 COLOR 0 lane 2 0 3f800000 0 0\n");
    const Answer wrong =
        run_tool({"batch", folder / "tgsi", "--cases", folder / "cases", "--gpu", "540"});
    CHECK(wrong.code == 1);
    CHECK(contains(wrong.out, "    good.tgsi: run 0 OUT 0 lane 2 .y: expected 3f800000, computed "
                              "00000000\n"));

    const Answer json =
        run_tool({"batch", folder / "tgsi", "--cases", folder / "cases", "--json", "--gpu", "540"});
    CHECK(json.code == 1);
    CHECK(json.out.starts_with(R"({"shader": "bad.tgsi", "status": "malformed", "reason": ")"));
    CHECK(contains(json.out, R"("agreement": "disagree", "first_difference": "run 0 OUT 0 )"));
    CHECK(json.out.ends_with(R"({"totals": {"shaders": 3, "compiled": 1, "refused": 1, )"
                             R"("malformed": 1, "failed": 0, "cases": 1, "exact": 0, )"
                             R"("bound": 0, "disagree": 1}})"
                             "\n"));

    folder.write("list", "tgsi/good.tgsi\ntgsi/absent.tgsi\n");
    const Answer absent = run_tool({"batch", folder / "list"});
    CHECK(absent.code == 1);
    CHECK(contains(absent.out, "failed 1, by reason:\n   1  cannot read"));
}

TEST_CASE("fold computes constants") {
    const Answer sum =
        run_tool({"fold", "fadd", "32", "2", "3f800000,40000000", "3f800000,3f800000"});
    CHECK(sum.code == 0);
    CHECK(sum.out == "40000000,40400000\n");
    CHECK(run_tool({"fold", "flt", "32", "1", "3f800000", "40000000"}).out == "1\n");
    CHECK(run_tool({"fold", "bcsel", "16", "1", "1", "1", "2"}).out == "0001\n");
    CHECK(run_tool({"fold", "pack_half_2x16", "0", "1", "3f800000,c0000000"}).out == "c0003c00\n");
}

TEST_CASE("fold says what is wrong with a request") {
    const auto fault = [](std::initializer_list<std::string_view> words) {
        const Answer answer = run_tool(words);
        CHECK(answer.code == 1);
        CHECK(answer.out.empty());
        return answer.err;
    };
    CHECK(fault({"fold", "fad", "32", "1", "0", "0"})
              .starts_with("error: unknown opcode 'fad', did you mean '"));
    CHECK(fault({"fold", "fadd", "32", "1", "0"}) == "error: 'fadd' has 2 sources, 1 given\n");
    CHECK(fault({"fold", "fadd", "31", "1", "0", "0"}) ==
          "error: bad bit size '31', expected 1, 8, 16, 32, 64, or 0\n");
    CHECK(fault({"fold", "fadd", "0", "1", "0", "0"}) == "error: 'fadd' needs a bit size\n");
    CHECK(run_tool({"fold", "bitfield_reverse", "0", "1", "00000001"}).out == "80000000\n");
    CHECK(run_tool({"fold", "bitfield_reverse", "8", "1", "01"}).out == "80\n");
    CHECK(run_tool({"fold", "umul_low", "0", "1", "00010002", "00010003"}).out == "00000006\n");
    CHECK(run_tool({"fold", "uadd64_32", "0", "1", "ffffffff", "00000001", "00000001"}).out ==
          "00000000,00000002\n");
    CHECK(fault({"fold", "fadd", "32", "6", "0", "0"}) ==
          "error: bad number of components '6', expected 1 to 5, 8 or 16\n");
    CHECK(fault({"fold", "fadd", "32", "2", "0", "0,0"}) ==
          "error: source 0 has 1 component where 2 are expected\n");
    CHECK(fault({"fold", "fadd", "16", "1", "0", "12345"}) ==
          "error: source 1 component 0: '12345' does not fit into 16 bits\n");
    CHECK(fault({"fold", "fadd", "16", "1", "0", "x"}) ==
          "error: source 1 component 0: 'x' is not a number of hex digits\n");
    CHECK(fault({"fold", "iand", "1", "1", "0", "2"}) ==
          "error: source 1 component 0: '2' does not fit into 1 bit\n");
    CHECK(run_tool({"fold"}).code == 2);
}

TEST_CASE("fold reads components in every form") {
    const auto sum = [](std::string_view first, std::string_view second) {
        const Answer answer = run_tool({"fold", "iadd", "64", "2", first, second});
        return answer.out + answer.err;
    };
    CHECK(sum("0x1F,0Xf", "0,fffffffffffffff0") == "000000000000001f,ffffffffffffffff\n");
    CHECK(sum("000000000000000000001,0", "0,00000000000000000000000000002") ==
          "0000000000000001,0000000000000002\n");
    CHECK(sum("0,0", "0,10000000000000000") ==
          "error: source 1 component 1: '10000000000000000' is not a number of hex digits\n");
    CHECK(sum("0,0x", "0,0") ==
          "error: source 0 component 1: '0x' is not a number of hex digits\n");
    CHECK(sum(",0", "0,0") == "error: source 0 component 0: '' is not a number of hex digits\n");
    CHECK(sum("0,0,", "0,0") == "error: source 0 has 3 components where 2 are expected\n");
    // A wrong number of components goes before what is wrong with one of them.
    CHECK(sum("x", "0,0") == "error: source 0 has 1 component where 2 are expected\n");
}

TEST_CASE("fold reads rows and answers each") {
    const Answer answer = run_tool({"fold", "--batch", "-"}, "iadd\t8\t1\tff\t02\t=>\t99\n"
                                                             "\n"
                                                             "nothing\t8\t1\tff\t=>\tff\r\n"
                                                             "iadd\t8\n"
                                                             "=>\tff\n"
                                                             "ineg\t32\t2\t00000001,00000002\n");
    CHECK(answer.code == 1);
    std::istringstream lines(answer.out);
    std::string line;
    std::getline(lines, line);
    CHECK(line == "iadd\t8\t1\tff\t02\t=>\t01");
    std::getline(lines, line);
    CHECK(line.starts_with("nothing\t8\t1\tff\t=>\terror: unknown opcode 'nothing'"));
    std::getline(lines, line);
    CHECK(line == "iadd\t8\t=>\terror: a row is an opcode, a bit size, a number of components and "
                  "the sources");
    std::getline(lines, line);
    CHECK(line == "=>\terror: a row is an opcode, a bit size, a number of components and the "
                  "sources");
    std::getline(lines, line);
    CHECK(line == "ineg\t32\t2\t00000001,00000002\t=>\tffffffff,fffffffe");
    CHECK_FALSE(std::getline(lines, line));
}

TEST_CASE("disasm answers every line of hex with one line") {
    const Answer answer = run_tool({"disasm", "--gpu", "630", "--hex", "-"},
                                   "4730000a00002006\n\n0x4730000a_00002006\n"
                                   "ffffffffffffffff\nxyz\n");
    CHECK(answer.code == 1);
    CHECK(answer.out == "bary.f r2.z, 6, r0.x\nbary.f r2.z, 6, r0.x\n"
                        ".word 0xffffffffffffffff\n"
                        "error: expected a word of 16 hex digits\n");
    CHECK(run_tool({"disasm", "--hex", "-"}, "0300000000000000\n").out == "end\n");
    const Answer odd = run_tool({"disasm", "-"}, "1234567");
    CHECK(odd.code == 1);
    CHECK(odd.err == "<stdin>: error[D202]: 7 bytes are not a whole number of 64-bit words\n");
}

TEST_CASE("explain tells what the tables say") {
    const Answer all = run_tool({"explain", "mov"});
    CHECK(all.code == 0);
    CHECK(contains(all.out, "nir:mov"));
    CHECK(contains(all.out, "defs/tgsi/"));
    CHECK(contains(all.out, "defs/ir3/"));
    const Answer one = run_tool({"explain", "nir:fmul"});
    CHECK(contains(one.out, "src0 * src1"));
    CHECK_FALSE(contains(one.out, "defs/tgsi/"));
    const Answer none = run_tool({"explain", "nir:fmull"});
    CHECK(none.code == 1);
    CHECK(none.err == "error: no table has the name 'nir:fmull', did you mean 'nir:fmul'?\n");
    const Answer any = run_tool({"explain", "mulf"});
    CHECK(any.code == 1);
    CHECK(contains(any.err, "'tgsi:MUL'"));
    CHECK(contains(any.err, "'ir3:mul.f'"));
    const Answer short_word = run_tool({"explain", "4730000a"});
    CHECK(short_word.code == 1);
    CHECK(short_word.err ==
          "error: '4730000a' is not a machine word, which has 16 hexadecimal digits\n");

    CHECK(run_tool({"explain", "tgsi:fmul"}).code == 1);
}

TEST_CASE("explain knows names as other texts on NIR spell them, and those that opcodes had") {
    CHECK(run_tool({"explain", "nir_op_fmul"}).out == run_tool({"explain", "nir:fmul"}).out);
    CHECK(run_tool({"explain", "nir_texop_txf"}).out == run_tool({"explain", "nir:txf"}).out);
    CHECK(run_tool({"explain", "nir_tex_src_coord"}).out == run_tool({"explain", "nir:coord"}).out);
    CHECK(run_tool({"explain", "nir_intrinsic_load_ubo"}).out ==
          run_tool({"explain", "nir:load_ubo"}).out);
    CHECK(contains(run_tool({"explain", "nir:phi"}).out, "kind of instruction"));
    CHECK(contains(run_tool({"explain", "umul_low"}).out, "was called umul_low"));
    CHECK(contains(run_tool({"explain", "nir_op_fmull"}).err, "did you mean 'nir:fmul'?"));
}

TEST_CASE("explain tells what the code of an error means, in any letter case") {
    const Answer own = run_tool({"explain", "T102"});
    CHECK(own.code == 0);
    CHECK(own.out.starts_with("errors:T102  There is no instruction of that name.\n"
                              "  an error of TGSI texts, defs/errors/tgsi.yaml:"));
    CHECK(run_tool({"explain", "t102"}).out == own.out);
    CHECK(run_tool({"explain", "errors:T102"}).out == own.out);
    CHECK(run_tool({"explain", "E203"}).out.starts_with("errors:E203  "));
    const Answer near = run_tool({"explain", "E2O3"});
    CHECK(near.code == 1);
    CHECK(near.err == "error: no table has the name 'E2O3', did you mean 'errors:E203'?\n");
    CHECK(contains(run_tool({"--help"}).out, "'jacquard explain CODE' explains an error code"));
}

TEST_CASE("explain knows what reports advise") {
    const Answer found = run_tool({"explain", "late_discard"});
    CHECK(found.code == 0);
    CHECK(found.out.starts_with("advice:late_discard  "));
    CHECK(contains(found.out, "defs/advice/findings.yaml:"));
    CHECK(run_tool({"explain", "advice:late_discard"}).out == found.out);
    CHECK(contains(run_tool({"explain", "advice:mediump"}).out, "a change that is tried"));
    CHECK(contains(run_tool({"explain", "advice:late_discrad"}).err, "'advice:late_discard'"));
}

TEST_CASE("explain decodes a word") {
    const Answer word = run_tool({"explain", "4730000a00002006", "--gpu", "a630"});
    CHECK(word.code == 0);
    CHECK(word.out.starts_with("bary.f r2.z, 6, r0.x\n\nir3:bary.f  "));
    const Answer none = run_tool({"explain", "0xffffffff_ffffffff"});
    CHECK(none.code == 1);
    CHECK(none.err == "error: 0xffffffffffffffff is not an instruction of part 630\n");
}

TEST_CASE("opt runs passes over NIR and over TGSI") {
    const Answer plain = run_tool({"opt", "-"}, kCopyShader);
    INFO(plain.err);
    CHECK(plain.code == 0);
    CHECK(plain.out.starts_with("shader"));
    const Answer again = run_tool({"opt", "-"}, plain.out);
    CHECK(again.out == plain.out);
    const Answer passed = run_tool(
        {"opt", "--passes", "registers_to_ssa,copy_propagation,dead_code", "-"}, plain.out);
    CHECK(passed.code == 0);
    CHECK_FALSE(contains(passed.out, "store_reg"));
    CHECK(contains(run_tool({"opt", "--list"}).out, "fold_constants: computes"));
    CHECK(run_tool({"opt", "-"}, "shader nonsense {").code == 1);
}

TEST_CASE("opt stops after the pass that --until names") {
    const std::string_view list = "registers_to_ssa,copy_propagation,dead_code,copy_propagation";
    const Answer cut =
        run_tool({"opt", "-", "--passes", list, "--until", "copy_propagation", "--time-passes"},
                 kCopyShader);
    INFO(cut.err);
    CHECK(cut.code == 0);
    CHECK(contains(cut.err, "\ncopy_propagation     1  "));
    CHECK_FALSE(contains(cut.err, "dead_code"));
    const Answer wrong = run_tool({"opt", "-", "--passes", list, "--until", "dead_cod"});
    CHECK(wrong.code == 2);
    CHECK(wrong.err.starts_with(
        "jacquard: the list of '--passes' has no 'dead_cod'; did you mean 'dead_code'?\n"));
}

TEST_CASE("opt tells how often passes ran and how long they took") {
    const std::string_view list = "dead_code,copy_propagation,dead_code";
    const Answer plain = run_tool({"opt", "-", "--passes", list}, kCopyShader);
    const Answer timed = run_tool({"opt", "-", "--passes", list, "--time-passes"}, kCopyShader);
    INFO(timed.err);
    CHECK(timed.code == 0);
    CHECK(timed.out == plain.out);
    CHECK(timed.err.starts_with("pass              runs          ms   share\n"
                                "dead_code            2  "));
    CHECK(contains(timed.err, "\ncopy_propagation     1  "));
    CHECK(contains(timed.err, "\ntotal                3  "));
    CHECK(timed.err.ends_with("  100.0%\n"));
}

TEST_CASE("the NIR that opt prints compiles") {
    const Answer nir = run_tool({"opt", "-"}, kCopyShader);
    const Answer from_nir = run_tool({"compile", "-"}, nir.out);
    INFO(from_nir.err);
    CHECK(from_nir.code == 0);
    CHECK(from_nir.out == run_tool({"compile", "-"}, kCopyShader).out);
}

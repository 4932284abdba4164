#include <jacquard/tool/cost/aoc_front.h>

#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"

namespace {

constexpr const char* kProgram = "@gpu 630\n"
                                 "@stage FRAG\n"
                                 "bary.f r0.z, 0, r0.x\n"
                                 "(rpt5)nop\n"
                                 "sam (f32)(xyzw)r1.x, r0.z, s#0, t#0\n"
                                 "(sy)mul.f r0.x, r1.x, r1.y\n"
                                 "end\n";
// With one lookup more, on which it depends.
constexpr const char* kLonger = "@gpu 630\n"
                                "@stage FRAG\n"
                                "bary.f r0.z, 0, r0.x\n"
                                "(rpt5)nop\n"
                                "sam (f32)(xyzw)r1.x, r0.z, s#0, t#0\n"
                                "(sy)sam (f32)(xyzw)r1.x, r1.x, s#0, t#0\n"
                                "(sy)mul.f r0.x, r1.x, r1.y\n"
                                "end\n";

Answer run_front(std::initializer_list<std::string_view> words) {
    return run_program(jacquard::driver::run_aoc, words);
}

} // namespace

TEST_CASE("cost tells people what a program costs") {
    const Answer answer = run_tool({"cost", "-"}, kProgram);
    INFO(answer.err);
    CHECK(answer.code == 0);
    CHECK(answer.out == "<stdin>, FRAG\n"
                        "  binds  texture, with 32 cycles of a wave\n"
                        "  why    line 5 has 100 % of that (sam (f32)(xyzw)r1.x, r0.z, s#0, t#0)\n"
                        "                                      a630\n"
                        "instructions\n"
                        "  all                                    5\n"
                        "  ALU 32 bit                             1\n"
                        "  ALU 16 bit                             0\n"
                        "  flow control                           1\n"
                        "  texture reads                          1\n"
                        "  nops                                   1\n"
                        "  rest                                   1\n"
                        "  with (sy)                              1\n"
                        "  issue slots                           10\n"
                        "registers, in vec4\n"
                        "  full                                   2\n"
                        "  half                                   0\n"
                        "  overall                                2\n"
                        "waves\n"
                        "  lanes of a wave                      128\n"
                        "  waves at a time                       16\n"
                        "  lanes at a time                     2048\n"
                        "  lanes of full occupancy             1024\n"
                        "  occupancy, %                         100\n"
                        "cycles of a wave\n"
                        "  issue slots                           10\n"
                        "  ALU                                    1\n"
                        "  texture                               32\n"
                        "  varying                                1\n"
                        "  busiest unit                     texture\n"
                        "critical path of a wave that runs alone\n"
                        "  all                                   48\n"
                        "  issuing                               10\n"
                        "  waiting at (ss)                        0\n"
                        "  of which exposed                       0\n"
                        "  waiting at (sy)                       38\n"
                        "  of which exposed                       0\n"
                        "source lines that cost most, in cycles of their instructions and waits\n"
                        "  line 5                                39\n"
                        "      sam (f32)(xyzw)r1.x, r0.z, s#0, t#0\n"
                        "  line 4                                 6\n"
                        "      (rpt5)nop\n"
                        "  line 3                                 1\n"
                        "      bary.f r0.z, 0, r0.x\n"
                        "  line 6                                 1\n"
                        "      (sy)mul.f r0.x, r1.x, r1.y\n"
                        "  line 7                                 1\n"
                        "      end\n"
                        "sources of the numbers\n"
                        "  measured  short_latency\n"
                        "  stated    full_alu, issue_slots, long_latency, register_file\n"
                        "  published texture, wave_groups\n"
                        "  assumed   varying, hiding\n"
                        "if published or assumed numbers differed\n"
                        "  texture, published                 32-48\n"
                        "    busiest unit takes               32-48\n"
                        "  hiding, assumed                  0.5-1.5\n"
                        "    exposed waits                      3-0\n"
                        "  no effect: varying, wave_groups\n"
                        "\n");
}

TEST_CASE("cost tells several parts side by side, and a vertex shader's form for binning") {
    const std::string path = example("transform.vert.tgsi");
    const Answer answer = run_tool({"cost", path, "--gpu", "330,540,630,730"});
    INFO(answer.err);
    CHECK(answer.code == 0);
    // Four forms fit the width of a terminal, and the others stand in a table below.
    for (const char* part :
         {"      a330  bin a330      a540  bin a540\n",
          "      a630  bin a630      a730  bin a730\n", "  3: DP4 TEMP[0].w, CONST[3], IN[0]\n"}) {
        INFO(part);
        CHECK(contains(answer.out, part));
    }
}

TEST_CASE("cost gives everything as JSON, a value a line") {
    const std::string path = example("lit_texture.frag.tgsi");
    const Answer answer = run_tool({"cost", path, "--gpu", "630,730", "--format", "json"});
    CHECK(answer.code == 0);
    CHECK(std::count(answer.out.begin(), answer.out.end(), '\n') == 2);
    for (const char* part :
         {"\"gpu\": 630, \"form\": \"main\", \"status\": \"compiled\", \"stage\": \"FRAG\"",
          "\"instructions\": {\"total\": ", "\"preamble\": {", "\"registers\": {\"full\": ",
          "\"waves\": {\"lanes\": 128", "\"storage\": {", "\"longest\": {", "\"shortest\": {",
          "\"whole\": {", "\"critical\": {\"cycles\": ", "\"bound\": {\"longest\": [",
          "\"lines\": [{\"line\": ", "\"basis\": [{\"name\": ", "\"source\": \"assumed\"",
          "\"published\": [{\"parts\": \"a660\", \"value\": 6, \"spread\": [6, 6], \"method\": ",
          "\"spread\": [0.5, 1.5], \"moves\": {\"binds\": ["}) {
        INFO(part);
        CHECK(contains(answer.out, part));
    }
}

TEST_CASE("cost says null of a path without a bound") {
    const char* loop = "l0: br p0.x, #l1\nadd.f r0.x, r0.x, r0.y\njump #l0\nl1: end\n";
    const Answer json = run_tool({"cost", "-", "--format", "json"}, loop);
    CHECK(contains(json.out, "\"longest\": {\"issue\": null, \"alu\": null,"));
    CHECK(contains(json.out, "\"bound\": {\"longest\": null,"));
    CHECK(contains(run_tool({"cost", "-"}, loop).out, "no bound\n"));
    const Answer malioc = run_tool({"cost", "-", "--format", "malioc"}, loop);
    CHECK(contains(malioc.out, "\"cycle_count\": [\n                null,\n"));
}

TEST_CASE("cost reads words with their header") {
    const TemporaryFolder folder("cost_words");
    const std::string path = example("lit_texture.frag.tgsi");
    REQUIRE(run_tool({"compile", path, "-o", folder / "w", "--header", folder / "h"}).code == 0);
    const auto without_head = [](const std::string& text) {
        const std::size_t lines = text.find("source lines that");
        const std::size_t first = text.find("instructions\n");
        return text.substr(
            first, (lines == std::string::npos ? text.find("sources of the") : lines) - first);
    };
    const Answer words = run_tool({"cost", folder / "w", "--header", folder / "h"});
    CHECK(words.code == 0);
    CHECK(without_head(words.out) == without_head(run_tool({"cost", path}).out));
}

TEST_CASE("cost --against tells what became better and worse") {
    const TemporaryFolder folder("cost_against");
    const Answer shorter = run_tool({"cost", "-", "--format", "json"}, kProgram);
    const Answer longer = run_tool({"cost", "-", "--format", "json"}, kLonger);
    folder.write("short.json", shorter.out);
    folder.write("long.json", longer.out);

    const Answer same = run_tool({"cost", "-", "--against", folder / "short.json"}, kProgram);
    CHECK(same.code == 0);
    CHECK(same.out == "worse 0, better 0, unchanged 1\n");

    const Answer worse = run_tool({"cost", "-", "--against", folder / "short.json"}, kLonger);
    CHECK(worse.code == 1);
    CHECK(contains(worse.out, "<stdin> a630\n  instructions\n    all "));
    CHECK(contains(worse.out, "        5 ->        6        +20 %  worse\n"));
    CHECK(contains(worse.out, "worse 1, better 0, unchanged 0\n"));

    const Answer better = run_tool({"cost", "-", "--against", folder / "long.json"}, kProgram);
    CHECK(better.code == 0);
    CHECK(contains(better.out, "worse 0, better 1, unchanged 0\n"));

    const Answer within =
        run_tool({"cost", "-", "--against", folder / "short.json", "--threshold", "100"}, kLonger);
    CHECK(within.code == 0);
    CHECK(contains(within.out, "  tolerated\n"));

    const Answer markdown =
        run_tool({"cost", "-", "--against", folder / "short.json", "--markdown"}, kLonger);
    CHECK(markdown.code == 1);
    CHECK(contains(markdown.out, "**Shader costs:** worse 1, better 0, unchanged 0\n\n"
                                 "| | shader | part | cycles | instructions | registers | "
                                 "occupancy, % | why |\n"));
    // With each row stands the line that costs more than before.
    CHECK(contains(markdown.out,
                   "| **worse** | `<stdin>` | a630 | 48 → 87 (+81.25 %) | "
                   "5 → 6 (+20 %) | 2 | 100 | "
                   "line 6 `(sy)sam (f32)(xyzw)r1.x, r1.x, s#0, t#0`: +39 cycles |\n"));
    CHECK(contains(markdown.out,
                   "| `<stdin>` | a630 | instructions: all | 5 | 6 | +20 % | worse |\n"));

    const Answer json =
        run_tool({"cost", "-", "--against", folder / "short.json", "--format", "json"}, kLonger);
    CHECK(contains(json.out, "\"section\": \"instructions\", \"name\": \"total\", \"before\": 5, "
                             "\"after\": 6, \"percent\": 20, \"verdict\": \"worse\"}\n"));
    CHECK(contains(json.out, "{\"totals\": {\"worse\": 1, \"better\": 0, \"unchanged\": 0, "
                             "\"new\": 0, \"gone\": 0}}\n"));
}

TEST_CASE("cost --markdown tells the worst first, and an edited line by what the edit costs") {
    const TemporaryFolder before("cost_markdown_before");
    const TemporaryFolder after("cost_markdown_after");
    const auto program = [](const char* middle) {
        return "@gpu 630\n@stage FRAG\nbary.f r0.z, 0, r0.x\n" + std::string(middle) + "end\n";
    };
    for (const char* name : {"a.asm", "b.asm", "c.asm", "d.asm"}) {
        before.write(name, program("mul.f r0.x, r0.y, r0.w\n"));
    }
    after.write("a.asm", program("mul.f r0.x, r0.y, r0.w\n(rpt1)nop\n"));
    after.write("b.asm", program("mul.f r0.x, r0.y, r0.w\n(rpt5)nop\n"));
    after.write("c.asm", program("mulf r0.x\n"));
    after.write("d.asm", program("(rpt2)mul.f r0.x, r0.y, r0.w\n"));
    const Answer earlier = run_tool({"cost", before / "a.asm", before / "b.asm", before / "c.asm",
                                     before / "d.asm", "--format", "json"});
    before.write("old.json", earlier.out);
    const Answer answer =
        run_tool({"cost", after / "a.asm", after / "b.asm", after / "c.asm", after / "d.asm",
                  "--against", before / "old.json", "--markdown"});
    CHECK(answer.code == 1);
    const std::vector<std::string> rows = {
        "| **broken** | `" + (after / "c.asm"), "| **worse** | `" + (after / "b.asm"),
        "| **worse** | `" + (after / "d.asm"), "| **worse** | `" + (after / "a.asm")};
    std::size_t place = 0;
    for (const std::string& row : rows) {
        INFO(row << answer.out);
        const std::size_t found = answer.out.find(row, place);
        REQUIRE(found != std::string::npos);
        place = found;
    }
    CHECK(contains(answer.out, "line 4 `(rpt2)mul.f r0.x, r0.y, r0.w`: +2 cycles |\n"));
}

TEST_CASE("cost --markdown prints names and texts that no host takes for its own") {
    const TemporaryFolder folder("cost_markdown_names");
    folder.write("old.json", run_tool({"cost", "-", "--format", "json"}, kProgram).out);
    folder.write("@team `|` <b>.asm", "@gpu 630\n@stage FRAG\n<img src=x> @team `|\n");
    const Answer answer = run_tool(
        {"cost", folder / "@team `|` <b>.asm", "--against", folder / "old.json", "--markdown"});
    CHECK(answer.code == 1);
    INFO(answer.out);
    // All of it stands between two backticks of ours, and adds no column.
    for (std::size_t start = 0; start < answer.out.size();) {
        const std::size_t end = answer.out.find('\n', start);
        const std::string line = answer.out.substr(start, end - start);
        start = end + 1;
        std::string outside;
        bool inside = false;
        std::size_t columns = 0;
        for (std::size_t i = 0; i < line.size(); ++i) {
            inside = line[i] == '`' ? !inside : inside;
            outside += inside ? ' ' : line[i];
            columns += line[i] == '|' && (i == 0 || line[i - 1] != '\\') ? 1 : 0;
        }
        CHECK_FALSE(inside);
        CHECK_FALSE(contains(outside, "@team"));
        CHECK_FALSE(contains(outside, "<img"));
        CHECK((columns == 0 || columns == 9));
    }
}

TEST_CASE("cost --against tells of shaders that came, went and broke") {
    const TemporaryFolder folder("cost_against_others");
    folder.write("old.json", run_tool({"cost", "-", "--format", "json"}, kProgram).out);
    folder.write("a.asm", kProgram);
    folder.write("b.asm", kProgram);
    const Answer two =
        run_tool({"cost", folder / "a.asm", folder / "b.asm", "--against", folder / "old.json"});
    CHECK(two.code == 0);
    CHECK(contains(two.out, "a.asm a630: new\n"));
    CHECK(contains(two.out, "b.asm a630: new\n<stdin> a630: gone\n"));
    CHECK(contains(two.out, "unchanged 0, new 2, gone 1\n"));
    CHECK(run_tool({"cost", folder / "a.asm", folder / "b.asm", "--against", folder / "old.json",
                    "--strict"})
              .code == 1);
    // One of each side are compared whatever they are called.
    const Answer one = run_tool({"cost", folder / "a.asm", "--against", folder / "old.json"});
    CHECK(one.code == 0);
    CHECK(one.out == "worse 0, better 0, unchanged 1\n");
    const Answer broken =
        run_tool({"cost", "-", "--against", folder / "old.json"}, "@gpu 630\nadd.g r0.x\n");
    CHECK(broken.code == 1);
    CHECK(contains(broken.out, "<stdin> a630: is malformed now: "));
}

TEST_CASE("cost --against takes no file that is neither a report nor a shader") {
    const TemporaryFolder folder("cost_against_notes");
    folder.write("notes.txt", "Remember the milk.\n");
    folder.write("a.asm", kProgram);
    const Answer answer = run_tool({"cost", folder / "a.asm", "--against", folder / "notes.txt"});
    CHECK((answer.code == 1 && answer.out.empty()));
    CHECK(contains(answer.err, "notes.txt:1:1: error"));
}

TEST_CASE("cost --against pairs shaders of two folders by the most of the ends of their paths") {
    const TemporaryFolder folder("cost_against_folders");
    const std::string one = "FRAG\nDCL OUT[0], COLOR\nDCL CONST[0]\n"
                            "0: RSQ OUT[0], |CONST[0].xxxx|\n1: END\n";
    std::string longer = one;
    longer.replace(longer.find("RSQ"), 3, "SIN");
    for (const char* name : {"old/x/main.tgsi", "old/y/main.tgsi", "old/z/main.tgsi"}) {
        folder.write(name, one);
    }
    folder.write("new/y/main.tgsi", one);
    folder.write("new/z/main.tgsi", longer);
    const Answer answer =
        run_tool({"cost", folder / "new", "--against", folder / "old", "--gpu", "630"});
    INFO(answer.out);
    CHECK(answer.code == 1);
    CHECK(contains(answer.out, "/old/z/main.tgsi) a630\n"));
    CHECK(contains(answer.out, "old/x/main.tgsi a630: gone\n"));
    CHECK(contains(answer.out, "unchanged 1, gone 1\n"));
}

TEST_CASE("cost says at which line and column a baseline is wrong") {
    const TemporaryFolder folder("cost_baseline");
    folder.write("old.json", "{\"file\": \"a\", \"gpu\": 630, \"form\": \"main\"}\n"
                             "{\"file\": }\n"
                             "\n"
                             "{\"gpu\": 630}\n");
    const std::string path = folder / "old.json";
    const Answer answer = run_tool({"cost", "-", "--against", path}, kProgram);
    CHECK(answer.code == 1);
    CHECK(answer.out.empty());
    CHECK(contains(answer.err, path + ":2:10: error[D206]: this is not a JSON value: "));
    CHECK_FALSE(contains(answer.err, path + ":4:")); // nothing is read after the first fault

    folder.write("old.json", "{\"gpu\": 630}\n");
    const Answer other = run_tool({"cost", "-", "--against", path}, kProgram);
    CHECK(other.code == 1);
    CHECK(contains(other.err, path + ":1:1: error[D206]: this is not a report of 'jacquard cost'"));

    folder.write("old.json", "\n");
    const Answer empty = run_tool({"cost", "-", "--against", path}, kProgram);
    CHECK(empty.code == 1);
    CHECK(contains(empty.err, path + ":1:1: error[D206]: there is no report of 'jacquard cost'"));
}

TEST_CASE("cost says that an empty file is no shader") {
    const Answer answer = run_tool({"cost", "-"}, "\n");
    CHECK(answer.code == 1);
    CHECK(answer.err.starts_with("<stdin>:1:1: error[D201]: a shader begins with its stage"));
}

TEST_CASE("cost refuses what it does not know") {
    const auto refused = [](std::initializer_list<std::string_view> words, std::string_view said) {
        const Answer answer = run_tool(words, kProgram);
        INFO(answer.err);
        CHECK(answer.code == 2);
        CHECK(contains(answer.err, said));
    };
    refused(
        {"cost", "-", "--format", "tabel"},
        "jacquard: unknown format 'tabel', did you mean 'table'?; there are table, json, csv, aoc, "
        "aoc2, driver, mesa, malioc and sarif\n");
    refused({"cost", "-", "--gpu", "630,a731"}, "unknown part 'a731', did you mean '730'?");
    refused({"cost", "/nonexistent"}, "/nonexistent");
    refused({"cost", "-", "--against", "/nonexistent"}, "/nonexistent");
    refused({"cost", "-", "--threshold", "5"}, "--against says with what");
    refused({"cost", "-", "--against", "x", "--threshold", "many"},
            "--threshold takes a number of percent, such as 2.5, not 'many'");
    refused({"cost", "-", "--against", "x", "--format", "aoc"}, "a comparison is printed as");
    refused({"cost", "-", "--forma", "json"}, "did you mean '--format'?");
}

TEST_CASE("cost goes on with other files behind a fault, and tells each fault once") {
    const TemporaryFolder folder("cost_faults");
    folder.write("bad.vert.tgsi", "VERT\nMOV OUT[0], IN[0]\nEND\n");
    const std::string bad = folder / "bad.vert.tgsi";
    const std::string good = example("transform.vert.tgsi");
    const Answer answer = run_tool({"cost", bad, good, "--gpu", "330,630"});
    CHECK(answer.code == 1);
    CHECK(contains(answer.out, "  a330: malformed, "));
    CHECK(contains(answer.out, "transform.vert.tgsi, VERT\n"));
    const std::size_t first = answer.err.find("error[");
    REQUIRE(first != std::string::npos);
    const std::string line = answer.err.substr(0, answer.err.find('\n'));
    CHECK(answer.err.find(line, 1) == std::string::npos);
}

TEST_CASE("jacquard-aoc prints what scripts look for") {
    const Answer answer =
        run_front({"-arch=a650", "-api=Vulkan", "-dump=stats", "-vs",
                   example("transform.vert.tgsi"), "-fs", example("lit_texture.frag.tgsi")});
    INFO(answer.out << answer.err);
    CHECK(answer.code == 0);
    CHECK(answer.out.starts_with("Compilation succeeded.\n"));
    for (const char* part :
         {"\nShader Stats VS\n", "\nShader Stats BINNING VS\n", "\nShader Stats FS\n",
          "\nShader Preamble Stats\n", "\nMain Shader Stats\n", "\nTotal instruction count "}) {
        INFO(part);
        CHECK(contains(answer.out, part));
    }
    CHECK_FALSE(contains(answer.out, "Performance Stats"));
    CHECK(contains(
        run_front({"-arch=a650", "-dump=stats_perf", "-fs", example("lit_texture.frag.tgsi")}).out,
        "\nPerformance Stats\n"));
    const Answer all =
        run_front({"-arch=a650", "-dump=all", "-fs", example("lit_texture.frag.tgsi")});
    CHECK(contains(all.out, "\nHardware Instructions\n"));
    CHECK(contains(all.out, "\nShader Source\nFRAG\n"));
}

TEST_CASE("jacquard-aoc removes what the linked fragment shader does not read") {
    const TemporaryFolder folder("aoc_link");
    folder.write("x.vs.tgsi", "VERT\n"
                              "DCL IN[0]\n"
                              "DCL OUT[0], POSITION\n"
                              "DCL OUT[1], GENERIC[0]\n"
                              "DCL OUT[2], GENERIC[1]\n"
                              "MOV OUT[0], IN[0]\n"
                              "MUL OUT[1], IN[0], IN[0]\n"
                              "COS OUT[2], IN[0].xxxx\n"
                              "END\n");
    folder.write("x.fs.tgsi", "FRAG\n"
                              "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                              "DCL OUT[0], COLOR\n"
                              "MOV OUT[0], IN[0]\n"
                              "END\n");
    folder.write("broken.fs.tgsi", "FRAG\nMOV OUT[0], IN[0]\nEND\n");
    const std::string vertex = folder / "x.vs.tgsi";
    const auto linked_with = [&](const std::string& fragment) {
        return run_front({"-arch=a650", "-dump=stats", "-vs", vertex, "-link_with_fs=" + fragment});
    };
    constexpr const char* kComplex =
        "Complex instruction count - 32 bit                          : ";
    const Answer alone = run_front({"-arch=a650", "-dump=stats", "-vs", vertex});
    CHECK(contains(alone.out, std::string(kComplex) + "1\n"));
    CHECK(
        contains(alone.out, "Output component count                                      : 12\n"));
    const Answer linked = linked_with(folder / "x.fs.tgsi");
    INFO(linked.out);
    CHECK(linked.code == 0);
    CHECK_FALSE(contains(linked.out, std::string(kComplex) + "1\n"));
    CHECK(
        contains(linked.out, "Output component count                                      : 8\n"));
    CHECK_FALSE(contains(linked.out, "Shader Stats FS"));
    const Answer broken = linked_with(folder / "broken.fs.tgsi");
    CHECK(broken.code == 1);
    CHECK(contains(broken.out, "broken.fs.tgsi:2:"));
}

TEST_CASE("jacquard-aoc says on standard output why a shader does not compile") {
    const TemporaryFolder folder("aoc");
    folder.write("x.fs.tgsi", "FRAG\nMOV OUT[0], IN[0]\nEND\n");
    const Answer answer = run_front({"-arch=a650", "-dump=stats", folder / "x.fs.tgsi"});
    CHECK(answer.code == 1);
    CHECK(contains(answer.out, "error["));
    CHECK(contains(answer.out, "Compilation failed.\n"));
    CHECK_FALSE(contains(answer.out, "Compilation succeeded."));
    CHECK(run_front({"-arch=a650", "-fs", "/nonexistent"}).code == 2);
}

TEST_CASE("jacquard-aoc refuses options that it does not know") {
    const auto refused = [](std::initializer_list<std::string_view> words, std::string_view said) {
        const Answer answer = run_front(words);
        INFO(answer.err);
        CHECK(answer.code == 2);
        CHECK(contains(answer.err, said));
    };
    refused({"-arch=a999", "-fs", "x"}, "unknown part 'a999'");
    refused({"-arch=a650"}, "no shader is given");
    refused({"-fs", "x"}, "no part is given");
    refused({"-arch=a650", "-dump=stat", "-fs", "x"}, "did you mean 'stats'?");
    refused({"-arch=a650", "-api=Vulcan", "-fs", "x"}, "did you mean 'Vulkan'?");
    refused({"-arch=a650", "-entry_point_xs", "main", "-fs", "x"}, "unknown option");
    refused({"-arch=a650", "-view_mask=many", "-fs", "x"}, "a view mask is a number");
    refused({"-arch=a650", "-fs"}, "option '-fs' needs a value");
}

#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"

#include <sstream>

namespace {

std::string shader_text(const char* name) {
    return file_content(std::string(JACQUARD_SOURCE_DIR) + "/tests/driver/modules/" + name);
}

constexpr const char* kGroups = "spec 3 00000002\n"
                                "run\n"
                                "GROUPS 1 1 1\n"
                                "MEMORY ssbo 0.0 0 00000001 00000002 00000003 00000004\n"
                                "MEMORY push_constant 0 00000010 00000000 00000000 00000000\n"
                                "CONST 1.0 0 00000100 00000000 00000000 00000000\n"
                                "IMAGE 0.1 2D 4 1 1 1 format rgba8\n";

constexpr const char* kPlace = "run\n"
                               "IN 0 lane 0 3f800000 40000000 40400000 3f800000\n"
                               "IN 1 lane 3 3f000000 3e800000 0 0\n"
                               "SV VERTEXID lane 3 4\n"
                               "run\n"
                               "IN 0 lane 1 3f800000 3f800000 3f800000 3f800000\n";

constexpr const char* kShade = "run\n"
                               "POS 3f000000 3f000000 0 3f800000\n"
                               "IN 0 lane 1 3f400000 3e800000 0 0\n"
                               "TEXTURE 0.2 2D 2 2 1 1 format rgba8 filter nearest\n"
                               "TEXEL TEXTURE 0.2 1 3f800000 00000000 3f800000 3f800000\n";

constexpr const char* kBytes = "run\n"
                               "GROUPS 1 1 1\n"
                               "MEMORY push_constant 0 00000001 0 0 0\n"
                               "MEMORY ssbo 0.0 0 03020100 07060504 13121110 17161514\n"
                               "MEMORY ssbo 0.0 1 23222120 27262524 33323130 37363534\n"
                               "MEMORY ssbo 0.1[0] 0 00000000 00000000 00000000 00000000\n"
                               "MEMORY ssbo 0.1[0] 1 ffffffff ffffffff ffffffff ffffffff\n"
                               "MEMORY ssbo 0.1[1] 0 80818283 84858687 88898a8b 8c8d8e8f\n"
                               "MEMORY ssbo 0.1[1] 1 90919293 94959697 98999a9b 9c9d9e9f\n";

// Turns the printed results of a run into the expectations of the next.
std::string as_expected(const std::string& printed) {
    std::istringstream lines(printed);
    std::string text;
    for (std::string line; std::getline(lines, line);) {
        text += line == "run" ? "" : "expect " + line + '\n';
    }
    return text;
}

// A folder with a shader and a case of it.
struct Given {
    Given(const char* module, const std::string& lines) : folder("module_case") {
        name = module;
        folder.write("s/" + name, shader_text(module));
        folder.write("c/0.case", head() + lines);
    }
    [[nodiscard]] std::string head() const { return "shader s/" + name + '\n'; }
    [[nodiscard]] Answer run(const char* engine) const { return run_with("--engine", engine); }
    [[nodiscard]] Answer run_with(const char* option, const char* value) const {
        return run_tool(
            {"run", folder / ("s/" + name), "--case", folder / "c/0.case", option, value});
    }
    [[nodiscard]] Answer batch(const char* engine) const {
        return run_tool(
            {"batch", folder / "s", "--cases", folder / "c", "--engine", engine, "--all"});
    }

    TemporaryFolder folder;
    std::string name;
};

void check_round_trip(const char* module, const std::string& lines) {
    for (const char* engine : {"nir", "ir3"}) {
        const Given given(module, lines);
        const Answer first = given.run(engine);
        INFO(first.err);
        REQUIRE(first.code == 0);
        // The last run of the case takes what was printed for it.
        const std::string last = first.out.substr(first.out.rfind("run\n"));
        given.folder.write("c/0.case", given.head() + lines + as_expected(last));
        const Answer again = given.batch(engine);
        INFO(again.out);
        CHECK(contains(again.out, "exact 1  within bound 0  disagree 0"));
        // The end of the line behind that of the mask is wrong.
        std::string wrong = as_expected(last);
        const std::size_t end = wrong.find('\n', wrong.find('\n') + 1);
        wrong.replace(end - 8, 8, "47000000");
        given.folder.write("c/0.case", given.head() + lines + wrong);
        CHECK(contains(given.batch(engine).out, "disagree 1"));
    }
}

} // namespace

TEST_CASE("a case gives a module buffers, constants and images by set and binding") {
    for (const char* engine : {"nir", "ir3"}) {
        const Answer answer = Given("groups.spvasm", kGroups).run(engine);
        CHECK(answer.err.empty());
        CHECK(answer.out == "run\nMASK f\n"
                            "MEMORY ssbo 0.0 0 00000118 00000116 00000114 00000112\n"
                            "MEMORY shared 0 00000012 00000014 00000016 00000018\n"
                            "TEXEL IMAGE 0.1 0 00000000 00000000 00000000 3f800000\n"
                            "TEXEL IMAGE 0.1 1 3eaaaaab 00000000 00000000 3f800000\n"
                            "TEXEL IMAGE 0.1 2 3f2aaaab 00000000 00000000 3f800000\n"
                            "TEXEL IMAGE 0.1 3 3f800000 00000000 00000000 3f800000\n");
    }
}

TEST_CASE("the command line sets a specialisation constant rather than the case") {
    const Answer answer = Given("groups.spvasm", kGroups).run_with("--spec", "3=5");
    CHECK(contains(answer.out, "MEMORY shared 0 00000015 0000001a 0000001f 00000024\n"));
}

TEST_CASE("bytes are loaded and stored by words, one by one or by atomics, with one answer") {
    const Given given("bytes.spvasm", kBytes);
    const Answer expected = given.run("nir");
    CHECK(contains(expected.out, "MEMORY ssbo 0.0 0 00010203 07060504 13120410 14151617\n"));
    for (const char* gpu : {"530", "630", "730", "750", "830"}) {
        INFO(gpu);
        CHECK(given.run_with("--gpu", gpu).out == expected.out);
    }
    const auto words = [&given](const char* gpu) {
        return run_tool({"compile", given.folder / "s/bytes.spvasm", "--gpu", gpu}).out;
    };
    // A store that fills a word is one on all parts.
    CHECK(contains(words("630"), "stib.b.untyped.1d.u32"));
    CHECK(contains(words("630"), "atomic.b.and"));
    CHECK(
        contains(words("730"), "@resource storage_buffer 1 set 0 binding 1 unit 2 count 2 bytes"));
    CHECK(contains(words("730"), "stib.b.untyped.1d.u8"));
    CHECK(!contains(words("730"), "atomic"));
}

TEST_CASE("what a module's run prints can be kept as what the next must be") {
    check_round_trip("groups.spvasm", kGroups);
    check_round_trip("place.spvasm", kPlace);
    check_round_trip("shade.spvasm", kShade);
}

TEST_CASE("shared memory is told where groups run together, too") {
    const Answer answer = Given("groups.spvasm", kGroups).run_with("--schedules", "5");
    CHECK(contains(answer.out, "MEMORY shared 0 00000012 00000014 00000016 00000018\n"));
}

TEST_CASE("what a module cannot be given is said") {
    const auto message = [](const std::string& lines) {
        return Given("groups.spvasm", lines).run("nir").err;
    };
    CHECK(contains(message("run\nCONST 0 0 1 2 3 4\n"),
                   "a case of a module names its resources by SET.BINDING, not by number"));
    CHECK(contains(message("run\nMEMORY shared 0 1 2 3 4\n"),
                   "a module is not given the memory space 'shared'"));
    CHECK(contains(message("run\nSV INVOCATIONID 1\n"),
                   "a module is not given the system value 'INVOCATIONID'"));
    CHECK(contains(message("run\nCONST 0.0 0 1 2 3 4\nCONST 1 0 1 2 3 4\n"),
                   "0.case:4:7: error[C118]: a case names its resources all by SET.BINDING"));
    CHECK(contains(message("stage vertx\nrun\n"), "did you mean 'vertex'?"));
    CHECK(contains(message("run\nspec 3 1\n"), "comes before the first 'run'"));
}

TEST_CASE("a shader that is no module has no places of resources") {
    const Given given("place.spvasm", "run\nCONST 0.0 0 1 2 3 4\n");
    given.folder.write("s/place.spvasm", "VERT\nDCL OUT[0], POSITION\n  0: END\n");
    const Answer answer = given.run("nir");
    CHECK(answer.code == 1);
    CHECK(contains(answer.err, "error[C119]: entry, stage, spec and SET.BINDING are for modules"));
}

TEST_CASE("SPIR-V as assembly is a shader of a batch, and a shader may be given by itself") {
    const Given given("place.spvasm", "run\n");
    CHECK(contains(given.batch("ir3").out, "shaders 1  compiled 1"));
    const Answer single = run_tool({"batch", given.folder / "s/place.spvasm"});
    CHECK(single.code == 0);
    CHECK(contains(single.out, "shaders 1  compiled 1"));
    given.folder.write("list", "s/place.spvasm\n");
    CHECK(contains(run_tool({"batch", given.folder / "list"}).out, "shaders 1  compiled 1"));
    CHECK(run_tool({"cost", given.folder / "s", "--gpu", "630"}).code == 0);
    given.folder.write("s/place.spvasm", "OpCapability Shader\nOpCapabilty Int64\n");
    CHECK(contains(given.batch("ir3").out, "there is no instruction 'OpCapabilty'"));
}

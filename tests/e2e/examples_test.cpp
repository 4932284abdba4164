#include "e2e.h"

#include <cstdlib>
#include <string_view>

TEST_CASE("the examples compute what their cases say") {
    const std::string folder = std::string(JACQUARD_SOURCE_DIR) + "/examples";
    const Answer precise =
        run_tool({"batch", folder, "--gpu", "630", "--cases", folder, "--precise"});
    INFO(precise.out << precise.err);
    CHECK(precise.code == 0);
    CHECK(precise.out.find("cases   2  exact 2  within bound 0  disagree 0\n") !=
          std::string::npos);

    const Answer fused = run_tool({"batch", folder, "--gpu", "630", "--cases", folder});
    INFO(fused.out << fused.err);
    CHECK(fused.code == 0);
    // Six shaders are files, and six are in a database. The examples in GLSL need glslang.
    const bool has_glslang = std::system("glslangValidator --version > /dev/null 2>&1") == 0;
    const std::string_view totals =
        has_glslang ? "shaders 12  compiled 12  refused 0  malformed 0  failed 0\n"
                    : "shaders 12  compiled 8  refused 0  malformed 4  failed 0\n";
    CHECK(fused.out.find(totals) != std::string::npos);
    CHECK(fused.out.find("disagree 0\n") != std::string::npos);
}

TEST_CASE("words and header run as the shader they come from") {
    const std::string folder = std::string(JACQUARD_SOURCE_DIR) + "/examples";
    const TemporaryFolder work("e2e_words");
    for (const std::string name : {"lit_texture.frag", "transform.vert"}) {
        const std::string shader = folder + '/' + name + ".tgsi";
        const std::string cases = folder + '/' + name + ".case";
        const std::string words = work / name;
        const std::string header = words + ".json";
        REQUIRE(
            run_tool({"compile", shader, "--gpu", "630", "-o", words, "--header", header}).code ==
            0);
        const Answer from_words = run_tool({"run", words, "--header", header, "--case", cases});
        const Answer from_shader = run_tool({"run", shader, "--case", cases, "--gpu", "a630"});
        CHECK(from_words.code == 0);
        CHECK(from_words.out == from_shader.out);
        CHECK(from_words.out.starts_with("run\nMASK f\nOUT 0 "));
        const Answer assembly = run_tool({"disasm", words, "--gpu", "630"});
        CHECK(assembly.code == 0);
        CHECK(run_tool({"compile", shader}).out.ends_with(assembly.out));
    }
}

#include "catch.h"
#include "driver/tool_runner.h"

namespace {

const std::string kShader = std::string(JACQUARD_SOURCE_DIR) + "/examples/lit_texture.frag.tgsi";

} // namespace

TEST_CASE("view writes a page, to standard output too") {
    const TemporaryFolder folder("view");
    const Answer answer = run_tool({"view", kShader, "-o", folder / "page.html"});
    INFO(answer.err);
    CHECK(answer.code == 0);
    CHECK(answer.out.empty());
    const std::string page = file_content(folder / "page.html");
    CHECK(page.starts_with("<!DOCTYPE html>\n"));
    CHECK(run_tool({"view", kShader, "-o", "-"}).out == page);
}

TEST_CASE("a page keeps to the limit, and says what it leaves out") {
    std::string shader = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                         "DCL TEMP[0]\n0: MOV TEMP[0], IN[0]\n";
    constexpr int kProducts = 600;
    for (int i = 1; i <= kProducts; ++i) {
        shader += std::to_string(i) + ": SIN TEMP[0].x, TEMP[0].xxxx\n";
    }
    shader += std::to_string(kProducts + 1) + ": MOV OUT[0], TEMP[0]\n" +
              std::to_string(kProducts + 2) + ": END\n";
    const auto page = [&](std::string_view most) {
        const Answer answer = run_tool(
            {"view", "-", "-o", "-", "--layout", "page", "--max-page-bytes", most}, shader);
        INFO(answer.err);
        CHECK(answer.code == 0);
        return answer.out;
    };
    const std::string whole = page("16M");
    CHECK(whole.find("Left out of this page\", \"label\": \"words") == std::string::npos);
    const std::string small = page("256K");
    CHECK(small.size() <= std::size_t{256} << 10);
    CHECK(small.size() < whole.size());
    CHECK(small.find("Left out of this page\", \"label\": \"words at the end of the program") !=
          std::string::npos);
    CHECK(small.find("Left out of this page\", \"label\": \"lines at the ends of texts") !=
          std::string::npos);
    const Answer wrong = run_tool({"view", "-", "-o", "-", "--max-page-bytes", "12"}, shader);
    CHECK(wrong.code == 2);
    CHECK(wrong.err.starts_with(
        "jacquard: --max-page-bytes takes a number from 256K to 1G, not '12'"));
}

TEST_CASE("view says what it was asked wrongly") {
    const auto fault = [](std::initializer_list<std::string_view> words) {
        const Answer answer = run_tool(words);
        CHECK(answer.code == 2);
        CHECK(answer.out.empty());
        return answer.err;
    };
    CHECK(fault({"view", kShader}) == "jacquard: 'view' needs -o PAGE.html, the page to write\n");
    CHECK(fault({"view", kShader, "-o", "-", "--layout", "graphvis"}) ==
          "jacquard: --layout takes graphviz or page, not 'graphvis', did you mean 'graphviz'?\n");
    CHECK(fault({"view", kShader, "-o", "-", "--gpu", "631"}).find("unknown part '631'") !=
          std::string::npos);
    const std::string unknown = fault({"view", kShader, "-o", "-", "--after", "simplify,legalize"});
    CHECK(unknown.find("no pass 'legalize' changed this shader, did you mean 'legalise'?") !=
          std::string::npos);
    CHECK(fault({"view", kShader, "-o", "/no/such/folder/page.html"})
              .find("cannot write '/no/such/folder/page.html'") != std::string::npos);
    CHECK(fault({"view", "/no/such/shader.tgsi", "-o", "-"}).find("cannot read") !=
          std::string::npos);
}

TEST_CASE("view tells the faults of a shader, each once") {
    const Answer answer = run_tool({"view", "-", "-o", "-"}, "FRAG\n 0: NOSUCH TEMP[0]\n");
    CHECK(answer.code == 1);
    CHECK(answer.out.empty());
    CHECK(answer.err.starts_with("<stdin>:2:"));
}

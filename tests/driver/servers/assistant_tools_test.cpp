#include <jacquard/tool/manual/completion.h>
#include <jacquard/tool/mcp/no_includes.h>

#include "catch.h"
#include "contains.h"
#include "driver/servers/served.h"
#include "driver/tool_runner.h"

#include <algorithm>
#include <string>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

const std::string kShader = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n"
                            "  1: END\n";

std::string call(const std::string& tool, const std::string& arguments,
                 const std::string& folder = {}) {
    const Limits limits;
    const mcp::Surroundings surroundings{folder, {}, limits, test_compiler()};
    json::ParseError error;
    const auto document = json::Document::parse(arguments, error);
    REQUIRE(document);
    const mcp::CallResult result =
        mcp::call_tool(*mcp::find_tool(tool), document->root(), surroundings);
    return (result.is_error ? "fault: " : "") + result.text;
}

} // namespace

TEST_CASE("Tools print what their commands print") {
    CHECK(call("compile", "{\"shader\":" + json_text(kShader) + ",\"gpu\":\"740\"}") ==
          run_tool({"compile", "-", "--gpu", "740"}, kShader).out);
    CHECK(call("explain", R"({"names":["ir3:mul.f"]})") == run_tool({"explain", "ir3:mul.f"}).out);
    CHECK(call("asm", R"({"text":"nop\n","hex":true})") ==
          run_tool({"asm", "--hex", "-"}, "nop\n").out);
    CHECK(call("disasm", R"({"text":"0000000000000000\n","gpu":"630"})") == "nop\n");
    CHECK(contains(call("tables", R"({"part":"ir3:mul.f"})"), "ir3:mul.f"));
}

TEST_CASE("Faults of a call are results, several at once") {
    const std::string said =
        call("compile", R"({"shader":"VERT\n","gpuu":"740","precise":3,"language":"glsk"})");
    CHECK(said == "fault: there is no 'gpuu', did you mean 'gpu'?\n'precise' is true or false\n"
                  "there is no language 'glsk', did you mean 'glsl'?\n");
    CHECK(contains(call("compile", R"({"shader":"VERT\n","gpu":"9999"})"), "unknown part"));
    CHECK(contains(call("compile", R"({})"), "either 'shader' or 'file' is given"));
    CHECK(contains(call("explain", R"({"names":["--help"]})"), "no table has the name"));
}

TEST_CASE("The name of a shader stands in its messages") {
    CHECK(contains(call("compile", R"({"shader":"VERT\nDCL X\n","name":"a/b.tgsi"})"),
                   "b.tgsi:2:5: error"));
}

TEST_CASE("No tool has an option that names files, or lifts limits") {
    for (const mcp::Tool& tool : mcp::all_tools()) {
        for (const OptionSpec& option : tool.options) {
            CAPTURE(tool.name, option.name);
            CHECK_FALSE(names_file(option.value_name));
            CHECK_FALSE(option.name.starts_with("--max-"));
            CHECK(option.name != "--list");
        }
    }
}

TEST_CASE("What assistants cannot say is listed, and is no more than that") {
    const auto left = [](std::string_view tool) {
        std::string names;
        for (const std::string_view name : mcp::left_out(*mcp::find_tool(tool))) {
            if (!name.starts_with("--max-")) {
                names += (names.empty() ? "" : " ") + std::string(name);
            }
        }
        return names;
    };
    CHECK(left("compile") == "-o --header --dot --dot-after --keep-locations --check -I -cl-");
    CHECK(left("cost") ==
          "--launch --local --against --against-rev --strict --threshold --markdown --link "
          "--schema --limit --limits --list --jobs --shard --resume "
          "--cache --cache-size --header -I -cl-");
    CHECK(left("opt") == "--time-passes --list -I -cl-");
    CHECK(left("asm") == "-o --header");
    CHECK(left("disasm") == "--addresses --words --find --program");
    CHECK(left("explain").empty());
    CHECK(left("isa").empty());
    CHECK(left("doctor") == "--need");
}

TEST_CASE("Shaders that include files are refused") {
    class Never final : public HighLevelCompiler {
      public:
        [[nodiscard]] HighLevelResult compile(const HighLevelShader&) const override {
            HighLevelResult result;
            result.messages.push_back({false, {}, 0, "compiled"});
            return result;
        }
    };
    const Never inner;
    const auto said = [&](std::string_view text) {
        HighLevelShader shader;
        shader.text = text;
        const HighLevelMessage message = mcp::NoIncludes(inner).compile(shader).messages.front();
        return message.is_error ? "line " + std::to_string(message.line) : message.text;
    };
    constexpr std::pair<std::string_view, std::string_view> kRefused[] = {
        {"void main() {}\n#include \"/etc/passwd\"\n", "line 2"},
        {"#inc\\\nlude </etc/passwd>", "line 1"},
        {"#inc\\\r\nlude </etc/passwd>", "line 1"},
        {"#/*\n\n*/include </etc/passwd>", "line 3"},
        {"int a;\r#include </etc/passwd>", "line 1"}};
    for (const auto& [text, line] : kRefused) {
        CHECK(said(text) == line);
    }
    CHECK(said("// what to include\nvoid main() {}\n#define A\n") == "compiled");
}

TEST_CASE("Files are read below the folder alone, and none is written") {
    const TemporaryFolder folder("mcp");
    folder.write("in/a.tgsi", kShader);
    folder.write("b.tgsi", kShader);
    const std::string root = folder / "in";
    CHECK(call("compile", R"({"file":"a.tgsi"})", root) == run_tool({"compile", "-"}, kShader).out);
    CHECK(call("compile", R"({"file":"../b.tgsi"})", root) ==
          "fault: the folder that is served has no file '../b.tgsi'\n");
    CHECK(contains(call("compile", R"({"file":"a.tgsi"})"), "no folder is served"));
    CHECK(contains(call("compile", R"({"shader":"VERT\n","-o":"x"})", root), "there is no"));
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& each : std::filesystem::recursive_directory_iterator(root)) {
        ++files;
    }
    CHECK(files == 1);
}

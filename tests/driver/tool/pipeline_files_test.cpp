// Commands that take the stages of one pipeline.

#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"

#include <algorithm>
#include <filesystem>
#include <string>

namespace {

constexpr const char* kVertex = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
                                "MOV OUT[0], IN[0]\nMOV OUT[1], IN[0]\nEND\n";
constexpr const char* kFragment = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                                  "MOV OUT[0], IN[0]\nEND\n";

// A folder with the two stages of a pipeline.
class Stages {
  public:
    explicit Stages(const std::string& name) : folder(name) {
        folder.write("a.vert.tgsi", kVertex);
        folder.write("a.frag.tgsi", kFragment);
        vertex = folder / "a.vert.tgsi";
        fragment = folder / "a.frag.tgsi";
    }

    TemporaryFolder folder;
    std::string vertex;
    std::string fragment;
};

} // namespace

TEST_CASE("a program of each stage is written") {
    const Stages stages("stages_written");
    const Answer answer =
        run_tool({"compile", stages.vertex, stages.fragment, "-o", stages.folder / "out.bin",
                  "--header", stages.folder / "out.json"});
    CHECK(answer.err.empty());
    CHECK(answer.code == 0);
    for (const char* name :
         {"out.vertex.bin", "out.fragment.bin", "out.vertex.json", "out.fragment.json"}) {
        CHECK(std::filesystem::file_size(stages.folder / name) > 0);
    }
    for (const char* option : {"-o", "--header"}) {
        const Answer refused = run_tool({"compile", stages.vertex, stages.fragment, option, "-"});
        CHECK(refused.code == 2);
        CHECK(refused.err.starts_with("jacquard: " + std::string(option) +
                                      " writes a file for each stage, and '-' is one place\n"));
    }
}

TEST_CASE("JSON has a line for each stage, whichever is at fault") {
    const Stages stages("stages_at_fault");
    stages.folder.write("wrong.frag.tgsi", "FRAG\nMOVE\nEND\n");
    const std::string wrong = stages.folder / "wrong.frag.tgsi";
    const Answer answer = run_tool({"compile", stages.vertex, wrong, "--json"});
    CHECK(answer.code == 1);
    CHECK(contains(answer.err, "wrong.frag.tgsi:2:1: error["));
    CHECK(contains(answer.out, "\"reason\": \"another stage of the pipeline is at fault\""));
    CHECK(std::count(answer.out.begin(), answer.out.end(), '\n') == 2);
}

TEST_CASE("stages that are no pipeline are told as such") {
    const Stages stages("no_pipeline");
    const Answer twice = run_tool({"compile", stages.vertex, stages.vertex});
    CHECK(twice.code == 1);
    CHECK(contains(twice.err, "error["));
    CHECK(twice.out.empty());
}

TEST_CASE("options for one shader are refused for several, and the other way round") {
    const Stages stages("options_of_stages");
    for (const char* option : {"--stage=vertex", "--line-marks"}) {
        const Answer answer = run_tool({"compile", option, stages.vertex, stages.fragment});
        CHECK(answer.code == 2);
        CHECK(contains(answer.err, " is for one shader, and several files are the stages of a "
                                   "pipeline\n"));
    }
    const Answer one = run_tool({"compile", "--keep-locations", stages.vertex});
    CHECK(one.code == 2);
    CHECK(one.err.starts_with("jacquard: --keep-locations is for several stages"));
}

TEST_CASE("costs of a pipeline are those of its linked stages") {
    const Stages stages("costs_of_stages");
    const Answer answer = run_tool(
        {"cost", "--link", stages.vertex, stages.fragment, "--gpu", "730", "--format", "json"});
    CHECK(answer.err.empty());
    CHECK(answer.code == 0);
    CHECK(contains(answer.out, "\"form\": \"binning\""));
    for (const char* option : {"--advice", "--what-if=mediump", "--format=sarif"}) {
        INFO(option);
        const Answer refused = run_tool({"cost", "--link", option, stages.vertex, stages.fragment});
        CHECK(refused.code == 2);
        CHECK(contains(refused.err, "shaders alone, and --link makes one pipeline of all\n"));
    }
    stages.folder.write("wrong.frag.tgsi", "FRAG\nMOVE\nEND\n");
    CHECK(run_tool({"cost", "--link", stages.vertex, stages.folder / "wrong.frag.tgsi"}).code == 1);
}

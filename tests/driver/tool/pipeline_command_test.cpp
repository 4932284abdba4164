// opt --pipeline, opt --print-changed and explain pipeline.

#include <jacquard/generated/pipelines/steps.h>
#include <jacquard/tool/shaders/run_pipeline.h>
#include <jacquard/tool/shaders/text_difference.h>

#include "catch.h"
#include "driver/tool_runner.h"

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

// Applies a difference to a text.
std::string patched(const std::string& text, const std::string& difference) {
    const std::vector<std::string> lines = lines_of(text);
    std::string made;
    std::size_t at = 0;
    for (const std::string& row : lines_of(difference)) {
        if (row.starts_with("@@ -")) {
            const std::size_t first = std::stoul(row.substr(4));
            const bool is_empty = row.substr(4, row.find(' ', 4) - 4).ends_with(",0");
            for (const std::size_t begin = is_empty ? first : first - 1; at < begin; ++at) {
                made += lines[at] + '\n';
            }
        } else if (row[0] == '+') {
            made += row.substr(1) + '\n';
        } else {
            REQUIRE(at < lines.size());
            REQUIRE(lines[at] == row.substr(1));
            made += row[0] == ' ' ? lines[at] + '\n' : std::string();
            ++at;
        }
    }
    for (; at < lines.size(); ++at) {
        made += lines[at] + '\n';
    }
    return made;
}

std::string random_text(std::mt19937& random, const std::string& like) {
    std::string text;
    for (const std::string& line : lines_of(like)) {
        const auto choice = random() % 8;
        text += choice == 0 ? std::string() : line + '\n';
        text += choice == 1 ? std::string(1, static_cast<char>('a' + random() % 5)) + '\n'
                            : std::string();
    }
    return text;
}

} // namespace

TEST_CASE("a difference makes one text of the other") {
    CHECK(text_difference("a\nb\n", "a\nb\n").empty());
    CHECK(text_difference("", "").empty());
    CHECK(text_difference("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\n5\nsix\n7\n8\n9\n") ==
          "@@ -3,7 +3,7 @@\n 3\n 4\n 5\n-6\n+six\n 7\n 8\n 9\n");
    CHECK(text_difference("", "a\n") == "@@ -0,0 +1,1 @@\n+a\n");
    CHECK(text_difference("a\n", "") == "@@ -1,1 +0,0 @@\n-a\n");
    std::mt19937 random(7);
    for (unsigned round = 0; round < 300; ++round) {
        std::string before;
        for (auto i = random() % 40; i != 0; --i) {
            before += std::string(1, static_cast<char>('a' + random() % 5)) + '\n';
        }
        const std::string after = random_text(random, before);
        INFO(before << "---\n" << after);
        CHECK(patched(before, text_difference(before, after)) == after);
    }
}

TEST_CASE("texts without a line in common differ as wholes") {
    std::string before;
    std::string after;
    for (unsigned i = 0; i < 2000; ++i) {
        before += "a" + std::to_string(i) + '\n';
        after += "b" + std::to_string(i) + '\n';
    }
    CHECK(patched(before, text_difference(before, after)) == after);
}

TEST_CASE("the pipelines of a compile make what compiling makes") {
    const std::string file = example("transform.vert.tgsi");
    const Answer common = run_tool({"opt", file, "--pipeline", "common"});
    CHECK(common.code == 0);
    const Answer lowered = run_tool({"opt", file, "--pipeline", "lowering", "--gpu", "630"});
    CHECK(lowered.code == 0);
    CHECK(lowered.out != common.out);
    const Answer graph =
        run_tool({"opt", file, "--pipeline", "machine", "--gpu", "630", "--until", "legalise"});
    CHECK(graph.code == 0);
    CHECK(run_tool({"opt", file, "--pipeline", "machine"}).code == 0);
    const Answer compiled = run_tool({"compile", file, "--gpu", "630", "--print", "nir,ir3"});
    CHECK(contains(compiled.out, common.out));
    CHECK(contains(compiled.out, lowered.out));
    CHECK(contains(compiled.out, graph.out));
}

TEST_CASE("every pipeline that runs alone does so") {
    const std::string file = example("lit_texture.frag.tgsi");
    unsigned ran = 0;
    for (const pipelines::PipelineInfo& pipeline : pipelines::all_pipelines()) {
        const std::string name(pipeline.name);
        const Answer answer = run_tool({"opt", file, "--pipeline", name, "--gpu", "750"});
        INFO(name << ": " << answer.err);
        if (!runs_alone(pipeline)) {
            CHECK(answer.code == 2);
            CHECK(contains(answer.err,
                           "runs as part of '" + std::string(pipeline.context) + "' alone"));
        } else if (pipeline.context == "front_end") {
            CHECK(answer.code == 1);
            CHECK(contains(answer.err, "is for SPIR-V"));
        } else {
            CHECK(answer.code == 0);
            CHECK_FALSE(answer.out.empty());
            ++ran;
        }
    }
    CHECK(ran > 15);
}

TEST_CASE("a pipeline stops after the pass that --until names") {
    const std::string file = example("transform.vert.tgsi");
    const Answer cut = run_tool(
        {"opt", file, "--pipeline", "lowering", "--until", "lower_stage_io", "--time-passes"});
    CHECK(cut.code == 0);
    CHECK(contains(cut.err, "\nlower_stage_io "));
    CHECK_FALSE(contains(cut.err, "lower_tex"));
    const Answer graph =
        run_tool({"opt", file, "--pipeline", "machine", "--until", "schedule", "--time-passes"});
    CHECK(graph.code == 0);
    CHECK(contains(graph.err, "\nschedule "));
    CHECK_FALSE(contains(graph.err, "assign_registers"));
    CHECK_FALSE(contains(graph.out, "(r0."));
}

TEST_CASE("opt shows what passes change") {
    const std::string file = example("transform.vert.tgsi");
    const Answer plain = run_tool({"opt", file, "--pipeline", "lowering"});
    const Answer shown = run_tool({"opt", file, "--pipeline", "lowering", "--print-changed"});
    CHECK(shown.out == plain.out);
    CHECK(plain.err.empty());
    CHECK(contains(shown.err, "--- before fuse_multiply_add\n+++ after fuse_multiply_add\n@@ -"));
    CHECK(contains(shown.err, "ffma"));
    CHECK_FALSE(contains(shown.err, "after lower_subgroups"));
    const Answer list =
        run_tool({"opt", file, "--passes", "dead_code,copy_propagation", "--print-changed"});
    CHECK_FALSE(contains(list.err, "before lower_"));
    const Answer graph = run_tool({"opt", file, "--pipeline", "machine", "--print-changed"});
    CHECK(contains(graph.err, "+++ after compute_depth\n"));
}

TEST_CASE("what opt cannot run is said") {
    const std::string file = example("transform.vert.tgsi");
    const auto refused = [&](std::initializer_list<std::string_view> words, std::string_view why) {
        const Answer answer = run_tool(words);
        INFO(answer.err);
        CHECK(answer.code == 2);
        CHECK(contains(answer.err, why));
    };
    refused({"opt", file, "--pipeline", "comon"},
            "there is no pipeline 'comon'; did you mean 'common'?");
    refused({"opt", file, "--pipeline", "common", "--passes", "dead_code"},
            "'--pipeline' and '--passes' do not go together");
    refused({"opt", file, "--pipeline", "common", "--until", "dead_cod"},
            "the pipeline 'common' does not run 'dead_cod'; did you mean 'dead_code'?");
    refused({"opt", file, "--gpu", "630"}, "'--gpu' needs '--pipeline'");
    refused({"opt", file, "--pipeline", "common", "--gpu", "631"}, "631");
    const std::string list = run_tool({"opt", "--list"}).out;
    CHECK(contains(list, "\npasses that pipelines alone run:\n"));
    CHECK(contains(list, "\nlegalise: makes the order of instructions correct for the hardware "
                         "(machine graph)\n"));
    CHECK(contains(list, "\npipelines:\n"));
    CHECK(contains(list, "\nclean: "));
}

TEST_CASE("the way of a compile is shown in its order") {
    const Answer way = run_tool({"explain", "pipeline"});
    CHECK(way.code == 0);
    std::size_t at = 0;
    for (const std::string_view name :
         {"  front_end: ", "    lower_returns\n",
          "  common: ", "  lowering: ", "    lower_accesses  when has_entry\n",
          "  machine: ", "    translate\n", "    legalise  shown as legalise\n", "    encode\n"}) {
        INFO(name);
        const std::size_t found = way.out.find(name, at);
        REQUIRE(found != std::string::npos);
        at = found;
    }
    // Each step of each pipeline on the way is there, whatever the part.
    for (const pipelines::PipelineInfo& pipeline : pipelines::all_pipelines()) {
        if (pipeline.name == "lower_branches" || pipeline.name == "explain_shortage") {
            continue; // of an attempt that follows, or of the error at the end of all
        }
        for (const pipelines::StepInfo& step : pipeline.steps) {
            INFO(step.text);
            CHECK(contains(way.out, step.text));
        }
    }
}

TEST_CASE("the way of a part is without what it never does") {
    const std::string old = run_tool({"explain", "pipeline", "--gpu", "430"}).out;
    const std::string recent = run_tool({"explain", "pipeline", "--gpu", "750"}).out;
    CHECK(contains(old, "images_as_textures"));
    CHECK_FALSE(contains(recent, "images_as_textures"));
    CHECK_FALSE(contains(old, "split_uniform_products"));
    CHECK(contains(recent, "split_uniform_products"));
}

TEST_CASE("one pipeline is shown with those that it runs") {
    const Answer clean = run_tool({"explain", "pipeline", "lower_64_bits"});
    CHECK(contains(clean.out, "\n  clean\n    until at rest, at most 4 rounds:\n"));
    const Answer json = run_tool({"explain", "pipeline", "clean", "--json"});
    CHECK(contains(json.out, R"("name": "simplify_truths", "text": "simplify_truths)"));
    CHECK(std::count(json.out.begin(), json.out.end(), '\n') == 4);
    const Answer wrong = run_tool({"explain", "pipeline", "cleen"});
    CHECK(wrong.code == 1);
    CHECK(contains(wrong.err, "there is no pipeline 'cleen'; did you mean 'clean'?"));
    CHECK(run_tool({"explain", "mov", "clean"}).code == 2);
    CHECK(contains(run_tool({"explain", "pipelines:clean"}).out, "part of: "));
}

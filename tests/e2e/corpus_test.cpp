#include <jacquard/support/json/json.h>

#include "e2e.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

using namespace jacquard;

namespace {

// The expected results for the corpus and Adreno 630. Of 584 shaders 537 are vertex and fragment
// shaders; these of them are malformed:
constexpr std::array<std::string_view, 3> kMalformed = {
    "mesa-graw/fragment-shader_frag-mad-immx.frag.tgsi", // the register file IMMX
    "mesa-graw/fragment-shader_frag-tempx.frag.tgsi",    // the register file TEMPX
    "mesa-python-2010/texture_blit_py-3.frag.tgsi",      // a texture target %s
};
constexpr std::int64_t kShaders = 584;
constexpr std::int64_t kVertexAndFragment = 537;
// Shaders with an array that is larger than all registers together.
constexpr std::int64_t kTooLarge = 1;
constexpr std::int64_t kCompiled = kVertexAndFragment - std::int64_t{kMalformed.size()} - kTooLarge;
constexpr std::int64_t kCases = 443;

// The reasons for which a part refuses shaders; all parts refuse one for its array.
struct Refusals {
    std::string_view gpu;
    std::string_view reason;
    std::int64_t count;
    bool other_stages = false; // of shaders that are neither vertex nor fragment shaders
};
constexpr std::array kRefused = {
    // Without slots, shared registers and what else compute shaders need.
    Refusals{"330", "compute shaders are, on this part,", 36, true},
    Refusals{"330", "geometry and tessellation are, on this part,", 10, true},
    Refusals{"420", "geometry and tessellation are, on this part,", 10, true},
    Refusals{"420", "private memory is, on this part,", 1, true},
    // The driver says where each slot begins; a value would have to choose that as well.
    Refusals{"420", "a buffer or image that is chosen by a value is, on this part,", 1, true},
    Refusals{"540", "geometry and tessellation are, on this part,", 10, true},
};
constexpr std::array<std::string_view, 6> kParts = {"330", "420", "540", "660", "730", "740"};

// A last bit, or what is not defined, that another branch is taken for or that is magnified, and
// the instruction it is from.
struct Flip {
    std::string_view shader;
    bool only_fused = false;
    std::string_view reason;
};
constexpr std::array kFlips = {
    Flip{"glsl-graphicsfuzz/samples__300es__trigonometric_strip.frag.tgsi", false,
         "0: DIV, a product with the reciprocal; 33: DIV of SIN by COS and its derivative"},
    Flip{
        "glsl-graphicsfuzz/samples__320es__binarysearch_tree.frag.tgsi", true,
        "570: SIN and COS of an angle within a turn; 572: DIV of them, 598: FRC of ten times that"},
    Flip{"glsl-graphicsfuzz/samples__320es__stable_orbit.frag.tgsi", false,
         "18: F2I of an infinity, which clamps here and gives the lowest integer there"},
};

bool flips(std::string_view shader, bool precise) {
    return std::any_of(kFlips.begin(), kFlips.end(), [&](const Flip& flip) {
        return flip.shader == shader && !(precise && flip.only_fused);
    });
}

struct Corpus {
    std::map<std::string, std::string> agreements; // by shader; only of those with a case
    std::map<std::string, std::string> reasons;    // by shader; only of those that are refused
    std::map<std::string, std::string> statuses;   // by shader
    std::map<std::string, std::int64_t> totals;
};

Corpus run_corpus(const std::filesystem::path& shared, bool precise,
                  const std::string& gpu = "630") {
    const std::string shaders = (shared / "corpus" / "tgsi").string();
    const std::string cases = (shared / "corpus" / "cases").string();
    const Answer answer =
        precise
            ? run_tool({"batch", shaders, "--gpu", gpu, "--cases", cases, "--json", "--precise"})
            : run_tool({"batch", shaders, "--gpu", gpu, "--cases", cases, "--json"});
    CHECK(answer.err.empty());
    Corpus corpus;
    std::string problems;
    std::int64_t flipped = 0;
    std::istringstream lines(answer.out);
    for (std::string line; std::getline(lines, line);) {
        json::ParseError error;
        const std::optional<json::Document> document = json::Document::parse(line, error);
        REQUIRE(document.has_value());
        const json::Value root = document->root();
        for (const json::Value total : root["totals"]) {
            corpus.totals[std::string(total.name())] = total.integer();
        }
        const std::string shader(root["shader"].string());
        const std::string agreement(root["agreement"].string());
        corpus.statuses[shader] = std::string(root["status"].string());
        if (root["status"].string() == "refused") {
            corpus.reasons[shader] = std::string(root["reason"].string());
        }
        if (!agreement.empty()) {
            corpus.agreements[shader] = agreement;
        }
        if (agreement == "disagree" && flips(shader, precise)) {
            ++flipped;
        } else if (agreement == "disagree" || root["status"].string() == "failed") {
            problems += shader + ": " + std::string(root["reason"].string()) +
                        std::string(root["first_difference"].string()) + '\n';
        }
    }
    INFO(problems);
    CHECK(problems.empty());
    CHECK(corpus.totals["failed"] == 0);
    // One that agrees after all leaves the list.
    CHECK(corpus.totals["disagree"] == flipped);
    CHECK(flipped == std::count_if(kFlips.begin(), kFlips.end(),
                                   [&](const Flip& flip) { return flips(flip.shader, precise); }));
    return corpus;
}

// Opcodes whose result a C library gave, or that a translation computes with a reciprocal.
constexpr std::array<std::string_view, 13> kInexactOpcodes = {
    "EX2", "LG2", "POW", "SIN", "COS", "SCS", "EXP", "LOG", "LIT", "DIV", "TXP", "NRM", "NRM4"};

bool uses_inexact_opcode(const std::string& text) {
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        for (const char* modifier : {"_SAT", "_PRECISE"}) {
            const std::size_t at = word.find(modifier);
            word = word.substr(0, at);
        }
        for (const std::string_view opcode : kInexactOpcodes) {
            if (word == opcode) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

TEST_CASE("the vertex and fragment shaders of the corpus compile and agree") {
    const std::filesystem::path shared = shared_folder();
    if (shared.empty()) {
        return;
    }
    Corpus corpus = run_corpus(shared, false);
    CHECK(corpus.totals["shaders"] == kShaders);
    CHECK(corpus.totals["compiled"] >= kCompiled);
    for (const std::string_view shader : kMalformed) {
        CHECK(corpus.statuses[std::string(shader)] == "malformed");
    }
    CHECK(corpus.totals["cases"] >= kCases);
}

TEST_CASE("the corpus compiles for each part but for what the part lacks, and agrees") {
    const std::filesystem::path shared = shared_folder();
    if (shared.empty()) {
        return;
    }
    for (const std::string_view gpu : kParts) {
        CAPTURE(gpu);
        const Corpus corpus = run_corpus(shared, false, std::string(gpu));
        std::int64_t others = 0; // of other stages, which are no matter of the part
        std::map<std::string_view, std::int64_t> counts;
        for (const auto& refused : corpus.reasons) {
            const std::string& shader = refused.first;
            const std::string& reason = refused.second; // a name that lambdas can capture
            const bool has_stage = shader.ends_with(".vert.tgsi") || shader.ends_with(".frag.tgsi");
            const auto listed =
                std::find_if(kRefused.begin(), kRefused.end(), [&](const Refusals& known) {
                    return known.gpu == gpu && reason.find(known.reason) != std::string::npos;
                });
            if (listed != kRefused.end()) {
                ++counts[listed->reason];
            } else if (has_stage) {
                INFO(shader << ": " << reason);
                CHECK(reason.find("an array that does not fit") != std::string::npos);
            } else {
                ++others;
            }
        }
        CHECK(others <= kShaders - kVertexAndFragment);
        std::int64_t refused = 0;
        for (const Refusals& listed : kRefused) {
            if (listed.gpu == gpu) {
                CHECK(counts[listed.reason] == listed.count);
                refused += listed.other_stages ? 0 : listed.count;
            }
        }
        CHECK(corpus.totals.at("compiled") >= kCompiled - refused);
        CHECK(corpus.totals.at("cases") >= kCases - refused);
    }
}

TEST_CASE("precise compilation agrees exactly but for library opcodes") {
    const std::filesystem::path shared = shared_folder();
    if (shared.empty()) {
        return;
    }
    Corpus corpus = run_corpus(shared, true);
    CHECK(corpus.totals["compiled"] >= kCompiled);
    CHECK(corpus.totals["cases"] >= kCases);
    for (const auto& [shader, agreement] : corpus.agreements) {
        if (agreement == "bound") {
            INFO(shader << " agrees within bound only");
            CHECK(uses_inexact_opcode(file_content(shared / "corpus" / "tgsi" / shader)));
        }
    }
}

// A feature that the backend lacks concerns the shader as a whole, so its refusal has no line.
TEST_CASE("every shader of the corpus ends in words, a fault with its place or a refusal") {
    const std::filesystem::path shared = shared_folder();
    if (shared.empty()) {
        return;
    }
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(shared / "corpus" / "tgsi")) {
        if (entry.path().extension() != ".tgsi") {
            continue;
        }
        const std::string path = entry.path().string();
        const Answer answer = run_tool({"compile", path, "--gpu", "630", "--json"});
        INFO(path << ": " << answer.err);
        if (answer.code == 0) {
            CHECK(answer.err.empty());
            continue;
        }
        CHECK(answer.code == 1);
        const std::string place = path + ':';
        REQUIRE(answer.err.starts_with(place));
        const bool has_line =
            std::isdigit(static_cast<unsigned char>(answer.err[place.size()])) != 0;
        const bool refused = answer.err.find(": error[I3") != std::string::npos;
        CHECK(has_line != refused);
        CHECK(answer.err.find(refused ? " supported yet" : ": error[T") != std::string::npos);
    }
}

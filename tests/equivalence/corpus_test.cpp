#include <jacquard/nir/clone.h>
#include <jacquard/nir/validator.h>
#include <jacquard/passes/registry.h>
#include <jacquard/tgsi/parse.h>
#include <jacquard/tgsi/translate.h>

#include "catch.h"
#include "equivalence.h"
#include "pass_policy.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

using namespace jacquard;
using namespace jacquard::nir;

namespace {

std::filesystem::path corpus() {
    const char* given = std::getenv("JACQUARD_SHARED");
    return std::filesystem::path(given != nullptr ? given : JACQUARD_SHARED_DIR) / "corpus";
}

std::string text_of(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::unique_ptr<Shader> translated(const std::string& text, bool precise) {
    Diagnostics diagnostics("corpus.tgsi", text);
    const std::optional<tgsi::Program> program = tgsi::parse(text, diagnostics);
    if (!program) {
        return nullptr;
    }
    tgsi::TranslateOptions options;
    options.precise = precise;
    return tgsi::translate_to_nir(*program, options, diagnostics).shader;
}

struct Campaign {
    std::size_t shaders = 0;
    std::size_t compared = 0;
    std::size_t changed = 0;                  // by the pass
    std::map<std::string, std::string> first; // failure of each pass
    std::map<std::string, unsigned> failures;
};

// Every pass alone.
void compare_all(Campaign& campaign, const Shader& shader, const std::string& name, bool precise) {
    for (const PassInfo& pass : all_passes()) {
        const PassPolicy policy = policy_of(pass.name);
        if (!policy.is_run) {
            continue;
        }
        const std::unique_ptr<Shader> after = clone(shader);
        if (!pass.run(*after, {})) {
            continue;
        }
        ++campaign.changed;
        std::string found = validation_report(*after, pass.name);
        if (found.empty()) {
            EquivalenceOptions options;
            options.runs = 2;
            options.quads_only = true;
            options.tolerance = precise && !policy.approximates ? 0.0 : policy.tolerance;
            options.has_edges = !policy.approximates;
            found = difference(shader, *after, options);
            ++campaign.compared;
        }
        if (!found.empty() && campaign.failures[std::string(pass.name)]++ == 0) {
            campaign.first[std::string(pass.name)] = name + ": " + found;
        }
    }
}

Campaign compare_corpus(bool precise) {
    Campaign campaign;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus() / "tgsi")) {
        if (entry.path().extension() != ".tgsi") {
            continue;
        }
        const std::unique_ptr<Shader> shader = translated(text_of(entry.path()), precise);
        if (shader == nullptr) {
            continue;
        }
        ++campaign.shaders;
        const std::string name = entry.path().lexically_relative(corpus()).string();
        // Most passes find more to do on values than on registers.
        find_pass("registers_to_ssa")->run(*shader, {});
        find_pass("copy_propagation")->run(*shader, {});
        compare_all(campaign, *shader, name, precise);
    }
    return campaign;
}

} // namespace

TEST_CASE("policies name passes that there are") {
    CHECK(policies_name_passes());
}

TEST_CASE("each pass leaves what the shaders of the corpus compute as it is") {
    if (!std::filesystem::exists(corpus())) {
        WARN("the corpus is not there; nothing was compared");
        return;
    }
    const Campaign campaign = compare_corpus(true);
    std::string report;
    for (const auto& [pass, first] : campaign.first) {
        if (campaign.failures.at(pass) <= policy_of(pass).corpus_exceptions) {
            continue;
        }
        report +=
            pass + ", " + std::to_string(campaign.failures.at(pass)) + " shaders: " + first + '\n';
    }
    WARN(campaign.shaders << " shaders, " << campaign.changed << " changed by a pass, "
                          << campaign.compared << " compared");
    INFO(report);
    CHECK(report.empty());
    CHECK(campaign.shaders > 450);
    CHECK(campaign.compared > 2000);
}

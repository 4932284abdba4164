#include <jacquard/nir/build/clone.h>
#include <jacquard/passes/registry/pass_runner.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>

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

std::unique_ptr<Shader> translated(const std::string& text) {
    Diagnostics diagnostics("corpus.tgsi", text);
    const std::optional<tgsi::Program> program = tgsi::parse(text, diagnostics);
    if (!program) {
        return nullptr;
    }
    tgsi::TranslateOptions options;
    options.precise = true;
    return tgsi::translate_to_nir(*program, options, diagnostics).shader;
}

class Campaign {
  public:
    void run() {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus() / "tgsi")) {
            if (entry.path().extension() != ".tgsi") {
                continue;
            }
            const std::unique_ptr<Shader> shader = translated(text_of(entry.path()));
            if (shader == nullptr) {
                continue;
            }
            ++shaders;
            const std::string name = entry.path().lexically_relative(corpus()).generic_string();
            // Registers as the translation makes them, for the passes that are about them.
            for (const char* pass : {"registers_to_ssa", "lower_indirect_registers"}) {
                compare(*shader, {find_pass(pass), {}}, name);
            }
            // Most passes find more to do on values than on registers.
            find_pass("registers_to_ssa")->run(*shader, {});
            find_pass("copy_propagation")->run(*shader, {});
            for (const PassInfo& pass : all_passes()) {
                compare(*shader, {&pass, {}}, name);
            }
        }
    }

    std::size_t shaders = 0;
    std::map<std::string, unsigned> compared; // shaders that a pass changed and that could run
    std::map<std::string, std::string> first; // failure of each pass
    std::map<std::string, unsigned> failures;

  private:
    void compare(const Shader& shader, const PassCall& call, const std::string& name) {
        const PassPolicy policy = policy_of(call);
        const std::unique_ptr<Shader> before = clone(shader);
        prepare(*before, call);
        const std::unique_ptr<Shader> after = clone(*before);
        PassRunner runner(*after, PassRunner::Checks::always);
        const bool changed = runner.run(call);
        const std::string pass(call.pass->name);
        std::string found = runner.report();
        if (found.empty() && call.pass->settles) {
            found = settling_report(*after, call);
        }
        if (found.empty()) {
            found = loss_report(*before, *after, *call.pass);
        }
        if (found.empty() && (!changed || policy.changes_meaning)) {
            return;
        }
        if (found.empty()) {
            unsigned runs = 0;
            EquivalenceOptions options;
            options.runs = 2;
            options.quads_only = true;
            options.tolerance = policy.approximates ? policy.tolerance : 0.0;
            options.has_edges = !policy.approximates;
            options.inputs_are_interpolated = policy.inputs_are_interpolated;
            options.num_compared = &runs;
            found = difference(*before, *after, options);
            compared[pass] += runs != 0 ? 1 : 0;
        }
        if (!found.empty() && failures[pass]++ == 0) {
            first[pass] = name + ": " + found;
        }
    }
};

} // namespace

TEST_CASE("policies name passes and parameters that there are") {
    CHECK(policies_name_passes());
    CHECK(parameter_exceptions().size() == 28);
    CHECK(num_passes_not_compared() == 2);
}

TEST_CASE("each pass leaves what the shaders of the corpus compute as it is", "[corpus]") {
    if (!std::filesystem::exists(corpus())) {
        WARN("the corpus is not there; nothing was compared");
        return;
    }
    Campaign campaign;
    campaign.run();
    std::string report;
    for (const auto& [pass, first] : campaign.first) {
        if (campaign.failures.at(pass) <= policy_of(pass).corpus_exceptions) {
            continue;
        }
        report +=
            pass + ", " + std::to_string(campaign.failures.at(pass)) + " shaders: " + first + '\n';
    }
    std::size_t comparisons = 0;
    std::size_t reached = 0;
    for (const auto& [pass, count] : campaign.compared) {
        comparisons += count;
        reached += count != 0 ? 1 : 0;
    }
    WARN(campaign.shaders << " shaders, " << comparisons << " comparisons by " << reached << " of "
                          << all_passes().size() << " passes; the others find nothing to do here");
    INFO(report);
    CHECK(report.empty());
    CHECK(campaign.shaders > 450);
    CHECK(comparisons > 2000);
    CHECK(reached >= 30);
}

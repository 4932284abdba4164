#pragma once

#include <jacquard/ir3/cost/cost_report.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/spirv_result.h>
#include <jacquard/tool/advice/site.h>
#include <jacquard/tool/advice/trial.h>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::advice {

// Something that a report advises.
struct Finding {
    const FindingRule* rule = nullptr;
    SourceLine line; // does not exist where it is about the whole shader and nothing is to blame
    std::string text;
    std::string mend;
    double gain = 0;            // cycles that a wave then takes less
    double rank = 0;            // the gain, weighed by how surely the mend can be made
    double slots = 0;           // issue slots less, where the change was tried
    std::uint32_t location = 0; // of an input
    bool is_tried = false;      // otherwise it is estimated
};

// Fewer changes of long shaders are tried, so that advice takes no longer than a moment.
inline constexpr std::size_t kMostTriedWords = 30'000;

// A shader as its front end gives it, and what it was compiled to.
struct AdvisedShader {
    const nir::Shader* shader = nullptr; // null: only the program is known, as of assembly
    std::span<const Resource> resources;
    // The same with its loops as they are written; null where nothing asks for it.
    const nir::Shader* with_loops = nullptr;
    std::span<const Resource> resources_with_loops;
    std::span<const VaryingFacts> inputs;
    const VariantKey* key = nullptr;
    const Limits* limits = nullptr;
    const ir3::Program* program = nullptr;
    const ir3::CostReport* report = nullptr;
    std::span<const Site> more_sites; // those of the module, for instance
    // The shader without the functions of a site of the module; null where there is no module.
    std::function<SpirvResult(const Site&)> without_functions;
    // Changed copies are compiled as long as that takes about so many words of programs.
    std::size_t most_tried_words = kMostTriedWords;
};

// The findings of all rules, the one that gains most first. One that gains nothing is none.
[[nodiscard]] std::vector<Finding> advise(const AdvisedShader& shader);

// Tells what a change of the whole shader would make of it.
struct WhatIfResult {
    const WhatIf* change = nullptr;
    Trial trial;
};
[[nodiscard]] std::vector<WhatIfResult> try_what_ifs(const AdvisedShader& shader,
                                                     std::span<const WhatIf* const> changes);

} // namespace jacquard::driver::advice
